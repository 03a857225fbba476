/* Tests that the two engines agree: same decisions in the same order, dates within 1e-9 of the
 * makespan. On ENGINES_COUNT random instances (default 10 000) divided among all heuristics, with
 * random options: integers, reals, ties, latencies, one worker, zero loads, bounded buffers,
 * several ports, noise. Also on as many bags, whose on-line decisions depend on equal dates, and on
 * random plans with relays. Prints every difference with the command that shows it. */
#include "engine/perform/perform.h"
#include "random_method.h"
#include "random_plan.h"
#include "simgrid.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SEED = 774 };

static const enum sp_problem PROBLEMS[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE, SP_IMBALANCE};

/* The problem of case number `index` for the heuristic; 0 if it serves none. */
static enum sp_problem problem_of(const struct sp_heuristic *h, uint32_t index)
{
  for (uint32_t k = 0; k < 4; k++)
    if (h->problems & (unsigned)PROBLEMS[(index + k) % 4])
      return PROBLEMS[(index + k) % 4];
  return 0;
}

/* A method, or (method NULL) a plan. */
struct contest {
  const struct sp_registry *registry;
  const struct sp_method *method;
  const struct sp_schedule *plan;
  const struct sp_conditions *conditions;
};

/* Runs the contest on both engines; true if they agree and the run is valid. */
static bool agree(const struct sp_instance *in, const struct contest *contest, uint32_t index)
{
  struct sp_result result[2];
  struct sp_trace trace[2] = {SP_TRACE_EMPTY, SP_TRACE_EMPTY};
  struct sp_schedule decided[2] = {SP_SCHEDULE_EMPTY, SP_SCHEDULE_EMPTY};
  struct sp_error error = {""};
  for (int engine = SP_ENGINE_SIMGRID; engine <= SP_ENGINE_NATIVE; engine++) {
    struct sp_request request = {.registry = contest->registry,
                                 .method = contest->method,
                                 .plan = contest->plan,
                                 .engine = (enum sp_engine)engine,
                                 .conditions = contest->conditions};
    sp_perform(in, &request, &result[engine], &trace[engine], &decided[engine]);
  }
  int code = sp_engines_agree(&result[0], &trace[0], &decided[0], &result[1], &trace[1],
                              &decided[1], &error);
  bool sound = result[0].status == SP_RUN_OK || (result[0].status == SP_REFUSED && !contest->plan);
  if (code != SP_OK || !sound) {
    fprintf(stderr, "case %u: %s\n  starport run --engine=both %s%s %s", index,
            code == SP_OK ? result[0].reason : error.text, contest->plan ? "" : "-H ",
            contest->plan ? "(random plan)" : contest->method->name,
            contest->conditions->noise_cpu > 0 ? "--noise=link:0.25,cpu:0.25 " : "");
    print_star(stderr, in);
  }
  for (int k = 0; k < 2; k++) {
    sp_trace_clear(&trace[k]);
    sp_schedule_clear(&decided[k]);
  }
  return code == SP_OK && sound;
}

static struct sp_conditions conditions_of(uint32_t index)
{
  double noise = index % 5 == 4 ? 0.25 : 0;
  return (struct sp_conditions){.seed = index, .noise_link = noise, .noise_cpu = noise};
}

static struct sp_instance *instance_of(uint32_t index, enum sp_problem problem)
{
  struct sp_instance *in = random_instance(SEED, index, problem);
  several_ports(in, index);
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}

/* The heuristic with some options on case number `index`. */
static bool method_agrees(const struct sp_registry *registry, const struct sp_heuristic *h,
                          enum sp_problem problem, uint32_t index)
{
  struct sp_instance *in = instance_of(index, problem);
  struct sp_conditions conditions = conditions_of(index);
  struct sp_method method;
  char text[256];
  random_method(SEED, index, h, text, sizeof text);
  assert_int_equal(sp_method_parse(registry, text, &method, NULL), SP_OK);
  bool same = agree(in, &(struct contest){registry, &method, NULL, &conditions}, index);
  sp_method_clear(&method);
  sp_instance_free(in);
  return same;
}

static bool heuristics_agree(const struct sp_registry *registry, uint32_t index)
{
  uint32_t n = (uint32_t)registry->n;
  const struct sp_heuristic *h = registry->item[index % n];
  return !takes_part(h, index / n) || method_agrees(registry, h, problem_of(h, index), index);
}

/* The heuristics for bags take turns. */
static bool bags_agree(const struct sp_registry *registry, uint32_t index)
{
  uint32_t serving = 0, turn = 0;
  for (int k = 0; k < registry->n; k++)
    serving += registry->item[k]->problems & SP_BAG ? 1 : 0;
  for (int k = 0; k < registry->n; k++)
    if ((registry->item[k]->problems & SP_BAG) && turn++ == index % serving)
      return !takes_part(registry->item[k], index / serving) ||
             method_agrees(registry, registry->item[k], SP_BAG, index);
  return true;
}

/* In a third of the plans some messages do not take a port before a date. */
static void add_waits(uint32_t index, const struct sp_instance *in, struct sp_schedule *plan)
{
  struct dice dice = {SEED + 2, 0, index};
  double makespan = sp_makespan(in, plan);
  bool waits = makespan < INFINITY && dice_int(&dice, 0, 2) == 0;
  for (long k = 0; waits && k < plan->n; k++)
    for (int port = 0; port < 2; port++)
      if (dice_int(&dice, 0, 3) == 0)
        plan->msg[k].earliest[port] = dice_int(&dice, 0, 64) / 32.0 * makespan;
}

/* Random plans: both engines agree, and without noise so does the recurrence. */
static bool plans_agree(const struct sp_registry *registry, uint32_t index)
{
  struct sp_instance *in = instance_of(index, PROBLEMS[index % 4]);
  struct sp_conditions conditions = conditions_of(index);
  struct sp_schedule plan = random_plan(SEED, index, in);
  add_waits(index, in, &plan);
  bool same = agree(in, &(struct contest){registry, NULL, &plan, &conditions}, index);
  if (!(conditions.noise_cpu > 0)) {
    struct sp_request request = {
        .plan = &plan, .registry = registry, .engine = SP_ENGINE_NATIVE, .conditions = &conditions};
    struct sp_result result;
    sp_perform(in, &request, &result, NULL, NULL);
    bool cut = in->deadline.v < INFINITY; /* then what is computed by it counts */
    double expected = cut ? sp_load_by(in, &plan, in->deadline.v) : sp_makespan(in, &plan);
    double executed = cut ? result.done : result.makespan;
    if (!(fabs(expected - executed) <= 1e-12 * expected)) {
      fprintf(stderr, "case %u: evaluated %.17g, executed %.17g\n", index, expected, executed);
      same = false;
    }
  }
  sp_schedule_clear(&plan);
  sp_instance_free(in);
  return same;
}

static void on_random_instances(bool (*holds)(const struct sp_registry *, uint32_t), uint32_t cases)
{
  need_simgrid();
  struct sp_registry *registry = all_heuristics();
  uint32_t first = (uint32_t)setting("ENGINES_FIRST", 0);
  int differences = 0;
  for (uint32_t index = first; index < first + cases && differences < 20; index++)
    differences += holds(registry, index) ? 0 : 1;
  sp_registry_free(registry);
  assert_int_equal(differences, 0);
}

static void same_decisions_and_dates(void **state)
{
  (void)state;
  on_random_instances(heuristics_agree, (uint32_t)setting("ENGINES_COUNT", 10000));
}

static void same_decisions_on_bags(void **state)
{
  (void)state;
  on_random_instances(bags_agree, (uint32_t)setting("ENGINES_COUNT", 10000));
}

static void same_execution_of_random_plans(void **state)
{
  (void)state;
  on_random_instances(plans_agree, (uint32_t)setting("ENGINES_COUNT", 10000) / 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_decisions_and_dates),
                                     cmocka_unit_test(same_decisions_on_bags),
                                     cmocka_unit_test(same_execution_of_random_plans)};
  return cmocka_run_group_tests_name("engines", tests, NULL, NULL);
}
