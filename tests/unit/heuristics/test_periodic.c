/* Tests periodic and periodic-optimized: the known cases, the number of periods against all
 * numbers, the makespan of periods against the recurrence, both directions. */
#include "multi_round.h"
#include "solve/divisible/cyclic.h"

static void check_case(const struct sp_registry *registry, const json_t *one)
{
  struct sp_instance *in = case_instance(one);
  struct bench b;
  bench_open(&b, in);
  const struct sp_period *p = sp_period_new(b.cx, in);
  assert_non_null(p);
  double W = in->total.v, k = number_in(one, "expected", "k").v;
  const json_t *beta = json_object_get(json_object_get(one, "expected"), "beta");
  assert_true(close_to(p->rho, number_in(one, "expected", "rho").v, 1e-15));
  assert_true(close_to(p->a * W, number_in(one, "expected", "a").v, 1e-14));
  assert_true(close_to(p->a2 * W, number_in(one, "expected", "a2").v, 1e-14));
  assert_true(close_to(p->b, number_in(one, "expected", "b").v, 1e-15));
  for (int j = 0; j < p->n; j++)
    assert_true(close_to(p->share[j] * p->rho, element(beta, p->worker[j] - 1).v, 1e-14));
  assert_true(sp_period_count(p, W) == k);
  double executed = number_in(one, "expected", "T_simulated").v;
  assert_true(close_to(sp_period_makespan(p, W, k), executed, 1e-14));
  assert_true(close_to(solved_by(registry, "periodic", in, NULL), executed, 1e-13));
  struct sp_schedule plan = planned_by(registry, "periodic", in);
  assert_true(close_to(plan.planned, number_in(one, "expected", "T_formula").v, 1e-14));
  assert_true(plan.n == (long)k * p->n);
  sp_schedule_clear(&plan);
  sp_context_free(b.cx);
  sp_instance_free(in);
}

static void known_cases(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  json_t *root, *cases = multi_round_cases(&root), *one;
  size_t k;
  int seen = 0;
  json_array_foreach(cases, k, one) if (is_kind(one, "periodic"))
  {
    check_case(registry, one);
    seen++;
  }
  assert_int_equal(seen, 2);
  json_decref(root);
  sp_registry_free(registry);
}

/* beta is feasible, and no other rates have a greater sum, by the dual of the knapsack, a price of
 * port time. */
static void check_rates(const struct sp_instance *in, const struct sp_period *p)
{
  double port = 0, price = 0, bound = 0;
  for (int j = 0; j < p->n; j++) {
    int i = p->worker[j];
    double beta = p->share[j] * p->rho;
    port += beta * in->c[i].v;
    assert_true(beta * in->w[i].v <= 1 + 1e-12);
    if (beta * in->w[i].v < 1 - 1e-9)
      price = 1 / in->c[i].v;
  }
  assert_true(port <= 1 + 1e-12);
  if (price == 0 && port > 1 - 1e-9)
    price = 1 / in->c[p->worker[p->n - 1]].v;
  bound = price;
  for (int i = 1; i <= in->m; i++)
    bound += fmax(1 - price * in->c[i].v, 0) / in->w[i].v;
  assert_true(close_to(bound, p->rho, 1e-9));
}

static void numbers_of_periods(void **state)
{
  (void)state;
  uint64_t seed = 64;
  long several = 0;
  for (int trial = 0; trial < 3000; trial++) {
    struct sp_instance *in = random_star(&seed, (unsigned)trial % 3, 8);
    struct bench b;
    bench_open(&b, in);
    const struct sp_period *p = sp_period_new(b.cx, in);
    double W = in->total.v, least = INFINITY, best = 0;
    if (p) {
      double k = sp_period_count(p, W);
      check_rates(in, p);
      for (double j = 1; j < 3 * k + 10; j++) {
        double time = (j + 1) * sp_period_length(p, W, j);
        if (time < least * (1 - 1e-13)) {
          least = time;
          best = j;
        }
      }
      if (k != best)
        fail_msg("trial %d: %g periods, the best number is %g", trial, k, best);
      several += k > 1;
    }
    sp_context_free(b.cx);
    sp_instance_free(in);
  }
  assert_true(several > 1000);
}

static void both_directions(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 65;
  int inverse = 0, inverse_optimized = 0, trials = 0;
  for (int trial = 0; trial < 400; trial++) {
    struct sp_instance *in = random_star(&seed, (unsigned)trial % 3, 5);
    in->total = cost(&seed, (unsigned)trial % 3, 1 << draw(&seed, 0, 7));
    double W = in->total.v, T = solved_by(registry, "periodic", in, NULL);
    double best = solved_by(registry, "periodic-optimized", in, NULL);
    if (isnan(T) || isnan(best)) {
      assert_true(isnan(best));
      sp_instance_free(in);
      continue;
    }
    trials++;
    if (best > T * (1 + 1e-9))
      fail_msg("trial %d: optimized %.17g, periodic %.17g", trial, best, T);
    inverse += close_to(load_by(registry, "periodic", in, T), W, 1e-9);
    inverse_optimized += close_to(load_by(registry, "periodic-optimized", in, best), W, 1e-9);
    check_limits(registry, "periodic", in);
    check_limits(registry, "periodic-optimized", in);
    sp_instance_free(in);
  }
  /* Except if messages were dropped, or another number of periods carries more by then. */
  assert_true(trials > 300 && inverse == trials && inverse_optimized > 0.85 * trials);
  sp_registry_free(registry);
}

static void refusals(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in = divisible(3, sp_int(50), nothing);
  for (int i = 1; i <= 3; i++) {
    in->c[i] = sp_int(i);
    in->w[i] = sp_int(2 * i);
    in->latency[i] = sp_int(i == 3);
  }
  /* Workers 1 and 2 use the whole port time, so worker 3's start-up does not count. */
  check_refused(registry, "periodic", in, "no start-up times");
  check_refused(registry, "periodic-optimized", in, "no start-up times");
  in->latency[1] = sp_double(0x1p-60);
  check_refused(registry, "periodic", in,
                "of 2 messages would be best; a plan has at most 8388608");
  in->latency[1] = sp_double(1.8e-12); /* 12 million messages: more than 2 GiB would be needed */
  check_refused(registry, "periodic", in, "a plan has at most 8388608 messages");
  check_refused(registry, "periodic-optimized", in, "a plan has at most 8388608 messages");
  in->latency[1] = sp_int(2);
  in->w[2] = UNLIMITED;
  long messages;
  assert_true(!isnan(solved_by(registry, "periodic", in, &messages)) && messages > 1);
  in->buffer[1] = 20;
  check_refused(registry, "periodic", in, "chunks of at most 20");
  double limited = solved_by(registry, "periodic-optimized", in, NULL);
  assert_true(!isnan(limited));
  in->buffer[1] = in->buffer[3] = 1;
  check_refused(registry, "periodic-optimized", in, "buffers");
  sp_instance_free(in);
  sp_registry_free(registry);
}

/* Links of cost 0: only a' counts; periods are added until the start-ups are longer. */
static void free_links(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in = divisible(2, sp_int(60), nothing);
  for (int i = 1; i <= 2; i++) {
    in->w[i] = sp_int(2);
    in->latency[i] = sp_int(3);
  }
  /* a = 0, a' = 60, b = 6: k = 10, planned 11*6; executed 6 + 6 + 9*6 = 66. */
  struct sp_schedule plan = planned_by(registry, "periodic", in);
  assert_true(plan.planned == 66 && sp_makespan(in, &plan) == 66 && plan.n == 20);
  sp_schedule_clear(&plan);
  sp_instance_free(in);
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_cases),     cmocka_unit_test(numbers_of_periods),
      cmocka_unit_test(both_directions), cmocka_unit_test(free_links),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
