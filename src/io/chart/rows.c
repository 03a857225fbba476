/* Makes the rows of a Gantt chart and places them on the page.
 *
 * A star has rows for the master's reception port and emission port, and for each worker's
 * communication and computation. A graph has a row for the receptions, emissions and computations
 * of each node, if there are any; the rows of a node form a band. */
#include "base/memory.h"
#include "io/chart/layout.h"

static void add_row(struct gantt_chart *chart, int node, enum gantt_role role)
{
  chart->row[chart->n_rows++] = (struct gantt_row){.node = node, .role = role, .lanes = 1};
}

/* ---- rows of a star */

/* The events of a star's trace. */
struct census {
  bool received, sent, transfers, computes, master_computes;
};

static struct census take_census(const struct sp_trace *trace)
{
  struct census census = {0};
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    bool transfer = e->kind == SP_TRANSFER;
    census.transfers |= transfer;
    census.received |= transfer && e->to == 0;
    census.sent |= transfer && e->from == 0;
    census.computes |= !transfer;
    census.master_computes |= !transfer && e->to == 0;
  }
  return census;
}

/* Leaves out rows that have nothing to show in this kind of problem. */
static void make_star_rows(struct gantt_chart *chart, const struct sp_trace *trace)
{
  struct census census = take_census(trace);
  chart->row = sp_xcalloc((size_t)chart->workers * 2 + 3, sizeof *chart->row);
  if (census.received || !census.transfers)
    add_row(chart, 0, GANTT_IN);
  if (census.sent || !census.transfers)
    add_row(chart, 0, GANTT_OUT);
  if (census.master_computes)
    add_row(chart, 0, GANTT_COMP);
  for (int i = 1; i <= chart->workers; i++) {
    add_row(chart, i, GANTT_COMM);
    if (census.computes)
      add_row(chart, i, GANTT_COMP);
  }
}

/* The master's few rows are found by search, those of the workers by their index. */
static int find_star_row(const struct gantt_chart *chart, int node, enum gantt_role role)
{
  int k = 0;
  while (chart->row[k].node == 0 && (node > 0 || chart->row[k].role != role))
    k++;
  if (node == 0)
    return k;
  int per_worker = (chart->n_rows - k) / chart->workers;
  return k + (node - 1) * per_worker + (role == GANTT_COMP);
}

/* ---- rows of a graph */

enum { ROLES = 3 };

static int place_of(int node, enum gantt_role role)
{
  return node * ROLES + (role == GANTT_RECV ? 0 : role == GANTT_SEND ? 1 : 2);
}

static void make_graph_rows(struct gantt_chart *chart, const struct sp_trace *trace)
{
  static const enum gantt_role role[ROLES] = {GANTT_RECV, GANTT_SEND, GANTT_COMP};
  size_t places = ((size_t)chart->workers + 1) * ROLES;

  chart->row_at = sp_xcalloc(places, sizeof *chart->row_at);
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    bool transfer = e->kind == SP_TRANSFER;
    chart->row_at[place_of(e->from, transfer ? GANTT_SEND : GANTT_COMP)] = 1;
    chart->row_at[place_of(e->to, transfer ? GANTT_RECV : GANTT_COMP)] = 1;
    chart->amounts |= e->amount < 1 || e->amount > 1;
    chart->numbers = e->message >= chart->numbers ? e->message + 1 : chart->numbers;
  }
  chart->row = sp_xcalloc(places, sizeof *chart->row);
  chart->band = sp_xcalloc((size_t)chart->workers + 1, sizeof *chart->band);
  for (int node = 1; node <= chart->workers; node++) {
    int before = chart->n_rows;
    for (int r = 0; r < ROLES; r++) {
      int *at = &chart->row_at[place_of(node, role[r])];
      if (!*at)
        continue;
      *at = chart->n_rows;
      add_row(chart, node, role[r]);
    }
    if (chart->n_rows > before)
      chart->band[chart->n_bands++].node = node;
  }
}

void gantt_make_rows(struct gantt_chart *chart, const struct sp_trace *trace)
{
  if (chart->graph)
    make_graph_rows(chart, trace);
  else
    make_star_rows(chart, trace);
}

int gantt_find_row(const struct gantt_chart *chart, int node, enum gantt_role role)
{
  return chart->graph ? chart->row_at[place_of(node, role)] : find_star_row(chart, node, role);
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

static void place_star_rows(struct gantt_chart *chart)
{
  double y = chart->top + 3;
  int r = 0;
  chart->pitch = chart->workers ? height_of(&of_workers, chart->workers) : 0;
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
    place_row(row, band + chart->pitch * (comm ? 0.06 : 0.44), chart->pitch * (comm ? share : 0.5));
  }
  chart->bottom = y + chart->workers * chart->pitch + 1;
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
