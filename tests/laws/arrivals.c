/* Tests bags whose tasks arrive over time. On ARRIVALS_COUNT tiny random instances (default 400)
 * the proven optimum of each objective is that of an exhaustive search, which has recurrences of
 * its own and tries every order of target workers and, on the smallest, every whole date of each
 * message; no heuristic is better, no bound is above, and the local search reaches it nearly
 * always. On as many larger ones, with results that return, several ports, costs that change, hosts
 * and links that fail, no bound is above what a heuristic reaches, and no rule is better than the
 * local search where nothing changes. sljf has the least makespan where all links are equal. On a
 * tenth as many stars the value of the game against rules on line is that of a minimax without
 * cuts. */
#include "method/context.h"
#include "random_instance.h"
#include "solve/optimum/game.h"
#include <setjmp.h>
#include <starport/optimal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 3206, OBJECTIVES = 5, MOST_TASKS = 5 };

/* At most 3 workers and 5 tasks. whole: all numbers are, and small. */
static struct sp_instance *tiny(uint32_t index, bool whole)
{
  struct dice dice = {SEED, 0, index}, *d = &dice;
  int m = dice_int(d, 1, whole ? 2 : 3), n = dice_int(d, 1, whole ? 3 : MOST_TASKS);
  int style = whole ? 0 : dice_int(d, 0, 3);
  bool limits = dice_int(d, 0, 1), equal = dice_int(d, 0, 2) == 0;
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_BAG;
  in->task_bytes = in->task_flops = 0x1p40;
  in->total = sp_int(n);
  in->known = true;
  for (int i = 1; i <= m; i++) {
    in->c[i] = equal && i > 1 ? in->c[1] : dice_cost(d, style);
    in->w[i] = dice_cost(d, style);
    if (limits)
      in->buffer[i] = dice_int(d, 1, 3);
  }
  in->release = sp_xcalloc((size_t)n, sizeof *in->release);
  in->weights = sp_xcalloc((size_t)n, sizeof *in->weights);
  for (int k = 1; k < n; k++)
    in->release[k] =
        in->release[k - 1] + (whole ? dice_int(d, 0, 3) : dice_uniform(d) * (in->w[1].v + 1));
  for (int k = 0; k < n; k++)
    in->weights[k] = whole ? dice_int(d, 1, 4) : 0.1 + dice_uniform(d);
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}

/* ---- The exhaustive search. */

struct tries {
  const struct sp_instance *in;
  bool dates; /* of each message every whole date is tried, too */
  int to[MOST_TASKS];
  double end[MOST_TASKS];
  double least[OBJECTIVES];
};
#define NOTHING                                      \
  {                                                  \
    INFINITY, INFINITY, INFINITY, INFINITY, INFINITY \
  }

/* The end of the task before on worker i, from message k - 1 backwards: the `back`-th; 0: none. */
static double end_before(const struct tries *t, int k, int i, long back)
{
  while (k-- > 0)
    if (t->to[k] == i && --back == 0)
      return t->end[k];
  return 0;
}

static void try_all(struct tries *t, int k, double port)
{
  const struct sp_instance *in = t->in;
  if (k == (int)in->total.v) {
    double value[OBJECTIVES] = {0};
    for (int j = 0; j < k; j++) {
      double flow = t->end[j] - in->release[j];
      double weighted = in->weights ? in->weights[j] * flow : flow;
      value[SP_MAKESPAN] = fmax(value[SP_MAKESPAN], t->end[j]);
      value[SP_MAX_FLOW] = fmax(value[SP_MAX_FLOW], flow);
      value[SP_SUM_FLOW] += flow;
      value[SP_MAX_WEIGHTED_FLOW] = fmax(value[SP_MAX_WEIGHTED_FLOW], weighted);
      value[SP_SUM_WEIGHTED_FLOW] += weighted;
    }
    for (int o = 0; o < OBJECTIVES; o++)
      t->least[o] = fmin(t->least[o], value[o]);
    return;
  }
  for (int i = 1; i <= in->m; i++) {
    double first = fmax(port, in->release[k]);
    if (in->buffer[i] != LONG_MAX)
      first = fmax(first, end_before(t, k, i, in->buffer[i]));
    for (int later = 0; later <= (t->dates ? 6 : 0); later++) {
      double arrival = first + later + in->c[i].v;
      t->to[k] = i;
      t->end[k] = fmax(arrival, end_before(t, k, i, 1)) + in->w[i].v;
      try_all(t, k + 1, arrival);
    }
  }
}

static void values_of(const struct sp_result *r, double *value)
{
  value[SP_MAKESPAN] = r->makespan;
  value[SP_MAX_FLOW] = r->max_flow;
  value[SP_SUM_FLOW] = r->sum_flow;
  value[SP_MAX_WEIGHTED_FLOW] = r->max_weighted_flow;
  value[SP_SUM_WEIGHTED_FLOW] = r->sum_weighted_flow;
}

/* Runs a method; returns its objectives in value, false: it has no run. */
static bool run(const struct sp_registry *registry, const struct sp_instance *in, const char *name,
                double *value)
{
  struct sp_method method;
  struct sp_result r;
  assert_int_equal(sp_method_parse(registry, name, &method, NULL), SP_OK);
  sp_native_run(in, registry, &method, &(struct sp_conditions){0}, &r, NULL, NULL);
  sp_method_clear(&method);
  values_of(&r, value);
  return r.status == SP_RUN_OK;
}

/* How often it has reached the optimum. */
static long reached[OBJECTIVES];

/* The local search, by objective. */
static const char *const searches[] = {"flow-search:objective=makespan:evaluations=2000",
                                       "flow-search:objective=max_flow:evaluations=2000",
                                       "flow-search:objective=sum_flow:evaluations=2000",
                                       "flow-search:objective=max_weighted_flow:evaluations=2000",
                                       "flow-search:objective=sum_weighted_flow:evaluations=2000"};

static bool near(double a, double b)
{
  return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* No bound is above the values. */
static void check_bounds(const struct sp_instance *in, const double *value, const char *of)
{
  struct sp_bound bound[SP_MAX_BOUNDS], of_flows[SP_FLOW_BOUNDS];
  int n = sp_bounds(in, bound);
  for (int k = 0; k < n; k++)
    if (bound[k].value > value[SP_MAKESPAN] * (1 + 1e-9)) {
      print_star(stderr, in);
      fail_msg("%s is %.17g, %s %.17g", bound[k].name, bound[k].value, of, value[SP_MAKESPAN]);
    }
  n = sp_flow_bounds(in, of_flows);
  assert_int_equal(n, in->weights ? SP_FLOW_BOUNDS : 2);
  for (int k = 0; k < n; k++) {
    double flow = value[SP_MAX_FLOW + k];
    if (of_flows[k].value > flow * (1 + 1e-9)) {
      print_star(stderr, in);
      fail_msg("%s is %.17g, %s %.17g", of_flows[k].name, of_flows[k].value, of, flow);
    }
  }
}

/* No heuristic that sends tasks one by one contradicts the optimum. */
static void check_heuristics(const struct sp_registry *registry, const struct sp_instance *in,
                             const double *least)
{
  for (int k = 0; k < registry->n; k++) {
    const struct sp_heuristic *h = registry->item[k];
    struct sp_method method;
    struct sp_result r, traced;
    struct sp_trace trace = SP_TRACE_EMPTY;
    if (h->plan || h->chunks || !(h->problems & SP_BAG))
      continue;
    assert_int_equal(sp_method_parse(registry, h->name, &method, NULL), SP_OK);
    sp_native_run(in, registry, &method, &(struct sp_conditions){0}, &r, NULL, NULL);
    sp_native_run(in, registry, &method, &(struct sp_conditions){0}, &traced, &trace, NULL);
    sp_trace_clear(&trace);
    sp_method_clear(&method);
    assert_int_equal(r.status, SP_RUN_OK);
    assert_true(r.max_flow == traced.max_flow && r.sum_flow == traced.sum_flow);
    double value[OBJECTIVES];
    values_of(&r, value);
    for (int o = 0; o < OBJECTIVES; o++)
      if (value[o] < least[o] * (1 - 1e-9)) {
        print_star(stderr, in);
        fail_msg("%s: objective %d is %.17g, the optimum %.17g", h->name, o, value[o], least[o]);
      }
    bool equal = true;
    for (int i = 2; i <= in->m; i++)
      equal = equal && in->c[i].v == in->c[1].v;
    for (int i = 1; i <= in->m; i++)
      equal = equal && in->buffer[i] == LONG_MAX;
    if (!strcmp(h->name, "sljf") && equal && !near(r.makespan, least[SP_MAKESPAN])) {
      print_star(stderr, in);
      fail_msg("sljf ends at %.17g, the optimum is %.17g", r.makespan, least[SP_MAKESPAN]);
    }
  }
}

/* The local search is not better than the optimum; counts how often it is as good. */
static void check_search(const struct sp_registry *registry, const struct sp_instance *in,
                         const double *least)
{
  for (int o = 0; o < OBJECTIVES; o++) {
    double value[OBJECTIVES];
    assert_true(run(registry, in, searches[o], value));
    if (value[o] < least[o] * (1 - 1e-9)) {
      print_star(stderr, in);
      fail_msg("%s finds %.17g, the optimum is %.17g", searches[o], value[o], least[o]);
    }
    reached[o] += near(value[o], least[o]);
  }
}

static void check(uint32_t index, bool whole)
{
  static struct sp_registry *registry;
  struct sp_instance *in = tiny(index, whole);
  struct tries t = {.in = in, .dates = whole, .least = NOTHING};
  registry = registry ? registry : all_heuristics();
  try_all(&t, 0, 0);
  for (int o = 0; o < OBJECTIVES; o++) {
    struct sp_optimal optimal = {.objective = (enum sp_objective)o, .nodes = 1000000};
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    struct sp_context *cx = sp_context_alloc(registry, 0, in, NULL);
    assert_int_equal(sp_optimal(cx, in, &optimal, &plan), 0);
    assert_true(optimal.proven && plan.n == (long)in->total.v);
    if (!near(optimal.value, t.least[o]) || optimal.bound != optimal.value) {
      print_star(stderr, in);
      fail_msg("objective %d: %.17g, by exhaustion %.17g", o, optimal.value, t.least[o]);
    }
    if (o == SP_MAKESPAN)
      assert_true(near(sp_makespan(in, &plan), t.least[o]));
    sp_schedule_clear(&plan);
    sp_context_free(cx);
  }
  check_bounds(in, t.least, "the optimum");
  check_heuristics(registry, in, t.least);
  check_search(registry, in, t.least);
  sp_instance_free(in);
}

static void test_orders(void **state)
{
  (void)state;
  uint32_t first = first_case(), count = (uint32_t)setting("ARRIVALS_COUNT", 400);
  for (uint32_t index = first; index < first + count; index++)
    check(index, false);
  print_message(
      "flow-search has the least makespan of %ld, longest flow of %ld, sum of flows of %ld, "
      "greatest weighted flow of %ld, sum of them of %ld of %u\n",
      reached[SP_MAKESPAN], reached[SP_MAX_FLOW], reached[SP_SUM_FLOW],
      reached[SP_MAX_WEIGHTED_FLOW], reached[SP_SUM_WEIGHTED_FLOW], count);
  for (int o = 0; o < OBJECTIVES; o++)
    assert_true(10 * reached[o] >= 9 * (long)count);
}

static void test_dates(void **state)
{
  (void)state;
  uint32_t first = first_case(), count = (uint32_t)setting("ARRIVALS_COUNT", 400);
  for (uint32_t index = first; index < first + count; index++)
    check(index, true);
}

/* ---- Larger ones. */

/* The local search is never worse than a rule that it starts from, unless costs change. */
static void check_searches(const struct sp_registry *registry, const struct sp_instance *in)
{
  static const char *const rules[] = {"mct", "srpt", "min_c", "min_w", "min_loss"};
  double found[OBJECTIVES], rule[OBJECTIVES];
  bool changes = sp_is_changing(in) || sp_can_fail(in);
  for (int o = 0; o < OBJECTIVES; o++) {
    if ((o >= SP_MAX_WEIGHTED_FLOW && !in->weights) || !run(registry, in, searches[o], found))
      continue;
    check_bounds(in, found, searches[o]);
    for (size_t k = 0; k < sizeof rules / sizeof *rules && !changes; k++)
      if (run(registry, in, rules[k], rule) && found[o] > rule[o] * (1 + 1e-9)) {
        print_star(stderr, in);
        fail_msg("%s finds %.17g, %s %.17g", searches[o], found[o], rules[k], rule[o]);
      }
  }
}

static void check_larger(const struct sp_registry *registry, struct sp_instance *in)
{
  double value[OBJECTIVES];
  for (int k = 0; k < registry->n; k++) {
    const struct sp_heuristic *h = registry->item[k];
    in->chunks = h->chunks;
    if (!h->plan && h->problems & SP_BAG && run(registry, in, h->name, value))
      check_bounds(in, value, h->name);
  }
  in->chunks = false;
  check_searches(registry, in);
}

static void test_larger(void **state)
{
  (void)state;
  struct sp_registry *registry = all_heuristics();
  uint32_t index = first_case(), count = (uint32_t)setting("ARRIVALS_COUNT", 400);
  for (uint32_t compared = 0; compared < count; index++) {
    struct sp_instance *in = random_instance(SEED + 2, index, SP_BAG);
    several_ports(in, index);
    random_results(SEED + 2, index, in);
    random_arrivals(SEED + 2, index, in);
    if (index % 4 == 0)
      random_profiles(SEED + 2, index, in);
    if (index % 4 == 1)
      random_states(SEED + 2, index, in);
    if (index % 3 == 1)
      random_sizes(SEED + 2, index, in);
    if (in->release && in->total.v > 0) {
      check_larger(registry, in);
      compared++;
    }
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

/* ---- The game. */

enum { DATES = 3, GAME_TASKS = 3 };

static enum sp_objective wanted;

static double arrive(struct tries *t, const double *date, int d, long come, int sent, double port);

/* The ratio when all has been sent. */
static double ratio(const struct tries *t, long come)
{
  struct sp_instance *in = (struct sp_instance *)t->in;
  struct tries best = {.in = in, .least = NOTHING};
  double value = 0;
  for (int k = 0; k < come; k++) {
    double flow = t->end[k] - in->release[k];
    value = wanted == SP_SUM_FLOW   ? value + flow
            : wanted == SP_MAX_FLOW ? fmax(value, flow)
                                    : fmax(value, t->end[k]);
  }
  in->total = sp_int(come);
  try_all(&best, 0, 0);
  return come ? value / best.least[wanted] : 0;
}

/* All moves of the rule from `now` on, after the dates up to d, at which `come` tasks have come. */
static double move(struct tries *t, const double *date, int d, long come, int sent, double port,
                   double now)
{
  const struct sp_instance *in = t->in;
  bool last = d + 1 == DATES;
  double least = INFINITY;
  now = fmax(now, port);
  if (sent == come && last)
    return ratio(t, come);
  if (!last && (sent == come || now >= date[d + 1]))
    return arrive(t, date, d + 1, come, sent, port);
  for (int i = 1; i <= in->m; i++) {
    double first = now;
    if (in->buffer[i] != LONG_MAX)
      first = fmax(first, end_before(t, sent, i, in->buffer[i]));
    double arrival = first + in->c[i].v;
    t->to[sent] = i;
    t->end[sent] = fmax(arrival, end_before(t, sent, i, 1)) + in->w[i].v;
    least = fmin(least, move(t, date, d, come, sent + 1, arrival, now));
  }
  return last ? least : fmin(least, arrive(t, date, d + 1, come, sent, port));
}

/* All moves of the adversary at date d. */
static double arrive(struct tries *t, const double *date, int d, long come, int sent, double port)
{
  double most = 0;
  for (long n = 0; come + n <= GAME_TASKS; n++) {
    for (long k = 0; k < n; k++)
      t->in->release[come + k] = date[d];
    most = fmax(most, move(t, date, d, come + n, sent, port, date[d]));
  }
  return most;
}

static void check_game(const struct sp_registry *registry, uint32_t index)
{
  struct sp_instance *in = tiny(index, index % 2);
  struct dice dice = {SEED + 1, 0, index};
  struct game g = {.in = in, .tasks = GAME_TASKS, .dates = DATES, .nodes = 10000000};
  for (int d = 1; d < DATES; d++)
    g.date[d] = g.date[d - 1] + dice_int(&dice, 1, 8) / 2.0;
  g.objective = wanted = (enum sp_objective)(index % 3);
  free(in->weights);
  in->weights = NULL;
  free(in->release);
  in->release = sp_xcalloc(MOST_TASKS, sizeof *in->release);
  in->total = sp_int(GAME_TASKS);
  struct sp_context *cx = sp_context_alloc(registry, 0, in, NULL);
  double value = game_value(cx, &g);
  sp_context_free(cx);
  double expected = arrive(&(struct tries){.in = in}, g.date, 0, 0, 0, 0);
  if (!near(value, expected)) {
    print_star(stderr, in);
    fail_msg("game %u is %.17g, by minimax without cuts %.17g", index, value, expected);
  }
  sp_instance_free(in);
}

static void test_games(void **state)
{
  (void)state;
  struct sp_registry *registry = all_heuristics();
  uint32_t first = first_case(), count = (uint32_t)setting("ARRIVALS_COUNT", 400) / 10;
  for (uint32_t index = first; index < first + count; index++)
    check_game(registry, index);
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_orders), cmocka_unit_test(test_dates),
                                     cmocka_unit_test(test_larger), cmocka_unit_test(test_games)};
  return cmocka_run_group_tests_name("arrivals", tests, NULL, NULL);
}
