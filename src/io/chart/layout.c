/* Lays out a Gantt chart: puts the intervals of a trace on rows.
 *
 * A transfer is on two rows, those of its sender and its receiver; a computation is on one. A row
 * with overlapping items is divided into lanes (rows.c). place.c finds the places on a page. */
#include "io/chart/layout.h"
#include "base/memory.h"
#include "base/num.h"
#include "io/trace/trace.h"
#include <stdlib.h>
#include <string.h>

static int bad_event(struct sp_error *error, const struct sp_trace *trace, long k, const char *want)
{
  const struct sp_event *e = &trace->event[k];
  return sp_bad_input(error, "event %ld: %g to %g, node %d to %d, expected %s", k + 1, e->start,
                      e->end, e->from, e->to, want);
}

static int check_events(struct gantt_chart *chart, const struct sp_trace *trace,
                        struct sp_error *error)
{
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    if (!(e->start >= 0 && e->start <= e->end && e->end < 1e300))
      return bad_event(error, trace, k, "dates 0 <= start <= end");
    if (e->from < 0 || e->to < 0 || (e->kind == SP_COMPUTE && e->from != e->to))
      return bad_event(error, trace, k, "nodes >= 0, the same for a computation");
    int greatest = e->from > e->to ? e->from : e->to;
    if (greatest > chart->workers)
      chart->workers = greatest;
  }
  if (chart->workers > GANTT_MAX_WORKERS)
    return sp_failure(error, SP_CANNOT, "%d %s, expected at most %d in a Gantt chart",
                      chart->workers, chart->graph ? "nodes" : "workers", GANTT_MAX_WORKERS);
  return SP_OK;
}

enum { MOST_MESSAGES = 1 << 24 }; /* greater numbers, of files by hand, have no hue */

/* Messages of the trace with their numbers, as far as they count. */
static long messages_of(const struct sp_trace *trace)
{
  long n = 0;
  for (long k = 0; k < trace->n; k++)
    if (trace->event[k].message >= n && trace->event[k].message < MOST_MESSAGES)
      n = trace->event[k].message + 1;
  return n;
}

/* The end of the last computation, or of the result of a unit that has been computed before; -1:
 * nothing is computed. */
static double last_done(const struct sp_trace *trace)
{
  long n = messages_of(trace);
  bool *computed = sp_xcalloc((size_t)n, sizeof *computed);
  double last = -1;
  for (long k = 0; k < trace->n; k++) { /* by start */
    const struct sp_event *e = &trace->event[k];
    bool known = e->message >= 0 && e->message < n;
    bool result = e->kind == SP_RESULT || (e->to == 0 && known && computed[e->message]);
    if (e->kind == SP_COMPUTE || (result && !e->lost))
      last = fmax(last, e->end);
    if (e->kind == SP_COMPUTE && known)
      computed[e->message] = true;
  }
  free(computed);
  return last;
}

/* The dates to mark and the end of the axis. Without events, or if all events take no time, the
 * axis is 0..1. */
static void find_dates(struct gantt_chart *chart, const struct sp_trace *trace, double bound)
{
  double last = 0, done = last_done(trace);
  for (long k = 0; k < trace->n; k++)
    last = fmax(last, trace->event[k].end);
  chart->makespan = done < 0 ? last : done;
  chart->bound = bound > 0 && bound < 1e300 ? bound : NAN;
  last = fmax(last, chart->bound);
  chart->horizon = last > 1e-300 ? last * 1.02 : 1;
}

/* ---- items */

/* The worker that computes the task of each message, [0..*n-1]: the receiver of its transfer from
 * the master; 0: not known. The caller frees it. */
static int *find_receivers(const struct sp_trace *trace, long *n)
{
  *n = messages_of(trace);
  int *receiver = sp_xcalloc((size_t)*n, sizeof *receiver);
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    bool known = e->kind == SP_TRANSFER && e->message >= 0 && e->message < *n;
    if (known && e->to > 0 && !(receiver[e->message] && receiver[e->message] < e->to))
      receiver[e->message] = e->to;
  }
  return receiver;
}

enum gantt_look gantt_look_of(const struct gantt_chart *chart, const struct sp_event *e)
{
  if (e->lost)
    return GANTT_LOST;
  if (e->kind == SP_RESULT)
    return GANTT_TO_MASTER;
  if (e->kind == SP_TRANSFER)
    return e->to == 0 ? GANTT_TO_MASTER : GANTT_TO_WORKER;
  return e->message < 0 && !chart->graph ? GANTT_OWN : GANTT_RECEIVED;
}

static void add_item(struct gantt_chart *chart, const struct sp_trace *trace, long k, int node,
                     int receiver)
{
  const struct sp_event *e = &trace->event[k];
  bool sends = node == e->from;
  enum gantt_look look = gantt_look_of(chart, e);
  chart->used[look] = true;
  chart->item[chart->n_items++] = (struct gantt_item){.start = e->start,
                                                      .end = e->end,
                                                      .amount = e->amount,
                                                      .message = e->message,
                                                      .event = k,
                                                      .row = gantt_find_row(chart, e, node),
                                                      .other = sends ? e->to : e->from,
                                                      .receiver = receiver,
                                                      .look = look,
                                                      .sends = sends};
}

static int compare_items(const void *a, const void *b)
{
  const struct gantt_item *p = a, *q = b;
  int order = SP_COMPARE(p->row, q->row);
  order = order ? order : SP_COMPARE(p->start, q->start);
  order = order ? order : SP_COMPARE(p->end, q->end);
  order = order ? order : SP_COMPARE(p->message, q->message);
  order = order ? order : SP_COMPARE(p->other, q->other);
  return order ? order : SP_COMPARE(p->look, q->look);
}

static void make_items(struct gantt_chart *chart, const struct sp_trace *trace)
{
  long n;
  int *receiver = find_receivers(trace, &n);
  chart->item = sp_xcalloc((size_t)trace->n * 2, sizeof *chart->item);
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    int hue = e->to;
    if (e->kind == SP_TRANSFER && e->to == 0)
      hue = e->message >= 0 && e->message < n && receiver[e->message] ? receiver[e->message]
                                                                      : e->from;
    add_item(chart, trace, k, e->from, hue);
    if (e->to != e->from)
      add_item(chart, trace, k, e->to, hue);
  }
  free(receiver);
  qsort(chart->item, (size_t)chart->n_items, sizeof *chart->item, compare_items);
  for (long k = 0; k < chart->n_items; k++) {
    struct gantt_row *row = &chart->row[chart->item[k].row];
    row->first = row->n++ ? row->first : k;
  }
}

int gantt_rows_init(struct gantt_chart *chart, const struct sp_trace *trace,
                    const struct sp_instance *in, double bound, bool whole, struct sp_error *error)
{
  *chart = (struct gantt_chart){.whole = whole};
  chart->graph = in ? in->kind != SP_INSTANCE_STAR : sp_trace_is_graph(trace);
  chart->changing = in && !chart->graph && sp_is_changing(in);
  int code = check_events(chart, trace, error);
  if (code != SP_OK)
    return code;
  find_dates(chart, trace, bound);
  gantt_make_rows(chart, trace, sp_trace_nodes(in));
  make_items(chart, trace);
  gantt_assign_lanes(chart);
  return SP_OK;
}

void gantt_chart_clear(struct gantt_chart *chart)
{
  free(chart->item);
  free(chart->row);
  free(chart->row_at);
  free(chart->band);
  free(chart->span);
  for (int node = 0; chart->name && node <= chart->workers; node++)
    free(chart->name[node]);
  free(chart->name);
  memset(chart, 0, sizeof *chart);
}
