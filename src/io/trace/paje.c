/* Writes Paje traces for ViTE, pj_dump and R. The master has a row for each of its two ports; each
 * worker has a row for each direction of its link and one for its processor. Every interval of the
 * trace is a state, pushed at its start and popped at its end (for a transfer two states: one at
 * each end). If a port of the master carries several messages at once, it has several rows. A node
 * of a graph has only the rows that it uses.
 *
 * Tools accept decreasing dates but then draw wrong charts, so this file sorts: at one date states
 * end first, then states without length begin and end, then the others begin. An interval that
 * begins a rounding error before the end of its predecessor begins at that end. */
#include "base/memory.h"
#include "base/num.h"
#include "io/trace/trace.h"

#include <stdlib.h>
#include <string.h>

enum activity { RECEIVES, SENDS, COMPUTES, ACTIVITIES };
static const char *const activity_name[] = {"in", "out", "cpu"};
static const char *const value_name[] = {"reception", "emission", "computation"};
/* Okabe and Ito's blue, orange and green, distinct for the colour-blind. */
static const char *const value_colour[] = {"0.0 0.447 0.698", "0.902 0.624 0.0", "0.0 0.62 0.451"};

/* Overlaps up to this fraction of the last date are rounding. */
#define ROUNDING 1e-9

/* A row: states of a node and activity that do not overlap. */
struct row {
  int node;
  enum activity activity;
  int number; /* 1.. among the rows of this activity */
  bool used;
  double end; /* of the latest state */
  long next;  /* further row of the same node and activity; -1: none */
};

/* A state on a row. */
struct state {
  double start, end;
  const struct sp_event *event;
  long row;
};

struct picture {
  int nodes;       /* 0 is the master of a star */
  bool graph;      /* there is no node 0 */
  long rows, room; /* the first row of (node, activity) is node * ACTIVITIES + activity */
  struct row *row;
  long states;
  struct state *state;
  double slack, last; /* dates */
};

static long add_row(struct picture *p, int node, enum activity activity, int number)
{
  sp_grow(p->row, p->rows, p->room);
  p->row[p->rows] = (struct row){node, activity, number, false, 0, -1};
  return p->rows++;
}

/* Puts an interval on the first row of (node, activity) that is free at its start. */
static void place(struct picture *p, int node, enum activity activity, const struct sp_event *e)
{
  long row = (long)node * ACTIVITIES + activity;

  while (p->row[row].end > e->start + p->slack) {
    if (p->row[row].next < 0) {
      long added = add_row(p, node, activity, p->row[row].number + 1);
      p->row[row].next = added;
    }
    row = p->row[row].next;
  }
  double start = fmax(e->start, p->row[row].end), end = fmax(e->end, start);
  p->row[row].end = end;
  p->row[row].used = true;
  p->state[p->states++] = (struct state){start, end, e, row};
  p->last = fmax(p->last, end);
}

/* Puts the events, which are sorted by start, on rows. */
static void lay_out(struct picture *p, const struct sp_trace *trace)
{
  p->state = sp_xcalloc(2 * (size_t)trace->n, sizeof *p->state);
  for (int node = 0; node < p->nodes; node++)
    for (int activity = 0; activity < ACTIVITIES; activity++)
      add_row(p, node, (enum activity)activity, 1);
  for (long j = 0; j < trace->n; j++)
    p->slack = fmax(p->slack, trace->event[j].end * ROUNDING);
  for (long j = 0; j < trace->n; j++) {
    const struct sp_event *e = &trace->event[j];
    if (e->kind == SP_TRANSFER) {
      place(p, e->from, SENDS, e);
      place(p, e->to, RECEIVES, e);
    } else {
      place(p, e->from, COMPUTES, e);
    }
  }
}

/* The changes of states at one date, in this order. */
enum step { END, PASS, BEGIN };

struct command {
  double date;
  enum step step;
  long state;
};

static int by_date(const void *left, const void *right)
{
  const struct command *a = left, *b = right;
  int order = SP_COMPARE(a->date, b->date);
  order = order ? order : SP_COMPARE(a->step, b->step);
  return order ? order : SP_COMPARE(a->state, b->state);
}

/* The begin and end of every state, by date; sets *n. The caller frees the array. */
static struct command *commands(const struct picture *p, long *n)
{
  struct command *command = sp_xcalloc(2 * (size_t)p->states, sizeof *command);

  *n = 0;
  for (long j = 0; j < p->states; j++) {
    const struct state *s = &p->state[j];
    if (s->start == s->end) {
      command[(*n)++] = (struct command){s->start, PASS, j};
    } else {
      command[(*n)++] = (struct command){s->start, BEGIN, j};
      command[(*n)++] = (struct command){s->end, END, j};
    }
  }
  if (*n > 1)
    qsort(command, (size_t)*n, sizeof *command, by_date);
  return command;
}

/* Numbers of the event definitions; write_definitions gives their fields. */
enum { DEFINE_CONTAINER, DEFINE_STATE, DEFINE_VALUE, CREATE, DESTROY, PUSH, POP };

static void write_definitions(FILE *stream, bool graph)
{
  static const struct {
    const char *name, *fields;
  } definition[] = {
      [DEFINE_CONTAINER] = {"PajeDefineContainerType",
                            "%\tAlias\tstring\n%\tType\tstring\n%\tName\tstring\n"},
      [DEFINE_STATE] = {"PajeDefineStateType",
                        "%\tAlias\tstring\n%\tType\tstring\n%\tName\tstring\n"},
      [DEFINE_VALUE] = {"PajeDefineEntityValue", "%\tAlias\tstring\n%\tType\tstring\n"
                                                 "%\tName\tstring\n%\tColor\tcolor\n"},
      [CREATE] = {"PajeCreateContainer", "%\tTime\tdate\n%\tAlias\tstring\n%\tType\tstring\n"
                                         "%\tContainer\tstring\n%\tName\tstring\n"},
      [DESTROY] = {"PajeDestroyContainer", "%\tTime\tdate\n%\tType\tstring\n%\tName\tstring\n"},
      [PUSH] = {"PajePushState", "%\tTime\tdate\n%\tType\tstring\n%\tContainer\tstring\n"
                                 "%\tValue\tstring\n%\tMessage\tint\n%\tAmount\tdouble\n"},
      [POP] = {"PajePopState", "%\tTime\tdate\n%\tType\tstring\n%\tContainer\tstring\n"},
  };
  for (int k = 0; k < (int)(sizeof definition / sizeof *definition); k++)
    fprintf(stream, "%%EventDef %s %d\n%s%%EndEventDef\n", definition[k].name, k,
            definition[k].fields);
  fprintf(stream, "%d star 0 %s\n%d node star node\n%d row node row\n", DEFINE_CONTAINER,
          graph ? "graph" : "star", DEFINE_CONTAINER, DEFINE_CONTAINER);
  fprintf(stream, "%d activity row activity\n", DEFINE_STATE);
  for (int activity = 0; activity < ACTIVITIES; activity++)
    fprintf(stream, "%d %s activity %s \"%s\"\n", DEFINE_VALUE, value_name[activity],
            value_name[activity], value_colour[activity]);
}

/* Writes the text on one line, without quotes, which would end a Paje string. */
static void write_plain(FILE *stream, const char *text)
{
  for (; *text; text++)
    fputc(*text == '"' ? '\'' : (unsigned char)*text < ' ' ? ' ' : *text, stream);
}

static void write_node_name(FILE *stream, const struct sp_instance *in, int node)
{
  struct sp_node_text number;
  write_plain(stream, sp_trace_name(in, node, &number));
}

/* True if the row is written. Unused rows are left out: the master's processor on a star, any row
 * on a graph. */
static bool shown(const struct picture *p, const struct row *row)
{
  return row->used || (!p->graph && (row->node > 0 || row->activity != COMPUTES));
}

static bool shown_node(const struct picture *p, int node)
{
  bool any = false;
  for (int activity = 0; activity < ACTIVITIES; activity++)
    any = any || shown(p, &p->row[(long)node * ACTIVITIES + activity]);
  return any;
}

static void write_containers(FILE *stream, const struct picture *p, const struct sp_instance *in)
{
  fprintf(stream, "%d 0.000000000000 s star 0 \"%s\"\n", CREATE, p->graph ? "graph" : "star");
  for (int node = 0; node < p->nodes; node++) {
    if (!shown_node(p, node))
      continue;
    fprintf(stream, "%d 0.000000000000 n%d node s \"", CREATE, node);
    write_node_name(stream, in, node);
    fprintf(stream, "\"\n");
    for (int activity = 0; activity < ACTIVITIES; activity++)
      for (long row = (long)node * ACTIVITIES + activity; row >= 0; row = p->row[row].next) {
        if (!shown(p, &p->row[row]))
          continue;
        fprintf(stream, "%d 0.000000000000 r%ld row n%d \"", CREATE, row, node);
        write_node_name(stream, in, node);
        fprintf(stream, " %s", activity_name[activity]);
        if (p->row[row].number > 1)
          fprintf(stream, " %d", p->row[row].number);
        fprintf(stream, "\"\n");
      }
  }
}

static void write_states(FILE *stream, const struct picture *p)
{
  long n;
  struct command *command = commands(p, &n);

  for (long j = 0; j < n; j++) {
    const struct command *c = &command[j];
    const struct state *s = &p->state[c->state];
    if (c->step != END)
      fprintf(stream, "%d %.12f activity r%ld %s %ld %.17g\n", PUSH, c->date, s->row,
              value_name[p->row[s->row].activity], s->event->message + 1, s->event->amount);
    if (c->step != BEGIN)
      fprintf(stream, "%d %.12f activity r%ld\n", POP, c->date, s->row);
  }
  free(command);
}

static void write_end(FILE *stream, const struct picture *p)
{
  for (long row = 0; row < p->rows; row++)
    if (shown(p, &p->row[row]))
      fprintf(stream, "%d %.12f row r%ld\n", DESTROY, p->last, row);
  for (int node = 0; node < p->nodes; node++)
    if (shown_node(p, node))
      fprintf(stream, "%d %.12f node n%d\n", DESTROY, p->last, node);
  fprintf(stream, "%d %.12f star s\n", DESTROY, p->last);
}

void sp_write_paje(FILE *stream, const struct sp_trace *trace, const struct sp_instance *in,
                   const char *provenance)
{
  bool star = in ? in->kind == SP_INSTANCE_STAR : trace->n > 0 && !sp_trace_is_graph(trace);
  struct picture p = {.nodes = star ? sp_trace_nodes(in) + 1 : 1, .graph = !star};
  struct sp_trace sorted = SP_TRACE_EMPTY;

  for (long j = 0; j < trace->n; j++) {
    const struct sp_event *e = &trace->event[j];
    int node = e->from > e->to ? e->from : e->to;
    p.nodes = node >= p.nodes ? node + 1 : p.nodes;
    sp_trace_add(&sorted, e);
  }
  sp_trace_sort(&sorted);
  lay_out(&p, &sorted);
  if (provenance) {
    fprintf(stream, "# ");
    write_plain(stream, provenance);
    fprintf(stream, "\n");
  }
  write_definitions(stream, p.graph);
  write_containers(stream, &p, in);
  write_states(stream, &p);
  write_end(stream, &p);
  free(p.row);
  free(p.state);
  sp_trace_clear(&sorted);
}
