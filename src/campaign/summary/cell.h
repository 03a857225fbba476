/* Cells: a quantity of a method, with its standard error, published value and verdict. */
#pragma once

#include "campaign/summary/published.h"

enum sp_verdict { SP_AGREES, SP_DIFFERS, SP_ASSUMED, SP_MISSING, SP_NOT_PUBLISHED };
/* "agrees", "differs", "assumed", "missing", "". */
const char *sp_verdict_name(enum sp_verdict);
/* A value agrees if |ours - published| <= 3 sqrt(se^2 + published_se^2) + half a printed digit; an
 * error NAN counts as 0. */
enum sp_verdict sp_verdict_of(double ours, double se, double published, double published_se,
                              double half_digit);

struct sp_cell {
  double value, se; /* NAN: missing; se NAN: none is defined */
  long n;           /* platforms */
  struct sp_published_value published;
  double published_se;
  enum sp_verdict verdict;
};

/* A cell without a published value. */
struct sp_cell sp_cell_of(double value, double se, long n);
/* A quantity at a point. */
struct sp_cell sp_quantity_cell(const struct sp_matrix *, const struct sp_quantity *, int point,
                                int method);
/* A quantity over all points. A mean is the mean of all values. The points of a platform share
 * their draws, so its standard error takes a platform as one observation. Other functions have no
 * error here. n: platforms with a value at any point (wins, ties: runs). */
struct sp_cell sp_quantity_overall(const struct sp_matrix *, const struct sp_quantity *,
                                   int method);
/* The functions of the distance that are computed over all points, up to SP_NO_FUNCTION. Each is a
 * column of every report. */
extern const enum sp_function sp_overall_functions[];

/* Figures whose x is a quantity: one point per method, both values over all points of a variant. */
struct sp_scatter {
  const struct sp_matrix *matrix;
  const struct sp_plot *plot;
  struct sp_cell *x, *y; /* [methods] */
};
struct sp_scatter sp_scatter_of(const struct sp_matrix *, const struct sp_plot *);
void sp_scatter_clear(struct sp_scatter *);
/* Has the method a point: both values, above 0 on logarithmic axes? */
bool sp_scatter_has(const struct sp_scatter *, int method);
/* The ends of the 95 % interval (Student) of a mean if the plot shows intervals; else the value
 * twice. */
void sp_plot_interval(const struct sp_plot *, const struct sp_cell *, double *low, double *high);
