/* Places the rows of a Gantt chart on a page, and names them. */
#include "base/memory.h"
#include "io/chart/layout.h"

static const double page_width = 842; /* A4 landscape */

/* ---- rows */

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

/* ---- names */

/* A master that no file has named is just the master. */
static void name_nodes(struct gantt_chart *chart, const struct sp_instance *in)
{
  struct sp_node_text number;
  chart->name = sp_new(chart->memory, chart->workers + 1, char *);
  for (int node = 0; node <= chart->workers; node++) {
    const char *name = sp_trace_name(in, node, &number);
    if (node == 0 && !chart->graph)
      name = strcmp(name, "P0") ? sp_context_text(chart->memory, "master %s", name) : "master";
    chart->name[node] = gantt_clean_text(chart->memory, name, 40);
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
  (chart->graph ? place_graph_rows : place_star_rows)(chart);
  chart->height = chart->bottom + (chart->changing ? 80 : 64);
}

int gantt_chart_init(struct gantt_chart *chart, const struct sp_trace *trace,
                     const struct sp_instance *in, double bound, const struct sp_gantt_view *view,
                     struct sp_error *error)
{
  int code = gantt_rows_init(chart, trace, in, bound, false, view, error);
  if (code != SP_OK)
    return code;
  name_nodes(chart, in);
  place_page(chart);
  if (chart->changing)
    gantt_make_shades(chart, in);
  return SP_OK;
}
