/* Tests local search and rollout: they are never worse than their start, keep their budget, give
 * equal results for the same seed, and are optimal on the papers' examples. */
#include "bags.h"

#include "method/context.h"
#include "stars.h"
#include <stdio.h>
#include <string.h>

static struct sp_registry *registry;

/* The makespan of a method's plan, which must be its `planned`. */
static double takes(const char *method, const struct sp_instance *in)
{
  struct sp_schedule plan = planned_by(registry, method, in);
  double makespan = sp_makespan(in, &plan);
  assert_true(makespan == plan.planned);
  sp_schedule_clear(&plan);
  return makespan;
}

/* The makespan of a start's plan. */
static double executed(const char *method, const struct sp_instance *in)
{
  struct sp_schedule plan = planned_by(registry, method, in);
  double makespan = sp_makespan(in, &plan);
  sp_schedule_clear(&plan);
  return makespan;
}

static void known_optima(void **state)
{
  (void)state;
  static const struct {
    const char *star;
    double optimum;
    const char *method[3];
  } known[] = {
      {"c=1,8,1,1 w=1,1,9,10 load=13,13,0,0", 12, {"local-search"}},
      {"c=2,2,2,2 w=3,3,4,4 load=8,1,1,0", 13, {"local-search", "local-search:start=bba"}},
      {"c=1,10 w=2,20 buffer=1 tasks=2", 6, {"local-search", "rollout"}},
      {"c=1,10 w=2,20 buffer=1 tasks=10", 30, {"local-search", "rollout"}},
      {"c=1,10 w=2,20 buffer=1 tasks=20",
       60,
       {"local-search", "rollout", "local-search:start=min_c"}},
  };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct sp_instance *in = parse(known[k].star);
    for (int j = 0; j < 3 && known[k].method[j]; j++)
      if (takes(known[k].method[j], in) != known[k].optimum)
        fail_msg("%s: %s takes %g, not %g", known[k].star, known[k].method[j],
                 takes(known[k].method[j], in), known[k].optimum);
    sp_instance_free(in);
  }
}

static struct sp_instance *draw_instance(uint64_t *seed, int trial)
{
  unsigned kind = (unsigned)(trial % 3) | (trial & 4 ? LATENCY : 0) | (trial % 7 ? 0 : RELAY);
  int m = draw(seed, 1, 6), largest = draw(seed, 0, 1) ? 4 : 37;
  if (trial % 2)
    return random_bag(seed, kind, m, 14, largest, trial % 5);
  return random_instance(seed, kind, m, 9, largest);
}

/* Never worse than the start for any budget, nor better than the optimum. */
static void never_worse(void **state)
{
  (void)state;
  static const char *const starts[2][4] = {{"best-of", "bba", "mbbsa", "bwd"},
                                           {"min_c-deadline", "min_c", "min_w", "mct"}};
  uint64_t seed = 70041;
  int better = 0;
  for (int trial = 0; trial < 1500; trial++) {
    struct sp_instance *in = draw_instance(&seed, trial);
    const char *start = starts[trial % 2][trial / 2 % 4];
    char method[64];
    snprintf(method, sizeof method, "local-search:evaluations=%d:start=%s", 997 * trial % 2500,
             start);
    double makespan = takes(method, in), before = executed(start, in);
    if (!(makespan <= before))
      fail_msg("trial %d: %s makes %.17g of %.17g", trial, method, makespan, before);
    better += makespan < before;
    if (trial % 2 && !(takes("rollout:evaluations=300", in) <= takes("min_c-deadline", in)))
      fail_msg("trial %d: rollout is worse than min_c-deadline", trial);
    sp_instance_free(in);
  }
  assert_true(better > 200);
}

/* An evaluation takes one draw. */
static void budget(void **state)
{
  (void)state;
  struct sp_instance *in = parse("c=1,3,6 w=8,7,4 load=9,15,0");
  for (int evaluations = 0; evaluations < 50; evaluations += 7) {
    char text[64];
    snprintf(text, sizeof text, "local-search:evaluations=%d", evaluations);
    struct sp_method method;
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    assert_int_equal(sp_method_parse(registry, text, &method, NULL), SP_OK);
    struct sp_context *cx = sp_context_alloc(registry, 3, in, &method);
    assert_int_equal(sp_plan(cx, &method, in, &plan), 0);
    assert_true(cx->draws <= (uint64_t)evaluations && cx->draws + 1 >= (uint64_t)evaluations);
    sp_context_free(cx);
    sp_method_clear(&method);
    sp_schedule_clear(&plan);
  }
  sp_instance_free(in);
  in = parse("c=1,10 w=2,20 buffer=1 tasks=20");
  assert_true(takes("rollout:evaluations=0", in) == takes("min_c-deadline", in));
  assert_true(takes("local-search:evaluations=0", in) == takes("min_c-deadline", in));
  sp_instance_free(in);
}

static void same_seed(void **state)
{
  (void)state;
  uint64_t seed = 5150;
  for (int trial = 0; trial < 60; trial++) {
    struct sp_instance *in = draw_instance(&seed, trial);
    struct sp_schedule a = planned_by(registry, "local-search:evaluations=500", in);
    struct sp_schedule b = planned_by(registry, "local-search:evaluations=500", in);
    assert_int_equal(a.n, b.n);
    for (long k = 0; k < a.n; k++)
      assert_true(a.msg[k].from == b.msg[k].from && a.msg[k].to == b.msg[k].to);
    sp_schedule_clear(&a);
    sp_schedule_clear(&b);
    sp_instance_free(in);
  }
}

/* Tiny instances: nearly all optimal. */
static void proven_optima(void **state)
{
  (void)state;
  uint64_t seed = 880;
  int search = 0, rollout = 0, all = 0;
  for (int trial = 0; trial < 150; trial++) {
    struct sp_instance *in = random_bag(&seed, INTEGERS, 3, 7, trial % 2 ? 9 : 30, 2);
    double optimum = in->total.v > 0 ? brute_force(in) : 0;
    double found = takes("local-search:evaluations=3000", in), played = takes("rollout", in);
    assert_true(found >= optimum && played >= optimum);
    search += found == optimum;
    rollout += played == optimum;
    all++;
    sp_instance_free(in);
  }
  if (search < all - 2 || rollout < all - 25)
    fail_msg("of %d optima the local search finds %d, rollout %d", all, search, rollout);
}

static void refused(const char *method, const char *text, const char *words)
{
  struct sp_instance *in = parse(text);
  struct sp_method planner;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  assert_int_equal(sp_method_parse(registry, method, &planner, NULL), SP_OK);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &planner);
  assert_int_equal(sp_plan(cx, &planner, in, &plan), -1);
  if (!strstr(sp_context_reason(cx), words))
    fail_msg("%s: \"%s\", expected \"%s\"", method, sp_context_reason(cx), words);
  sp_context_free(cx);
  sp_method_clear(&planner);
  sp_instance_free(in);
}

/* Unknown start methods, and plans that it leaves unchanged. */
static void starts(void **state)
{
  (void)state;
  refused("local-search:start=bwa", "c=1,2 w=3,4 load=5,0", "bwa");
  refused("local-search:start=min_c", "c=1,2 w=3,4 load=5,0", "min_c does");
  refused("rollout", "c=1,2 w=3,4 tasks=5 deadline=9", "no deadline");
  struct sp_instance *in = parse("c=1,2 w=3,4 tasks=5 deadline=9");
  struct sp_schedule plan = planned_by(registry, "local-search:start=min_c", in);
  struct sp_schedule start = planned_by(registry, "min_c", in);
  assert_int_equal(plan.n, start.n);
  sp_schedule_clear(&plan);
  sp_schedule_clear(&start);
  sp_instance_free(in);
  in = parse("recv=2 send=2 c=3,5,2 w=7,1,3 load=5,1,3");
  assert_true(takes("local-search", in) == takes("best-of", in));
  sp_instance_free(in);
}

static int open_registry(void **state)
{
  (void)state;
  registry = heuristics();
  return 0;
}

static int close_registry(void **state)
{
  (void)state;
  sp_registry_free(registry);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_optima), cmocka_unit_test(never_worse),   cmocka_unit_test(budget),
      cmocka_unit_test(same_seed),    cmocka_unit_test(proven_optima), cmocka_unit_test(starts),
  };
  return cmocka_run_group_tests(tests, open_registry, close_registry);
}
