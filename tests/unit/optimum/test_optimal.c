/* Tests the method `optimal` against every plan of tiny instances, and against the algorithms that
 * are optimal in special cases. OPTIMAL_COUNT sets the instances of each kind (default 150). */
#include "bags.h"
#include "solve/bag/bag.h"
#include "solve/divisible/divisible.h"

#include <starport/optimal.h>

#include <string.h>

static struct sp_registry *registry;

static int instances(void)
{
  const char *count = getenv("OPTIMAL_COUNT");
  return count ? atoi(count) : 150;
}

/* The makespan of a method's plan. */
static double executed(const char *method, const struct sp_instance *in)
{
  struct sp_schedule plan = planned_by(registry, method, in);
  double makespan = sp_makespan(in, &plan);
  if (!strncmp(method, "optimal", 7) && !near(plan.planned, makespan, 1e-12))
    fail_msg("%s plans %.17g, takes %.17g", method, plan.planned, makespan);
  sp_schedule_clear(&plan);
  return makespan;
}

static void expect(const char *what, int trial, double found, double least, double tolerance)
{
  if (!near(found, least, tolerance))
    fail_msg("%s %d: %.17g, not %.17g", what, trial, found, least);
}

/* All lists of up to `left` more transfers, of initial or received tasks. */
static void all_lists(const struct sp_instance *in, struct sp_schedule *list, double left,
                      double *least)
{
  double makespan = sp_makespan(in, list);
  if (makespan < *least)
    *least = makespan;
  for (int s = 1; s <= in->m && left > 0; s++)
    for (int r = 1; r <= in->m; r++)
      for (long after = -1; after < list->n; after++) {
        if (r == s || (after >= 0 && list->msg[after].to != s))
          continue;
        sp_schedule_add(list, s, r, 1, after);
        if (!isnan(sp_makespan(in, list)) || in->w[r].v == INFINITY)
          all_lists(in, list, left - 1, least);
        list->n--;
      }
}

static void every_redistribution(void **state)
{
  (void)state;
  uint64_t seed = 4242;
  int moved = 0, longer = 0;
  for (int trial = 0; trial < instances();) {
    unsigned kind = (unsigned)trial % 3 | (trial & 4 ? LATENCY : 0) | (trial % 9 ? 0 : RELAY);
    bool twins = trial % 2;
    struct sp_instance *in =
        random_instance(&seed, kind, draw(&seed, 2, twins ? 4 : 3), 4, twins ? 3 : 9);
    if (in->total.v > 0 && in->total.v <= 4) {
      struct sp_schedule list = SP_SCHEDULE_EMPTY;
      double least = INFINITY, kept = sp_makespan(in, &list);
      all_lists(in, &list, in->m < 4 ? 4 : 3, &least);
      double makespan = executed("optimal", in);
      if (makespan > least * (1 + 1e-12))
        fail_msg("redistribution %d: %.17g, a list takes %.17g", trial, makespan, least);
      longer += makespan < least * (1 - 1e-12); /* more transfers than were tried */
      trial++;
      moved += makespan < kept;
      sp_schedule_clear(&list);
    }
    sp_instance_free(in);
  }
  assert_true(moved > instances() / 5 && longer <= instances() / 20);
}

static void every_bag(void **state)
{
  (void)state;
  uint64_t seed = 5151;
  for (int trial = 0; trial < instances(); trial++) {
    unsigned kind = (unsigned)trial % 3 | (trial & 4 ? LATENCY : 0) | (trial % 9 ? 0 : RELAY);
    int m = draw(&seed, 2, 4);
    struct sp_instance *in =
        random_bag(&seed, kind, m, m < 4 ? 7 : 6, trial & 8 ? 3 : 20, 1 + trial % 3);
    expect("bag", trial, executed("optimal", in), brute_force(in), 1e-12);
    sp_instance_free(in);
  }
}

/* The best of all sequences with this beginning: the least time, or the greatest load. */
static void all_sequences(struct sp_context *cx, const struct sp_instance *in, long n,
                          int *sequence, long most, double *best)
{
  bool by_deadline = in->deadline.v < INFINITY;
  double value;
  if (n > 0 && !sp_lp_sequence(cx, in, n, sequence, NULL, &value) &&
      (by_deadline ? value > *best : value < *best))
    *best = value;
  for (int i = 1; i <= in->m && n < most; i++) {
    sequence[n] = i;
    all_sequences(cx, in, n + 1, sequence, most, best);
  }
}

static struct sp_instance *random_load(uint64_t *seed, int trial)
{
  struct sp_instance *in = random_instance(seed, LATENCY, draw(seed, 2, 3), 0, 9);
  in->problem = SP_DIVISIBLE;
  in->total = trial % 3 ? sp_int(draw(seed, 1, 40)) : (struct sp_num){INFINITY, 0, 0};
  if (trial % 3 == 0)
    in->deadline = sp_int(draw(seed, 15, 80));
  for (int i = 1; i <= in->m && trial % 5 == 0; i++)
    in->buffer[i] = draw(seed, 10, 30);
  struct sp_error error;
  if (sp_instance_check(in, &error))
    fail_msg("%s", error.text);
  return in;
}

static void every_sequence(void **state)
{
  (void)state;
  uint64_t seed = 6161;
  int improved = 0;
  for (int trial = 0; trial < instances(); trial++) {
    struct sp_instance *in = random_load(&seed, trial);
    struct sp_context *cx = sp_context_alloc(registry, 1, in, NULL);
    struct sp_optimal asked = {.nodes = 1000000, .messages = 3};
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    int sequence[3];
    bool by_deadline = in->deadline.v < INFINITY;
    double best = by_deadline ? 0 : INFINITY;
    all_sequences(cx, in, 0, sequence, 3, &best);
    if (sp_optimal(cx, in, &asked, &plan))
      assert_true(isinf(best)); /* three messages of limited size cannot carry the load */
    else {
      assert_true(asked.searched && plan.n <= 3);
      assert_true(asked.proven == (asked.bound == asked.value));
      expect("divisible", trial, asked.value, best, 1e-7);
      improved += plan.n > 1;
    }
    sp_schedule_clear(&plan);
    sp_context_free(cx);
    sp_instance_free(in);
  }
  assert_true(improved > instances() / 5);
}

/* What sp_optimal finds with these settings. */
static struct sp_optimal searched(const char *star, long nodes, long messages)
{
  struct sp_error error;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_optimal asked = {.nodes = nodes, .messages = messages};
  struct sp_instance *in = sp_star_parse(star, &error);
  assert_non_null(in);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, NULL);
  if (sp_optimal(cx, in, &asked, &plan))
    fail_msg("%s: %s", star, sp_context_reason(cx));
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  sp_instance_free(in);
  return asked;
}

/* The best of short sequences is no optimum: longer ones are better, or there is only an infimum.
 */
static void longer_sequences(void **state)
{
  (void)state;
  struct sp_optimal o = searched("c=16,79,89,23 w=77,75,77,77 work=1", 100000, 0);
  assert_true(o.searched && !o.proven && o.infimum && o.messages == 8);
  expect("infimum", 0, o.bound, 6083.0 / 196, 1e-12); /* rho = 2/77 + (38/77)/79 */
  assert_true(o.value > 33.4);
  o = searched("c=16,79,89,23 w=77,75,77,77 work=inf deadline=99", 100000, 3);
  assert_true(o.infimum && o.value < o.bound);
  o = searched("c=6 w=8 latency=1 work=8", 100000, 0);
  assert_true(o.proven && o.messages == 0 && o.value < 67.98731);
  for (long K = 1; K < 19; K++) {
    struct sp_optimal of_K = searched("c=6 w=8 latency=1 work=8", 1000000, K);
    assert_true(of_K.searched && !of_K.proven && of_K.bound <= o.value && o.value < of_K.value);
  }
  o = searched("c=6 w=8 latency=1 work=8", 100000, 19);
  assert_true(o.proven && o.messages == 19);
  o = searched("c=0,0 w=3,4 work=12", 1000, 0); /* one message to each, at date 0 */
  assert_true(o.proven && !o.infimum);
  o = searched("c=0,0,0 w=1,2,3 latency=1,0,1 work=100", 1000, 0); /* the start has 29 messages */
  expect("(T - 1) / 1 + T / 2 + (T - 2) / 3 = 100", 0, o.value, 610.0 / 11, 1e-12);
  o = searched("c=1,2 w=3,4 latency=0,2 work=10", 100000, 0); /* one latency of 0 */
  assert_true(o.searched && !o.proven && !o.infimum && o.bound < o.value);
  o = searched("c=4,5,10 w=82,56,47 latency=84,81,80 work=20 buffer=inf,10,4", 100000000, 3);
  assert_true(o.searched && !o.proven && o.bound < o.value); /* more small chunks are better */
}

/* No longer sequence is better than a bound that short ones prove, nor than a proven optimum. */
static void bounds_of_all_sequences(void **state)
{
  (void)state;
  uint64_t seed = 6262;
  int proven = 0, open = 0;
  for (int trial = 0; trial < instances(); trial++) {
    struct sp_instance *in = random_load(&seed, trial);
    for (int i = 1; i <= in->m && trial % 4 == 0; i++)
      in->latency[i] = sp_int(draw(&seed, 0, 1));
    struct sp_context *cx = sp_context_alloc(registry, 1, in, NULL);
    struct sp_optimal asked = {.nodes = 100000, .messages = 1 + trial % 3};
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    int sequence[5];
    bool by_deadline = in->deadline.v < INFINITY;
    double best = by_deadline ? 0 : INFINITY;
    if (!sp_optimal(cx, in, &asked, &plan)) {
      all_sequences(cx, in, 0, sequence, 5, &best);
      if (by_deadline ? best > asked.bound * (1 + 1e-7) : best < asked.bound * (1 - 1e-7))
        fail_msg("trial %d: five messages reach %.17g, the bound is %.17g", trial, best,
                 asked.bound);
      proven += asked.proven;
      open += asked.searched && !asked.proven;
    }
    sp_schedule_clear(&plan);
    sp_context_free(cx);
    sp_instance_free(in);
  }
  assert_true(proven > 0 && open > 0);
}

static void where_algorithms_are_optimal(void **state)
{
  (void)state;
  uint64_t seed = 7171;
  for (int trial = 0; trial < instances(); trial++) {
    unsigned kind = (unsigned)trial % 2 | UNIFORM;
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 2, 6), 9, 20);
    double optimum = executed("optimal", in);
    expect("mbbsa, uniform links", trial, executed("mbbsa", in), optimum, 1e-12);
    expect("r-bsa, uniform links", trial, executed("r-bsa", in), optimum, 1e-12);
    for (int i = 2; i <= in->m; i++)
      in->w[i] = in->w[1];
    expect("bba, all alike", trial, executed("bba", in), executed("optimal", in), 1e-12);
    sp_instance_free(in);

    in = random_bag(&seed, (unsigned)trial % 3, draw(&seed, 2, 5), 10, 20, 0);
    struct sp_context *cx = sp_context_alloc(registry, 1, in, NULL);
    expect("bag, unlimited", trial, executed("optimal", in), sp_unbounded_optimum(cx, in, NULL),
           1e-12);
    sp_context_free(cx);
    sp_instance_free(in);
  }
}

/* Links of cost 0: one message to each worker is enough, and dp finds the workers. */
static void where_dp_is_optimal(void **state)
{
  (void)state;
  uint64_t seed = 8181;
  for (int trial = 0; trial < instances(); trial++) {
    struct sp_instance *in = random_instance(&seed, LATENCY, draw(&seed, 2, 4), 0, 9);
    in->problem = SP_DIVISIBLE;
    in->total = sp_int(draw(&seed, 1, 60));
    for (int i = 1; i <= in->m; i++)
      in->c[i] = sp_int(0);
    assert_int_equal(sp_instance_check(in, NULL), SP_OK);
    expect("dp", trial, executed("optimal:messages=5:nodes=10000000", in), executed("dp", in),
           1e-9);
    sp_instance_free(in);
  }
}

static void refuses(const char *star, const char *method, const char *reason)
{
  struct sp_error error;
  struct sp_method parsed;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_instance *in = sp_star_parse(star, &error);
  assert_non_null(in);
  assert_int_equal(sp_method_parse(registry, method, &parsed, &error), SP_OK);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &parsed);
  assert_int_equal(sp_plan(cx, &parsed, in, &plan), -1);
  if (!strstr(sp_context_reason(cx), reason))
    fail_msg("%s: %s", star, sp_context_reason(cx));
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  sp_method_clear(&parsed);
  sp_instance_free(in);
}

static void refusals(void **state)
{
  (void)state;
  refuses("c=6,6,6,8,8,8,21 w=84,84,84,84,84,84,21 buffer=1 tasks=10", "optimal:nodes=3",
          "not proven after 3 nodes: found 180, the bound is 168");
  refuses("c=16,79,89,23 w=77,75,77,77 work=1", "optimal", "without latencies");
  refuses("c=6 w=8 latency=1 work=8", "optimal:messages=12", "longer ones are not excluded");
  refuses("c=7,8,5 w=9,3,2 latency=4,7,5 work=10", "optimal:nodes=1", "not proven after 1 node:");
  refuses("c=1,1 w=2 tasks=3 send=2", "optimal", "send=1, receive=1");
}

int main(void)
{
  registry = heuristics();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_redistribution),    cmocka_unit_test(every_bag),
      cmocka_unit_test(every_sequence),          cmocka_unit_test(longer_sequences),
      cmocka_unit_test(bounds_of_all_sequences), cmocka_unit_test(where_algorithms_are_optimal),
      cmocka_unit_test(where_dp_is_optimal),     cmocka_unit_test(refusals)};
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  sp_registry_free(registry);
  return failures;
}
