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
/* SP_OK, or SP_BAD_INPUT if the matrix lacks a value that the quantity names. */
int sp_quantity_check(const struct sp_matrix *, const struct sp_quantity *, struct sp_error *);
