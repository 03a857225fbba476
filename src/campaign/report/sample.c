/* Samples: what a method made of the platforms of a point. The best of a platform is the least
 * makespan of the methods that the variant declares, so the distances of a table do not change when
 * the database learns of another method. */
#include "base/memory.h"
#include "campaign/experiment/values.h"
#include "campaign/report/parts.h"
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

/* Nothing to do takes no time: 0 / 0 is as good as the best. */
static double ratio(double value, double to)
{
  return value == to ? 1 : value / to;
}

/* ---- Values: names with '/' between. */
enum source { OF_RUN, OF_PLATFORM, OF_OPTIMUM, DISTANCE, GAP, UNKNOWN };
struct term {
  enum source source;
  const double *array; /* OF_RUN, OF_PLATFORM: as the matrix has it */
};

static struct term term_of(const struct sp_matrix *m, const char *name)
{
  const struct {
    const char *name;
    struct term term;
  } known[] = {
      {"makespan", {OF_RUN, m->makespan}}, {"bound", {OF_RUN, m->bound}},
      {"done", {OF_RUN, m->done}},         {"planned", {OF_RUN, m->planned}},
      {"messages", {OF_RUN, m->messages}}, {"planning", {OF_RUN, m->planning}},
      {"distance", {DISTANCE, NULL}},      {"gap", {GAP, NULL}},
      {"optimum", {OF_OPTIMUM, NULL}},
  };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp(known[k].name, name))
      return known[k].term;
  const double *measured = sp_matrix_measured(m, name);
  return (struct term){measured ? OF_PLATFORM : UNKNOWN, measured};
}

static double term_at(const struct sp_matrix *m, struct term term, int point, long index,
                      int method)
{
  long of_platform = point * m->count + index;
  const double *makespan = platform(m, m->makespan, point, index);
  switch (term.source) {
  case OF_RUN:
    return term.array ? term.array[of_platform * m->methods + method] : NAN;
  case OF_PLATFORM:
    return term.array[of_platform];
  case OF_OPTIMUM: {
    int optimal = sp_optimal_method(&m->experiment->variant[m->variant]);
    return optimal < 0 ? NAN : makespan[optimal];
  }
  case DISTANCE:
    return ratio(makespan[method], sp_best(m, point, index, -1));
  case GAP:
    return ratio(makespan[method], platform(m, m->bound, point, index)[method]);
  case UNKNOWN:
    break;
  }
  return NAN;
}

/* A longer value is a slip: the last names would only cancel. */
enum { MOST_TERMS = 8 };

/* The terms of a value, 0 if there are too many or one is unknown. */
static int read_terms(const struct sp_matrix *m, const char *value, struct term *term)
{
  char *copy = strndup(value, strcspn(value, "<")), *rest = copy;
  if (!copy)
    abort();
  int n = 0;
  for (char *name; n >= 0 && (name = strsep(&rest, "/"));) {
    struct term next = term_of(m, name);
    if (next.source == UNKNOWN || n == MOST_TERMS)
      n = -1;
    else
      term[n++] = next;
  }
  free(copy);
  return n < 0 ? 0 : n;
}

bool sp_value_known(const struct sp_matrix *m, const char *value)
{
  struct term term[MOST_TERMS];
  return read_terms(m, value, term) > 0;
}

void sp_values(const struct sp_matrix *m, int point, int method, const char *value, double *out)
{
  struct term term[MOST_TERMS];
  int n = read_terms(m, value, term);
  for (long index = 0; index < m->count; index++) {
    double x = n ? term_at(m, term[0], point, index, method) : NAN;
    for (int k = 1; k < n; k++) {
      double y = term_at(m, term[k], point, index, method);
      x = isnan(y) ? NAN : ratio(x, y);
    }
    out[index] = x;
  }
}

long sp_sample(const struct sp_matrix *m, int point, int method, const char *value, double *out)
{
  long n = 0;
  sp_values(m, point, method, value, out);
  for (long index = 0; index < m->count; index++)
    if (!isnan(out[index]))
      out[n++] = out[index];
  return n;
}

long sp_distances(const struct sp_matrix *m, int point, int method, double *out)
{
  return sp_sample(m, point, method, "distance", out);
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
      distance[k] += ratio(platform(m, m->makespan, point, index)[k], best);
  }
  for (int k = 0; k < m->best_of; k++)
    distance[k] /= m->points;
  return true;
}

/* x and y are of n platforms; what differs by rounding alone is made equal. */
static struct sp_contest contest_of(int a, int b, const double *x, double *y, long n)
{
  for (long i = 0; i < n; i++)
    if (sp_tied(x[i], y[i]))
      y[i] = x[i];
  return (struct sp_contest){a, b, sp_paired_difference(x, y, n), sp_wilcoxon(x, y, n)};
}

static void correct(struct sp_contest *contest, int n)
{
  double *p = sp_xcalloc((size_t)n, sizeof *p), *adjusted = sp_xcalloc((size_t)n, sizeof *p);
  for (int k = 0; k < n; k++)
    p[k] = contest[k].p;
  sp_holm(p, n, adjusted);
  for (int k = 0; k < n; k++)
    contest[k].p = adjusted[k];
  free(adjusted);
  free(p);
}

int sp_contests(const struct sp_matrix *m, struct sp_contest **contest, long *platforms)
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
  *contest = sp_xcalloc(methods * methods, sizeof **contest);
  for (int a = 0; a < m->best_of && n; a++)
    for (int b = a + 1; b < m->best_of; b++) {
      memcpy(y, mean + (size_t)b * count, (size_t)n * sizeof *y);
      (*contest)[pairs++] = contest_of(a, b, mean + (size_t)a * count, y, n);
    }
  correct(*contest, pairs);
  *platforms = n;
  free(y);
  free(one);
  free(mean);
  return pairs;
}
