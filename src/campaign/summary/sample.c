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

double sp_best(const struct sp_matrix *m, int point, long index, int except)
{
  const double *makespan = platform(m, m->makespan, point, index);
  double best = INFINITY;
  for (int k = 0; k < m->best_of; k++) {
    if (isnan(makespan[k]))
      return NAN;
    if (k != except && makespan[k] < best)
      best = makespan[k];
  }
  return best;
}

double sp_ratio(double value, double to)
{
  return value == to ? 1 : value / to;
}

double sp_ratio_to_best(const struct sp_matrix *m, long platform, int method)
{
  const double *makespan = m->makespan + platform * m->methods;
  double best = INFINITY;
  for (int k = 0; k < m->best_of; k++)
    if (makespan[k] < best)
      best = makespan[k];
  return isnan(makespan[method]) ? NAN : sp_ratio(makespan[method], best);
}

double sp_distance_at(const struct sp_matrix *m, int point, long index, int method)
{
  double value = platform(m, m->makespan, point, index)[method];
  double best = sp_best(m, point, index, -1);
  return isnan(value) || isnan(best) ? NAN : sp_ratio(value, best);
}

/* ---- Values. */

/* The array with the values of a term; NULL: computed from makespans, or not in this matrix. */
static const double *array_of(const struct sp_matrix *m, const struct sp_term *term)
{
  switch (term->value) {
  case SP_VALUE_MAKESPAN:
    return m->makespan;
  case SP_VALUE_BOUND:
    return m->bound;
  case SP_VALUE_DONE:
    return m->done;
  case SP_VALUE_PLANNED:
    return m->planned;
  case SP_VALUE_MESSAGES:
    return m->messages;
  case SP_VALUE_WASTED:
    return m->wasted;
  case SP_VALUE_RESENDS:
    return m->resends;
  case SP_VALUE_PLANNING:
    return m->planning;
  default:
    return sp_value_is_measured(term->value) ? sp_matrix_measured(m, term->name) : NULL;
  }
}

static double term_at(const struct sp_matrix *m, enum sp_value value, const double *array,
                      int point, long index, int method)
{
  const double *makespan = platform(m, m->makespan, point, index);
  int optimal;
  switch (value) {
  case SP_VALUE_OPTIMUM:
    optimal = sp_optimal_method(&m->experiment->variant[m->variant]);
    return optimal < 0 ? NAN : makespan[optimal];
  case SP_VALUE_DISTANCE:
    return sp_distance_at(m, point, index, method);
  case SP_VALUE_GAP:
    return sp_ratio(makespan[method], platform(m, m->bound, point, index)[method]);
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

/* Means over the points of the distances of the declared methods on a platform: false if one of
 * them is missing. */
static bool mean_distances(const struct sp_matrix *m, long index, double *distance)
{
  for (int k = 0; k < m->best_of; k++)
    distance[k] = 0;
  for (int point = 0; point < m->points; point++) {
    double best = sp_best(m, point, index, -1);
    if (isnan(best))
      return false;
    for (int k = 0; k < m->best_of; k++)
      distance[k] += sp_ratio(platform(m, m->makespan, point, index)[k], best);
  }
  for (int k = 0; k < m->best_of; k++)
    distance[k] /= m->points;
  return true;
}

/* x and y are of n platforms; values that differ only by rounding are made equal. */
static struct sp_pair pair_of(int a, int b, const double *x, double *y, long n)
{
  for (long i = 0; i < n; i++)
    if (sp_tied(x[i], y[i]))
      y[i] = x[i];
  return (struct sp_pair){a, b, sp_paired_difference(x, y, n), sp_wilcoxon(x, y, n)};
}

static void correct(struct sp_pair *pair, int n)
{
  double *p = sp_xcalloc((size_t)n, sizeof *p);
  for (int k = 0; k < n; k++)
    p[k] = pair[k].p;
  sp_holm(p, n, p);
  for (int k = 0; k < n; k++)
    pair[k].p = p[k];
  free(p);
}

int sp_pairs(const struct sp_matrix *m, struct sp_pair **pair, long *platforms)
{
  size_t methods = (size_t)m->best_of, count = (size_t)m->count;
  double *mean = sp_xcalloc(methods * count, sizeof *mean); /* [method * count + platform] */
  double *one = sp_xcalloc(methods, sizeof *one), *y = sp_xcalloc(count, sizeof *y);
  long n = 0;
  for (long index = 0; index < m->count; index++)
    if (mean_distances(m, index, one)) {
      for (size_t k = 0; k < methods; k++)
        mean[k * count + (size_t)n] = one[k];
      n++;
    }
  int pairs = 0;
  *pair = sp_xcalloc(methods * methods, sizeof **pair);
  for (int a = 0; a < m->best_of && n; a++)
    for (int b = a + 1; b < m->best_of; b++) {
      memcpy(y, mean + (size_t)b * count, (size_t)n * sizeof *y);
      (*pair)[pairs++] = pair_of(a, b, mean + (size_t)a * count, y, n);
    }
  correct(*pair, pairs);
  *platforms = n;
  free(y);
  free(one);
  free(mean);
  return pairs;
}
