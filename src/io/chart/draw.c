/* Draws the page of a Gantt chart: title and all other parts. Later parts are drawn over earlier
 * ones. */
#include "io/chart/draw.h"
#include "base/text.h"
#include <stdlib.h>

/* ---- title */

static void draw_title(cairo_t *cr, const struct gantt_chart *chart, const char *title)
{
  double room = chart->width - 28;
  char *clean = gantt_clean_text(title, SIZE_MAX);
  cairo_set_source_rgb(cr, 0, 0, 0);
  gantt_font(cr, 12, true);
  if (gantt_text_width(cr, clean) > room)
    gantt_font(cr, 8, true);
  char *text = gantt_fitted(cr, clean, room);
  gantt_text(cr, chart->width / 2, 20, 0.5, text);
  free(text);
  free(clean);
}

/* How many nodes without work have no row. */
static void draw_idle(cairo_t *cr, const struct gantt_chart *chart)
{
  char text[64];
  if (!chart->idle)
    return;
  snprintf(text, sizeof text, "%ld %s%s without work not drawn", chart->idle,
           chart->graph ? "node" : "worker", sp_plural((double)chart->idle));
  gantt_text(cr, 14, chart->bottom + 25, 0, text);
}

void gantt_draw(cairo_t *cr, const struct gantt_chart *chart, const char *title)
{
  cairo_set_source_rgb(cr, 1, 1, 1);
  cairo_paint(cr);
  gantt_draw_bands(cr, chart);
  gantt_draw_shades(cr, chart);
  gantt_draw_axis(cr, chart);
  struct gantt_merged merged = {false, false};
  for (int k = 0; k < chart->n_rows; k++)
    gantt_draw_row(cr, chart, &chart->row[k], &merged);
  gantt_draw_markers(cr, chart);
  for (int k = 0; k < chart->n_rows; k++)
    gantt_draw_labels(cr, chart, &chart->row[k]);
  gantt_draw_names(cr, chart);
  gantt_draw_legend(cr, chart, &merged);
  draw_idle(cr, chart);
  draw_title(cr, chart, title);
}
