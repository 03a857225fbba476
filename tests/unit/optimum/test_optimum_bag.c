/* Tests the exact optimum of bags against the known cases and against all orders; no heuristic is
 * better, no lower bound is greater. */
#include "bags.h"
#include "share.h"

#include "solve/optimum/optimum.h"

#include <string.h>

static double optimum_of(const struct sp_instance *in, long node_limit)
{
  struct sp_schedule best = SP_SCHEDULE_EMPTY;
  double makespan, bound;
  bool proven;
  assert_int_equal(sp_optimum(in, node_limit, &best, &makespan, &bound, &proven), SP_OK);
  assert_true(best.n == (long)in->total.v && best.planned == makespan);
  assert_true(near(sp_makespan(in, &best), makespan, 1e-12));
  assert_true(proven ? bound == makespan : bound <= makespan);
  sp_schedule_clear(&best);
  return proven ? makespan : NAN;
}

static void known_cases(void **state)
{
  (void)state;
  json_t *root, *cases = limited_memory_cases(&root), *one;
  size_t k;
  int proven = 0;
  json_array_foreach(cases, k, one)
  {
    const json_t *known = json_object_get(one, "T_bounded_opt");
    if (json_is_null(known))
      continue;
    struct sp_instance *in = case_instance(one, true);
    double makespan = optimum_of(in, 20000000);
    if (!near(makespan, json_num(known).v, 1e-14))
      fail_msg("%s: %.17g", json_string_value(json_object_get(one, "name")), makespan);
    proven++;
    sp_instance_free(in);
  }
  assert_true(proven >= 6);
  json_decref(root);
}

/* Continues the plan in all ways that end by K; all have a message to each of the first 3n workers
 * and 2n to the last one, or *broken. Returns how many. */
static long all_plans(const struct sp_instance *in, struct sp_schedule *plan, double K,
                      bool *broken)
{
  long found = 0;
  if (plan->n == (long)in->total.v) {
    int messages[8] = {0};
    for (long k = 0; k < plan->n; k++)
      messages[plan->msg[k].to]++;
    for (int i = 1; i < in->m; i++)
      *broken |= messages[i] != 1;
    *broken |= messages[in->m] != 2 * (in->m / 3);
    return 1;
  }
  for (int i = 1; i <= in->m; i++) {
    sp_schedule_add(plan, 0, i, 1, -1);
    if (sp_makespan(in, plan) <= K)
      found += all_plans(in, plan, K, broken);
    plan->n--;
  }
  return found;
}

/* Lemma 1 of RR-5196: in a solution of Theorem 1's reduction each P_i computes one task, P_B 2n;
 * there are solutions if and only if a can be cut into triples of B. With K + B the lemma fails. */
static void lemma_1(void **state)
{
  (void)state;
  static const struct {
    const char *star;
    double K, B;
    bool solved;
  } known[] = {
      {"c=3,3,4,10 w=20,20,20,10 tasks=5 buffer=1", 40, 10, true},
      {"c=3,3,4,3,3,4,10 w=40,40,40,40,40,40,10 tasks=10 buffer=1", 80, 10, true},
      {"c=6,6,6,8,8,8,21 w=84,84,84,84,84,84,21 tasks=10 buffer=1", 168, 21, false},
  };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct sp_error error;
    struct sp_instance *in = sp_star_parse(known[k].star, &error);
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    bool broken = false;
    assert_non_null(in);
    assert_int_equal(all_plans(in, &plan, known[k].K, &broken) > 0, known[k].solved);
    assert_false(broken);
    if (k == 0)
      all_plans(in, &plan, known[k].K + known[k].B, &broken);
    assert_int_equal(broken, k == 0);
    sp_schedule_clear(&plan);
    sp_instance_free(in);
  }
}

static void against_all_orders(void **state)
{
  (void)state;
  uint64_t seed = 77003;
  for (int trial = 0; trial < share(2500); trial++) {
    unsigned kind = (unsigned)trial % 3 | (trial & 4 ? LATENCY : 0) | (trial % 7 ? 0 : RELAY);
    int m = draw(&seed, 2, 4);
    struct sp_instance *in =
        random_bag(&seed, kind, m, m < 4 ? 7 : 6, trial & 8 ? 3 : 20, 1 + trial % 3);
    if (trial % 13 == 0)
      in->c[1] = sp_int(0);
    double makespan = optimum_of(in, 20000), least = brute_force(in);
    if (!near(makespan, least, 1e-12))
      fail_msg("trial %d: %.17g, all orders %.17g", trial, makespan, least);
    sp_instance_free(in);
  }
}

/* INFINITY if no bound has this name. */
static double value_of(const struct sp_bound *bound, int n, const char *name)
{
  for (int k = 0; k < n; k++)
    if (!strcmp(bound[k].name, name))
      return bound[k].value;
  return INFINITY;
}

static void between_bounds_and_heuristics(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 31009;
  int proven = 0;
  int best_is[5] = {0};
  static const char *const names[5] = {"unbounded", "places", "steady", "bounded-throughput",
                                       "starving"};
  for (int trial = 0; trial < share(600); trial++) {
    unsigned kind = (unsigned)(trial % 3) | (trial & 4 ? LATENCY : 0);
    struct sp_instance *in = random_bag(&seed, kind, draw(&seed, 2, 5), 12, trial & 8 ? 5 : 30, 3);
    double makespan = optimum_of(in, 20000);
    struct sp_bound bound[SP_MAX_BOUNDS];
    int n = sp_bounds(in, bound);
    for (int k = 0; k < n; k++)
      if (bound[k].value > makespan)
        fail_msg("trial %d: %s is %.17g, the optimum %.17g", trial, bound[k].name, bound[k].value,
                 makespan);
    double starving = value_of(bound, n, "starving");
    assert_true(starving >= value_of(bound, n, "bounded-throughput") * (1 - 1e-9) ||
                in->total.v == 0);
    for (int k = 0; k < 5 && in->total.v > 0; k++)
      best_is[k] += !strcmp(bound[0].name, names[k]);
    for (int h = 0; h < registry->n; h++) {
      const char *name = registry->item[h]->name;
      bool refuses = !strcmp(name, "star-unbounded-buffer") || !strcmp(name, "optimal");
      if (!(registry->item[h]->problems & SP_BAG) || refuses || registry->item[h]->chunks)
        continue;
      struct sp_schedule plan = planned_by(registry, name, in);
      if (sp_makespan(in, &plan) < makespan * (1 - 1e-12))
        fail_msg("trial %d: %s takes less than the optimum %.17g", trial, name, makespan);
      sp_schedule_clear(&plan);
    }
    proven += !isnan(makespan);
    sp_instance_free(in);
  }
  assert_true(proven > share(500));
  assert_true(best_is[0] > 0 && best_is[1] > 0 && best_is[4] > 0);
  sp_registry_free(registry);
}

static void min_c_deadline_is_no_worse(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 640;
  int better = 0;
  for (int trial = 0; trial < share(2000); trial++) {
    unsigned kind = (unsigned)(trial % 3) | (trial & 4 ? LATENCY : 0);
    struct sp_instance *in = random_bag(&seed, kind, draw(&seed, 1, 8), 40, 50, trial % 4);
    struct sp_schedule plan = planned_by(registry, "min_c-deadline", in);
    struct sp_schedule min_c = planned_by(registry, "min_c", in);
    double makespan = sp_makespan(in, &plan), simple = sp_makespan(in, &min_c);
    if (makespan > simple || !near(makespan, plan.planned, 1e-15))
      fail_msg("trial %d: planned %.17g, takes %.17g, min_c %.17g", trial, plan.planned, makespan,
               simple);
    better += makespan < simple;
    sp_schedule_clear(&plan);
    sp_schedule_clear(&min_c);
    sp_instance_free(in);
  }
  assert_true(better > share(400));
  sp_registry_free(registry);
}

static void what_cannot_be_searched(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_schedule best = SP_SCHEDULE_EMPTY;
  double makespan, bound;
  bool proven;
  static const char *const refused[] = {"c=1 w=2 tasks=3 deadline=9", "c=1 w=2 latency=1 work=3",
                                        "c=1,1 w=2 tasks=3 send=2", "c=1 w=inf tasks=2"};
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
    struct sp_instance *in = sp_star_parse(refused[k], &error);
    if (in)
      assert_int_equal(sp_optimum(in, 9, &best, &makespan, &bound, &proven), SP_CANNOT);
    sp_instance_free(in);
  }
  /* Few nodes, and too many tasks: the known plan and the bound are returned. */
  static const char *const limited[] = {"c=6,6,6,8,8,8,21 w=84,84,84,84,84,84,21 buffer=1 tasks=10",
                                        "c=2,3 w=5,4 buffer=1 tasks=3000"};
  for (size_t k = 0; k < sizeof limited / sizeof *limited; k++) {
    struct sp_instance *in = sp_star_parse(limited[k], &error);
    assert_non_null(in);
    assert_int_equal(sp_optimum(in, 3, &best, &makespan, &bound, &proven), SP_OK);
    assert_true(!proven && bound < makespan && sp_makespan(in, &best) == makespan);
    sp_schedule_clear(&best);
    sp_instance_free(in);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(known_cases),
                                     cmocka_unit_test(lemma_1),
                                     cmocka_unit_test(against_all_orders),
                                     cmocka_unit_test(between_bounds_and_heuristics),
                                     cmocka_unit_test(min_c_deadline_is_no_worse),
                                     cmocka_unit_test(what_cannot_be_searched)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
