/* Tests the steady state of a star: the known rates of tests/data/limited-memory.json, and the
 * conditions that make rates optimal, on random instances. */
#include "redistributions.h"

#include "method/context.h"
#include "solve/bag/bag.h"
#include "solve/bag/list.h"
#include <jansson.h>
#include <string.h>

enum { MOST = 12 };

static struct sp_registry *registry;
static struct sp_context *cx;

static int open_context(void **state)
{
  (void)state;
  struct sp_method method;
  struct sp_instance *in = sp_instance_alloc(1);
  registry = heuristics();
  assert_int_equal(sp_method_parse(registry, "min_c", &method, NULL), SP_OK);
  cx = sp_context_alloc(registry, 1, in, &method);
  sp_method_clear(&method);
  sp_instance_free(in);
  return 0;
}

static int close_context(void **state)
{
  (void)state;
  sp_context_free(cx);
  sp_registry_free(registry);
  return 0;
}

/* "a/b"; as its double if 63 bits do not suffice. */
static struct sp_num fraction(const json_t *json)
{
  const char *text = json_string_value(json);
  struct sp_num x;
  char *slash;
  if (sp_num_parse(text, &x) == 0)
    return x;
  double num = strtod(text, &slash);
  assert_true(*slash == '/');
  return inexact(num / strtod(slash + 1, NULL));
}

static void check_case(const json_t *one)
{
  const json_t *c = json_object_get(one, "c"), *w = json_object_get(one, "w");
  const json_t *expected = json_object_get(one, "alpha");
  struct sp_instance *in = sp_instance_alloc((int)json_array_size(c));
  double alpha[32], num[32], den[32];
  in->problem = SP_BAG;
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = sp_int(json_integer_value(json_array_get(c, (size_t)i - 1)));
    in->w[i] = sp_int(json_integer_value(json_array_get(w, (size_t)i - 1)));
  }
  double rho = sp_rates(cx, in, SP_RATE_TASKS, alpha, NULL);
  assert_true(fabs(rho - fraction(json_object_get(one, "rho_star")).v) < 1e-14);
  sp_steady_intervals(cx, in, num, den);
  for (int i = 1; i <= in->m; i++) {
    struct sp_num exact = fraction(json_array_get(expected, (size_t)i - 1));
    assert_true(fabs(alpha[i] - exact.v) < 1e-14);
    if (exact.v == 0)
      assert_true(den[i] == 0);
    else if (exact.den)
      assert_true(den[i] * (double)exact.den == num[i] * (double)exact.num); /* exactly */
  }
  sp_instance_free(in);
}

static void known_rates(void **state)
{
  (void)state;
  json_error_t error;
  json_t *root = json_load_file("tests/data/limited-memory.json", 0, &error);
  if (!root)
    fail_msg("%s:%d: %s", error.source, error.line, error.text);
  const json_t *cases = json_object_get(root, "cases");
  assert_true(json_array_size(cases) > 0);
  for (size_t k = 0; k < json_array_size(cases); k++)
    check_case(json_array_get(cases, k));
  json_decref(root);
}

/* Rates are optimal iff they are feasible, no served worker could be replaced by one with a cheaper
 * link that is not fully served, and the port could not serve more. */
static void expect_optimal(int m, const double *c, const double *w, int ports)
{
  double alpha[MOST + 1], busy = 0, sum = 0;
  double rho = sp_steady_rates_of(cx, m, c, w, ports, alpha);
  for (int i = 1; i <= m; i++) {
    assert_true(alpha[i] >= 0 && (w[i] == INFINITY ? alpha[i] == 0 : alpha[i] * w[i] <= 1 + 1e-12));
    assert_true(alpha[i] * c[i] <= 1 + 1e-12);
    busy += alpha[i] * c[i];
    sum += alpha[i];
  }
  assert_true(alpha[0] == 0);
  assert_true(fabs(rho - sum) <= 1e-12 * sum);
  assert_true(rho == sp_steady_rates_of(cx, m, c, w, ports, NULL));
  assert_true(busy <= ports + 1e-10);
  for (int i = 1; i <= m; i++) {
    bool full = w[i] == INFINITY || alpha[i] * fmax(w[i], c[i]) >= 1 - 1e-12;
    assert_true(full || busy >= ports - 1e-10);
    for (int j = 1; j <= m; j++)
      assert_false(!full && alpha[j] > 0 && c[j] > c[i]);
  }
}

static void optimal_rates(void **state)
{
  (void)state;
  uint64_t seed = 2004;
  for (int k = 0; k < 20000; k++) {
    double c[MOST + 1], w[MOST + 1];
    int m = draw(&seed, 1, MOST), unit = draw(&seed, 0, 1) ? 1 : 7;
    for (int i = 1; i <= m; i++) {
      c[i] = (double)draw(&seed, draw(&seed, 0, 5) > 0, 20) / unit;
      w[i] = (double)draw(&seed, 1, 100) / unit;
      if (draw(&seed, 0, 9) == 0)
        w[i] = INFINITY;
    }
    expect_optimal(m, c, w, draw(&seed, 0, 3) ? 1 : draw(&seed, 2, 4));
  }
}

/* If thirds use up the port time exactly, no rounding error is left as port time. */
static void used_up(void **state)
{
  (void)state;
  const double c[] = {0, 1.0 / 3, 1.0 / 3, 1.0 / 3, 0.5}, w[] = {0, 1, 1, 1, 2};
  const double none[] = {0, INFINITY};
  double alpha[5];
  assert_true(sp_steady_rates_of(cx, 4, c, w, 1, alpha) == 3 && alpha[4] == 0);
  assert_true(sp_steady_rates_of(cx, 1, c, none, 1, alpha) == 0);
  assert_true(fabs(sp_steady_rates_of(cx, 4, c, w, INT_MAX, alpha) - 3.5) < 1e-12);
}

/* Latencies count as part of c; times without fractions, or with too long ones, count as doubles.
 */
static void intervals(void **state)
{
  (void)state;
  struct sp_instance *in = sp_instance_alloc(3);
  double num[4], den[4], alpha[4];
  in->problem = SP_BAG;
  for (int k = 0; k < 3; k++) {
    struct sp_num unit = k == 0 ? sp_int(1) : k == 1 ? ratio(1, 3) : inexact(0.7);
    for (int i = 1; i <= 3; i++) {
      in->c[i] = inexact(i * unit.v);
      in->w[i] = inexact((i + 3) * unit.v);
      if (unit.den) {
        in->c[i] = ratio(i * (int)unit.num, (int)unit.den);
        in->w[i] = ratio((i + 3) * (int)unit.num, (int)unit.den);
      }
      in->latency[i] = unit;
    }
    sp_rates(cx, in, SP_RATE_TASKS, alpha,
             NULL); /* 2/4 of the port, then 3/5 > 1/2: (1/2)/3, none */
    assert_true(fabs(alpha[1] * unit.v - 0.25) < 1e-12);
    assert_true(fabs(alpha[2] * unit.v - 1.0 / 6) < 1e-12);
    assert_true(alpha[3] == 0);
    sp_steady_intervals(cx, in, num, den);
    assert_true(fabs(num[1] / den[1] * 3 / 2 - num[2] / den[2]) < 1e-11);
    assert_true(den[3] == 0);
  }
  sp_instance_free(in);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(known_rates), cmocka_unit_test(optimal_rates),
                                     cmocka_unit_test(used_up), cmocka_unit_test(intervals)};
  return cmocka_run_group_tests_name("steady", tests, open_context, close_context);
}
