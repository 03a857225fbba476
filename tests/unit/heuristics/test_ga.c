/* Tests the genetic algorithm on the sequence: it finds known optima, is never better than a proven
 * optimum, seldom far from it, and gives the same result each time. */
#include "searches.h"

static void known_optima(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  check_star(registry, "c=10,1 w=1,1 latency=1,2 deadline=19", "ga", 249.0 / 22);
  check_star(registry, "c=7,8,5 w=9,3,2 latency=4,7,5 work=10", "ga", 3723.0 / 58);
  check_star(registry, "c=1 w=1 latency=1 work=21", "ga", 28);
  sp_registry_free(registry);
}

static void proven_optima(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 31;
  double sum = 0;
  int all = 100;
  for (int instance = 0; instance < all; instance++) {
    struct sp_instance *in = small_star(&seed, 3);
    bool by_deadline = in->deadline.v < INFINITY;
    double found = value_of(registry, in, "ga:actmax=5", NULL, NULL);
    double best = value_of(registry, in, "bb-light:actmax=5:unproven=refuse", NULL, NULL);
    double excess = best == 0 ? 0 : by_deadline ? best / found - 1 : found / best - 1;
    assert_true(excess >= -1e-9);
    sum += excess;
    assert_true(found == value_of(registry, in, "ga:actmax=5", NULL, NULL));
    sp_instance_free(in);
  }
  if (sum / all > 0.003)
    fail_msg("%.4f %% over the optimum", 100 * sum / all);
  sp_registry_free(registry);
}

static void bad_input(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  check_star(registry, "c=1,2 w=3,4 latency=5,6 work=0", "ga", 0);
  check_star(registry, "c=1,2 w=3,4 latency=5,6 deadline=5", "ga", 0);
  check_star(registry, "c=1,2 w=3,inf latency=5,1/8 work=1", "ga:actmax=1", 9);
  refuse_star(registry, "c=1,2 w=2 latency=1 work=30 buffer=4,5", "ga", "a buffer limits");
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_optima),
      cmocka_unit_test(proven_optima),
      cmocka_unit_test(bad_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
