/* Tests the validator of graphs on trees with places, whose speeds, bandwidths, latencies and
 * states change: traces of the native engine are accepted, damaged ones are refused. */
#include "engine/hops.h"
#include "hop_lists.h"
#include "validate/hop_check.h"

static const struct sp_conditions nominal = {.seed = 1};
enum { PLACES = 2, UNTIL = 200, TREES = 300 };

static struct sp_graph *changing_tree(uint64_t *state)
{
  int n = draw(state, 2, 7);
  struct sp_graph *g = random_graph(state, n, 0, 4);
  for (int l = 0; l < g->links; l++)
    g->link[l].latency = draw(state, 0, 2) ? sp_int(0) : ratio(1, 2);
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++) {
    bool of_nodes = kind == SP_SPEED || kind == SP_HOST_STATE;
    for (int at = of_nodes ? 1 : 0; at < (of_nodes ? n : g->links); at++)
      if (draw(state, 0, 2) == 0)
        change_at_random(state, g, kind, at);
  }
  g->places = malloc((size_t)n * sizeof *g->places);
  assert_non_null(g->places);
  for (int i = 0; i < n; i++)
    g->places[i] = PLACES;
  return g;
}

static void execute(const struct sp_graph *g, struct sp_trace *trace, struct sp_result *result)
{
  int parent[8];
  struct sp_num c[8];
  assert_true(sp_graph_as_tree(g, parent, c));
  struct bandwidth_centric *b = bandwidth_centric_alloc(g, parent, PLACES, UNTIL);
  struct sp_hop_job job = {g, bandwidth_centric_source(b), UNTIL, &nominal};
  sp_native_hops(&job, result, trace);
  bandwidth_centric_free(b);
  assert_string_equal(result->reason, "");
}

static int validate(const struct sp_graph *g, const struct sp_trace *trace, struct sp_error *error)
{
  static const double held[8] = {INFINITY};
  struct sp_hop_check check = {held, NULL, NAN, UNTIL, SP_ENGINE_TOLERANCE, SP_DURATIONS_EXACT};
  return sp_validate_hops(g, trace, &check, error);
}

/* An event that is longer or shorter, or lost when it was not: nothing of that is possible. */
static void assert_damage_found(uint64_t *state, const struct sp_graph *g, struct sp_trace *trace)
{
  struct sp_event *e = &trace->event[draw(state, 0, (int)trace->n - 1)], kept = *e;
  if (draw(state, 0, 1))
    e->end += (draw(state, 0, 1) ? 1e-3 : -1e-3) * (e->end - e->start);
  else if (!e->lost)
    e->start -= 1e-3 * (e->end - e->start);
  else
    e->lost = false;
  if (e->end > e->start && memcmp(e, &kept, sizeof kept) != 0 && validate(g, trace, NULL) == SP_OK)
    fail_msg("not found: %d -> %d from %.17g to %.17g, before %.17g to %.17g%s", e->from, e->to,
             e->start, e->end, kept.start, kept.end, kept.lost ? ", lost" : "");
  *e = kept;
}

static void test_trees(void **state)
{
  uint64_t s = 20261125;
  double wasted = 0;
  (void)state;
  for (int k = 0; k < TREES; k++) {
    struct sp_graph *g = changing_tree(&s);
    if (k % 2)
      g->result = ratio(draw(&s, 1, 4), 2);
    struct sp_trace trace = SP_TRACE_EMPTY;
    struct sp_result result;
    struct sp_error error = {""};
    execute(g, &trace, &result);
    wasted += result.wasted;
    if (validate(g, &trace, &error) != SP_OK)
      fail_msg("tree %d: %s", k, error.text);
    for (int round = 0; trace.n > 0 && round < 5; round++)
      assert_damage_found(&s, g, &trace);
    sp_trace_clear(&trace);
    sp_graph_free(g);
  }
  assert_true(wasted > 100);
}

/* Node 2 is down from 3 to 5 and has lost the unit that came by 1. */
static void test_lost_unit(void **state)
{
  struct sp_event event[] = {{0, 1, 1, 1, 2, 0, SP_TRANSFER, false},
                             {6, 8, 1, 2, 2, 1, SP_COMPUTE, false}};
  struct sp_graph *g = graph_of("w=inf,2 edges=1-2:1 profile=host2:3*0,5*1", "1", NULL);
  struct sp_trace trace = {2, 2, event};
  struct sp_error error = {""};
  (void)state;
  assert_int_equal(validate(g, &trace, &error), SP_NOT_VERIFIED);
  assert_string_equal(error.text, "node 2 has begun 1 unit when computation 2 of node 2 starts at "
                                  "6, more than the 0 that it has and has not lost");
  event[1].start = 1;
  event[1].end = 3;
  assert_int_equal(validate(g, &trace, &error), SP_OK);
  sp_graph_free(g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_trees),
                                     cmocka_unit_test(test_lost_unit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
