/* Makes the rows of a Gantt chart, and puts their overlapping items into lanes, one below the
 * other.
 *
 * A star has rows for the master's reception port and emission port, and for each worker's
 * communication and computation. A graph has a row for the receptions, emissions and computations
 * of each node, if there are any, and one for an idle node. The rows of a node form a band. In a
 * whole chart all workers have their two rows, and the nodes of a graph that are not idle. *
 * Each item, by increasing start, gets the first free lane: an interval graph needs no more lanes
 * than its greatest number of simultaneous items. On a page's communication row of a worker
 * emissions are above receptions. */
#include "base/memory.h"
#include "io/chart/layout.h"

/* ---- which rows there are */

enum { ROLES = 3 };

/* The role of the row of `node` that shows the event. */
static enum gantt_role role_of(const struct gantt_chart *chart, const struct sp_event *e, int node)
{
  bool sends = node == e->from;
  if (e->kind == SP_COMPUTE)
    return GANTT_COMP;
  if (chart->graph && !chart->whole)
    return sends ? GANTT_SEND : GANTT_RECV;
  return node > 0 ? GANTT_COMM : sends ? GANTT_OUT : GANTT_IN;
}

/* The entry of row_at. */
static int *row_at(const struct gantt_chart *chart, int node, enum gantt_role role)
{
  static const int rank[] = {[GANTT_IN] = 0,  [GANTT_COMM] = 0, [GANTT_RECV] = 0,
                             [GANTT_OUT] = 1, [GANTT_SEND] = 1, [GANTT_COMP] = 2};
  return &chart->row_at[node * ROLES + rank[role]];
}

/* Marks a row that the chart has: its entry of row_at is 1 + its role until rows are made. */
static void mark_row(struct gantt_chart *chart, int node, enum gantt_role role)
{
  *row_at(chart, node, role) = 1 + (int)role;
}

static bool is_busy(const struct gantt_chart *chart, int node)
{
  const int *at = &chart->row_at[node * ROLES];
  return at[0] || at[1] || at[2];
}

/* Marks the rows that a worker of a star, or an idle node of a graph, has even if they are empty.
 */
static void mark_node(struct gantt_chart *chart, int node, bool computes)
{
  if (!chart->graph || chart->whole)
    mark_row(chart, node, GANTT_COMM);
  if (chart->whole || (chart->graph ? !is_busy(chart, node) : computes))
    mark_row(chart, node, GANTT_COMP);
}

/* Have idle nodes rows on a page? */
static bool shows_idle(const struct gantt_chart *chart, int nodes)
{
  return chart->all || nodes <= GANTT_ALL_WORKERS;
}

/* Idle nodes have no rows if there are many nodes, and in a whole chart if there is no master. */
static bool is_shown(const struct gantt_chart *chart, int node, int nodes)
{
  return is_busy(chart, node) || (chart->whole ? !chart->graph : shows_idle(chart, nodes));
}

/* Marks the rows of the chart, and counts the nodes that have none. */
static void mark_rows(struct gantt_chart *chart, const struct sp_trace *trace, int nodes)
{
  bool transfers = false, computes = false;
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    mark_row(chart, e->from, role_of(chart, e, e->from));
    mark_row(chart, e->to, role_of(chart, e, e->to));
    transfers |= e->kind == SP_TRANSFER;
    computes |= e->kind == SP_COMPUTE;
    chart->amounts |= e->amount < 1 || e->amount > 1;
    chart->numbers = e->message >= chart->numbers ? e->message + 1 : chart->numbers;
  }
  if (!transfers && !chart->graph && !chart->whole) {
    mark_row(chart, 0, GANTT_IN);
    mark_row(chart, 0, GANTT_OUT);
  }
  for (int node = 1; node <= chart->workers; node++)
    if (is_shown(chart, node, nodes))
      mark_node(chart, node, computes);
    else
      chart->idle++;
  chart->idle += nodes - chart->workers;
}

void gantt_make_rows(struct gantt_chart *chart, const struct sp_trace *trace, int nodes)
{
  nodes = nodes > chart->workers ? nodes : chart->workers;
  if (shows_idle(chart, nodes) || (chart->whole && !chart->graph))
    chart->workers = nodes;
  int most = chart->workers + 1;
  chart->row_at = sp_new(chart->memory, most * ROLES, int);
  chart->row = sp_new(chart->memory, most * ROLES, struct gantt_row);
  chart->band = sp_new(chart->memory, most, struct gantt_band);
  mark_rows(chart, trace, nodes);
  for (int node = chart->graph; node <= chart->workers; node++) {
    int before = chart->n_rows;
    for (int r = 0; r < ROLES; r++) {
      int *at = &chart->row_at[node * ROLES + r];
      if (!*at)
        continue;
      chart->row[chart->n_rows] =
          (struct gantt_row){.node = node, .role = (enum gantt_role)(*at - 1), .lanes = 1};
      *at = chart->n_rows++;
    }
    if (chart->n_rows > before || node == 0)
      chart->band[chart->n_bands++].node = node;
  }
}

int gantt_find_row(const struct gantt_chart *chart, const struct sp_event *e, int node)
{
  return *row_at(chart, node, role_of(chart, e, node));
}

/* ---- lanes */

static const double rounding = 1e-6; /* overlaps below this fraction of the horizon are rounding */

/* The items of a row that one pass handles. */
enum group { RECEIVED, SENT, ALL };

/* Gives each item of the group the first free lane from `base` on, of at most `most`; returns the
 * number of lanes used. If no lane is free, the item is shown in the lane that becomes free first,
 * from that date on. */
static int fill_lanes(struct gantt_item *item, long n, enum group group, int base, long most,
                      double slack)
{
  double *free_at = NULL;
  int lanes = 0, room = 0;
  for (long k = 0; k < n; k++) {
    if (group != ALL && item[k].sends != (group == SENT))
      continue;
    int lane = 0, soonest = 0;
    while (lane < lanes && free_at[lane] > item[k].start + slack) {
      soonest = free_at[lane] < free_at[soonest] ? lane : soonest;
      lane++;
    }
    if (lane == lanes && lanes < most) {
      sp_grow(free_at, lanes, room);
      free_at[lanes++] = 0;
    } else if (lane == lanes) {
      lane = soonest;
      item[k].start = fmin(free_at[lane], item[k].end);
    }
    free_at[lane] = fmax(free_at[lane], item[k].end);
    item[k].lane = base + lane;
  }
  free(free_at);
  return lanes;
}

void gantt_assign_lanes(struct gantt_chart *chart)
{
  double slack = chart->horizon * rounding;
  for (int r = 0; r < chart->n_rows; r++) {
    struct gantt_row *row = &chart->row[r];
    struct gantt_item *item = chart->item + row->first;
    row->at_once = fill_lanes(item, row->n, ALL, 0, row->n, slack);
    if (chart->whole && row->at_once > 1) {
      row->lanes = row->at_once;
    } else if (row->at_once > 1 && row->role == GANTT_COMM) {
      row->lanes = fill_lanes(item, row->n, SENT, 0, GANTT_MAX_LANES, slack);
      row->lanes += fill_lanes(item, row->n, RECEIVED, row->lanes, GANTT_MAX_LANES, slack);
    } else if (row->at_once > 1) {
      row->lanes = fill_lanes(item, row->n, ALL, 0, GANTT_MAX_LANES, slack);
    }
  }
}
