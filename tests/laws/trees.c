/* Tests the bandwidth-centric strategy on random trees, on two of three of which results return.
 * TREES_COUNT sets the number of trees (default 200).
 *
 * Both engines execute the same hops at the same dates and the validator accepts them, with all
 * operating models, several ports, latencies, places, sizes of tasks, and speeds, bandwidths,
 * latencies and states that change. Where nothing changes and all sizes are 1 no more tasks are
 * done than by the exact rate of the steady state. In the base model the share of the exact rate
 * that is reached in the long run is printed; it is at least 0.9 in the mean, and 0.1 on each tree.
 */
#include "base/memory.h"
#include "engine/perform/perform_steady.h"
#include "graphs.h"
#include "simgrid.h"

#include <stdio.h>
#include <stdlib.h>

static const struct sp_conditions nominal = {.seed = 1};
/* Kinds of trees, by their number; costs back are those of the links where rates are compared. */
enum { NOTHING_RETURNS, EQUAL_COSTS, OTHER_COSTS, KINDS };

static long setting(const char *variable, long preset)
{
  const char *text = getenv(variable);
  return text ? atol(text) : preset;
}

/* ---- Trees */

static struct sp_ports random_ports(uint64_t *state)
{
  enum sp_model model = draw(state, 0, 1) ? SP_MODEL_BASE : (enum sp_model)draw(state, 0, 5);
  struct sp_ports ports = sp_model_ports(model);
  if (model == SP_MODEL_BASE && draw(state, 0, 3) == 0) {
    ports.recv = draw(state, 1, 3);
    ports.send = draw(state, 1, 3);
  }
  return ports;
}

static void change_some(uint64_t *state, struct sp_graph *g)
{
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++) {
    bool of_nodes = kind == SP_SPEED || kind == SP_HOST_STATE;
    for (int at = kind == SP_HOST_STATE; at < (of_nodes ? g->platform.nodes : g->links); at++)
      if (draw(state, 0, 2) == 0)
        change_at_random(state, g, kind, at);
  }
}

static void set_places(uint64_t *state, struct sp_graph *g)
{
  g->places = sp_xcalloc((size_t)g->platform.nodes, sizeof *g->places);
  for (int i = 0; i < g->platform.nodes; i++)
    g->places[i] = draw(state, 0, 3) ? draw(state, 1, 6) : LONG_MAX;
}

static void set_sizes(uint64_t *state, struct sp_graph *g)
{
  static const char *const laws[] = {"lognormal(0,1)", "bimodal(0.3,0,2)", "0..3"};
  struct size_law law = {.seed = (uint64_t)draw(state, 1, 9)};
  assert_true(size_law_read(laws[draw(state, 0, 2)], &law));
  g->sizes = sp_xmemdup(&law, 1, sizeof law);
}

static struct sp_graph *random_tree(uint64_t *state, uint64_t index)
{
  struct sp_graph *g = random_graph(state, draw(state, 2, 20), 0, 9);
  if (index % KINDS != NOTHING_RETURNS)
    g->result = ratio(draw(state, 1, 8), 4);
  return g;
}

/* All that a tree can have. */
static struct sp_graph *any_tree(uint64_t *state, uint64_t index)
{
  struct sp_graph *g = random_tree(state, index);
  for (int i = 0; i < g->platform.nodes; i++)
    g->platform.node[i].ports = random_ports(state);
  for (int l = 0; l < g->links; l++)
    g->link[l].latency = draw(state, 0, 3) ? sp_int(0) : ratio(draw(state, 1, 4), 2);
  if (draw(state, 0, 1))
    set_places(state, g);
  if (draw(state, 0, 1))
    change_some(state, g);
  if (!sp_graph_can_fail(g) && draw(state, 0, 1))
    set_sizes(state, g);
  return g;
}

/* ---- Runs */

static double rate_of(const struct sp_graph *g)
{
  struct sp_steady steady;
  struct sp_error error = {"no reason"};
  if (sp_graph_check(g, &error) != SP_OK || sp_steady_solve(g, true, &steady, &error) != SP_OK)
    fail_msg("%s", error.text);
  double rate = steady.throughput;
  sp_steady_clear(&steady);
  return rate;
}

/* Executes on line until the date; the validator accepts it. */
static struct sp_result execute(const struct sp_graph *g, uint64_t index, double date, long places,
                                enum sp_engine engine, struct sp_trace *trace)
{
  struct sp_steady_run run = {SP_ON_LINE, date, places, false, engine, &nominal};
  struct sp_steady steady = {.throughput = 1};
  struct sp_steady_executed x;
  struct sp_error error = {""};
  if (sp_perform_steady(g, &steady, NULL, &run, &x, trace, &error) != SP_OK ||
      x.result.status != SP_RUN_OK || !x.result.verified)
    fail_msg("tree %lu, %s: %s%s", (unsigned long)index, sp_engine_name(engine), error.text,
             x.result.reason);
  return x.result;
}

/* Results that have come to a node, and those lost on the way. */
struct seen {
  long came, lost;
};

static void compare(uint64_t index, struct seen *seen)
{
  uint64_t state = 4 * index + 20261128;
  struct sp_graph *g = any_tree(&state, index);
  double rate = rate_of(g), date = draw(&state, 10, 150) / rate;
  long places = draw(&state, 1, 10);
  struct sp_trace trace[2] = {SP_TRACE_EMPTY, SP_TRACE_EMPTY};
  struct sp_result a = execute(g, index, date, places, SP_ENGINE_NATIVE, &trace[0]);
  struct sp_result b = execute(g, index, date, places, SP_ENGINE_SIMGRID, &trace[1]);
  struct sp_schedule none = {0};
  struct sp_error error = {""};
  if (sp_engines_agree(&a, &trace[0], &none, &b, &trace[1], &none, &error) != SP_OK)
    fail_msg("tree %lu: %s", (unsigned long)index, error.text);
  if (!sp_graph_is_changing(g) && !g->sizes && !(a.done <= date * rate * (1 + 1e-9)))
    fail_msg("tree %lu: %.17g tasks by date %g, at most %.17g are possible", (unsigned long)index,
             a.done, date, date * rate);
  for (long k = 0; k < trace[0].n; k++)
    if (trace[0].event[k].kind == SP_RESULT)
      ++*(trace[0].event[k].lost ? &seen->lost : &seen->came);
  sp_trace_clear(&trace[0]);
  sp_trace_clear(&trace[1]);
  sp_graph_free(g);
}

static void test_engines_agree(void **unused)
{
  uint64_t first = (uint64_t)setting("CASES_FROM", 0);
  uint64_t count = (uint64_t)setting("TREES_COUNT", 200);
  struct seen seen = {0};
  (void)unused;
  need_simgrid();
  for (uint64_t index = first; index < first + count; index++)
    compare(index, &seen);
  printf("trees: %lu compared, %ld results sent, %ld lost\n", (unsigned long)count, seen.came,
         seen.lost);
  assert_true(count < 50 || (seen.came > (long)count && seen.lost > 0));
}

/* ---- Rates */

static double share_of_rate(uint64_t index, long places)
{
  uint64_t state = 4 * index + 77;
  struct sp_graph *g = random_tree(&state, index);
  for (int l = 0; l < g->links && index % KINDS == EQUAL_COSTS; l++)
    g->link[l].c[1] = g->link[l].c[0];
  double rate = rate_of(g), date = 1000 / rate;
  double early = execute(g, index, date, places, SP_ENGINE_NATIVE, NULL).done;
  double late = execute(g, index, 4 * date, places, SP_ENGINE_NATIVE, NULL).done;
  sp_graph_free(g);
  return (late - early) / (3 * date * rate);
}

static void test_rates(void **unused)
{
  static const long places[] = {3, 10};
  static const char *const kind[KINDS] = {"nothing returns", "results, equal costs back",
                                          "results, other costs back"};
  uint64_t first = (uint64_t)setting("CASES_FROM", 0);
  uint64_t count = (uint64_t)setting("TREES_COUNT", 200);
  (void)unused;
  for (int k = 0; k < 2 * KINDS; k++) {
    double sum = 0, least = INFINITY;
    long n = 0;
    for (uint64_t index = first; index < first + count; index++)
      if ((int)(index % KINDS) == k / 2) {
        double share = share_of_rate(index, places[k % 2]);
        sum += share;
        n++;
        least = share < least ? share : least;
      }
    if (n == 0)
      continue;
    printf("trees: %s, %ld places: %.3f of the rate in the mean of %ld, %.3f at least\n",
           kind[k / 2], places[k % 2], sum / (double)n, n, least);
    assert_true(least >= 0.1 && (n < 50 || sum >= 0.9 * (double)n));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_engines_agree),
                                     cmocka_unit_test(test_rates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
