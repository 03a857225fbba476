/* Tests executions of switches and the fluid validator: load flows at the rates of the solution and
 * is computed in both orders of figure 26 of RR-6005. */
#include "base/memory.h"
#include "networks.h"
#include "validate/fluid.h"

static struct sp_result switched(const struct sp_network *net, const struct sp_network_solution *s,
                                 enum sp_switch_order order, enum sp_engine engine,
                                 struct sp_trace *trace)
{
  struct sp_result result;
  struct sp_error error;
  need_engine(engine);
  assert_int_equal(sp_perform_network(net, s, order, engine, &nominal, &result, trace, &error),
                   SP_OK);
  if (result.status != SP_RUN_OK)
    fail_msg("%s on %s: %s", sp_switch_order_name(order), sp_engine_name(engine), result.reason);
  assert_true(result.verified && result.messages == s->streams);
  if (order != SP_FAIR)
    assert_near(result.makespan, s->time, 1e-9);
  else
    assert_true(result.makespan >= s->time * (1 - 1e-9));
  return result;
}

/* Both orders of figure 26, and fair sharing, on both engines, which agree. */
static void switches(void **state)
{
  (void)state;
  uint64_t seed = 5699;
  long moving = 0, slower = 0;
  for (int k = 0; k < 1000; k++) {
    long n = draw_whole(&seed, 1, 12);
    struct sp_network *net = sp_network_alloc(SP_SWITCH, n, n);
    draw_switch(&seed, net);
    struct sp_network_solution solution = solution_of(net);
    for (enum sp_switch_order order = 0; order < SP_TASKS; order++) {
      struct sp_result a = switched(net, &solution, order, SP_ENGINE_NATIVE, NULL);
      slower += a.makespan > solution.time * (1 + 1e-6);
      if (k % 20)
        continue;
      struct sp_result b = switched(net, &solution, order, SP_ENGINE_SIMGRID, NULL);
      assert_near(a.makespan, b.makespan, 1e-9);
    }
    moving += solution.streams > 0;
    sp_network_solution_clear(&solution);
    sp_network_free(net);
  }
  assert_true(moving > 700 && slower > 300);
}

/* Its own unit takes 3, then it computes the received load until T. */
static void check_second(const struct sp_trace *trace)
{
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    bool own = e->amount == 1,
         whole = own ? e->start == 0 && fabs(e->end - 3) < 1e-12
                     : fabs(e->start - 3) < 1e-12 && fabs(e->end - 9.6) < 1e-12;
    assert_true(e->kind == SP_TRANSFER || e->to != 2 || whole);
  }
}

/* Section 4.2's example: 8 units at the first of four, T = 48/5. */
static void section_4_2(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_network *net = parsed(SP_SWITCH, "alpha=8,1,1,0 s=1/3,1/3,1/4,1/4 b=1/2");
  struct sp_network_solution solution = solution_of(net);
  for (enum sp_engine engine = 0; engine < 2; engine++) {
    switched(net, &solution, SP_SEQUENTIAL, engine, &trace);
    assert_int_equal(trace.n, 9); /* SimGrid's pieces have been joined */
    check_second(&trace);
    sp_trace_clear(&trace);
  }
  sp_network_solution_clear(&solution);
  sp_network_free(net);
}

/* Costs nine decades apart: the first computes its own load in almost no time and takes from the
 * second as much as its link carries, so that 15 = T (b_1 + s_2). */
static void far_apart(void **state)
{
  (void)state;
  struct sp_network *net = parsed(SP_SWITCH, "alpha=450,15 s=97e3,66e-5 b=88e-5,9.8");
  struct sp_network_solution solution = solution_of(net);
  assert_near(solution.time, 15 / 154e-5, 1e-15);
  switched(net, &solution, SP_PARALLEL, SP_ENGINE_NATIVE, NULL);
  switched(net, &solution, SP_SEQUENTIAL, SP_ENGINE_SIMGRID, NULL);
  sp_network_solution_clear(&solution);
  sp_network_free(net);
}

/* Rates that are too great for a link: it ends later, in both engines. */
static void infeasible_rates(void **state)
{
  (void)state;
  struct sp_network *net = parsed(SP_SWITCH, "alpha=8,1,1,0 s=1/3,1/3,1/4,1/4 b=1/2");
  struct sp_network_solution solution = solution_of(net);
  net->bandwidth[0] = sp_double(solution.delta[0] / solution.time / 1.001);
  struct sp_result result[2];
  for (enum sp_engine engine = 0; engine < 2; engine++) {
    struct sp_error error;
    need_engine(engine);
    sp_perform_network(net, &solution, SP_PARALLEL, engine, &nominal, &result[engine], NULL,
                       &error);
    assert_int_equal(result[engine].status, SP_FAILED);
    assert_non_null(strstr(result[engine].reason, "invalid trace"));
    assert_true(result[engine].makespan > solution.time * 1.001);
  }
  assert_near(result[0].makespan, result[1].makespan, 1e-9);
  sp_network_solution_clear(&solution);
  sp_network_free(net);
}

static void switch_refusals(void **state)
{
  (void)state;
  struct sp_conditions noisy = {.noise_cpu = .1};
  struct sp_result result;
  struct sp_error error;
  struct sp_network *net = parsed(SP_SWITCH, "alpha=8,1 s=1 b=1");
  struct sp_network_solution solution = solution_of(net);
  assert_int_equal(sp_perform_network(net, &solution, SP_PARALLEL, SP_ENGINE_NATIVE, &noisy,
                                      &result, NULL, &error),
                   SP_CANNOT);
  assert_non_null(strstr(error.text, "noise on a switch"));
  noisy = (struct sp_conditions){.noise_link = .1};
  assert_int_equal(sp_perform_network(net, &solution, SP_PARALLEL, SP_ENGINE_NATIVE, &noisy,
                                      &result, NULL, &error),
                   SP_CANNOT);
  solution.streams = 10001;
  assert_int_equal(sp_perform_network(net, &solution, SP_PARALLEL, SP_ENGINE_NATIVE, &nominal,
                                      &result, NULL, &error),
                   SP_CANNOT);
  assert_non_null(strstr(error.text, "10001 streams between 2 processors, expected at most 10000"));
  solution.streams = 1;
  sp_network_solution_clear(&solution);
  sp_network_free(net);
}

/* ---- The fluid validator: one stream of 2 in [0, 4], computed as it arrives. */

static struct fluid_activity activities[] = {
    {.from = 0, .to = 1, .amount = 2, .rate = .5, .after = -1},
    {.computes = true, .from = 1, .to = 1, .amount = 2, .rate = .5, .after = -1, .stream = 0},
};

static void validated(const struct sp_event *event, long n, const char *expected)
{
  double bandwidth[] = {.5, .75}, speed[] = {1, .75};
  struct fluid f = {2, bandwidth, speed, 3, 4, 2, activities, false, &nominal};
  struct sp_trace trace = {n, n, sp_xcalloc((size_t)n, sizeof *trace.event)};
  struct sp_error error = {""};
  memcpy(trace.event, event, (size_t)n * sizeof *event);
  int code = fluid_check(&f, &trace, &error);
  assert_int_equal(code, expected ? SP_NOT_VERIFIED : SP_OK);
  if (expected && !strstr(error.text, expected))
    fail_msg("'%s', expected '%s'", error.text, expected);
  sp_trace_clear(&trace);
}

static void fluid_validator(void **state)
{
  (void)state;
  const struct sp_event good[] = {{0, 4, 2, 1, 2, 0, SP_TRANSFER, false},
                                  {0, 4, 2, 2, 2, 1, SP_COMPUTE, false}};
  const struct sp_event stepped[] = {{0, 4, 2, 1, 2, 0, SP_TRANSFER, false},
                                     {1, 3, 1, 2, 2, 1, SP_COMPUTE, false},
                                     {3, 4.5, 1, 2, 2, 1, SP_COMPUTE, false}};
  struct sp_event e[3];
  validated(good, 2, NULL);
  validated(stepped, 3, NULL);
#define WITH(events, n, change, expected) \
  do {                                    \
    memcpy(e, events, sizeof events);     \
    change;                               \
    validated(e, n, expected);            \
  } while (0)
  WITH(good, 2, e[1].message = 2, "activity 2, expected 0 to 1");
  WITH(good, 2, e[1].message = -1, "activity -1, expected 0 to 1");
  WITH(good, 2, e[0].to = 1, "activity 0 is at 1 -> 1, expected 1 -> 2");
  WITH(good, 2, e[0].start = -1, "activity 0: 2 in [-1, 4]");
  WITH(good, 2, e[0].end = -1, "activity 0: 2 in [0, -1]");
  WITH(good, 2, e[0].end = INFINITY, "activity 0: 2 in [0, inf]");
  WITH(good, 2, e[0].amount = -2, "activity 0: -2 in [0, 4]");
  WITH(good, 2, e[1].from = 1, "activity 1 is at 1 -> 2, expected 2 -> 2");
  WITH(good, 2, e[1].kind = SP_TRANSFER, "activity 1 is at");
  WITH(good, 2, e[0].end = NAN, "activity 0: 2 in [0, nan]");
  WITH(good, 2, e[0].amount = 1.9, "activity 0: 1.8999999999999999 in all, expected 2");
  WITH(good, 1, (void)0, "activity 1: 0 in all, expected 2");
  WITH(good, 2, e[0].end = 3.9, "processor 1 sends 0.512");
  WITH(good, 2, e[1].end = 2.5, "processor 2 computes 0.79999");
  WITH(good, 2, e[1].end = 3.9, "processor 2 has computed 2 of the stream from 1 by 3.8");
  WITH(good, 2, e[0].start = .1; e[0].end = 4.1, "stream from 1 by 0.1000000000000000");
  WITH(good, 2, e[0].start = e[0].end = e[1].start = 4;
       e[1].end = 8, "processor 1 sends 2 by 4 more than its 0.5 a unit of time");
  WITH(stepped, 3, e[1].start = .5; e[1].amount = 1.25; e[2].amount = .75;
       e[1].end = 2.3, "processor 2 has computed 1.25 of the stream from 1 by 2.2");
  WITH(stepped, 3, e[2].start = 2.9, "activity 1 has two intervals at 2.8");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(switches),        cmocka_unit_test(section_4_2),
      cmocka_unit_test(far_apart),       cmocka_unit_test(infeasible_rates),
      cmocka_unit_test(switch_refusals), cmocka_unit_test(fluid_validator),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
