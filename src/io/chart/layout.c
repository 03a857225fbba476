/* From the events of a trace to rows of intervals on a page.
 *
 * A hop stands on two rows, that of its sender and that of its receiver; a computation on one.
 * Master: reception port and emission port. Worker: communication and computation. A graph's nodes
 * have rows of their own (graph.c). A row whose items overlap is cut into lanes
 * (lanes.c). */
#include "base/memory.h"
#include "io/chart/gantt.h"
#include <stdlib.h>
#include <string.h>

static const double page_width = 842;  /* A4 landscape */
static const double row_limit = 1000;  /* greatest height of all workers together */
static const double row_soft = 420;    /* ... up to which bands keep their comfortable height */
static const double row_comfort = 54;  /* height of a worker's band where there is room */
static const double row_readable = 24; /* ... down to which the page grows instead */

/* What the trace contains, before there are rows. */
struct census {
  bool received, sent, transfers, computes, master_computes;
};

static int bad_event(struct sp_error *error, const struct sp_trace *trace, long k, const char *want)
{
  const struct sp_event *e = &trace->event[k];
  return sp_bad_input(error, "event %ld: %g to %g, node %d to %d, expected %s", k + 1, e->start,
                      e->end, e->from, e->to, want);
}

static int take_census(struct gantt_chart *chart, const struct sp_trace *trace,
                       struct census *census, struct sp_error *error)
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
    bool transfer = e->kind == SP_TRANSFER;
    census->transfers |= transfer;
    census->received |= transfer && e->to == 0;
    census->sent |= transfer && e->from == 0;
    census->computes |= !transfer;
    census->master_computes |= !transfer && e->to == 0;
  }
  if (chart->workers > GANTT_MAX_WORKERS)
    return sp_failure(error, SP_CANNOT, "%d %s, expected at most %d in a Gantt chart",
                      chart->workers, chart->graph ? "nodes" : "workers", GANTT_MAX_WORKERS);
  return SP_OK;
}

/* The dates to mark and the axis. A chart of nothing, or of nothing that takes time, has the axis
 * 0..1. */
static void find_dates(struct gantt_chart *chart, const struct sp_trace *trace, double bound,
                       bool computes)
{
  double last = 0;
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    if (e->end > last)
      last = e->end;
    if ((e->kind == SP_COMPUTE || !computes) && e->end > chart->makespan)
      chart->makespan = e->end;
  }
  chart->bound = bound > 0 && bound < 1e300 ? bound : NAN;
  if (chart->bound > last)
    last = chart->bound;
  chart->horizon = last > 1e-300 ? last * 1.02 : 1;
}

/* ---- rows */

static void add_row(struct gantt_chart *chart, int node, enum gantt_role role)
{
  chart->row[chart->n_rows++] = (struct gantt_row){.node = node, .role = role, .lanes = 1};
}

/* A row for which there can be nothing in this kind of problem is left out. */
static void make_rows(struct gantt_chart *chart, const struct census *census)
{
  chart->row = sp_xcalloc((size_t)chart->workers * 2 + 3, sizeof *chart->row);
  if (census->received || !census->transfers)
    add_row(chart, 0, GANTT_IN);
  if (census->sent || !census->transfers)
    add_row(chart, 0, GANTT_OUT);
  if (census->master_computes)
    add_row(chart, 0, GANTT_COMP);
  for (int i = 1; i <= chart->workers; i++) {
    add_row(chart, i, GANTT_COMM);
    if (census->computes)
      add_row(chart, i, GANTT_COMP);
  }
}

/* Index of a row that exists: the master's few are searched, the workers' computed. */
static int find_row(const struct gantt_chart *chart, int node, enum gantt_role role)
{
  if (chart->graph)
    return gantt_graph_row(chart, node, role);
  int k = 0;
  while (chart->row[k].node == 0 && (node > 0 || chart->row[k].role != role))
    k++;
  if (node == 0)
    return k;
  int per_worker = (chart->n_rows - k) / chart->workers;
  return k + (node - 1) * per_worker + (role == GANTT_COMP);
}

/* ---- items */

/* The worker on which each message's task ends: the receiver of its hop from the master. */
struct target {
  long message;
  int worker;
};

static int compare_targets(const void *a, const void *b)
{
  const struct target *p = a, *q = b;
  if (p->message != q->message)
    return p->message < q->message ? -1 : 1;
  return (p->worker > q->worker) - (p->worker < q->worker);
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
  enum gantt_role role = GANTT_COMP;
  enum gantt_look look = e->message < 0 && !chart->graph ? GANTT_OWN : GANTT_RECEIVED;
  if (e->kind == SP_TRANSFER) {
    role = node > 0 ? GANTT_COMM : sends ? GANTT_OUT : GANTT_IN;
    look = e->to == 0 ? GANTT_TO_MASTER : GANTT_TO_WORKER;
    if (chart->graph)
      role = sends ? GANTT_SEND : GANTT_RECV;
  }
  chart->used[look] = true;
  chart->item[chart->n_items++] = (struct gantt_item){.start = e->start,
                                                      .end = e->end,
                                                      .amount = e->amount,
                                                      .message = e->message,
                                                      .row = find_row(chart, node, role),
                                                      .other = sends ? e->to : e->from,
                                                      .receiver = receiver,
                                                      .look = look,
                                                      .sends = sends};
}

static int compare_items(const void *a, const void *b)
{
  const struct gantt_item *p = a, *q = b;
  if (p->row != q->row)
    return p->row < q->row ? -1 : 1;
  if (p->start < q->start || p->start > q->start)
    return p->start < q->start ? -1 : 1;
  if (p->end < q->end || p->end > q->end)
    return p->end < q->end ? -1 : 1;
  if (p->message != q->message)
    return p->message < q->message ? -1 : 1;
  if (p->other != q->other)
    return p->other < q->other ? -1 : 1;
  return (int)p->look - (int)q->look;
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

/* ---- page */

static double worker_pitch(int workers)
{
  double comfortable = row_soft / workers, squeezed = row_limit / workers;
  if (comfortable > row_comfort)
    return row_comfort;
  if (comfortable > row_readable)
    return comfortable;
  return squeezed < row_readable ? squeezed : row_readable;
}

/* Ports of the master stay readable however many workers there are. */
static double master_row_height(const struct gantt_row *row, double pitch)
{
  double one = pitch * 0.42;
  one = one < 12 ? 12 : one;
  return row->lanes * 7.5 > one ? row->lanes * 7.5 : one;
}

/* Puts a worker's row into its band so that its middle line, which every interval's coordinates
 * repeat, is a multiple of half a point: short numbers keep vector files small. */
void gantt_place_row(struct gantt_row *row, double y, double height)
{
  double middle = floor((y + height / 2) * 2 + 0.5) / 2;
  bool low = height < 1;
  row->height = low ? height : floor(height * 2) / 2;
  row->y = low ? y : middle - row->height / 2;
}

static void place_rows(struct gantt_chart *chart)
{
  double y = chart->top + 3;
  int r = 0;
  for (; r < chart->n_rows && chart->row[r].node == 0; r++) {
    chart->row[r].y = y;
    chart->row[r].height = master_row_height(&chart->row[r], chart->pitch);
    y += chart->row[r].height + 3;
  }
  chart->bands = y = ceil(y + 1.5);
  double share = chart->workers && chart->n_rows - r > chart->workers ? 0.34 : 0.86;
  for (; r < chart->n_rows; r++) {
    struct gantt_row *row = &chart->row[r];
    double band = y + (row->node - 1) * chart->pitch;
    bool comm = row->role == GANTT_COMM;
    gantt_place_row(row, band + chart->pitch * (comm ? 0.06 : 0.44),
                    chart->pitch * (comm ? share : 0.5));
  }
  chart->bottom = y + chart->workers * chart->pitch + 1;
}

/* A quarter point, as fine as print is; more in great charts, which trade detail for the size of
 * the file. */
static double finest_width(long items)
{
  return items > 120000 ? 1.5 : items > 50000 ? 0.5 : 0.25;
}

static void place_page(struct gantt_chart *chart)
{
  chart->finest = finest_width(chart->n_items);
  chart->width = page_width;
  chart->left = 78;
  chart->right = chart->width - 18;
  chart->top = 62;
  chart->pitch = chart->workers ? worker_pitch(chart->workers) : 0;
  if (chart->graph)
    gantt_graph_place(chart);
  else
    place_rows(chart);
  chart->height = chart->bottom + 64;
}

int gantt_chart_init(struct gantt_chart *chart, const struct sp_trace *trace, double bound,
                     struct sp_error *error)
{
  struct census census = {0};
  memset(chart, 0, sizeof *chart);
  chart->graph = sp_trace_is_graph(trace);
  int code = take_census(chart, trace, &census, error);
  if (code != SP_OK) {
    gantt_chart_clear(chart);
    return code;
  }
  find_dates(chart, trace, bound, census.computes);
  if (chart->graph)
    gantt_graph_rows(chart, trace);
  else
    make_rows(chart, &census);
  make_items(chart, trace);
  gantt_assign_lanes(chart);
  place_page(chart);
  return SP_OK;
}

void gantt_chart_clear(struct gantt_chart *chart)
{
  free(chart->item);
  free(chart->row);
  free(chart->row_at);
  free(chart->band);
  memset(chart, 0, sizeof *chart);
}

double gantt_x(const struct gantt_chart *chart, double date)
{
  return chart->left + (chart->right - chart->left) * (date / chart->horizon);
}

double gantt_lane_height(const struct gantt_row *row)
{
  return row->height / row->lanes;
}
