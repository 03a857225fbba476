/* Tests the laws of parameters: draws against the stated distributions, which are computed here
 * from their own formulas, by the test of Kolmogorov and Smirnov; rank correlations; cuts;
 * rounding; refusals. KS_COUNT is the number of draws of each law (20000; 100000 in `make long`).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "campaign/generate/generate.h"
#include "draw/gamma.h"
#include "kolmogorov.h"

static struct sp_range range_of(const char *text)
{
  struct sp_range range;
  const char *expected = sp_range_parse(text, NULL, &range);
  if (!expected)
    expected = sp_range_fault(&range, false);
  if (expected)
    fail_msg("%s: expected %s", text, expected);
  return range;
}

/* n draws in ascending order; the caller frees them. */
static double *draws_of(const struct sp_range *range, enum sp_stream what, long n)
{
  double *x = sp_xcalloc((size_t)n, sizeof *x);
  for (long i = 0; i < n; i++)
    x[i] = sp_range_draw(range, (struct sp_draws){.seed = seed,
                                                  .parameter = what,
                                                  .instance = (uint32_t)(i / 100),
                                                  .worker = (uint32_t)(i % 100)});
  qsort(x, (size_t)n, sizeof *x, compare);
  return x;
}

static double normal_p(double z)
{
  return erfc(-z / sqrt(2)) / 2;
}
static double normal(double x, double mean, double sd)
{
  return normal_p((x - mean) / sd);
}
static double lognormal(double x, double mu, double sigma)
{
  return x > 0 ? normal_p((log(x) - mu) / sigma) : 0;
}
static double gamma_p(double x, double shape, double scale)
{
  return x > 0 ? gsl_sf_gamma_inc_P(shape, x / scale) : 0;
}
static double pareto(double x, double shape, double least)
{
  return x > least ? 1 - pow(least / x, shape) : 0;
}
static double time_of_lognormal(double x, double mu, double sigma)
{
  return x > 0 ? 1 - lognormal(1000 / x, mu, sigma) : 0;
}
static double time_of_uniform(double x, double a, double b)
{
  return x > 0 ? 1 - uniform(10 / x, a, b) : 0;
}
static double time_of_normal(double x, double mean, double sd)
{
  return x > 0 ? 1 - normal(1000 / x, mean, sd) : 0;
}

static const struct {
  const char *text;
  distribution *f;
  double a, b, low, high;
} cases[] = {
    {"real 2..50", uniform, 2, 50, 0, 100},
    {"uniform(4.71, 30.13)", uniform, 4.71, 30.13, 0, 100},
    {"normal 100 25 in 50..160", normal, 100, 25, 50, 160},
    {"normal(100, 25) in 50..160", normal, 100, 25, 50, 160},
    {"normal(3, 2) in 0..1000", normal, 3, 2, 0, 1000},
    {"lognormal(1.267, 0.986)", lognormal, 1.267, 0.986, 0, INFINITY},
    {"lognormal(1.267, 0.986) in 1..20", lognormal, 1.267, 0.986, 1, 20},
    {"gamma(0.5, 20)", gamma_p, 0.5, 20, 0, INFINITY},
    {"gamma(2.5, 3)", gamma_p, 2.5, 3, 0, INFINITY},
    {"gamma(400, 0.1) in 38..45", gamma_p, 400, 0.1, 38, 45},
    {"weibull(0.6, 12)", weibull, 0.6, 12, 0, INFINITY},
    {"weibull(3, 12) in 5..20", weibull, 3, 12, 5, 20},
    {"exponential(30)", hyperexponential, 30, 30, 0, INFINITY},
    {"hyperexponential(0.6, 2, 30)", hyperexponential, 2, 30, 0, INFINITY},
    {"hyperexponential(0.6, 9, 4) in 1..20", hyperexponential, 9, 4, 1, 20},
    {"pareto(1.5, 2)", pareto, 1.5, 2, 0, INFINITY},
    {"pareto(3, 2) in 0..5", pareto, 3, 2, 0, 5},
    {"1000 / lognormal(2.372, 0.870)", time_of_lognormal, 2.372, 0.870, 0, INFINITY},
    {"1000/lognormal(2.333, 0.701) in 33.19..212.1", time_of_lognormal, 2.333, 0.701, 33.19, 212.1},
    {"10 / uniform(2, 20)", time_of_uniform, 2, 20, 0, INFINITY},
    {"1000 / normal(50, 2.5) in 15..30", time_of_normal, 50, 2.5, 15, 30},
};
enum { CASES = sizeof cases / sizeof *cases };

static void test_distributions(void **state)
{
  (void)state;
  long n = count();
  for (size_t k = 0; k < CASES; k++) {
    struct sp_range range = range_of(cases[k].text);
    double *x = draws_of(&range, SP_STREAM_C, n);
    double d = distance(x, n, cases[k].f, cases[k].a, cases[k].b, cases[k].low, cases[k].high);
    if (!(d < threshold))
      fail_msg("%s: %g sqrt(n) times the greatest distance, expected less than %g", cases[k].text,
               d, threshold);
    free(x);
  }
}

/* The test sees a wrong parameter: b, times 1.15. */
static void test_wrong_parameter(void **state)
{
  (void)state;
  long n = count();
  for (size_t k = 0; k < CASES; k++) {
    struct sp_range range = range_of(cases[k].text);
    double *x = draws_of(&range, SP_STREAM_C, n);
    double d =
        distance(x, n, cases[k].f, cases[k].a, cases[k].b * 1.15, cases[k].low, cases[k].high);
    if (!(d > threshold))
      fail_msg("%s: a wrong parameter gives %g, expected more than %g", cases[k].text, d,
               threshold);
    free(x);
  }
}

/* The families' own settings against the figures of docs/families.md. */
static void test_families(void **state)
{
  (void)state;
  static const struct {
    const char *family;
    distribution *f;
    double a, b, low, high;
  } families[] = {
      {"volunteer-seti", time_of_lognormal, 1.267, 0.986, 0, INFINITY},
      {"volunteer-einstein", time_of_lognormal, 2.372, 0.870, 0, INFINITY},
      {"volunteer-lhc", time_of_lognormal, 2.765, 0.654, 0, INFINITY},
      {"grid-clusters", time_of_lognormal, 2.333, 0.701, 33.19, 212.1},
      {"edge", time_of_uniform, 0.2, 2, 0, INFINITY}, /* 100 / x, as 10 / (x / 10) */
      {"classroom", time_of_normal, 50, 2.5, 15, 30},
  };
  for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
    struct sp_generator g;
    long n = count(), m = 100;
    double *w = sp_xcalloc((size_t)n, sizeof *w);
    assert_int_equal(sp_generator_init(&g, families[k].family, NULL), SP_OK);
    for (long i = 0; i < n; i += m) {
      struct sp_instance *in = sp_generate(&g, (int)m, seed, (uint32_t)(i / m));
      for (long j = 0; j < m && i + j < n; j++)
        w[i + j] = in->w[j + 1].v;
      sp_instance_free(in);
    }
    qsort(w, (size_t)n, sizeof *w, compare);
    double d = distance(w, n, families[k].f, families[k].a, families[k].b, families[k].low,
                        families[k].high);
    if (!(d < threshold))
      fail_msg("%s: %g, expected less than %g", families[k].family, d, threshold);
    free(w);
  }
}

/* ---- The gamma distribution. */

/* GSL's function and ours are computed differently; the quantile inverts ours. */
static void test_gamma(void **state)
{
  (void)state;
  static const double shapes[] = {0.01, 0.1, 0.3, 0.5, 1, 1.5, 2, 5, 30, 100, 1000, 1e4};
  for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
    double a = shapes[k], tolerance = 5e-15 * fmax(a, 400);
    for (double p = 0x1p-40; p < 1; p = p < 0.25 ? 2 * p : p + 0.03125) {
      double x = gamma_quantile(a, p);
      if (x > 1e-300)
        assert_true(fabs(gamma_cdf(a, x) - p) <= tolerance * p);
      if (x > 1e-300 && x < 1e300)
        assert_true(fabs(gsl_sf_gamma_inc_P(a, x) - p) <= tolerance * p);
    }
    assert_true(gamma_quantile(a, 0) == 0 && isinf(gamma_quantile(a, 1)));
    assert_true(gamma_cdf(a, 0) == 0 && gamma_cdf(a, INFINITY) == 1);
    assert_true(isfinite(gamma_quantile(a, 1 - 0x1p-53)));
  }
}

/* The quantile inverts the distribution, for means far apart and for one that never occurs. */
static void test_hyperexponential(void **state)
{
  (void)state;
  static const char *const text[] = {"hyperexponential(0.999, 1, 1000000)",
                                     "hyperexponential(0.001, 1e-6, 1)",
                                     "hyperexponential(0, 5, 3)", "hyperexponential(0.5, 7, 7)"};
  for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
    struct sp_range r = range_of(text[k]);
    for (double p = 0x1p-40; p < 1; p = p < 0.25 ? 2 * p : p + 0.03125)
      assert_true(fabs(sp_law_cdf(&r.law, sp_law_quantile(&r.law, p)) - p) <= 1e-13 * p);
    assert_true(sp_law_quantile(&r.law, 0) == 0 && isinf(sp_law_quantile(&r.law, 1)));
    assert_true(isfinite(sp_law_quantile(&r.law, 1 - 0x1p-53)));
  }
}

/* ---- Correlation. */

static int compare_ranked(const void *a, const void *b)
{
  return compare(*(double *const *)a, *(double *const *)b);
}

/* Ranks 0..n-1, the mean of them where values are equal. */
static double *ranks_of(const double *x, long n)
{
  double *rank = sp_xcalloc((size_t)n, sizeof *rank);
  const double **order = sp_xcalloc((size_t)n, sizeof *order);
  for (long i = 0; i < n; i++)
    order[i] = &x[i];
  qsort(order, (size_t)n, sizeof *order, compare_ranked);
  for (long i = 0, end; i < n; i = end) {
    for (end = i; end < n && *order[end] == *order[i];)
      end++;
    for (long k = i; k < end; k++)
      rank[order[k] - x] = (double)(i + end - 1) / 2;
  }
  free(order);
  return rank;
}

static double spearman(const double *x, const double *y, long n)
{
  double *a = ranks_of(x, n), *b = ranks_of(y, n), mean = (double)(n - 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (long i = 0; i < n; i++) {
    xy += (a[i] - mean) * (b[i] - mean);
    xx += (a[i] - mean) * (a[i] - mean);
    yy += (b[i] - mean) * (b[i] - mean);
  }
  free(a);
  free(b);
  return xy / sqrt(xx * yy);
}

/* The rank correlation of c and w of n workers, with that setting. */
static double correlation_of(const char *setting, long n)
{
  struct sp_generator g;
  double *c = sp_xcalloc((size_t)n, sizeof *c), *w = sp_xcalloc((size_t)n, sizeof *w);
  assert_int_equal(sp_generator_init(&g, "volunteer-seti", NULL), SP_OK);
  assert_int_equal(sp_generator_set(&g, setting, NULL), SP_OK);
  assert_int_equal(sp_generator_set(&g, "c=real 1..9", NULL), SP_OK);
  struct sp_instance *in = sp_generate(&g, (int)n, seed, 0);
  for (long i = 0; i < n; i++) {
    c[i] = in->c[i + 1].v;
    w[i] = in->w[i + 1].v;
  }
  double rho = spearman(c, w, n);
  qsort(w, (size_t)n, sizeof *w, compare);
  assert_true(distance(w, n, time_of_lognormal, 1.267, 0.986, 0, INFINITY) < threshold);
  sp_instance_free(in);
  free(c);
  free(w);
  return rho;
}

/* Within four standard errors, at most 1 / sqrt(n - 1) each; w keeps its law. Without the
 * conversion 2 sin(pi rho / 6) the correlation would be 0.482 in place of 0.5, outside at n = 10^5
 * alone. */
static void test_correlation(void **state)
{
  (void)state;
  static const double rho[] = {-1, -0.5, 0, 0.5, 0.9, 1};
  long n = count();
  for (size_t k = 0; k < sizeof rho / sizeof *rho; k++) {
    char setting[32];
    snprintf(setting, sizeof setting, "correlation=%g", rho[k]);
    double error = fabs(correlation_of(setting, n) - rho[k]);
    if (!(error < 4 / sqrt((double)n - 1)))
      fail_msg("%s: off by %g", setting, error);
  }
}

/* c and the workers that were there before keep their draws. */
static void test_correlation_paired(void **state)
{
  (void)state;
  struct sp_generator g, r;
  sp_generator_init(&g, "het-het", NULL);
  sp_generator_init(&r, "het-het", NULL);
  assert_int_equal(sp_generator_set(&r, "correlation=0.7", NULL), SP_OK);
  struct sp_instance *a = sp_generate(&g, 9, seed, 3), *b = sp_generate(&r, 9, seed, 3);
  struct sp_instance *few = sp_generate(&r, 4, seed, 3);
  int changed = 0;
  for (int i = 1; i <= 9; i++) {
    assert_true(a->c[i].v == b->c[i].v);
    assert_true(b->w[i].den == 1 && b->w[i].v >= 1 && b->w[i].v <= 100);
    changed += a->w[i].v != b->w[i].v;
  }
  for (int i = 1; i <= 4; i++)
    assert_true(few->w[i].v == b->w[i].v);
  assert_true(changed > 4);
  sp_instance_free(a);
  sp_instance_free(b);
  sp_instance_free(few);
}

/* ---- Numbers of the grid. */

/* Rounded to the nearest whole number; positive ones are cut where they would be rounded to 0. */
static void test_rounding(void **state)
{
  (void)state;
  struct sp_range whole, real = range_of("real lognormal(0, 2)");
  struct sp_range constant = range_of("real constant(0.1)");
  assert_null(sp_whole_range_parse("lognormal(0, 2)", NULL, &whole));
  for (int i = 0; i < 4096; i++) {
    double u = i / 4096.0, x = sp_range_at(&real, u);
    assert_true(x * 0x1p20 == floor(x * 0x1p20));
    assert_true(fabs(sp_range_at(&whole, u) - x) <= 0.5 + 0x1p-20);
  }
  assert_true(sp_range_at(&whole, 0.1) == 0);
  whole.positive = real.positive = true;
  assert_true(sp_range_at(&whole, 0) == 1 && sp_range_at(&real, 0) > 0);
  assert_true(sp_range_at(&constant, 0.3) == 104858 * 0x1p-20);
  assert_true(constant.min == 0.1 && constant.max == 0.1);
  for (size_t k = 0; k < CASES; k++) { /* the greatest and the least number of the stream */
    struct sp_range r;
    if (sp_range_parse(cases[k].text, NULL, &r) || r.redrawn)
      continue;
    double low = sp_range_at(&r, 0), high = sp_range_at(&r, 1 - 0x1p-53);
    assert_true(low >= r.min - 0x1p-21 && low < high && high <= r.max + 0x1p-21);
  }
}

/* Where a law does not say real or int its small numbers keep 21 significant bits. */
static void test_small_numbers(void **state)
{
  (void)state;
  static const char *const text[] = {"gamma(0.3, 1)", "1e-6 / uniform(1, 2)", "constant(0.0002)"};
  for (int k = 0; k < 3; k++) {
    struct sp_range r = range_of(text[k]);
    for (int i = 1; i < 4096; i++) {
      double x = sp_law_quantile(&r.law, i / 4096.0), drawn = sp_range_at(&r, i / 4096.0);
      int bits = x < 1 ? 21 - ilogb(x) - 1 : 20;
      assert_true(fabs(drawn - x) <= ldexp(0.5, -bits));
      assert_true(ldexp(drawn, bits) == floor(ldexp(drawn, bits)));
      assert_true(sp_double(drawn).den > 0);
    }
  }
  struct sp_range least = range_of("gamma(0.01, 1)");
  assert_true(sp_range_at(&least, 0.1) == 0);
  least.positive = true;
  assert_true(sp_range_at(&least, 0) == 0x1p-62);
}

/* The mean and the share of greater draws that the check of loads needs. */
static void test_load(void **state)
{
  (void)state;
  struct sp_range load;
  assert_null(sp_whole_range_parse("gamma(2, 10)", NULL, &load));
  assert_true(fabs(sp_range_mean(&load) - 20) < 0.2);
  assert_true(fabs(sp_range_tail(&load, 20) - (1 - gamma_p(19.5, 2, 10))) < 1e-6);
  struct sp_generator g;
  struct sp_error error = {""};
  sp_generator_init(&g, "het-het", NULL);
  assert_int_equal(sp_generator_set(&g, "load=gamma(2, 10)", NULL), SP_OK);
  assert_int_equal(sp_generator_check(&g, 5, &error), SP_OK);
  struct sp_instance *in = sp_generate(&g, 5, seed, 0);
  assert_true(in->total.v >= 50 && in->load[1].den == 1);
  sp_instance_free(in);
  assert_int_equal(sp_generator_set(&g, "load=weibull(2, 1)", NULL), SP_OK);
  assert_int_equal(sp_generator_check(&g, 5, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "rarely sum to minimum=50"));
}

/* ---- Columns. */

/* Each value of a column as likely, whatever their order in the file; each by itself in ranks. */
static void test_column(void **state)
{
  (void)state;
  char path[] = "/tmp/starport-column-XXXXXX", text[96];
  int fd = mkstemp(path), hits[4] = {0};
  assert_true(fd >= 0);
  dprintf(fd, "host,speed\na,8\nb,2\n# none\nc,4\nd,1\n");
  close(fd);
  struct sp_csv_columns *columns = sp_csv_columns_alloc();
  struct sp_range range, time;
  snprintf(text, sizeof text, "empirical(%s:speed)", path);
  assert_null(sp_range_parse(text, columns, &range));
  snprintf(text, sizeof text, "16 / empirical( %s : speed )", path);
  assert_null(sp_range_parse(text, columns, &time));
  assert_true(columns->n == 1 && range.min == 1 && range.max == 8 && time.max == 16);
  for (int i = 0; i < 4000; i++) {
    double u = i / 4000.0;
    hits[ilogb(sp_range_at(&range, u))]++;
    assert_true(sp_range_at(&range, u) == 1 << (i / 1000));
    assert_true(sp_range_at(&time, u) == 16 / sp_range_at(&range, (3999 - i) / 4000.0) ||
                i % 1000 == 0);
  }
  assert_true(hits[0] == 1000 && hits[1] == 1000 && hits[2] == 1000 && hits[3] == 1000);
  assert_true(sp_range_at(&range, 1 - 0x1p-53) == 8 && sp_range_at(&time, 0) == 2);
  unlink(path);
  sp_csv_columns_free(columns);
}

/* ---- Refusals. */

static void refused(const char *text, const char *words)
{
  struct sp_range range;
  const char *expected = sp_range_parse(text, NULL, &range);
  range.positive = true;
  if (!expected)
    expected = sp_range_fault(&range, true);
  if (!expected || !strstr(expected, words))
    fail_msg("%s: '%s' does not say '%s'", text, expected ? expected : "", words);
}

static void test_refused(void **state)
{
  (void)state;
  refused("lognormal(1, -2)", "lognormal(MU, SIGMA) with SIGMA > 0");
  refused("lognormal(1)", "lognormal(MU, SIGMA)");
  refused("lognormal(1, 2, 3)", "lognormal(MU, SIGMA)");
  refused("lognormal(nan, 2)", "lognormal(MU, SIGMA)");
  refused("lognormal(inf, 2)", "lognormal(MU, SIGMA)");
  refused("lognormal(1, 2", "lognormal(MU, SIGMA)");
  refused("lognormal()", "lognormal(MU, SIGMA)");
  refused("(1, 2)", "constant, uniform, normal,");
  refused("lognorml(1, 2)", "constant, uniform, normal, lognormal, gamma, weibull, pareto, expo");
  refused("uniform(9, 2)", "uniform(A, B) with 0 <= A < B");
  refused("uniform(-1, 2)", "uniform(A, B)");
  refused("constant(-1)", "constant(X) with X >= 0");
  refused("constant(0)", "values > 0");
  refused("gamma(0, 1)", "SHAPE from 0.01 to 10000");
  refused("gamma(1e5, 1)", "SHAPE from 0.01 to 10000");
  refused("weibull(1, 0)", "SCALE > 0");
  refused("pareto(1, 0)", "LEAST > 0");
  refused("normal(5, 3)", "in A..B after normal(MEAN, SD)");
  refused("normal(5, 3) in 6..2", "in A..B with 0 <= A < B");
  refused("gamma(1, 2) in -1..2", "in A..B with 0 <= A < B");
  refused("gamma(1, 2) on 1..2", "in A..B");
  refused("constant(1) in 1..2", "nothing after");
  refused("gamma(1, 2) in 500..600", "a thousandth of the draws");
  refused("lognormal(-60, 1)", "a thousandth of the draws");
  refused("real lognormal(-40, 1)", "a thousandth of the draws");
  refused("lognormal(40, 1)", "a thousandth of the draws");
  refused("-3 / lognormal(0, 1)", "AMOUNT / LAW(..) with AMOUNT > 0");
  refused("x / lognormal(0, 1)", "AMOUNT / LAW(..)");
  refused("empirical(hosts.csv:gflops)", "empirical(FILE.csv:COLUMN)");
}

static void test_shared_refused(void **state)
{
  (void)state;
  struct sp_generator g;
  struct sp_error error = {""};
  sp_generator_init(&g, "het-hom", NULL);
  assert_int_equal(sp_generator_set(&g, "correlation=0.5", NULL), SP_OK);
  assert_int_equal(sp_generator_check(&g, 5, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "expected w.shared=no"));
  assert_int_equal(sp_generator_set(&g, "correlation=1.5", &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "correlation=1.5: expected a number from -1 to 1");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distributions),
      cmocka_unit_test(test_wrong_parameter),
      cmocka_unit_test(test_families),
      cmocka_unit_test(test_gamma),
      cmocka_unit_test(test_hyperexponential),
      cmocka_unit_test(test_correlation),
      cmocka_unit_test(test_correlation_paired),
      cmocka_unit_test(test_rounding),
      cmocka_unit_test(test_small_numbers),
      cmocka_unit_test(test_load),
      cmocka_unit_test(test_column),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_shared_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
