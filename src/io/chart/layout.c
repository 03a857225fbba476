/* Lays out a Gantt chart: makes the rows of intervals of a trace and places them on a page.
 *
 * A transfer is on two rows, those of its sender and its receiver; a computation is on one. A row
 * with overlapping items is divided into lanes (lanes.c). */
#include "io/chart/layout.h"
#include "base/memory.h"
#include "base/num.h"
#include "io/trace/trace.h"
#include <stdlib.h>
#include <string.h>

static const double page_width = 842; /* A4 landscape */

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

/* The dates to mark and the end of the axis. Without events, or if all events take no time, the
 * axis is 0..1. */
static void find_dates(struct gantt_chart *chart, const struct sp_trace *trace, double bound)
{
  double last = 0, computed = -1;
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    last = fmax(last, e->end);
    if (e->kind == SP_COMPUTE)
      computed = fmax(computed, e->end);
  }
  chart->makespan = computed < 0 ? last : computed;
  chart->bound = bound > 0 && bound < 1e300 ? bound : NAN;
  last = fmax(last, chart->bound);
  chart->horizon = last > 1e-300 ? last * 1.02 : 1;
}

/* ---- items */

/* The worker that computes each message's task: the receiver of its transfer from the master. */
struct target {
  long message;
  int worker;
};

static int compare_targets(const void *a, const void *b)
{
  const struct target *p = a, *q = b;
  int order = SP_COMPARE(p->message, q->message);
  return order ? order : SP_COMPARE(p->worker, q->worker);
}

static long find_targets(const struct sp_trace *trace, struct target *target)
{
  long n = 0;
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    if (e->kind == SP_TRANSFER && e->to > 0)
      target[n++] = (struct target){e->message, e->to};
  }
  qsort(target, (size_t)n, sizeof *target, compare_targets);
  return n;
}

static int target_of(const struct target *target, long n, long message)
{
  long low = 0, high = n;
  while (low < high) {
    long mid = low + (high - low) / 2;
    if (target[mid].message < message)
      low = mid + 1;
    else
      high = mid;
  }
  return low < n && target[low].message == message ? target[low].worker : 0;
}

static void add_item(struct gantt_chart *chart, const struct sp_event *e, int node, int receiver)
{
  bool sends = node == e->from;
  enum gantt_look look = e->lost                  ? GANTT_LOST
                         : e->kind == SP_TRANSFER ? (e->to == 0 ? GANTT_TO_MASTER : GANTT_TO_WORKER)
                         : e->message < 0 && !chart->graph ? GANTT_OWN
                                                           : GANTT_RECEIVED;
  chart->used[look] = true;
  chart->item[chart->n_items++] = (struct gantt_item){.start = e->start,
                                                      .end = e->end,
                                                      .amount = e->amount,
                                                      .message = e->message,
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
  struct target *target = sp_xcalloc((size_t)trace->n, sizeof *target);
  long targets = find_targets(trace, target);
  chart->item = sp_xcalloc((size_t)trace->n * 2, sizeof *chart->item);
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    bool transfer = e->kind == SP_TRANSFER;
    int receiver = !transfer || e->to > 0 ? e->to : target_of(target, targets, e->message);
    add_item(chart, e, e->from, receiver);
    if (transfer && e->to != e->from)
      add_item(chart, e, e->to, receiver);
  }
  free(target);
  qsort(chart->item, (size_t)chart->n_items, sizeof *chart->item, compare_items);
  for (long k = 0; k < chart->n_items; k++) {
    struct gantt_row *row = &chart->row[chart->item[k].row];
    row->first = row->n++ ? row->first : k;
  }
}

/* ---- names */

/* A master that no file has named is just the master. */
static char *master_name(const struct sp_instance *in)
{
  struct sp_node_text number;
  const char *name = sp_trace_name(in, 0, &number);
  return strcmp(name, "P0") ? sp_format("master %s", name) : sp_xstrdup("master");
}

static void name_nodes(struct gantt_chart *chart, const struct sp_instance *in)
{
  struct sp_node_text number;
  chart->name = sp_xcalloc((size_t)chart->workers + 1, sizeof *chart->name);
  for (int node = 0; node <= chart->workers; node++) {
    char *name =
        node || chart->graph ? sp_xstrdup(sp_trace_name(in, node, &number)) : master_name(in);
    chart->name[node] = gantt_clean_text(name, 40);
    free(name);
  }
}

/* ---- page */

/* The width of the margin with the names of nodes and rows; longer names are cut. */
static double margin(const struct gantt_chart *chart)
{
  const double letter = 6.2, least = 78, most = 210, others = 46;
  size_t longest = 0;
  for (int b = 0; b < chart->n_bands; b++) {
    size_t length = strlen(chart->name[chart->band[b].node]);
    longest = length > longest ? length : longest;
  }
  return fmin(fmax(least, others + letter * (double)longest), most);
}

/* A quarter of a point, as fine as print; more in large charts, to keep the file small. */
static double finest_width(long items)
{
  return items > 120000 ? 1.5 : items > 50000 ? 0.5 : 0.25;
}

static void place_page(struct gantt_chart *chart)
{
  chart->finest = finest_width(chart->n_items);
  chart->width = page_width;
  chart->left = margin(chart);
  chart->right = chart->width - 18;
  chart->top = 62;
  gantt_place_rows(chart);
  chart->height = chart->bottom + (chart->changing ? 80 : 64);
}

int gantt_chart_init(struct gantt_chart *chart, const struct sp_trace *trace,
                     const struct sp_instance *in, double bound, struct sp_error *error)
{
  memset(chart, 0, sizeof *chart);
  chart->graph = in ? in->kind != SP_INSTANCE_STAR : sp_trace_is_graph(trace);
  chart->changing = in && !chart->graph && sp_is_changing(in);
  int code = check_events(chart, trace, error);
  if (code != SP_OK) {
    gantt_chart_clear(chart);
    return code;
  }
  find_dates(chart, trace, bound);
  gantt_make_rows(chart, trace, sp_trace_nodes(in));
  name_nodes(chart, in);
  make_items(chart, trace);
  gantt_assign_lanes(chart);
  place_page(chart);
  if (chart->changing)
    gantt_make_shades(chart, in);
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
