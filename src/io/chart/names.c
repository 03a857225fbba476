/* Writes the names of the nodes and rows of a Gantt chart, and draws the bands behind the rows. */
#include "io/chart/draw.h"

/* ---- of a star */

/* The top and bottom of a node's rows. */
static double node_top(const struct gantt_chart *chart, int node)
{
  return node == 0 ? chart->top : chart->bands + (node - 1) * chart->pitch;
}

static double node_bottom(const struct gantt_chart *chart, int node)
{
  return node == 0 ? chart->bands - 3 : node_top(chart, node) + chart->pitch;
}

/* Every other worker. */
static void draw_star_bands(cairo_t *cr, const struct gantt_chart *chart)
{
  for (int i = 1; i <= chart->workers; i += 2)
    cairo_rectangle(cr, chart->left, node_top(chart, i), chart->right - chart->left, chart->pitch);
  cairo_set_source_rgb(cr, 0.962, 0.962, 0.962);
}

/* If bands are low, only every 5th, 10th, ... worker is named. */
static int named_workers(const struct gantt_chart *chart)
{
  return chart->pitch >= 9 ? 1 : (int)gantt_step(20, chart->pitch);
}

static void draw_star_row(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_row *row)
{
  static const char *const name[] = {"IN", "OUT", "comm.", "comp."};
  double middle = row->y + row->height / 2;
  gantt_font(cr, 7, false);
  cairo_set_source_rgb(cr, 0.3, 0.3, 0.3);
  if (row->at_once <= row->lanes) {
    gantt_text(cr, chart->left - 5, middle, 1, name[row->role]);
    return;
  }
  char many[32];
  snprintf(many, sizeof many, "%d at once", row->at_once);
  gantt_text(cr, chart->left - 5, middle - 5, 1, name[row->role]);
  gantt_text(cr, chart->left - 5, middle + 5, 1, many);
}

static void draw_star_node(cairo_t *cr, const struct gantt_chart *chart, int node)
{
  int every = named_workers(chart);
  if (node > 0 && node % every != 0 && node != 1)
    return;
  char name[32];
  snprintf(name, sizeof name, node ? "P%d" : "master", node);
  double middle = (node_top(chart, node) + node_bottom(chart, node)) / 2;
  gantt_font(cr, node == 0 || chart->pitch > 14 ? 9 : 7, true);
  cairo_set_source_rgb(cr, 0, 0, 0);
  gantt_text(cr, 10, middle, 0, name);
}

static void draw_star_names(cairo_t *cr, const struct gantt_chart *chart)
{
  for (int node = 0; node <= chart->workers; node++)
    draw_star_node(cr, chart, node);
  for (int k = 0; k < chart->n_rows; k++)
    if (chart->row[k].node == 0 || chart->pitch >= 17)
      draw_star_row(cr, chart, &chart->row[k]);
}

/* ---- of a graph */

static void draw_graph_bands(cairo_t *cr, const struct gantt_chart *chart)
{
  for (int b = 0; b < chart->n_bands; b += 2)
    cairo_rectangle(cr, chart->left, chart->band[b].y, chart->right - chart->left,
                    chart->band[b].height);
  cairo_set_source_rgb(cr, 0.955, 0.955, 0.955);
}

/* If bands are low, only the nodes whose names fit are named. */
static void draw_graph_nodes(cairo_t *cr, const struct gantt_chart *chart)
{
  double free_from = 0;
  char name[32];

  cairo_set_source_rgb(cr, 0, 0, 0);
  for (int b = 0; b < chart->n_bands; b++) {
    const struct gantt_band *band = &chart->band[b];
    double middle = band->y + band->height / 2;
    bool large = band->height > 14;
    if (middle - 4 < free_from)
      continue;
    snprintf(name, sizeof name, "P%d", band->node);
    gantt_font(cr, large ? 9 : 7, true);
    gantt_text(cr, 10, middle, 0, name);
    free_from = middle + 5;
  }
}

static void draw_graph_row(cairo_t *cr, const struct gantt_chart *chart,
                           const struct gantt_row *row)
{
  const char *name = row->role == GANTT_RECV   ? "receives"
                     : row->role == GANTT_SEND ? "sends"
                                               : "computes";
  double middle = row->y + row->height / 2;
  char many[48];

  snprintf(many, sizeof many, "%s (%d)", name, row->at_once);
  gantt_text(cr, chart->left - 5, middle, 1, row->at_once > row->lanes ? many : name);
}

static void draw_graph_names(cairo_t *cr, const struct gantt_chart *chart)
{
  draw_graph_nodes(cr, chart);
  if (chart->pitch < 7)
    return;
  gantt_font(cr, chart->pitch < 9 ? 6 : 7, false);
  cairo_set_source_rgb(cr, 0.3, 0.3, 0.3);
  for (int r = 0; r < chart->n_rows; r++)
    draw_graph_row(cr, chart, &chart->row[r]);
}

/* ---- of both */

void gantt_draw_bands(cairo_t *cr, const struct gantt_chart *chart)
{
  if (chart->graph)
    draw_graph_bands(cr, chart);
  else
    draw_star_bands(cr, chart);
  cairo_fill(cr);
}

void gantt_draw_names(cairo_t *cr, const struct gantt_chart *chart)
{
  if (chart->graph)
    draw_graph_names(cr, chart);
  else
    draw_star_names(cr, chart);
}
