/* Tests drawn profiles: lengths, phases and factors against the stated laws by the test of
 * Kolmogorov and Smirnov (KS_COUNT draws of each, 20000; 100000 in `make long`); streams of their
 * own; refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "campaign/generate/generate.h"
#include "kolmogorov.h"
#include "model/instance.h"

static struct sp_way way_of(const char *text)
{
  struct sp_way way;
  const char *expected = sp_way_parse(text, false, NULL, &way);
  if (expected)
    fail_msg("%s: expected %s", text, expected);
  return way;
}

/* The profile of a worker; the caller clears it. */
static struct sp_profile draw(const struct sp_way *way, long worker, double horizon)
{
  struct sp_profile p;
  long left = 10000000;
  struct sp_draws at = {
      .seed = seed, .parameter = SP_STREAM_SPEED, .worker = (uint32_t)(worker + 1)};
  assert_true(sp_way_draw(way, at, horizon, &left, &p));
  assert_int_equal(sp_profile_check(&p, SP_SPEED, "speed", NULL), SP_OK);
  return p;
}

static double end_of(const struct sp_profile *p, long k)
{
  return k + 1 < p->n ? p->date[k + 1] : p->period;
}

static double share_on(const struct sp_profile *p)
{
  double on = 0;
  for (long k = 0; k < p->n; k++)
    on += p->factor[k] == 1 ? end_of(p, k) - p->date[k] : 0;
  return on / p->period;
}

static void expect(const char *what, double *x, long n, distribution *f, double a, double b)
{
  qsort(x, (size_t)n, sizeof *x, compare);
  double d = distance(x, n, f, a, b, 0, INFINITY), wrong = distance(x, n, f, a, 1.15 * b, 0, 1e99);
  if (!(d < threshold && wrong > threshold))
    fail_msg("%s: %g, and with a wrong parameter %g; expected less and more than %g", what, d,
             wrong, threshold);
}

/* The lengths of n periods with that factor; of each profile without its first and last one. */
static double *lengths_of(const struct sp_way *way, double factor, double horizon, long n)
{
  double *x = sp_xcalloc((size_t)n, sizeof *x);
  for (long i = 0, worker = 0; i < n; worker++) {
    struct sp_profile p = draw(way, worker, horizon);
    for (long k = 1; k + 2 < p.n && i < n; k++) {
      assert_true(p.factor[k] == 1 || p.factor[k] == way->factor);
      assert_true(p.factor[k] != p.factor[k - 1]);
      if (p.factor[k] == factor)
        x[i++] = end_of(&p, k) - p.date[k];
    }
    sp_profile_clear(&p);
  }
  return x;
}

static void test_lengths(void **state)
{
  (void)state;
  struct sp_way way = way_of("on weibull(0.7, 12) off hyperexponential(0.6, 2, 30) at 0.25");
  long n = count();
  double *on = lengths_of(&way, 1, 40000, n), *off = lengths_of(&way, 0.25, 40000, n);
  expect("on", on, n, weibull, 0.7, 12);
  expect("off", off, n, hyperexponential, 2, 30);
  free(on);
  free(off);
}

/* As often on at date 0 as in the long run, and whole periods alone: as many on as off. */
static void test_first_date(void **state)
{
  (void)state;
  struct sp_way way = way_of("on weibull(1, 30) off weibull(1, 10)");
  long n = count(), on = 0, whole = 0;
  double rest = 0;
  for (long worker = 0; worker < n; worker++) {
    struct sp_profile p = draw(&way, worker, 1);
    on += p.factor[0] == 1;
    rest += p.factor[0] == 1 ? p.date[1] : 0;
    whole += p.n == 3 && p.factor[2] == p.factor[0];
    sp_profile_clear(&p);
  }
  double share = (double)on / (double)n, error = sqrt(0.75 * 0.25 / (double)n);
  assert_true(fabs(share - 0.75) < 4 * error);
  /* what is left of an exponential period is one: whole periods are met as often as they are long
   */
  assert_true(fabs(rest / (double)on - 30) < 4 * 30 / sqrt((double)on));
  assert_true(whole > n * 9 / 10);
}

static void test_drift(void **state)
{
  (void)state;
  struct sp_way way = way_of("drift 0.1 every 5 in 0.25..1.5");
  long n = count();
  double *x = sp_xcalloc((size_t)n, sizeof *x), *y = sp_xcalloc((size_t)n, sizeof *y);
  for (long worker = 0; worker < n; worker++) {
    struct sp_profile p = draw(&way, worker, 98);
    assert_true(p.n == 20 && p.period == 100 && p.date[19] == 95);
    for (long k = 1; k < p.n; k++) {
      double step = fabs(p.factor[k] - p.factor[k - 1]), sum = p.factor[k] + p.factor[k - 1];
      bool reflected = fabs(sum + 0.1 - 3) < 3e-6 || fabs(sum - 0.1 - 0.5) < 3e-6;
      assert_true(fabs(step - 0.1) < 3e-6 || reflected);
    }
    x[worker] = p.factor[0];
    y[worker] = p.factor[19];
    sp_profile_clear(&p);
  }
  expect("the first factor", x, n, uniform, 0.25, 1.5);
  expect("the last factor", y, n, uniform, 0.25, 1.5);
  free(x);
  free(y);
}

static void test_nights(void **state)
{
  (void)state;
  struct sp_way way = way_of("night 8 of 24 at 0.5"), evening = way_of("night 8 of 24 from 20..22");
  long n = count();
  double *x = sp_xcalloc((size_t)n, sizeof *x);
  for (long worker = 0; worker < n; worker++) {
    struct sp_profile p = draw(&way, worker, 1), q = draw(&evening, worker, 1);
    assert_true(p.period == 24 && fabs(share_on(&p) - 2.0 / 3) < 1e-12);
    for (long k = 0; k < p.n; k++)
      if (p.factor[k] == 0.5 && (k || p.n == 2 || p.factor[p.n - 1] == 1))
        x[worker] = p.date[k];
    assert_true(q.n == 3 && q.factor[0] == 0 && q.factor[1] == 1 && q.factor[2] == 0);
    assert_true(q.date[2] >= 20 && q.date[2] <= 22 && q.date[1] == q.date[2] + 8 - 24);
    sp_profile_clear(&p);
    sp_profile_clear(&q);
  }
  expect("the evening", x, n, uniform, 0, 24);
  free(x);
}

/* Nights that begin or end with the day. */
static void test_whole_days(void **state)
{
  (void)state;
  struct sp_way first = way_of("night 8 of 24 from 24"), last = way_of("night 8 of 24 from 16");
  struct sp_profile p = draw(&first, 0, 1), q = draw(&last, 0, 1);
  assert_true(p.n == 2 && p.factor[0] == 0 && p.date[1] == 8 && p.period == 24);
  assert_true(q.n == 2 && q.factor[0] == 1 && q.date[1] == 16 && q.period == 24);
  sp_profile_clear(&p);
  sp_profile_clear(&q);
}

/* ---- In stars. */

static struct sp_instance *star(const char *const *setting, int workers)
{
  struct sp_generator g;
  struct sp_error error = {""};
  assert_int_equal(sp_generator_init(&g, "het-het", NULL), SP_OK);
  for (; *setting; setting++)
    if (sp_generator_set(&g, *setting, &error) != SP_OK)
      fail_msg("%s", error.text);
  if (sp_generator_check(&g, workers, &error) != SP_OK)
    fail_msg("%s", error.text);
  return sp_generate(&g, workers, seed, 3);
}
#define STAR(workers, ...) star((const char *const[]){__VA_ARGS__, NULL}, workers)

/* What changes shifts no other draw; a further worker, another bandwidth and a later horizon leave
 * the pieces as they are. */
static void test_streams(void **state)
{
  (void)state;
  static const char speed[] = "speed=on weibull(1, 9) off weibull(1, 3)";
  struct sp_instance *plain = STAR(4, "tasks=50", "latency=1..9");
  struct sp_instance *few = STAR(4, "tasks=50", "latency=1..9", speed);
  struct sp_instance *more =
      STAR(7, "tasks=50", "latency=1..9", speed, "horizon=20 bounds",
           "bandwidth=drift 0.1 every 50 in 0.5..1", "host=night 8 of 24", "link=on 5 off 3");
  for (int i = 1; i <= 4; i++) {
    const struct sp_profile *p = &few->profile[SP_SPEED][i], *q = &more->profile[SP_SPEED][i];
    assert_true(plain->c[i].v == few->c[i].v && plain->w[i].v == more->w[i].v);
    assert_true(plain->latency[i].v == more->latency[i].v && p->n > 20 && q->n > 20);
    for (long k = 0; k < 10; k++)
      assert_true(p->date[k] == q->date[k] && p->factor[k] == q->factor[k]);
    assert_false(sp_profile_same(p, &more->profile[SP_SPEED][i + 1]));
  }
  assert_false(sp_is_changing(plain));
  assert_true(more->profile[SP_LINK_STATE][2].date[1] <= 5 &&
              sp_profile_factor(&more->profile[SP_HOST_STATE][1], 1e6) <= 1);
  sp_instance_free(plain);
  sp_instance_free(few);
  sp_instance_free(more);
}

/* These values must never change: published campaigns depend on them. */
static void test_known_draws(void **state)
{
  (void)state;
  struct sp_instance *in = STAR(2, "tasks=9", "speed=on weibull(0.5, 9) off 10..20 at 0.2",
                                "bandwidth=drift 0.1 every 5 in 0.5..1", "horizon=100");
  static const double date[] = {39846217, 60258964, 61124817}, factor[] = {775625, 670767, 565909};
  for (int k = 0; k < 3; k++) {
    assert_true(in->profile[SP_SPEED][2].date[k + 1] == date[k] * 0x1p-20);
    assert_true(in->profile[SP_BANDWIDTH][2].factor[k] == factor[k] * 0x1p-20);
  }
  sp_instance_free(in);
}

static void refused(const char *setting, const char *words)
{
  struct sp_generator g;
  struct sp_error error = {""};
  sp_generator_init(&g, "het-het", NULL);
  assert_int_equal(sp_generator_set(&g, "tasks=1000", NULL), SP_OK);
  int code = sp_generator_set(&g, setting, &error);
  if (!code)
    code = sp_generator_check(&g, 10, &error);
  if (!code || !strstr(error.text, words) || strchr(error.text, '\n'))
    fail_msg("%s: '%s' does not say '%s'", setting, error.text, words);
}

static void test_refusals(void **state)
{
  (void)state;
  refused("speed=off 3 on 4", "expected constant, on LAW off LAW, drift .. or night ..");
  refused("speed=1..5", "expected constant, on LAW");
  refused("speed=on 3", "expected on LAW off LAW, perhaps at FACTOR");
  refused("speed=on 3 off 4 at -1", "expected on LAW off LAW, perhaps at FACTOR");
  refused("speed=on 3 off 4 at inf", "expected on LAW off LAW, perhaps at FACTOR");
  refused("speed=on 3 off 0", "expected a least value > 0");
  refused("speed=on weibull(0, 1) off 4", "expected weibull(SHAPE, SCALE)");
  refused("speed=on 3 off normal 5 2 in 1..9", "expected normal(MEAN, SD) in A..B");
  refused("bandwidth=drift 1 in 1..3", "expected drift STEP every TIME in A..B");
  refused("bandwidth=drift 0.1 every 0 in 1..3", "expected drift STEP every TIME in A..B");
  refused("bandwidth=drift 0.1 every 5 in 0..3", "with 0 < A < B");
  refused("bandwidth=drift 3 every 5 in 1..3", "0 < STEP <= B - A");
  refused("speed=night 24 of 24", "with 0 < LENGTH < DAY");
  refused("speed=night 8 of 24 from gamma(1)", "expected gamma(SHAPE, SCALE)");
  refused("host=drift 0.1 every 5 in 1..3", "a state is 1 or 0");
  refused("link=on 3 off 4 at 0.5", "a state is 1 or 0");
  refused("horizon=0", "expected a time > 0, or K bounds with K > 0");
  refused("horizon=inf", "expected a time > 0");
  refused("horizon=3 days", "expected a time > 0");
}

/* A star of too many changes is refused before it fills the memory. */
static void test_too_many(void **state)
{
  (void)state;
  struct sp_generator g;
  struct sp_error error = {""};
  sp_generator_init(&g, "het-het", NULL);
  assert_int_equal(sp_generator_set(&g, "speed=drift 0.1 every 0.001 in 0.5..1", NULL), SP_OK);
  assert_int_equal(sp_generator_set(&g, "horizon=1e9", NULL), SP_OK);
  assert_int_equal(sp_generator_check(&g, 10, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "horizon=1000000000: more than 2000000 changes"));
  assert_null(sp_generate(&g, 10, seed, 0));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lengths),     cmocka_unit_test(test_first_date),
      cmocka_unit_test(test_drift),       cmocka_unit_test(test_nights),
      cmocka_unit_test(test_whole_days),  cmocka_unit_test(test_streams),
      cmocka_unit_test(test_known_draws), cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_too_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
