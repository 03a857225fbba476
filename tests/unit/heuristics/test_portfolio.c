/* Tests the portfolio: it is never worse than any heuristic with its presets, for each problem; the
 * papers' optima. */
#include "model/schedule.h"
#include "searches.h"
#include "share.h"

#include <string.h>

/* Makespan, or minus the load by the deadline; INFINITY if it refuses. */
static double cost_of(const struct sp_registry *registry, const struct sp_instance *in,
                      const char *text)
{
  struct sp_method method;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  double cost = INFINITY;
  assert_int_equal(sp_method_parse(registry, text, &method, NULL), SP_OK);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  if (sp_plan(cx, &method, in, &plan) == 0)
    cost =
        in->deadline.v < INFINITY ? -sp_load_by(in, &plan, in->deadline.v) : sp_makespan(in, &plan);
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  sp_method_clear(&method);
  return cost;
}

static struct sp_instance *draw_instance(uint64_t *seed, int trial)
{
  unsigned kind = (unsigned)(trial % 4 ? 0 : trial / 4 % 3) | (trial % 5 ? 0 : LATENCY);
  int m = draw(seed, 1, 5), largest = draw(seed, 0, 1) ? 4 : 37;
  if (trial % 3 == 2) {
    struct sp_instance *divisible_load = small_star(seed, 4);
    if (divisible_load->total.v < INFINITY)
      divisible_load->total = sp_int(draw(seed, 1, 30));
    return divisible_load;
  }
  struct sp_instance *in = random_instance(seed, kind, m, 8, largest);
  if (trial % 3 == 0)
    return in;
  in->problem = SP_BAG;
  in->total = sp_int(draw(seed, 0, 12));
  for (int i = 1; i <= m; i++) {
    in->load[i] = sp_int(0);
    in->buffer[i] = draw(seed, 0, 4) ? draw(seed, 1, 3) : LONG_MAX;
  }
  if (trial % 11 == 0)
    in->deadline = sp_int(draw(seed, 1, 60));
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}

/* Every heuristic of the problem that sends tasks one by one, with its presets. */
static void expect_best(const struct sp_registry *registry, const struct sp_instance *in,
                        const char *what, int trial)
{
  double found = cost_of(registry, in, "portfolio");
  for (int k = 0; k < registry->n; k++) {
    const struct sp_heuristic *h = registry->item[k];
    if (!(h->problems & (unsigned)in->problem) || !strcmp(h->name, "portfolio") || h->chunks)
      continue;
    double cost = cost_of(registry, in, h->name);
    if (isinf(cost))
      continue;
    if (!(found - cost <= 1e-14 * fabs(cost))) /* the last chunk of a rule is what is left */
      fail_msg("%s %d: %s %.17g, portfolio %.17g", what, trial, h->name, cost, found);
  }
}

static void never_loses(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 31337;
  for (int trial = 0; trial < share(150); trial++) {
    struct sp_instance *in = draw_instance(&seed, trial);
    expect_best(registry, in, "trial", trial);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

/* Instances on which a smaller share of the budget, a narrower beam, a limit on the number of
 * workers or the refusal of chunk limits lost to a heuristic alone. */
static void never_loses_where_it_did(void **state)
{
  (void)state;
  static const struct {
    const char *star;
    double least;
  } known[] = {
      {"c=38,1,6,2,204,50 w=81,58,146,270,203,41 load=20,8,4,2,2,0", 595},
      {"c=30,1,1,47 w=59,45,61,1 load=18,7,0,0", 407},
      {"c=28,20,8,31,19,64 w=14,130,97,34,30,75 tasks=19 buffer=3,1,2,1,2,2", 371},
      {"c=4,5,10 w=82,56,47 latency=84,81,80 work=20 buffer=inf,10,4", 618.3435415142657},
  };
  struct sp_registry *registry = heuristics();
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct sp_instance *in = star(known[k].star);
    double cost = cost_of(registry, in, "portfolio");
    if (!(cost <= known[k].least * (1 + 1e-12)))
      fail_msg("%s: %.17g, not %.17g", known[k].star, cost, known[k].least);
    expect_best(registry, in, "known", (int)k);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

/* communication-first is better than sa on some of these. */
static void many_workers(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 300;
  int better = 0;
  for (int trial = 0; trial < 2; trial++) {
    struct sp_instance *in = sp_instance_alloc(200);
    in->problem = SP_DIVISIBLE;
    in->total = sp_int(6000);
    for (int i = 1; i <= in->m; i++) {
      in->c[i] = sp_int(draw(&seed, 1, 50));
      in->w[i] = sp_int(draw(&seed, 1000, 10000));
      in->latency[i] = sp_int(draw(&seed, 1, 50));
    }
    double found = cost_of(registry, in, "portfolio");
    double other = cost_of(registry, in, "communication-first");
    assert_true(found <= other);
    better += other < cost_of(registry, in, "sa");
    sp_instance_free(in);
  }
  assert_true(better > 0);
  sp_registry_free(registry);
}

static void known_optima(void **state)
{
  (void)state;
  static const struct {
    const char *star;
    double cost;
  } known[] = {{"c=1,8,1,1 w=1,1,9,10 load=13,13,0,0", 12},
               {"c=2,2,2,2 w=3,3,4,4 load=8,1,1,0", 13},
               {"c=1,10 w=2,20 buffer=1 tasks=20", 60},
               {"c=3,3,4,10 w=20,20,20,10 buffer=1 tasks=5", 40},
               {"c=7,8,5 w=9,3,2 latency=4,7,5 work=10", 3723.0 / 58},
               {"c=10,1 w=1,1 latency=1,2 deadline=19", -249.0 / 22},
               {"c=0 w=3,2,9,8,7,7 latency=9,13,10,2,8,2 work=20", 7192.0 / 209}};
  struct sp_registry *registry = heuristics();
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct sp_instance *in = star(known[k].star);
    double cost = cost_of(registry, in, "portfolio");
    if (!close_to(cost, known[k].cost, 1e-11))
      fail_msg("%s: %.17g, not %.17g", known[k].star, cost, known[k].cost);
    assert_true(cost == cost_of(registry, in, "portfolio"));
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

/* 10^4 tasks on 100 workers: within a few seconds on a slow machine, and no worse than the
 * constructive methods. */
static void large(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 99;
  struct sp_instance *in = random_instance(&seed, INTEGERS, 100, 300, 40);
  assert_true(in->total.v > 5000);
  assert_true(cost_of(registry, in, "portfolio") <= cost_of(registry, in, "fwd"));
  for (int i = 1; i <= in->m; i++) {
    in->load[i] = sp_int(0);
    in->buffer[i] = draw(&seed, 1, 4);
  }
  in->problem = SP_BAG;
  in->total = sp_int(10000);
  assert_true(cost_of(registry, in, "portfolio") <= cost_of(registry, in, "min_c-deadline"));
  sp_instance_free(in);
  sp_registry_free(registry);
}

static void nobody_serves(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_instance *in = star("c=1,2 w=3,4 tasks=3");
  in->w[1] = in->w[2] = inexact(INFINITY);
  refused(registry, in, "portfolio", "");
  sp_instance_free(in);
  refuse_star(registry, "delta=1,-1 c=1,2 w=3,4", "portfolio", "portfolio does");
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(never_loses),  cmocka_unit_test(never_loses_where_it_did),
      cmocka_unit_test(many_workers), cmocka_unit_test(known_optima),
      cmocka_unit_test(large),        cmocka_unit_test(nobody_serves)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
