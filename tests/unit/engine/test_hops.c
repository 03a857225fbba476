/* Tests the native engine of hops: schedules whose dates are known in closed form, random lists
 * against an executor that follows the model's text, sources, refusals. */
#include "engine/hops.h"
#include "hop_lists.h"

#include <malloc.h>

static const struct sp_conditions nominal = {.seed = 1};

static struct sp_hop message(const struct sp_graph *g, int from, int to, double amount,
                             long arrivals)
{
  struct sp_hop hop = {.from = from - 1, .to = to - 1, .amount = amount, .arrivals = arrivals};
  for (int l = 0; l < g->links; l++)
    if ((g->link[l].a == from - 1 && g->link[l].b == to - 1) ||
        (g->link[l].b == from - 1 && g->link[l].a == to - 1))
      hop.link = l;
  return hop;
}

static struct sp_hop work(int node, double amount, long arrivals)
{
  return (struct sp_hop){node - 1, node - 1, -1, false, amount, 0, arrivals};
}

/* A schedule and its execution. */
struct trial {
  struct sp_graph *g;
  struct sp_hops hops;
  struct sp_result result;
  struct sp_trace trace;
  double until;
};

static struct trial trial_of(const char *graph, const char *model)
{
  return (struct trial){.g = graph_of(graph, "1", model), .until = INFINITY};
}

static void add(struct trial *t, struct sp_hop hop)
{
  sp_hops_add(&t->hops, &hop);
}

static void run(struct trial *t)
{
  struct sp_hop_job job = {t->g, sp_hops_source(&t->hops), t->until, &nominal};
  sp_trace_clear(&t->trace);
  sp_native_hops(&job, &t->result, &t->trace);
}

static void clear(struct trial *t)
{
  sp_graph_free(t->g);
  sp_hops_clear(&t->hops);
  sp_trace_clear(&t->trace);
}

/* Hop `number` of the list, from 0, was executed in [start, end]. */
static void assert_dates(const struct trial *t, long number, double start, double end)
{
  for (long k = 0; k < t->trace.n; k++) {
    const struct sp_event *e = &t->trace.event[k];
    if (e->message != number)
      continue;
    if (e->start != start || e->end != end)
      fail_msg("hop %ld in [%g, %g], expected [%g, %g]", number, e->start, e->end, start, end);
    return;
  }
  fail_msg("hop %ld was not executed: %s", number, t->result.reason);
}

static void assert_failed(const struct trial *t, const char *reason)
{
  assert_int_equal(t->result.status, SP_FAILED);
  if (!strstr(t->result.reason, reason))
    fail_msg("\"%s\", expected \"%s\"", t->result.reason, reason);
}

/* ---- Closed forms. */

/* Units 1 -> 2 -> 3 one after another: unit k is at node 2 at 2k, at node 3 at 2 + 3k, done at
 * 5 + 4k. */
static void test_chain(void **state)
{
  (void)state;
  enum { UNITS = 40 };
  struct trial t = trial_of("w=inf,inf,4 edges=1-2:2,2-3:3", NULL);
  for (int k = 1; k <= UNITS; k++) {
    add(&t, message(t.g, 1, 2, 1, 0));
    add(&t, message(t.g, 2, 3, 1, k));
    add(&t, work(3, 1, k));
  }
  run(&t);
  assert_string_equal(t.result.reason, "");
  assert_int_equal(t.result.status, SP_RUN_OK);
  for (int k = 1; k <= UNITS; k++) {
    assert_dates(&t, 3 * k - 3, 2 * k - 2, 2 * k);
    assert_dates(&t, 3 * k - 2, 3 * k - 1, 3 * k + 2);
    assert_dates(&t, 3 * k - 1, 4 * k + 1, 4 * k + 5);
  }
  assert_true(t.result.makespan == 5 + 4 * UNITS && t.result.done == UNITS);
  assert_int_equal(t.result.messages, 2 * UNITS);
  assert_int_equal(t.trace.n, 3 * UNITS);
  assert_int_equal(t.trace.event[0].from, 1); /* in a trace nodes count from 1 */
  assert_int_equal(t.trace.event[0].to, 2);
  assert_int_equal(t.trace.event[0].kind, SP_TRANSFER);
  clear(&t);
}

/* A chunk is computed when all of it has come; a message pays its latency once. */
static void test_chunks_and_latency(void **state)
{
  (void)state;
  struct trial t = trial_of("w=2,0.5 edges=1-2:0.25", NULL);
  t.g->link[0].latency = ratio(3, 2);
  add(&t, message(t.g, 1, 2, 10, 0));
  add(&t, message(t.g, 1, 2, 0, 0));
  add(&t, work(2, 6, 1));
  add(&t, work(2, 4, 2));
  add(&t, work(1, 3, 0));
  run(&t);
  assert_dates(&t, 0, 0, 4);
  assert_dates(&t, 1, 4, 5.5);
  assert_dates(&t, 2, 4, 7);
  assert_dates(&t, 3, 7, 9);
  assert_dates(&t, 4, 0, 6);
  assert_true(t.result.done == 13);
  clear(&t);
}

/* Four messages of lengths 5, 2, 2, 1 from node 1 through so many ports. */
static void test_ports(void **state)
{
  (void)state;
  static const double expected[][4] = {{0, 5, 7, 9}, {0, 0, 2, 4}, {0, 0, 0, 2}, {0, 0, 0, 0}};
  for (int ports = 1; ports <= 4; ports++) {
    struct trial t = trial_of("w=1,1,1,1,1 edges=1-2:5,1-3:2,1-4:2,1-5:1", NULL);
    t.g->platform.node[0].ports.send = ports == 4 ? INT_MAX : ports;
    for (int i = 2; i <= 5; i++)
      add(&t, message(t.g, 1, i, 1, 0));
    run(&t);
    for (int k = 0; k < 4; k++)
      assert_dates(&t, k, expected[ports - 1][k], expected[ports - 1][k] + t.g->link[k].c[0].v);
    clear(&t);
  }
}

/* However many ports there are, a direction of a link carries one message at a time, and the two
 * directions are independent. */
static void test_link(void **state)
{
  (void)state;
  struct trial t = trial_of("w=1,1,1 edges=1-2:3,1-3:4", "multiport");
  add(&t, message(t.g, 1, 2, 1, 0));
  add(&t, message(t.g, 1, 2, 1, 0));
  add(&t, message(t.g, 2, 1, 1, 0));
  add(&t, message(t.g, 1, 3, 1, 0)); /* behind the second message in the order of node 1 */
  run(&t);
  assert_dates(&t, 0, 0, 3);
  assert_dates(&t, 1, 3, 6);
  assert_dates(&t, 2, 0, 3);
  assert_dates(&t, 3, 3, 7);
  clear(&t);
}

/* Node 2 receives in [0, 3], sends (length 2) and computes (length 4) something that it holds, in
 * this order of the list, in each of the six models. */
static void test_models(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    double send, work;
  } expected[] = {{"base", 0, 0},          {"multiport", 0, 0},     {"recv-parallel", 0, 2},
                  {"send-parallel", 0, 3}, {"work-parallel", 3, 0}, {"sequential", 3, 5}};
  for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
    struct trial t = trial_of("w=1,4,1 edges=1-2:3,2-3:2", expected[k].name);
    add(&t, message(t.g, 1, 2, 1, 0));
    add(&t, message(t.g, 2, 3, 1, 0));
    add(&t, work(2, 1, 0));
    run(&t);
    assert_dates(&t, 0, 0, 3);
    assert_dates(&t, 1, expected[k].send, expected[k].send + 2);
    assert_dates(&t, 2, expected[k].work, expected[k].work + 4);
    clear(&t);
  }
}

/* An excluded hop waits in the order of the list, even if it could start earlier: node 2's
 * computation, behind a reception that starts at date 5. */
static void test_excluded_in_order(void **state)
{
  (void)state;
  struct trial t = trial_of("w=5,1 edges=1-2:3", "sequential");
  add(&t, work(1, 1, 0));
  add(&t, message(t.g, 1, 2, 1, 0));
  add(&t, work(2, 1, 0));
  add(&t, work(2, 2, 1));
  run(&t);
  assert_dates(&t, 1, 5, 8);
  assert_dates(&t, 2, 8, 9);
  assert_dates(&t, 3, 9, 11);
  clear(&t);
}

/* Links of one bus carry one message at a time, in the order of the list: node 3's message waits
 * for node 2's, which waits for its unit. */
static void test_bus(void **state)
{
  (void)state;
  struct trial t = trial_of("w=1,1,1,1,1 edges=1-2:1,2-4:2,3-5:4,1-5:8", NULL);
  t.g->link[1].bus = t.g->link[2].bus = 41;
  t.g->link[3].bus = 2000000000;
  add(&t, message(t.g, 1, 2, 1, 0));
  add(&t, message(t.g, 2, 4, 1, 1));
  add(&t, message(t.g, 3, 5, 1, 0));
  add(&t, message(t.g, 4, 2, 1, 0));
  add(&t, message(t.g, 1, 5, 1, 0));
  run(&t);
  assert_dates(&t, 1, 1, 3);
  assert_dates(&t, 2, 3, 7);
  assert_dates(&t, 3, 7, 9);
  assert_dates(&t, 4, 7, 15); /* another bus, but node 5 receives */
  clear(&t);
}

/* A hop that waits for its date keeps its ports, and no others, from the hops behind it. */
static void test_earliest(void **state)
{
  (void)state;
  struct trial t = trial_of("w=3,1,1 edges=1-2:2,1-3:2", NULL);
  add(&t, message(t.g, 1, 2, 1, 0));
  add(&t, message(t.g, 1, 3, 1, 0));
  add(&t, message(t.g, 1, 2, 1, 0));
  add(&t, work(1, 1, 0));
  t.hops.hop[0].earliest = 1.5; /* later than it could */
  t.hops.hop[1].earliest = 3;   /* earlier than it can */
  t.hops.hop[2].earliest = 5.5; /* when it can */
  run(&t);
  assert_dates(&t, 0, 1.5, 3.5);
  assert_dates(&t, 1, 3.5, 5.5);
  assert_dates(&t, 2, 5.5, 7.5);
  assert_dates(&t, 3, 0, 3);
  clear(&t);
}

/* Hops that end at the date count, also within rounding of it; hops that end later are under way
 * when the run stops. */
static void test_until(void **state)
{
  (void)state;
  struct trial t = trial_of("w=1,1 edges=1-2:0.1", NULL);
  for (int k = 1; k <= 20; k++) {
    add(&t, message(t.g, 1, 2, 1, 0));
    add(&t, work(2, 1, k));
  }
  double tenth = 0; /* ten times 0.1, added up, is less than 1 */
  for (int k = 0; k < 10; k++)
    tenth += 0.1;
  assert_true(tenth < 1);
  t.until = tenth * (1 - 9e-13);
  run(&t);
  assert_int_equal(t.result.messages, 10);
  assert_true(t.result.makespan == tenth && t.result.done == 0);
  t.until = tenth * (1 - 3e-12);
  run(&t);
  assert_int_equal(t.result.messages, 9);
  t.until = 4.35;
  run(&t);
  assert_int_equal(t.result.status, SP_RUN_OK);
  assert_int_equal(t.result.messages, 20);
  assert_true(t.result.done == 4);
  assert_int_equal(t.trace.n, 24);
  clear(&t);
}

/* Hops that take no time end at the date of their start, in a further round. */
static void test_no_time(void **state)
{
  (void)state;
  struct trial t = trial_of("w=1,2,3 edges=1-2:5,2-3:7", NULL);
  for (int k = 0; k < 3; k++)
    add(&t, message(t.g, 1, 2, 0, 0));
  add(&t, message(t.g, 2, 3, 0, 3));
  add(&t, work(3, 0, 1));
  add(&t, message(t.g, 3, 2, 1, 1));
  run(&t);
  for (int k = 0; k < 5; k++)
    assert_dates(&t, k, 0, 0);
  assert_dates(&t, 5, 0, 7);
  clear(&t);
}

/* ---- Sources. */

/* Sends a unit on demand, the next as soon as one has arrived; and checks the view. */
struct demand {
  long calls, sent;
  double dates[8];
  bool starts;
};

static void start_demand(void *state)
{
  struct demand *d = state;
  *d = (struct demand){.starts = true};
}

static bool more_demand(void *state, const struct sp_hop_view *view, struct sp_hops *to)
{
  struct demand *d = state;
  assert_true(d->starts);
  assert_int_equal(to->n, 0);
  d->dates[d->calls++] = view->now;
  assert_int_equal(view->waiting, view->now == 8); /* the second computation, about to start */
  long computed = 0;
  for (long k = 0; k < view->n_ended; k++)
    computed += view->ended[k].link < 0;
  assert_int_equal(view->n_ended, d->calls > 1);
  assert_int_equal(view->node[0].begun, d->sent);
  assert_int_equal(view->node[0].ended, view->node[1].received);
  assert_int_equal(view->node[0].sending + view->node[1].receiving, 0);
  assert_int_equal(view->node[1].ended + view->node[1].computing, view->node[1].begun);
  if (computed)
    return d->sent < 2;
  struct sp_hop send = message(view->g, 1, 2, 1, 0), compute = work(2, 1, view->node[1].received);
  if (view->node[1].received > 0)
    sp_hops_add(to, &compute);
  if (d->sent < 2)
    sp_hops_add(to, &send);
  d->sent += d->sent < 2;
  return true;
}

static void test_on_line(void **state)
{
  (void)state;
  struct sp_graph *g = graph_of("w=inf,5 edges=1-2:3", "1", NULL);
  struct demand d;
  struct sp_hop_job job = {g, {start_demand, more_demand, &d}, INFINITY, &nominal};
  struct sp_result result;
  for (int again = 0; again < 2; again++) { /* the source forgets */
    sp_native_hops(&job, &result, NULL);
    assert_string_equal(result.reason, "");
    assert_true(result.makespan == 13 && result.done == 2);
    assert_int_equal(result.messages, 2);
    static const double dates[] = {0, 3, 6, 8}; /* at 8 it returned false: no more hops */
    assert_int_equal(d.calls, 4);
    for (int k = 0; k < 4; k++)
      assert_true(d.dates[k] == dates[k]);
  }
  sp_graph_free(g);
}

/* Six computations that end at one date, begun in any order: the source sees them in the order
 * of the list, as in the trace. */
static bool more_together(void *state, const struct sp_hop_view *view, struct sp_hops *to)
{
  static const int node[] = {3, 1, 6, 2, 5, 4};
  (void)state;
  for (int k = 0; k < 6 && view->now == 0; k++) {
    struct sp_hop hop = work(node[k], 1, 0);
    hop.earliest = node[k];
    hop.amount = 10 - node[k];
    sp_hops_add(to, &hop);
  }
  assert_int_equal(view->n_ended, view->now == 0 ? 0 : 6);
  for (long k = 0; k < view->n_ended; k++)
    assert_int_equal(view->ended[k].from, node[k] - 1);
  return view->now == 0;
}

static void test_ends_in_order(void **state)
{
  (void)state;
  struct trial t = trial_of("w=1,1,1,1,1,1 edges=1-2:1,2-3:1,3-4:1,4-5:1,5-6:1", NULL);
  struct sp_hop_job job = {t.g, {NULL, more_together, NULL}, INFINITY, &nominal};
  sp_native_hops(&job, &t.result, &t.trace);
  assert_string_equal(t.result.reason, "");
  assert_int_equal(t.trace.n, 6);
  for (int k = 0; k < 6; k++)
    assert_int_equal(t.trace.event[k].message, k);
  assert_true(t.result.makespan == 10);
  clear(&t);
}

/* An end that an engine reports after the job's date is neither counted nor recorded. */
static void test_late_end(void **state)
{
  (void)state;
  struct trial t = trial_of("w=1,1 edges=1-2:3", NULL);
  struct hop_run r;
  add(&t, work(1, 1, 0));
  add(&t, message(t.g, 1, 2, 1, 0));
  struct sp_hop_job job = {t.g, sp_hops_source(&t.hops), 2, NULL};
  hop_run_init(&r, &job, &t.result, &t.trace);
  assert_int_equal(hop_run_more(&r, 0), 2);
  struct hop_task first = {.hop = r.added.hop[0]}, second = {.hop = r.added.hop[1], .number = 1};
  assert_true(hop_run_start(&r, &first, 0).duration == 1);
  struct cost cost = hop_run_start(&r, &second, 0);
  assert_true(cost.units == 1 && cost.unit == 3 && cost.duration == 3);
  hop_run_ended(&r, &first, 1);
  hop_run_ended(&r, &second, 3);
  assert_int_equal(r.under_way, 0);
  hop_run_close(&r, NULL, false);
  assert_true(t.result.makespan == 1 && t.result.done == 1);
  assert_int_equal(t.result.messages, 0);
  assert_int_equal(t.trace.n, 1);
  clear(&t);
}

/* The hash of two messages into node 2, started in this order and ended in that one. */
static uint64_t order_of(const long started[2], const long ended[2])
{
  struct trial t = trial_of("w=1,1,1 edges=1-2:3,2-3:3", "multiport");
  struct hop_run r;
  add(&t, message(t.g, 1, 2, 1, 0));
  add(&t, message(t.g, 3, 2, 1, 0));
  struct sp_hop_job job = {t.g, sp_hops_source(&t.hops), INFINITY, NULL};
  hop_run_init(&r, &job, &t.result, NULL);
  hop_run_more(&r, 0);
  struct hop_task task[2] = {{.hop = r.added.hop[0]}, {.hop = r.added.hop[1], .number = 1}};
  for (int k = 0; k < 2; k++)
    hop_run_start(&r, &task[started[k]], 0);
  for (int k = 0; k < 2; k++)
    hop_run_ended(&r, &task[ended[k]], 3);
  hop_run_close(&r, NULL, false);
  assert_int_equal(t.result.status, SP_RUN_OK);
  clear(&t);
  return t.result.order_hash;
}

static void test_order_hash(void **state)
{
  (void)state;
  static const long first[2] = {0, 1}, second[2] = {1, 0};
  assert_true(order_of(first, first) == order_of(first, second));
  assert_true(order_of(first, first) != order_of(second, first));
}

/* Waits for ever. */
static bool more_never(void *state, const struct sp_hop_view *view, struct sp_hops *to)
{
  long *calls = state;
  struct sp_hop hop = work(1, 1, 0);
  hop.earliest = 4; /* this date is waited for before the source counts as stuck */
  if (view->now == 0)
    sp_hops_add(to, &hop);
  ++*calls;
  return true;
}

static void test_source_waits(void **state)
{
  (void)state;
  struct trial t = trial_of("w=1,1 edges=1-2:3", NULL);
  long calls = 0;
  struct sp_hop_job job = {t.g, {NULL, more_never, &calls}, INFINITY, &nominal};
  sp_native_hops(&job, &t.result, NULL);
  assert_failed(&t, "stuck at date 5: the source of hops waits");
  assert_int_equal(calls, 2);
  assert_true(t.result.makespan == 5);
  clear(&t);
}

/* Period after period for ever, one ahead; one hop in each period waits for long. */
struct periods {
  long period, most;
};

static bool more_periods(void *state, const struct sp_hop_view *view, struct sp_hops *to)
{
  struct periods *p = state;
  long used = (long)mallinfo2().uordblks;
  if (p->period == 1000)
    p->most = used;
  if (p->period > 1000)
    assert_true(used <= p->most + 4096);
  while (view->now >= 10 * (double)(p->period - 1)) {
    for (int k = 0; k < 4; k++) {
      struct sp_hop hops[] = {message(view->g, 1, 2, 1, 0), message(view->g, 2, 3, 1, 0),
                              work(3, 1, 0), work(1, 0.25, 0)};
      hops[k].earliest = 10 * (double)p->period;
      for (int h = 0; h < 4; h++)
        sp_hops_add(to, &hops[h]);
    }
    p->period++;
  }
  return true;
}

static void test_memory_is_constant(void **state)
{
  (void)state;
  struct sp_graph *g = graph_of("w=1,inf,1 edges=1-2:1,2-3:2", "1", NULL);
  struct periods p = {0, 0};
  struct sp_hop_job job = {g, {NULL, more_periods, &p}, 300000, &nominal};
  struct sp_result result;
  sp_native_hops(&job, &result, NULL);
  assert_string_equal(result.reason, "");
  assert_true(p.period > 29000);
  assert_true(result.done > 29000 * 4 && result.messages > 29000 * 8);
  sp_graph_free(g);
}

/* ---- Lists that cannot be executed. */

static void test_stuck(void **state)
{
  (void)state;
  struct trial t = trial_of("w=1,1,1 edges=1-2:3,2-3:1", NULL);
  add(&t, message(t.g, 1, 2, 1, 0));
  add(&t, message(t.g, 2, 3, 1, 2));
  add(&t, work(3, 1, 1));
  add(&t, work(1, 7, 0));
  run(&t);
  assert_failed(&t,
                "stuck at date 7: hop 2 (2 -> 3) waits for transfer 2 into node 2, 1 have come");
  assert_int_equal(t.trace.n, 2);
  t.until = 9; /* nothing can happen until then either */
  run(&t);
  assert_failed(&t, "stuck at date 7: hop 2");
  t.until = 6.5; /* hop 4 was under way when the date came */
  run(&t);
  assert_int_equal(t.result.status, SP_RUN_OK);
  t.until = 9;
  add(&t, work(1, 1, 0));
  t.hops.hop[4].earliest = 9.5; /* hop 5 was to start later */
  run(&t);
  assert_int_equal(t.result.status, SP_RUN_OK);
  t.until = INFINITY;
  run(&t);
  assert_failed(&t, "stuck at date 10.5: hop 2");
  t.until = 9;
  t.hops.hop[4] = work(3, 1, 0); /* hop 5 is behind hop 3, which waits */
  t.hops.hop[4].earliest = 9.5;
  run(&t);
  assert_failed(&t, "stuck at date 7: hop 2");
  t.hops.n = 1;
  add(&t, work(3, 1, 1));
  run(&t);
  assert_failed(&t, "stuck at date 3: hop 2 (on node 3) waits for transfer 1 into node 3, 0 have");
  clear(&t);
}

static void test_nonsense(void **state)
{
  (void)state;
  static const struct {
    struct sp_hop hop;
    const char *reason;
  } wrong[] = {
      {{3, 3, -1, false, 1, 0, 0}, "hop 2 (on node 4): there is no such node"},
      {{-1, 1, 0, false, 1, 0, 0}, "hop 2 (0 -> 2): there is no such node"},
      {{0, 1, 2, false, 1, 0, 0}, "hop 2 (1 -> 2): there is no such link"},
      {{0, 1, -2, false, 1, 0, 0}, "hop 2 (1 -> 2): there is no such link"},
      {{0, 1, -1, false, 1, 0, 0}, "hop 2 (1 -> 2): a message needs a link"},
      {{0, 0, 0, false, 1, 0, 0}, "hop 2 (1 -> 1): a computation needs no link"},
      {{0, 2, 0, false, 1, 0, 0}, "hop 2 (1 -> 3): its link does not join the two nodes"},
      {{2, 1, 1, false, 1, 0, 0}, "hop 2 (3 -> 2): nothing can be sent that way"},
      {{1, 1, -1, false, 0, 0, 0}, "hop 2 (on node 2): the node does not compute"},
      {{0, 1, 0, false, -1, 0, 0}, "hop 2 (1 -> 2): its amount is not a number >= 0"},
      {{0, 1, 0, false, NAN, 0, 0}, "its amount is not a number >= 0"},
      {{0, 1, 0, false, INFINITY, 0, 0}, "its amount is not a number >= 0"},
      {{0, 0, -1, false, 1, -1, 0}, "its earliest date is not a number >= 0"},
      {{0, 0, -1, false, 1, NAN, 0}, "its earliest date is not a number >= 0"},
      {{0, 0, -1, false, 1, INFINITY, 0}, "its earliest date is not a number >= 0"},
      {{0, 0, -1, false, 1, 0, -1}, "it waits for less than no transfer"},
      {{0, 1, 0, true, 1, 0, 0}, "hop 2 (1 -> 2): no results return on this graph"},
  };
  struct trial t = trial_of("w=1,inf,1 edges=1-2:3,2-3:1:inf", NULL);
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    t.hops.n = 0;
    add(&t, message(t.g, 1, 2, 1, 0));
    add(&t, wrong[k].hop);
    run(&t);
    assert_failed(&t, wrong[k].reason);
    assert_int_equal(t.trace.n, 0);
  }
  t.g->platform.node[1].ports.recv = 0;
  run(&t);
  assert_failed(&t, "hop 1 (1 -> 2): there is no port for it");
  clear(&t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chain),        cmocka_unit_test(test_chunks_and_latency),
      cmocka_unit_test(test_ports),        cmocka_unit_test(test_link),
      cmocka_unit_test(test_models),       cmocka_unit_test(test_excluded_in_order),
      cmocka_unit_test(test_bus),          cmocka_unit_test(test_earliest),
      cmocka_unit_test(test_until),        cmocka_unit_test(test_no_time),
      cmocka_unit_test(test_on_line),      cmocka_unit_test(test_ends_in_order),
      cmocka_unit_test(test_late_end),     cmocka_unit_test(test_order_hash),
      cmocka_unit_test(test_source_waits), cmocka_unit_test(test_memory_is_constant),
      cmocka_unit_test(test_stuck),        cmocka_unit_test(test_nonsense),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
