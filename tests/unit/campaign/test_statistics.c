/* Tests the statistics against results of R's documentation and against hand computation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "campaign/quantity/statistics.h"

/* R: data(sleep), and the depression scores of ?wilcox.test (Hollander and Wolfe, page 29). */
static const double sleep1[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
static const double sleep2[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
static const double before[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
static const double after[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};

static void near(double value, double expected, double tolerance)
{
  if (!(fabs(value - expected) <= tolerance))
    fail_msg("%.17g, expected %.17g +- %g", value, expected, tolerance);
}

/* x = 2, 3, 7: mean 4, deviations -2, -1, 3, m2 = 14/3, m4 = (16 + 1 + 81)/3 = 98/3. */
static void test_moments(void **state)
{
  (void)state;
  static const double x[] = {2, 3, 7};
  near(sp_mean(x, 3), 4, 0);
  near(sp_sd_population(x, 3), sqrt(14.0 / 3), 1e-15);
  near(sp_sd_sample(x, 3), sqrt(7), 1e-15);
  near(sp_standard_error(x, 3), sqrt(7.0 / 3), 1e-15);
  near(sp_standard_error_of_sd(x, 3), sqrt((98.0 / 3 - 196.0 / 9) / 3 / (4 * 14.0 / 3)), 1e-15);
  near(sp_quantile(x, 3, 1), 7, 0);
  near(sp_mean(sleep1, 10), 0.75, 1e-15);
  near(sp_sd_sample(sleep1, 10), 1.789010, 5e-7); /* R: sd(extra[group == 1]) */
}

static void test_constant(void **state)
{
  (void)state;
  static const double x[] = {1, 1, 1, 1};
  near(sp_sd_population(x, 4), 0, 0);
  near(sp_standard_error_of_sd(x, 4), 0, 0);
  near(sp_standard_error(x, 4), 0, 0);
}

/* Two values: m4 = m2^2, the variance by the delta method vanishes. */
static void test_two_values(void **state)
{
  (void)state;
  static const double x[] = {2.385, 9.5};
  near(sp_standard_error_of_sd(x, 2), 0, 1e-15);
}

/* R: quantile(c(7, 1, 3, 12), c(0, .3, .5, 1)) = 1, 2.8, 5, 12. */
static void test_quantile(void **state)
{
  (void)state;
  static const double x[] = {7, 1, 3, 12};
  near(sp_quantile(x, 4, 0), 1, 0);
  near(sp_quantile(x, 4, 0.3), 2.8, 1e-15);
  near(sp_quantile(x, 4, 0.5), 5, 0);
  near(sp_quantile(x, 4, 1), 12, 0);
  near(x[0], 7, 0); /* the sample is unchanged */
}

/* R: t.test(extra ~ group, sleep, paired = TRUE): -1.58, -2.4598858 to -0.7001142; with conf.level
 * = 1 - 0.05/6, one of six, -2.888536274 to -0.271463726. */
static void test_paired(void **state)
{
  (void)state;
  struct sp_interval interval = sp_paired_difference(sleep1, sleep2, 10, 1);
  near(interval.mean, -1.58, 1e-15);
  near(interval.low, -2.4598858, 5e-8);
  near(interval.high, -0.7001142, 5e-8);
  interval = sp_paired_difference(sleep1, sleep2, 10, 6);
  near(interval.low, -2.888536274, 5e-10);
  near(interval.high, -0.271463726, 5e-10);
  interval = sp_paired_difference(sleep1, sleep2, 1, 1);
  near(interval.mean, -1.2, 1e-15);
  assert_true(isnan(interval.low) && isnan(interval.high));
}

/* R: V = 40 of 45; 10 of the 512 assignments of signs reach it: one-sided 0.01953. */
static void test_wilcoxon_exact(void **state)
{
  (void)state;
  near(sp_wilcoxon(before, after, 9), 20.0 / 512, 1e-15);
  near(sp_wilcoxon(after, before, 9), 20.0 / 512, 1e-15);
  static const double x[] = {5, 6.5, 9.25}, zero[] = {0, 0, 0};
  near(sp_wilcoxon(x, zero, 3), 0.25, 0); /* all of one sign: 2 / 2^3 */
  static const double even[] = {1, 2, -3};
  near(sp_wilcoxon(even, zero, 3), 1, 0); /* V = 3 = 6/2 */
}

/* R: wilcox.test(sleep1, sleep2, paired = TRUE): V = 0, p = 0.009091, one zero difference and ties
 * among the others. */
static void test_wilcoxon_ties(void **state)
{
  (void)state;
  double x[10], y[10];
  for (int i = 0; i < 10; i++) { /* tenths, so that ties are exact */
    x[i] = rint(10 * sleep1[i]);
    y[i] = rint(10 * sleep2[i]);
  }
  near(sp_wilcoxon(x, y, 10), 0.009091, 5e-7);
  near(sp_wilcoxon(y, x, 10), 0.009091, 5e-7);
  near(sp_wilcoxon(x, x, 10), 1, 0);
}

/* n = 50, negative ranks 1, 4, .. 49: V = 1275 - 425 = 850, z = (850 - 637.5 - 0.5) / sqrt(50 * 51
 * * 101 / 24) = 2.0465, p = 0.0407 approximately; the exact p is near. With 51 of them (V = 901 of
 * 1326) the approximation is computed: z = 2.2262, p = 0.0260. */
static void test_wilcoxon_meets(void **state)
{
  (void)state;
  double x[51], zero[51] = {0};
  for (int i = 0; i < 51; i++)
    x[i] = (i % 3 ? 1 : -1) * (i + 1.375);
  near(sp_wilcoxon(x, zero, 50), 0.0407, 0.001);
  near(sp_wilcoxon(x, zero, 51), 0.0260, 0.0001);
}

/* R: p.adjust(c(.01, .04, .03, .005), "holm") = .03 .06 .06 .02. */
static void test_holm(void **state)
{
  (void)state;
  static const double p[] = {0.01, 0.04, 0.03, 0.005}, high[] = {0.7, 0.6};
  double adjusted[4];
  sp_holm(p, 4, adjusted);
  near(adjusted[0], 0.03, 1e-15);
  near(adjusted[1], 0.06, 1e-15);
  near(adjusted[2], 0.06, 1e-15);
  near(adjusted[3], 0.02, 1e-15);
  sp_holm(high, 2, adjusted);
  near(adjusted[0], 1, 0);
  near(adjusted[1], 1, 0);
  sp_holm(p, 0, adjusted);
}

static void test_share(void **state)
{
  (void)state;
  static const double x[] = {1, 1.25, 1.25, 1.0625, 3};
  near(sp_share_below(x, 5, 0.99), 0, 0);
  near(sp_share_below(x, 5, 1.25), 0.8, 0);
  near(sp_share_below(x, 5, 3), 1, 0);
}

static void test_empty(void **state)
{
  (void)state;
  static const double x[] = {2.5};
  assert_true(isnan(sp_mean(x, 0)) && isnan(sp_quantile(x, 0, 1)) && isnan(sp_quantile(x, 0, 0.5)));
  assert_true(isnan(sp_sd_population(x, 0)) && isnan(sp_sd_sample(x, 0)));
  assert_true(isnan(sp_standard_error(x, 0)) && isnan(sp_standard_error_of_sd(x, 0)));
  assert_true(isnan(sp_share_below(x, 0, 1)) && isnan(sp_wilcoxon(x, x, 0)));
  assert_true(isnan(sp_paired_difference(x, x, 0, 1).mean));
  assert_true(isnan(sp_sd_sample(x, 1)) && isnan(sp_standard_error(x, 1)));
  near(sp_sd_population(x, 1), 0, 0);
  near(sp_quantile(x, 1, 0.75), 2.5, 0);
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_moments),       cmocka_unit_test(test_constant),
      cmocka_unit_test(test_two_values),    cmocka_unit_test(test_quantile),
      cmocka_unit_test(test_paired),        cmocka_unit_test(test_wilcoxon_exact),
      cmocka_unit_test(test_wilcoxon_ties), cmocka_unit_test(test_wilcoxon_meets),
      cmocka_unit_test(test_holm),          cmocka_unit_test(test_share),
      cmocka_unit_test(test_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
