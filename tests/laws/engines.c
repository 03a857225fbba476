/* Tests that the two engines agree: same decisions in the same order, dates within 1e-9 of the
 * makespan. On ENGINES_COUNT random instances (default 2 400) divided among all heuristics, with
 * random options: integers, reals, ties, latencies, one worker, zero loads, bounded buffers,
 * several ports, half duplex, limited memory, results that return, tasks that arrive, noise; on one
 * in eight (ENGINES_PROFILES) speeds and bandwidths change, and on one in eight (ENGINES_STATES)
 * hosts and links go down. Also on as many bags, whose on-line decisions depend on equal dates, on
 * redistributions whose hosts and links go down, decided by bba-on-line and at random, and on
 * random plans with relays. What was seen at each decision is the same, too, and does not depend on
 * whether messages are decided on line or planned. Prints every difference with the command that
 * shows it. */
#include "base/memory.h"
#include "engine/perform/perform.h"
#include "model/schedule.h"
#include "random_method.h"
#include "random_moves.h"
#include "random_plan.h"
#include "simgrid.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 774 };

static long compared;
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

static bool near(double a, double b)
{
  return a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static bool same_state(const struct sp_seen *a, const struct sp_seen *b)
{
  return a->worker == b->worker && a->held == b->held && a->movable == b->movable &&
         near(a->assigned, b->assigned) && near(a->done, b->done) && near(a->room_at, b->room_at) &&
         near(a->idle_at, b->idle_at);
}

static bool same_answer(const struct sp_seen *a, const struct sp_seen *b)
{
  return a->port == b->port && a->answer.verb == b->answer.verb &&
         a->answer.worker == b->answer.worker && near(a->answer.amount, b->answer.amount) &&
         near(a->answer.until, b->answer.until) && near(a->now, b->now) &&
         near(a->remaining, b->remaining);
}

/* The first row in which two lists of decisions differ; -1: none. */
static long differing_row(const struct sp_decisions *a, const struct sp_decisions *b)
{
  for (long k = 0; k < a->n && k < b->n; k++)
    if (a->row[k].decision != b->row[k].decision || !same_answer(&a->row[k], &b->row[k]) ||
        !same_state(&a->row[k], &b->row[k]))
      return k;
  return a->n == b->n ? -1 : a->n < b->n ? a->n : b->n;
}

/* Has the run failed after very many losses or changes, since no worker is up for long enough? */
static bool loses_all(const struct sp_instance *in, const struct sp_result *result)
{
  return sp_can_fail(in) && (strstr(result->reason, "longer than workers stay up") ||
                             strstr(result->reason, "no unit has been computed"));
}

/* Or since workers do not return? */
static bool is_lost(const struct sp_instance *in, const struct sp_result *result)
{
  return loses_all(in, result) || (sp_can_fail(in) && strstr(result->reason, "do not return"));
}

/* Are the flows of the result those of the trace, in which the messages carry the tasks in
 * their order? */
static bool flows_of_trace(const struct sp_instance *in, const struct sp_trace *trace,
                           const struct sp_result *result)
{
  double sum = 0, longest = 0, weighted = 0, heaviest = 0;
  if (!in->release || sp_can_fail(in) || result->status != SP_RUN_OK)
    return true;
  long *first =
      sp_xcalloc((size_t)in->total.v + 1, sizeof *first); /* the first task of a message */
  for (long k = 0; k < trace->n; k++)
    if (trace->event[k].kind == SP_TRANSFER && trace->event[k].from == 0)
      first[trace->event[k].message + 1] = (long)trace->event[k].amount;
  for (long k = 1; (double)k < in->total.v; k++)
    first[k] += first[k - 1];
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    bool returns = e->from > 0 && in->result[e->from].v > 0;
    if (e->to == e->from ? returns : !returns)
      continue; /* a result, or a computation without one, is the end of a task */
    for (long j = 0; j < (long)e->amount; j++) {
      long task = first[e->message] + j;
      double flow = e->end - in->release[task], weight = in->weights ? in->weights[task] : NAN;
      sum += flow;
      longest = fmax(longest, flow);
      weighted += weight * flow;
      heaviest = fmax(heaviest, weight * flow);
    }
  }
  free(first);
  bool of_weights = in->weights ? near(weighted, result->sum_weighted_flow) &&
                                      near(heaviest, result->max_weighted_flow)
                                : isnan(result->sum_weighted_flow);
  return of_weights && near(sum, result->sum_flow) && near(longest, result->max_flow) &&
         near(longest / sp_time_alone(in), result->max_stretch);
}

/* Runs the contest on both engines; true if they agree and the run is valid. */
static bool agree(const struct sp_instance *in, const struct contest *contest, uint32_t index)
{
  struct sp_result result[2];
  struct sp_trace trace[2] = {SP_TRACE_EMPTY, SP_TRACE_EMPTY};
  struct sp_schedule decided[2] = {SP_SCHEDULE_EMPTY, SP_SCHEDULE_EMPTY};
  struct sp_decisions decisions[2] = {{0}, {0}};
  struct sp_error error = {""};
  compared++;
  for (int engine = SP_ENGINE_NATIVE; engine >= SP_ENGINE_SIMGRID; engine--) {
    if (engine == SP_ENGINE_SIMGRID && loses_all(in, &result[SP_ENGINE_NATIVE])) {
      result[engine] = result[SP_ENGINE_NATIVE];
      break; /* SimGrid takes minutes for so many */
    }
    struct sp_conditions conditions = *contest->conditions;
    conditions.decisions = &decisions[engine];
    struct sp_request request = {.registry = contest->registry,
                                 .method = contest->method,
                                 .plan = contest->plan,
                                 .engine = (enum sp_engine)engine,
                                 .conditions = &conditions};
    sp_perform(in, &request, &result[engine], &trace[engine], &decided[engine]);
  }
  int code = sp_engines_agree(&result[0], &trace[0], &decided[0], &result[1], &trace[1],
                              &decided[1], &error);
  long row = differing_row(&decisions[0], &decisions[1]);
  if (code == SP_OK && !flows_of_trace(in, &trace[0], &result[0]))
    code = sp_failure(&error, SP_NOT_VERIFIED, "flows differ from those of the trace");
  if (code == SP_OK && row >= 0 && !loses_all(in, &result[0]))
    code = sp_failure(&error, SP_NOT_VERIFIED, "row %ld of the decisions differs", row + 1);
  bool sound = result[0].status == SP_RUN_OK ||
               (result[0].status == SP_REFUSED && !contest->plan) ||
               (result[0].status == SP_FAILED && is_lost(in, &result[0]));
  if (code != SP_OK || !sound) {
    const struct sp_conditions *c = contest->conditions;
    fprintf(stderr,
            "case %u: %s\n  starport run --engine=both %s%s --noise=link:%g,cpu:%g,platform:%u ",
            index, result[0].status == SP_FAILED || code == SP_OK ? result[0].reason : error.text,
            contest->plan ? "" : "-H ", contest->plan ? "(random plan)" : contest->method->name,
            c->noise_link, c->noise_cpu, c->platform);
    print_star(stderr, in);
  }
  for (int k = 0; k < 2; k++) {
    sp_trace_clear(&trace[k]);
    sp_schedule_clear(&decided[k]);
    sp_decisions_clear(&decisions[k]);
  }
  return code == SP_OK && sound;
}

static struct sp_conditions conditions_of(uint32_t index)
{
  double noise = index % 5 == 4 ? 0.25 : 0;
  return (struct sp_conditions){
      .seed = index, .noise_link = noise, .noise_cpu = noise, .platform = index % 3};
}

static struct sp_instance *instance_of(uint32_t index, enum sp_problem problem)
{
  struct sp_instance *in = random_instance(SEED, index, problem);
  several_ports(in, index);
  in->platform.node[0].ports.recv_send = index / 5 % 4 > 0;
  if (index % (uint32_t)setting("ENGINES_PROFILES", 8) == 0)
    random_profiles(SEED, index, in);
  if (index / 3 % (uint32_t)setting("ENGINES_STATES", 8) == 0)
    random_states(SEED, index, in);
  if (!sp_can_fail(in))
    random_memory(SEED, index, in);
  random_results(SEED, index, in);
  random_arrivals(SEED, index, in);
  random_sizes(SEED, index, in);
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

/* ---- Rules that decide at random. */

/* The engines agree on two of three instances by this rule, on the others by the method. Frees the
 * instance. */
static bool rule_agrees(const struct sp_registry *registry, struct sp_instance *in,
                        const char *name, const struct sp_heuristic *rule, uint32_t index)
{
  struct sp_conditions conditions = conditions_of(index);
  struct sp_method method;
  assert_int_equal(sp_method_parse(registry, name, &method, NULL), SP_OK);
  if (index % 3 > 0)
    method.heuristic = rule;
  bool same = agree(in, &(struct contest){registry, &method, NULL, &conditions}, index);
  sp_method_clear(&method);
  sp_instance_free(in);
  return same;
}

/* Redistributions whose hosts and links go down. */
static bool redistributions_agree(const struct sp_registry *registry, uint32_t index)
{
  struct sp_instance *in = random_instance(SEED + 1, index, SP_REDISTRIBUTION);
  several_ports(in, index);
  if (index % 8 == 0)
    random_profiles(SEED, index, in);
  random_states(SEED, index, in);
  if (index % 7 == 0)
    in->deadline = sp_int(1 + index % 50);
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return rule_agrees(registry, in, "bba-on-line", &wanderer, index);
}

/* The random rule of results where no work is lost: then all results that wait at a worker can
 * come, or none while one is under way. */
static struct sp_decision counting_returner_next(const struct sp_view *view, const void *options,
                                                 void *cx)
{
  for (int i = 1; i <= view->m && view->port == SP_IN; i++)
    assert_true(view->worker[i].movable == 0 ||
                (double)view->worker[i].movable == view->worker[i].owed);
  return returner_next(view, options, cx);
}

static const struct sp_heuristic counting_returner = {
    .abi = SP_ABI,
    .name = "counting-returner",
    .summary = "sends tasks and receives results at random",
    .source = "this test",
    .version = 1,
    .problems = SP_BAG,
    .start = returner_start,
    .next = counting_returner_next,
    .returns = true,
};

/* Bags whose results come in the order that a rule says. */
static bool returns_agree(const struct sp_registry *registry, uint32_t index)
{
  struct sp_instance *in = instance_of(index, SP_BAG);
  const struct sp_heuristic *rule = sp_can_fail(in) ? &returner : &counting_returner;
  return rule_agrees(registry, in, "min_c-return", rule, index);
}

/* ---- Plans. */

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

/* Half of the plans whose results return say in which order: any, or that of the messages if
 * results hold places, since another could wait for ever. */
static void add_returns(uint32_t index, const struct sp_instance *in, struct sp_schedule *plan)
{
  struct dice dice = {SEED + 3, 0, index};
  long n = 0;
  if (!sp_has_results(in) || dice_int(&dice, 0, 1))
    return;
  for (long k = 0; k < plan->n; k++)
    plan->msg[k].returns = in->result[plan->msg[k].to].v > 0 ? ++n : 0;
  for (long k = 0; k < plan->n && !in->hold_result; k++) {
    struct sp_message *a = &plan->msg[k], *b = &plan->msg[dice_int(&dice, 0, (int)k)];
    long place = a->returns;
    if (place == 0 || b->returns == 0)
      continue;
    a->returns = b->returns;
    b->returns = place;
  }
}

/* Does the evaluator know the dates of the plan? */
static bool is_evaluated(const struct sp_instance *in, const struct sp_schedule *plan)
{
  const struct sp_ports *ports = &in->platform.node[0].ports;
  bool ordered = false, held = in->hold_result && sp_has_results(in);
  for (long k = 0; k < plan->n; k++)
    ordered |= plan->msg[k].returns > 0;
  return ports->recv_send ? !(held && ports->send > 1)
                          : sp_from_master(in) && (!sp_has_results(in) || (ordered && !held));
}

/* Random plans: both engines agree, and without noise so does the recurrence. */
static bool plans_agree(const struct sp_registry *registry, uint32_t index)
{
  struct sp_instance *in = instance_of(index, PROBLEMS[index % 4]);
  if (in->problem == SP_REDISTRIBUTION && sp_can_fail(in)) { /* it is decided on line */
    sp_instance_free(in);
    return true;
  }
  struct sp_conditions conditions = conditions_of(index);
  struct sp_schedule plan = random_plan(SEED, index, in);
  add_returns(index, in, &plan);
  add_waits(index, in, &plan);
  bool same = agree(in, &(struct contest){registry, NULL, &plan, &conditions}, index);
  if (!(conditions.noise_cpu > 0) && !sp_is_changing(in) && is_evaluated(in, &plan)) {
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

/* What was seen when messages were sent: for each of them all workers, as rows [0..*n * m - 1]; the
 * caller frees them. */
static struct sp_seen *all_states(const struct sp_decisions *decisions, int m, long *n)
{
  struct sp_seen *state = sp_xcalloc((size_t)m, sizeof *state);
  struct sp_seen *all = sp_xcalloc((size_t)(decisions->n * m), sizeof *all);
  *n = 0;
  for (long k = 0; k < decisions->n; k++) {
    const struct sp_seen *row = &decisions->row[k];
    if (row->worker)
      state[row->worker - 1] = *row;
    bool last = k + 1 == decisions->n || decisions->row[k + 1].decision != row->decision;
    if (!last || row->answer.verb != SP_SEND)
      continue;
    for (int i = 0; i < m; i++) {
      struct sp_seen *seen = &all[*n * m + i];
      *seen = state[i];
      seen->answer = row->answer;
      seen->now = row->now;
      seen->remaining = row->remaining;
    }
    ++*n;
  }
  free(state);
  return all;
}

/* Executes a bag's or a divisible load's plan, with what was seen. */
static void execute_plan(const struct sp_instance *in, const struct sp_schedule *plan,
                         struct sp_decisions *decisions)
{
  struct sp_conditions conditions = {.decisions = decisions};
  struct sp_request request = {.plan = plan, .engine = SP_ENGINE_NATIVE, .conditions = &conditions};
  struct sp_result result;
  sp_perform(in, &request, &result, NULL, NULL);
  assert_int_equal(result.status, SP_RUN_OK);
}

/* The decisions of an on-line heuristic, executed as a plan, show the same workers. */
static bool plan_shows_the_same(const struct sp_registry *registry, uint32_t index)
{
  const struct sp_heuristic *h = registry->item[index % (uint32_t)registry->n];
  if (h->plan || h->returns || !(h->problems & SP_BAG))
    return true;
  struct sp_instance *in = instance_of(index, SP_BAG);
  bool at_once = false; /* a task takes no time: a plan does not wait for it within a date */
  for (long k = 0; in->sizes && (double)k < in->total.v; k++)
    at_once = at_once || in->sizes[k] == 0;
  if (at_once || sp_can_fail(in)) { /* a plan is replayed in another order then */
    sp_instance_free(in);
    return true;
  }
  in->known = in->release; /* star-bounded-buffer asks for it */
  struct sp_decisions decisions[2] = {{0}, {0}};
  struct sp_conditions conditions = {.seed = index, .decisions = &decisions[0]};
  struct sp_schedule decided = SP_SCHEDULE_EMPTY;
  struct sp_method method;
  struct sp_result result;
  char text[256];
  random_method(SEED, index, h, text, sizeof text);
  assert_int_equal(sp_method_parse(registry, text, &method, NULL), SP_OK);
  sp_native_run(in, registry, &method, &conditions, &result, NULL, &decided);
  assert_int_equal(result.status, SP_RUN_OK);
  execute_plan(in, &decided, &decisions[1]);
  long n[2];
  struct sp_seen *all[2] = {all_states(&decisions[0], in->m, &n[0]),
                            all_states(&decisions[1], in->m, &n[1])};
  bool same = n[0] == n[1] && n[0] == decided.n;
  for (long k = 0; same && k < n[0] * in->m; k++)
    same = same_answer(&all[0][k], &all[1][k]) && same_state(&all[0][k], &all[1][k]);
  if (!same) {
    fprintf(stderr, "case %u: the plan shows other workers\n  starport run -H %s ", index,
            method.name);
    print_star(stderr, in);
  }
  for (int k = 0; k < 2; k++) {
    free(all[k]);
    sp_decisions_clear(&decisions[k]);
  }
  sp_schedule_clear(&decided);
  sp_method_clear(&method);
  sp_instance_free(in);
  return same;
}

/* What min_c-return decides, executed as a plan, takes the results in the same order and as long.
 * (Half duplex: a result that the plan names is engaged before it is computed.) */
static bool plan_returns_the_same(const struct sp_registry *registry, uint32_t index)
{
  struct sp_instance *in = instance_of(index, SP_BAG);
  bool all = in->deadline.v == INFINITY && !sp_can_fail(in) && !in->sizes;
  if (!all || !sp_has_results(in) || !in->platform.node[0].ports.recv_send) {
    sp_instance_free(in);
    return true;
  }
  struct sp_conditions conditions = {.seed = index};
  struct sp_schedule decided = SP_SCHEDULE_EMPTY;
  struct sp_method method;
  struct sp_result result[2];
  assert_int_equal(sp_method_parse(registry, "min_c-return", &method, NULL), SP_OK);
  struct sp_request request = {
      .plan = &decided, .engine = SP_ENGINE_NATIVE, .conditions = &conditions};
  sp_native_run(in, registry, &method, &conditions, &result[0], NULL, &decided);
  assert_int_equal(result[0].status, SP_RUN_OK);
  sp_perform(in, &request, &result[1], NULL, NULL);
  long n, returning = 0;
  long *order = schedule_returns(&decided, &n);
  for (long k = 0; k < decided.n; k++)
    returning += sp_returns(in, decided.msg[k].to);
  bool same = n == returning && result[1].makespan == result[0].makespan;
  if (!same) {
    fprintf(stderr, "case %u: the plan ends at %.17g, not %.17g\n  starport run -H %s ", index,
            result[1].makespan, result[0].makespan, method.name);
    print_star(stderr, in);
  }
  free(order);
  sp_schedule_clear(&decided);
  sp_method_clear(&method);
  sp_instance_free(in);
  return same;
}

static void on_random_instances(bool (*holds)(const struct sp_registry *, uint32_t), uint32_t cases)
{
  need_simgrid();
  struct sp_registry *registry = all_heuristics();
  uint32_t first = first_case();
  int differences = 0;
  for (uint32_t index = first; index < first + cases && differences < 20; index++)
    differences += holds(registry, index) ? 0 : 1;
  sp_registry_free(registry);
  assert_int_equal(differences, 0);
}

static void same_decisions_and_dates(void **state)
{
  (void)state;
  on_random_instances(heuristics_agree, (uint32_t)setting("ENGINES_COUNT", 2400));
}

static void same_decisions_on_bags(void **state)
{
  (void)state;
  on_random_instances(bags_agree, (uint32_t)setting("ENGINES_COUNT", 2400));
}

static void same_decisions_on_redistributions(void **state)
{
  (void)state;
  on_random_instances(redistributions_agree, (uint32_t)setting("ENGINES_COUNT", 2400));
}

static void same_decisions_on_returns(void **state)
{
  (void)state;
  on_random_instances(returns_agree, (uint32_t)setting("ENGINES_COUNT", 2400) / 4);
}

static void same_execution_of_random_plans(void **state)
{
  (void)state;
  on_random_instances(plans_agree, (uint32_t)setting("ENGINES_COUNT", 2400) / 4);
}

static void same_states_of_plans(void **state)
{
  (void)state;
  on_random_instances(plan_shows_the_same, (uint32_t)setting("ENGINES_COUNT", 2400));
}

static void same_returns_of_plans(void **state)
{
  (void)state;
  on_random_instances(plan_returns_the_same, (uint32_t)setting("ENGINES_COUNT", 2400));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_decisions_and_dates),
                                     cmocka_unit_test(same_decisions_on_bags),
                                     cmocka_unit_test(same_decisions_on_redistributions),
                                     cmocka_unit_test(same_decisions_on_returns),
                                     cmocka_unit_test(same_returns_of_plans),
                                     cmocka_unit_test(same_execution_of_random_plans),
                                     cmocka_unit_test(same_states_of_plans)};
  int failures = cmocka_run_group_tests_name("engines", tests, NULL, NULL);
  printf("engines: %ld runs compared\n", compared);
  return failures;
}
