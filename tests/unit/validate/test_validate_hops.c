/* Tests the validator of graphs: traces of the model's text and of the native engine are accepted,
 * damaged ones are refused, each for its own reason. */
#include "engine/hops.h"
#include "hop_lists.h"
#include "hop_model.h"
#include "validate/hop_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A graph, a correct trace on it, and what is asked of it. */
struct scene {
  struct sp_graph *g;
  struct sp_trace trace;
  double held[8];
  long places[8];
  struct sp_hop_check check;
};

/* What a hop is in the tables below: from, to (from 1), arrivals. */
struct step {
  int from, to;
  double amount;
  long arrivals;
};

static int link_between(const struct sp_graph *g, int a, int b)
{
  for (int l = 0; l < g->links; l++)
    if ((g->link[l].a == a && g->link[l].b == b) || (g->link[l].a == b && g->link[l].b == a))
      return l;
  return -1;
}

static void set_up(struct scene *s, const char *graph, const char *model, const struct step *step,
                   int n)
{
  struct sp_hops hops = SP_HOPS_EMPTY;
  *s = (struct scene){.g = graph_of(graph, "1", model), .trace = SP_TRACE_EMPTY};
  for (int k = 0; k < n; k++)
    sp_hops_add(&hops, &(struct sp_hop){step[k].from - 1, step[k].to - 1,
                                        link_between(s->g, step[k].from - 1, step[k].to - 1), false,
                                        step[k].amount, 0, step[k].arrivals});
  assert_true(naive_trace(s->g, &hops, &s->trace));
  sp_trace_sort(&s->trace);
  sp_hops_clear(&hops);
  for (int i = 0; i < 8; i++)
    s->places[i] = LONG_MAX;
  s->check = (struct sp_hop_check){s->held, s->places, NAN, INFINITY, 0, SP_DURATIONS_EXACT};
}

static void strike(struct scene *s)
{
  sp_trace_clear(&s->trace);
  sp_graph_free(s->g);
}

/* Figure 2 of the steady-state paper with four tasks: hop 1 goes 1 -> 2 at 0..2 and is computed
 * there (5) at 2..5; hop 2 goes 1 -> 3 at 2..3, is sent on to 4 (3) at 3..6 and computed there (6)
 * at 6..12; 1 computes (4) at 0..1; hop 7 goes 1 -> 3 at 3..4 and is computed there (8) at 4..8. */
static void four_tasks(struct scene *s)
{
  static const struct step step[] = {{1, 2, 1, 0}, {1, 3, 1, 0}, {3, 4, 1, 1}, {1, 1, 1, 0},
                                     {2, 2, 1, 1}, {4, 4, 1, 1}, {1, 3, 1, 0}, {3, 3, 1, 2}};
  set_up(s, FIGURE_2, NULL, step, 8);
  s->held[0] = 4;
  s->check.total = 4;
}

static struct sp_event *find(struct scene *s, long number)
{
  for (long j = 0; j < s->trace.n; j++)
    if (s->trace.event[j].message == number - 1)
      return &s->trace.event[j];
  fail_msg("no hop %ld", number);
  return NULL;
}

static void move(struct sp_event *e, double start)
{
  e->end += start - e->start;
  e->start = start;
}

static void drop(struct scene *s, long number)
{
  *find(s, number) = s->trace.event[s->trace.n - 1];
  s->trace.n--;
}

static void accepted(const struct scene *s)
{
  struct sp_error error = {""};
  if (sp_validate_hops(s->g, &s->trace, &s->check, &error) != SP_OK)
    fail_msg("refused: %s", error.text);
}

/* Refused, with these words in the reason; the scene is struck. */
static void refused(struct scene *s, const char *words)
{
  struct sp_error error = {""};
  assert_int_equal(sp_validate_hops(s->g, &s->trace, &s->check, &error), SP_NOT_VERIFIED);
  if (!strstr(error.text, words))
    fail_msg("refused with \"%s\", expected \"%s\"", error.text, words);
  assert_int_equal(sp_validate_hops(s->g, &s->trace, &s->check, NULL), SP_NOT_VERIFIED);
  strike(s);
}

static void test_correct_traces(void **state)
{
  struct scene s;
  (void)state;
  four_tasks(&s);
  assert_float_equal(find(&s, 6)->end, 12, 0);
  accepted(&s);
  s.held[0] = INFINITY;
  s.check.total = NAN;
  s.check.until = 12;
  accepted(&s);
  s.trace.n = 0;
  accepted(&s);
  strike(&s);
}

/* ---- single events */

static void test_events(void **state)
{
  struct scene s;
  (void)state;
  four_tasks(&s);
  find(&s, 2)->from = 0;
  refused(&s, "node 0, as in a star's trace; expected a graph's, whose nodes are 1 to 4");
  four_tasks(&s);
  find(&s, 2)->to = 0;
  refused(&s, "node 0");
  four_tasks(&s);
  find(&s, 2)->to = 5;
  refused(&s, "unknown node 5, expected 1 to 4");
  four_tasks(&s);
  find(&s, 2)->from = -3;
  refused(&s, "unknown node -3");
  four_tasks(&s);
  find(&s, 5)->to = 4;
  refused(&s, "a computation from 2 to 4");
  four_tasks(&s);
  find(&s, 2)->to = 1;
  refused(&s, "a message from node 1 to itself");
  four_tasks(&s);
  find(&s, 2)->kind = (enum sp_kind)7;
  refused(&s, "unknown kind 7");
  four_tasks(&s);
  find(&s, 2)->message = -1;
  refused(&s, "number 0, expected at least 1");
  four_tasks(&s);
  find(&s, 2)->message = 6;
  refused(&s, "number 7 occurs twice");
  four_tasks(&s);
  find(&s, 1)->to = 4;
  refused(&s, "message 1 from node 1 to node 4: there is no link");
}

static void test_dates(void **state)
{
  struct scene s;
  (void)state;
  four_tasks(&s);
  find(&s, 6)->end = INFINITY;
  refused(&s, "not finite");
  four_tasks(&s);
  find(&s, 6)->start = NAN;
  refused(&s, "computation 6 of node 4: dates nan");
  four_tasks(&s);
  move(find(&s, 1), -0.25);
  refused(&s, "message 1 from node 1 to node 2 starts at -0.25, a negative date");
  four_tasks(&s);
  find(&s, 6)->end = 5.5;
  refused(&s, "ends at 5.5 before its start at 6");
  four_tasks(&s);
  s.check.until = 11.75;
  refused(&s, "computation 6 of node 4 ends at 12 after the last date 11.75");
  four_tasks(&s);
  find(&s, 6)->amount = -0.5;
  refused(&s, "the amount -0.5");
  four_tasks(&s);
  find(&s, 6)->amount = NAN;
  refused(&s, "the amount nan");
}

static void test_durations(void **state)
{
  struct scene s;
  (void)state;
  four_tasks(&s);
  find(&s, 6)->end = 11.875;
  refused(&s, "computation 6 of node 4 takes 5.875 from 6, shorter than the nominal 6");
  four_tasks(&s);
  find(&s, 6)->end = 12.125;
  refused(&s, "longer than the nominal 6");
  four_tasks(&s);
  find(&s, 6)->end = 12.125;
  s.check.durations = SP_DURATIONS_AT_LEAST;
  accepted(&s);
  find(&s, 6)->end = 11.875;
  refused(&s, "shorter");
  four_tasks(&s);
  find(&s, 6)->end = 7.5;
  s.check.durations = SP_DURATIONS_ANY;
  accepted(&s);
  s.g->link[0].latency = sp_double(0.125);
  s.check.durations = SP_DURATIONS_EXACT;
  find(&s, 6)->end = 12;
  refused(&s, "message 1 from node 1 to node 2 takes 2 from 0, shorter than the nominal 2.125");
  four_tasks(&s);
  s.g->w[3] = (struct sp_num){INFINITY, 0, 0};
  refused(&s, "computation 6 of node 4: this node only relays");
  four_tasks(&s);
  s.g->link[2].c[0] = (struct sp_num){INFINITY, 0, 0};
  refused(&s, "message 3 from node 3 to node 4: this link carries nothing in this direction");
  four_tasks(&s);
  s.check.tolerance = 0.02;
  find(&s, 6)->end = 12.125;
  accepted(&s);
  strike(&s);
}

/* ---- ports, links, buses */

static void test_ports(void **state)
{
  struct scene s;
  (void)state;
  four_tasks(&s);
  move(find(&s, 2), 1.75);
  refused(&s, "the emission port of node 1: message 2 from node 1 to node 3 starts at 1.75 while "
              "message 1 from node 1 to node 2 lasts from 0 to 2");
  four_tasks(&s);
  s.g->platform.node[0].ports.send = INT_MAX;
  move(find(&s, 2), 0);
  accepted(&s); /* any number of ports, on links of their own */
  s.g->link[0].bus = s.g->link[1].bus = 41;
  refused(&s, "bus 41: message 1 from node 1 to node 2 starts at 0 while message 2");
  four_tasks(&s);
  s.g->platform.node[0].ports.send = s.g->platform.node[2].ports.recv = 2;
  move(find(&s, 7), 2.5);
  refused(&s, "the link from 1 to 3: message 7 from node 1 to node 3 starts at 2.5");
  four_tasks(&s);
  s.g->platform.node[0].ports.send = 2;
  move(find(&s, 7), 2.5);
  refused(&s, "the reception port of node 3");
}

static void test_several_ports(void **state)
{
  static const struct step step[] = {{1, 2, 1, 0}, {1, 3, 1, 0}, {1, 4, 1, 0}};
  struct scene s;
  (void)state;
  set_up(&s, "w=1,1,1,1 edges=1-2:4,1-3:4,1-4:4", NULL, step, 3);
  s.held[0] = 3;
  s.g->platform.node[0].ports.send = 2;
  move(find(&s, 2), 1); /* 0..4, 1..5, 4..8 */
  move(find(&s, 3), 4);
  accepted(&s);
  move(find(&s, 3), 3.5);
  refused(&s, "message 3 from node 1 to node 4 starts at 3.5 while all 2 ports are busy until 4");
}

static void test_computations(void **state)
{
  static const struct step step[] = {{1, 1, 1, 0}, {1, 1, 1, 0}, {1, 2, 1, 0}};
  struct scene s;
  (void)state;
  set_up(&s, "w=3,1 edges=1-2:2", NULL, step, 3);
  s.held[0] = 3;
  accepted(&s);
  move(find(&s, 2), 2);
  refused(&s, "the processor of node 1: computation 2 of node 1 starts at 2 while computation 1");
}

/* The two directions of a link are two resources, but a bus is one. */
static void test_both_ways(void **state)
{
  static const struct step step[] = {{1, 2, 1, 0}, {2, 1, 1, 0}};
  struct scene s;
  (void)state;
  set_up(&s, "w=3,1 edges=1-2:2", NULL, step, 2);
  s.held[0] = s.held[1] = 1;
  move(find(&s, 2), 0.5);
  accepted(&s);
  s.g->link[0].bus = 3;
  refused(&s, "bus 3");
}

/* A task is relayed and one is computed on the way: each model forbids what it says. */
static void test_exclusions(void **state)
{
  static const struct step step[] = {{1, 2, 1, 0}, {1, 2, 1, 0}, {2, 3, 1, 1}, {2, 2, 1, 2}};
  static const struct {
    const char *model;
    long number;
    double start;
    const char *words;
  } damage[] = {
      {"work-parallel", 3, 3, "node 2, which does not receive and send at once: message 3"},
      {"recv-parallel", 4, 3, "node 2, which does not send and compute at once: computation 4"},
      {"send-parallel", 1, 0.5, NULL},
      {"sequential", 3, 3,
       "node 2, which does not receive and send or receive and compute or send"},
  };
  struct scene s;
  (void)state;
  for (size_t k = 0; k < sizeof damage / sizeof *damage; k++) {
    set_up(&s, "w=1,3,1 edges=1-2:2,2-3:2", damage[k].model, step, 4);
    s.held[0] = 2;
    accepted(&s);
    if (damage[k].words) {
      move(find(&s, damage[k].number), damage[k].start);
      refused(&s, damage[k].words);
      continue;
    }
    s.held[1] = 1; /* so that it could compute while it receives */
    move(find(&s, 4), 1);
    refused(&s, "node 2, which does not receive and compute at once");
  }
}

/* ---- stock */

static void test_stock(void **state)
{
  struct scene s;
  (void)state;
  four_tasks(&s);
  s.held[0] = 3;
  refused(&s,
          "node 1 has begun 4 units when message 7 from node 1 to node 3 starts at 3, more than "
          "the 3 that it has: held 3, received 0");
  four_tasks(&s);
  move(find(&s, 3), 2.875); /* before the whole message is there */
  refused(&s, "node 3 has begun 1 unit when message 3 from node 3 to node 4 starts at 2.875");
  four_tasks(&s);
  move(find(&s, 6), 5.875);
  refused(&s, "node 4 has begun 1 unit");
  four_tasks(&s);
  drop(&s, 1);
  refused(&s, "node 2 has begun 1 unit when computation 5 of node 2 starts at 2, more than the 0");
  four_tasks(&s);
  drop(&s, 7);
  refused(&s, "node 3 has begun 2 units");
  four_tasks(&s);
  drop(&s, 4);
  refused(&s, "3 units are computed, expected 4");
  four_tasks(&s);
  s.check.total = 3.5;
  refused(&s, "4 units are computed, expected 3.5");
  four_tasks(&s);
  s.held[0] = NAN;
  refused(&s, "node 1 holds nan units");
  four_tasks(&s);
  s.held[2] = -1;
  refused(&s, "node 3 holds -1 units");
}

/* Divisible load: amounts may miss by a rounding error, not by more. */
static void test_amounts(void **state)
{
  static const struct step step[] = {
      {1, 2, 0.1, 0}, {1, 2, 0.2, 0}, {2, 2, 0.1, 1}, {2, 2, 0.2, 2}, {1, 1, 0.7, 0}};
  struct scene s;
  (void)state;
  set_up(&s, "w=1,3 edges=1-2:2", NULL, step, 5);
  s.held[0] = 0.1 + 0.2 + 0.7; /* above 1 by a rounding error, as is the sum of what is begun */
  s.check.total = 1;
  accepted(&s);
  s.held[0] = 1 - 1e-12;
  accepted(&s);
  s.held[0] = 1 - 1e-6;
  refused(&s, "more than the");
  set_up(&s, "w=1,3 edges=1-2:2", NULL, step, 5);
  s.held[0] = 1;
  s.check.durations = SP_DURATIONS_ANY;
  find(&s, 4)->amount = 0.2001;
  refused(&s, "node 2 has begun 0.3001 units");
}

/* What is held counts for the tolerance, too: 0.1 + 0.2 > 0.3 in doubles. */
static void test_held_amounts(void **state)
{
  static const struct step step[] = {{1, 1, 0.1, 0}, {1, 1, 0.2, 0}};
  struct scene s;
  (void)state;
  set_up(&s, "w=1,3 edges=1-2:2", NULL, step, 2);
  s.held[0] = s.check.total = 0.3;
  accepted(&s);
  s.held[0] = 0.29999;
  refused(&s, "node 1 has begun 0.3 units");
}

/* Hop 1 fills the one place of node 2 from 0 until it has been sent on, at 4. */
static void test_places(void **state)
{
  static const struct step step[] = {{1, 2, 1, 0}, {1, 2, 1, 0}, {2, 3, 1, 1}, {2, 2, 1, 2}};
  struct scene s;
  (void)state;
  set_up(&s, "w=1,3,1 edges=1-2:2,2-3:2", NULL, step, 4);
  s.held[0] = 2;
  s.places[1] = 2;
  accepted(&s);
  s.places[1] = 1;
  move(find(&s, 2), 4);
  move(find(&s, 4), 6);
  accepted(&s);
  move(find(&s, 2), 3.75);
  refused(&s, "node 2: message 2 from node 1 to node 2 starts at 3.75 while its 1 place is taken "
              "until 4");
  set_up(&s, "w=1,3,1 edges=1-2:2,2-3:2", NULL, step, 4);
  s.held[0] = 2;
  s.places[2] = 0;
  refused(&s, "node 3: message 3 from node 2 to node 3 starts at 2, but there is no place for it");
  set_up(&s, "w=1,3,1 edges=1-2:2,2-3:2", NULL, step, 4);
  s.held[0] = 2;
  s.check.places = NULL;
  accepted(&s);
  strike(&s);
}

/* Ten messages from 1 to 2, one every so often from date 1000 on, and their computations, each of
 * which lasts so long and takes 1.5, with a tolerance of about 1. */
static void squeezed(const char *model, double every, double lasts, const char *words)
{
  struct scene s;
  set_up(&s, "w=1,1.5 edges=1-2:1.5", model, NULL, 0);
  s.held[0] = 10;
  s.check.tolerance = 1e-3;
  for (int k = 0; k < 10; k++) {
    double start = 1000 + k * every, middle = start + lasts;
    sp_trace_add(&s.trace, &(struct sp_event){start, middle, 1, 1, 2, 2 * k, SP_TRANSFER, false});
    sp_trace_add(&s.trace,
                 &(struct sp_event){middle, middle + lasts, 1, 2, 2, 2 * k + 1, SP_COMPUTE, false});
  }
  if (words) {
    refused(&s, words);
    return;
  }
  accepted(&s);
  strike(&s);
}

/* The tolerance of many dates does not add up. */
static void test_spans(void **state)
{
  (void)state;
  squeezed(NULL, 1.5, 1.5, NULL);
  squeezed(NULL, 0.6, 0.6,
           "the reception port of node 2: message 3 from node 1 to node 2 ends at 1001.2, expected "
           "1003 or later, after the durations of those before it");
  squeezed(NULL, 1.6, 0.8, NULL);
  squeezed("sequential", 3, 1.5, NULL);
  squeezed("sequential", 1.6, 0.8,
           "node 2, which does not receive and send or receive and compute or send and compute at "
           "once: computation 2 of node 2 ends at 1001.6, expected 1003 or later");
}

/* ---- random traces */

enum damage { EARLIER, DROPPED, LONGER, SHORTER, ELSEWHERE, DAMAGES };

/* True if a port keeps the event from an earlier start: another that needs it ends then. */
static bool is_pinned(const struct sp_graph *g, const struct sp_hops *hops,
                      const struct sp_trace *trace, const struct sp_event *e)
{
  for (long j = 0; j < trace->n; j++) {
    const struct sp_event *o = &trace->event[j];
    if (o->end == e->start && meet(g, &hops->hop[o->message], &hops->hop[e->message]))
      return true;
  }
  return e->start == 0;
}

static void damage_one(uint64_t *state, const struct sp_graph *g, const struct sp_hops *hops,
                       struct sp_trace *trace, enum damage damage)
{
  long at = draw(state, 0, (int)trace->n - 1);
  struct sp_event *e = &trace->event[at];
  double part = (e->end - e->start) * 1e-3;
  if (damage == EARLIER && is_pinned(g, hops, trace, e))
    move(e, e->start - part);
  else if (damage == DROPPED)
    *e = trace->event[--trace->n];
  else if (damage == LONGER || damage == EARLIER)
    e->end += part;
  else if (damage == SHORTER)
    e->end -= part;
  else if (e->kind == SP_COMPUTE)
    e->from = e->to = 1 + e->from % g->platform.nodes;
  else
    e->to = 1 + e->to % g->platform.nodes;
}

static void copy_trace(struct sp_trace *to, const struct sp_trace *from)
{
  sp_trace_clear(to);
  for (long j = 0; j < from->n; j++)
    sp_trace_add(to, &from->event[j]);
}

/* In a trace on nodes of one port in which everything held is computed, whatever starts before its
 * port is free, takes another time, is left out, or done elsewhere breaks a rule. */
static void check_damages(uint64_t *state, const struct sp_graph *g, const struct sp_hops *hops,
                          const struct sp_trace *trace, const struct sp_hop_check *check,
                          int rounds)
{
  struct sp_trace damaged = SP_TRACE_EMPTY;
  struct sp_error error = {""};
  if (sp_validate_hops(g, trace, check, &error) != SP_OK)
    fail_msg("refused: %s", error.text);
  for (int k = 0; k < rounds; k++) {
    enum damage damage = (enum damage)draw(state, 0, DAMAGES - 1);
    copy_trace(&damaged, trace);
    damage_one(state, g, hops, &damaged, damage);
    if (sp_validate_hops(g, &damaged, check, &error) != SP_NOT_VERIFIED)
      fail_msg("damage %d is not found", (int)damage);
  }
  sp_trace_clear(&damaged);
}

static double computed(const struct sp_trace *trace)
{
  double sum = 0;
  for (long j = 0; j < trace->n; j++)
    sum += trace->event[j].kind == SP_COMPUTE ? trace->event[j].amount : 0;
  return sum;
}

static struct sp_graph *random_platform(uint64_t *state)
{
  static const enum sp_model model[] = {SP_MODEL_BASE, SP_MODEL_RECV_PARALLEL,
                                        SP_MODEL_SEND_PARALLEL, SP_MODEL_WORK_PARALLEL,
                                        SP_MODEL_SEQUENTIAL};
  int n = draw(state, 2, 9);
  struct sp_graph *g = random_graph(state, n, draw(state, 0, 3), 7);
  enum sp_model all = model[draw(state, 0, 4)];
  for (int i = 0; i < n; i++) {
    g->platform.node[i].ports = sp_model_ports(all);
    if (isinf(g->w[i].v) || draw(state, 0, 3) == 0)
      g->w[i] = ratio(draw(state, 1, 9), draw(state, 1, 3));
  }
  for (int l = 0; l < g->links; l++) {
    g->link[l].latency = draw(state, 0, 2) ? sp_int(0) : ratio(draw(state, 1, 5), 3);
    g->link[l].bus = draw(state, 0, 3) ? 0 : draw(state, 1, 2);
  }
  return g;
}

typedef bool executor(const struct sp_graph *, const struct sp_hops *, struct sp_trace *);

static bool native_execute(const struct sp_graph *g, const struct sp_hops *hops,
                           struct sp_trace *trace)
{
  struct sp_conditions none = {0};
  struct sp_hop_job job = {g, sp_hops_source(hops), INFINITY, &none};
  struct sp_result result;
  sp_native_hops(&job, &result, trace);
  return result.status == SP_RUN_OK;
}

static void random_traces(executor *run, uint64_t seed)
{
  uint64_t state = seed;
  int executed = 0;
  for (int round = 0; round < 300; round++) {
    struct sp_graph *g = random_platform(&state);
    int tasks = draw(&state, 1, 25);
    struct sp_hops hops = task_walks(&state, g, tasks);
    struct sp_trace trace = SP_TRACE_EMPTY;
    double held[16] = {(double)tasks};
    struct sp_hop_check check = {
        held, NULL, tasks, INFINITY, SP_ENGINE_TOLERANCE, SP_DURATIONS_EXACT};
    if (run(g, &hops, &trace)) {
      executed++;
      assert_true(computed(&trace) == tasks);
      check_damages(&state, g, &hops, &trace, &check, 12);
    }
    sp_trace_clear(&trace);
    sp_hops_clear(&hops);
    sp_graph_free(g);
  }
  assert_int_equal(executed, 300);
}

static void test_random_model(void **state)
{
  (void)state;
  random_traces(naive_trace, 20260731);
}

static void test_random_native(void **state)
{
  (void)state;
  random_traces(native_execute, 4714025);
}

/* ---- results */

/* A task goes to node 2 at 0..1, is computed there at 1..3, and its result is back at 3..3.5. */
static void a_result(struct scene *s)
{
  static const struct sp_event event[] = {{0, 1, 1, 1, 2, 0, SP_TRANSFER, false},
                                          {1, 3, 1, 2, 2, 1, SP_COMPUTE, false},
                                          {3, 3.5, 1, 2, 1, 2, SP_RESULT, false}};
  set_up(s, "w=9,2 edges=1-2:1:1 result=1/2", NULL, NULL, 0);
  for (size_t k = 0; k < sizeof event / sizeof *event; k++)
    sp_trace_add(&s->trace, &event[k]);
  s->held[0] = INFINITY;
  s->check.total = 1;
}

static void test_results(void **state)
{
  (void)state;
  struct scene s;
  a_result(&s);
  accepted(&s);
  move(find(&s, 3), 2);
  refused(&s, "node 2 has begun to send 1 result when result 3 from node 2 to node 1 starts at 2, "
              "more than the 0 that were computed there or have come");
  a_result(&s);
  sp_trace_add(&s.trace, &(struct sp_event){4, 4.5, 1, 2, 1, 3, SP_RESULT, false});
  refused(&s, "node 2 has begun to send 2 results");
  a_result(&s);
  drop(&s, 3);
  refused(&s, "0 units are done, expected 1");
  a_result(&s);
  find(&s, 3)->end = 5;
  refused(&s, "takes 2 from 3, longer than the nominal 0.5");
  a_result(&s);
  s.g->result = sp_int(0);
  refused(&s, "no results return on this graph");
  a_result(&s); /* a task of its own is sent over the link meanwhile, through another port */
  for (int i = 0; i < 2; i++)
    s.g->platform.node[i].ports.send = s.g->platform.node[i].ports.recv = 2;
  s.held[1] = 1;
  sp_trace_add(&s.trace, &(struct sp_event){3.25, 4.25, 1, 2, 1, 3, SP_TRANSFER, false});
  refused(&s, "the link from 2 to 1");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_correct_traces), cmocka_unit_test(test_events),
      cmocka_unit_test(test_results),        cmocka_unit_test(test_dates),
      cmocka_unit_test(test_durations),      cmocka_unit_test(test_ports),
      cmocka_unit_test(test_several_ports),  cmocka_unit_test(test_computations),
      cmocka_unit_test(test_both_ways),      cmocka_unit_test(test_exclusions),
      cmocka_unit_test(test_stock),          cmocka_unit_test(test_amounts),
      cmocka_unit_test(test_held_amounts),   cmocka_unit_test(test_places),
      cmocka_unit_test(test_random_model),   cmocka_unit_test(test_random_native),
      cmocka_unit_test(test_spans),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
