/* Tests random platforms: ranges, families, pairing of the draws, known draws, every refusal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/stream.h"
#include "base/text.h"
#include "campaign/generate/generate.h"

/* A generator with settings "key=value" up to NULL. */
static struct sp_generator generator(const char *family, const char *const *settings)
{
  struct sp_generator g;
  struct sp_error error = {""};
  if (sp_generator_init(&g, family, &error) != SP_OK)
    fail_msg("%s", error.text);
  for (; settings && *settings; settings++)
    if (sp_generator_set(&g, *settings, &error) != SP_OK)
      fail_msg("%s", error.text);
  return g;
}

#define SETTINGS(...) ((const char *const[]){__VA_ARGS__, NULL})

static struct sp_instance *generate(const struct sp_generator *g, int m, uint32_t index)
{
  struct sp_error error = {""};
  if (sp_generator_check(g, m, &error) != SP_OK)
    fail_msg("%s", error.text);
  struct sp_instance *in = sp_generate(g, m, 6005, index);
  assert_non_null(in);
  return in;
}

/* Written from the definition: a + floor(u * (b - a + 1)) of the parameter's own stream. */
static void test_definition(void **state)
{
  (void)state;
  struct sp_generator g = generator("het-hom", NULL);
  struct sp_instance *in = generate(&g, 10, 7);
  double u = sp_stream_uniform(6005, SP_STREAM_C, 7, 3, 0);
  assert_true(in->c[3].v == 1 + floor(u * 100));
  u = sp_stream_uniform(6005, SP_STREAM_W, 7, 0, 0);
  assert_true(in->w[3].v == 1 + floor(u * 100) && in->w[10].v == in->w[3].v);
  u = sp_stream_uniform(6005, SP_STREAM_LOAD, 7, 4, 0);
  assert_true(in->load[4].v == floor(u * 51) && in->total.v >= 50);
  assert_true(in->problem == SP_REDISTRIBUTION && in->buffer[2] == LONG_MAX);
  assert_true(isinf(in->deadline.v) && in->latency[5].v == 0);
  assert_true(in->task_bytes == 45 * 0x1p35);
  sp_instance_free(in);
}

/* These values must never change: published campaigns depend on them. */
static void test_known_draws(void **state)
{
  (void)state;
  struct sp_generator g = generator("het-het", NULL);
  struct sp_instance *in = generate(&g, 4, 0);
  static const int c[] = {70, 68, 55, 83}, w[] = {33, 20, 40, 68}, load[] = {23, 16, 1, 31};
  for (int i = 1; i <= 4; i++) {
    assert_int_equal(in->c[i].num, c[i - 1]);
    assert_int_equal(in->w[i].num, w[i - 1]);
    assert_int_equal(in->load[i].num, load[i - 1]);
  }
  sp_instance_free(in);
}

static void test_families(void **state)
{
  (void)state;
  int n;
  const struct sp_family *family = sp_families(&n);
  assert_int_equal(n, 21);
  for (int f = 0; f < 12; f++) {
    struct sp_generator g = generator(family[f].name, NULL);
    double least_c = INFINITY, most_c = 0, least_w = INFINITY, most_w = 0;
    bool c_differ = false, w_differ = false;
    for (uint32_t index = 0; index < 300; index++) {
      struct sp_instance *in = generate(&g, 8, index);
      for (int i = 1; i <= 8; i++) {
        least_c = fmin(least_c, in->c[i].v), most_c = fmax(most_c, in->c[i].v);
        least_w = fmin(least_w, in->w[i].v), most_w = fmax(most_w, in->w[i].v);
        c_differ = c_differ || in->c[i].v != in->c[1].v;
        w_differ = w_differ || in->w[i].v != in->w[1].v;
        assert_true(in->c[i].den == 1 && in->w[i].den == 1);
        assert_true(in->latency[i].v == in->latency[1].v || !g.shared_c);
      }
      assert_true(in->total.v >= 50);
      sp_instance_free(in);
    }
    assert_true(c_differ == !g.shared_c && w_differ == !g.shared_w);
    assert_true(least_c >= g.c.min && least_c <= g.c.min + 2);
    assert_true(most_c <= g.c.max && most_c >= g.c.max - 2);
    assert_true(least_w >= g.w.min && least_w <= g.w.min + 2);
    assert_true(most_w <= g.w.max && most_w >= g.w.max - 2);
    bool fast = strstr(family[f].name, "fast-links"), slow = strstr(family[f].name, "slow-links");
    assert_true(!fast || most_c <= least_w);
    assert_true(!slow || most_w <= least_c);
  }
}

/* Families of real platforms: found, drawn, positive costs of every worker. */
static void test_real_families(void **state)
{
  (void)state;
  int n;
  const struct sp_family *family = sp_families(&n);
  for (int f = 12; f < n; f++) {
    const struct sp_family *found = NULL;
    assert_int_equal(sp_family_find(family[f].name, &found, NULL), SP_OK);
    assert_ptr_equal(found, &family[f]);
    struct sp_generator g = generator(family[f].name, SETTINGS("tasks=9"));
    for (uint32_t index = 0; index < 100; index++) {
      struct sp_instance *in = generate(&g, 20, index);
      for (int i = 1; i <= 20; i++)
        assert_true(in->c[i].v > 0 && in->w[i].v > in->c[i].v / 100 && in->latency[i].v > 0);
      sp_instance_free(in);
    }
  }
}

/* Adding a worker, a latency or a buffer does not change any other number. */
static void test_pairing(void **state)
{
  (void)state;
  struct sp_generator g = generator("het-het", SETTINGS("minimum=0"));
  struct sp_generator more =
      generator("het-het", SETTINGS("minimum=0", "latency=1..9", "load=0..50", "recv=inf"));
  for (uint32_t index = 0; index < 50; index++) {
    struct sp_instance *few = generate(&g, 5, index), *many = generate(&more, 12, index);
    for (int i = 1; i <= 5; i++) {
      assert_true(few->c[i].v == many->c[i].v && few->w[i].v == many->w[i].v);
      assert_true(few->load[i].v == many->load[i].v);
      assert_true(many->latency[i].v >= 1 && many->latency[i].v <= 9);
    }
    assert_int_equal(many->platform.node[0].ports.recv, INT_MAX);
    sp_instance_free(few);
    sp_instance_free(many);
  }
}

/* Sums below the minimum are drawn again, each time with the next draw of every worker. */
static void test_minimum(void **state)
{
  (void)state;
  struct sp_generator g = generator("het-het", SETTINGS("load=0..20", "minimum=30"));
  int redrawn = 0;
  for (uint32_t index = 0; index < 200; index++) {
    struct sp_instance *in = generate(&g, 3, index);
    uint64_t draw = 0;
    for (double sum = 0; sum < 30; draw++) {
      sum = 0;
      for (uint32_t i = 1; i <= 3; i++)
        sum += floor(sp_stream_uniform(6005, SP_STREAM_LOAD, index, i, draw) * 21);
      if (sum >= 30)
        assert_true(sum == in->total.v);
    }
    redrawn += draw > 1;
    sp_instance_free(in);
  }
  assert_true(redrawn > 50 && redrawn < 150);
}

static void test_real(void **state)
{
  (void)state;
  struct sp_generator g =
      generator("het-het", SETTINGS("type=real", "c=0.5..2", "latency=0..1/4", "range=c<=w"));
  int whole = 0;
  for (uint32_t index = 0; index < 100; index++) {
    struct sp_instance *in = generate(&g, 5, index);
    for (int i = 1; i <= 5; i++) {
      assert_true(in->c[i].v >= 20 && in->c[i].v <= 50 && in->w[i].v >= 50 && in->w[i].v <= 80);
      assert_true(in->latency[i].v >= 0 && in->latency[i].v <= 0.25);
      assert_true(in->c[i].v * 0x1p20 == floor(in->c[i].v * 0x1p20));
      assert_true(in->c[i].den > 0 && in->c[i].den <= 1 << 20);
      assert_true(in->load[i].den == 1);
      whole += in->c[i].den == 1;
    }
    sp_instance_free(in);
  }
  assert_true(whole < 5);
}

static void test_other_problems(void **state)
{
  (void)state;
  struct sp_generator g =
      generator("hom-het", SETTINGS("tasks=inf", "deadline=1e4", "buffer=1..3"));
  struct sp_instance *in = generate(&g, 30, 1);
  assert_true(in->problem == SP_BAG && isinf(in->total.v) && in->deadline.v == 1e4);
  long least = LONG_MAX, most = 0;
  for (int i = 1; i <= 30; i++) {
    least = in->buffer[i] < least ? in->buffer[i] : least;
    most = in->buffer[i] > most ? in->buffer[i] : most;
    assert_true(in->load[i].v == 0);
  }
  assert_true(least == 1 && most == 3);
  sp_instance_free(in);
  g = generator("het-het", SETTINGS("work=10", "WORK=1000.5", "buffer=inf", "c=3", "send=2"));
  in = generate(&g, 2, 0);
  assert_true(in->problem == SP_DIVISIBLE && in->total.v == 1000.5 && in->c[2].v == 3);
  assert_int_equal(in->platform.node[0].ports.send, 2);
  sp_instance_free(in);
}

/* 30 000 whole draws of 1..100: chi-squared with 99 degrees of freedom (99.9 %: 149). */
static void test_uniform(void **state)
{
  (void)state;
  struct sp_generator g = generator("het-het", SETTINGS("tasks=1"));
  int count[101] = {0};
  for (uint32_t index = 0; index < 300; index++) {
    struct sp_instance *in = generate(&g, 100, index);
    for (int i = 1; i <= 100; i++)
      count[in->c[i].num]++;
    sp_instance_free(in);
  }
  double chi = 0;
  for (int value = 1; value <= 100; value++)
    chi += (count[value] - 300.0) * (count[value] - 300.0) / 300;
  assert_true(chi > 60 && chi < 149);
}

static void set_refused(const char *setting, const char *words)
{
  struct sp_generator g = generator("het-het", NULL), before = g;
  struct sp_error error = {""};
  assert_int_equal(sp_generator_set(&g, setting, &error), SP_BAD_INPUT);
  if (!strstr(error.text, words))
    fail_msg("'%s' does not say '%s'", error.text, words);
  assert_true(g.c.min == before.c.min && g.total.v == before.total.v);
}

static void test_bad_settings(void **state)
{
  (void)state;
  set_refused("c", "'c', expected key=value");
  set_refused("xyzzy=3", "unknown setting 'xyzzy', expected c, w, range, type, latency, load,");
  set_refused("c=", "c=: expected A..B with 0 <= A <= B, or one number");
  set_refused("c=5..2", "c=5..2: expected A..B");
  set_refused("c=-1..2", "c=-1..2: expected A..B");
  set_refused("c=1..", "c=1..: expected A..B");
  set_refused("c=..2", "c=..2: expected A..B");
  set_refused("c=1..2..3", "c=1..2..3: expected A..B");
  set_refused("c=1,2", "c=1,2: expected A..B");
  set_refused("w=11111111111111111111111111111111..2", "expected A..B");
  set_refused("load=a..b", "load=a..b: expected A..B");
  set_refused("type=float", "type=float: expected int or real");
  set_refused("range=c<w", "range=c<w: expected general, c<=w or c>=w");
  set_refused("minimum=-1", "minimum=-1: expected a whole number >= 0");
  set_refused("minimum=1.5", "minimum=1.5: expected a whole number");
  set_refused("tasks=many", "tasks=many: expected a number such as 1000 or inf");
  set_refused("work=", "work=: expected a number");
  set_refused("deadline=-3", "deadline=-3: expected a number >= 0 or inf");
  set_refused("recv=0", "recv=0: expected a whole number >= 1 or inf");
  set_refused("send=1/2", "send=1/2: expected a whole number >= 1 or inf");
  set_refused("send=2147483648", "send=2147483648: expected");
  struct sp_generator g = generator("het-het", SETTINGS("tasks=5"));
  struct sp_error error;
  assert_int_equal(sp_generator_set(&g, "work=5", &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "tasks and work, expected one of the two");
}

static void together_refused(const char *const *settings, int m, const char *words)
{
  struct sp_generator g = generator("het-het", settings);
  struct sp_error error = {""};
  assert_int_equal(sp_generator_check(&g, m, &error), SP_BAD_INPUT);
  if (!strstr(error.text, words))
    fail_msg("'%s' does not say '%s'", error.text, words);
  assert_null(sp_generate(&g, m, 6005, 0));
}

static void test_bad_together(void **state)
{
  (void)state;
  together_refused(SETTINGS("c=1..2"), 0, "0 workers, expected 1..1000000");
  together_refused(SETTINGS("c=1..2"), 1000001, "1000001 workers, expected 1..1000000");
  together_refused(SETTINGS("c=0.5..2"), 4, "c=0.5..2: expected whole numbers (or type=real)");
  together_refused(SETTINGS("c=0.1..2", "type=real"), 4, "c=0.1..2: expected multiples of 2^-20");
  together_refused(SETTINGS("w=0..2"), 4, "w=0..2: expected a least value > 0");
  together_refused(SETTINGS("w=1..inf"), 4, "w=1..inf: expected numbers up to 2^32");
  together_refused(SETTINGS("latency=0.5"), 4, "latency=0.5..0.5: expected whole numbers");
  together_refused(SETTINGS("load=0..2.5", "type=real"), 4, "load=0..2.5: expected whole");
  together_refused(SETTINGS("load=0..1e12"), 4, "load=0..1000000000000: expected numbers up to");
  together_refused(SETTINGS("tasks=5", "buffer=0..3"), 4,
                   "buffer=0..3: expected a least value > 0");
  together_refused(SETTINGS("tasks=5", "buffer=1..inf"), 4,
                   "buffer=1..inf: expected numbers up to");
  together_refused(SETTINGS("buffer=3"), 4, "worker 1: buffer is 3, expected none");
  together_refused(SETTINGS("tasks=5", "load=0..9"), 4, "load and tasks, expected one of");
  together_refused(SETTINGS("work=5", "minimum=9"), 4, "load and work, expected one of");
  together_refused(SETTINGS("tasks=5.5"), 4, "tasks is 5.5, expected a whole number");
  together_refused(SETTINGS("tasks=inf"), 4, "tasks is inf, expected a finite amount");
  together_refused(SETTINGS("load=0..5"), 4, "4 loads of 0..5 rarely sum to minimum=50");
  together_refused(SETTINGS("load=0..5"), 10, "10 loads of 0..5 rarely sum to minimum=50");
}

static void test_unknown_family(void **state)
{
  (void)state;
  struct sp_generator g;
  struct sp_error error;
  assert_int_equal(sp_generator_init(&g, "het_hat", &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "unknown family 'het_hat'; did you mean het-het?"));
  assert_int_equal(sp_generator_init(&g, "grid5000-nancy", &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "unknown family 'grid5000-nancy' (`starport list families`"));
  assert_int_equal(sp_generator_init(&g, "HET_HET_Fast_Links", NULL), SP_OK);
}

/* Every key with a help text is known. */
static void test_keys(void **state)
{
  (void)state;
  const struct sp_setting_help *key;
  int n = 0;
  for (; (key = sp_setting_help(n)); n++) {
    struct sp_generator g = generator("het-het", NULL);
    struct sp_error error = {""};
    char pair[64];
    snprintf(pair, sizeof pair, "%s=%s", key->name, key->value);
    sp_generator_set(&g, pair, &error);
    assert_null(strstr(error.text, "unknown"));
    assert_true(strlen(key->help) > 10);
  }
  assert_int_equal(n, 36);
}

/* ---- Normal draws. */

/* Mean and standard deviation of the normal distribution of mean 100 and sd 25, cut at 2 sd: by
 * symmetry 100, and 25 sqrt(1 - 4 phi(2) / (2 Phi(2) - 1)) = 21.99. */
static void test_normal(void **state)
{
  (void)state;
  struct sp_generator g = generator("het-het", SETTINGS("tasks=9", "c=normal 100 25 in 50..150",
                                                        "w=int normal 100 25 in 50..150",
                                                        "latency=normal 1 9 in 0..3"));
  double sum = 0, squares = 0;
  const int platforms = 500, m = 20;
  for (int index = 0; index < platforms; index++) {
    struct sp_instance *in = generate(&g, m, (uint32_t)index);
    for (int i = 1; i <= m; i++) {
      double c = in->c[i].v;
      assert_true(c >= 50 && c <= 150 && c * 0x1p20 == floor(c * 0x1p20));
      assert_true(in->w[i].den == 1 && in->w[i].v >= 50 && in->w[i].v <= 150);
      assert_true(in->latency[i].v >= 0 && in->latency[i].v <= 3);
      sum += c - 100;
      squares += (c - 100) * (c - 100);
    }
    sp_instance_free(in);
  }
  double n = platforms * m, mean = sum / n, sd = sqrt(squares / n - mean * mean);
  assert_true(fabs(mean) < 3 * 22 / 100.0);
  assert_true(fabs(sd - 21.99) < 0.45);
}

/* The first pair of uniform numbers in the unit circle gives the draw (polar method); if it lies
 * outside of the range, the next pair is used. */
static void test_normal_definition(void **state)
{
  (void)state;
  struct sp_generator g = generator("het-het", SETTINGS("tasks=9", "c=normal 100 25 in 90..115"));
  for (uint32_t index = 0; index < 50; index++) {
    struct sp_instance *in = generate(&g, 2, index);
    double x = 0;
    for (uint64_t draw = 0; !(x >= 90 && x <= 115); draw += 2) {
      double u = 2 * sp_stream_uniform(6005, SP_STREAM_C, index, 2, draw) - 1;
      double v = 2 * sp_stream_uniform(6005, SP_STREAM_C, index, 2, draw + 1) - 1,
             r2 = u * u + v * v;
      x = r2 > 1 || r2 == 0 ? 0 : 100 + 25 * v * sqrt(-2 * log(r2) / r2);
    }
    assert_true(fabs(in->c[2].v - x) <= 0x1p-20);
    sp_instance_free(in);
  }
}

/* However many numbers a normal draw takes, no other draw is shifted. */
static void test_normal_alone(void **state)
{
  (void)state;
  struct sp_generator plain = generator("het-het", SETTINGS("tasks=9", "buffer=1..9")),
                      normal = generator(
                          "het-het", SETTINGS("tasks=9", "buffer=1..9", "c=normal 5 3 in 1..6"));
  for (uint32_t index = 0; index < 20; index++) {
    struct sp_instance *a = generate(&plain, 8, index), *b = generate(&normal, 8, index),
                       *few = generate(&normal, 3, index);
    for (int i = 1; i <= 8; i++)
      assert_true(a->w[i].v == b->w[i].v && a->buffer[i] == b->buffer[i]);
    for (int i = 1; i <= 3; i++)
      assert_true(few->c[i].v == b->c[i].v);
    sp_instance_free(a);
    sp_instance_free(b);
    sp_instance_free(few);
  }
}

/* A later range is uniform again; a shared draw is one for all. */
static void test_normal_overridden(void **state)
{
  (void)state;
  struct sp_generator g =
      generator("het-het", SETTINGS("tasks=9", "c=normal 5 3 in 1..6", "c=7..9", "c.shared=yes",
                                    "w=real normal 5 3 in 1..6", "w.shared=yes"));
  assert_true(g.c.law.name == SP_EQUAL && g.w.law.name == SP_NORMAL);
  assert_true(g.w.law.b == 3 && g.w.law.a == 5 && g.w.grid == SP_REALS);
  struct sp_instance *in = generate(&g, 4, 1);
  assert_true(in->c[1].v >= 7 && in->c[4].v == in->c[1].v && in->w[4].v == in->w[1].v);
  sp_instance_free(in);
}

static void test_normal_refused(void **state)
{
  (void)state;
  static const char *const bad[] = {"c=normal",
                                    "c=normal 5 3",
                                    "c=normal 5 in 1..6",
                                    "c=normal 5 0 in 1..6",
                                    "c=normal 5 -1 in 1..6",
                                    "c=normal inf 1 in 1..6",
                                    "c=normal 5 3 in 6..1",
                                    "c=normal 5 3 in 6..6",
                                    "c=normal 5 3 in -1..6",
                                    "w=normal 5 3 of 1..6",
                                    "latency=normalX 5 3 in 1..6"};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    struct sp_generator g = generator("het-het", NULL);
    struct sp_error error = {""};
    assert_int_equal(sp_generator_set(&g, bad[k], &error), SP_BAD_INPUT);
    if (!strstr(error.text, "expected normal MEAN SD in A..B with SD > 0 and 0 <= A < B"))
      fail_msg("%s", error.text);
    assert_true(g.c.law.name == SP_EQUAL && g.c.max == 100);
  }
  struct sp_generator g = generator("het-het", SETTINGS("tasks=9", "c=normal 5 1 in 20..30"));
  struct sp_error error = {""};
  assert_int_equal(sp_generator_check(&g, 3, &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "c=normal in 20..30: expected a range with at least a thousandth "
                                  "of the draws");
  g = generator("het-het", NULL);
  assert_int_equal(sp_generator_set(&g, "load=normal 5 3 in 1..6", &error), SP_BAD_INPUT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_definition),
      cmocka_unit_test(test_known_draws),
      cmocka_unit_test(test_families),
      cmocka_unit_test(test_real_families),
      cmocka_unit_test(test_pairing),
      cmocka_unit_test(test_minimum),
      cmocka_unit_test(test_real),
      cmocka_unit_test(test_other_problems),
      cmocka_unit_test(test_uniform),
      cmocka_unit_test(test_bad_settings),
      cmocka_unit_test(test_bad_together),
      cmocka_unit_test(test_unknown_family),
      cmocka_unit_test(test_keys),
      cmocka_unit_test(test_normal),
      cmocka_unit_test(test_normal_definition),
      cmocka_unit_test(test_normal_alone),
      cmocka_unit_test(test_normal_overridden),
      cmocka_unit_test(test_normal_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
