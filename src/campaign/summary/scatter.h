/* Figures whose x is a quantity: one point per method, both values over all points of a variant. */
#pragma once

#include "campaign/summary/cell.h"

struct sp_scatter {
  const struct sp_matrix *matrix;
  const struct sp_plot *plot;
  struct sp_cell *x, *y; /* [methods] */
};
/* SP_OK, or SP_BAD_INPUT with nothing to clear if the matrix lacks a quantity. */
int sp_scatter_open(struct sp_scatter *, const struct sp_matrix *, const struct sp_plot *,
                    struct sp_error *);
void sp_scatter_clear(struct sp_scatter *);
/* Has the method a point: both values, above 0 on logarithmic axes? */
bool sp_scatter_has(const struct sp_scatter *, int method);
/* The ends of the 95 % interval (Student) of a mean if the plot shows intervals; else the value
 * twice. */
void sp_plot_interval(const struct sp_plot *, const struct sp_cell *, double *low, double *high);
