/* Tests limited memory (docs/model.md, rule 4) against a recurrence that shares no code with it. 1.
 * Random plans take exactly as long as it says, in the evaluator and in both engines; the validator
 * alone would not notice that a message waits too long. 2. On tiny stars no division of the load on
 * a grid, in any sequence, is better than the optimum, nor is one that small steps improve; and the
 * optimum's plan, executed by both engines, is as good as it says. MEMORY_COUNT sets the number of
 * instances (default 400), CASES_FROM the first. */
#include "engine/perform/perform.h"
#include "random_plan.h"
#include "simgrid.h"
#include <setjmp.h>
#include <starport/optimal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 5196, MOST = 64, NODES = 10000000 };

static uint32_t instances(void)
{
  return (uint32_t)setting("MEMORY_COUNT", 400);
}

/* ---- The recurrence */

struct chunk {
  int to;
  double amount, begun, end;
};

/* The date at which chunks before number n to worker i have freed so many units, within `slack` of
 * the memory. */
static double date_of(const struct sp_instance *in, int i, long n, const struct chunk *chunk,
                      double units, double slack)
{
  for (long j = 0; j < n; j++) {
    if (chunk[j].to != i)
      continue;
    if (units <= chunk[j].amount + slack * in->memory[i].v)
      return in->free_by_chunk ? chunk[j].end
                               : fmin(chunk[j].begun + units * in->w[i].v, chunk[j].end);
    units -= chunk[j].amount;
  }
  return INFINITY;
}

/* The makespan of the chunks, sent in their order as soon as possible through one port; *by: how
 * much is computed by the deadline. Sets their dates. slack: of the memory, 1e-9 in starport. */
static double recurrence(const struct sp_instance *in, long n, struct chunk *chunk, double slack,
                         double *by)
{
  double port = 0, last = 0;
  *by = 0;
  for (long k = 0; k < n; k++) {
    int i = chunk[k].to;
    double sent = chunk[k].amount, idle = 0;
    for (long j = 0; j < k; j++)
      if (chunk[j].to == i) {
        sent += chunk[j].amount;
        idle = chunk[j].end;
      }
    if (sent > in->memory[i].v * (1 + slack))
      port = fmax(port, date_of(in, i, k, chunk, sent - in->memory[i].v, slack));
    port += in->latency[i].v + chunk[k].amount * in->c[i].v;
    chunk[k].begun = fmax(idle, port);
    chunk[k].end = chunk[k].begun + chunk[k].amount * in->w[i].v;
    last = fmax(last, chunk[k].end);
    *by += chunk[k].end <= in->deadline.v * (1 + 1e-12) ? chunk[k].amount : 0;
  }
  return last;
}

static double recurrence_of(const struct sp_instance *in, const struct sp_schedule *plan,
                            double *by)
{
  struct chunk chunk[MOST * MOST];
  assert_true(plan->n <= MOST * MOST);
  for (long k = 0; k < plan->n; k++)
    chunk[k] = (struct chunk){plan->msg[k].to, plan->msg[k].amount, 0, 0};
  return recurrence(in, plan->n, chunk, 1e-9, by);
}

static void complain(const struct sp_instance *in, uint32_t index, const char *what, double value,
                     double expected)
{
  fprintf(stderr, "case %u: %s %.17g, expected %.17g\n  ", index, what, value, expected);
  print_star(stderr, in);
  fail();
}

/* Executes the plan on an engine, with the validator; it computes what the recurrence says. */
static void execute(const struct sp_instance *in, uint32_t index, const struct sp_schedule *plan,
                    enum sp_engine engine)
{
  struct sp_conditions conditions = {.seed = 1};
  struct sp_request request = {.plan = plan, .engine = engine, .conditions = &conditions};
  struct sp_result result;
  bool cut = in->deadline.v < INFINITY;
  double by, makespan = recurrence_of(in, plan, &by);
  sp_perform(in, &request, &result, NULL, NULL);
  if (result.status != SP_RUN_OK)
    fprintf(stderr, "%s\n", result.reason);
  double executed = cut ? result.done : result.makespan, expected = cut ? by : makespan;
  if (result.status != SP_RUN_OK || !(fabs(executed - expected) <= 1e-12 * expected))
    complain(in, index, engine == SP_ENGINE_NATIVE ? "native" : "simgrid", executed, expected);
}

/* ---- 1. Random plans */

static void plans_take_what_the_recurrence_says(void **state)
{
  (void)state;
  need_simgrid();
  for (uint32_t index = first_case(); index < first_case() + instances(); index++) {
    struct sp_instance *in = random_instance(SEED, index, SP_DIVISIBLE);
    random_memory(SEED, index, in);
    if (!sp_has_memory(in)) {
      sp_instance_free(in);
      continue;
    }
    struct sp_schedule plan = random_plan(SEED, index, in);
    double by, expected = recurrence_of(in, &plan, &by), makespan = sp_makespan(in, &plan);
    if (!(fabs(makespan - expected) <= 1e-12 * expected))
      complain(in, index, "evaluated", makespan, expected);
    execute(in, index, &plan, SP_ENGINE_NATIVE);
    execute(in, index, &plan, SP_ENGINE_SIMGRID);
    sp_schedule_clear(&plan);
    sp_instance_free(in);
  }
}

/* ---- 2. Optima */

/* At most 3 workers; some memory is less than the load. */
static struct sp_instance *tiny(uint32_t index)
{
  struct dice dice = {SEED + 9, 0, index}, *d = &dice;
  int m = dice_int(d, 1, 3), style = dice_int(d, 0, 3), load = dice_int(d, 1, 8);
  struct sp_instance *in = sp_instance_alloc(m);
  bool latencies = dice_int(d, 0, 2) > 0;
  in->problem = SP_DIVISIBLE;
  in->total = sp_int(load);
  in->free_by_chunk = dice_int(d, 0, 1);
  for (int i = 1; i <= m; i++) {
    in->c[i] = dice_cost(d, style);
    in->w[i] = dice_cost(d, style);
    in->latency[i] = latencies ? dice_cost(d, style) : sp_int(0);
    if (dice_int(d, 0, 4) > 0)
      in->memory[i] = sp_double(load * dice_int(d, 2, 14) / 16.0);
  }
  if (dice_int(d, 0, 3) == 0)
    in->deadline = sp_double(in->latency[1].v + load * (in->c[1].v + in->w[1].v) / 2);
  return in;
}

struct grid {
  const struct sp_instance *in;
  long n;
  int sequence[MOST];
  double amount[MOST], best[MOST]; /* the best that has been seen for this sequence */
  double value;                    /* its makespan, or minus its load */
  double optimum;                  /* cost of the best of all sequences */
};

/* The cost of amounts, INFINITY if they are too large or too late. */
static double cost_of(const struct grid *g, const double *amount)
{
  struct chunk chunk[MOST];
  double by, sum = 0;
  for (long k = 0; k < g->n; k++) {
    if (amount[k] < 0 || amount[k] > g->in->memory[g->sequence[k]].v)
      return INFINITY;
    chunk[k] = (struct chunk){g->sequence[k], amount[k], 0, 0};
    sum += amount[k];
  }
  double makespan = recurrence(g->in, g->n, chunk, 1e-14, &by);
  if (isinf(g->in->deadline.v))
    return makespan;
  return makespan <= g->in->deadline.v && sum <= g->in->total.v ? -sum : INFINITY;
}

static bool keep(struct grid *g, const double *amount)
{
  double cost = cost_of(g, amount);
  if (!(cost < g->value - 1e-10 * fabs(cost)))
    return false;
  g->value = cost;
  memcpy(g->best, amount, (size_t)g->n * sizeof *amount);
  return true;
}

/* All divisions of `left` parts of the load among the messages from number k on. */
static void divide(struct grid *g, long k, int left, double part)
{
  bool all = isinf(g->in->deadline.v);
  if (k == g->n) {
    if (left == 0 || !all)
      keep(g, g->amount);
    return;
  }
  for (int parts = all && k + 1 == g->n ? left : 1; parts <= left; parts++) {
    g->amount[k] = parts * part;
    divide(g, k + 1, left - parts, part);
  }
}

/* Moves load between messages, with a deadline also to and from what is not sent, in random
 * directions and smaller and smaller steps. */
static void improve(struct grid *g, double step)
{
  struct dice dice = {SEED + 10, 0, (uint32_t)g->n};
  bool all = isinf(g->in->deadline.v);
  double amount[MOST], move[MOST];
  for (int tries = 0; step > 1e-8;) {
    double mean = 0;
    for (long k = 0; k < g->n; k++) {
      move[k] = dice_int(&dice, 0, 1) ? dice_int(&dice, -2, 2) : 4 * dice_uniform(&dice) - 2;
      mean += move[k] / (double)g->n;
    }
    for (long k = 0; k < g->n; k++)
      amount[k] = g->best[k] + step * (move[k] - (all ? mean : 0));
    tries = keep(g, amount) ? 0 : tries + 1;
    if (tries == 50) {
      step /= 2;
      tries = 0;
    }
  }
}

/* All sequences of at most `most` messages that begin as this one. */
static void enumerate(struct grid *g, long most, int parts)
{
  double load = g->in->total.v, step = load / parts;
  if (g->n > 0) {
    g->value = INFINITY;
    divide(g, 0, parts, step);
    if (g->value < g->optimum + 0.4 * fabs(g->optimum))
      improve(g, step);
    g->optimum = fmin(g->optimum, g->value);
  }
  for (int i = 1; g->n < most && i <= g->in->m; i++) {
    g->sequence[g->n++] = i;
    enumerate(g, most, parts);
    g->n--;
  }
}

/* Compares the optimum of at most so many messages with the enumeration; *equal: whether that found
 * it, too. */
static void check_optimum(const struct sp_instance *in, uint32_t index, const struct sp_optimal *o,
                          const struct sp_schedule *plan, bool *equal)
{
  struct grid g = {.in = in, .optimum = INFINITY};
  bool cut = in->deadline.v < INFINITY;
  enumerate(&g, o->messages, in->m == 1 ? 20 : 12);
  double cost = cut ? -o->value : o->value, by, makespan = recurrence_of(in, plan, &by);
  if (g.optimum < cost - 1e-9 * fabs(cost))
    complain(in, index, "optimum", o->value, fabs(g.optimum));
  if (!(fabs((cut ? by : makespan) - o->value) <= 1e-9 * o->value))
    complain(in, index, "its plan", cut ? by : makespan, o->value);
  *equal = g.optimum <= cost + 1e-6 * fabs(cost);
  execute(in, index, plan, SP_ENGINE_NATIVE);
  execute(in, index, plan, SP_ENGINE_SIMGRID);
}

static void no_division_is_better(void **state)
{
  (void)state;
  need_simgrid();
  struct sp_registry *registry = all_heuristics();
  long served = 0, found = 0;
  for (uint32_t index = first_case(); index < first_case() + instances(); index++) {
    struct sp_instance *in = tiny(index);
    struct sp_schedule best = SP_SCHEDULE_EMPTY;
    struct sp_optimal asked = {.nodes = NODES, .messages = in->m == 1 ? 4 : in->m == 2 ? 4 : 3};
    struct sp_context *cx = sp_context_alloc(registry, 0, in, NULL);
    bool equal = false;
    if (!sp_optimal(cx, in, &asked, &best)) {
      assert_true(asked.searched);
      check_optimum(in, index, &asked, &best, &equal);
      served++;
      found += equal;
    }
    sp_context_free(cx);
    sp_schedule_clear(&best);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
  printf("memory: %ld optima, %ld of them found by the enumeration, too\n", served, found);
  assert_true(served >= instances() * 3L / 4 && found >= served / 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plans_take_what_the_recurrence_says),
      cmocka_unit_test(no_division_is_better),
  };
  return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
