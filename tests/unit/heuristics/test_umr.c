/* Tests umr against the known plans, and against the best of all rounds and prefixes, each solved
 * from the definition and executed by the recurrence. */
#include "multi_round.h"

enum { MOST_ROUNDS = 8, MOST_CHUNKS = 64 };

/* Workers in the order of (c, w, index). */
static int by_bandwidth(const struct sp_instance *in, int *order)
{
  for (int n = 0; n < in->m; n++) {
    int at = n;
    for (; at > 0; at--) {
      int i = order[at - 1], j = n + 1;
      bool before =
          in->c[i].v < in->c[j].v || (in->c[i].v == in->c[j].v && in->w[i].v <= in->w[j].v);
      if (before)
        break;
      order[at] = i;
    }
    order[at] = n + 1;
  }
  return in->m;
}

/* The chunks of M > 1 rounds of the first n workers for given y and T, by the definition, with the
 * residuals of the two equations: load - W, and S + sum c last - y. */
static void chunks_for(const struct sp_instance *in, const int *order, int n, long M, double y,
                       double T, double *chunk, double *lack)
{
  double X[MOST_ROUNDS], sum = 0, S = 0, e = 0;
  for (int k = 0; k < n; k++)
    S += in->latency[order[k]].v;
  lack[0] = -in->total.v;
  lack[1] = S - y;
  for (long j = M - 2; j >= 0; j--) {
    X[j] = j == M - 2 ? y : S;
    for (int k = 0; k < n && j < M - 2; k++)
      X[j] += X[j + 1] * in->c[order[k]].v / in->w[order[k]].v;
    sum += X[j];
  }
  for (int k = 0; k < n; k++) {
    double c = in->c[order[k]].v, w = in->w[order[k]].v;
    for (long j = 0; j < M - 1; j++)
      lack[0] += chunk[j * n + k] = X[j] / w;
    e += in->latency[order[k]].v + chunk[k] * c;
    double last = (T - e - sum) / w;
    lack[0] += last;
    lack[1] += c * last;
    chunk[(M - 1) * n + k] = last;
  }
}

/* One round, all end at T. The residual is load - W. */
static double one_round_for(const struct sp_instance *in, const int *order, int n, double T,
                            double *chunk)
{
  double e = 0, lack = -in->total.v;
  for (int k = 0; k < n; k++) {
    int i = order[k];
    e += in->latency[i].v;
    chunk[k] = (T - e) / (in->c[i].v + in->w[i].v);
    e += chunk[k] * in->c[i].v;
    lack += chunk[k];
  }
  return lack;
}

/* The chunks of M rounds: the unknowns from the values of the affine functions at a few points.
 * Returns y, 0 for M = 1. */
static double solve_rounds(const struct sp_instance *in, const int *order, int n, long M,
                           double *chunk)
{
  double at0[2], aty[2], atT[2];
  if (M == 1) {
    double at = one_round_for(in, order, n, 0, chunk);
    double slope = one_round_for(in, order, n, 1, chunk) - at;
    one_round_for(in, order, n, -at / slope, chunk);
    return 0;
  }
  chunks_for(in, order, n, M, 0, 0, chunk, at0);
  chunks_for(in, order, n, M, 1, 0, chunk, aty);
  chunks_for(in, order, n, M, 0, 1, chunk, atT);
  double a = aty[0] - at0[0], c = aty[1] - at0[1], d = atT[0] - at0[0], f = atT[1] - at0[1];
  double y = (-at0[0] * f + at0[1] * d) / (a * f - c * d);
  double T = (-at0[1] * a + at0[0] * c) / (a * f - c * d);
  chunks_for(in, order, n, M, y, T, chunk, at0);
  return y;
}

/* The makespan of M rounds; NAN: not feasible. *doubt: rounding decides whether they are. */
static double makespan_of(const struct sp_instance *in, const int *order, int n, long M,
                          bool *doubt)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  double chunk[MOST_CHUNKS];
  double least = solve_rounds(in, order, n, M, chunk);
  for (long k = 0; k < n * M; k++)
    least = fmin(least, chunk[k]);
  double smallest = INFINITY;
  for (long k = 0; k < n * M; k++)
    smallest = fmin(smallest, fabs(chunk[k]));
  *doubt |= smallest < 1e-9 * in->total.v;
  for (long k = 0; k < n * M && least >= 0; k++)
    sp_schedule_add(&plan, 0, order[k % n], chunk[k], -1);
  double makespan = least >= 0 ? sp_makespan(in, &plan) : NAN;
  sp_schedule_clear(&plan);
  return makespan;
}

/* The best over M of the first n workers, with the rule that ends the search. */
static double best_rounds(const struct sp_instance *in, const int *order, int n, long most,
                          bool *doubt)
{
  double best = NAN, rho = 0;
  int failed = 0;
  for (int k = 0; k < n; k++)
    rho += in->c[order[k]].v / in->w[order[k]].v;
  for (long M = 1; M <= most && failed < 3 && (M == 1 || rho > 0); M++) {
    double T = makespan_of(in, order, n, M, doubt);
    failed = isnan(T) && M > 3 ? failed + 1 : 0;
    best = fmin(best, T);
  }
  return best;
}

static void known_plans(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  json_t *root, *cases = multi_round_cases(&root), *one;
  size_t k;
  int seen = 0, equal = 0;
  double best = INFINITY;
  json_array_foreach(cases, k, one) if (is_kind(one, "umr_plan"))
  {
    struct sp_instance *in = case_instance(one);
    int order[8];
    char method[64];
    long M = number_in(one, "input", "M").num;
    double known = number_in(one, "expected", "T_simulated").v;
    const json_t *workers = json_object_get(json_object_get(one, "input"), "workers");
    int n = by_bandwidth(in, order);
    for (int j = 0; j < n; j++)
      assert_int_equal(order[j], element(workers, j).num);
    bool doubt = false;
    assert_true(close_to(makespan_of(in, order, n, M, &doubt), known, 1e-12) && !doubt);
    best = M == 1 ? known : fmin(best, known);
    snprintf(method, sizeof method, "umr:rounds=%ld", M);
    assert_true(close_to(solved_by(registry, method, in, NULL), best, 1e-13));
    struct sp_schedule plan = planned_by(registry, method, in);
    const json_t *alpha = json_object_get(json_object_get(one, "expected"), "alpha");
    for (long j = 0; j < plan.n && known == best; j++)
      assert_true(close_to(plan.msg[j].amount, element(alpha, j).v, 1e-12));
    equal += known == best;
    sp_schedule_clear(&plan);
    sp_instance_free(in);
    seen++;
  }
  assert_int_equal(seen, 8);
  assert_int_equal(equal, 7);
  json_decref(root);
  sp_registry_free(registry);
}

static int selected(const struct sp_instance *in, const int *order)
{
  double rho = 0;
  for (int k = 0; k < in->m; k++)
    if ((rho += in->c[order[k]].v / in->w[order[k]].v) >= 1)
      return k ? k : 1;
  return in->m;
}

static void against_all_rounds(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 32;
  int refused = 0, several = 0, inverse = 0, solved = 0;
  for (int trial = 0; trial < 3000; trial++) {
    struct sp_instance *in = random_star(&seed, (unsigned)trial % 3, 6);
    int order[8], n = by_bandwidth(in, order);
    bool doubt = false;
    double prefix = NAN;
    double best = best_rounds(in, order, selected(in, order), MOST_ROUNDS, &doubt);
    for (int k = 1; k <= n; k++)
      prefix = fmin(prefix, best_rounds(in, order, k, MOST_ROUNDS, &doubt));
    if (doubt) {
      sp_instance_free(in);
      continue;
    }
    long messages;
    double T = solved_by(registry, "umr:rounds=8", in, &messages);
    if (isnan(T) != isnan(best) || (!isnan(T) && !close_to(T, best, 1e-9)))
      fail_msg("trial %d: %.17g, all rounds %.17g", trial, T, best);
    refused += isnan(T);
    several += messages > 2 * in->m;
    T = solved_by(registry, "umr:rounds=8:select=prefix", in, NULL);
    if (!close_to(T, prefix, 1e-9))
      fail_msg("trial %d: %.17g, all prefixes %.17g", trial, T, prefix);
    double load = load_by(registry, "umr:rounds=8:select=prefix", in, T);
    solved++;
    inverse += close_to(load, in->total.v, 1e-9);
    if (trial % 4 == 0)
      check_limits(registry, trial % 8 ? "umr" : "umr:select=prefix", in);
    sp_instance_free(in);
  }
  assert_true(refused > 50 && several > 1000);
  /* Except if a worker waits for a chunk, so that T of the equations is not the makespan. */
  assert_true(inverse > 0.85 * solved);
  sp_registry_free(registry);
}

/* Without a start-up the rounds of the least time begin with chunks of 1e-17. */
static void no_chunk_below_rounding(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in = divisible(1, sp_int(1), nothing);
  in->c[1] = sp_int(1);
  in->w[1] = sp_int(3);
  for (int by_deadline = 0; by_deadline < 2; by_deadline++) {
    in->deadline = by_deadline ? sp_int(4) : sp_double(INFINITY);
    struct sp_schedule plan = planned_by(registry, "umr", in);
    double load = 0;
    for (long k = 0; k < plan.n; k++) {
      assert_true(plan.msg[k].amount > 1e-12);
      load += plan.msg[k].amount;
    }
    assert_true(plan.n > 20 && close_to(load, 1, 1e-15) && close_to(plan.planned, 3, 1e-12));
    sp_schedule_clear(&plan);
  }
  sp_instance_free(in);
  sp_registry_free(registry);
}

static void refusals(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in = divisible(3, sp_double(0.5), nothing);
  for (int i = 1; i <= 3; i++) {
    in->c[i] = sp_int(1);
    in->w[i] = sp_int(9);
    in->latency[i] = sp_int(8);
  }
  in->w[3] = UNLIMITED;
  check_refused(registry, "umr", in, "too small for the start-ups of the 2 selected workers");
  /* Prefix: worker 1 alone, 8 + 1/2 + 9/2. */
  assert_true(solved_by(registry, "umr:select=prefix", in, NULL) == 13);
  in->buffer[2] = 5;
  check_refused(registry, "umr", in, "worker 2 takes chunks of at most 5");
  in->buffer[2] = LONG_MAX;
  in->total = sp_int(1000);
  in->c[1] = in->c[2] = sp_int(0);
  long messages;
  assert_true(!isnan(solved_by(registry, "umr", in, &messages)));
  assert_int_equal(messages, 2);
  sp_instance_free(in);
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_plans),
      cmocka_unit_test(against_all_rounds),
      cmocka_unit_test(no_chunk_below_rounding),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
