/* Tests that a star is a graph: the engine of graphs executes plans of stars, as hops, at the same
 * dates, to the bit, as the engine of stars. The graph is a hub, the master, and a leaf for each
 * worker; a message from worker s to worker r is the hops s -> hub and hub -> r. The two engines
 * share no calculation of dates, so their agreement is evidence for both.
 *
 * On LAWS_COUNT (default 100) random instances for each heuristic that plans and each problem that
 * it serves, and on as many random plans with relays for each problem; speeds, bandwidths and
 * latencies of every other one change, and the tasks of every third bag have
 * sizes. Instances that hops do not express are left out: several
 * ports of the master (which may end messages in another order) and deadlines. */
#include "engine/engine.h"
#include "engine/hops.h"
#include "model/hops.h"
#include "model/schedule.h"
#include "random_method.h"
#include "random_plan.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 1414 };

static const enum sp_problem PROBLEMS[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE, SP_IMBALANCE};
static struct sp_registry *registry;

static uint32_t instances(void)
{
  return (uint32_t)setting("LAWS_COUNT", 100);
}

/* The sizes of the tasks, where they have some. */
static struct size_law law_of_sizes(void)
{
  struct size_law law = {.seed = SEED};
  assert_true(size_law_read("lognormal(0,1)", &law));
  return law;
}

static void set_sizes(struct sp_instance *in)
{
  struct size_law law = law_of_sizes();
  long n = (long)in->total.v;
  in->sizes = sp_xcalloc((size_t)n, sizeof *in->sizes);
  for (long k = 0; k < n; k++)
    in->sizes[k] = size_law_at(&law, k, n);
}

static struct sp_instance *instance_of(uint32_t index, enum sp_problem problem)
{
  struct sp_instance *in = random_instance(SEED, index, problem);
  in->deadline = (struct sp_num){INFINITY, 0, 0};
  if (in->total.v == INFINITY)
    in->total = sp_int(20);
  if (index % 2)
    random_profiles(SEED, index, in);
  if (problem == SP_BAG && index % 3 == 0)
    set_sizes(in);
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}

/* Node 0 is the hub; link i-1 joins it to worker i. */
static struct sp_graph *graph_of(const struct sp_instance *in)
{
  struct sp_graph *g = sp_graph_alloc(in->m + 1);
  g->w[0] = (struct sp_num){INFINITY, 0, 0};
  g->master[0] = true;
  g->places = calloc((size_t)in->m + 1, sizeof *g->places);
  assert_non_null(g->places);
  for (int i = 1; i <= in->m; i++) {
    g->w[i] = in->w[i];
    g->places[i] = in->problem == SP_BAG ? in->buffer[i] : LONG_MAX;
    sp_graph_add_link(g, 0, i, in->c[i], in->c[i]);
    g->link[i - 1].latency = in->latency[i];
  }
  struct size_law law = law_of_sizes();
  if (in->sizes)
    g->sizes = sp_xmemdup(&law, 1, sizeof law);
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++)
    for (int i = 1; in->profile[kind] && i <= in->m; i++)
      sp_graph_set_profile(g, kind, kind == SP_SPEED ? i : i - 1, &in->profile[kind][i]);
  return g;
}

static void compute(struct sp_hops *hops, int i, double amount, long arrivals)
{
  sp_hops_add(hops, &(struct sp_hop){i, i, -1, false, amount, 0, arrivals});
}

/* The plan as hops, in the order of the plan: each worker computes first the units that it keeps,
 * then, in the order of their arrival, those that it receives and does not send on. */
static struct sp_hops hops_of(const struct sp_instance *in, const struct sp_schedule *plan)
{
  struct sp_hops hops = SP_HOPS_EMPTY;
  bool computes = in->problem != SP_IMBALANCE;
  long *sent = calloc((size_t)in->m + 1, sizeof *sent),
       *arrived = calloc((size_t)in->m + 1, sizeof *sent);
  long *rank = calloc((size_t)plan->n + 1, sizeof *rank); /* among the arrivals at its receiver */
  bool *sent_on = calloc((size_t)plan->n + 1, sizeof *sent_on);
  assert_true(sent && arrived && rank && sent_on);
  for (long k = 0; k < plan->n; k++) {
    if (plan->msg[k].after >= 0)
      sent_on[plan->msg[k].after] = true;
    else
      sent[plan->msg[k].from]++;
  }
  for (int i = 1; i <= in->m; i++)
    for (long unit = sent[i]; in->problem == SP_REDISTRIBUTION && unit < in->load[i].num; unit++)
      compute(&hops, i, 1, 0);
  for (long k = 0; k < plan->n; k++) {
    const struct sp_message *msg = &plan->msg[k];
    if (msg->from > 0) {
      long brought = msg->after >= 0 ? rank[msg->after] : 0;
      sp_hops_add(&hops,
                  &(struct sp_hop){msg->from, 0, msg->from - 1, false, msg->amount, 0, brought});
      arrived[0]++;
    }
    sp_hops_add(&hops,
                &(struct sp_hop){0, msg->to, msg->to - 1, false, msg->amount, 0, arrived[0]});
    rank[k] = ++arrived[msg->to];
    if (computes && !sent_on[k])
      compute(&hops, msg->to, msg->amount, rank[k]);
  }
  free(sent);
  free(arrived);
  free(rank);
  free(sent_on);
  return hops;
}

/* The events of a star with its nodes numbered as in the graph, from 1, and sorted; messages and
 * hops have different numbers, which count no more. */
static void align(struct sp_trace *trace, int shift)
{
  for (long k = 0; k < trace->n; k++) {
    trace->event[k].from += shift;
    trace->event[k].to += shift;
    trace->event[k].message = 0;
  }
  sp_trace_sort(trace);
}

static bool same(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0;
}

/* The first event that differs; -1: there is none. */
static long difference(const struct sp_trace *star, const struct sp_trace *graph)
{
  long n = star->n < graph->n ? star->n : graph->n;
  for (long k = 0; k < n; k++) {
    const struct sp_event *a = &star->event[k], *b = &graph->event[k];
    if (!same(a->start, b->start) || !same(a->end, b->end) || !same(a->amount, b->amount) ||
        a->kind != b->kind || a->from != b->from || a->to != b->to)
      return k;
  }
  return star->n == graph->n ? -1 : n;
}

static void print_event(const char *of, const struct sp_trace *trace, long k)
{
  if (k < trace->n)
    fprintf(stderr, "  %s: %.17g to %.17g, node %d to %d\n", of, trace->event[k].start,
            trace->event[k].end, trace->event[k].from, trace->event[k].to);
  else
    fprintf(stderr, "  %s: %ld events\n", of, trace->n);
}

/* The star's trace and makespan of the plan are those of its hops. */
static void assert_same_on_graph(const struct sp_instance *in, const struct sp_schedule *plan,
                                 struct sp_trace *star, double makespan, const char *method)
{
  struct sp_conditions nominal = {.seed = 7};
  struct sp_graph *g = graph_of(in);
  struct sp_hops hops = hops_of(in, plan);
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &nominal};
  struct sp_trace graph = SP_TRACE_EMPTY;
  struct sp_result result;
  sp_native_hops(&job, &result, &graph);
  align(star, 1);
  align(&graph, 0);
  long k = difference(star, &graph);
  if (result.status != SP_RUN_OK || k >= 0 || !same(result.makespan, makespan)) {
    fprintf(stderr, "%s: %s%.17g on the star, %.17g on the graph\n", method, result.reason,
            makespan, result.makespan);
    print_event("star ", star, k < 0 ? 0 : k);
    print_event("graph", &graph, k < 0 ? 0 : k);
    print_star(stderr, in);
    fail();
  }
  sp_trace_clear(&graph);
  sp_hops_clear(&hops);
  sp_graph_free(g);
}

/* Plans with the heuristic; false if it refuses the instance, or sends several tasks in a message,
 * since hops of a graph carry one each. */
static bool compare_heuristic(const struct sp_heuristic *h, const struct sp_instance *in)
{
  struct sp_conditions nominal = {.seed = 7};
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_result result;
  struct sp_method method;
  char name[256];
  thrifty_method(h, name, sizeof name);
  assert_int_equal(sp_method_parse(registry, name, &method, NULL), SP_OK);
  sp_native_run(in, registry, &method, &nominal, &result, &trace, &plan);
  bool ok = result.status == SP_RUN_OK && !(in->problem == SP_BAG && schedule_has_chunks(&plan));
  if (ok)
    assert_same_on_graph(in, &plan, &trace, result.makespan, name);
  sp_method_clear(&method);
  sp_trace_clear(&trace);
  sp_schedule_clear(&plan);
  return ok;
}

static void test_plans_of_heuristics(void **state)
{
  (void)state;
  uint32_t first = first_case();
  long compared = 0;
  for (int h = 0; h < registry->n; h++)
    for (int p = 0; p < 4; p++)
      for (uint32_t index = first; index < first + instances(); index++) {
        if (!registry->item[h]->plan || !(registry->item[h]->problems & (unsigned)PROBLEMS[p]) ||
            !takes_part(registry->item[h], index))
          continue;
        struct sp_instance *in = instance_of(index, PROBLEMS[p]);
        compared += compare_heuristic(registry->item[h], in);
        sp_instance_free(in);
      }
  printf("star_as_graph: %ld plans of heuristics\n", compared);
  assert_true(compared >= (long)instances());
}

/* One task in each message. */
static void one_by_one(struct sp_schedule *plan)
{
  struct sp_schedule all = SP_SCHEDULE_EMPTY;
  for (long k = 0; k < plan->n; k++)
    for (double task = 0; task < plan->msg[k].amount; task++)
      sp_schedule_add(&all, plan->msg[k].from, plan->msg[k].to, 1, plan->msg[k].after);
  sp_schedule_clear(plan);
  *plan = all;
}

/* Executes a random plan on the star; false if it is stuck there, since a sender lacks a unit. */
static bool compare_random(uint32_t index, enum sp_problem problem)
{
  struct sp_conditions nominal = {.seed = 7};
  struct sp_instance *in = instance_of(index, problem);
  struct sp_schedule plan = random_plan(SEED, index, in);
  if (problem == SP_BAG)
    one_by_one(&plan);
  struct sp_job job = {.in = in, .plan = &plan, .conditions = &nominal};
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_result result;
  sp_native_execute(&job, &result, &trace, NULL);
  bool ok = result.status == SP_RUN_OK;
  if (ok)
    assert_same_on_graph(in, &plan, &trace, result.makespan, "random plan");
  sp_trace_clear(&trace);
  sp_schedule_clear(&plan);
  sp_instance_free(in);
  return ok;
}

static void test_random_plans(void **state)
{
  (void)state;
  for (int p = 0; p < 4; p++) {
    uint32_t compared = 0;
    for (uint32_t index = 0; index < 4 * instances(); index++)
      compared += compare_random(first_case() + index, PROBLEMS[p]);
    printf("star_as_graph: %u random plans of %s\n", compared, sp_problem_name(PROBLEMS[p]));
    assert_true(compared >= instances());
  }
}

int main(void)
{
  registry = all_heuristics();
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_plans_of_heuristics),
                                     cmocka_unit_test(test_random_plans)};
  int failures = cmocka_run_group_tests_name("star_as_graph", tests, NULL, NULL);
  sp_registry_free(registry);
  return failures;
}
