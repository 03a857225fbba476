/* Statistics of samples, computed as in textbooks: two-pass moments, sums in the order of the
 * array.
 *
 * Quantile (type 7 of Hyndman and Fan, The American Statistician 50(4), 1996): h = (n-1) q,
 * x_(floor h) + (h - floor h) (x_(floor h + 1) - x_(floor h)), numbered from 0.
 * Signed rank test (Wilcoxon, Biometrics Bulletin 1(6), 1945): V is the sum of the ranks of |d|
 * over the positive d. If every assignment of signs is equally likely, the number of them with
 * V = v is the number of subsets of {1..n} that sum to v, found by dynamic programming.
 * Clustered mean: the mean of all values. With the sum s_i and the number n_i of the values of
 * cluster i, se^2 = g / (g - 1) * sum (s_i - mean n_i)^2 / (sum n_i)^2 over the g clusters with a
 * value (ratio estimator: Cochran, Sampling Techniques, 1977, section 6). If all clusters have the
 * same size, this is the standard error of the mean of their means.
 * Step-down correction: Holm, Scandinavian Journal of Statistics 6(2), 1979.
 *
 * GSL provides the distributions. Its moments are recurrences, and it weights the two values of a
 * quantile, with other last bits; here they are computed as above, so that reports have the same
 * bytes with every version of GSL. It has no signed rank test and no step-down correction. */
#include "campaign/quantity/statistics.h"
#include "base/memory.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdbool.h>

#define MOST_EXACT 50 /* 2^50 assignments of signs are counted exactly in doubles */

double sp_mean(const double *x, long n)
{
  if (n <= 0)
    return NAN;
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += x[i];
  return sum / (double)n;
}

/* Sum of the squared deviations from the mean. */
static double squares(const double *x, long n)
{
  double mean = sp_mean(x, n), sum = 0;
  for (long i = 0; i < n; i++)
    sum += (x[i] - mean) * (x[i] - mean);
  return sum;
}

double sp_sd_population(const double *x, long n)
{
  return n > 0 ? sqrt(squares(x, n) / (double)n) : NAN;
}

double sp_sd_sample(const double *x, long n)
{
  return n > 1 ? sqrt(squares(x, n) / (double)(n - 1)) : NAN;
}

double sp_standard_error(const double *x, long n)
{
  return n > 1 ? sp_sd_sample(x, n) / sqrt((double)n) : NAN;
}

/* Var(s^2) is about (m4 - m2^2) / n, and ds = ds^2 / (2 s). */
double sp_standard_error_of_sd(const double *x, long n)
{
  if (n <= 1)
    return NAN;
  double mean = sp_mean(x, n), second = squares(x, n) / (double)n, fourth = 0;
  if (second <= 0)
    return 0;
  for (long i = 0; i < n; i++) {
    double square = (x[i] - mean) * (x[i] - mean);
    fourth += square * square;
  }
  fourth /= (double)n;
  double variance = (fourth - second * second) / (double)n;
  return variance > 0 ? sqrt(variance) / (2 * sqrt(second)) : 0;
}

static void add_cluster(const double *x, long n, long m, long i, double *sum, long *values)
{
  *sum = 0;
  *values = 0;
  for (long k = 0; k < m; k++)
    if (!isnan(x[k * n + i])) {
      *sum += x[k * n + i];
      ++*values;
    }
}

double sp_clustered_mean(const double *x, long n, long m, double *se, long *clusters)
{
  double total = 0, spread = 0, sum;
  long all = 0, values;
  *clusters = 0;
  for (long i = 0; i < n; i++) {
    add_cluster(x, n, m, i, &sum, &values);
    total += sum;
    all += values;
    *clusters += values > 0;
  }
  double mean = all ? total / (double)all : NAN, g = (double)*clusters;
  for (long i = 0; i < n && all; i++) {
    add_cluster(x, n, m, i, &sum, &values);
    spread += (sum - mean * (double)values) * (sum - mean * (double)values);
  }
  *se = g > 1 ? sqrt(g / (g - 1) * spread) / (double)all : NAN;
  return mean;
}

double sp_quantile(const double *x, long n, double q)
{
  if (n <= 0)
    return NAN;
  double *sorted = sp_xmemdup(x, (size_t)n, sizeof *sorted);
  gsl_sort(sorted, 1, (size_t)n);
  double h = (double)(n - 1) * q;
  long low = (long)floor(h), high = low < n - 1 ? low + 1 : low;
  double value = sorted[low] + (h - (double)low) * (sorted[high] - sorted[low]);
  free(sorted);
  return value;
}

struct sp_interval sp_paired_difference(const double *x, const double *y, long n, int intervals)
{
  struct sp_interval interval = {NAN, NAN, NAN};
  if (n <= 0)
    return interval;
  double *difference = sp_xcalloc((size_t)n, sizeof *difference);
  for (long i = 0; i < n; i++)
    difference[i] = x[i] - y[i];
  interval.mean = sp_mean(difference, n);
  if (n > 1) {
    double half =
        gsl_cdf_tdist_Qinv(0.025 / intervals, (double)(n - 1)) * sp_standard_error(difference, n);
    interval.low = interval.mean - half;
    interval.high = interval.mean + half;
  }
  free(difference);
  return interval;
}

/* Two-sided p without ties: twice the smaller tail at V. */
static double exact_p(double v, long n)
{
  long most = n * (n + 1) / 2;
  double *ways = sp_xcalloc((size_t)most + 1, sizeof *ways);
  ways[0] = 1;
  for (long rank = 1; rank <= n; rank++)
    for (long sum = rank * (rank + 1) / 2; sum >= rank; sum--)
      ways[sum] += ways[sum - rank];
  long tail = 2 * (long)v <= most ? (long)v : most - (long)v; /* the distribution is symmetric */
  double p = 0;
  for (long sum = 0; sum <= tail; sum++)
    p += ways[sum];
  free(ways);
  p = ldexp(p, 1 - (int)n);
  return p < 1 ? p : 1;
}

static double normal_p(double v, long n, double tie_term)
{
  double size = (double)n, expected = size * (size + 1) / 4;
  double variance = size * (size + 1) * (2 * size + 1) / 24 - tie_term / 48;
  double z = fabs(v - expected) - 0.5;
  double p = z > 0 ? 2 * gsl_cdf_ugaussian_Q(z / sqrt(variance)) : 1;
  return p < 1 ? p : 1;
}

static int by_size(const void *a, const void *b)
{
  double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
  return (x > y) - (x < y);
}

/* Differences d, sorted by size: V in ranks averaged over ties; *tie_term = sum of t^3 - t over the
 * groups of t equal sizes. */
static double rank_sum(const double *d, long n, double *tie_term)
{
  double v = 0;
  *tie_term = 0;
  for (long first = 0, end; first < n; first = end) {
    for (end = first + 1; end < n && fabs(d[end]) <= fabs(d[first]);)
      end++;
    double rank = (double)(first + 1 + end) / 2, t = (double)(end - first);
    *tie_term += t * t * t - t;
    for (long i = first; i < end; i++)
      v += d[i] > 0 ? rank : 0;
  }
  return v;
}

double sp_wilcoxon(const double *x, const double *y, long n)
{
  if (n <= 0)
    return NAN;
  double *d = sp_xcalloc((size_t)n, sizeof *d), tie_term;
  long left = 0;
  for (long i = 0; i < n; i++)
    if (x[i] < y[i] || x[i] > y[i])
      d[left++] = x[i] - y[i];
  qsort(d, (size_t)left, sizeof *d, by_size);
  double v = rank_sum(d, left, &tie_term);
  free(d);
  if (!left)
    return 1;
  return left <= MOST_EXACT && tie_term <= 0 ? exact_p(v, left) : normal_p(v, left, tie_term);
}

/* In ascending order of p, the k-th of n (from 0) is multiplied by n - k; the result is at least
 * the previous one. */
void sp_holm(const double *p, int n, double *adjusted)
{
  bool *taken = sp_xcalloc((size_t)(n > 0 ? n : 0), sizeof *taken);
  double floor_p = 0;
  for (int k = 0; k < n; k++) {
    int least = -1;
    for (int i = 0; i < n; i++)
      if (!taken[i] && (least < 0 || p[i] < p[least]))
        least = i;
    double raised = (n - k) * p[least];
    floor_p = raised > floor_p ? raised : floor_p;
    adjusted[least] = floor_p < 1 ? floor_p : 1;
    taken[least] = true;
  }
  free(taken);
}

double sp_share_below(const double *x, long n, double threshold)
{
  long below = 0;
  for (long i = 0; i < n; i++)
    below += x[i] <= threshold;
  return n > 0 ? (double)below / (double)n : NAN;
}

double sp_standard_error_of_share(double share, long n)
{
  return n > 0 ? sqrt(share * (1 - share) / (double)n) : NAN;
}
