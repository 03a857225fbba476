/* The numbers of the pictures of [figure NAME], which series_script.c draws with gnuplot and
 * campaign/page puts on the page. */
#pragma once

#include "campaign/figure/plot.h"

/* A value at an x, with the ends of its bar (both the value itself without a bar); value NAN: no
 * result, or a method that a figure against a quantity cannot show. */
struct mark {
  double x, value;
  struct sp_span bar;
  long n;           /* platforms */
  const char *text; /* of a published value, as printed */
};

struct series {
  const struct sp_matrix *matrix;
  const struct sp_plot *plot;
  const struct sp_published *published; /* NULL: none */
  int n, *point;               /* those of the picture, in the order of x; if an axis makes the
                                  lines, those of its first value */
  int lines;                   /* methods, or declared methods times values of the axis */
  struct mark *own;            /* [line * n + k] */
  int *n_published;            /* [lines] */
  struct mark *published_mark; /* [line * published->rows + k], the first n_published[line] */
  struct sp_span x, y;         /* of what is drawn; NAN: nothing */
};

/* Calls see(data, ..) for each picture of a figure, with its marks and ranges set (one picture of
 * one point, and a line for each method, if x is a quantity), until a call does not return SP_OK.
 * Returns the result of that call, SP_OK, or SP_BAD_INPUT. */
int sp_series_walk(const struct sp_matrix *, const struct sp_plot *,
                   int (*see)(void *data, struct series *, struct sp_error *), void *data,
                   struct sp_error *);

/* The label of an axis that all points of the picture share; NULL: of x or of the lines' axis. */
const char *series_other(const struct series *, int axis);
/* The name of a line, "r=0.001", "min_c", or both; in_full: with the method's options. */
const char *series_name(const struct series *, int line, bool in_full);

/* Draws a picture whose x is a quantity (scatter_plot.c). SP_OK or SP_CANNOT. */
int series_draw_scatter(struct sp_album *, const struct series *, struct sp_error *);
