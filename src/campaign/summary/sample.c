/* Samples: the values of a method on the platforms of a point. The best of a platform is the least
 * makespan of the methods that the variant declares, so the distances of a table do not change when
 * the database gets results of another method. */
#include "campaign/summary/sample.h"

#define TIE 1e-12

bool sp_tied(double a, double b)
{
  return isfinite(a) && isfinite(b) && fabs(a - b) <= TIE * fmax(fabs(a), fabs(b));
}

/* The least of the declared methods' values but one's; NAN if one has none. */
static double least(const struct sp_matrix *m, const double *value, int except)
{
  double best = INFINITY;
  for (int k = 0; k < m->best_of; k++) {
    if (isnan(value[k]))
      return NAN;
    if (k != except && value[k] < best)
      best = value[k];
  }
  return best;
}

double sp_best(const struct sp_matrix *m, long platform, int except)
{
  return least(m, m->value[SP_FIELD_MAKESPAN] + platform * m->methods, except);
}

/* 1 if they are equal, also 0 / 0: nothing to do takes no time. */
static double ratio(double value, double to)
{
  return value == to ? 1 : value / to;
}

/* The least makespan that a declared method has; INFINITY: none has a result. */
static double best_known(const struct sp_matrix *m, long platform)
{
  double best = INFINITY;
  for (int k = 0; k < m->best_of; k++)
    if (sp_makespan_at(m, platform, k) < best)
      best = sp_makespan_at(m, platform, k);
  return best;
}

double sp_ratio_to_best(const struct sp_matrix *m, long platform, int method)
{
  double makespan = sp_makespan_at(m, platform, method);
  return isnan(makespan) ? NAN : ratio(makespan, best_known(m, platform));
}

double sp_distance_at(const struct sp_matrix *m, long platform, int method)
{
  double value = sp_makespan_at(m, platform, method), best = sp_best(m, platform, -1);
  return isnan(value) || isnan(best) ? NAN : ratio(value, best);
}

/* ---- Values. */

/* The array with the values of a term; NULL: computed from makespans, or not in this matrix. */
static const double *array_of(const struct sp_matrix *m, const struct sp_term *term)
{
  switch (term->value) {
  case SP_VALUE_FIELD:
  case SP_VALUE_BEST:
    return m->value[term->field];
  case SP_VALUE_BOUND:
    return m->bound;
  case SP_VALUE_PLANNING:
    return m->planning;
  default:
    return sp_value_is_measured(term->value) ? sp_matrix_measured(m, term->name) : NULL;
  }
}

static double term_at(const struct sp_matrix *m, enum sp_value value, const double *array,
                      long platform, int method)
{
  long own = platform * m->methods + method;
  int optimal;
  switch (value) {
  case SP_VALUE_OPTIMUM:
    optimal = sp_optimal_method(&m->experiment->variant[m->variant]);
    return optimal < 0 ? NAN : sp_makespan_at(m, platform, optimal);
  case SP_VALUE_DISTANCE:
    return sp_distance_at(m, platform, method);
  case SP_VALUE_GAP:
    return sp_gap(sp_makespan_at(m, platform, method), m->bound[own]);
  case SP_VALUE_BEST:
    return least(m, array + platform * m->methods, -1);
  default:
    if (!array)
      return NAN;
    return array[sp_value_is_measured(value) ? platform : own];
  }
}

void sp_values(const struct sp_matrix *m, int point, int method, const struct sp_quantity *quantity,
               double *out)
{
  for (int k = 0; k < quantity->terms; k++) {
    enum sp_value value = quantity->term[k].value;
    const double *array = array_of(m, &quantity->term[k]);
    for (long index = 0; index < m->count; index++) {
      double y = term_at(m, value, array, point * m->count + index, method);
      out[index] = !k ? y : isnan(y) ? NAN : ratio(out[index], y);
    }
  }
}

long sp_sample(const struct sp_matrix *m, int point, int method, const struct sp_quantity *quantity,
               double *out)
{
  long n = 0;
  sp_values(m, point, method, quantity, out);
  for (long index = 0; index < m->count; index++)
    if (!isnan(out[index]))
      out[n++] = out[index];
  return n;
}

/* ---- Pairs of methods. */

/* Means over the points of a platform where both have results: false if there is none. */
static bool pair_means(const struct sp_matrix *m, int a, int b, long index, double *x, double *y)
{
  long n = 0;
  *x = *y = 0;
  for (int point = 0; point < m->points; point++) {
    long at = point * m->count + index;
    double ratio_a = sp_ratio_to_best(m, at, a), ratio_b = sp_ratio_to_best(m, at, b);
    if (isnan(ratio_a) || isnan(ratio_b))
      continue;
    *x += ratio_a;
    *y += ratio_b;
    n++;
  }
  *x /= (double)n;
  *y /= (double)n;
  return n > 0;
}

/* One of `pairs`. x, y: room for all platforms; values that only rounding tells apart become equal.
 */
static struct sp_pair pair_of(const struct sp_matrix *m, int a, int b, int pairs, double *x,
                              double *y)
{
  long n = 0;
  for (long index = 0; index < m->count; index++)
    if (pair_means(m, a, b, index, &x[n], &y[n])) {
      if (sp_tied(x[n], y[n]))
        y[n] = x[n];
      n++;
    }
  return (struct sp_pair){a, b, n, sp_paired_difference(x, y, n, pairs), sp_wilcoxon(x, y, n)};
}

/* A pair without platforms counts as one that shows nothing. Returns whether another has some. */
static bool correct(struct sp_pair *pair, int n)
{
  long platforms = 0;
  double *p = sp_xcalloc((size_t)n, sizeof *p);
  for (int k = 0; k < n; k++) {
    platforms += pair[k].platforms;
    p[k] = pair[k].platforms ? pair[k].p : 1;
  }
  sp_holm(p, n, p);
  for (int k = 0; k < n; k++)
    pair[k].p = pair[k].platforms ? p[k] : NAN;
  free(p);
  return platforms > 0;
}

int sp_pairs(const struct sp_matrix *m, struct sp_pair **pair)
{
  int pairs = m->best_of * (m->best_of - 1) / 2, n = 0;
  size_t count = (size_t)m->count;
  double *x = sp_xcalloc(count, sizeof *x), *y = sp_xcalloc(count, sizeof *y);
  *pair = sp_new(m->experiment->memory, pairs, struct sp_pair);
  for (int a = 0; a < m->best_of; a++)
    for (int b = a + 1; b < m->best_of; b++)
      (*pair)[n++] = pair_of(m, a, b, pairs, x, y);
  free(y);
  free(x);
  return correct(*pair, pairs) ? pairs : 0;
}
