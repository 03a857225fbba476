/* Samples: the values of a method on the platforms of a point. The best of a platform is the least
 * makespan of the methods that the variant declares, so the distances of a table do not change when
 * the database gets results of another method. */
#include "campaign/summary/sample.h"
#include "base/memory.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TIE 1e-12

bool sp_tied(double a, double b)
{
  return isfinite(a) && isfinite(b) && fabs(a - b) <= TIE * fmax(fabs(a), fabs(b));
}

static const double *platform(const struct sp_matrix *m, const double *values, int point,
                              long index)
{
  return values + (point * m->count + index) * m->methods;
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

double sp_best(const struct sp_matrix *m, int point, long index, int except)
{
  return least(m, platform(m, m->value[SP_FIELD_MAKESPAN], point, index), except);
}

double sp_ratio(double value, double to)
{
  return value == to ? 1 : value / to;
}

/* The least makespan that a declared method has; INFINITY: none has a result. */
static double best_known(const struct sp_matrix *m, long platform)
{
  double best = INFINITY;
  for (int k = 0; k < m->best_of; k++)
    if (m->value[SP_FIELD_MAKESPAN][platform * m->methods + k] < best)
      best = m->value[SP_FIELD_MAKESPAN][platform * m->methods + k];
  return best;
}

double sp_ratio_to_best(const struct sp_matrix *m, long platform, int method)
{
  double makespan = m->value[SP_FIELD_MAKESPAN][platform * m->methods + method];
  return isnan(makespan) ? NAN : sp_ratio(makespan, best_known(m, platform));
}

double sp_distance_at(const struct sp_matrix *m, int point, long index, int method)
{
  double value = platform(m, m->value[SP_FIELD_MAKESPAN], point, index)[method];
  double best = sp_best(m, point, index, -1);
  return isnan(value) || isnan(best) ? NAN : sp_ratio(value, best);
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
                      int point, long index, int method)
{
  const double *makespan = platform(m, m->value[SP_FIELD_MAKESPAN], point, index);
  int optimal;
  switch (value) {
  case SP_VALUE_OPTIMUM:
    optimal = sp_optimal_method(&m->experiment->variant[m->variant]);
    return optimal < 0 ? NAN : makespan[optimal];
  case SP_VALUE_DISTANCE:
    return sp_distance_at(m, point, index, method);
  case SP_VALUE_GAP:
    return sp_gap(makespan[method], platform(m, m->bound, point, index)[method]);
  case SP_VALUE_BEST:
    return least(m, platform(m, array, point, index), -1);
  default:
    if (!array)
      return NAN;
    return sp_value_is_measured(value) ? array[point * m->count + index]
                                       : platform(m, array, point, index)[method];
  }
}

void sp_values(const struct sp_matrix *m, int point, int method, const struct sp_quantity *quantity,
               double *out)
{
  for (int k = 0; k < quantity->terms; k++) {
    enum sp_value value = quantity->term[k].value;
    const double *array = array_of(m, &quantity->term[k]);
    for (long index = 0; index < m->count; index++) {
      double y = term_at(m, value, array, point, index, method);
      out[index] = !k ? y : isnan(y) ? NAN : sp_ratio(out[index], y);
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

long sp_distances(const struct sp_matrix *m, int point, int method, double *out)
{
  struct sp_quantity distance = sp_quantity_of_distance(SP_MEAN);
  return sp_sample(m, point, method, &distance, out);
}

/* ---- Pairs of methods. */

/* best: [point * count + index], of the declared methods that have results. */
struct pairing {
  const struct sp_matrix *m;
  const double *best;
  int a, b;
};

/* Means over the points of a platform where both have results: false if there is none. */
static bool pair_means(const struct pairing *p, long index, double *x, double *y)
{
  long n = 0;
  *x = *y = 0;
  for (int point = 0; point < p->m->points; point++) {
    const double *makespan = platform(p->m, p->m->value[SP_FIELD_MAKESPAN], point, index);
    double best = p->best[point * p->m->count + index];
    if (isnan(makespan[p->a]) || isnan(makespan[p->b]))
      continue;
    *x += sp_ratio(makespan[p->a], best);
    *y += sp_ratio(makespan[p->b], best);
    n++;
  }
  *x /= (double)n;
  *y /= (double)n;
  return n > 0;
}

/* One of `pairs`. x, y: room for all platforms; values that differ only by rounding are made equal.
 */
static struct sp_pair pair_of(const struct pairing *p, int pairs, double *x, double *y)
{
  long n = 0;
  for (long index = 0; index < p->m->count; index++)
    if (pair_means(p, index, &x[n], &y[n])) {
      if (sp_tied(x[n], y[n]))
        y[n] = x[n];
      n++;
    }
  return (struct sp_pair){p->a, p->b, n, sp_paired_difference(x, y, n, pairs),
                          sp_wilcoxon(x, y, n)};
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
  size_t platforms = (size_t)m->points * (size_t)m->count, count = (size_t)m->count;
  double *best = sp_xcalloc(platforms, sizeof *best);
  double *x = sp_xcalloc(count, sizeof *x), *y = sp_xcalloc(count, sizeof *y);
  for (size_t k = 0; k < platforms; k++)
    best[k] = best_known(m, (long)k);
  *pair = sp_xcalloc((size_t)pairs, sizeof **pair);
  for (int a = 0; a < m->best_of; a++)
    for (int b = a + 1; b < m->best_of; b++) {
      const struct pairing p = {m, best, a, b};
      (*pair)[n++] = pair_of(&p, pairs, x, y);
    }
  free(y);
  free(x);
  free(best);
  return correct(*pair, pairs) ? pairs : 0;
}
