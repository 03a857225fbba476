/* Tests the most tasks by a date: the search against an enumeration that goes on unit by unit of
 * time and shares no code with it, the bound above both, and no execution above the bound. */
#include "base/map.h"
#include "engine/perform/perform_steady.h"
#include "solve/steady/most_tasks.h"
#include "steady_cases.h"

enum { NODES = 4, CASES = 150 };

/* ---- The enumeration: costs and dates are whole, and z, if results return. */

struct unit_node {
  int to, send, recv, work, stock; /* time left of what is under way */
  int results, sends_result;       /* results at a node that is not a master */
};
struct unit_state {
  int left; /* time until T */
  struct unit_node node[NODES];
};
struct units {
  const struct sp_graph *g;
  int c[NODES][NODES]; /* 0: no link */
  struct map known;
};

static int most_of_state(struct units *u, const struct unit_state *s);

/* A message from node i, or its computation, ends; returns the tasks done with it. */
static int end_message(const struct units *u, struct unit_state *s, int i)
{
  struct unit_node *n = &s->node[i], *to = &s->node[n->to - 1];
  bool home = n->sends_result && u->g->master[n->to - 1];
  to->results += n->sends_result && !home;
  to->stock += !n->sends_result;
  n->to = n->sends_result = 0;
  return home;
}

static int end_work(const struct units *u, struct unit_node *n, bool master)
{
  bool returns = sp_graph_has_results(u->g) && !master;
  n->results += returns;
  return !returns;
}

/* The ends of the unit that passes: tasks done in it and later. */
static int pass_unit(struct units *u, struct unit_state s)
{
  int done = 0;
  s.left--;
  for (int i = 0; i < u->g->platform.nodes; i++) {
    struct unit_node *n = &s.node[i];
    done += n->work == 1 ? end_work(u, n, u->g->master[i]) : 0;
    n->work -= n->work > 0;
    n->recv -= n->recv > 0;
    n->send -= n->send > 0;
    if (n->to && !n->send)
      done += end_message(u, &s, i);
  }
  return done + most_of_state(u, &s);
}

static bool node_can(const struct units *u, const struct unit_state *s, int i, char what)
{
  const struct sp_ports *p = &u->g->platform.node[i].ports;
  const struct unit_node *n = &s->node[i];
  bool has = what == 'b' ? n->results > 0 : u->g->master[i] || n->stock;
  if (what == 'r')
    return !n->recv && (p->recv_send || !n->send) && (p->recv_work || !n->work);
  if (what == 's' || what == 'b')
    return has && !n->send && (p->recv_send || !n->recv) && (p->send_work || !n->work);
  return has && isfinite(u->g->w[i].v) && !n->work && (p->recv_work || !n->recv) &&
         (p->send_work || !n->send);
}

/* Starts, or does not, choice k and those after it: computations, messages of tasks, of results. */
static int choose(struct units *u, const struct unit_state *s, int k)
{
  int n = u->g->platform.nodes, i = k % n, j = k / n - 1, back = j - n;
  if (k == n * (2 * n + 1))
    return pass_unit(u, *s);
  int best = choose(u, s, k + 1);
  struct unit_state next = *s;
  if (back < 0)
    next.node[i].stock -= !u->g->master[i];
  if (j < 0 && node_can(u, s, i, 'w')) {
    next.node[i].work = (int)u->g->w[i].v;
  } else if (back >= 0 && u->c[i][back] && !u->g->master[i] && node_can(u, s, i, 'b') &&
             node_can(u, s, back, 'r')) {
    next.node[i].results--;
    next.node[i].send = next.node[back].recv = u->c[i][back] * (int)u->g->result.v;
    next.node[i].to = back + 1;
    next.node[i].sends_result = 1;
  } else if (j >= 0 && back < 0 && u->c[i][j] && !u->g->master[j] && node_can(u, s, i, 's') &&
             node_can(u, s, j, 'r')) {
    next.node[i].send = next.node[j].recv = u->c[i][j];
    next.node[i].to = (j + 1);
  } else {
    return best;
  }
  int other = choose(u, &next, k + 1);
  return other > best ? other : best;
}

static int most_of_state(struct units *u, const struct unit_state *s)
{
  if (!s->left)
    return 0;
  int known = map_find(&u->known, s, sizeof *s);
  if (known < 0)
    map_add(&u->known, s, sizeof *s, known = choose(u, s, 0));
  return known;
}

static int enumerated(const struct sp_graph *g, int date)
{
  struct units u = {.g = g};
  struct unit_state begin = {.left = date};
  for (int l = 0; l < g->links; l++) {
    u.c[g->link[l].a][g->link[l].b] = (int)g->link[l].c[0].v;
    u.c[g->link[l].b][g->link[l].a] = (int)g->link[l].c[1].v;
  }
  int most = most_of_state(&u, &begin);
  map_clear(&u.known);
  return most;
}

/* ---- Random graphs. */

static uint64_t seed = 2004;

/* A random tree, perhaps with one more link, of few nodes. */
static struct sp_graph *small_graph(int most_cost, bool results)
{
  int n = draw(&seed, 2, NODES), closing = n > 2 ? draw(&seed, 0, 1) : 0;
  struct sp_graph *g = sp_graph_alloc(n);
  bool joined[NODES][NODES] = {0};
  for (int i = 0; i < n; i++)
    g->w[i] = i && draw(&seed, 0, 5) == 0 ? (struct sp_num){INFINITY, 0, 0}
                                          : sp_int(draw(&seed, 1, most_cost));
  g->w[n - 1] = sp_int(draw(&seed, 1, most_cost));
  for (int k = 1; k < n + closing; k++) {
    int i = k < n ? k : n - 1, j = draw(&seed, 0, i - 1);
    if (joined[i][j])
      continue;
    joined[i][j] = true;
    sp_graph_add_link(g, j, i, sp_int(draw(&seed, 1, 3)), sp_int(draw(&seed, 1, 3)));
  }
  g->master[0] = true;
  if (n > 2 && draw(&seed, 0, 7) == 0)
    g->master[1] = true;
  static const enum sp_model one_port[] = {SP_MODEL_BASE,          SP_MODEL_BASE,
                                           SP_MODEL_RECV_PARALLEL, SP_MODEL_SEND_PARALLEL,
                                           SP_MODEL_WORK_PARALLEL, SP_MODEL_SEQUENTIAL};
  set_model(g, one_port[draw(&seed, 0, 5)]);
  if (results)
    g->result = sp_int(draw(&seed, 1, 2));
  return g;
}

static double bound_of(const struct sp_graph *g, const struct sp_steady *steady, struct sp_num date)
{
  struct sp_error error = {"no reason"};
  double bound;
  if (sp_most_tasks_bound(g, steady, date, &bound, &error) != SP_OK)
    fail_msg("%s", error.text);
  return bound;
}

static void search_equals_enumeration(void **unused)
{
  (void)unused;
  for (int k = 0; k < 2 * CASES; k++) {
    bool results = k >= CASES;
    struct sp_graph *g = small_graph(4, results);
    struct sp_steady steady;
    struct sp_most_tasks most;
    struct sp_error error = {"no reason"};
    int date = draw(&seed, 1, results ? 9 : 7);
    if (sp_steady_solve(g, true, &steady, &error) != SP_OK ||
        sp_most_tasks_search(g, sp_int(date), 1e9, 0, &most, &error) != SP_OK)
      fail_msg("%s", error.text);
    int known = enumerated(g, date);
    if (!most.proven || most.tasks != known || bound_of(g, &steady, sp_int(date)) < known)
      fail_msg("case %d, T = %d: found %g, enumerated %d, bound %g", k, date, most.tasks, known,
               bound_of(g, &steady, sp_int(date)));
    sp_steady_clear(&steady);
    sp_graph_free(g);
  }
}

/* ---- No execution does more. */

static void check_executions(const struct sp_graph *g, const struct sp_steady *steady,
                             const struct sp_steady_period *period, double date)
{
  struct sp_error error = {"no reason"};
  double bound = bound_of(g, steady, sp_double(date));
  for (enum sp_strategy strategy = SP_PERIODIC; strategy <= SP_EARLY; strategy++) {
    struct sp_steady_run run = {.strategy = strategy,
                                .time = date,
                                .places = 3,
                                .tree = true,
                                .engine = SP_ENGINE_NATIVE,
                                .conditions = &(struct sp_conditions){0}};
    struct sp_steady_executed x;
    if (sp_perform_steady(g, steady, period, &run, &x, NULL, &error))
      fail_msg("%s", error.text);
    if (x.result.status != SP_RUN_OK)
      fail_msg("%s", x.result.reason);
    if (!(x.result.done <= bound))
      fail_msg("strategy %d: %g tasks by %g, bound %g", (int)strategy, x.result.done, date, bound);
  }
}

static void no_execution_does_more(void **unused)
{
  (void)unused;
  for (int k = 0; k < 2 * CASES; k++) {
    struct sp_graph *g = small_graph(9, k >= CASES);
    struct sp_steady steady;
    struct sp_steady_period period;
    struct sp_error error = {"no reason"};
    if (sp_steady_solve(g, true, &steady, &error) ||
        sp_steady_period_build(g, &steady, &period, &error))
      fail_msg("%s", error.text);
    check_executions(g, &steady, &period, draw(&seed, 1, 100));
    check_executions(g, &steady, &period, draw(&seed, 100, 1000));
    sp_steady_period_clear(&period);
    sp_steady_clear(&steady);
    sp_graph_free(g);
  }
}

/* Cut at any date, the periods do at least what they would if each block began at its own date. */
static void early_is_early(void **unused)
{
  static const double done[][2] = {{5, 6}, {20, 28}, {59, 93}, {100, 165}, {1000, 1740}};
  struct sp_graph *g = graph_of(FIGURE_2, NULL, NULL);
  struct sp_steady steady;
  struct sp_steady_period period;
  struct sp_error error = {"no reason"};
  (void)unused;
  assert_int_equal(sp_steady_solve(g, true, &steady, &error), SP_OK);
  assert_int_equal(sp_steady_period_build(g, &steady, &period, &error), SP_OK);
  for (int k = 0; k < 5; k++) {
    struct sp_steady_run run = {.strategy = SP_EARLY,
                                .time = done[k][0],
                                .engine = SP_ENGINE_NATIVE,
                                .conditions = &(struct sp_conditions){0}};
    struct sp_steady_executed x;
    assert_int_equal(sp_perform_steady(g, &steady, &period, &run, &x, NULL, &error), SP_OK);
    assert_true(x.result.status == SP_RUN_OK && x.result.verified);
    assert_true(x.result.done == done[k][1]);
    assert_true(x.result.done <= bound_of(g, &steady, sp_double(done[k][0])));
    /* three links deep: blocks 3, 4, .. are whole */
    assert_true(x.result.done >= 21 * (floor(done[k][0] / 12) - 3));
  }
  assert_true(bound_of(g, &steady, sp_int(10)) == 15);
  sp_steady_period_clear(&period);
  sp_steady_clear(&steady);
  sp_graph_free(g);
}

static void refusals(void **unused)
{
  struct sp_graph *g = graph_of("w=1,2 edges=1-2:1 model=multiport", NULL, NULL);
  struct sp_most_tasks most;
  struct sp_error error;
  (void)unused;
  assert_int_equal(sp_most_tasks_search(g, sp_int(5), 9, 0, &most, &error), SP_BAD_INPUT);
  sp_graph_free(g);
  g = graph_of("w=1,2 edges=1-2:1", NULL, NULL);
  assert_int_equal(sp_most_tasks_search(g, sp_int(100000), 9, 0, &most, &error), SP_CANNOT);
  assert_int_equal(sp_most_tasks_search(g, sp_int(50), 1e9, 3, &most, &error), SP_OK);
  assert_false(most.proven);
  sp_graph_free(g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(search_equals_enumeration),
                                     cmocka_unit_test(no_execution_does_more),
                                     cmocka_unit_test(early_is_early), cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
