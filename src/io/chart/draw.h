/* Draws a Gantt chart after its layout. Private to this folder. */
#pragma once

#include "io/chart/layout.h"
#include <cairo.h>

/* ---- style (style.c). Hues: 0 is grey, worker i >= 1 has a hue of a palette for colour-blind
 * readers. */

struct gantt_colour {
  double r, g, b;
};
enum { GANTT_HUES = 20 }; /* of so many workers they are different */
struct gantt_colour gantt_hue(int worker);
/* The colour mixed with white: 1 is the colour itself, 0 white. */
struct gantt_colour gantt_tint(struct gantt_colour, double strength);
/* Fills with a look. small: there is no room for hatching or an outline, so the colour is
 * darker. */
struct gantt_colour gantt_fill(enum gantt_look, int worker, bool small);
/* True of looks that are drawn with strokes over their fill. */
bool gantt_is_hatched(enum gantt_look);
/* True if black text is easier to read on the colour than white. */
bool gantt_is_light(struct gantt_colour);
void gantt_set(cairo_t *, struct gantt_colour);
void gantt_line(cairo_t *, double x0, double y0, double x1, double y1);
/* Diagonal strokes over a rectangle, in phase over the whole page: rising to the right, or
 * falling. */
void gantt_hatch(cairo_t *, double x0, double y0, double x1, double y1, bool falling);
void gantt_font(cairo_t *, double size, bool bold);
double gantt_text_width(cairo_t *, const char *);
/* Text whose middle height is y and whose left end (align 0), middle (0.5) or right end (1) is x.
 */
void gantt_text(cairo_t *, double x, double y, double align, const char *);

/* ---- the page */

/* Draws everything on a page of chart->width by chart->height (draw.c). title may be NULL. */
void gantt_draw(cairo_t *, const struct gantt_chart *, const char *title);

/* ---- the parts of draw.c */

/* As much of the clean text as fits in `room`, with "…" for the rest, found by halves, since a
 * title may be long (style.c). */
const char *gantt_fitted(cairo_t *, const struct gantt_chart *, const char *whole, double room);

/* Behind the rows: the bands, and what is slower, stands still or is down; a sample of a shade, of
 * what is slower from light to dark, `width` wide with its middle height at y (frame.c). */
void gantt_draw_bands(cairo_t *, const struct gantt_chart *);
void gantt_draw_shades(cairo_t *, const struct gantt_chart *);
void gantt_draw_shade(cairo_t *, enum gantt_shade, double x, double y, double width);

/* The names of nodes and rows (frame.c). */
void gantt_draw_names(cairo_t *, const struct gantt_chart *);

/* Ticks, grid, axis caption, and the marked dates above the plot (frame.c). */
void gantt_draw_axis(cairo_t *, const struct gantt_chart *);
void gantt_draw_markers(cairo_t *, const struct gantt_chart *);

/* The least of 1, 2, 5 times a power of ten that cuts span into at most `most` steps. */
double gantt_step(double span, double most);
/* The decimal exponent (a multiple of 3) by which tick labels up to `greatest` should be
 * divided. */
int gantt_exponent(double greatest);
/* Writes a value with 6 significant digits, powers of ten as "1.5×10⁶"; UTF-8. */
void gantt_number(char *text, size_t size, double value);

/* What bars stand for several intervals that are too short to be drawn apart. */
struct gantt_merged {
  bool alike, different; /* intervals of one look and hue; of several */
};
/* Draws the intervals of one row (bars.c), and notes what it has merged. */
void gantt_draw_row(cairo_t *, const struct gantt_chart *, const struct gantt_row *,
                    struct gantt_merged *);
/* An interval as it is drawn. */
struct gantt_bar {
  double x0, x1, y; /* y: of its middle */
  struct gantt_colour fill;
  bool hatched;
};
struct gantt_bar gantt_bar_of(const struct gantt_chart *, const struct gantt_row *,
                              const struct gantt_item *);
/* Writes the longest label that fits in an interval on a graph; false if no label fits. */
bool gantt_graph_label(cairo_t *, const struct gantt_chart *, const struct gantt_item *,
                       char text[64]);
/* Draws the labels of a row over all other parts (labels.c). */
void gantt_draw_labels(cairo_t *, const struct gantt_chart *, const struct gantt_row *);
