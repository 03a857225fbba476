/* Tests tasks that workers exchange directly on a switch: the exact optimum equals an enumeration
 * of all lists of messages, on DIRECT_COUNT tiny switches (default 300), lies between LP (7) and
 * the rule, and is what both engines execute. */
#include "method/context.h"
#include "model/instance.h"
#include "networks.h"
#include "solve/network/direct.h"

/* ---- The enumeration. */

enum { MOST = 16 };
struct message {
  int from, to, task;
};
struct enumeration {
  long n, load[4], c[4], w[4];
  int tasks, messages;
  struct message list[MOST];
  long best;
};

/* The makespan of the list, each task with its number: where it is and since when. */
static long makespan_of(const struct enumeration *e)
{
  long sends[4] = {0}, receives[4] = {0}, since[MOST] = {0}, makespan = 0, idle[4] = {0};
  int at[MOST], task = 0, order[MOST], arrived = 0;
  for (int i = 0; i < e->n; i++)
    for (long k = 0; k < e->load[i]; k++)
      at[order[arrived++] = task] = i, task++;
  for (int k = 0; k < e->messages; k++) {
    const struct message *m = &e->list[k];
    long c = e->c[m->from] > e->c[m->to] ? e->c[m->from] : e->c[m->to], start = sends[m->from];
    start = start > receives[m->to] ? start : receives[m->to];
    start = start > since[m->task] ? start : since[m->task];
    sends[m->from] = receives[m->to] = since[m->task] = start + c;
    at[m->task] = m->to;
  }
  for (int a = 0; a < e->tasks; a++) /* by arrival */
    for (int b = a + 1; b < e->tasks; b++)
      if (since[order[b]] < since[order[a]]) {
        int swap = order[a];
        order[a] = order[b];
        order[b] = swap;
      }
  for (int k = 0; k < e->tasks; k++) {
    int i = at[order[k]];
    idle[i] = (idle[i] > since[order[k]] ? idle[i] : since[order[k]]) + e->w[i];
    makespan = makespan > idle[i] ? makespan : idle[i];
  }
  return makespan;
}

/* All lists of at most `left` more messages in which no task comes where it was. */
static void enumerate(struct enumeration *e, const unsigned *been, int left)
{
  long makespan = makespan_of(e);
  e->best = makespan < e->best ? makespan : e->best;
  for (int task = 0; left > 0 && task < e->tasks; task++)
    for (int to = 0; to < e->n; to++) {
      unsigned more[MOST];
      int from = -1, t = 0;
      for (int i = 0; i < e->n; i++)
        for (long k = 0; k < e->load[i]; k++)
          from = t++ == task ? i : from;
      for (int k = 0; k < e->messages; k++)
        from = e->list[k].task == task ? e->list[k].to : from;
      if (from == to || been[task] >> to & 1)
        continue;
      memcpy(more, been, sizeof more);
      more[task] |= 1u << to | 1u << from;
      e->list[e->messages++] = (struct message){from, to, task};
      enumerate(e, more, left - 1);
      e->messages--;
    }
}

static long enumerated(const struct sp_network *net)
{
  struct enumeration e = {.n = net->n, .best = LONG_MAX};
  unsigned been[MOST] = {0};
  for (int i = 0; i < e.n; i++) {
    e.load[i] = lround(net->load[i].v);
    e.c[i] = lround(1 / net->bandwidth[i].v);
    e.w[i] = lround(1 / net->speed[i].v);
    e.tasks += (int)e.load[i];
  }
  enumerate(&e, been, e.tasks * ((int)e.n - 1));
  return e.best;
}

/* ---- The tests. */

static struct sp_num one_over(long x)
{
  return (struct sp_num){1.0 / (double)x, 1, x};
}

static struct sp_network *tiny_switch(uint64_t *seed)
{
  long n = draw_whole(seed, 2, 3), tasks = draw_whole(seed, 1, n == 2 ? 5 : 3);
  struct sp_network *net = sp_network_alloc(SP_SWITCH, n, 0);
  for (long i = 0; i < n; i++) {
    net->load[i] = sp_int(0);
    net->speed[i] = one_over(draw_whole(seed, 1, 12));
    net->bandwidth[i] = one_over(draw_whole(seed, 1, 5));
  }
  for (; tasks > 0; tasks--) {
    long i = draw(seed) < .7 ? 0 : draw_whole(seed, 0, n - 1);
    net->load[i] = sp_int((int64_t)net->load[i].v + 1);
  }
  return net;
}

/* What both engines make of the plan. */
static void execute(const struct sp_network *net, const struct sp_network_solution *s,
                    enum sp_engine engine)
{
  struct sp_result result;
  struct sp_error error = {""};
  if (sp_perform_network(net, s, SP_TASKS, engine, &nominal, &result, NULL, &error) != SP_OK)
    fail_msg("%s", error.text);
  if (result.status != SP_RUN_OK)
    fail_msg("%s", result.reason);
  assert_true(result.verified && result.messages == s->tasks.n);
  assert_near(result.makespan, s->tasks.planned, 1e-9);
}

static void as_enumerated(void **state)
{
  (void)state;
  const char *given = getenv("DIRECT_COUNT");
  long count = given ? strtol(given, NULL, 10) : 300;
  uint64_t seed = 31;
  for (long k = 0; k < count; k++) {
    struct sp_network *net = tiny_switch(&seed);
    struct sp_network_solution s = solution_of(net);
    assert_int_equal(direct_solve(net, &s, NULL), SP_OK);
    assert_true(s.proven);
    if (s.tasks.planned != (double)enumerated(net))
      fail_msg("switch %ld: %g, expected %ld", k, s.tasks.planned, enumerated(net));
    assert_true(s.tasks.planned >= s.time * (1 - 1e-12));
    execute(net, &s, SP_ENGINE_NATIVE);
    sp_network_solution_clear(&s);
    sp_network_free(net);
  }
}

/* The optimum and the makespan of the rule. */
static void expect(const char *spec, double optimum, double rule, enum sp_engine engine)
{
  struct sp_network *net = parsed(SP_SWITCH, spec);
  struct sp_network_solution s = solution_of(net);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  assert_int_equal(direct_solve(net, &s, NULL), SP_OK);
  assert_true(s.proven && s.tasks.planned == optimum);
  execute(net, &s, engine);
  struct sp_instance *in = sp_instance_alloc((int)net->n);
  in->problem = SP_REDISTRIBUTION;
  for (int i = 1; i <= in->m; i++) {
    in->load[i] = net->load[i - 1];
    in->c[i] = sp_double(1 / net->bandwidth[i - 1].v);
    in->w[i] = sp_double(1 / net->speed[i - 1].v);
  }
  struct sp_context *cx = sp_context_plain();
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  direct_greedy(cx, p, &plan);
  assert_near(sp_redistribution_time(p, plan.planned), rule, 1e-12);
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  sp_instance_free(in);
  sp_network_solution_clear(&s);
  sp_network_free(net);
}

static void known(enum sp_engine engine)
{
  expect("alpha=3,0,0,0 s=1/100,1/40,1/40,1/40 b=1/5,1/10,1,1", 55, 60, engine);
  expect("alpha=8,1,1,0 s=1/3,1/3,1/4,1/4 b=1/2", 12, 12, engine);
  expect("alpha=4 s=1/2 b=1 n=1", 8, 8, engine);
}

static void natively(void **state)
{
  (void)state;
  known(SP_ENGINE_NATIVE);
}

static void by_simgrid(void **state)
{
  (void)state;
  need_simgrid();
  known(SP_ENGINE_SIMGRID);
}

static void refused(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_network *net = parsed(SP_SWITCH, "alpha=1.5,1 s=1 b=1");
  struct sp_network_solution s = solution_of(net);
  assert_int_equal(direct_solve(net, &s, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "1.5 at processor 1"));
  sp_network_solution_clear(&s);
  sp_network_free(net);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_enumerated),
      cmocka_unit_test(natively),
      cmocka_unit_test(by_simgrid),
      cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
