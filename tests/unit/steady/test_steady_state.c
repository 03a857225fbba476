/* Tests the steady state of graphs: known values of tests/data/steady-state.json, the paper's
 * example with all its figures, and schedules checked activity by activity on random graphs. */
#include "solve/steady/steady.h"
#include "steady_cases.h"

/* ---- The properties of a schedule, checked independently of its construction */

static int vertex_of(const struct sp_ports *p, int node, int kind) /* 0 send, 1 receive, 2 work */
{
  if (kind == 2)
    kind = !p->send_work ? 0 : !p->recv_work ? 1 : 2;
  return 3 * node + (kind == 1 && !p->recv_send ? 0 : kind);
}

static void check_round(const struct sp_graph *g, const struct sp_round *round)
{
  int *used = calloc(3 * (size_t)g->platform.nodes, sizeof *used);
  assert_true(sp_q_sign(round->length) > 0);
  for (int k = 0; k < round->n; k++) {
    int from = round->pair[k][0], to = round->pair[k][1];
    const struct sp_ports *a = &g->platform.node[from].ports, *b = &g->platform.node[to].ports;
    if (from == to) {
      assert_true(++used[vertex_of(a, from, 2)] == 1);
      continue;
    }
    for (int j = 0; j < k; j++) /* no pair twice, nor in both directions with the same */
      assert_false((round->pair[j][0] == from && round->pair[j][1] == to) ||
                   (round->pair[j][0] == to && round->pair[j][1] == from &&
                    round->result[j] == round->result[k]));
    assert_true(++used[vertex_of(a, from, 0)] <= a->send);
    assert_true(++used[vertex_of(b, to, 1)] <= b->recv);
  }
  free(used);
}

/* Sum of the lengths of the rounds that hold the pair. */
static struct sp_rational *time_of_pair(struct sp_q_pool *pool, const struct sp_steady_period *p,
                                        int from, int to, bool result)
{
  struct sp_rational *time = sp_q_int(pool, 0);
  for (int r = 0; r < p->rounds; r++)
    for (int k = 0; k < p->round[r].n; k++)
      if (p->round[r].pair[k][0] == from && p->round[r].pair[k][1] == to &&
          p->round[r].result[k] == result)
        sp_q_add(time, p->round[r].length);
  return time;
}

static bool is_whole(const struct sp_rational *x)
{
  struct sp_q_pool pool = {0};
  bool whole = sp_q_compare(x, sp_q_floor(&pool, x)) == 0;
  sp_q_clear(&pool);
  return whole;
}

static void check_node(const struct sp_graph *g, const struct sp_steady_period *p, int i)
{
  const struct sp_ports *ports = &g->platform.node[i].ports;
  struct sp_q_pool pool = {0};
  struct sp_rational *sum = sp_q_int(&pool, 0), *results = sp_q_int(&pool, 0);
  assert_true(is_whole(p->work[i]) && sp_q_sign(p->work[i]) >= 0);
  for (int k = 0; k < p->flows; k++) {
    struct sp_rational *of = p->flow[k].result ? results : sum;
    if (p->flow[k].from == i)
      sp_q_add(of, p->flow[k].tasks);
    if (p->flow[k].to == i && p->flow[k].result)
      sp_q_subtract(results, p->flow[k].tasks);
  }
  if (!g->master[i] && sp_graph_has_results(g)) /* results sent - received = computed */
    assert_int_equal(sp_q_compare(results, p->work[i]), 0);
  sp_q_add(sum, p->work[i]); /* computed and sent on = received */
  if (g->master[i])
    assert_int_equal(sp_q_sign(p->received[i]), 0);
  else
    assert_int_equal(sp_q_compare(sum, p->received[i]), 0);
  if (isfinite(g->w[i].v)) {
    struct sp_rational *time = sp_q_of(&pool, sp_q_new(&pool, g->w[i]), '*', p->work[i]);
    assert_true(sp_q_compare(time, p->length) <= 0);
    if (!ports->recv_work || !ports->send_work)
      assert_int_equal(sp_q_compare(time_of_pair(&pool, p, i, i, false), time), 0);
  } else {
    assert_int_equal(sp_q_sign(p->work[i]), 0);
  }
  sp_q_clear(&pool);
}

static void check_flow(const struct sp_graph *g, const struct sp_steady_period *p, int k)
{
  const struct sp_flow *f = &p->flow[k];
  struct sp_num each = g->link[f->link].c[g->link[f->link].a != f->from];
  struct sp_q_pool pool = {0};
  assert_true(is_whole(f->tasks) && sp_q_sign(f->tasks) > 0 &&
              !g->master[f->result ? f->from : f->to]);
  struct sp_rational *time = sp_q_of(&pool, sp_q_new(&pool, each), '*', f->tasks);
  if (f->result)
    time = sp_q_of(&pool, time, '*', sp_q_new(&pool, g->result));
  assert_int_equal(sp_q_compare(time, f->busy), 0);
  assert_int_equal(sp_q_compare(time, time_of_pair(&pool, p, f->from, f->to, f->result)), 0);
  for (int j = 0; j < k; j++)
    assert_true(p->flow[j].link != f->link || p->flow[j].result != f->result);
  sp_q_clear(&pool);
}

static void check_period(const struct sp_graph *g, const struct sp_steady *s,
                         const struct sp_steady_period *p)
{
  struct sp_q_pool pool = {0};
  struct sp_rational *sum = sp_q_int(&pool, 0), *end = sp_q_int(&pool, 0);
  for (int i = 0; i < p->nodes; i++) {
    check_node(g, p, i);
    sp_q_add(sum, p->work[i]);
  }
  assert_int_equal(sp_q_compare(sum, p->tasks), 0);
  sum = sp_q_of(&pool, sum, '/',
                p->length); /* the schedule's throughput is the programme's, exactly */
  assert_int_equal(sp_q_compare(sum, s->throughput_exact), 0);
  for (int k = 0; k < p->flows; k++)
    check_flow(g, p, k);
  for (int r = 0; r < p->rounds; r++) {
    check_round(g, &p->round[r]);
    assert_int_equal(sp_q_compare(p->round[r].start, end), 0);
    sp_q_add(end, p->round[r].length);
  }
  assert_int_equal(sp_q_compare(end, p->rounds_end), 0);
  assert_int_equal(p->reached, sp_q_compare(end, p->length) <= 0);
  assert_int_equal(s->upper_bound_only, !p->reached);
  sp_q_clear(&pool);
}

/* Solves, checks the schedule and returns the throughput as a text; *odd: odd sets were needed. */
static char *solved(const struct sp_graph *g, bool *reached, bool *odd)
{
  struct sp_steady s, d;
  struct sp_steady_period p;
  struct sp_error error = {"no reason"};
  if (sp_steady_solve(g, true, &s, &error) != SP_OK ||
      sp_steady_solve(g, false, &d, &error) != SP_OK ||
      sp_steady_period_build(g, &s, &p, &error) != SP_OK)
    fail_msg("%s", error.text);
  assert_true(fabs(s.throughput - d.throughput) <= 1e-9 * s.throughput);
  check_period(g, &s, &p);
  if (reached)
    *reached = p.reached;
  else
    assert_true(p.reached);
  if (odd)
    *odd = s.odd_sets > 0;
  char *text = sp_q_text(s.throughput_exact);
  sp_steady_period_clear(&p);
  sp_steady_clear(&s);
  sp_steady_clear(&d);
  return text;
}

static void assert_solved(const struct sp_graph *g, const char *expected)
{
  char *text = solved(g, NULL, NULL);
  assert_string_equal(text, expected);
  free(text);
}

static const char *expected_text(const json_t *test, const char *key)
{
  return json_string_value(json_object_get(json_object_get(test, "expected"), key));
}

static void check_all_models(struct sp_graph *g, const json_t *test)
{
  struct sp_error error;
  struct sp_tree tree;
  for (int m = 0; m < SP_MODELS; m++) {
    char odd[16];
    set_model(g, (enum sp_model)m);
    snprintf(odd, sizeof odd, "%s_odd", short_name[m]);
    const char *with_sets = expected_text(test, odd);
    assert_solved(g, with_sets ? with_sets : expected_text(test, short_name[m]));
  }
  set_model(g, SP_MODEL_BASE);
  assert_int_equal(sp_best_tree(g, 0, &tree, &error), SP_OK);
  assert_true(tree.best);
  assert_string_equal(tree.throughput_text, expected_text(test, "best_tree"));
  sp_tree_clear(&tree);
  g->master[g->platform.nodes - 1] = true;
  assert_solved(g, expected_text(test, "two_masters_first_last"));
}

static void check_star(const json_t *test)
{
  const json_t *input = json_object_get(test, "input");
  const json_t *children = json_object_get(input, "children_c_w");
  int n = (int)json_array_size(children) + 2, parent[16];
  struct sp_num c[16], w[16];
  struct sp_q_pool pool = {0};
  assert_true(n <= 16);
  parent[0] = -1; /* a root that only sends, above the star: its link makes the cap 1/c0 */
  w[0] = (struct sp_num){INFINITY, 0, 0};
  parent[1] = 0;
  c[1] = json_num(json_object_get(input, "c0"));
  w[1] = json_num(json_object_get(input, "w0"));
  for (int i = 2; i < n; i++) {
    const json_t *child = json_array_get(children, (size_t)i - 2);
    parent[i] = 1;
    c[i] = json_num(json_array_get(child, 0));
    w[i] = json_num(json_array_get(child, 1));
  }
  double expected = sp_q_double(sp_q_read(&pool, expected_text(test, "ntask")));
  assert_true(fabs(sp_tree_throughput(n, parent, c, w) - expected) <= 1e-12 * expected);
  sp_q_clear(&pool);
}

static void known_cases(void **unused)
{
  json_t *root = json_load_file("tests/data/steady-state.json", 0, NULL);
  const json_t *cases = json_object_get(root, "cases");
  (void)unused;
  assert_true(json_array_size(cases) >= 12);
  for (size_t k = 0; k < json_array_size(cases); k++) {
    const json_t *test = json_array_get(cases, k);
    const char *kind = json_string_value(json_object_get(test, "kind"));
    if (!strcmp(kind, "star")) {
      check_star(test);
      continue;
    }
    struct sp_graph *g = graph_of_case(json_object_get(test, "input"));
    const char *model = json_string_value(json_object_get(json_object_get(test, "input"), "model"));
    for (int m = 0; model && m < SP_MODELS; m++)
      if (!strcmp(model, short_name[m]))
        set_model(g, (enum sp_model)m);
    if (!strcmp(kind, "mssg_all"))
      check_all_models(g, test);
    else
      assert_solved(g, expected_text(test, model ? "ntask_odd_sets" : "ntask"));
    sp_graph_free(g);
  }
  json_decref(root);
}

/* ---- The example */

static void figure_2(void **unused)
{
  struct sp_graph *g = graph_of(FIGURE_2, NULL, NULL);
  struct sp_steady s;
  struct sp_steady_period p;
  struct sp_error error;
  (void)unused;
  assert_int_equal(sp_steady_solve(g, true, &s, &error), SP_OK);
  assert_int_equal(sp_steady_period_build(g, &s, &p, &error), SP_OK);
  assert_rational(s.throughput_exact, "7/4");
  assert_rational(p.length, "12");
  assert_rational(p.tasks, "21");
  assert_rational(p.rounds_end, "12");
  assert_rational(p.startup, "31");
  assert_rational(p.drain, "28");
  assert_int_equal(p.flows, 4);
  static const char *const tasks[] = {"2", "7", "4", "2"}, *const busy[] = {"4", "7", "12", "6"};
  for (int k = 0; k < 4; k++) {
    assert_rational(p.flow[k].tasks, tasks[k]);
    assert_rational(p.flow[k].busy, busy[k]);
  }
  assert_true(p.flow[3].from == 3 && p.flow[3].to == 1); /* P4 feeds P2 */
  static const char *const ratio_by[] = {"12/25", "237/250", "2487/2500", "24987/25000"};
  long date = 100;
  struct sp_q_pool pool = {0};
  for (int k = 0; k < 4; k++, date *= 10) { /* Proposition 3: 0.48, 0.948, 0.9948, 0.99948 */
    struct sp_rational *at = sp_q_int(&pool, date);
    struct sp_rational *most = sp_q_of(&pool, at, '*', s.throughput_exact);
    assert_rational(sp_q_of(&pool, sp_steady_period_done_by(&pool, &p, at), '/', most),
                    ratio_by[k]);
  }
  /* start-up and clean-up alone last 59 */
  assert_rational(sp_steady_period_done_by(&pool, &p, sp_q_int(&pool, 58)), "0");
  sp_q_clear(&pool);
  sp_steady_period_clear(&p);
  sp_steady_clear(&s);
  sp_graph_free(g);
  g = graph_of(FIGURE_2, "1,4", NULL);
  assert_solved(g, "7/4");
  sp_graph_free(g);
}

/* Errata: without odd sets the programme gives 3/4 to a node of the triangle that can get 1/2. */
static void odd_triangle(void **unused)
{
  bool reached, odd;
  struct sp_graph *g = graph_of("w=inf,inf,1 edges=1-2:1,2-3:1,1-3:2", NULL, "work-parallel");
  (void)unused;
  char *text = solved(g, &reached, &odd);
  assert_string_equal(text, "1/2");
  assert_true(reached && odd);
  free(text);
  sp_graph_free(g);
  g = graph_of("w=inf,inf,1 edges=1-2:1,2-3:1,1-3:2", NULL, "base");
  assert_solved(g, "1");
  sp_graph_free(g);
}

/* Two ports and an odd cycle: P1 keeps one port busy with P3, so P1, P2 and P4 share the other, a
 * triangle that no odd set of single ports describes. The schedule reports the rate that it
 * reaches.
 */
static void upper_bound(void **unused)
{
  struct sp_graph *g = graph_of("w=inf,4,1,7 edges=1-2:2:6,1-3:1:5,1-4:3,3-4:4:5,2-4:4,2-3:2:1 "
                                "model=base,work-parallel,base,work-parallel send=2,1,3,1 recv=1",
                                NULL, NULL);
  struct sp_steady s;
  struct sp_steady_period p;
  struct sp_error error;
  (void)unused;
  assert_int_equal(sp_steady_solve(g, true, &s, &error), SP_OK);
  assert_false(s.upper_bound_only);
  assert_int_equal(sp_steady_period_build(g, &s, &p, &error), SP_OK);
  check_period(g, &s, &p);
  assert_true(s.upper_bound_only && !p.reached);
  assert_rational(s.throughput_exact, "39/28");
  assert_int_equal(sp_q_compare(sp_q_of(&p.pool, p.achieved, '*', p.rounds_end), p.tasks), 0);
  sp_steady_period_clear(&p);
  sp_steady_clear(&s);
  sp_graph_free(g);
}

/* Theorem 3 with K branches: the throughput of the graph is 1, of any tree 1/K. */
static void theorem_3(void **unused)
{
  (void)unused;
  for (int k = 2; k <= 4; k++) {
    struct sp_graph *g = sp_graph_alloc(2 * k + 2);
    struct sp_error error;
    struct sp_tree tree;
    char expected[16];
    for (int i = 0; i < 2 * k + 1; i++)
      g->w[i] = (struct sp_num){INFINITY, 0, 0};
    g->master[0] = true;
    for (int i = 1; i <= k; i++) {
      sp_graph_add_link(g, 0, i, sp_int(1), sp_int(1));
      sp_graph_add_link(g, i, k + i, sp_int(k), sp_int(k));
      sp_graph_add_link(g, k + i, 2 * k + 1, sp_int(1), sp_int(1));
    }
    assert_int_equal(sp_graph_check(g, &error), SP_OK);
    assert_solved(g, "1");
    assert_int_equal(sp_best_tree(g, 0, &tree, &error), SP_OK);
    snprintf(expected, sizeof expected, "1/%d", k);
    assert_string_equal(tree.throughput_text, expected);
    assert_true(tree.best);
    sp_tree_clear(&tree);
    sp_graph_free(g);
  }
}

/* Proposition 2: a subtree counts as one node of weight 1/throughput. Node 0 has nodes 1 and 2,
 * node 1 the others; node 1 with those is a tree of its own, which replaces it. */
static void proposition_2(void **unused)
{
  enum { NODES = 6 };
  static const int parent[NODES] = {-1, 0, 0, 1, 1, 1}, below[4] = {-1, 0, 0, 0};
  uint64_t state = 8;
  (void)unused;
  for (int k = 0; k < 100; k++) {
    struct sp_num c[NODES] = {{0, 0, 1}}, w[NODES];
    for (int i = 0; i < NODES; i++) {
      w[i] = ratio(draw(&state, 1, 9), draw(&state, 1, 3));
      c[i] = i ? ratio(draw(&state, 1, 9), draw(&state, 1, 2)) : c[0];
    }
    struct sp_num of_subtree[4] = {w[1], w[3], w[4], w[5]}, costs[4] = {c[0], c[3], c[4], c[5]};
    double whole = sp_tree_throughput(NODES, parent, c, w);
    w[1] = sp_double(1 / sp_tree_throughput(4, below, costs, of_subtree));
    assert_true(fabs(sp_tree_throughput(3, parent, c, w) - whole) <= 1e-12 * whole);
  }
}

/* Node 2 is reached over 4 and 3 by the cheapest links, which also carry the flow, and directly by
 * the cheapest way and the greatest throughput at once. */
static void growths(void **unused)
{
  static const char *const expected[SP_GROWTHS] = {"1", "5/6", "1", "5/6"};
  struct sp_graph *g = graph_of("w=2,2,3,inf edges=1-2:3,1-4:2,4-3:2,3-2:1,1-3:7/2", NULL, NULL);
  struct sp_tree tree;
  struct sp_error error;
  (void)unused;
  for (enum sp_growth growth = 0; growth < SP_GROWTHS; growth++) {
    assert_int_equal(sp_grown_tree(g, growth, &tree, &error), SP_OK);
    assert_string_equal(tree.throughput_text, expected[growth]);
    assert_int_equal(tree.parent[1], growth == SP_GROW_LINK || growth == SP_GROW_FLOW ? 2 : 0);
    assert_false(tree.best);
    sp_tree_clear(&tree);
  }
  sp_graph_free(g);
}

/* ---- Random graphs */

static void random_schedules(void **unused)
{
  uint64_t state = 4711;
  int sets = 0;
  (void)unused;
  for (int k = 0; k < 600; k++) {
    int n = draw(&state, 1, 9);
    struct sp_graph *g = random_graph(&state, n, draw(&state, 0, 8), k % 3 ? 9 : 40);
    bool odd;
    if (n > 1 && k % 5 == 0)
      g->master[n - 1] = true;
    set_model(g, (enum sp_model)(k % SP_MODELS));
    char *text = solved(g, NULL, &odd);
    sets += odd;
    free(text);
    sp_graph_free(g);
  }
  assert_true(sets >= 5); /* the sample contains odd sets */
}

static void random_results(void **unused)
{
  uint64_t state = 5252;
  (void)unused;
  for (int k = 0; k < 600; k++) {
    int n = draw(&state, 2, 8);
    struct sp_graph *g = random_graph(&state, n, draw(&state, 0, 8), 9);
    if (n > 2 && k % 5 == 0)
      g->master[n - 1] = true;
    set_model(g, (enum sp_model)(k % SP_MODELS));
    if (k % SP_MODELS == SP_MODEL_BASE)
      for (int i = 0; i < n; i++)
        g->platform.node[i].ports.send = g->platform.node[i].ports.recv = draw(&state, 1, 2);
    g->result = ratio(draw(&state, 1, 6), draw(&state, 1, 3));
    free(solved(g, NULL, NULL));
    sp_graph_free(g);
  }
}

/* Each node has a model of its own, base nodes have several ports. Only several ports together with
 * odd cycles may leave an upper bound; then the schedule reports the rate that it reaches. */
static void random_mixtures(void **unused)
{
  uint64_t state = 1234577;
  int bounds = 0;
  (void)unused;
  for (int k = 0; k < 400; k++) {
    int n = draw(&state, 2, 8), odd_models = 0, ports = 0;
    struct sp_graph *g = random_graph(&state, n, draw(&state, 0, 8), 12);
    for (int i = 0; i < n; i++) {
      enum sp_model model = (enum sp_model)draw(&state, 0, SP_MODELS - 1);
      g->platform.node[i].ports = sp_model_ports(model);
      odd_models += model == SP_MODEL_WORK_PARALLEL || model == SP_MODEL_SEQUENTIAL;
      if (model == SP_MODEL_BASE) {
        g->platform.node[i].ports.send = draw(&state, 1, 3);
        g->platform.node[i].ports.recv = draw(&state, 1, 3);
        ports++;
      }
    }
    bool reached;
    char *text = solved(g, &reached, NULL);
    assert_true(reached || (odd_models && ports));
    bounds += !reached;
    free(text);
    sp_graph_free(g);
  }
  assert_true(bounds < 20);
}

/* More ports or more overlap never reduce the throughput. */
static void models_in_order(void **unused)
{
  uint64_t state = 99991;
  static const enum sp_model less[][2] = {{SP_MODEL_SEQUENTIAL, SP_MODEL_RECV_PARALLEL},
                                          {SP_MODEL_SEQUENTIAL, SP_MODEL_SEND_PARALLEL},
                                          {SP_MODEL_SEQUENTIAL, SP_MODEL_WORK_PARALLEL},
                                          {SP_MODEL_RECV_PARALLEL, SP_MODEL_BASE},
                                          {SP_MODEL_SEND_PARALLEL, SP_MODEL_BASE},
                                          {SP_MODEL_WORK_PARALLEL, SP_MODEL_BASE},
                                          {SP_MODEL_BASE, SP_MODEL_MULTIPORT}};
  (void)unused;
  for (int k = 0; k < 100; k++) {
    struct sp_graph *g = random_graph(&state, draw(&state, 2, 12), 10, 9);
    double value[SP_MODELS];
    for (int m = 0; m < SP_MODELS; m++) {
      struct sp_steady s;
      struct sp_error error;
      set_model(g, (enum sp_model)m);
      assert_int_equal(sp_steady_solve(g, false, &s, &error), SP_OK);
      value[m] = s.throughput;
      sp_steady_clear(&s);
    }
    for (size_t i = 0; i < sizeof less / sizeof less[0]; i++)
      assert_true(value[less[i][0]] <= value[less[i][1]] * (1 + 1e-9));
    sp_graph_free(g);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_cases),     cmocka_unit_test(figure_2),
      cmocka_unit_test(odd_triangle),    cmocka_unit_test(upper_bound),
      cmocka_unit_test(theorem_3),       cmocka_unit_test(random_schedules),
      cmocka_unit_test(random_results),  cmocka_unit_test(random_mixtures),
      cmocka_unit_test(models_in_order), cmocka_unit_test(proposition_2),
      cmocka_unit_test(growths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
