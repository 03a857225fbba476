/* Writes the names of the nodes and rows of a Gantt chart. */
#include "io/chart/draw.h"
#include <stdlib.h>

static const double row_names = 36; /* width of the names of rows */

/* If bands are low, only every 5th, 10th, ... worker of a star is named, and of a graph the nodes
 * whose names fit. */
static void draw_nodes(cairo_t *cr, const struct gantt_chart *chart)
{
  bool all = chart->graph || chart->pitch >= 9 || chart->n_bands < 2;
  int every = all ? 1 : (int)gantt_step(20, chart->pitch);
  double free_from = 0;

  cairo_set_source_rgb(cr, 0, 0, 0);
  for (int b = 0; b < chart->n_bands; b++) {
    const struct gantt_band *band = &chart->band[b];
    double middle = band->y + band->height / 2;
    if (chart->graph ? middle - 4 < free_from : band->node > 1 && band->node % every != 0)
      continue;
    gantt_font(cr, band->node == 0 || band->height > 14 ? 9 : 7, true);
    char *name = gantt_fitted(cr, chart->name[band->node], chart->left - row_names - 10);
    gantt_text(cr, 10, middle, 0, name);
    free(name);
    free_from = middle + 5;
  }
}

/* If a row has too few lanes, its name says how many intervals it has at once. */
static void draw_row(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_row *row)
{
  static const char *const of[] = {
      [GANTT_IN] = "IN",      [GANTT_OUT] = "OUT",       [GANTT_COMM] = "comm.",
      [GANTT_COMP] = "comp.", [GANTT_RECV] = "receives", [GANTT_SEND] = "sends"};
  const char *name = !chart->graph || row->role != GANTT_COMP ? of[row->role]
                     : row->n                                 ? "computes"
                                                              : "idle";
  double middle = row->y + row->height / 2, x = chart->left - 5;
  char many[48];

  if (row->at_once <= row->lanes) {
    gantt_text(cr, x, middle, 1, name);
  } else if (chart->graph) {
    snprintf(many, sizeof many, "%s (%d)", name, row->at_once);
    gantt_text(cr, x, middle, 1, many);
  } else {
    snprintf(many, sizeof many, "%d at once", row->at_once);
    gantt_text(cr, x, middle - 5, 1, name);
    gantt_text(cr, x, middle + 5, 1, many);
  }
}

void gantt_draw_names(cairo_t *cr, const struct gantt_chart *chart)
{
  double least = chart->graph ? 7 : 17; /* pitch below which rows have no names */
  draw_nodes(cr, chart);
  gantt_font(cr, chart->graph && chart->pitch < 9 ? 6 : 7, false);
  cairo_set_source_rgb(cr, 0.3, 0.3, 0.3);
  for (int r = 0; r < chart->n_rows; r++)
    if (chart->pitch >= least || chart->row[r].node == 0)
      draw_row(cr, chart, &chart->row[r]);
}
