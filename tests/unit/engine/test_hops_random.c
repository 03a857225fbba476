/* Tests the native engine of hops on random graphs and lists: compares it with the model's text and
 * with the same list in pieces; the validator checks the traces. */
#include "engine/hops.h"
#include "engine/perform/perform.h"
#include "hop_lists.h"
#include "hop_model.h"
#include "simgrid.h"

/* The engine's trace is the model's, to the last bit. */
static void assert_same(const struct naive *x, const struct sp_trace *trace,
                        const struct sp_result *result, long ended)
{
  double makespan = 0, done = 0;
  long messages = 0;
  assert_int_equal(trace->n, ended);
  for (long e = 0; e < trace->n; e++) {
    const struct sp_event *event = &trace->event[e];
    const struct sp_hop *hop = &x->hops->hop[event->message];
    long k = event->message;
    if (x->progress[k] != 2 || event->start != x->start[k] || event->end != x->end[k])
      fail_msg("hop %ld in [%.17g, %.17g], expected [%.17g, %.17g]", k, event->start, event->end,
               x->start[k], x->end[k]);
    assert_true(event->amount == hop->amount && event->from == hop->from + 1 &&
                event->to == hop->to + 1);
    makespan = event->end > makespan ? event->end : makespan;
    done += done_by(x->g, hop);
    messages += event->kind != SP_COMPUTE;
    assert_int_equal(event->kind, kind_of(hop));
    x->progress[k] = 3; /* once */
  }
  assert_true(result->makespan == makespan && result->done == done);
  assert_int_equal(result->messages, messages);
}

static void compare(const struct sp_graph *g, const struct sp_hops *hops,
                    const struct sp_conditions *conditions, double until)
{
  struct naive x;
  struct sp_hop_job job = {g, sp_hops_source(hops), until, conditions};
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_result result;
  naive_open(&x, g, hops, conditions);
  long ended = execute(&x, until);
  sp_native_hops(&job, &result, &trace);
  assert_same(&x, &trace, &result, ended);
  if (isinf(until))
    assert_int_equal(result.status, ended == hops->n ? SP_RUN_OK : SP_FAILED);
  sp_trace_clear(&trace);
  naive_close(&x);
}

static void test_random(void **state)
{
  (void)state;
  uint64_t chance_state = 20261;
  long stuck = 0, results = 0;
  for (int trial = 0; trial < 6000; trial++) {
    uint64_t *s = &chance_state;
    struct hop_shape shape = {.nodes = draw(s, 2, 9),
                              .extra = draw(s, 0, 6),
                              .hops = draw(s, 0, 60),
                              .ports = draw(s, 0, 3),
                              .latency = 25 * draw(s, 0, 2),
                              .free = 15 * draw(s, 0, 2),
                              .bus = 30 * draw(s, 0, 2),
                              .earliest = 20 * draw(s, 0, 2),
                              .results = trial % 3 == 2 ? 40 : 0,
                              .largest = draw(s, 1, 5)};
    struct sp_conditions conditions = {.seed = draw64(s), .platform = (uint32_t)draw(s, 0, 3)};
    if (draw(s, 0, 1))
      conditions.noise_link = 0.3;
    if (draw(s, 0, 1))
      conditions.noise_cpu = 0.7;
    struct sp_graph *g = hop_graph(s, &shape);
    struct sp_hops hops = hop_list(s, &shape, g, NULL);
    for (long k = 0; k < hops.n; k++)
      results += hops.hop[k].result;
    compare(g, &hops, &conditions, INFINITY);
    compare(g, &hops, &conditions, draw(s, 0, 40) / 3.0);
    if (hops.n > 0) { /* now a hop waits for a transfer that may not come */
      hops.hop[draw(s, 0, (int)hops.n - 1)].arrivals += draw(s, 1, 3);
      compare(g, &hops, &conditions, INFINITY);
      stuck++;
    }
    sp_hops_clear(&hops);
    sp_graph_free(g);
  }
  assert_true(stuck > 4000 && results > 1000);
}

/* A list and the same list given piece by piece make the same run. */
struct pieces {
  const struct sp_hops *hops;
  long given;
  uint64_t state;
};

static bool more_pieces(void *state, const struct sp_hop_view *view, struct sp_hops *to)
{
  struct pieces *p = state;
  long least = view->waiting ? 0 : 1;
  for (long n = draw(&p->state, 0, 3) + least; n > 0 && p->given < p->hops->n; n--)
    sp_hops_add(to, &p->hops->hop[p->given++]);
  return p->given < p->hops->n;
}

static void test_pieces(void **state)
{
  (void)state;
  uint64_t s = 77;
  struct hop_shape shape = {.nodes = 1, .hops = 3000, .largest = 3, .earliest = 20};
  struct sp_graph *g = sp_graph_alloc(1);
  g->w[0] = ratio(5, 3);
  struct sp_hops hops = hop_list(&s, &shape, g, NULL);
  struct pieces pieces = {&hops, 0, 5};
  struct sp_conditions noisy = {.seed = 3, .noise_cpu = 0.5};
  struct sp_hop_job whole = {g, sp_hops_source(&hops), INFINITY, &noisy};
  struct sp_hop_job parts = {g, {NULL, more_pieces, &pieces}, INFINITY, &noisy};
  struct sp_result a, b;
  sp_native_hops(&whole, &a, NULL);
  sp_native_hops(&parts, &b, NULL);
  assert_string_equal(b.reason, "");
  assert_true(a.makespan == b.makespan && a.done == b.done);
  assert_true(a.order_hash == b.order_hash && a.bits_hash == b.bits_hash);
  noisy.seed = 4; /* other dates, the same order */
  sp_native_hops(&whole, &b, NULL);
  assert_true(a.order_hash == b.order_hash && a.bits_hash != b.bits_hash);
  hops.hop[1234].amount += 0.5;
  sp_native_hops(&whole, &b, NULL);
  assert_true(a.order_hash != b.order_hash);
  sp_hops_clear(&hops);
  sp_graph_free(g);
}

static void test_perform(void **state)
{
  (void)state;
  uint64_t s = 4711;
  for (int trial = 0; trial < 500; trial++) {
    struct hop_shape shape = {.nodes = draw(&s, 2, 9),
                              .extra = draw(&s, 0, 6),
                              .hops = draw(&s, 1, 60),
                              .ports = 1,
                              .latency = 25 * draw(&s, 0, 2),
                              .free = 15 * draw(&s, 0, 2),
                              .bus = 30 * draw(&s, 0, 2),
                              .earliest = 20 * draw(&s, 0, 2),
                              .results = trial % 3 == 2 ? 40 : 0,
                              .largest = draw(&s, 1, 5)};
    double held[9], total = 0;
    struct sp_graph *g = hop_graph(&s, &shape);
    struct sp_hops hops = hop_list(&s, &shape, g, held);
    for (long k = 0; k < hops.n; k++)
      total += done_by(g, &hops.hop[k]);
    struct sp_conditions conditions = {.seed = draw64(&s), .noise_link = draw(&s, 0, 1) * 0.5};
    struct sp_hop_check check = {.held = held, .total = total};
    struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &conditions};
    struct sp_trace trace = SP_TRACE_EMPTY;
    struct sp_result result;
    sp_perform_hops(&job, &check, SP_ENGINE_NATIVE, &result, &trace);
    assert_string_equal(result.reason, "");
    assert_true(result.verified && trace.n == hops.n);
    for (long k = 1; k < trace.n; k++)
      assert_true(trace.event[k - 1].start <= trace.event[k].start);
    check.total = total + 1;
    sp_perform_hops(&job, &check, SP_ENGINE_NATIVE, &result, NULL);
    assert_int_equal(result.status, SP_FAILED);
    assert_false(result.verified);
    assert_memory_equal(result.reason, "invalid trace: ", 15);
    sp_trace_clear(&trace);
    sp_hops_clear(&hops);
    sp_graph_free(g);
  }
}

/* The same through SimGrid, in a child; with settings of SimGrid's own durations may differ. */
static void test_perform_simgrid(void **state)
{
  (void)state;
  need_simgrid();
  uint64_t s = 8;
  static const char *const lv08[] = {"network/model:LV08"};
  for (int trial = 0; trial < 12; trial++) {
    struct hop_shape shape = {
        .nodes = 6, .extra = 3, .hops = 40, .ports = 1, .latency = 40, .bus = 30, .largest = 5};
    double held[6];
    struct sp_graph *g = hop_graph(&s, &shape);
    struct sp_hops hops = hop_list(&s, &shape, g, held);
    struct sp_conditions conditions = {.seed = 1, .n_cfg = trial % 2, .cfg = lv08};
    struct sp_hop_check check = {.held = held, .total = NAN};
    struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &conditions};
    struct sp_trace trace = SP_TRACE_EMPTY;
    struct sp_result native, simgrid;
    sp_perform_hops(&job, &check, SP_ENGINE_SIMGRID, &simgrid, trial % 3 ? &trace : NULL);
    sp_perform_hops(&job, &check, SP_ENGINE_NATIVE, &native, NULL);
    assert_string_equal(simgrid.reason, "");
    assert_true(simgrid.verified && native.verified && isnan(simgrid.planning));
    assert_int_equal(trace.n, trial % 3 ? hops.n : 0);
    assert_true(simgrid.order_hash == native.order_hash && simgrid.done == native.done);
    if (trial % 2)
      assert_true(simgrid.makespan > 1.001 * native.makespan);
    else
      assert_true(fabs(simgrid.makespan - native.makespan) <= 1e-9 * native.makespan);
    sp_trace_clear(&trace);
    sp_hops_clear(&hops);
    sp_graph_free(g);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_perform),
      cmocka_unit_test(test_perform_simgrid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
