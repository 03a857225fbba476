/* Tests the cyclic heuristics (communication-first, computation-first, latency-first) and their
 * kernel: known cases, the certificate of the linear system against linear programming, both
 * directions, chunk limits. */
#include "method/context.h"
#include "multi_round.h"
#include "solve/divisible/cyclic.h"

static const char *const METHODS[] = {"communication-first", "computation-first", "latency-first"};

static void known_cases(void **state)
{
  (void)state;
  static const char *const keys[] = {"communication_first", "computation_first", "latency_first"};
  struct sp_registry *registry = heuristics();
  json_t *root, *cases = multi_round_cases(&root), *one;
  size_t index;
  int seen = 0;
  json_array_foreach(cases, index, one) if (is_kind(one, "cyclic_heuristics"))
  {
    struct sp_instance *in = case_instance(one);
    for (int j = 0; j < 3; j++) {
      const json_t *expected = json_object_get(one, "expected");
      struct sp_num T = number_in(expected, keys[j], "T"), k = number_in(expected, keys[j], "k");
      char method[64];
      long messages;
      double ours = solved_by(registry, METHODS[j], in, &messages);
      assert_true(close_to(ours, T.v, 1e-12));
      assert_int_equal(messages, number_in(expected, keys[j], "n").num);
      snprintf(method, sizeof method, "%s:rounds=%ld", METHODS[j], (long)k.num);
      assert_true(close_to(solved_by(registry, method, in, NULL), T.v, 1e-12));
      snprintf(method, sizeof method, "%s:rounds=%ld", METHODS[j], (long)k.num - 1);
      assert_true(solved_by(registry, method, in, NULL) > T.v * (1 + 1e-12));
      seen++;
    }
    sp_instance_free(in);
  }
  assert_int_equal(seen, 6);
  json_decref(root);
  sp_registry_free(registry);
}

/* The certificate is right whenever it is true, and true for nearly all optimal solutions. */
static void certificate(void **state)
{
  (void)state;
  uint64_t seed = 17;
  int certified = 0, optimal = 0, solved = 0;
  for (int trial = 0; trial < 4000; trial++) {
    struct sp_instance *in = random_star(&seed, (unsigned)trial % 3, 5);
    struct bench b;
    int sequence[24];
    double chunk[24], T, least, load;
    long n = random_sequence(&seed, in->m, trial % 20 ? 8 : 24, sequence);
    bench_open(&b, in);
    if (sp_linear_sequence(b.cx, in, n, sequence, chunk, &T)) {
      T = sp_sequence_fit(b.cx, in, n, sequence, chunk, &load);
      assert_int_equal(sp_lp_sequence(b.cx, in, n, sequence, NULL, &least), 0);
      bool sure = sp_linear_optimal(b.cx, in, n, sequence, load, T);
      if (sure && least < T * (1 - 1e-10))
        fail_msg("trial %d: certified %.17g, LP %.17g", trial, T, least);
      solved++;
      certified += sure;
      optimal += least >= T * (1 - 1e-12);
    }
    sp_context_free(b.cx);
    sp_instance_free(in);
  }
  assert_true(solved > 1500 && optimal < 0.9 * solved && optimal > 0.2 * solved);
  assert_true(certified > 0.99 * optimal);
}

/* Drops messages by linear programming alone, without the certificate. */
static double by_programmes(struct sp_context *cx, const struct sp_instance *in, long n,
                            int *sequence, double *chunk)
{
  double value = 0;
  for (;;) {
    long kept = 0;
    if (sp_lp_sequence(cx, in, n, sequence, chunk, &value))
      fail_msg("%s", sp_context_reason(cx));
    for (long k = 0; k < n; k++)
      if (chunk[k] > 1e-12 * in->total.v)
        sequence[kept++] = sequence[k];
    if (kept == n)
      return value;
    n = kept;
  }
}

static void shortcut(void **state)
{
  (void)state;
  uint64_t seed = 18;
  int equal = 0, trials = 600;
  for (int trial = 0; trial < trials; trial++) {
    struct sp_instance *in = random_star(&seed, (unsigned)trial % 3, 5);
    struct bench b;
    int sequence[24];
    double chunk[24];
    long n = random_sequence(&seed, in->m, 10, sequence);
    bench_open(&b, in);
    struct sp_division d = sp_division_new(b.cx, n, (int)n, sequence);
    const void *mark = sp_mark(b.cx);
    assert_int_equal(sp_best_chunks(b.cx, in, &d), 0);
    assert_ptr_equal(sp_mark(b.cx), mark); /* searches call it without end */
    assert_true(d.n > 0 && d.n <= n);
    assert_true(close_to(sp_sequence_makespan(b.cx, in, d.n, d.sequence, d.chunk), d.value, 1e-14));
    equal += close_to(by_programmes(b.cx, in, n, sequence, chunk), d.value, 1e-9);
    sp_context_free(b.cx);
    sp_instance_free(in);
  }
  assert_true(equal > 0.95 * trials); /* if the optimum is not unique, vertices differ */
}

static void both_directions(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 19;
  int inverse = 0, tried = 0;
  for (int trial = 0; trial < 150; trial++) {
    struct sp_instance *in = random_star(&seed, (unsigned)trial % 3, 4);
    const char *method = METHODS[trial % 3];
    long messages;
    double startups = 0, T = solved_by(registry, method, in, &messages);
    for (int i = 1; i <= in->m; i++)
      startups += in->latency[i].v;
    if (T > 3 * startups) {
      double load = load_by(registry, method, in, T);
      inverse += close_to(load, in->total.v, 1e-9);
      tried++;
    }
    check_limits(registry, method, in);
    sp_instance_free(in);
  }
  /* Except if the optimum of the sequence is not unique, or another number of rounds carries more.
   */
  assert_true(tried > 90 && inverse > 0.75 * tried);
  sp_registry_free(registry);
}

static void limits(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in = divisible(3, sp_int(40), nothing);
  for (int i = 1; i <= 3; i++) {
    in->c[i] = sp_int(i);
    in->w[i] = sp_int(9);
    in->latency[i] = sp_int(2);
  }
  in->w[2] = UNLIMITED;
  double free_T = solved_by(registry, "latency-first", in, NULL);
  in->buffer[1] = 3;
  in->buffer[3] = 5;
  double T = solved_by(registry, "latency-first", in, NULL);
  assert_true(T >= free_T);
  struct sp_schedule plan = planned_by(registry, "latency-first", in);
  assert_true(plan.n >= 10);
  for (long k = 0; k < plan.n; k++)
    assert_true(plan.msg[k].to != 2 && plan.msg[k].amount <= (double)in->buffer[plan.msg[k].to]);
  sp_schedule_clear(&plan);
  check_refused(registry, "latency-first:rounds=4", in, "at least 5 rounds");
  in->platform.node[0].ports.send = 3;
  check_refused(registry, "computation-first", in, "one message at a time");
  sp_instance_free(in);
  sp_registry_free(registry);
}

/* Orders, and ties by index: by c 2,1,3; by w 1,3,2; by S 3,1,2. */
static void orders(void **state)
{
  (void)state;
  static const int c[] = {2, 1, 2}, w[] = {5, 7, 5}, S[] = {3, 3, 1};
  static const int expected[3][3] = {{2, 1, 3}, {1, 3, 2}, {3, 1, 2}};
  struct sp_registry *registry = heuristics();
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in = divisible(3, sp_int(100), nothing);
  for (int i = 1; i <= 3; i++) {
    in->c[i] = sp_int(c[i - 1]);
    in->w[i] = sp_int(w[i - 1]);
    in->latency[i] = sp_int(S[i - 1]);
  }
  for (int j = 0; j < 3; j++) {
    char method[64];
    snprintf(method, sizeof method, "%s:rounds=1", METHODS[j]);
    struct sp_schedule plan = planned_by(registry, method, in);
    assert_int_equal(plan.n, 3);
    for (int k = 0; k < 3; k++)
      assert_int_equal(plan.msg[k].to, expected[j][k]);
    sp_schedule_clear(&plan);
  }
  /* Only the start-ups of worker 3 fit, then only those of the first worker by latency. */
  assert_true(close_to(load_by(registry, "latency-first", in, 2), 1.0 / 7, 1e-14));
  assert_true(load_by(registry, "latency-first", in, 1) == 0);
  assert_true(load_by(registry, "communication-first", in, 2) == 0);
  sp_instance_free(in);
  sp_registry_free(registry);
}

/* 500 workers five times: some messages stay empty, and a linear programme decides which. By the
 * least time of its load it has no room for more. */
static void many_messages(void **state)
{
  (void)state;
  enum { WORKERS = 500, ROUNDS = 5 };
  uint64_t seed = 500;
  struct sp_instance *in = sp_instance_alloc(WORKERS);
  int order[WORKERS];
  double load;
  in->problem = SP_DIVISIBLE;
  in->total = sp_int(100000);
  for (int i = 1; i <= WORKERS; i++) {
    in->c[i] = sp_int(draw(&seed, 1, 100));
    in->w[i] = sp_int(draw(&seed, 1000, 100000));
    in->latency[i] = sp_int(draw(&seed, 1, 50));
    order[i - 1] = i;
  }
  struct sp_context *cx = sp_context_plain();
  struct sp_division d = sp_division_new(cx, WORKERS * ROUNDS, WORKERS, order);
  if (sp_best_chunks(cx, in, &d))
    fail_msg("%s", sp_context_reason(cx));
  assert_true(d.n > WORKERS && d.n < WORKERS * ROUNDS);
  assert_true(close_to(sp_sequence_makespan(cx, in, d.n, d.sequence, d.chunk), d.value, 1e-13));
  in->deadline = sp_double(d.value);
  in->total = (struct sp_num){INFINITY, 0, 0};
  assert_int_equal(sp_lp_sequence(cx, in, d.n, d.sequence, NULL, &load), 0);
  assert_true(close_to(load, 100000, 1e-9));
  sp_context_free(cx);
  sp_instance_free(in);
}

/* Chunks at their limits and empty ones cannot add up to the load: they stay as they are. */
static void empty_stay_empty(void **state)
{
  (void)state;
  const int sequence[] = {1, 2};
  double chunk[] = {2, 0}, load;
  struct sp_instance *in = sp_instance_alloc(2);
  in->problem = SP_DIVISIBLE;
  in->total = sp_int(5);
  for (int i = 1; i <= 2; i++) {
    in->c[i] = in->w[i] = sp_int(1);
    in->buffer[i] = i == 1 ? 2 : 10;
  }
  struct sp_context *cx = sp_context_plain();
  assert_true(sp_sequence_fit(cx, in, 2, sequence, chunk, &load) == 4);
  assert_true(load == 2 && chunk[0] == 2 && chunk[1] == 0);
  chunk[1] = 1;
  sp_sequence_fit(cx, in, 2, sequence, chunk, &load);
  assert_true(load == 5 && chunk[0] == 2 && chunk[1] == 3);
  sp_context_free(cx);
  sp_instance_free(in);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_cases),   cmocka_unit_test(certificate),
      cmocka_unit_test(shortcut),      cmocka_unit_test(both_directions),
      cmocka_unit_test(limits),        cmocka_unit_test(orders),
      cmocka_unit_test(many_messages), cmocka_unit_test(empty_stay_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
