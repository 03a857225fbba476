/* The style of a Gantt chart: colours, hatching, lines, text. Private to this folder.
 * Hues: 0 is grey, worker i >= 1 has a hue of a palette for colour-blind readers. */
#pragma once

#include "io/chart/layout.h"
#include <cairo.h>
#include <stdio.h>

struct gantt_colour {
  double r, g, b;
};
struct gantt_colour gantt_hue(int worker);
/* The colour mixed with white: 1 is the colour itself, 0 white. */
struct gantt_colour gantt_tint(struct gantt_colour, double strength);
/* Fills with a look. small: there is no room for hatching or an outline, so the colour is
 * darker. */
struct gantt_colour gantt_fill(enum gantt_look, int worker, bool small);
/* True if black text is easier to read on the colour than white. */
bool gantt_is_light(struct gantt_colour);
void gantt_set(cairo_t *, struct gantt_colour);
void gantt_line(cairo_t *, double x0, double y0, double x1, double y1);
/* Diagonal strokes over a rectangle, in phase over the whole page. */
void gantt_hatch(cairo_t *, double x0, double y0, double x1, double y1);
void gantt_font(cairo_t *, double size, bool bold);
double gantt_text_width(cairo_t *, const char *);
/* Text whose middle height is y and whose left end (align 0), middle (0.5) or right end (1) is x.
 */
void gantt_text(cairo_t *, double x, double y, double align, const char *);
