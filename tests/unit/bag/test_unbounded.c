/* Tests the optimum without memory limits against the known cases and against all orders, and the
 * heuristics that use it: star-unbounded-buffer, star-bounded-buffer. */
#include "bags.h"
#include "solve/bag/bag.h"
#include "solve/bag/latest.h"

#include <string.h>

/* The makespan on the native engine. */
static double executed_by(const struct sp_registry *registry, const char *name,
                          const struct sp_instance *in)
{
  struct sp_error error;
  struct sp_method method;
  struct sp_result result;
  struct sp_conditions nominal = {0};
  assert_int_equal(sp_method_parse(registry, name, &method, &error), SP_OK);
  sp_native_run(in, registry, &method, &nominal, &result, NULL, NULL);
  assert_int_equal(result.status, SP_RUN_OK);
  sp_method_clear(&method);
  return result.makespan;
}

static double unbounded(const struct sp_instance *in, long *quota)
{
  struct sp_context *cx = sp_context_alloc(NULL, 0, in, NULL);
  double T = sp_unbounded_optimum(cx, in, quota);
  sp_context_free(cx);
  return T;
}

static void known_cases(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  json_t *root, *cases = limited_memory_cases(&root), *one;
  size_t k;
  json_array_foreach(cases, k, one)
  {
    const char *name = json_string_value(json_object_get(one, "name"));
    struct sp_instance *in = case_instance(one, false), *bounded = case_instance(one, true);
    long *quota = calloc((size_t)in->m + 1, sizeof *quota);
    assert_non_null(quota);
    double T = json_num(json_object_get(one, "T_unbounded")).v, ours = unbounded(in, quota);
    if (!near(T, ours, 1e-14))
      fail_msg("%s: %.17g, expected %.17g", name, ours, T);
    for (int i = 1; i <= in->m; i++)
      if (quota[i] !=
          json_integer_value(json_array_get(json_object_get(one, "n_unbounded"), (size_t)i - 1)))
        fail_msg("%s: worker %d gets %ld", name, i, quota[i]);
    free(quota);
    struct sp_schedule plan = planned_by(registry, "star-unbounded-buffer", in);
    assert_true(near(plan.planned, T, 1e-14));
    sp_schedule_clear(&plan);
    double known = json_num(json_object_get(json_object_get(one, "makespan"), "star_bb")).v;
    double executed = executed_by(registry, "star-bounded-buffer", bounded);
    if (!near(executed, known, 1e-14))
      fail_msg("%s: star-bounded-buffer %.17g, expected %.17g", name, executed, known);
    sp_instance_free(in);
    sp_instance_free(bounded);
  }
  json_decref(root);
  sp_registry_free(registry);
}

static void against_all_orders(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 51960;
  for (int trial = 0; trial < 1500; trial++) {
    unsigned kind = (unsigned)trial % 3 | (trial & 4 ? LATENCY : 0) | (trial % 7 ? 0 : RELAY);
    int m = draw(&seed, 2, 4);
    struct sp_instance *in = random_bag(&seed, kind, m, m < 4 ? 7 : 6, trial & 8 ? 4 : 20, 0);
    if (trial % 11 == 0)
      in->c[1] = sp_int(0);
    double T = unbounded(in, NULL), least = brute_force(in);
    if (!near(T, least, 1e-12))
      fail_msg("trial %d: %.17g, all orders %.17g", trial, T, least);
    struct sp_schedule plan = planned_by(registry, "star-unbounded-buffer", in);
    assert_true(near(plan.planned, T, 1e-12) && plan.n == (long)in->total.v);
    sp_schedule_clear(&plan);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

struct job {
  double deadline, length;
};

static int by_deadline(const void *a, const void *b)
{
  const struct job *x = a, *y = b;
  return (x->deadline > y->deadline) - (x->deadline < y->deadline);
}

/* Moore's algorithm on the list of all jobs, one machine: the number of jobs in time at T. A job
 * that would be late makes the longest one so far leave, which then has length 0. */
static int by_moore(const struct sp_instance *in, double T)
{
  static struct job job[4096];
  int n = 0, left = 0;
  double t = 0;
  for (int i = 1; i <= in->m; i++)
    for (int k = 1; T - k * in->w[i].v > 0; k++) {
      assert_true(n < 4096);
      job[n++] = (struct job){T - k * in->w[i].v, in->c[i].v};
    }
  qsort(job, (size_t)n, sizeof *job, by_deadline);
  for (int j = 0; j < n; j++) {
    int longest = j;
    t += job[j].length;
    for (int i = 0; t > job[j].deadline && i < j; i++)
      longest = job[i].length > job[longest].length ? i : longest;
    if (t > job[j].deadline) {
      t -= job[longest].length;
      job[longest].length = 0;
      left++;
    }
  }
  return n - left;
}

static void against_moore(void **state)
{
  (void)state;
  uint64_t seed = 90210;
  for (int trial = 0; trial < 3000; trial++) {
    struct sp_instance *in =
        random_bag(&seed, INTEGERS, draw(&seed, 1, 9), 90, trial & 1 ? 9 : 60, 0);
    double T = unbounded(in, NULL);
    if (in->total.v > 0 && !(by_moore(in, T) >= in->total.v && by_moore(in, T - 1) < in->total.v))
      fail_msg("trial %d: %g is not the least for %g tasks", trial, T, in->total.v);
    sp_instance_free(in);
  }
}

/* The two ways to count the tasks in time give each worker the same number, with and without
 * places, at dates around the least. */
static void both_ways(void **state)
{
  (void)state;
  uint64_t seed = 1968;
  for (int trial = 0; trial < 3000; trial++) {
    int m = draw(&seed, 1, 9);
    struct sp_instance *in = random_bag(&seed, INTEGERS, m, 90, trial & 1 ? 9 : 60, 3);
    struct sp_context *cx = sp_context_alloc(NULL, 0, in, NULL);
    struct latest l = latest_new(cx, sp_redistribution_new(cx, in, 1), trial & 2);
    double N = in->total.v, T = N > 0 ? latest_least(&l, N, true, NULL) : 0, n[10];
    struct deadlines d = {0};
    for (double by = T + 3; by >= T - 3; by--) {
      deadlines_list(&d, &l, by, N);
      double most = deadlines_most(&d, &l, by, N);
      memcpy(n, l.n, sizeof *n * (size_t)(m + 1));
      assert_true(latest_most(&l, by, N) == most);
      for (int i = 1; i <= m; i++)
        if (l.n[i] != n[i])
          fail_msg("trial %d: worker %d gets %g tasks by %g, or %g", trial, i, l.n[i], by, n[i]);
    }
    deadlines_clear(&d);
    sp_context_free(cx);
    sp_instance_free(in);
  }
}

/* With the transfers that could be interrupted the least is the same. */
static void interrupted(void **state)
{
  (void)state;
  uint64_t seed = 1968;
  for (int trial = 0; trial < 2000; trial++) {
    unsigned kind = trial % 2 ? INTEGERS : REALS;
    struct sp_instance *in = random_bag(&seed, kind, draw(&seed, 1, 9), 90, trial & 2 ? 9 : 60, 0);
    struct sp_context *cx = sp_context_alloc(NULL, 0, in, NULL);
    const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
    struct latest l = latest_new(cx, p, false);
    struct sp_interruptible x = sp_interruptible_new(cx, p);
    double N = in->total.v;
    bool exact = latest_exact(p, N);
    double T = N > 0 ? latest_least(&l, N, exact, NULL) : 0;
    double end = N > 0 ? sp_interruptible_end(&x, (long)N, INFINITY) : 0;
    assert_true(exact ? end == T : fabs(end - T) <= (N + 16) * 0x1p-53 * T);
    sp_context_free(cx);
    sp_instance_free(in);
  }
}

static void at_most_twice(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 52006;
  double greatest = 0;
  for (int trial = 0; trial < 10000; trial++) {
    unsigned kind = (unsigned)trial % 3 | (trial & 4 ? LATENCY : 0);
    struct sp_instance *in = random_bag(&seed, kind, draw(&seed, 1, 8), 40, 30, 1);
    double T = unbounded(in, NULL);
    double makespan = executed_by(registry, "star-bounded-buffer", in);
    if (makespan > 2 * T * (1 + 1e-12))
      fail_msg("trial %d: %.17g, the optimum is %.17g", trial, makespan, T);
    if (T > 0)
      greatest = fmax(greatest, makespan / T);
    sp_instance_free(in);
  }
  assert_true(greatest > 1.7);
  sp_registry_free(registry);
}

/* One worker, c = w = 1: 2N with one place, N + 1 without limit. */
static void twice_is_tight(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_instance *in = sp_instance_alloc(1);
  in->problem = SP_BAG;
  in->c[1] = in->w[1] = sp_int(1);
  in->buffer[1] = 1;
  for (int N = 1; N <= 1000; N *= 10) {
    in->total = sp_int(N);
    assert_true(unbounded(in, NULL) == N + 1);
    assert_true(executed_by(registry, "star-bounded-buffer", in) == 2 * N);
  }
  sp_instance_free(in);
  sp_registry_free(registry);
}

static void refusals(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  static const struct {
    const char *star, *method, *reason;
  } refused[] = {
      {"c=1 w=2 tasks=5 buffer=4", "star-unbounded-buffer", "worker 1 has 4 places"},
      {"c=1 w=2 tasks=5 send=2", "star-unbounded-buffer", "one message at a time"},
      {"c=1 w=2 tasks=5 deadline=7", "star-unbounded-buffer", "no deadline"},
      {"c=1 w=2 tasks=inf deadline=7", "star-bounded-buffer", "no deadline"},
      {"c=1 w=2 tasks=inf deadline=7", "min_c-deadline", "no deadline"},
      {"c=1 w=2 tasks=5 send=2", "min_c-deadline", "one message at a time"},
  };
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
    struct sp_error error;
    struct sp_method method;
    struct sp_schedule out = SP_SCHEDULE_EMPTY;
    struct sp_instance *in = sp_star_parse(refused[k].star, &error);
    if (!in)
      fail_msg("%s", error.text);
    assert_int_equal(sp_method_parse(registry, refused[k].method, &method, &error), SP_OK);
    struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
    assert_int_equal(sp_plan(cx, &method, in, &out), -1);
    if (!strstr(sp_context_reason(cx), refused[k].reason))
      fail_msg("%s: %s", refused[k].star, sp_context_reason(cx));
    sp_context_free(cx);
    sp_method_clear(&method);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_cases),    cmocka_unit_test(against_all_orders),
      cmocka_unit_test(against_moore),  cmocka_unit_test(both_ways),
      cmocka_unit_test(interrupted),    cmocka_unit_test(at_most_twice),
      cmocka_unit_test(twice_is_tight), cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
