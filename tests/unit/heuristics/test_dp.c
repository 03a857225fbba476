/* Tests dp against the known cases and against all subsets of the workers, in both directions. */
#include "multi_round.h"

static void known_cases(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  json_t *root, *cases = multi_round_cases(&root), *one;
  size_t k;
  int seen = 0;
  json_array_foreach(cases, k, one) if (is_kind(one, "dp_c0"))
  {
    struct sp_instance *in = case_instance(one);
    struct sp_num T = in->deadline;
    in->deadline = UNLIMITED;
    assert_true(close_to(solved_by(registry, "dp", in, NULL), number_in(one, "expected", "Tstar").v,
                         1e-14));
    assert_true(
        close_to(load_by(registry, "dp", in, T.v), number_in(one, "expected", "Wstar").v, 1e-14));
    struct sp_schedule plan = planned_by(registry, "dp", in);
    const json_t *order = json_object_get(json_object_get(one, "expected"), "order_T");
    assert_int_equal(plan.n, json_array_size(order));
    for (long j = 0; j < plan.n; j++)
      assert_int_equal(plan.msg[j].to, element(order, j).num);
    sp_schedule_clear(&plan);
    sp_instance_free(in);
    seen++;
  }
  assert_int_equal(seen, 4);
  json_decref(root);
  sp_registry_free(registry);
}

/* The subset in the order of S w: chunk j takes T - date_j. Greatest load by T, and least time. */
static void try_subset(const struct sp_instance *in, unsigned subset, double T, double W,
                       double *load, double *time)
{
  double date = 0, last[2] = {-1, 0}, speed = 0, lost = 0, sum = 0;
  for (int left = __builtin_popcount(subset); left > 0; left--) {
    double key[2] = {INFINITY, INFINITY};
    for (int i = 1; i <= in->m; i++) {
      double product = in->latency[i].v * in->w[i].v;
      bool later = product > last[0] || (product == last[0] && i > last[1]);
      if (subset >> (i - 1) & 1 && later && product < key[0]) {
        key[0] = product;
        key[1] = i;
      }
    }
    int i = (int)key[1];
    last[0] = key[0];
    last[1] = key[1];
    date += in->latency[i].v;
    sum += (T - date) / in->w[i].v;
    speed += 1 / in->w[i].v;
    lost += date / in->w[i].v;
  }
  if (date <= T)
    *load = fmax(*load, sum);
  if ((W + lost) / speed >= date)
    *time = fmin(*time, (W + lost) / speed);
}

static void against_all_subsets(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 91;
  for (int trial = 0; trial < 1500; trial++) {
    struct sp_instance *in = random_star(&seed, (unsigned)trial % 3, 9);
    double T = 0, load = 0, time = INFINITY;
    for (int i = 1; i <= in->m; i++) {
      in->c[i] = sp_int(0);
      T += in->latency[i].v * draw(&seed, 0, 3) / 2;
    }
    for (unsigned subset = 1; subset < 1u << in->m; subset++)
      try_subset(in, subset, T, in->total.v, &load, &time);
    double ours = solved_by(registry, "dp", in, NULL);
    if (!close_to(ours, time, 1e-12))
      fail_msg("trial %d: %.17g, all subsets %.17g", trial, ours, time);
    double most = load_by(registry, "dp", in, T);
    if (!close_to(most, load, 1e-12))
      fail_msg("trial %d: %.17g by %.17g, all subsets %.17g", trial, most, T, load);
    if (!close_to(load_by(registry, "dp", in, ours), in->total.v, 1e-12))
      fail_msg("trial %d: not inverse at %.17g", trial, ours);
    check_limits(registry, "dp", in);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

/* Breakpoints of the greatest load at 94/19 and 5, closer than the resolution of Theorem 10, 1/(p
 * max w) = 1/18: both ends and the interval between them are exact. */
static void near_breakpoints(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in = divisible(3, sp_int(1), nothing);
  static const int S[] = {4, 1, 3}, w[] = {1, 5, 6};
  for (int i = 1; i <= 3; i++) {
    in->latency[i] = sp_int(S[i - 1]);
    in->w[i] = sp_int(w[i - 1]);
  }
  assert_true(5 - 94.0 / 19 < 1.0 / 18);
  for (double T = 4.9; T < 5.1; T += 0x1p-10) {
    double load = 0, time = INFINITY;
    for (unsigned subset = 1; subset < 8; subset++)
      try_subset(in, subset, T, 1, &load, &time);
    assert_true(close_to(load_by(registry, "dp", in, T), load, 1e-14));
    in->total = sp_double(load);
    assert_true(close_to(solved_by(registry, "dp", in, NULL), T, 1e-14));
  }
  /* {2,3} is the best before 94/19, {1} from there on, {1,2} from 5 on. */
  double before = load_by(registry, "dp", in, 94.0 / 19 - 1e-6);
  double between = load_by(registry, "dp", in, 94.0 / 19 + 1e-6);
  double after = load_by(registry, "dp", in, 5 + 1e-6);
  double slope[] = {(load_by(registry, "dp", in, 94.0 / 19) - before) / 1e-6,
                    (between - load_by(registry, "dp", in, 94.0 / 19)) / 1e-6,
                    (after - load_by(registry, "dp", in, 5)) / 1e-6};
  assert_true(slope[0] < slope[1] - 0.1 && slope[1] < slope[2] - 0.1);
  sp_instance_free(in);
  sp_registry_free(registry);
}

static void refusals(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in = divisible(3, sp_int(7), nothing);
  for (int i = 1; i <= 3; i++) {
    in->latency[i] = sp_int(i);
    in->w[i] = sp_int(4 - i);
  }
  in->w[3] = UNLIMITED;
  in->c[3] = sp_int(2); /* relays only: its link is not used */
  assert_true(!isnan(solved_by(registry, "dp", in, NULL)));
  in->c[2] = sp_int(1);
  check_refused(registry, "dp", in, "worker 2 has c = 1");
  in->c[2] = sp_int(0);
  in->buffer[1] = 3;
  check_refused(registry, "dp", in, "worker 1 takes chunks of at most 3");
  in->buffer[1] = LONG_MAX;
  in->platform.node[0].ports.send = 2;
  check_refused(registry, "dp", in, "one message at a time");
  sp_instance_free(in);
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_cases),
      cmocka_unit_test(against_all_subsets),
      cmocka_unit_test(near_breakpoints),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
