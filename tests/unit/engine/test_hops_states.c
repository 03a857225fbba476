/* Tests places, profiles and failures on graphs: runs whose dates are known by hand, in the native
 * engine; on line by the bandwidth-centric strategy, and as lists. */
#include "base/memory.h"
#include "engine/hops.h"
#include "hop_lists.h"

static const struct sp_conditions nominal = {.seed = 1};

struct run {
  struct sp_graph *g;
  struct sp_result result;
  struct sp_trace trace;
};

static struct run run_of(const char *graph)
{
  return (struct run){.g = graph_of(graph, "1", NULL)};
}

static void clear(struct run *r)
{
  sp_trace_clear(&r->trace);
  sp_graph_free(r->g);
}

/* The factor changes at each date, from 1, as the next of `factors` says; it never repeats. */
static void change(struct run *r, enum sp_changing kind, int at, int n, const double *dates,
                   const double *factors)
{
  struct sp_profile profile = {.period = INFINITY};
  long cap = 0;
  sp_profile_add(&profile, &cap, 0, 1);
  for (int k = 0; k < n; k++)
    sp_profile_add(&profile, &cap, dates[k], factors[k]);
  sp_graph_set_profile(r->g, kind, at, &profile);
  sp_profile_clear(&profile);
}

static void on_line(struct run *r, long places, double until)
{
  int parent[16];
  struct sp_num c[16];
  assert_true(sp_graph_as_tree(r->g, parent, c));
  struct bandwidth_centric *b = bandwidth_centric_alloc(r->g, parent, places, until);
  struct sp_hop_job job = {r->g, bandwidth_centric_source(b), until, &nominal};
  sp_native_hops(&job, &r->result, &r->trace);
  sp_trace_sort(&r->trace);
  bandwidth_centric_free(b);
  assert_string_equal(r->result.reason, "");
}

/* There is one such event. */
static void assert_event(const struct run *r, int from, int to, double start, double end, bool lost)
{
  int found = 0;
  for (long k = 0; k < r->trace.n; k++) {
    const struct sp_event *e = &r->trace.event[k];
    found +=
        e->from == from && e->to == to && e->start == start && e->end == end && e->lost == lost;
  }
  if (found != 1)
    fail_msg("%d times %d -> %d from %g to %g", found, from, to, start, end);
}

/* Node 2 is down from 3 to 20, and nothing can be done until date 10. */
static void a_node_comes_back_too_late(void **state)
{
  struct run r = run_of("w=inf,2 edges=1-2:1");
  (void)state;
  change(&r, SP_HOST_STATE, 1, 2, (double[]){3, 20}, (double[]){0, 1});
  on_line(&r, 2, 10);
  assert_true(r.result.done == 1);
  clear(&r);
}

/* Two places: the third task is sent when the first has been computed. */
static void a_list_waits_for_places(void **state)
{
  struct run r = run_of("w=inf,4 edges=1-2:1");
  long places[] = {1, 2};
  struct sp_hops hops = SP_HOPS_EMPTY;
  (void)state;
  r.g->places = sp_xmemdup(places, 2, sizeof *places);
  for (long k = 1; k <= 3; k++) {
    sp_hops_add(&hops, &(struct sp_hop){0, 1, 0, false, 1, 0, 0});
    sp_hops_add(&hops, &(struct sp_hop){1, 1, -1, false, 1, 0, k});
  }
  struct sp_hop_job job = {r.g, sp_hops_source(&hops), INFINITY, &nominal};
  sp_native_hops(&job, &r.result, &r.trace);
  assert_string_equal(r.result.reason, "");
  assert_event(&r, 1, 2, 1, 2, false);
  assert_event(&r, 1, 2, 5, 6, false);
  assert_true(r.result.makespan == 13);
  sp_hops_clear(&hops);
  clear(&r);
}

/* One place, and nothing that would free it. */
static void a_place_that_does_not_come(void **state)
{
  struct run r = run_of("w=inf,4 edges=1-2:1");
  long places[] = {1, 1};
  struct sp_hops hops = SP_HOPS_EMPTY;
  (void)state;
  r.g->places = sp_xmemdup(places, 2, sizeof *places);
  for (long k = 1; k <= 2; k++)
    sp_hops_add(&hops, &(struct sp_hop){0, 1, 0, false, 1, 0, 0});
  struct sp_hop_job job = {r.g, sp_hops_source(&hops), INFINITY, &nominal};
  sp_native_hops(&job, &r.result, NULL);
  assert_string_equal(r.result.reason,
                      "stuck at date 1: hop 2 (1 -> 2) waits for a place at node 2");
  sp_hops_clear(&hops);
  clear(&r);
}

/* Node 2 is down from 3 to 5: the task that waits there is lost, the one computed by 3 is not. */
static void a_node_fails(void **state)
{
  struct run r = run_of("w=inf,2 edges=1-2:1");
  (void)state;
  change(&r, SP_HOST_STATE, 1, 2, (double[]){3, 5}, (double[]){0, 1});
  on_line(&r, 2, 10);
  assert_event(&r, 2, 2, 1, 3, false);
  assert_event(&r, 1, 2, 5, 6, false);
  assert_event(&r, 2, 2, 6, 8, false);
  assert_event(&r, 2, 2, 8, 10, false);
  assert_true(r.result.done == 3 && r.result.wasted == 1);
  clear(&r);
}

/* Node 2 relays to node 3. The link between them is down from 2.5 to 4: node 2 has the task still,
 * in its only place, so that the master sends the next one once it has left. */
static void a_link_fails(void **state)
{
  struct run r = run_of("w=inf,inf,1 edges=1-2:1,2-3:2");
  (void)state;
  change(&r, SP_LINK_STATE, 1, 2, (double[]){2.5, 4}, (double[]){0, 1});
  on_line(&r, 1, 9);
  assert_event(&r, 2, 3, 1, 2.5, true);
  assert_event(&r, 2, 3, 4, 6, false);
  assert_event(&r, 1, 2, 6, 7, false);
  assert_event(&r, 3, 3, 6, 7, false);
  assert_true(r.result.done == 1 && r.result.wasted == 1 && r.result.messages == 4);
  clear(&r);
}

/* Node 2, between the master and node 3, goes down while it receives and sends. */
static void a_relay_fails(void **state)
{
  struct run r = run_of("w=inf,inf,1 edges=1-2:1,2-3:1");
  (void)state;
  change(&r, SP_HOST_STATE, 1, 2, (double[]){3.5, 5}, (double[]){0, 1});
  on_line(&r, 9, 8);
  assert_event(&r, 2, 3, 3, 3.5, true);
  assert_event(&r, 1, 2, 3, 3.5, true);
  assert_event(&r, 3, 3, 3, 4, false);
  assert_event(&r, 1, 2, 5, 6, false);
  assert_event(&r, 2, 3, 6, 7, false);
  assert_event(&r, 3, 3, 7, 8, false);
  assert_true(r.result.done == 3 && r.result.wasted == 2);
  clear(&r);
}

/* One place a node, and results. The relay goes down while it sends the first result to node 1. */
static void a_relay_loses_a_result(void **state)
{
  struct run r = run_of("w=inf,inf,1 edges=1-2:1,2-3:1 result=1");
  (void)state;
  change(&r, SP_HOST_STATE, 1, 2, (double[]){4.5, 6}, (double[]){0, 1});
  on_line(&r, 1, 9);
  assert_event(&r, 3, 2, 3, 4, false);
  assert_event(&r, 2, 1, 4, 4.5, true);
  assert_event(&r, 1, 2, 4, 4.5, true);
  assert_event(&r, 3, 2, 7, 8, false);
  assert_event(&r, 2, 1, 8, 9, false);
  assert_true(r.result.done == 1 && r.result.wasted == 2 && r.result.messages == 10);
  clear(&r);
}

/* The relay goes down while it receives the first result, which node 3 has still. */
static void a_result_waits_for_a_relay(void **state)
{
  struct run r = run_of("w=inf,inf,1 edges=1-2:1,2-3:1 result=1");
  (void)state;
  change(&r, SP_HOST_STATE, 1, 2, (double[]){3.5, 6}, (double[]){0, 1});
  on_line(&r, 1, 9);
  assert_event(&r, 2, 3, 3, 3.5, true);
  assert_event(&r, 3, 2, 3, 3.5, true);
  assert_event(&r, 3, 2, 7, 8, false);
  assert_event(&r, 2, 1, 8, 9, false);
  assert_true(r.result.done == 1 && r.result.wasted == 2 && r.result.messages == 8);
  clear(&r);
}

/* A link fails while it carries a result, which its sender has still. */
static void a_link_loses_a_result(void **state)
{
  struct run r = run_of("w=inf,1 edges=1-2:1 result=2");
  (void)state;
  change(&r, SP_LINK_STATE, 0, 2, (double[]){3, 5}, (double[]){0, 1});
  on_line(&r, 1, 7);
  assert_event(&r, 2, 1, 2, 3, true);
  assert_event(&r, 2, 1, 5, 7, false);
  assert_true(r.result.done == 1 && r.result.wasted == 1);
  clear(&r);
}

/* Speed 1/2 from date 2 on; bandwidth 0 from 1.5 to 3; latency doubled from 4 on. */
static void profiles_change_durations(void **state)
{
  struct run r = run_of("w=inf,2 edges=1-2:1");
  (void)state;
  r.g->link[0].latency = sp_int(1);
  change(&r, SP_SPEED, 1, 1, (double[]){5}, (double[]){0.5});
  change(&r, SP_BANDWIDTH, 0, 2, (double[]){1.5, 3}, (double[]){0, 1});
  change(&r, SP_LATENCY, 0, 1, (double[]){3.5}, (double[]){2});
  on_line(&r, 2, 11);
  assert_event(&r, 1, 2, 0, 3.5, false);
  assert_event(&r, 1, 2, 3.5, 6.5, false);
  assert_event(&r, 2, 2, 3.5, 6, false);
  assert_event(&r, 2, 2, 6.5, 10.5, false);
  clear(&r);
}

/* Whoever has made a list before cannot know what will be lost. */
static void hops_that_wait_cannot_fail(void **state)
{
  struct run r = run_of("w=inf,2 edges=1-2:2");
  struct sp_hops hops = SP_HOPS_EMPTY;
  (void)state;
  change(&r, SP_LINK_STATE, 0, 1, (double[]){1}, (double[]){0});
  for (long k = 1; k <= 2; k++)
    sp_hops_add(&hops, &(struct sp_hop){0, 1, 0, false, 1, 0, 0});
  struct sp_hop_job job = {r.g, sp_hops_source(&hops), INFINITY, &nominal};
  sp_native_hops(&job, &r.result, NULL);
  assert_true(r.result.status == SP_FAILED);
  assert_non_null(strstr(r.result.reason, "hops wait at date 1"));
  sp_hops_clear(&hops);
  clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_list_waits_for_places),
      cmocka_unit_test(a_place_that_does_not_come),
      cmocka_unit_test(a_node_fails),
      cmocka_unit_test(a_link_fails),
      cmocka_unit_test(a_relay_fails),
      cmocka_unit_test(a_relay_loses_a_result),
      cmocka_unit_test(a_result_waits_for_a_relay),
      cmocka_unit_test(a_link_loses_a_result),
      cmocka_unit_test(a_node_comes_back_too_late),
      cmocka_unit_test(profiles_change_durations),
      cmocka_unit_test(hops_that_wait_cannot_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
