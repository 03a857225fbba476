/* Draws what is behind the rows of a Gantt chart: the bands of the nodes, and what is slower,
 * stands still or is down (shades.c). */
#include "io/chart/draw.h"

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
