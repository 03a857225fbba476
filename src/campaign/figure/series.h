/* The pictures of [figure NAME]: what series.c collects and series_script.c writes;
 * campaign/page/figures.c puts the same numbers on the page. Private to them. */
#ifndef SP_CAMPAIGN_REPORT_SERIES_H
#define SP_CAMPAIGN_REPORT_SERIES_H

#include "campaign/figure/plot.h"

struct range {
  double low, high;
};

/* A value at an x, with the ends of its bar (both the value itself where there is none); value NAN:
 * no result. */
struct mark {
  double x, value;
  struct range bar;
  long n;           /* platforms */
  const char *text; /* of a published one, as printed */
};

struct series {
  const struct sp_matrix *matrix;
  const struct sp_plot *plot;
  const struct sp_published *print; /* NULL: none */
  int n, *point;                    /* those of the picture, in the order of x; where an axis makes
                                       the lines, those of its first value */
  int lines;                        /* methods, or declared methods times values of that axis */
  struct mark *own;                 /* [line * n + k] */
  int *prints;                      /* [lines] */
  struct mark *printed;             /* [line * print->rows + k], the first prints[line] */
  struct range x, y;                /* of what is drawn; NAN: nothing */
};

/* Calls see(data, ..) for each picture of a figure whose x is an axis, its marks and ranges set.
 * Stops when it does not return SP_OK. SP_OK, SP_BAD_INPUT, or what `see` returned. */
int sp_series_walk(const struct sp_matrix *, const struct sp_plot *,
                   int (*see)(void *data, struct series *, struct sp_error *), void *data,
                   struct sp_error *);

/* A line's method; its value of the axis that makes the lines, NULL if methods do. */
int series_method(const struct series *, int line);
const char *series_label(const struct series *, int line);
/* "r=0.001", "min_c", or both; in_full: the method's with all its options. The caller frees it. */
char *series_name(const struct series *, int line, bool in_full);

/* For struct sp_picture; self is a struct series. */
void series_write_data(const void *self, FILE *);
void series_write_script(const void *self, const char *name, FILE *);

#endif
