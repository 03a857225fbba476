/* Tests profiles: how long an activity lasts, against a walk in small steps of the integral, and
 * the words of --star. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "io/text/star.h"
#include "model/profile.h"
#include "stars.h"
#include "validate/changes.h"
#include <cmocka.h>
#include <math.h>
#include <starport/starport.h>
#include <stdlib.h>
#include <string.h>

/* The integral of the factor by its pieces, from one whole date to another. */
static double integral(const struct sp_profile *p, int from, int to)
{
  double sum = 0;
  for (int t = from; t < to; t++)
    sum += sp_profile_factor(p, t + 0.5);
  return sum;
}

/* Whole dates and factors: every end is exact. */
static void test_ends(void **state)
{
  (void)state;
  struct sp_instance *in = parse("c=1 w=1 tasks=1 profile=w:3*0,5*2,9*1,12*4,every:15");
  const struct sp_profile *p = in->profile[SP_SPEED];
  for (int start = 0; start < 100; start++)
    for (int end = start + 1; end < 200; end++) {
      double time = integral(&p[1], start, end);
      if (sp_profile_factor(&p[1], end - 0.5) > 0)
        assert_true(start + profile_time(&p[1], start, time) == end);
    }
  /* a round takes 26 */
  assert_true(profile_time(&p[1], 15, 26e9) == 15e9);
  assert_true(profile_next(&p[1], 4.5) == 5 && profile_next(&p[1], 14) == 15);
  assert_true(profile_next(&p[1], 15) == 18 && sp_profile_factor(&p[1], 18) == 0);
  sp_instance_free(in);
}

/* 0.1 + 0.2 is more than 0.3: rounding does not make it wait for the end of the break. */
static void test_end_at_a_break(void **state)
{
  (void)state;
  struct sp_instance *in = parse("c=1 w=1 tasks=1 profile=w:0.3*0,1*1");
  assert_true(profile_time(&in->profile[SP_SPEED][1], 0.1, 0.2) == 0.3 - 0.1);
  assert_true(profile_time(&in->profile[SP_SPEED][1], 0.1, 0.2 + 1e-12) > 0.9);
  sp_instance_free(in);
  in = parse("c=1 w=1 tasks=1 profile=w:0*0,0.1*1,every:0.4"); /* 3 / 10 a round */
  for (int rounds = 1; rounds < 300; rounds++) {
    double end = profile_time(&in->profile[SP_SPEED][1], 0, 0.3 * rounds);
    if (!(fabs(end - 0.4 * rounds) < 1e-9))
      fail_msg("%d rounds end at %.17g", rounds, end);
  }
  sp_instance_free(in);
}

/* Activities that pass few, many and all pieces of a round, in turn: each ends where the integral
 * by its pieces says. Whole dates and factors: exactly, also before a standstill. */
static void test_many_pieces(void **state)
{
  (void)state;
  enum { PIECES = 1000, ROUNDS = 30 };
  static const int length[] = {1, 40, 300, 2500, 17, 1, 6000, 90};
  for (int repeats = 0; repeats < 2; repeats++) {
    struct sp_profile p = {.period = INFINITY};
    double date = 0, sum[PIECES * ROUNDS + 1] = {0};
    long cap = 0, end = 0;
    for (int k = 0; k < PIECES; k++, date += 1 + k % 2)
      sp_profile_add(&p, &cap, date, k % 7 == 3 ? 0 : 1 + k % 5);
    p.period = repeats ? date : INFINITY;
    profile_integrate(&p);
    for (int t = 0; t < PIECES * ROUNDS; t++)
      sum[t + 1] = sum[t] + sp_profile_factor(&p, t + 0.5);
    for (size_t j = 0; j < sizeof length / sizeof *length * 3; j++) {
      long start = end;
      end = start + length[j % (sizeof length / sizeof *length)];
      if (end >= PIECES * ROUNDS)
        break;
      while (sum[end] == sum[end - 1]) /* an activity ends where its last work is done */
        end--;
      if (end > start)
        assert_true((double)start + profile_time(&p, (double)start, sum[end] - sum[start]) ==
                    (double)end);
      end += end <= start ? 9 : 0;
    }
    sp_profile_clear(&p);
  }
}

/* Tenths of work before breaks, over thousands of pieces: sums are rounded, and so are dates far
 * from 0, but each activity ends where its break begins. */
static void test_end_at_a_far_break(void **state)
{
  (void)state;
  enum { ROUNDS = 20000 };
  static const double first[] = {0, 12345.6};
  for (int k = 0; k < 2; k++) {
    struct sp_profile p = {.period = INFINITY};
    long cap = 0;
    for (int round = 0; round < ROUNDS; round++) {
      if (round == 0 && first[k] > 0)
        sp_profile_add(&p, &cap, 0, 0);
      sp_profile_add(&p, &cap, first[k] + 0.2 * round, 0.1);
      sp_profile_add(&p, &cap, first[k] + 0.2 * round + 0.1, 0);
    }
    profile_integrate(&p);
    for (int round = 0; round + 50 < ROUNDS; round += 50) { /* half a unit of work in 50 */
      double start = first[k] + 0.2 * round, end = first[k] + 0.2 * (round + 49) + 0.1;
      double ends = start + profile_time(&p, start, 0.5);
      if (fabs(ends - end) > 1e-9)
        fail_msg("from %.17g on: ends at %.17g, expected %.17g", start, ends, end);
    }
    sp_profile_clear(&p);
  }
}

static void test_integrals(void **state)
{
  (void)state;
  struct sp_instance *in =
      parse("c=1,1 w=1 tasks=1 profile=w1:3*0,5*2,9*1,12*4,every:15;w2:3*0,5*2");
  for (int i = 1; i <= 2; i++) {
    const struct sp_profile *p = &in->profile[SP_SPEED][i];
    for (int date = 0; date < 200; date++)
      assert_true(profile_integral(p, date) == integral(p, 0, date));
    assert_true(profile_integral(p, 5.5) == 4);
  }
  assert_true(profile_integral(&in->profile[SP_SPEED][1], 15e30) == 26e30);
  assert_true(profile_best(&in->profile[SP_SPEED][1]) == 4);
  sp_instance_free(in);
}

/* A profile that repeats from its first change on is that of the same pieces, one after the other:
 * at 100 dates, and for activities that pass few and many rounds. */
static void test_first_round(void **state)
{
  (void)state;
  enum { ROUNDS = 200 };
  struct sp_instance *in = parse("c=1,1,1 w=1 tasks=1 profile=w1:2*2,4*3,every:10,from:2;"
                                 "w2:7*0,8*0.5,11*0,every:12,from:7;w3:1*0.25,every:3,from:1");
  for (int i = 1; i <= 3; i++) {
    const struct sp_profile *p = &in->profile[SP_SPEED][i];
    struct sp_profile plain = {.period = INFINITY};
    struct integral check[2];
    long cap = 0;
    sp_profile_add(&plain, &cap, 0, 1);
    for (int round = 0; round < ROUNDS; round++)
      for (long k = 1; k < p->n; k++)
        sp_profile_add(&plain, &cap, round * p->period + p->date[k], p->factor[k]);
    profile_integrate(&plain);
    check[0] = integral_of(p);
    check[1] = integral_of(&plain);
    double first = profile_integral(p, 0);
    for (double date = 0; date < 100; date += 0.5) {
      assert_true(sp_profile_factor(p, date) == sp_profile_factor(&plain, date));
      assert_true(profile_next(p, date) == profile_next(&plain, date));
      assert_true(profile_integral(p, date) - first == profile_integral(&plain, date));
      assert_true(integral_between(&check[0], 1.5, date) == integral_between(&check[1], 1.5, date));
      for (int down = 0; down < 2; down++)
        assert_true(integral_first(&check[0], date, down) == integral_first(&check[1], date, down));
      assert_true(profile_time(p, date, date + 0.25) == profile_time(&plain, date, date + 0.25));
    }
    for (int k = 0; k < 2; k++) {
      integral_clear(&check[k]);
    }
    sp_profile_clear(&plain);
  }
  /* 2 at factor 1, 4 at 2, 24 at 3 up to date 12, the rest at 2 */
  assert_true(profile_time(&in->profile[SP_SPEED][1], 0, 2 + 4 + 24 + 2) == 13);
  sp_instance_free(in);
}

/* What lacks 1.4e-12 at date 686, after many pieces, ends there and not after the break until 701.
 */
static void test_nearly_done(void **state)
{
  (void)state;
  struct sp_instance *in =
      parse("c=1 w=1 tasks=1 profile=w1:1*0.25,2*0,13*0,17*0.5,every:19,from:1");
  double start = 607.75 + 2.3e-13, time = 7.875 + 1.24e-12;
  const struct sp_profile *p = &in->profile[SP_SPEED][1];
  assert_true(start + profile_time(p, start, time) == 686);
  assert_true(start + profile_time(p, start, time + 1e-10) > 701);
  sp_instance_free(in);
}

/* At the dates of its changes, as the engines round them, a host is up or down. */
static void test_first_after_a_change(void **state)
{
  (void)state;
  struct sp_instance *in = parse("c=1 w=1 tasks=1 profile=host1:0.1*0,0.4*1,every:0.7,from:0.1");
  const struct sp_profile *p = &in->profile[SP_HOST_STATE][1];
  struct integral check = integral_of(p);
  for (double date = 0; date < 100; date = profile_next(p, date))
    assert_true(integral_first(&check, date, sp_profile_factor(p, date) == 0) == date);
  integral_clear(&check);
  sp_instance_free(in);
}

static void test_constant(void **state)
{
  (void)state;
  struct sp_instance *in = parse("c=1 w=1 tasks=1 profile=w:0*1;c:0*0.5");
  assert_true(profile_time(&in->profile[SP_SPEED][1], 0.1, 0.7) == 0.7);
  assert_true(profile_time(&in->profile[SP_BANDWIDTH][1], 0.1, 0.7) == 1.4);
  sp_instance_free(in);
}

static void test_text(void **state)
{
  (void)state;
  static const char *const text[] = {
      "c=1,1 w=1 tasks=3 profile=w1:10*0.5,20*1,every:30;w2:0*2",
      "c=1,1 w=1 tasks=3 profile=w:1*0,2*1;c2:0*0.1,0.001*3.5",
      "c=1,1 w=1 tasks=3 profile=host1:1*0,2*1,every:4;link:5*0",
      "c=1,1 w=1 tasks=3 profile=w1:2*2,every:3;w2:2*2,every:3,from:2",
      "c=1,1 w=1 latency=3 tasks=3 profile=link1:2*0,3*1;latency:2*2,5*0",
  };
  for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
    struct sp_instance *in = parse(text[k]);
    char *written = star_text(in);
    if (!strstr(written, strstr(text[k], "profile=")))
      fail_msg("%s became %s", text[k], written);
    struct sp_instance *copy = sp_instance_copy(in), *again = parse(written);
    for (int kind = 0; kind < SP_CHANGING; kind++) {
      assert_true(!in->profile[kind] == !again->profile[kind]);
      for (int i = 1; in->profile[kind] && i <= in->m; i++) {
        assert_true(sp_profile_same(&in->profile[kind][i], &again->profile[kind][i]));
        assert_true(sp_profile_same(&in->profile[kind][i], &copy->profile[kind][i]));
      }
    }
    free(written);
    sp_instance_free(in);
    sp_instance_free(copy);
    sp_instance_free(again);
  }
}

static void refused(const char *profile, const char *words)
{
  char text[200];
  struct sp_error error = {""};
  snprintf(text, sizeof text, "c=1,1 w=1 tasks=3 profile=%s", profile);
  assert_null(sp_star_parse(text, &error));
  if (!strstr(error.text, words) || strchr(error.text, '\n'))
    fail_msg("'%s' does not say '%s'", error.text, words);
}

static void test_refusals(void **state)
{
  (void)state;
  refused("", "expected w, c, host, link or latency");
  refused("q1:3*1", "expected w, c, host, link or latency");
  refused("w0:3*1", "expected w, c, host, link or latency");
  refused("w1", "expected w, c, host, link or latency");
  refused("w3:3*1", "w3, but the star has 2 workers");
  refused("w1:", "expected DATE*FACTOR");
  refused("w1:3", "expected DATE*FACTOR");
  refused("w1:3*x", "expected DATE*FACTOR");
  refused("w1:every:4", "expected at least one");
  refused("w1:3*1,every:4,5*1", "every:PERIOD last");
  refused("w1:3*2,from:3", "every:PERIOD,from:DATE");
  refused("w1:3*2,every:9,from:2", "every:PERIOD,from:DATE");
  refused("w1:3*2,every:9,from:3,from:3", "every:PERIOD,from:DATE");
  refused("w1:0*2,3*2,every:9,from:3", "repeats from date 3, expected 0, or the first change");
  refused("w1:3*0,every:9,from:3", "0 for ever from date 0");
  refused("w1:3*1,2*1", "dates that increase");
  refused("w1:3*1,3*2", "dates that increase");
  refused("w1:-3*1", "a date from 1e-300 to 1e300");
  refused("w1:1e-310*1", "a date from 1e-300 to 1e300");
  refused("w1:3*-1", "a factor of -1");
  refused("w1:3*inf", "a factor of inf");
  refused("w1:3*0", "0 for ever from date 3");
  refused("w1:0*0,3*0,every:5", "0 for ever from date 0");
  refused("w1:3*1,every:3", "one that ends after the last change");
  refused("host1:3*0.5", "1 (up) or 0 (down)");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_end_at_a_break),
      cmocka_unit_test(test_integrals),
      cmocka_unit_test(test_constant),
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_many_pieces),
      cmocka_unit_test(test_end_at_a_far_break),
      cmocka_unit_test(test_first_round),
      cmocka_unit_test(test_nearly_done),
      cmocka_unit_test(test_first_after_a_change),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
