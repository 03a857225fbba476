/* Cells: a quantity of a method, with its standard error, published value and verdict. */
#pragma once

#include "campaign/summary/published.h"

enum sp_verdict {
  SP_AGREES,
  SP_DIFFERS,
  SP_UNDECIDED, /* these platforms cannot tell */
  SP_TRIVIAL,   /* 1 or 0 on both sides: it says nothing */
  SP_ASSUMED,
  SP_MISSING,
  SP_NOT_PUBLISHED
};
/* "agrees", "differs", "cannot tell", "trivial", "assumed", "missing", "". */
const char *sp_verdict_name(enum sp_verdict);

struct sp_cell {
  double value, se; /* NAN: missing; se NAN: none is defined */
  long n;           /* platforms */
  struct sp_published_value published;
  double published_se;
  double margin; /* of the verdict, in the units of the value */
  enum sp_verdict verdict;
};

/* The square of a standard error; NAN, none is defined, counts as 0. */
static inline double sp_error_squared(double error)
{
  return isnan(error) ? 0 : error * error;
}
/* The value that says nothing about a method: 1 of the distance, 0 of a spread; NAN: none. */
double sp_quantity_trivial(const struct sp_quantity *);
/* The verdict of a cell with a published value; the interval is value - published +- 3 standard
 * errors of both (an error NAN counts as 0), without half a printed digit. It differs if the
 * interval excludes 0. It agrees if the interval lies within the margin, that share of the
 * published value's distance from the trivial value. Else these platforms cannot tell,
 * nor can one platform that is not fixed, or a spread of equal values. Trivial: both are the
 * trivial value. Sets the margin, too. */
void sp_cell_compare(struct sp_cell *, const struct sp_quantity *, double share, bool fixed);
/* Platforms of each point after which the cell agrees or differs, whatever its value: 6 standard
 * errors are at most the margin. INFINITY: never, since the published error alone is too large
 * or ours is unknown. scaled: the published error is an estimate for as many platforms as ours. */
double sp_cell_platforms(const struct sp_cell *, bool scaled);

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

/* Can the plot show a mark at x, y: both are known, and above 0 on logarithmic axes? */
bool sp_plot_shows(const struct sp_plot *, double x, double y);
/* The ends of the 95 % interval (Student) of a mean if the plot shows intervals; else the value
 * twice. */
void sp_plot_interval(const struct sp_plot *, const struct sp_cell *, double *low, double *high);
