/* Tests the optimality principle against the known cases, linear programming, the exact optimum,
 * and itself in the other direction. */
#include "method/context.h"
#include "searches.h"
#include "solve/divisible/sequence_lp.h"
#include "solve/lp/lp.h"

enum { MOST = 24 };

static void check_case(const json_t *one, const char *value_name, const char *linear_name)
{
  const char *id = json_string_value(json_object_get(one, "id"));
  struct sp_instance *in = case_instance(one);
  struct bench b;
  int sequence[64];
  double chunk[64], value = -1, lp;
  long n = case_sequence(one, sequence);
  struct sp_num known = number_in(one, "expected", value_name);
  struct sp_num linear = linear_name ? number_in(one, "expected", linear_name) : known;
  bench_open(&b, in);
  bool feasible = sp_linear_sequence(b.cx, in, n, sequence, chunk, &value);
  if (feasible != !isnan(linear.v) || (feasible && !close_to(value, linear.v, 1e-14)))
    fail_msg("%s: linear %d %.17g, expected %.17g", id, feasible, value, linear.v);
  const json_t *alpha = json_object_get(json_object_get(one, "expected"), "linear_alpha");
  for (long k = 0; k < n && feasible && alpha; k++)
    if (!close_to(chunk[k], element(alpha, k).v, 1e-13))
      fail_msg("%s: chunk %ld is %.17g", id, k + 1, chunk[k]);
  if (sp_lp_sequence(b.cx, in, n, sequence, chunk, &lp))
    fail_msg("%s: %s", id, sp_context_reason(b.cx));
  if (!close_to(lp, known.v, 1e-12))
    fail_msg("%s: LP %.17g, expected %.17g", id, lp, known.v);
  sp_context_free(b.cx);
  sp_instance_free(in);
}

static void known_cases(void **state)
{
  (void)state;
  json_t *root, *cases = multi_round_cases(&root), *one;
  size_t k;
  int seen = 0;
  json_array_foreach(cases, k, one)
  {
    seen += is_kind(one, "lp3_maxW") || is_kind(one, "lp2_minT") || is_kind(one, "lin_T");
    if (is_kind(one, "lp3_maxW"))
      check_case(one, "W", "linear_system_W");
    if (is_kind(one, "lp2_minT"))
      check_case(one, "T", "linear_system_T");
    if (is_kind(one, "lin_T"))
      check_case(one, "T", NULL);
  }
  assert_int_equal(seen, 9);
  json_decref(root);
}

/* One worker, S = c = w = 1: T_n(W) = (n+1)/2 + (n+1) W/n where W >= n (n-1)/2, and the best n
 * changes at W = n (n+1)/2 (Theorem 11). */
static void one_worker(void **state)
{
  (void)state;
  struct sp_num nothing = {NAN, 0, 0};
  static const int sequence[64] = {[0 ... 63] = 1};
  struct sp_context *cx = sp_context_plain();
  for (int W = 1; W <= 200; W++) {
    struct sp_instance *in = divisible(1, sp_int(W), nothing);
    double T, best = INFINITY;
    long best_n = 0;
    in->c[1] = in->w[1] = in->latency[1] = sp_int(1);
    for (long n = 1; n <= 40; n++) {
      bool feasible = sp_linear_sequence(cx, in, n, sequence, NULL, &T);
      double formula = (double)(n + 1) / 2 + (double)(n + 1) * W / (double)n;
      assert_int_equal(feasible, W >= n * (n - 1) / 2);
      assert_true(!feasible || close_to(T, formula, 1e-13));
      if (feasible && T < best * (1 - 1e-12)) {
        best = T;
        best_n = n;
      }
    }
    assert_true(best_n * (best_n - 1) / 2 <= W && W <= best_n * (best_n + 1) / 2);
    sp_instance_free(in);
  }
  json_t *root, *cases = multi_round_cases(&root), *one;
  size_t k;
  json_array_foreach(cases, k, one) if (is_kind(one, "optT_p1_unit"))
  {
    struct sp_instance *in = case_instance(one);
    double T;
    assert_true(
        sp_linear_sequence(cx, in, number_in(one, "expected", "n").num, sequence, NULL, &T));
    assert_true(close_to(T, number_in(one, "expected", "T").v, 1e-14));
    sp_instance_free(in);
  }
  json_decref(root);
  sp_context_free(cx);
}

/* The dates of the paper's figure, by sp_sequence_makespan and as a plan. */
static void known_dates(void **state)
{
  (void)state;
  json_t *root, *cases = multi_round_cases(&root), *one;
  size_t k;
  json_array_foreach(cases, k, one) if (is_kind(one, "simulate"))
  {
    struct sp_instance *in = case_instance(one);
    struct bench b;
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    int sequence[64];
    double chunk[64], sum = 0;
    long n = case_sequence(one, sequence);
    const json_t *alpha = json_object_get(json_object_get(one, "input"), "alpha");
    for (long j = 0; j < n; j++)
      sum += chunk[j] = element(alpha, j).v;
    in->total = sp_double(sum);
    bench_open(&b, in);
    double known = number_in(one, "expected", "makespan").v;
    assert_true(sp_sequence_makespan(b.cx, in, n, sequence, chunk) == known);
    sp_sequence_plan(b.cx, in, n, sequence, chunk, &plan);
    assert_true(plan.planned == known && sp_makespan(in, &plan) == known);
    sp_schedule_clear(&plan);
    sp_context_free(b.cx);
    sp_instance_free(in);
  }
  json_decref(root);
}

/* Least time and greatest load are inverse to each other; a finite load stays an upper limit. */
static void check_inverse(struct sp_instance *in, long n, const int *sequence,
                          struct sp_context *cx, double T)
{
  double W, chunk[MOST], sum = 0;
  struct sp_num total = in->total;
  in->deadline = sp_double(T);
  in->total = (struct sp_num){INFINITY, 0, 0};
  assert_true(sp_linear_sequence(cx, in, n, sequence, chunk, &W));
  for (long k = 0; k < n; k++)
    sum += chunk[k];
  if (!close_to(W, total.v, 1e-9) || !close_to(sum, W, 1e-9))
    fail_msg("load %.17g (chunks %.17g) by %.17g, expected %.17g", W, sum, T, total.v);
  in->total = total;
  in->deadline = sp_double(3 * T);
  assert_true(sp_linear_sequence(cx, in, n, sequence, NULL, &W));
  assert_true(close_to(W, total.v, 1e-12));
  in->deadline = (struct sp_num){INFINITY, 0, 0};
}

/* One random sequence: a solution of the linear system is the optimum, or the optimum leaves a
 * chunk empty. Returns 0 if there is no solution, 2 if the optimum is better, else 1. */
static int compare_with_lp(uint64_t *seed, unsigned kind, int most)
{
  struct sp_instance *in = random_star(seed, kind, 5);
  struct bench b;
  int sequence[MOST];
  double chunk[MOST], other[MOST], linear, lp, least = INFINITY;
  long n = random_sequence(seed, in->m, most, sequence);
  bench_open(&b, in);
  bool solved = sp_linear_sequence(b.cx, in, n, sequence, chunk, &linear);
  if (sp_lp_sequence(b.cx, in, n, sequence, other, &lp))
    fail_msg("%s", sp_context_reason(b.cx));
  assert_true(close_to(sp_sequence_makespan(b.cx, in, n, sequence, other), lp, 1e-15));
  for (long k = 0; k < n; k++)
    least = fmin(least, other[k]);
  bool better = solved && lp < linear * (1 - 1e-9);
  if (solved) {
    assert_true(close_to(sp_sequence_makespan(b.cx, in, n, sequence, chunk), linear, 1e-12));
    if (lp > linear * (1 + 1e-9))
      fail_msg("LP %.17g, linear system %.17g", lp, linear);
    if (better && least > 1e-9 * in->total.v)
      fail_msg("LP %.17g without empty chunks, linear system %.17g", lp, linear);
    check_inverse(in, n, sequence, b.cx, linear);
  }
  sp_context_free(b.cx);
  sp_instance_free(in);
  return solved ? 1 + better : 0;
}

static void against_linear_programming(void **state)
{
  (void)state;
  uint64_t seed = 20040707;
  long count[3] = {0, 0, 0};
  for (unsigned trial = 0; count[1] < 10000; trial++)
    count[compare_with_lp(&seed, trial % 3, trial % 50 ? 8 : MOST)]++;
  assert_true(count[0] > 1000 && count[2] > 1000);
}

/* The inverse: the least time of the greatest load, where chunks may be empty. */
static void linear_programmes_are_inverse(void **state)
{
  (void)state;
  uint64_t seed = 11;
  for (int trial = 0; trial < 1000; trial++) {
    struct sp_instance *in = random_star(&seed, (unsigned)trial % 3, 5);
    struct bench b;
    int sequence[MOST];
    double T, W;
    long n = random_sequence(&seed, in->m, 8, sequence);
    struct sp_num total = in->total;
    bench_open(&b, in);
    assert_int_equal(sp_lp_sequence(b.cx, in, n, sequence, NULL, &T), 0);
    in->deadline = sp_double(T);
    in->total = (struct sp_num){INFINITY, 0, 0};
    if (sp_lp_sequence(b.cx, in, n, sequence, NULL, &W))
      fail_msg("trial %d: %s", trial, sp_context_reason(b.cx));
    /* if start-ups dominate, T lacks the digits that W needs */
    if (fabs(W - total.v) > 1e-9 * total.v + 1e-11 * T)
      fail_msg("trial %d: load %.17g by %.17g, expected %.17g", trial, W, T, total.v);
    sp_context_free(b.cx);
    sp_instance_free(in);
  }
}

/* What chunks at their limits cannot take the others do. */
static void limited_chunks_add_up(void **state)
{
  (void)state;
  struct sp_instance *in = star("c=1 w=1,1 buffer=8,inf work=10");
  struct bench b;
  int sequence[] = {1, 2};
  double chunk[] = {8, 1.9}, load;
  bench_open(&b, in);
  sp_sequence_fit(b.cx, in, 2, sequence, chunk, &load);
  assert_true(close_to(load, 10, 1e-12));
  assert_true(chunk[0] == 8);
  assert_true(close_to(chunk[1], 2, 1e-12));
  sp_context_free(b.cx);
  sp_instance_free(in);
}

/* In a long sequence of chunks that shrink without end the bases are nearly singular: GLPK reported
 * all chunks empty as the optimum. */
static void nearly_singular(void **state)
{
  (void)state;
  enum { N = 66 };
  struct sp_instance *in = star("c=19,3,11,2 w=40.6,2,0.29,96 buffer=10,4,10,10 work=8");
  struct bench b;
  int sequence[N];
  double chunk[N], makespan, load = 0;
  for (int k = 0; k < N; k++)
    sequence[k] = k == 0 || k == 46 ? 4 : k == 1 ? 3 : 2;
  bench_open(&b, in);
  assert_int_equal(sp_lp_sequence(b.cx, in, N, sequence, chunk, &makespan), 0);
  for (int k = 0; k < N; k++)
    load += chunk[k];
  assert_true(close_to(load, 8, 1e-12));
  assert_in_range((long)makespan, 23, 25);
  sp_context_free(b.cx);
  sp_instance_free(in);
}

/* The exact optimum of 200 rational instances, in both directions. */
static void against_the_exact_optimum(void **state)
{
  (void)state;
  uint64_t seed = 5196;
  int infeasible = 0;
  for (int trial = 0; trial < 200; trial++) {
    struct sp_instance *in = random_star(&seed, (unsigned)trial % 2, 4);
    struct sp_lp_solution exact;
    struct sp_error error;
    struct bench b;
    int sequence[MOST];
    double chunk[MOST], lp;
    long n = random_sequence(&seed, in->m, 6, sequence);
    if (trial % 3 == 0) {
      in->deadline = sp_int(draw(&seed, 60, 400));
      in->total = (struct sp_num){INFINITY, 0, 0};
    }
    if (trial % 4 == 1 && trial % 3 != 0) /* limits that bind some chunks */
      for (int i = 1; i <= in->m; i++)
        in->buffer[i] = (long)ceil(in->total.v * (i > 1 ? 1 : 0.5)) * n / n + 1;
    bench_open(&b, in);
    struct sp_lp *programme = sp_sequence_lp(in, n, sequence, 1, 1);
    if (sp_exact_lp_solve(programme, &exact, &error))
      fail_msg("trial %d: %s", trial, error.text);
    bool solved = exact.status == SP_LP_OPTIMAL;
    infeasible += !solved;
    if ((sp_lp_sequence(b.cx, in, n, sequence, chunk, &lp) == 0) != solved)
      fail_msg("trial %d: %s", trial, sp_context_reason(b.cx));
    if (solved && !close_to(lp, exact.value, 1e-11))
      fail_msg("trial %d: LP %.17g, exactly %s", trial, lp, exact.value_text);
    if (!solved)
      assert_non_null(strstr(sp_context_reason(b.cx), "limited by the buffers"));
    sp_lp_solution_clear(&exact);
    sp_lp_free(programme);
    sp_context_free(b.cx);
    sp_instance_free(in);
  }
  assert_in_range(infeasible, 5, 50);
}

/* Chunks with small errors, as solvers return them. */
static void check_fit(struct sp_instance *in, const double given[4], double load, double makespan)
{
  static const int sequence[4] = {1, 2, 1, 2};
  struct bench b;
  double chunk[4], sum;
  memcpy(chunk, given, sizeof chunk);
  bench_open(&b, in);
  const void *mark = sp_mark(b.cx);
  double M = sp_sequence_fit(b.cx, in, 4, sequence, chunk, &sum);
  if (!close_to(sum, load, 1e-14) || !close_to(M, makespan, 1e-14) ||
      !(M <= in->deadline.v * (1 + 1e-15)))
    fail_msg("load %.17g, makespan %.17g, expected %.17g and %.17g", sum, M, load, makespan);
  assert_true(M == sp_sequence_makespan(b.cx, in, 4, sequence, chunk));
  assert_ptr_equal(sp_mark(b.cx), mark); /* searches call both without end */
  for (int k = 0; k < 4; k++)
    assert_true(chunk[k] >= 0 && chunk[k] <= sp_chunk_limit(in, sequence[k]));
  sp_context_free(b.cx);
}

static void rounding_is_taken_away(void **state)
{
  (void)state;
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in = divisible(2, sp_int(8), nothing);
  for (int i = 1; i <= 2; i++) {
    in->c[i] = sp_int(i);
    in->latency[i] = sp_int(1);
    in->w[i] = sp_int(3);
  }
  check_fit(in, (double[]){2.000001, 2.000001, 2.000001, 2.000001}, 8, 22);
  check_fit(in, (double[]){4, -1e-9, 4, 0}, 8, 29); /* 5 + 12 + 12 */
  in->buffer[1] = 4;
  check_fit(in, (double[]){4.0000001, 0, 4, 0}, 8, 29);
  in->deadline = sp_int(20); /* 4 + 18 f <= 20 */
  check_fit(in, (double[]){2, 2, 2, 2}, 8 * 16 / 18.0, 20);
  in->deadline = sp_int(22);
  in->total = sp_int(4); /* the whole load */
  check_fit(in, (double[]){2, 2, 2, 2}, 4, 13);
  sp_instance_free(in);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_cases),
      cmocka_unit_test(one_worker),
      cmocka_unit_test(known_dates),
      cmocka_unit_test(rounding_is_taken_away),
      cmocka_unit_test(against_linear_programming),
      cmocka_unit_test(linear_programmes_are_inverse),
      cmocka_unit_test(limited_chunks_add_up),
      cmocka_unit_test(nearly_singular),
      cmocka_unit_test(against_the_exact_optimum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
