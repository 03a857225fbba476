/* Tests executions of the steady state: the number of tasks equals the formula exactly on the
 * paper's example, the known cases and random graphs of all models; the on-line strategy on trees
 * with known rates. The validator checks every trace. */
#include "engine/perform/perform_steady.h"
#include "solve/steady/hops.h"
#include "steady_cases.h"

static const struct sp_conditions quiet = {0};

/* A solved graph. */
struct solved {
  struct sp_steady steady;
  struct sp_steady_period period;
};

static struct solved solve(const struct sp_graph *g)
{
  struct solved s;
  struct sp_error error = {"no reason"};
  if (sp_steady_solve(g, true, &s.steady, &error) ||
      sp_steady_period_build(g, &s.steady, &s.period, &error))
    fail_msg("%s", error.text);
  return s;
}

static void release(struct solved *s)
{
  sp_steady_period_clear(&s->period);
  sp_steady_clear(&s->steady);
}

/* Executes a run that must succeed. */
static struct sp_steady_executed execute(const struct sp_graph *g, const struct solved *s,
                                         const struct sp_steady_run *run, struct sp_trace *trace)
{
  struct sp_steady_executed x;
  struct sp_error error = {"no reason"};
  if (sp_perform_steady(g, &s->steady, &s->period, run, &x, trace, &error))
    fail_msg("%s", error.text);
  if (x.result.status != SP_RUN_OK)
    fail_msg("%s", x.result.reason);
  assert_true(x.result.verified);
  return x;
}

static struct sp_steady_run periodic(double time)
{
  return (struct sp_steady_run){
      .strategy = SP_PERIODIC, .time = time, .engine = SP_ENGINE_NATIVE, .conditions = &quiet};
}

static struct sp_steady_run on_line(double time, long places)
{
  struct sp_steady_run run = periodic(time);
  run.strategy = SP_ON_LINE;
  run.places = places;
  return run;
}

/* ---- Periods */

static void figure_2(void **unused)
{
  static const double known[][3] = {
      {100, 84, 0.48}, {1e3, 1659, 0.948}, {1e4, 17409, 0.9948}, {1e5, 174909, 0.99948}};
  struct sp_graph *g = graph_of(FIGURE_2, NULL, NULL);
  struct solved s = solve(g);
  (void)unused;
  for (int k = 0; k < 4; k++) {
    struct sp_steady_run run = periodic(known[k][0]);
    struct sp_steady_executed x = execute(g, &s, &run, NULL);
    assert_true(x.result.done == known[k][1] && x.formula == known[k][1]);
    assert_true(fabs(x.ratio - known[k][2]) <= 1e-12);
    assert_int_equal(x.periods, (long)((known[k][0] - 59) / 12));
  }
  /* tasks that end at the date count: start-up and clean-up last 59, a period 12 */
  static const double boundary[][2] = {{58.999, 0}, {59, 21}, {70.999, 21}, {71, 42}, {83, 63}};
  for (int k = 0; k < 5; k++) {
    struct sp_steady_run run = periodic(boundary[k][0]);
    assert_true(execute(g, &s, &run, NULL).result.done == boundary[k][1]);
  }
  release(&s);
  sp_graph_free(g);
}

/* The dates of the first period: I = 31, and the last end of all, 67 + 12. */
static void dates(void **unused)
{
  struct sp_graph *g = graph_of(FIGURE_2, NULL, NULL);
  struct solved s = solve(g);
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_steady_run run = periodic(100);
  double first = INFINITY, last = 0, startup = 0;
  (void)unused;
  struct sp_steady_executed x = execute(g, &s, &run, &trace);
  for (long k = 0; k < trace.n; k++) {
    const struct sp_event *e = &trace.event[k];
    if (e->kind == SP_COMPUTE)
      first = fmin(first, e->start);
    else if (e->start < 31)
      startup = fmax(startup, e->end);
    last = fmax(last, e->end);
  }
  assert_true(first == 31 && startup == 31 && last == 79 && x.result.makespan == 79);
  assert_int_equal(x.result.messages, 4 + 7 + 4 * 2 + 3 * 15);
  sp_trace_clear(&trace);
  release(&s);
  sp_graph_free(g);
}

/* The double nearest to q. */
static double nearest(const struct sp_rational *q)
{
  struct sp_q_pool pool = {0};
  double below = sp_q_double(q), above = nextafter(below, INFINITY);
  struct sp_rational *low = sp_q_new(&pool, (struct sp_num){below, 0, 0});
  struct sp_rational *high = sp_q_new(&pool, (struct sp_num){above, 0, 0});
  bool down = sp_q_compare(sp_q_of(&pool, q, '-', low), sp_q_of(&pool, high, '-', q)) < 0;
  sp_q_clear(&pool);
  return down ? below : above;
}

/* The master computes without a pause, a task every third from date I on; after 10^5 periods its
 * dates are still rounded only once. The source gives at most two blocks at a time. */
static void exact_dates(void **unused)
{
  struct sp_graph *g = graph_of("w=1/3,2/7,inf edges=1-2:1/9,2-3:5", NULL, NULL);
  struct solved s = solve(g);
  struct steady_hops *hops;
  struct sp_hops add = SP_HOPS_EMPTY;
  struct sp_hop_view view = {.g = g};
  struct sp_q_pool pool = {0};
  struct sp_rational *date = sp_q_int(&pool, 0), *third = sp_q_new(&pool, ratio(1, 3));
  struct sp_error error;
  long computed = 0, largest = 0;
  (void)unused;
  assert_int_equal(steady_hops_alloc(g, &s.period, 2e5, &hops, &error), SP_OK);
  struct sp_hop_source source = steady_hops_source(hops);
  source.start(source.state);
  sp_q_set(date, s.period.startup);
  for (bool more = true; more; add.n = 0) {
    more = source.more(source.state, &view, &add);
    largest = add.n > largest ? add.n : largest;
    for (long k = 0; k < add.n; k++) {
      if (add.hop[k].from != 0 || add.hop[k].to != 0)
        continue;
      assert_true(add.hop[k].earliest == nearest(date));
      sp_q_add(date, third);
      view.now = add.hop[k].earliest;
      computed++;
    }
  }
  assert_true(computed >= 599000 && largest <= 200);
  steady_hops_free(hops);
  sp_hops_clear(&add);
  sp_q_clear(&pool);
  release(&s);
  sp_graph_free(g);
}

/* The tasks to be done by a date, from the numbers of the period: (r+1) tasks, with `whole` periods
 * as one, and a period that lasts at least as long as its rounds; none before all nodes send their
 * results. */
static double expected_by(const struct sp_steady_period *p, double date)
{
  struct sp_q_pool pool = {0};
  struct sp_rational *r = sp_q_new(&pool, (struct sp_num){date, 0, 0});
  r = sp_q_of(&pool, r, '/', p->whole);
  r = sp_q_of(&pool, r, '-', p->startup);
  r = sp_q_of(&pool, r, '-', p->drain);
  r = sp_q_floor(&pool, sp_q_of(&pool, r, '/', p->reached ? p->length : p->rounds_end));
  bool some = sp_q_compare(r, sp_q_int(&pool, p->least)) >= 0;
  r = sp_q_of(&pool, r, '+', sp_q_int(&pool, 1));
  r = sp_q_of(&pool, sp_q_of(&pool, r, '*', p->tasks), '*', p->whole);
  double done = some ? sp_q_double(r) : 0;
  sp_q_clear(&pool);
  return done;
}

/* At the date of a boundary, just before it, and between two. */
static void check_execution(const struct sp_graph *g)
{
  struct solved s = solve(g);
  const struct sp_steady_period *p = &s.period;
  struct sp_q_pool pool = {0};
  double whole = sp_q_double(p->whole), turn = sp_q_double(p->reached ? p->length : p->rounds_end);
  double base = whole * (sp_q_double(p->startup) + sp_q_double(p->drain));
  double first = base + p->least * whole * turn;
  double at[] = {first * (1 - 1e-6), first, first + 2.6 * whole * turn, first + 3 * whole * turn};
  for (int k = 0; k < 4 && whole * sp_q_double(p->tasks) < 3000; k++) {
    struct sp_steady_run run = periodic(at[k]);
    struct sp_steady_executed x = execute(g, &s, &run, NULL);
    assert_true(x.result.done == expected_by(p, at[k]) && x.formula == x.result.done);
    assert_true(x.result.done <= at[k] * sp_q_double(p->achieved) * (1 + 1e-12));
    struct sp_rational *by = sp_q_new(&pool, (struct sp_num){at[k], 0, 0});
    struct sp_rational *formula = sp_steady_period_done_by(&pool, p, by);
    assert_true(whole > 1 || !p->reached || x.formula == sp_q_double(formula));
  }
  sp_q_clear(&pool);
  release(&s);
}

static void check_text(const char *text, const char *master, const char *model)
{
  struct sp_graph *g = graph_of(text, master, model);
  check_execution(g);
  sp_graph_free(g);
}

static void special_graphs(void **unused)
{
  (void)unused;
  check_text("w=4,8,7 edges=1-2:2,1-3:1", NULL, "sequential");              /* two periods as one */
  check_text("w=inf,inf,1 edges=1-2:1,2-3:1,1-3:2", NULL, "work-parallel"); /* an odd set */
  check_text("w=inf,4,1,7 edges=1-2:2:6,1-3:1:5,1-4:3,3-4:4:5,2-4:4,2-3:2:1 " /* only a bound */
             "model=base,work-parallel,base,work-parallel send=2,1,3,1 recv=1",
             NULL, NULL);
  check_text(FIGURE_2, "1,4", NULL);
  check_text("w=1/3,2/7,inf edges=1-2:1/9,2-3:5", NULL,
             "multiport"); /* dates that are not doubles */
}

/* A master by itself is busy all the time and has no start-up: 7 tasks by date 7, where the paper's
 * J, which leaves masters out, would give 8. */
static void lone_master(void **unused)
{
  struct sp_graph *g = graph_of("w=1,inf edges=1-2:5", NULL, NULL);
  struct solved s = solve(g);
  (void)unused;
  struct sp_steady_run run = periodic(7);
  struct sp_steady_executed x = execute(g, &s, &run, NULL);
  assert_true(x.result.done == 7 && x.ratio == 1 && x.periods == 6);
  release(&s);
  sp_graph_free(g);
}

/* Rounding adds up if a node computes without pauses: 10^5 tasks of 2/7 end a little late, and
 * count, since they end at the date within the tolerance of the validator. */
static void rounded_dates(void **unused)
{
  struct sp_graph *g = graph_of("w=inf,2/7 edges=1-2:1/9", NULL, NULL);
  struct solved s = solve(g);
  (void)unused;
  assert_rational(s.period.length, "2"); /* 7 tasks; I = 7/9, J = 2 */
  for (int k = 0; k < 8; k++) {
    double date = 7 / 9.0 + 2 * (2e4 + k);
    date = nextafter(nextafter(date, INFINITY), INFINITY);
    struct sp_steady_run run = periodic(date);
    struct sp_steady_executed x = execute(g, &s, &run, NULL);
    assert_true(x.result.done == 7 * (2e4 + k) && x.formula == x.result.done);
  }
  release(&s);
  sp_graph_free(g);
}

static void known_cases(void **unused)
{
  json_t *root = json_load_file("tests/data/steady-state.json", 0, NULL);
  const json_t *cases = json_object_get(root, "cases");
  int executed = 0;
  (void)unused;
  for (size_t k = 0; k < json_array_size(cases); k++) {
    const json_t *test = json_array_get(cases, k), *input = json_object_get(test, "input");
    const char *kind = json_string_value(json_object_get(test, "kind"));
    const char *model = json_string_value(json_object_get(input, "model"));
    if (!strcmp(kind, "star"))
      continue;
    struct sp_graph *g = graph_of_case(input);
    for (int m = 0; m < SP_MODELS; m++)
      if (!strcmp(kind, "mssg_all") || (model && !strcmp(model, short_name[m]))) {
        set_model(g, (enum sp_model)m);
        check_execution(g);
        executed++;
      }
    sp_graph_free(g);
  }
  assert_true(executed >= 5 + 3 * SP_MODELS);
  json_decref(root);
}

static void random_graphs(void **unused)
{
  uint64_t state = 20040604;
  (void)unused;
  for (int k = 0; k < 90; k++) {
    int n = draw(&state, 1, 7);
    struct sp_graph *g = random_graph(&state, n, draw(&state, 0, 6), 5);
    set_model(g, (enum sp_model)(k % SP_MODELS));
    if (n > 1 && k % 4 == 0)
      g->master[n - 1] = true;
    for (int i = 0; i < n && k % SP_MODELS == SP_MODEL_BASE; i++) {
      g->platform.node[i].ports.recv = draw(&state, 1, 3);
      g->platform.node[i].ports.send = draw(&state, 1, 3);
    }
    check_execution(g);
    sp_graph_free(g);
  }
}

/* The same where results return; and early, which loses no more than the first blocks, in which
 * not all nodes do their share: two for each node at most. */
static void random_results(void **unused)
{
  uint64_t state = 320432;
  int early = 0;
  (void)unused;
  for (int k = 0; k < 180; k++) {
    int n = draw(&state, 2, 6);
    struct sp_graph *g = random_graph(&state, n, draw(&state, 0, 4), 4);
    set_model(g, (enum sp_model)(k % SP_MODELS));
    if (n > 2 && k % 4 == 0)
      g->master[n - 1] = true;
    for (int i = 0; i < n && k % SP_MODELS == SP_MODEL_BASE; i++)
      g->platform.node[i].ports.send = g->platform.node[i].ports.recv = draw(&state, 1, 3);
    g->result = ratio(draw(&state, 1, 3), draw(&state, 1, 2));
    check_execution(g);
    struct solved s = solve(g);
    double whole = sp_q_double(s.period.whole), blocks = 2 * n + 3;
    double tasks = whole * sp_q_double(s.period.tasks);
    if (tasks < 500 && s.period.reached) {
      struct sp_steady_run run = periodic(blocks * whole * sp_q_double(s.period.length));
      run.strategy = SP_EARLY;
      struct sp_steady_executed x = execute(g, &s, &run, NULL);
      assert_true(x.result.done >= 3 * tasks && x.result.done <= blocks * tasks);
      early++;
    }
    release(&s);
    sp_graph_free(g);
  }
  assert_true(early > 60);
}

/* ---- On line */

/* Tasks by a date on a tree; checks that no task ends later. */
static double decided(const char *text, const char *model, double time, long places)
{
  struct sp_graph *g = graph_of(text, NULL, model);
  struct solved s = {.steady = {.throughput = 1}};
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_steady_run run = on_line(time, places);
  double done = 0;
  struct sp_steady_executed x = execute(g, &s, &run, &trace);
  for (long k = 0; k < trace.n; k++) {
    const struct sp_event *e = &trace.event[k];
    bool home = e->to == 1 && e->kind != SP_TRANSFER;
    assert_true(e->end <= time);
    done += sp_graph_has_results(g) ? home : e->kind == SP_COMPUTE;
  }
  assert_true(isnan(x.formula) && x.periods == 0 && done == x.result.done);
  assert_true(fabs(x.ratio - done / time) <= 1e-12);
  sp_trace_clear(&trace);
  sp_graph_free(g);
  return done;
}

static void places(void **unused)
{
  (void)unused;
  /* received in 1, computed in 2, one after the other: a task every 3; with two places the next
   * one comes meanwhile */
  assert_true(decided("w=inf,2 edges=1-2:1", NULL, 300, 1) == 100);
  assert_true(decided("w=inf,2 edges=1-2:1", NULL, 301, 2) == 150);
  assert_true(decided("w=inf,2 edges=1-2:1", NULL, 301, 9) == 150);
  /* a master computes at the same time, and needs no places */
  assert_true(decided("w=1,2 edges=1-2:1", NULL, 300, 1) == 400);
  /* a relay with one place sends and receives in turn */
  assert_true(decided("w=inf,inf,1 edges=1-2:2,2-3:3", NULL, 306, 1) == 61);
  assert_true(decided("w=inf,inf,1 edges=1-2:2,2-3:3", NULL, 306, 2) == 101);
}

/* The child with the least c takes all of the port, whatever the numbers and speeds of the others;
 * several ports serve several children. */
static void order_of_service(void **unused)
{
  (void)unused;
  assert_true(decided("w=inf,1/8,3,1 edges=1-2:3,1-3:2,1-4:1", NULL, 500, 2) == 499);
  assert_true(decided("w=inf,1/8,3,1 edges=1-2:3,1-3:2,1-4:1 send=2", NULL, 602, 3) >= 600 + 199);
  /* equal costs: the lowest number is first, so P2 always has a task */
  assert_true(decided("w=inf,2,2,2 edges=1-2:1,1-3:1,1-4:1", NULL, 1001, 2) == 999);
  /* a node computes before it sends: P2 keeps the first task that it gets */
  assert_true(decided("w=inf,100,1 edges=1-2:1,2-3:1", NULL, 101, 4) == 99);
}

/* A relay between the master and a worker, each of whose ports carries tasks and results. Results
 * wait for tasks until ten are there; then they have their turns, and two ports of 1 a message
 * carry a task every 2. Where the master is behind, nothing is in the way of results. */
static void results(void **unused)
{
  (void)unused;
  assert_true(decided("w=inf,inf,1 edges=1-2:1,2-3:1 result=1", NULL, 1000, 3) >= 480);
  /* node 3's link to node 4 would never leave its port for results when that of node 2 is free */
  assert_true(decided("w=inf,inf,7,5/3 edges=1-2:2:2,2-3:3:9,3-4:7:2 result=1/2", NULL, 3000, 10) >=
              450);
  assert_true(decided("w=inf,1 edges=1-2:1 result=1", NULL, 100, 2) == 98);
  assert_true(decided("w=1,1 edges=1-2:1 result=2", NULL, 101, 2) == 101 + 49);
}

/* A node that shares a port between computing and sending computes first. */
static void shared_ports(void **unused)
{
  (void)unused;
  assert_true(decided("w=1,1 edges=1-2:1", "sequential", 50, 3) == 50);
  assert_true(decided("w=inf,2 edges=1-2:1", "sequential", 300, 3) == 100);
}

/* The best tree of the example computes 41/24 tasks per unit of time once its places are full. */
static void spanning_tree(void **unused)
{
  struct sp_graph *g = graph_of(FIGURE_2, NULL, NULL);
  struct solved s = solve(g);
  struct sp_steady_run run = on_line(1200, 3);
  (void)unused;
  run.tree = true;
  double early = execute(g, &s, &run, NULL).result.done;
  run.time = 3600;
  double late = execute(g, &s, &run, NULL).result.done;
  assert_true(late - early == 2400 * 41 / 24.0);
  run.places = 1;
  assert_true(execute(g, &s, &run, NULL).result.done < late);
  release(&s);
  sp_graph_free(g);
}

/* With enough places a random tree reaches the rate of its closed form, with any masters. */
static void random_trees(void **unused)
{
  uint64_t state = 81;
  (void)unused;
  for (int k = 0; k < 30; k++) {
    int n = draw(&state, 2, 12), parent[12];
    struct sp_num c[12];
    struct sp_graph *g = random_graph(&state, n, 0, 6);
    struct solved s = {.steady = {.throughput = 1}};
    struct sp_steady_run run = on_line(3000, 12);
    assert_true(sp_graph_as_tree(g, parent, c));
    double throughput = sp_tree_throughput(n, parent, c, g->w);
    double early = execute(g, &s, &run, NULL).result.done;
    run.time = 9000;
    double late = execute(g, &s, &run, NULL).result.done;
    assert_true(late <= 9000 * throughput * (1 + 1e-12));
    assert_true(late - early >= 0.97 * 6000 * throughput);
    sp_graph_free(g);
  }
}

/* ---- Both */

/* With noise dates change, but runs stay valid, are reproducible, and depend on the seed. */
static void noise(void **unused)
{
  struct sp_conditions loud = {.seed = 5, .noise_link = 0.3, .noise_cpu = 0.2};
  struct sp_graph *g = graph_of("w=3,2,5,4 edges=1-2:1,1-3:2,3-4:1", NULL, NULL);
  struct solved s = solve(g);
  (void)unused;
  for (int strategy = SP_PERIODIC; strategy <= SP_ON_LINE; strategy++) {
    struct sp_steady_run run = strategy == SP_PERIODIC ? periodic(500) : on_line(500, 3);
    double nominal = execute(g, &s, &run, NULL).result.done;
    run.conditions = &loud;
    loud.seed = 5;
    struct sp_steady_executed a = execute(g, &s, &run, NULL), b = execute(g, &s, &run, NULL);
    assert_true(a.result.bits_hash == b.result.bits_hash && a.result.done == b.result.done);
    assert_true(a.result.done > 0.8 * nominal && a.result.done < 1.1 * nominal);
    loud.seed = 6;
    assert_true(execute(g, &s, &run, NULL).result.bits_hash != a.result.bits_hash);
  }
  release(&s);
  sp_graph_free(g);
}

static void assert_refused(const struct sp_graph *g, const struct solved *s,
                           struct sp_steady_run run, int code, const char *word)
{
  struct sp_steady_executed x;
  struct sp_error error = {""};
  assert_int_equal(sp_perform_steady(g, &s->steady, &s->period, &run, &x, NULL, &error), code);
  if (!strstr(error.text, word) || strchr(error.text, '\n'))
    fail_msg("%s", error.text);
}

static void refusals(void **unused)
{
  struct sp_graph *g = graph_of(FIGURE_2, NULL, NULL), *fine = graph_of("w=1/9999991 ", NULL, NULL);
  struct solved s = solve(g), unknown = {.steady = {.throughput = 1}}, large = solve(fine);
  (void)unused;
  assert_refused(g, &s, periodic(0), SP_BAD_INPUT, "> 0");
  assert_refused(g, &s, periodic(NAN), SP_BAD_INPUT, "> 0");
  assert_refused(g, &s, periodic(INFINITY), SP_BAD_INPUT, "> 0");
  assert_refused(g, &s, periodic(1e12), SP_CANNOT, "by that date");
  assert_refused(g, &unknown, periodic(100), SP_CANNOT, "too large");
  assert_refused(g, &s, on_line(100, 0), SP_BAD_INPUT, "places");
  assert_refused(g, &s, on_line(100, 2), SP_BAD_INPUT, "a tree");
  assert_refused(g, &s, on_line(1e12, 2), SP_CANNOT, "by that date");
  assert_refused(fine, &large, periodic(3), SP_CANNOT, "a period");
  g->link[1].latency = sp_int(1);
  assert_refused(g, &s, periodic(100), SP_CANNOT, "edge 1-3 has a latency");
  g->link[0].bus = 2;
  assert_refused(g, &s, periodic(100), SP_CANNOT, "edge 1-2 is part of a bus");
  release(&s);
  release(&large);
  sp_graph_free(g);
  sp_graph_free(fine);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(figure_2),         cmocka_unit_test(dates),
      cmocka_unit_test(exact_dates),      cmocka_unit_test(special_graphs),
      cmocka_unit_test(lone_master),      cmocka_unit_test(rounded_dates),
      cmocka_unit_test(known_cases),      cmocka_unit_test(random_graphs),
      cmocka_unit_test(random_results),   cmocka_unit_test(places),
      cmocka_unit_test(order_of_service), cmocka_unit_test(results),
      cmocka_unit_test(shared_ports),     cmocka_unit_test(spanning_tree),
      cmocka_unit_test(random_trees),     cmocka_unit_test(noise),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
