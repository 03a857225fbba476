/* Makes the rows of a Gantt chart and places them on the page.
 *
 * A star has rows for the master's reception port and emission port, and for each worker's
 * communication and computation. A graph has a row for the receptions, emissions and computations
 * of each node, if there are any, and one for an idle node. The rows of a node form a band. */
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
  if (chart->graph)
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

/* Marks the rows that events need by 1 in row_at. */
static void mark_events(struct gantt_chart *chart, const struct sp_trace *trace)
{
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    *row_at(chart, e->from, role_of(chart, e, e->from)) = 1;
    *row_at(chart, e->to, role_of(chart, e, e->to)) = 1;
    chart->amounts |= e->amount < 1 || e->amount > 1;
    chart->numbers = e->message >= chart->numbers ? e->message + 1 : chart->numbers;
  }
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
  if (!chart->graph)
    *row_at(chart, node, GANTT_COMM) = 1;
  if (chart->graph ? !is_busy(chart, node) : computes)
    *row_at(chart, node, GANTT_COMP) = 1;
}

/* Marks the rows of the chart. Idle nodes have none if there are many nodes; they are counted. */
static void mark_rows(struct gantt_chart *chart, const struct sp_trace *trace, int nodes)
{
  bool transfers = false, computes = false;
  for (long k = 0; k < trace->n; k++) {
    transfers |= trace->event[k].kind == SP_TRANSFER;
    computes |= trace->event[k].kind == SP_COMPUTE;
  }
  mark_events(chart, trace);
  if (!transfers && !chart->graph)
    *row_at(chart, 0, GANTT_IN) = *row_at(chart, 0, GANTT_OUT) = 1;
  for (int node = 1; node <= chart->workers; node++)
    if (nodes <= GANTT_ALL_WORKERS || is_busy(chart, node))
      mark_node(chart, node, computes);
    else
      chart->idle++;
  chart->idle += nodes - chart->workers;
}

void gantt_make_rows(struct gantt_chart *chart, const struct sp_trace *trace, int nodes)
{
  static const enum gantt_role of_graph[ROLES] = {GANTT_RECV, GANTT_SEND, GANTT_COMP},
                               of_master[ROLES] = {GANTT_IN, GANTT_OUT, GANTT_COMP},
                               of_worker[ROLES] = {GANTT_COMM, GANTT_COMM, GANTT_COMP};
  nodes = nodes > chart->workers ? nodes : chart->workers;
  if (nodes <= GANTT_ALL_WORKERS)
    chart->workers = nodes;
  size_t most = (size_t)chart->workers + 1;
  chart->row_at = sp_xcalloc(most * ROLES, sizeof *chart->row_at);
  chart->row = sp_xcalloc(most * ROLES, sizeof *chart->row);
  chart->band = sp_xcalloc(most, sizeof *chart->band);
  mark_rows(chart, trace, nodes);
  for (int node = chart->graph; node <= chart->workers; node++) {
    const enum gantt_role *role = chart->graph ? of_graph : node ? of_worker : of_master;
    int before = chart->n_rows;
    for (int r = 0; r < ROLES; r++) {
      int *at = &chart->row_at[node * ROLES + r];
      if (!*at)
        continue;
      *at = chart->n_rows;
      chart->row[chart->n_rows++] = (struct gantt_row){.node = node, .role = role[r], .lanes = 1};
    }
    if (chart->n_rows > before || node == 0)
      chart->band[chart->n_bands++].node = node;
  }
}

int gantt_find_row(const struct gantt_chart *chart, const struct sp_event *e, int node)
{
  return *row_at(chart, node, role_of(chart, e, node));
}

/* ---- places */

/* The heights of rows, or of bands of rows. */
struct heights {
  double soft;     /* total height up to which each has its comfortable height */
  double limit;    /* greatest total height */
  double comfort;  /* height of one, if there is room */
  double readable; /* least height of one; the page grows if there is less room */
};
static const struct heights of_workers = {420, 1000, 54, 24};
static const struct heights of_rows = {430, 1400, 19, 11};
static const double padding = 0.5; /* padding of a graph's band, in row heights */

/* The height of each of n rows or bands. */
static double height_of(const struct heights *h, double n)
{
  double comfortable = h->soft / n, squeezed = h->limit / n;
  if (comfortable > h->comfort)
    return h->comfort;
  if (comfortable > h->readable)
    return comfortable;
  return squeezed < h->readable ? squeezed : h->readable;
}

/* The ports of the master are readable with any number of workers. */
static double master_row_height(const struct gantt_row *row, double pitch)
{
  double one = pitch * 0.42;
  one = one < 12 ? 12 : one;
  return row->lanes * 7.5 > one ? row->lanes * 7.5 : one;
}

/* Puts a row between y and y + height so that its middle line, which the coordinates of every
 * interval repeat, is a multiple of half a point: short numbers keep vector files small. */
static void place_row(struct gantt_row *row, double y, double height)
{
  double middle = floor((y + height / 2) * 2 + 0.5) / 2;
  bool low = height < 1;
  row->height = low ? height : floor(height * 2) / 2;
  row->y = low ? y : middle - row->height / 2;
}

/* Places of rows in a worker's band, in parts of its height. */
struct places {
  double comm, comm_height; /* of communication, above computation */
  double alone;             /* its height if there is no computation */
  double comp, comp_height;
};
static const struct places plain = {0.06, 0.34, 0.86, 0.44, 0.5};
static const struct places shaded = {0.1, 0.25, 0.8, 0.52, 0.38}; /* shades are seen above, below */

/* A row of a worker, and the part of the band that is shaded behind it. */
static void place_worker_row(struct gantt_row *row, const struct gantt_band *band,
                             const struct places *at, bool alone)
{
  bool comm = row->role == GANTT_COMM;
  double height = comm ? (alone ? at->alone : at->comm_height) : at->comp_height;
  double above = comm ? 0.02 : 0.46, below = comm && !alone ? 0.42 : 0.98;
  place_row(row, band->y + band->height * (comm ? at->comm : at->comp), band->height * height);
  row->back = band->y + band->height * above;
  row->back_height = band->height * (below - above);
}

static void place_star_rows(struct gantt_chart *chart)
{
  double y = chart->top + 3;
  int r = 0, workers = chart->n_bands - 1;
  chart->pitch = workers ? height_of(&of_workers, workers) : 0;
  for (; r < chart->n_rows && chart->row[r].node == 0; r++) {
    chart->row[r].y = y;
    chart->row[r].height = master_row_height(&chart->row[r], chart->pitch);
    y += chart->row[r].height + 3;
  }
  chart->bands = y = ceil(y + 1.5);
  chart->band[0] = (struct gantt_band){0, chart->top, y - 3 - chart->top};
  bool alone = chart->n_rows - r <= workers;
  for (int b = 1; b <= workers; b++) {
    struct gantt_band *band = &chart->band[b];
    band->y = y + (b - 1) * chart->pitch;
    band->height = chart->pitch;
    for (; r < chart->n_rows && chart->row[r].node == band->node; r++)
      place_worker_row(&chart->row[r], band, chart->changing ? &shaded : &plain, alone);
  }
  chart->bottom = y + workers * chart->pitch + 1;
}

/* The height of a row in lane heights; n lanes in a row are lower than n rows. */
static double weight(const struct gantt_row *row)
{
  return row->lanes == 1 ? 1 : 0.3 + 0.7 * row->lanes;
}

static void place_graph_rows(struct gantt_chart *chart)
{
  double all = padding * chart->n_bands, y = chart->bands = chart->top + 3;
  int r = 0;

  for (int k = 0; k < chart->n_rows; k++)
    all += weight(&chart->row[k]);
  double height = chart->pitch = height_of(&of_rows, all);
  for (int b = 0; b < chart->n_bands; b++) {
    struct gantt_band *band = &chart->band[b];
    band->y = y;
    y += height * padding / 2;
    for (; r < chart->n_rows && chart->row[r].node == band->node; r++) {
      double share = height * weight(&chart->row[r]);
      place_row(&chart->row[r], y + share * 0.05, share * 0.9);
      y += share;
    }
    y += height * padding / 2;
    band->height = y - band->y;
  }
  chart->bottom = y + 1;
}

void gantt_place_rows(struct gantt_chart *chart)
{
  if (chart->graph)
    place_graph_rows(chart);
  else
    place_star_rows(chart);
}
