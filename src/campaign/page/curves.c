/* Writes the curves of the page as points of step functions: the cumulative frequency of the
 * distance at each point of a variant, and the performance profile of Dolan and More (Mathematical
 * Programming 91, 2002) over all its platforms: the share of the platforms on which a method is
 * within a factor tau of the best declared method. A picture is some hundred pixels wide, so steps
 * that are closer than 1/400 of the axis are merged. */
#include "campaign/figure/plot.h"
#include "campaign/page/html.h"
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

enum { STEPS = 400 };

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

/* The curves of all methods, shares of `all` platforms. */
static void put_shares(const struct sp_shares *s, long all, FILE *out)
{
  double *value = sp_shares_room(s);
  fprintf(out, "{\"reach\":%.7g,\"curves\":[", s->right);
  for (int k = 0; k < s->methods; k++) {
    long n = sp_shares_values(s, k, value);
    fputs(k ? "," : "", out);
    gsl_sort(value, 1, (size_t)n);
    put_curve(value, n, all, s->right - s->left, out);
  }
  fputs("]}", out);
  free(value);
}

/* The number of platforms that a declared method solved; on others all are infinitely far. */
static long count_solved(const struct sp_matrix *m)
{
  long n = 0;
  for (long platform = 0; platform < m->points * m->count; platform++) {
    bool solved = false;
    for (int k = 0; k < m->best_of; k++)
      solved |= !isnan(sp_ratio_to_best(m, platform, k));
    n += solved;
  }
  return n;
}

void sp_html_curves(const struct sp_matrix *m, FILE *out)
{
  fputs("\"frequency\":[", out);
  for (int point = 0; point < m->points; point++) {
    const struct sp_shares frequency = sp_frequency_at(m, point);
    fputs(point ? ",\n" : "", out);
    put_shares(&frequency, frequency.platforms, out);
  }
  fputs("],\n\"profile\":", out);
  const struct sp_shares profile = sp_profile(m);
  put_shares(&profile, count_solved(m), out);
}
