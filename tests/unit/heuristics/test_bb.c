/* Tests the exact searches for an activation sequence against each other, against all sequences,
 * against the known cases, and against every other method. */
#include "searches.h"
#include "solve/divisible/activation.h"

/* The reduction of Theorem 5 for b. */
static struct sp_instance *reduction(const int *b, int p, double *threshold)
{
  int sum = 0, m = p / 2;
  for (int i = 0; i < p; i++)
    sum += b[i];
  int64_t M = 2 * (int64_t)m * m * sum * sum; /* 8 m^2 L^2 */
  double L = sum / 2.0;
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in = divisible(p, nothing, sp_double((double)(m * M) + L + 0.5));
  for (int i = 1; i <= p; i++) {
    in->latency[i] = sp_int(M + b[i - 1]);
    in->w[i] = (struct sp_num){1 / (double)(M + b[i - 1]), 1, M + b[i - 1]};
  }
  *threshold =
      m * (m - 1) * (double)M * (double)M / 2 + (m - 1) * L * (double)M + m * (double)M / 2;
  return in;
}

static void partition_case(const struct sp_registry *registry, const json_t *one)
{
  int b[16], p = 0;
  double threshold, W = number_in(one, "expected", "Wstar").v;
  const json_t *values = json_object_get(json_object_get(one, "input"), "b"), *value;
  size_t k;
  json_array_foreach(values, k, value) b[p++] = (int)element(values, (long)k).num;
  struct sp_instance *in = reduction(b, p, &threshold);
  assert_true(threshold == number_in(one, "expected", "W").v);
  assert_true(in->deadline.v == number_in(one, "expected", "T").v);
  expect(registry, in, "bb-light:depth=unbounded", W, "reduction");
  expect(registry, in, "bb-light:actmax=4", W, "reduction");
  expect(registry, in, "bb:actmax=2", W, "reduction");
  assert_int_equal(json_is_true(json_object_get(json_object_get(one, "expected"), "dls_answer")),
                   W >= threshold);
  sp_instance_free(in);
}

/* (1,1,1,7) has no two halves of equal sum, but its load is carried: 801 (T-801 + T-1602). */
static void false_positive(const struct sp_registry *registry)
{
  static const int b[] = {1, 1, 1, 7};
  double threshold;
  struct sp_instance *in = reduction(b, 4, &threshold);
  assert_true(threshold == 644800);
  assert_true(647208 > threshold);
  expect(registry, in, "bb-light:depth=unbounded", 647208, "(1,1,1,7)");
  expect(registry, in, "bb:actmax=3", 647208, "(1,1,1,7)");
  sp_instance_free(in);
}

static void known_cases(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  json_t *root, *cases = multi_round_cases(&root), *one;
  size_t k;
  int seen = 0;
  json_array_foreach(cases, k, one)
  {
    const char *id = json_string_value(json_object_get(one, "id"));
    char method[64];
    struct sp_instance *in;
    seen += is_kind(one, "optT_bounded") || is_kind(one, "optW_unbounded") ||
            is_kind(one, "optT_p1_unit") || is_kind(one, "two_partition_reduction");
    if (is_kind(one, "two_partition_reduction"))
      partition_case(registry, one);
    if (!is_kind(one, "optT_bounded") && !is_kind(one, "optW_unbounded") &&
        !is_kind(one, "optT_p1_unit"))
      continue;
    in = case_instance(one);
    double W = number_in(one, "expected", "W").v, T = number_in(one, "expected", "T").v;
    double best = is_kind(one, "optW_unbounded") ? W : T;
    if (is_kind(one, "optT_bounded")) {
      int actmax = (int)number_in(one, "input", "actmax").v;
      snprintf(method, sizeof method, "bb-light:actmax=%d", actmax);
      expect(registry, in, method, best, id);
      snprintf(method, sizeof method, "bb:actmax=%d", actmax);
      expect(registry, in, method, best, id);
    } else {
      expect(registry, in, "bb-light:actmax=5", best, id);
      expect(registry, in, "bb", best, id);
      expect(registry, in, "bb-light:depth=unbounded", best, id);
    }
    sp_instance_free(in);
  }
  assert_int_equal(seen, 9);
  false_positive(registry);
  json_decref(root);
  sp_registry_free(registry);
}

/* Theorem 11: with one worker and S = c = w = 1 the best number of messages changes from n to n+1
 * at W = n(n+1)/2, and takes (n+1)/2 + (n+1) W/n. */
static void one_worker(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  for (int W = 1; W <= 60; W += 2) {
    struct sp_num nothing = {NAN, 0, 0};
    struct sp_instance *in = divisible(1, sp_int(W), nothing);
    double best = INFINITY;
    long n = 1, messages;
    in->c[1] = in->w[1] = in->latency[1] = sp_int(1);
    while (n * (n + 1) / 2 < W)
      n++;
    best = (double)(n + 1) / 2 + (double)(n + 1) * W / (double)n;
    double T = value_of(registry, in, "bb-light:depth=unbounded", NULL, &messages);
    assert_true(close_to(T, best, 1e-12));
    assert_true(messages == n || W == n * (n + 1) / 2);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

/* The best of all sequences of at most `most` messages, each by linear programming. */
static void try_all(struct sp_context *cx, const struct sp_instance *in, long most, long n,
                    int *sequence, double *best)
{
  for (int i = 1; i <= in->m; i++) {
    double value, start_ups = 0, room = 0;
    sequence[n] = i;
    for (long k = 0; k <= n; k++) {
      start_ups += in->latency[sequence[k]].v;
      room += sp_chunk_limit(in, sequence[k]);
    }
    if (start_ups <= in->deadline.v && (in->deadline.v < INFINITY || room >= in->total.v)) {
      if (sp_lp_sequence(cx, in, n + 1, sequence, NULL, &value))
        fail_msg("%s", sp_context_reason(cx));
      *best = in->deadline.v < INFINITY ? fmax(*best, value) : fmin(*best, value);
    }
    if (n + 1 < most)
      try_all(cx, in, most, n + 1, sequence, best);
  }
}

/* The result of the search, proven, without a start sequence. */
static double searched(struct sp_context *cx, const struct sp_instance *in, long most)
{
  struct sp_activation *a = sp_activation_new(cx, in);
  struct sp_activation_search search = {.most = most, .limit = 1000000};
  int sequence[4];
  long n = 0, first;
  assert_non_null(a);
  if (a->p == 0)
    return 0;
  assert_int_equal(sp_activation_search(cx, a, &search, sequence, &n), 0);
  double cost = sp_activation_cost(a, n, sequence, &first);
  assert_true(search.proven && close_to(search.bound, cost, 1e-13));
  return fabs(cost);
}

static void all_sequences(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 11;
  for (int instance = 0; instance < 300; instance++) {
    struct sp_instance *in = small_star(&seed, instance % 3 + 1);
    struct bench b;
    int sequence[4];
    char light[32], milp[32];
    long most = in->m == 3 && instance % 4 ? 3 : 4;
    bool by_deadline = in->deadline.v < INFINITY;
    double best = by_deadline ? 0 : INFINITY;
    bench_open(&b, in);
    try_all(b.cx, in, most, 0, sequence, &best);
    snprintf(light, sizeof light, "bb-light:actmax=%ld", most);
    snprintf(milp, sizeof milp, "bb:actmax=%ld", most);
    double found = searched(b.cx, in, most);
    if (!close_to(found, best, 1e-9))
      fail_msg("instance %d: searched %.17g, of all sequences %.17g", instance, found, best);
    found = value_of(registry, in, light, NULL, NULL);
    if (!close_to(found, best, 1e-9))
      fail_msg("instance %d: %s %.17g, of all sequences %.17g", instance, light, found, best);
    found = instance % 3 == 0 ? value_of(registry, in, milp, NULL, NULL) : best;
    if (!close_to(found, best, 1e-9))
      fail_msg("instance %d: %s %.17g, of all sequences %.17g", instance, milp, found, best);
    sp_context_free(b.cx);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

static void both_searches(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 12;
  for (int instance = 0; instance < 500; instance++) {
    struct sp_instance *in = small_star(&seed, 3);
    const char *light = in->m > 2 ? "bb-light:actmax=3" : "bb-light:actmax=4";
    const char *milp = in->m > 2 ? "bb:actmax=3" : "bb:actmax=4";
    double a = value_of(registry, in, light, NULL, NULL);
    double b = value_of(registry, in, milp, NULL, NULL);
    if (!close_to(a, b, 1e-9))
      fail_msg("instance %d: bb-light %.17g, bb %.17g", instance, a, b);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

/* Buffers that bind: all three agree, and no chunk exceeds its limit. */
static void limits(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 13;
  int bounded = 0;
  for (int instance = 0; instance < 120; instance++) {
    struct sp_instance *in = small_star(&seed, 2);
    struct bench b;
    int sequence[3];
    bool by_deadline = in->deadline.v < INFINITY;
    double best = by_deadline ? 0 : INFINITY;
    for (int i = 1; i <= in->m; i++)
      in->buffer[i] = draw(&seed, 0, 3) ? draw(&seed, 1, 12) : LONG_MAX;
    bench_open(&b, in);
    try_all(b.cx, in, 3, 0, sequence, &best);
    double light = value_of(registry, in, "bb-light:actmax=3", NULL, NULL);
    double milp = value_of(registry, in, "bb:actmax=3", NULL, NULL);
    if (isinf(best)) {
      assert_true(isnan(light) && isnan(milp));
    } else if (!close_to(light, best, 2e-9) || !close_to(milp, best, 2e-9)) {
      fail_msg("instance %d: bb-light %.17g, bb %.17g, best %.17g", instance, light, milp, best);
    } else {
      bounded++;
    }
    sp_context_free(b.cx);
    sp_instance_free(in);
  }
  assert_true(bounded > 40);
  sp_registry_free(registry);
}

static void nobody_is_better(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 14;
  int proven = 0;
  for (int instance = 0; instance < 60; instance++) {
    struct sp_instance *in = small_star(&seed, 3);
    for (int i = 1; i <= in->m; i++)
      in->latency[i] = cost(&seed, INTEGERS, 10);
    in->total = in->deadline.v < INFINITY ? in->total : sp_int(draw(&seed, 1, 40));
    double best =
        value_of(registry, in, "bb-light:depth=unbounded:unproven=refuse:nodes=200000", NULL, NULL);
    for (int k = 0; k < registry->n && !isnan(best); k++) {
      const struct sp_heuristic *h = registry->item[k];
      if (!(h->problems & SP_DIVISIBLE) || strcmp(h->name, "fixed") == 0)
        continue;
      double other = value_of(registry, in, h->name, NULL, NULL);
      bool better =
          in->deadline.v < INFINITY ? other > best + 1e-9 * best : other < best - 1e-9 * best;
      if (better)
        fail_msg("instance %d: %s %.17g, optimum %.17g", instance, h->name, other, best);
    }
    struct sp_bound bound[SP_MAX_BOUNDS];
    int bounds = sp_bounds(in, bound);
    bool upper = in->deadline.v < INFINITY;
    assert_true(upper ? bounds > 0 : bounds == 5);
    for (int k = 0; k < bounds && !isnan(best); k++)
      if (upper ? bound[k].value < best * (1 - 1e-12) : bound[k].value > best * (1 + 1e-12))
        fail_msg("instance %d: bound %s %.17g, optimum %.17g", instance, bound[k].name,
                 bound[k].value, best);
    proven += !isnan(best);
    sp_instance_free(in);
  }
  assert_true(proven > 40);
  sp_registry_free(registry);
}

static double bound_named(const struct sp_instance *in, const char *name)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  for (int k = sp_bounds(in, bound); k-- > 0;)
    if (strcmp(bound[k].name, name) == 0)
      return bound[k].value;
  return NAN;
}

/* 10 units: worker 3 first at y = 1/5, T/5 - 1 = 10; another one first proves more. For `latency`
 * the load is also y T below 1/5, until worker 3 gains: (1 - 5y)/2 (T - 5) = 5y and T = 10/y, so
 * 3 y^2 - 11 y + 2 = 0. 20 units: 1 a unit after one of 1. 100 units: at y = 0 T - 1 + (T -
 * 3)/2 = 100 if worker 1 is first, T - 3 + (T - 2)/2 = 100 if worker 2 is. */
static void known_bounds(void **state)
{
  (void)state;
  struct sp_instance *in = star("latency=4,7,5 c=7,8,5 w=9,3,2 work=10");
  assert_true(close_to(bound_named(in, "first"), 55, 1e-11));
  double latency = 27.5 + 2.5 * sqrt(97);
  assert_true(bound_named(in, "latency") <= latency);
  assert_true(close_to(bound_named(in, "latency"), latency, 1e-5)); /* the price is searched */
  sp_instance_free(in);
  in = star("latency=1 c=1 w=1 work=20");
  assert_true(close_to(bound_named(in, "first"), 21, 1e-11));
  assert_true(close_to(bound_named(in, "latency"), 21, 1e-11));
  sp_instance_free(in);
  in = star("latency=1,2 c=0,0 w=1,2 work=100");
  assert_true(close_to(bound_named(in, "first"), 205.0 / 3, 1e-11));
  assert_true(close_to(bound_named(in, "latency"), 204.0 / 3, 1e-11));
  sp_instance_free(in);
}

static void bad_input(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  static const char *const all[] = {"bb", "bb-light", "bb-light:depth=unbounded"};
  for (int k = 0; k < 3; k++) {
    check_star(registry, "c=1,2 w=3,4 latency=5,6 work=0", all[k], 0);
    check_star(registry, "c=1,2 w=3,4 latency=5,6 deadline=5", all[k], 0);
    check_star(registry, "c=1,2 w=3,inf latency=5,1/8 work=1", all[k], 9);
    check_star(registry, "c=0,0 w=3,4 latency=5,6 work=1e-6", all[k], 5 + 3e-6);
  }
  check_star(registry, "c=0 w=2 latency=0 work=3", "bb-light", 6);
  check_star(registry, "c=0 w=2 latency=0 work=3", "bb", 6);
  refuse_star(registry, "c=1 w=2 latency=0 work=3", "bb-light:depth=unbounded", "latency of 0");
  refuse_star(registry, "c=1 w=2 latency=1e-4 work=3", "bb-light:depth=unbounded", "so short");
  refuse_star(registry, "c=1,2 w=2 latency=1 work=30 buffer=4,5", "bb-light:depth=unbounded",
              "a buffer or the memory limits");
  refuse_star(registry, "c=1,2 w=2 latency=1 work=30 buffer=4,5", "bb-light:actmax=3",
              "raise actmax");
  refuse_star(registry, "c=1,2 w=2 latency=1 work=30 buffer=4,5", "bb:actmax=3", "raise actmax");
  refuse_star(registry, "c=1,2,3 w=2 latency=1 work=30", "bb:actmax=67", "too many");
  refuse_star(registry, "c=3,2,5,7 w=9,8,20,21 latency=1,2,3,1 work=90",
              "bb-light:actmax=9:nodes=50:unproven=refuse", "not proven after");
  refuse_star(registry, "c=3,2,5,7 w=9,8,20,21 latency=1,2,3,1 work=90",
              "bb:actmax=9:nodes=5:unproven=refuse", "not proven after");
  sp_registry_free(registry);
}

/* Corollary 2: the greatest load by the least time of a load is this load. */
static void corollary_2(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 60962;
  for (int trial = 0; trial < 200; trial++) {
    struct sp_instance *in = random_star(&seed, INTEGERS, 3);
    double W = draw(&seed, 1, 40);
    for (int i = 1; i <= in->m; i++)
      in->latency[i] = sp_int(draw(&seed, 1, 8));
    in->total = sp_double(W);
    double T = value_of(registry, in, "bb-light:actmax=5:unproven=refuse", NULL, NULL);
    in->deadline = sp_double(T);
    in->total = (struct sp_num){INFINITY, 0, 0};
    double load = value_of(registry, in, "bb-light:actmax=5:unproven=refuse", NULL, NULL);
    if (!close_to(load, W, 1e-9))
      fail_msg("trial %d: %.17g units take %.17g, by then %.17g", trial, W, T, load);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_cases),   cmocka_unit_test(one_worker),
      cmocka_unit_test(all_sequences), cmocka_unit_test(both_searches),
      cmocka_unit_test(limits),        cmocka_unit_test(nobody_is_better),
      cmocka_unit_test(known_bounds),  cmocka_unit_test(bad_input),
      cmocka_unit_test(corollary_2),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
