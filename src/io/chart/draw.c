/* Draws the page of a Gantt chart: title, legend, and all other parts. Later parts are drawn over
 * earlier ones. */
#include "io/chart/draw.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

/* ---- title */

static void draw_title(cairo_t *cr, const struct gantt_chart *chart, const char *title)
{
  double room = chart->width - 28;
  const char *clean = gantt_clean_text(chart->memory, title, SIZE_MAX);
  cairo_set_source_rgb(cr, 0, 0, 0);
  gantt_font(cr, 12, true);
  if (gantt_text_width(cr, clean) > room)
    gantt_font(cr, 8, true);
  gantt_text(cr, chart->width / 2, 20, 0.5, gantt_fitted(cr, chart, clean, room));
}

/* ---- legend: a line for the looks of bars, one for the shades behind them */

/* Draws a sample of a look; GANTT_LOOKS: of merged intervals of one look; + 1: of several. */
static void draw_swatch(cairo_t *cr, int look, double x, double y)
{
  const double width = 22, height = 9;
  cairo_rectangle(cr, x, y - height / 2, width, height);
  gantt_set(cr, look < GANTT_LOOKS ? gantt_fill((enum gantt_look)look, 1, false)
                                   : gantt_hue(look == GANTT_LOOKS));
  cairo_fill(cr);
  if (look < GANTT_LOOKS && gantt_is_hatched((enum gantt_look)look)) {
    gantt_hatch(cr, x, y - height / 2, x + width, y + height / 2, look == GANTT_RESULT);
    gantt_set(cr, gantt_hue(look != GANTT_LOST));
    cairo_set_line_width(cr, 1.2);
    cairo_stroke(cr);
  }
  if (look >= GANTT_LOOKS)
    return;
  cairo_rectangle(cr, x, y - height / 2, width, height);
  cairo_set_line_width(cr, 0.5);
  cairo_set_source_rgb(cr, 0.25, 0.25, 0.25);
  cairo_stroke(cr);
}

/* The meaning of colours and of numbers in labels. */
static void draw_key(cairo_t *cr, const struct gantt_chart *chart)
{
  char text[96];
  snprintf(text, sizeof text, "colour: the receiving %s%s   %s%s", chart->graph ? "node" : "worker",
           chart->workers > GANTT_HUES ? ", every 20th the same" : "",
           !chart->graph    ? "#k: message k"
           : chart->amounts ? "numbers: amounts"
                            : "#k: hop k",
           chart->gone ? "   ×: lost" : "");
  gantt_text(cr, chart->right, chart->bottom + 25, 1, text);
}

/* The words of the sample at x; returns where the next sample begins. */
static double draw_words(cairo_t *cr, double x, double y, const char *words)
{
  cairo_set_source_rgb(cr, 0, 0, 0);
  gantt_text(cr, x + 26, y, 0, words);
  return x + 42 + gantt_text_width(cr, words);
}

static void draw_shades(cairo_t *cr, const struct gantt_chart *chart, double y)
{
  static const char *const name[GANTT_SHADES] = {
      [GANTT_SLOWEST] = "slower than at factor 1: the slower, the darker",
      [GANTT_STILL] = "factor 0: it stands still",
      [GANTT_DOWN] = "down"};
  bool wanted[GANTT_SHADES];
  double x = 14;
  gantt_shades_wanted(chart, wanted);
  for (int shade = GANTT_SLOWEST; shade < GANTT_SHADES; shade++)
    if (wanted[shade]) {
      gantt_draw_shade(cr, (enum gantt_shade)shade, x, y, 22);
      x = draw_words(cr, x, y, name[shade]);
    }
}

/* The entries that the chart needs. */
static void draw_legend(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_merged *m)
{
  static const char *const name[][2] = {
      [GANTT_TO_MASTER] = {"worker to master"},
      [GANTT_TO_WORKER] = {"master to worker", "message"},
      [GANTT_RECEIVED] = {"computation, received", "computation"},
      [GANTT_OWN] = {"computation, own"},
      [GANTT_LOST] = {"lost", "lost"},
      [GANTT_RESULT] = {"result to master", "message of a result"},
      [GANTT_LOOKS] = {"several, too short to draw apart", "several, too short to draw apart"},
      [GANTT_LOOKS + 1] = {"several different ones", "several different ones"},
  };
  bool wanted[GANTT_LOOKS + 2] = {[GANTT_LOOKS] = m->alike, [GANTT_LOOKS + 1] = m->different};
  memcpy(wanted, chart->used, sizeof chart->used);
  double x = 14, y = chart->bottom + 48;
  gantt_font(cr, 8, false);
  draw_shades(cr, chart, y + 16);
  for (int look = 0; look < GANTT_LOOKS + 2; look++)
    if (wanted[look]) {
      draw_swatch(cr, look, x, y);
      x = draw_words(cr, x, y, name[look][chart->graph]);
    }
  if (chart->used[GANTT_TO_MASTER] || chart->used[GANTT_TO_WORKER])
    draw_key(cr, chart);
}

/* How many nodes without work have no row. */
static void draw_idle(cairo_t *cr, const struct gantt_chart *chart)
{
  char text[96];
  if (!chart->idle)
    return;
  snprintf(text, sizeof text, "%ld %s%s without work not drawn (gantt --all-workers)", chart->idle,
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
  draw_legend(cr, chart, &merged);
  draw_idle(cr, chart);
  draw_title(cr, chart, title);
}
