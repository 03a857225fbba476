/* Tests executions of solved networks: they end at the solved time, on both engines. */
#include "networks.h"
#include "share.h"
#include "solve/network/hops.h"

/* ---- Random networks of every kind, some of them with results that are returned. */

static struct sp_network *random_kind(uint64_t *seed, enum sp_network_kind kind)
{
  long n = draw_whole(seed, 1, 12), buses = draw_whole(seed, 1, 3);
  if (kind == SP_HYPERCUBE)
    n = draw_whole(seed, 2, 6);
  long links = kind == SP_CHAIN ? n - 1 : kind == SP_BUS ? buses : kind == SP_HYPERCUBE ? 1 : n;
  double start = draw(seed) < .3 ? 0 : pow(10, -3 * draw(seed));
  if (kind == SP_MESH || kind == SP_TORUS)
    return random_grid(seed, kind, 12, start * .2);
  struct sp_network *net = random_network(seed, kind, n, links, start * .2);
  if (kind == SP_CHAIN)
    net->originator = draw_whole(seed, 0, n - 1);
  net->sequential = kind == SP_STAR && draw(seed) < .5;
  for (long i = 1; i < n && kind == SP_TREE; i++)
    net->parent[i] = draw_whole(seed, 0, i - 1);
  for (long i = 1; i < n && kind == SP_BUS; i++)
    net->bus[i] = n < 7 && draw(seed) < .5 ? SP_UNUSED : (int)draw_whole(seed, 0, buses - 1);
  if (kind == SP_BUS && n < 7)
    net->listeners = draw_whole(seed, 1, 3);
  if (kind == SP_SWITCH)
    draw_switch(seed, net);
  if (kind != SP_SWITCH && draw(seed) < .3) {
    net->beta = draw_number(seed, 0, 1);
    net->back = draw_number(seed, 0, .01);
  }
  return net;
}

/* The next network that can be solved; trees and buses may be refused. */
static struct sp_network *next_network(uint64_t *seed, enum sp_network_kind kind,
                                       struct sp_network_solution *solution)
{
  for (;;) {
    bool graph = kind == SP_TREE && draw(seed) < .3;
    long n = graph ? draw_whole(seed, 2, 6) : 0;
    struct sp_network *net =
        graph ? random_links(seed, n, draw_whole(seed, 1, 9)) : random_kind(seed, kind);
    if (sp_network_solve(net, solution, NULL) == SP_OK)
      return net;
    sp_network_free(net);
  }
}

static void execute_many(enum sp_engine engine, int count)
{
  for (enum sp_network_kind kind = 0; kind < SP_NETWORK_KINDS; kind++) {
    uint64_t seed = 5600 + (uint64_t)kind;
    for (int k = 0; k < count; k++) {
      struct sp_network_solution solution;
      struct sp_network *net = next_network(&seed, kind, &solution);
      executed(net, &solution, engine, NULL);
      sp_network_solution_clear(&solution);
      sp_network_free(net);
    }
  }
}

static void natively(void **state)
{
  (void)state;
  execute_many(SP_ENGINE_NATIVE, share(1000));
}

static void by_simgrid(void **state)
{
  (void)state;
  need_simgrid();
  execute_many(SP_ENGINE_SIMGRID, share(40));
}

/* ---- The hops themselves. */

static struct sp_trace trace_of(enum sp_network_kind kind, const char *spec)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_network *net = parsed(kind, spec);
  struct sp_network_solution solution = solution_of(net);
  executed(net, &solution, SP_ENGINE_NATIVE, &trace);
  sp_network_solution_clear(&solution);
  sp_network_free(net);
  return trace;
}

static void expect_event(const struct sp_trace *trace, long k, int from, int to, double start,
                         double end)
{
  const struct sp_event *e = &trace->event[k];
  assert_true(k < trace->n && e->from == from && e->to == to);
  assert_true(fabs(e->start - start) < 1e-12 && fabs(e->end - end) < 1e-12);
}

/* Example 1: the dates of figure 2. The fifth processor is not used. */
static void example_1(void **state)
{
  (void)state;
  struct sp_trace trace =
      trace_of(SP_CHAIN, "w=1,1,1,1/2,1/2 z=1,1,1/2,1/2 r=.2,.2,.1,.1 tcp=2 tcm=1");
  double T = 124. / 107, second = T - 2 * 144. / 535, third = T - 2 * 10. / 107,
         fourth = T - 31. / 535;
  assert_int_equal(trace.n, 7);
  expect_event(&trace, 0, 1, 2, 0, second);
  expect_event(&trace, 1, 1, 1, 0, T);
  expect_event(&trace, 2, 2, 3, second, third);
  expect_event(&trace, 3, 2, 2, second, T);
  expect_event(&trace, 4, 3, 4, third, fourth);
  expect_event(&trace, 5, 3, 3, third, T);
  expect_event(&trace, 6, 4, 4, fourth, T);
  sp_trace_clear(&trace);
}

/* Two messages from the originator at once, and the others after them on their buses. */
static void buses(void **state)
{
  (void)state;
  struct sp_trace trace = trace_of(SP_BUS, "w1=1 bus1=1/2:1/10:1,2 bus2=1:0:1");
  long at_once = 0, later = 0;
  for (long k = 0; k < trace.n; k++) {
    at_once += trace.event[k].kind == SP_TRANSFER && trace.event[k].start == 0;
    later += trace.event[k].kind == SP_TRANSFER && trace.event[k].start > 0;
  }
  assert_true(at_once == 2 && later == 1);
  sp_trace_clear(&trace);
}

/* Two processors in a closed loop: the second receives half of its load over each link. */
static void two_in_a_loop(void **state)
{
  (void)state;
  struct sp_network *net = parsed(SP_LOOP, "w=1,1 z=1,1");
  struct sp_network_solution solution = solution_of(net);
  assert_string_equal(solution.time_exact, "3/5");
  assert_true(solution.meet == 1);
  struct sp_trace trace = SP_TRACE_EMPTY;
  executed(net, &solution, SP_ENGINE_SIMGRID, &trace);
  assert_int_equal(trace.n, 5);
  for (long k = 0; k < 2; k++)
    assert_true(trace.event[k].amount == .2 && trace.event[k].start == 0);
  sp_trace_clear(&trace);
  sp_network_solution_clear(&solution);
  sp_network_free(net);
}

static long choose(long n, long k)
{
  return k ? choose(n, k - 1) * (n - k + 1) / k : 1;
}

/* Every processor of layer k receives from k neighbours, whose numbers differ in one bit; here the
 * numbers are computed from the counts alone. */
static void hypercubes(void **state)
{
  (void)state;
  for (long d = 1; d <= 12; d++) {
    char spec[64];
    struct sp_graph *g;
    struct sp_hops hops;
    snprintf(spec, sizeof spec, "d=%ld w=1 z=1/10 r=0", d);
    struct sp_network *net = parsed(SP_HYPERCUBE, spec);
    struct sp_network_solution solution = solution_of(net);
    assert_int_equal(network_hops(net, &solution, &g, &hops, NULL), SP_OK);
    assert_true(g->platform.nodes == 1 << d && g->links == d << (d - 1));
    long *into = calloc(4096, sizeof *into), *out = calloc(4096, sizeof *out);
    for (long k = 0; k < hops.n; k++)
      if (hops.hop[k].link >= 0) {
        into[hops.hop[k].to]++;
        out[hops.hop[k].from]++;
      }
    for (long layer = 0, i = 0; layer <= d; layer++)
      for (long k = choose(d, layer); k > 0; k--, i++)
        assert_true(into[i] == layer && out[i] == d - layer);
    free(into);
    free(out);
    sp_graph_free(g);
    sp_hops_clear(&hops);
    if (d == 12)
      executed(net, &solution, SP_ENGINE_NATIVE, NULL);
    sp_network_solution_clear(&solution);
    sp_network_free(net);
  }
}

/* Only usable layers count: of 2^60 processors 1831 take part. */
static void large_hypercubes(void **state)
{
  (void)state;
  struct sp_network *net = parsed(SP_HYPERCUBE, "d=60 w=1 z=1/10 r=1/100");
  struct sp_network_solution solution = solution_of(net);
  struct sp_result result = executed(net, &solution, SP_ENGINE_NATIVE, NULL);
  assert_int_equal(solution.layers, 2); /* 1770 processors that receive twice */
  assert_true(solution.usable == 1 + 60 + 1770 && result.messages == 60 + 2 * 1770);
  sp_network_solution_clear(&solution);
  sp_network_free(net);
  struct sp_error error;
  net = parsed(SP_HYPERCUBE, "d=13 w=1");
  solution = solution_of(net);
  assert_int_equal(sp_perform_network(net, &solution, SP_PARALLEL, SP_ENGINE_NATIVE, &nominal,
                                      &result, NULL, &error),
                   SP_CANNOT);
  assert_string_equal(error.text,
                      "8192 usable processors of a hypercube, expected at most 4096 to execute it");
  sp_network_solution_clear(&solution);
  sp_network_free(net);
}

/* A wrong solution is detected, and noise changes the completion time. */
static void differences(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_result result;
  struct sp_network *net = parsed(SP_TREE, "w=1,2,3,4 z=.1,.2,.3,.4 r=.03 parent=0,1,2,1");
  struct sp_network_solution solution = solution_of(net);
  double time = solution.time;
  solution.time *= 1 + 2e-9;
  sp_perform_network(net, &solution, SP_PARALLEL, SP_ENGINE_NATIVE, &nominal, &result, NULL,
                     &error);
  assert_int_equal(result.status, SP_FAILED);
  assert_non_null(strstr(result.reason, "as solved"));
  solution.time = time;
  struct sp_conditions noisy = {.seed = 9, .noise_link = .2, .noise_cpu = .1};
  sp_perform_network(net, &solution, SP_PARALLEL, SP_ENGINE_NATIVE, &noisy, &result, NULL, &error);
  assert_true(result.status == SP_RUN_OK && fabs(result.makespan / time - 1) > 1e-4);
  solution.row[3].carried *= .9; /* it cannot compute what it has not received */
  sp_perform_network(net, &solution, SP_PARALLEL, SP_ENGINE_NATIVE, &nominal, &result, NULL,
                     &error);
  assert_int_equal(result.status, SP_FAILED);
  sp_network_solution_clear(&solution);
  sp_network_free(net);
}

/* ---- Special networks; test_network_cases.c executes those of the cases. */

static void known_networks(void **state)
{
  (void)state;
  static const struct {
    enum sp_network_kind kind;
    const char *spec;
  } known[] = {
      {SP_CHAIN, "w=1 z=.1 r=.05 n=11 originator=6"},
      {SP_CHAIN, "w=1 z=.1 r=.05 n=11 originator=6 branches=3-3"},
      {SP_LOOP, "w=2,4,2 z=.9,.6,.2 r=0,0,.4"},
      {SP_LOOP, "w=1 z=.1 r=.01 n=6"},
      {SP_STAR, "w=1,1/3 z=.1 r=1"},
      {SP_STAR, "w=3,2,5,4 z=.4,.1,.3,.2 r=.01 mode=sequential"},
      {SP_STAR, "w=1,1 z=0 r=0"},
      {SP_TREE, "w=1,2,3,4 z=.1,.2,.3,.4 r=.03 parent=0,1,2,1 beta=.5 return=.01"},
      {SP_TREE, "w=1,2,3 edges=1-2:.1:.1,1-2:.2:0,2-3:.1:.01"},
      {SP_BUS, "w1=1 bus1=.1:0:1,2 bus2=.2:.1:3 free=1,4"},
      {SP_BUS, "w1=1 bus1=.1:.1: bus2=.2:.05: free=1@1,2@1+2,3,1@2,1,1 recv=2 send=1 beta=.5"},
      {SP_BUS, "w1=inf bus1=0:1: bus2=0:1: free=1,1@1,1@2,1,1,1 recv=3 tcp=6"},
      {SP_HYPERCUBE, "d=10 z=.1 r=.01 w=1"},
      {SP_SWITCH, "alpha=3,6 s=1,2 b=.1"},
      {SP_MESH, "d=14x14 w=1 z=.1 r=.001"},
      {SP_MESH, "d=4x4 w=3 z=.2 r=.01 originator=6 mode=tree beta=.5 return=.01"},
      {SP_TORUS, "d=5x5 w=1 z=.1 r=.05 deadline=.1"},
      {SP_TORUS, "d=3x3x3 w=1e6 z=1e5 r=10"},
  };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct sp_network *net = parsed(known[k].kind, known[k].spec);
    struct sp_network_solution solution = solution_of(net);
    for (enum sp_engine engine = 0; engine < 2; engine++)
      executed(net, &solution, engine, NULL);
    sp_network_solution_clear(&solution);
    sp_network_free(net);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(natively),         cmocka_unit_test(by_simgrid),
      cmocka_unit_test(example_1),        cmocka_unit_test(buses),
      cmocka_unit_test(two_in_a_loop),    cmocka_unit_test(hypercubes),
      cmocka_unit_test(large_hypercubes), cmocka_unit_test(differences),
      cmocka_unit_test(known_networks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
