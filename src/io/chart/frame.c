/* Draws what frames the bars of a Gantt chart: behind them the bands of the nodes, and what is
 * slower, stands still or is down (shades.c); on their left the names of nodes and rows; below them
 * the time axis with ticks at round dates, and the marked dates. */
#include "io/chart/draw.h"
#include <stdlib.h>
#include <string.h>

void gantt_draw_bands(cairo_t *cr, const struct gantt_chart *chart)
{
  double grey = chart->graph ? 0.955 : 0.962;
  for (int b = !chart->graph; b < chart->n_bands; b += 2)
    cairo_rectangle(cr, chart->left, chart->band[b].y, chart->right - chart->left,
                    chart->band[b].height);
  cairo_set_source_rgb(cr, grey, grey, grey);
  cairo_fill(cr);
}

static const double narrow_hatching = 3; /* a narrower rectangle has no room for hatching */

static struct gantt_colour grey(double lightness)
{
  return (struct gantt_colour){lightness, lightness, lightness};
}

static struct gantt_colour shade_colour(enum gantt_shade shade)
{
  if (shade == GANTT_DOWN)
    return grey(0.4);
  if (shade == GANTT_STILL)
    return grey(0.72);
  return grey(0.9 - 0.28 * (shade - 1) / (GANTT_SLOWEST - 1));
}

/* Adds a rectangle of the shade, or the strokes over it, to the path. */
static void add_rectangle(cairo_t *cr, const struct gantt_row *row, const struct gantt_span *span,
                          bool hatch)
{
  double y = row->back, height = row->back_height;
  if (!hatch)
    cairo_rectangle(cr, span->x0, y, span->x1 - span->x0, height);
  else if (span->x1 - span->x0 >= narrow_hatching && height >= narrow_hatching)
    gantt_hatch(cr, span->x0, y, span->x1, y + height, false);
}

static void paint(cairo_t *cr, enum gantt_shade shade, bool hatch)
{
  gantt_set(cr, hatch ? grey(0.35) : shade_colour(shade));
  cairo_set_line_width(cr, 0.7);
  if (hatch)
    cairo_stroke(cr);
  else
    cairo_fill(cr);
}

/* What stands still has a hatch over its grey. */
static int layers(enum gantt_shade shade)
{
  return shade == GANTT_STILL ? 2 : 1;
}

void gantt_draw_shades(cairo_t *cr, const struct gantt_chart *chart)
{
  for (int shade = GANTT_FULL_SPEED + 1; shade < GANTT_SHADES; shade++)
    for (int hatch = 0; chart->shaded[shade] && hatch < layers((enum gantt_shade)shade); hatch++) {
      for (long k = 0; k < chart->n_spans; k++)
        if (chart->span[k].shade == (enum gantt_shade)shade)
          add_rectangle(cr, &chart->row[chart->span[k].row], &chart->span[k], hatch);
      paint(cr, (enum gantt_shade)shade, hatch);
    }
}

void gantt_draw_shade(cairo_t *cr, enum gantt_shade shade, double x, double y, double width)
{
  const struct gantt_row row = {.back = y - 4.5, .back_height = 9};
  int parts = shade == GANTT_SLOWEST ? GANTT_SLOWEST : 1;
  for (int k = 0; k < parts; k++) {
    enum gantt_shade part = parts > 1 ? (enum gantt_shade)(k + 1) : shade;
    const struct gantt_span span = {0, x + width * k / parts, x + width * (k + 1) / parts, part};
    for (int hatch = 0; hatch < layers(shade); hatch++) {
      add_rectangle(cr, &row, &span, hatch);
      paint(cr, part, hatch);
    }
  }
}

/* ---- names */

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
    double room = chart->left - row_names - 10;
    gantt_text(cr, 10, middle, 0, gantt_fitted(cr, chart, chart->name[band->node], room));
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

/* ---- numbers */

double gantt_step(double span, double most)
{
  double raw = span / most, power = pow(10, floor(log10(raw)));
  static const double round[] = {1, 2, 5};
  for (int k = 0; k < 3; k++)
    if (round[k] * power >= raw * (1 - 1e-12))
      return round[k] * power;
  return 10 * power;
}

int gantt_exponent(double greatest)
{
  if (greatest >= 1e-2 && greatest < 1e5)
    return 0;
  return 3 * (int)floor(log10(greatest) / 3);
}

/* Appends the exponent in superscript digits; these are not contiguous in Unicode. */
static void append_power(char *text, size_t size, int exponent)
{
  static const char *const digit[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  char plain[16];
  snprintf(plain, sizeof plain, "%d", exponent);
  size_t used = strlen(text);
  used += (size_t)snprintf(text + used, size - used, "×10");
  for (const char *c = plain; *c && used < size; c++)
    used += (size_t)snprintf(text + used, size - used, "%s", *c == '-' ? "⁻" : digit[*c - '0']);
}

void gantt_number(char *text, size_t size, double value)
{
  char plain[32];
  snprintf(plain, sizeof plain, "%.6g", value);
  char *e = strchr(plain, 'e');
  if (e)
    *e = '\0';
  snprintf(text, size, "%s", plain);
  if (e)
    append_power(text, size, atoi(e + 1));
}

/* ---- ticks */

static const double tick_distance = 46; /* least distance of two labelled ticks */

static void draw_caption(cairo_t *cr, const struct gantt_chart *chart, int exponent)
{
  char caption[64] = "time";
  if (exponent) {
    snprintf(caption, sizeof caption, "time (");
    append_power(caption, sizeof caption - 1, exponent);
    strcat(caption, ")");
  }
  gantt_font(cr, 9, false);
  gantt_text(cr, (chart->left + chart->right) / 2, chart->bottom + 25, 0.5, caption);
}

void gantt_draw_axis(cairo_t *cr, const struct gantt_chart *chart)
{
  double length = chart->right - chart->left, span = chart->horizon - chart->start;
  double step = gantt_step(span, length / tick_distance);
  int exponent = gantt_exponent(chart->horizon);
  long first = (long)ceil(chart->start / step), last = (long)floor(chart->horizon / step);
  cairo_set_line_width(cr, 0.4);
  cairo_set_source_rgb(cr, 0.82, 0.82, 0.82);
  for (long k = first ? first : 1; k <= last; k++)
    gantt_line(cr, gantt_x(chart, (double)k * step), chart->top, gantt_x(chart, (double)k * step),
               chart->bottom);
  cairo_stroke(cr);
  cairo_set_source_rgb(cr, 0, 0, 0);
  cairo_set_line_width(cr, 0.7);
  gantt_line(cr, chart->left, chart->bottom, chart->right, chart->bottom);
  for (long k = first; k <= last; k++) {
    double x = gantt_x(chart, (double)k * step);
    gantt_line(cr, x, chart->bottom, x, chart->bottom + 3.5);
  }
  cairo_stroke(cr);
  gantt_font(cr, 8.5, false);
  for (long k = first; k <= last; k++) {
    char label[32];
    snprintf(label, sizeof label, "%.6g", (double)k * step / pow(10, exponent));
    gantt_text(cr, gantt_x(chart, (double)k * step), chart->bottom + 11, 0.5, label);
  }
  draw_caption(cr, chart, exponent);
}

/* ---- marked dates */

/* Draws a vertical line at the date, if the axis has it, with a text inside the page. In the upper
 * line of text the text is centred, in the lower one it is to the left of the line. */
static void draw_marker(cairo_t *cr, const struct gantt_chart *chart, double date, bool upper,
                        const char *name)
{
  char value[48], text[96];
  if (date < chart->start || date > chart->horizon)
    return;
  gantt_number(value, sizeof value, date);
  snprintf(text, sizeof text, "%s %s", name, value);
  double x = gantt_x(chart, date), width = gantt_text_width(cr, text);
  double text_y = chart->top - (upper ? 21 : 9);
  double from = upper ? x - width / 2 : x - 3 - width;
  if (from + width > chart->right + 12)
    from = chart->right + 12 - width;
  if (from < 4)
    from = x + 3;
  gantt_text(cr, from, text_y, 0, text);
  gantt_line(cr, x, text_y + (upper ? 6 : -4), x, chart->bottom);
  cairo_stroke(cr);
}

/* The text of the later date is in the upper line, so that no vertical line crosses the other
 * text. */
void gantt_draw_markers(cairo_t *cr, const struct gantt_chart *chart)
{
  static const double dash[] = {4, 2.5};
  cairo_set_source_rgb(cr, 0, 0, 0);
  gantt_font(cr, 9, true);
  cairo_set_line_width(cr, 1.1);
  draw_marker(cr, chart, chart->makespan, !(chart->bound > chart->makespan), "makespan");
  if (isnan(chart->bound))
    return;
  gantt_font(cr, 9, false);
  cairo_set_dash(cr, dash, 2, 0);
  draw_marker(cr, chart, chart->bound, chart->bound > chart->makespan, "lower bound");
  cairo_set_dash(cr, NULL, 0, 0);
}
