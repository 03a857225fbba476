/* Writes traces in Chrome's Trace Event Format, for Perfetto and chrome://tracing: a process for
 * each node, a thread for each of its rows, a complete event for each slice, and a counter of the
 * units that the node holds. One unit of time is shown as a second. */
#include "base/min_queue.h"
#include "io/trace/json.h"
#include "io/trace/rows.h"
#include "model/instance.h"

struct writer {
  FILE *stream;
  const char *separator; /* before the next event of the format */
  struct trace_rows rows;
  double *held;             /* units, by node */
  struct min_queue leaving; /* events that take of these, by their end */
};

/* Microseconds, as the format counts, from nanoseconds, which Perfetto counts. Some versions round
 * and some cut off: a quarter of a nanosecond more gives the same with both. */
static void write_time(FILE *stream, const char *key, long long ns)
{
  fprintf(stream, "\"%s\":%lld.%03d25", key, ns / 1000, (int)(ns % 1000));
}

static long long nanoseconds(double date)
{
  return llround(fmin(date * 1e9, 9e18)); /* 2^63 is 9.2e18 */
}

/* Begins an event of the format, of that kind. */
static void begin(struct writer *w, char kind, int node)
{
  fprintf(w->stream, "%s\n{\"ph\":\"%c\",\"pid\":%d,", w->separator, kind, node + 1);
  w->separator = ",";
}

/* Names the "process" or "thread" of a row, and puts it at that place among the others. */
static void write_name(struct writer *w, const char *what, long row, long place, const char *name)
{
  int node = w->rows.row[row].node;
  begin(w, 'M', node);
  fprintf(w->stream, "\"tid\":%ld,\"name\":\"%s_name\",\"args\":{\"name\":", row + 1, what);
  write_json_text(w->stream, name);
  fprintf(w->stream, "}}");
  begin(w, 'M', node);
  fprintf(w->stream, "\"tid\":%ld,\"name\":\"%s_sort_index\",\"args\":{\"sort_index\":%ld}}",
          row + 1, what, place);
}

static void write_held(struct writer *w, int node, double date)
{
  begin(w, 'C', node);
  fprintf(w->stream, "\"name\":\"places\",");
  write_time(w->stream, "ts", nanoseconds(date));
  fprintf(w->stream, ",\"args\":{\"held\":%.17g}}", w->held[node]);
}

static void write_names(struct writer *w)
{
  const struct trace_rows *rows = &w->rows;
  int latest = -1;
  for (long row = -1; (row = rows_after(rows, row)) >= 0;) {
    const struct trace_row *r = &rows->row[row];
    struct sp_node_text number;
    struct row_label label;
    if (r->node != latest)
      write_name(w, "process", row, r->node, sp_trace_name(rows->in, latest = r->node, &number));
    write_name(w, "thread", row, row, rows_label(rows, row, &label));
    if (r->kind == ROW_RECEIVES && r->number == 1 && r->node > 0)
      write_held(w, r->node, 0);
  }
}

/* The end of an event that takes units: on a star a computation or, if that keeps its place, its
 * result; on a graph of any kind. Units that the node had at date 0 do not count; on a graph they
 * are taken when no others are left. */
static void release(struct writer *w, const struct sp_event *e)
{
  double before = w->held[e->from], after = before - e->amount;
  w->held[e->from] = after > 1e-9 * e->amount ? after : 0; /* the rest of a sum is rounding */
  if (w->held[e->from] < before)
    write_held(w, e->from, e->end);
}

static void release_until(struct writer *w, double date)
{
  while (w->leaving.n && w->leaving.entry[0].key <= date)
    release(w, &w->rows.trace->event[min_queue_pop(&w->leaving).number]);
}

/* Does the end of the event take units that its node has received? A place that is held until the
 * result has come to the master ends with the result. */
static bool takes(const struct writer *w, const struct sp_event *e)
{
  const struct sp_instance *in = w->rows.in;
  if (w->rows.graph)
    return e->kind != SP_RESULT;
  bool held = w->rows.kinds > SLICE_RESULT && in->hold_result && sp_returns(in, e->from);
  return e->message >= 0 && (held ? e->kind == SP_TRANSFER && e->to == 0 : e->kind == SP_COMPUTE);
}

/* Counts the units: from the start of their reception. */
static void count_held(struct writer *w, long j)
{
  const struct sp_event *e = &w->rows.trace->event[j];
  release_until(w, e->start);
  if (e->kind == SP_TRANSFER && e->to > 0 && e->amount > 0) {
    w->held[e->to] += e->amount;
    write_held(w, e->to, e->start);
  }
  if (takes(w, e))
    min_queue_push(&w->leaving, e->end, j);
}

static void write_slice(struct writer *w, const struct trace_slice *s, const char *members)
{
  const struct trace_row *row = &w->rows.row[s->row];
  long long start = nanoseconds(s->start), end = nanoseconds(s->end);
  begin(w, 'X', row->node);
  fprintf(w->stream, "\"tid\":%ld,\"cat\":\"%s\",", s->row + 1, slice_name[s->kind]);
  if (s->event->message < 0)
    fprintf(w->stream, "\"name\":\"own\",");
  else
    fprintf(w->stream, "\"name\":\"%s %ld\",",
            s->kind == SLICE_RESULT ? "result"
            : w->rows.graph         ? "hop"
                                    : "message",
            s->event->message + 1);
  write_time(w->stream, "ts", start);
  fprintf(w->stream, ",");
  write_time(w->stream, "dur", end - start);
  fprintf(w->stream, ",\"args\":{%s}}", members);
}

static void write_events(struct writer *w)
{
  const struct sp_trace *trace = w->rows.trace;
  for (long j = 0; j < trace->n; j++) {
    struct trace_slice slice[2];
    struct event_members members;
    int n = rows_place(&w->rows, &trace->event[j], slice);
    event_members(&trace->event[j], &members);
    count_held(w, j);
    for (int k = 0; k < n; k++)
      write_slice(w, &slice[k], members.text);
  }
  release_until(w, w->rows.last);
}

void sp_write_perfetto(FILE *stream, const struct sp_trace *trace,
                       const struct sp_trace_about *about)
{
  struct writer w = {.stream = stream, .separator = ""};
  rows_init(&w.rows, trace, about->in);
  w.held = sp_xcalloc((size_t)w.rows.nodes, sizeof *w.held);
  fprintf(stream,
          "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"time\":\"1 s is one unit of time\"");
  write_json_member(stream, "title", about->title);
  write_json_member(stream, "command", about->provenance);
  fprintf(stream, "},\n\"traceEvents\":[");
  write_names(&w);
  write_events(&w);
  fprintf(stream, "\n]}\n");
  free(w.leaving.entry);
  free(w.held);
  rows_clear(&w.rows);
}
