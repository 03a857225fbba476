/* Computes figures whose x is a quantity: one point per method, both values over all points of a
 * variant. */
#include "campaign/summary/scatter.h"
#include "base/memory.h"
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

int sp_scatter_open(struct sp_scatter *s, const struct sp_matrix *m, const struct sp_plot *plot,
                    struct sp_error *error)
{
  *s = (struct sp_scatter){.matrix = m, .plot = plot};
  int code = sp_quantity_check(m, &plot->x_value, error);
  if (!code)
    code = sp_quantity_check(m, &plot->y, error);
  if (code)
    return code;
  s->x = sp_xcalloc((size_t)m->methods, sizeof *s->x);
  s->y = sp_xcalloc((size_t)m->methods, sizeof *s->y);
  for (int k = 0; k < m->methods; k++) {
    s->x[k] = sp_quantity_overall(m, &plot->x_value, k);
    s->y[k] = sp_quantity_overall(m, &plot->y, k);
  }
  return SP_OK;
}

void sp_scatter_clear(struct sp_scatter *s)
{
  free(s->x);
  free(s->y);
  *s = (struct sp_scatter){0};
}

bool sp_scatter_has(const struct sp_scatter *s, int method)
{
  double x = s->x[method].value, y = s->y[method].value;
  return isfinite(x) && isfinite(y) && (x > 0 || !s->plot->log_x) && (y > 0 || !s->plot->log_y);
}

void sp_plot_interval(const struct sp_plot *plot, const struct sp_cell *cell, double *low,
                      double *high)
{
  bool has = plot->ci95 && cell->n > 1 && isfinite(cell->se);
  double half = has ? gsl_cdf_tdist_Pinv(0.975, (double)(cell->n - 1)) * cell->se : 0;
  *low = cell->value - half;
  *high = cell->value + half;
}
