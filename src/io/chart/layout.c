/* Lays out a Gantt chart: puts the intervals of a trace on rows.
 *
 * A transfer is on two rows, those of its sender and its receiver; a computation is on one. A row
 * with overlapping items is divided into lanes (rows.c). place.c finds the places on a page. */
#include "io/chart/layout.h"
#include "base/memory.h"
#include "base/num.h"

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

/* What the trace says of a message. */
struct message {
  int receiver;  /* of its transfer from the master: the worker that computes it; 0: not known */
  int computes;  /* the worker whose computation of it is not lost; 0: not known */
  double begins; /* start of that computation */
};

struct messages {
  long n;
  struct message *of; /* by their numbers, as far as these count */
};

/* What is known of the event's message; NULL: its number does not count. */
static struct message *message_of(const struct messages *all, const struct sp_event *e)
{
  return e->message >= 0 && e->message < all->n ? &all->of[e->message] : NULL;
}

static struct messages find_messages(const struct gantt_chart *chart, const struct sp_trace *trace)
{
  struct messages all = {0};
  for (long k = 0; k < trace->n; k++)
    if (trace->event[k].message >= all.n && trace->event[k].message < MOST_MESSAGES)
      all.n = trace->event[k].message + 1;
  all.of = sp_new(chart->memory, all.n, struct message);
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    struct message *m = message_of(&all, e);
    if (!m)
      continue;
    if (e->kind == SP_TRANSFER && e->to > 0 && !(m->receiver && m->receiver < e->to))
      m->receiver = e->to;
    if (e->kind == SP_COMPUTE && !e->lost)
      *m = (struct message){m->receiver, e->from, e->start};
  }
  return all;
}

/* ---- looks */

/* A worker sends the result of what it has computed before; a task that it sends on is computed
 * afterwards. */
static bool is_result(const struct sp_event *e, const struct message *message)
{
  if (e->kind != SP_TRANSFER)
    return e->kind == SP_RESULT;
  return e->to == 0 && message && message->computes == e->from && message->begins <= e->start;
}

static enum gantt_look look_of(const struct gantt_chart *chart, const struct sp_event *e,
                               const struct message *message)
{
  if (e->lost)
    return GANTT_LOST;
  if (is_result(e, message))
    return GANTT_RESULT;
  if (e->kind == SP_TRANSFER)
    return e->to == 0 ? GANTT_TO_MASTER : GANTT_TO_WORKER;
  return e->message < 0 && !chart->graph ? GANTT_OWN : GANTT_RECEIVED;
}

static void find_looks(struct gantt_chart *chart, const struct sp_trace *trace,
                       const struct messages *messages)
{
  chart->look = sp_new(chart->memory, trace->n, enum gantt_look);
  for (long k = 0; k < trace->n; k++) {
    chart->look[k] = look_of(chart, &trace->event[k], message_of(messages, &trace->event[k]));
    chart->used[chart->look[k]] = true;
  }
}

/* ---- dates */

/* The end of the last computation or result; -1: nothing is computed. */
static double last_done(const struct gantt_chart *chart, const struct sp_trace *trace)
{
  double last = -1;
  for (long k = 0; k < trace->n; k++)
    if (trace->event[k].kind == SP_COMPUTE || chart->look[k] == GANTT_RESULT)
      last = fmax(last, trace->event[k].end);
  return last;
}

/* The dates to mark and the end of the axis. Without events, or if all events take no time, the
 * axis is 0..1. */
static void find_dates(struct gantt_chart *chart, const struct sp_trace *trace, double bound)
{
  double last = 0, done = last_done(chart, trace);
  for (long k = 0; k < trace->n; k++)
    last = fmax(last, trace->event[k].end);
  chart->makespan = done < 0 ? last : done;
  chart->bound = bound > 0 && bound < 1e300 ? bound : NAN;
  last = fmax(last, chart->bound);
  chart->horizon = last > 1e-300 ? last * 1.02 : 1;
}

/* Cuts the axis to the dates that are wanted. */
static int cut_dates(struct gantt_chart *chart, const struct sp_gantt_view *view,
                     struct sp_error *error)
{
  double last = chart->horizon;
  chart->all = view->all_workers;
  chart->start = view->from > 0 ? view->from : 0;
  chart->horizon = isnan(view->to) ? last : view->to;
  if (chart->start < fmin(last, chart->horizon))
    return SP_OK;
  return sp_bad_input(error, "dates from %g to %g, expected a part of 0 to %g", chart->start,
                      chart->horizon, last);
}

/* ---- items */

/* Is the unit that a worker receives computed by nobody, on a star that loses some? */
static bool is_gone(const struct gantt_chart *chart, const struct sp_event *e,
                    const struct message *message)
{
  return chart->used[GANTT_LOST] && chart->used[GANTT_RECEIVED] && !chart->graph && !e->lost &&
         e->kind == SP_TRANSFER && e->to > 0 && message && !message->computes;
}

/* An item outside the axis is left out, one over its edge is cut. */
static void add_item(struct gantt_chart *chart, const struct sp_trace *trace, long k, int node,
                     int receiver, bool gone)
{
  const struct sp_event *e = &trace->event[k];
  bool sends = node == e->from;
  if (e->end < chart->start || (e->end <= chart->start && e->start < e->end) ||
      e->start >= chart->horizon)
    return;
  chart->gone |= gone;
  chart->item[chart->n_items++] = (struct gantt_item){.start = fmax(e->start, chart->start),
                                                      .end = fmin(e->end, chart->horizon),
                                                      .amount = e->amount,
                                                      .message = e->message,
                                                      .event = k,
                                                      .row = gantt_find_row(chart, e, node),
                                                      .other = sends ? e->to : e->from,
                                                      .receiver = receiver,
                                                      .look = chart->look[k],
                                                      .sends = sends,
                                                      .gone = gone};
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

static void make_items(struct gantt_chart *chart, const struct sp_trace *trace,
                       const struct messages *messages)
{
  chart->item = sp_new(chart->memory, trace->n * 2, struct gantt_item);
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    const struct message *message = message_of(messages, e);
    int hue = e->to;
    if (e->kind == SP_TRANSFER && e->to == 0)
      hue = message && message->receiver ? message->receiver : e->from;
    bool gone = is_gone(chart, e, message);
    add_item(chart, trace, k, e->from, hue, gone);
    if (e->to != e->from)
      add_item(chart, trace, k, e->to, hue, gone);
  }
  qsort(chart->item, (size_t)chart->n_items, sizeof *chart->item, compare_items);
  for (long k = 0; k < chart->n_items; k++) {
    struct gantt_row *row = &chart->row[chart->item[k].row];
    row->first = row->n++ ? row->first : k;
  }
}

int gantt_rows_init(struct gantt_chart *chart, const struct sp_trace *trace,
                    const struct sp_instance *in, double bound, bool whole,
                    const struct sp_gantt_view *view, struct sp_error *error)
{
  *chart = (struct gantt_chart){.memory = sp_context_plain(), .whole = whole};
  chart->graph = in ? in->kind != SP_INSTANCE_STAR : sp_trace_is_graph(trace);
  chart->changing = in && !chart->graph && sp_is_changing(in);
  int code = check_events(chart, trace, error);
  struct messages messages = {0};
  if (code == SP_OK) {
    messages = find_messages(chart, trace);
    find_looks(chart, trace, &messages);
    find_dates(chart, trace, bound);
  }
  if (code == SP_OK && view)
    code = cut_dates(chart, view, error);
  if (code == SP_OK) {
    gantt_make_rows(chart, trace, sp_trace_nodes(in));
    make_items(chart, trace, &messages);
    gantt_assign_lanes(chart);
  } else
    gantt_chart_clear(chart);
  return code;
}

void gantt_chart_clear(struct gantt_chart *chart)
{
  sp_context_free(chart->memory);
  memset(chart, 0, sizeof *chart);
}
