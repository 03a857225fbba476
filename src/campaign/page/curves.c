/* Writes the curves of the page as points of step functions: the cumulative frequency of the
 * distance at each point of a variant, and the performance profile of Dolan and More (Mathematical
 * Programming 91, 2002) over all its platforms: the share of the platforms on which a method is
 * within a factor tau of the best declared method. A picture is some hundred pixels wide, so steps
 * that are closer than 1/400 of the axis are merged. */
#include "base/memory.h"
#include "campaign/page/html.h"
#include <math.h>
#include <stdlib.h>

enum { STEPS = 400 };

static int ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The curve of the n sorted values, shares of `all`: [x, y, x, y, ..]. */
static void put_curve(const double *x, long n, long all, double reach, FILE *out)
{
  double drawn = -INFINITY;
  bool first = true;
  fputc('[', out);
  for (long k = 0; k < n && isfinite(x[k]); k++) {
    bool last = k + 1 == n || !isfinite(x[k + 1]);
    if (!last && (x[k + 1] == x[k] || x[k + 1] - drawn < reach / STEPS))
      continue;
    fprintf(out, "%s%.7g,%.6g", first ? "" : ",", x[k], (double)(k + 1) / (double)all);
    first = false;
    drawn = x[k];
  }
  fputc(']', out);
}

/* Greatest finite of n values, at least `least`. */
static double greatest(const double *x, long n, double least)
{
  for (long k = 0; k < n; k++)
    if (isfinite(x[k]) && x[k] > least)
      least = x[k];
  return least;
}

/* The distances of every declared method at a point, in %, sorted; count[method] of them. */
static double *distances_at(const struct sp_matrix *m, int point, long *count)
{
  double *x = sp_xcalloc((size_t)(m->best_of * m->count), sizeof *x);
  for (int k = 0; k < m->best_of; k++) {
    double *own = x + k * m->count;
    count[k] = sp_distances(m, point, k, own);
    for (long i = 0; i < count[k]; i++)
      own[i] = 100 * (own[i] - 1);
    qsort(own, (size_t)count[k], sizeof *own, ascending);
  }
  return x;
}

static void put_frequency(const struct sp_matrix *m, int point, FILE *out)
{
  long *count = sp_xcalloc((size_t)m->best_of, sizeof *count);
  double *x = distances_at(m, point, count), reach = 1;
  for (int k = 0; k < m->best_of; k++)
    reach = greatest(x + k * m->count, count[k], reach);
  fprintf(out, "{\"reach\":%.7g,\"curves\":[", reach);
  for (int k = 0; k < m->best_of; k++) {
    fputs(k ? "," : "", out);
    put_curve(x + k * m->count, count[k], count[k], reach, out);
  }
  fputs("]}", out);
  free(x);
  free(count);
}

/* Ratios of the declared methods to the best of them; a run that is missing or has failed is
 * infinitely far. Returns the number of platforms that some method solved. */
static long profile_ratios(const struct sp_matrix *m, double *ratio)
{
  long all = m->points * m->count, n = 0;
  for (long platform = 0; platform < all; platform++) {
    bool solved = false;
    for (int method = 0; method < m->best_of; method++) {
      double value = sp_ratio_to_best(m, platform, method);
      ratio[method * all + n] = isnan(value) ? INFINITY : value;
      solved |= !isnan(value);
    }
    n += solved;
  }
  return n;
}

static void put_profile(const struct sp_matrix *m, FILE *out)
{
  long all = m->points * m->count;
  double *ratio = sp_xcalloc((size_t)(m->best_of * all), sizeof *ratio), reach = 1.01;
  long n = profile_ratios(m, ratio);
  for (int k = 0; k < m->best_of; k++) {
    qsort(ratio + k * all, (size_t)n, sizeof *ratio, ascending);
    reach = greatest(ratio + k * all, n, reach);
  }
  fprintf(out, "{\"reach\":%.7g,\"curves\":[", reach);
  for (int k = 0; k < m->best_of; k++) {
    fputs(k ? "," : "", out);
    put_curve(ratio + k * all, n, n, reach - 1, out);
  }
  fputs("]}", out);
  free(ratio);
}

void sp_html_curves(const struct sp_matrix *m, FILE *out)
{
  fputs("\"frequency\":[", out);
  for (int point = 0; point < m->points; point++) {
    fputs(point ? ",\n" : "", out);
    put_frequency(m, point, out);
  }
  fputs("],\n\"profile\":", out);
  put_profile(m, out);
}
