/* A quantity of a method at a point or over all points, with its standard error; formulas in
 * docs/results.md. */
#include "campaign/summary/cell.h"
#include "campaign/summary/sample.h"
#include <gsl/gsl_cdf.h>

/* ---- Verdicts. */

const char *sp_verdict_name(enum sp_verdict verdict)
{
  static const char *const names[] = {"agrees",  "differs", "cannot tell", "trivial", "assumed",
                                      "missing", ""};
  return names[verdict];
}

double sp_quantity_trivial(const struct sp_quantity *quantity)
{
  enum sp_value value = quantity->term[0].value;
  if (sp_quantity_is_spread(quantity))
    return 0;
  return quantity->terms == 1 && value == SP_VALUE_DISTANCE && !sp_quantity_is_counted(quantity) &&
                 quantity->function != SP_SHARE
             ? 1
             : NAN;
}

void sp_cell_compare(struct sp_cell *cell, const struct sp_quantity *quantity, double share,
                     bool fixed)
{
  double trivial = sp_quantity_trivial(quantity), published = cell->published.value;
  double distance = fabs(cell->value - published) - cell->published.half_digit;
  double reach = 3 * sqrt(sp_error_squared(cell->se) + sp_error_squared(cell->published_se));
  bool constant = sp_quantity_is_spread(quantity) && cell->value == 0; /* its error is unknown */
  cell->margin = share * fabs(published - (isnan(trivial) ? 0 : trivial));
  cell->verdict = isnan(published)                                 ? SP_NOT_PUBLISHED
                  : isnan(cell->value)                             ? SP_MISSING
                  : cell->value == trivial && published == trivial ? SP_TRIVIAL
                  : !fixed && (cell->n < 2 || constant)            ? SP_UNDECIDED
                  : distance > reach                               ? SP_DIFFERS
                  : distance + reach > cell->margin                ? SP_UNDECIDED
                                                                   : SP_AGREES;
}

double sp_cell_platforms(const struct sp_cell *cell, bool scaled)
{
  double own = sp_error_squared(cell->se), other = sp_error_squared(cell->published_se),
         n = (double)cell->n;
  double allowed = sp_error_squared(cell->margin / 6);
  if (!(own > 0) || !(allowed > 0) || (!scaled && other >= allowed))
    return INFINITY;
  return ceil(n * (scaled ? (own + other) / allowed : own / (allowed - other)));
}

/* ---- Quantities. */

struct sp_cell sp_cell_of(double value, double se, long n)
{
  return (struct sp_cell){.value = value,
                          .se = se,
                          .n = n,
                          .published = {.value = NAN},
                          .published_se = NAN,
                          .verdict = SP_NOT_PUBLISHED};
}

/* The share of the platforms of the points first..end-1 on which the method alone is best (wins) or
 * is one of several best (ties). */
static struct sp_cell counted_cell(const struct sp_quantity *quantity, const struct sp_matrix *m,
                                   int first, int end, int method)
{
  int self = method < m->best_of ? method : -1;
  long n = 0, wins = 0, ties = 0;
  for (long platform = first * m->count; platform < end * m->count; platform++) {
    double value = sp_makespan_at(m, platform, method), others = sp_best(m, platform, self);
    if (isnan(value) || isnan(others))
      continue;
    n++;
    if (sp_tied(value, others))
      ties++;
    else
      wins += value < others;
  }
  double share = (double)(quantity->function == SP_WINS ? wins : ties) / (double)n;
  return sp_cell_of(share, sp_standard_error_of_share(share, n), n);
}

struct sp_cell sp_quantity_cell(const struct sp_matrix *m, const struct sp_quantity *quantity,
                                int point, int method)
{
  if (sp_quantity_is_counted(quantity))
    return counted_cell(quantity, m, point, point + 1, method);
  double *sample = sp_xcalloc((size_t)m->count, sizeof *sample);
  long n = sp_sample(m, point, method, quantity, sample);
  struct sp_cell cell =
      sp_cell_of(sp_quantity_value(quantity, sample, n), sp_quantity_error(quantity, sample, n), n);
  free(sample);
  return cell;
}

/* x[points][count], NAN where there is no value; its order is lost. */
static struct sp_cell pooled_cell(const struct sp_quantity *quantity, const struct sp_matrix *m,
                                  double *x)
{
  double se;
  long n = 0, platforms;
  double mean = sp_clustered_mean(x, m->count, m->points, &se, &platforms);
  if (quantity->function == SP_MEAN)
    return sp_cell_of(mean, se, platforms);
  for (long k = 0; k < m->points * m->count; k++)
    if (!isnan(x[k]))
      x[n++] = x[k];
  return sp_cell_of(sp_quantity_value(quantity, x, n), NAN, platforms);
}

const enum sp_function sp_overall_functions[] = {SP_WINS, SP_TIES, SP_MEAN, SP_MAX, SP_NO_FUNCTION};

struct sp_cell sp_quantity_overall(const struct sp_matrix *m, const struct sp_quantity *quantity,
                                   int method)
{
  if (sp_quantity_is_counted(quantity))
    return counted_cell(quantity, m, 0, m->points, method);
  double *x = sp_xcalloc((size_t)(m->points * m->count), sizeof *x);
  for (int point = 0; point < m->points; point++)
    sp_values(m, point, method, quantity, x + point * m->count);
  struct sp_cell cell = pooled_cell(quantity, m, x);
  free(x);
  return cell;
}

/* ---- Figures. */

bool sp_plot_shows(const struct sp_plot *plot, double x, double y)
{
  return isfinite(x) && isfinite(y) && (x > 0 || !plot->log_x) && (y > 0 || !plot->log_y);
}

void sp_plot_interval(const struct sp_plot *plot, const struct sp_cell *cell, double *low,
                      double *high)
{
  bool has = plot->ci95 && cell->n > 1 && isfinite(cell->se);
  double half = has ? gsl_cdf_tdist_Pinv(0.975, (double)(cell->n - 1)) * cell->se : 0;
  *low = cell->value - half;
  *high = cell->value + half;
}
