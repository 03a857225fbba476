/* Draws the time axis of a Gantt chart: ticks at round dates, and the marked dates. */
#include "io/chart/draw.h"
#include <stdlib.h>
#include <string.h>

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
