/* Tests local search on the sequence: known optima, proven optima; it is never worse than its
 * start, never exceeds the limit, and gives the same result each time. */
#include "searches.h"
#include "share.h"

/* One worker, c = w = 1, S = 1/den: in units of S the load is W den, and Theorem 11 holds. */
static double sqrt_law(int W, int den)
{
  double load = (double)W * den;
  long n = 1;
  while ((double)(n * (n + 1)) / 2 < load)
    n++;
  return ((double)(n + 1) / 2 + (double)(n + 1) * load / (double)n) / den;
}

static void known_optima(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  check_star(registry, "c=10,1 w=1,1 latency=1,2 deadline=19", "sa", 249.0 / 22);
  check_star(registry, "c=10,1 w=1,1 latency=1,2 work=249/22", "sa", 19);
  check_star(registry, "c=7,8,5 w=9,3,2 latency=4,7,5 work=10", "sa", 3723.0 / 58);
  check_star(registry, "c=4,4,1 w=2,5,7 latency=9,2,5 work=40", "sa:actmax=4", 157111.0 / 1139);
  check_star(registry, "c=1 w=1 latency=1 work=21", "sa", 28);
  check_star(registry, "c=1 w=1 latency=1/64 work=100", "sa", sqrt_law(100, 64));
  check_star(registry, "c=0 w=9,8,6 latency=0 work=1", "sa", 72.0 / 29);
  sp_registry_free(registry);
}

static void proven_optima(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 21;
  int equal = 0, all = 0;
  for (int instance = 0; instance < share(80); instance++) {
    struct sp_instance *in = small_star(&seed, 3);
    double found = value_of(registry, in, "sa:actmax=5", NULL, NULL);
    double best = value_of(registry, in, "bb-light:actmax=5:unproven=refuse", NULL, NULL);
    all++;
    equal += close_to(found, best, 1e-9);
    assert_true(in->deadline.v < INFINITY ? found <= best * (1 + 1e-9)
                                          : found >= best * (1 - 1e-9));
    sp_instance_free(in);
  }
  if (equal < all - 4)
    fail_msg("optimal in %d of %d", equal, all);
  sp_registry_free(registry);
}

/* Against the constructive methods, on larger stars. */
static void larger_stars(void **state)
{
  (void)state;
  static const char *const others[] = {"periodic-optimized", "umr:select=prefix", "ga"};
  struct sp_registry *registry = heuristics();
  uint64_t seed = 22;
  for (int instance = 0; instance < share(18); instance++) {
    struct sp_num nothing = {NAN, 0, 0}, work = sp_int(instance % 2 ? 100 : 1000);
    struct sp_instance *in = divisible(2 + instance % 9, work, nothing);
    for (int i = 1; i <= in->m; i++) {
      in->c[i] = cost(&seed, INTEGERS, 10);
      in->w[i] = cost(&seed, INTEGERS, instance % 4 < 2 ? 10 : 100);
      in->latency[i] = cost(&seed, INTEGERS, 10);
    }
    double found = value_of(registry, in, "sa", NULL, NULL);
    for (int k = 0; k < 3; k++) {
      double other = value_of(registry, in, others[k], NULL, NULL);
      if (other < found * (1 - 1e-12) && k == 0)
        fail_msg("instance %d: worse than its start: %.17g, %.17g", instance, found, other);
      if (other < found * (1 - 0.002))
        fail_msg("instance %d: %s %.17g, sa %.17g", instance, others[k], other, found);
    }
    assert_true(found == value_of(registry, in, "sa", NULL, NULL));
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

/* Messages that carry at most 1e-6 of the load are dropped, which costs at most 1e-6: 197 messages
 * take 175.039987 here. */
static void no_dust(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_instance *in = star("c=0.1,0.2,0.3 w=0.5,0.3,0.2 latency=0,0.1,0.2 work=1000");
  struct sp_context *cx = sp_context_alloc(registry, 0, in, NULL);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  assert_int_equal(sp_plan_with(cx, "sa", in, &plan), 0);
  for (long k = 0; k < plan.n; k++)
    assert_true(plan.msg[k].amount > 1e-6 * 1000);
  assert_true(plan.planned <= 175.039987 * (1 + 1e-6));
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  sp_instance_free(in);
  sp_registry_free(registry);
}

/* The greatest load by the least time of a load is this load. */
static void both_directions(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 23;
  for (int instance = 0; instance < share(60); instance++) {
    struct sp_instance *in = random_star(&seed, INTEGERS, 3);
    double W = in->total.v = draw(&seed, 1, 60);
    long messages;
    double T = value_of(registry, in, "sa:actmax=6", NULL, &messages);
    assert_true(messages >= 1 && messages <= 6);
    in->deadline = sp_double(T);
    in->total = (struct sp_num){INFINITY, 0, 0};
    double load = value_of(registry, in, "sa:actmax=6", NULL, NULL);
    if (load < W * (1 - 1e-2))
      fail_msg("instance %d: %.17g units take %.17g, by then %.17g", instance, W, T, load);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

static void bad_input(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  check_star(registry, "c=1,2 w=3,4 latency=5,6 work=0", "sa", 0);
  check_star(registry, "c=1,2 w=3,4 latency=5,6 deadline=5", "sa", 0);
  check_star(registry, "c=1,2 w=3,inf latency=5,1/8 work=1", "sa", 9);
  check_star(registry, "c=0,0 w=3,4 latency=5,6 work=1e-6", "sa", 5 + 3e-6);
  check_star(registry, "c=1,2 w=2 latency=1 work=3 buffer=3", "sa:evaluations=1000", 131.0 / 18);
  refuse_star(registry, "c=1,2 w=2 latency=1 work=3000 buffer=1,2", "sa", "honours the buffers");
  sp_registry_free(registry);
}

/* Chunk limits: as good as the best of all short sequences, never worse than the heuristics that
 * honour limits, each chunk within its limit. */
static void limited_chunks(void **state)
{
  (void)state;
  static const char *const others[] = {"bb-light", "periodic-optimized", "communication-first",
                                       "computation-first", "latency-first"};
  struct sp_registry *registry = heuristics();
  uint64_t seed = 24;
  for (int instance = 0; instance < share(18); instance++) {
    struct sp_instance *in = random_star(&seed, INTEGERS, 3);
    bool by_deadline = instance % 3 == 0;
    in->total = sp_int(draw(&seed, 4, 16));
    if (by_deadline) {
      in->deadline = sp_int(draw(&seed, 20, 70));
      in->total = (struct sp_num){INFINITY, 0, 0};
    }
    for (int i = 1; i <= in->m; i++)
      in->buffer[i] = draw(&seed, 3, 9);
    double found = value_of(registry, in, "sa:evaluations=4000", NULL, NULL);
    assert_true(!isnan(found));
    for (int k = 0; k < 5; k++) {
      double other = value_of(registry, in, others[k], NULL, NULL);
      double gain = by_deadline ? other / found - 1 : 1 - other / found;
      if (gain > (k == 0 ? 0.002 : 1e-6)) /* messages that gain less are dropped */
        fail_msg("instance %d: %s %.17g, sa %.17g", instance, others[k], other, found);
    }
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_optima), cmocka_unit_test(proven_optima),
      cmocka_unit_test(larger_stars), cmocka_unit_test(both_directions),
      cmocka_unit_test(bad_input),    cmocka_unit_test(limited_chunks),
      cmocka_unit_test(no_dust),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
