/* Writes Paje traces for ViTE, pj_dump and R: every row of the trace is a container, every slice on
 * it a state, pushed at its start and popped at its end.
 *
 * Tools accept decreasing dates but then draw wrong charts. The events come by start, so the ends
 * of states wait until no state can begin before them: one for each row at most. */
#include "base/min_queue.h"
#include "io/trace/rows.h"

/* Numbers of the event definitions; write_definitions gives their fields. */
enum { DEFINE_CONTAINER, DEFINE_STATE, DEFINE_VALUE, CREATE, DESTROY, PUSH, POP };

static void write_definitions(FILE *stream, const struct trace_rows *rows)
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
          rows->graph ? "graph" : "star", DEFINE_CONTAINER, DEFINE_CONTAINER);
  fprintf(stream, "%d activity row activity\n", DEFINE_STATE);
  for (int kind = 0; kind < rows->kinds; kind++)
    fprintf(stream, "%d %s activity %s \"%.3f %.3f %.3f\"\n", DEFINE_VALUE, slice_name[kind],
            slice_name[kind], slice_colour[kind][0] / 255.0, slice_colour[kind][1] / 255.0,
            slice_colour[kind][2] / 255.0);
}

/* Writes the text on one line, without quotes, which would end a Paje string. */
static void write_plain(FILE *stream, const char *text)
{
  for (; *text; text++)
    fputc(*text == '"' ? '\'' : (unsigned char)*text < ' ' ? ' ' : *text, stream);
}

/* Creates the containers of the rows, and before those of a node the node's. */
static void write_containers(FILE *stream, const struct trace_rows *rows)
{
  int latest = -1;
  fprintf(stream, "%d 0.000000000000 s star 0 \"%s\"\n", CREATE, rows->graph ? "graph" : "star");
  for (long row = -1; (row = rows_after(rows, row)) >= 0;) {
    struct sp_node_text number;
    struct row_label label;
    int node = rows->row[row].node;
    const char *name = sp_trace_name(rows->in, node, &number);
    if (node != latest) {
      fprintf(stream, "%d 0.000000000000 n%d node s \"", CREATE, latest = node);
      write_plain(stream, name);
      fprintf(stream, "\"\n");
    }
    fprintf(stream, "%d 0.000000000000 r%ld row n%d \"", CREATE, row, node);
    write_plain(stream, name);
    fprintf(stream, " %s\"\n", rows_label(rows, row, &label));
  }
}

/* States in the order of dates. */
struct writer {
  FILE *stream;
  struct min_queue open; /* rows with a state, by its end */
  double last;           /* the last date written */
};

/* Ends the states that end by that date. */
static void write_ends(struct writer *w, double date)
{
  while (w->open.n && w->open.entry[0].key <= date) {
    struct min_entry end = min_queue_pop(&w->open);
    w->last = fmax(w->last, end.key);
    fprintf(w->stream, "%d %.12f activity r%ld\n", POP, w->last, end.number);
  }
}

/* A slice that begins later than its event, by rounding, moves what begins meanwhile to its start.
 */
static void write_state(struct writer *w, const struct trace_slice *s)
{
  write_ends(w, s->start);
  w->last = fmax(w->last, s->start);
  fprintf(w->stream, "%d %.12f activity r%ld %s %ld %.17g\n", PUSH, w->last, s->row,
          slice_name[s->kind], s->event->message + 1, s->event->amount);
  min_queue_push(&w->open, s->end, s->row);
  if (s->end <= w->last)
    write_ends(w, s->end);
}

static void write_states(FILE *stream, struct trace_rows *rows)
{
  struct writer w = {.stream = stream};
  for (long j = 0; j < rows->trace->n; j++) {
    struct trace_slice slice[2];
    int n = rows_place(rows, &rows->trace->event[j], slice);
    for (int k = 0; k < n; k++)
      write_state(&w, &slice[k]);
  }
  write_ends(&w, rows->last);
  free(w.open.entry);
}

static void write_end(FILE *stream, const struct trace_rows *rows)
{
  for (long row = -1; (row = rows_after(rows, row)) >= 0;)
    fprintf(stream, "%d %.12f row r%ld\n", DESTROY, rows->last, row);
  int latest = -1;
  for (long row = -1; (row = rows_after(rows, row)) >= 0;)
    if (rows->row[row].node != latest)
      fprintf(stream, "%d %.12f node n%d\n", DESTROY, rows->last, latest = rows->row[row].node);
  fprintf(stream, "%d %.12f star s\n", DESTROY, rows->last);
}

void sp_write_paje(FILE *stream, const struct sp_trace *trace, const struct sp_trace_about *about)
{
  struct trace_rows rows;
  rows_init(&rows, trace, about->in);
  if (about->provenance) {
    fprintf(stream, "# ");
    write_plain(stream, about->provenance);
    fprintf(stream, "\n");
  }
  write_definitions(stream, &rows);
  write_containers(stream, &rows);
  write_states(stream, &rows);
  write_end(stream, &rows);
  rows_clear(&rows);
}
