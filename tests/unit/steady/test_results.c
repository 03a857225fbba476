/* Tests the steady state of graphs whose results return: on stars the rate that prices of the ports
 * give (solve/bag/rate_exact.c), on small graphs the value of another programme, which has a
 * variable for each way of tasks and of results instead of flows on links, in doubles. */
#include "graphs.h"
#include "method/context.h"
#include "share.h"
#include "solve/bag/bag.h"
#include "solve/lp/lp.h"
#include "solve/steady/steady.h"

static struct sp_steady solve(const struct sp_graph *g)
{
  struct sp_steady s = {0};
  struct sp_error error = {"no reason"};
  if (sp_graph_check(g, &error) != SP_OK || sp_steady_solve(g, true, &s, &error) != SP_OK)
    fail_msg("%s", error.text);
  return s;
}

static struct sp_num fraction(uint64_t *state)
{
  return ratio(draw(state, 1, 9), draw(state, 1, 3));
}

static struct sp_num times(struct sp_num a, struct sp_num b)
{
  return ratio((int)(a.num * b.num), (int)(a.den * b.den));
}

/* ---- Stars */

/* A star of one to six workers, d = z c. */
static struct sp_instance *random_star(uint64_t *state, struct sp_num z)
{
  struct sp_instance *in = sp_instance_alloc(draw(state, 1, 6));
  in->problem = SP_BAG;
  in->task_bytes = in->task_flops = 0x1p40;
  in->total = sp_int(1);
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = fraction(state);
    in->w[i] = fraction(state);
    in->result[i] = times(in->c[i], z);
  }
  return in;
}

/* The star as a graph, whose master only relays. */
static struct sp_graph *star_as_graph(const struct sp_instance *in, struct sp_num z)
{
  struct sp_graph *g = sp_graph_alloc(in->m + 1);
  g->master[0] = true;
  g->w[0] = inexact(INFINITY);
  g->result = z;
  for (int i = 1; i <= in->m; i++) {
    g->w[i] = in->w[i];
    sp_graph_add_link(g, 0, i, in->c[i], in->c[i]);
  }
  g->platform.node[0].ports = in->platform.node[0].ports;
  return g;
}

/* One port each way, several, or one for both. */
static void set_ports(uint64_t *state, int k, struct sp_ports *ports)
{
  *ports = sp_model_ports(k % 4 == 3 ? SP_MODEL_WORK_PARALLEL : SP_MODEL_BASE);
  if (k % 4 != 2)
    return;
  ports->send = draw(state, 1, 3);
  ports->recv = draw(state, 1, 3);
}

static void stars(void **unused)
{
  uint64_t state = 77;
  int equal = 0;
  (void)unused;
  for (int k = 0; k < share(1000); k++) {
    struct sp_num z = fraction(&state);
    struct sp_instance *in = random_star(&state, z);
    set_ports(&state, k, &in->platform.node[0].ports);
    struct sp_graph *g = star_as_graph(in, z);
    struct sp_context *cx = sp_context_plain();
    struct sp_q_pool pool = {0};
    struct sp_steady s = solve(g);
    struct sp_rational *rate = sp_exact_rate(cx, in, SP_RATE_TASKS, &pool);
    equal += sp_q_compare(rate, s.throughput_exact) == 0;
    sp_q_clear(&pool);
    sp_context_free(cx);
    sp_steady_clear(&s);
    sp_graph_free(g);
    sp_instance_free(in);
  }
  assert_int_equal(equal, share(1000));
}

/* ---- Ways */

enum { MOST_NODES = 6 };

/* A programme of ways. Rows: of each direction of a link, of what a node sends, receives, computes
 * and of all limits of their sums, and the balance of each node. */
struct ways {
  const struct sp_graph *g;
  struct sp_lp *lp;
  int arc[2 * 20], at[MOST_NODES][8], balance[MOST_NODES];
  int on_way[MOST_NODES], n; /* the arcs of the way so far */
  bool seen[MOST_NODES];
};

/* Of a node's activities those that row r limits: bits 1 send, 2 receive, 4 compute. */
static double limit_of(const struct sp_ports *p, unsigned r)
{
  bool all = !p->recv_send && !p->recv_work && !p->send_work;
  bool together = (r == 3 && !p->recv_send) || (r == 5 && !p->send_work) ||
                  (r == 6 && !p->recv_work) || (r == 7 && all);
  int limit = r == 1 ? p->send : r == 2 ? p->recv : r == 4 || together ? 1 : INT_MAX;
  return limit < INT_MAX ? (double)limit : INFINITY;
}

static void make_rows(struct ways *v)
{
  struct sp_lp *lp = v->lp = sp_lp_alloc(true);
  for (int arc = 0; arc < 2 * v->g->links; arc++)
    v->arc[arc] = sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_int(1));
  for (int i = 0; i < v->g->platform.nodes; i++) {
    v->balance[i] = sp_lp_row(lp, sp_int(0), sp_int(0));
    for (unsigned r = 1; r < 8; r++) {
      double limit = limit_of(&v->g->platform.node[i].ports, r);
      v->at[i][r] = isfinite(limit) ? sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_double(limit)) : -1;
    }
  }
}

static int from_of(const struct sp_graph *g, int arc)
{
  return arc % 2 ? g->link[arc / 2].b : g->link[arc / 2].a;
}

/* The activity takes so much of the node. */
static void use(const struct ways *v, int node, unsigned activity, double time, double *used)
{
  for (unsigned r = 1; r < 8; r++)
    if ((r & activity) && v->at[node][r] >= 0)
      used[v->at[node][r]] += time;
}

/* The way is a variable: of tasks to its last node, or of results from its first, z each. */
static void add_way(struct ways *v, bool result)
{
  const struct sp_graph *g = v->g;
  int last = from_of(g, v->on_way[v->n - 1] ^ 1), first = from_of(g, v->on_way[0]);
  int column = sp_lp_column(v->lp, sp_int(0), SP_LP_FREE, sp_int(!result), false);
  double *used = calloc((size_t)v->lp->rows, sizeof *used);
  for (int k = 0; k < v->n; k++) {
    int arc = v->on_way[k];
    double time = g->link[arc / 2].c[arc % 2].v * (result ? g->result.v : 1);
    used[v->arc[arc]] += time;
    use(v, from_of(g, arc), 1, time, used);
    use(v, from_of(g, arc ^ 1), 2, time, used);
  }
  used[v->balance[result ? first : last]] += result ? -1 : 1;
  if (!result)
    use(v, last, 4, g->w[last].v, used);
  for (int row = 0; row < v->lp->rows; row++)
    if (used[row] != 0)
      sp_lp_set(v->lp, row, column, sp_double(used[row]));
  free(used);
}

/* Goes on from the node in all ways that are simple. */
static void go_on(struct ways *v, int node, bool result)
{
  const struct sp_graph *g = v->g;
  v->seen[node] = true;
  for (int arc = 0; arc < 2 * g->links; arc++) {
    int to = from_of(g, arc ^ 1);
    if (from_of(g, arc) != node || v->seen[to] || (g->master[to] && !result) ||
        isinf(g->link[arc / 2].c[arc % 2].v))
      continue;
    v->on_way[v->n++] = arc;
    if (result ? g->master[to] : isfinite(g->w[to].v))
      add_way(v, result);
    if (!g->master[to])
      go_on(v, to, result);
    v->n--;
  }
  v->seen[node] = false;
}

static double by_ways(const struct sp_graph *g)
{
  struct ways v = {.g = g};
  struct sp_lp_solution x;
  make_rows(&v);
  for (int i = 0; i < g->platform.nodes; i++) {
    if (g->master[i] && isfinite(g->w[i].v)) { /* what it computes is done there */
      int column = sp_lp_column(v.lp, sp_int(0), SP_LP_FREE, sp_int(1), false);
      for (unsigned r = 4; r < 8; r++)
        if (v.at[i][r] >= 0)
          sp_lp_set(v.lp, v.at[i][r], column, g->w[i]);
    }
    if (g->master[i])
      go_on(&v, i, false);
    else if (isfinite(g->w[i].v))
      go_on(&v, i, true);
  }
  assert_int_equal(sp_lp_solve(v.lp, 0, &x, NULL), SP_OK);
  assert_int_equal(x.status, SP_LP_OPTIMAL);
  double value = x.value;
  sp_lp_solution_clear(&x);
  sp_lp_free(v.lp);
  return value;
}

static void graphs(void **unused)
{
  uint64_t state = 31415;
  int limited = 0;
  (void)unused;
  for (int k = 0; k < share(2000); k++) {
    int n = draw(&state, 2, MOST_NODES);
    struct sp_graph *g = random_graph(&state, n, k % 2 ? draw(&state, 1, 4) : 0, 9);
    enum sp_model model = (enum sp_model)(k % SP_MODELS);
    struct sp_num without = g->result;
    if (n > 2 && k % 5 == 0)
      g->master[n - 1] = true;
    if (k % 7 == 0 && g->links > 2)
      g->link[g->links - 1].c[1] = inexact(INFINITY);
    for (int i = 0; i < n; i++) {
      g->platform.node[i].ports = sp_model_ports(model);
      if (model == SP_MODEL_BASE && k % 3 == 0)
        g->platform.node[i].ports.send = draw(&state, 1, 3);
    }
    g->result = fraction(&state);
    if (sp_graph_check(g, NULL) == SP_OK) {
      struct sp_steady s = solve(g);
      double value = by_ways(g);
      if (model == SP_MODEL_WORK_PARALLEL || model == SP_MODEL_SEQUENTIAL) /* odd sets */
        assert_true(s.throughput <= value * (1 + 1e-9));
      else
        assert_true(fabs(s.throughput - value) <= 1e-9 * value);
      g->result = without;
      struct sp_steady faster = solve(g);
      limited += s.throughput < faster.throughput * (1 - 1e-9);
      sp_steady_clear(&faster);
      sp_steady_clear(&s);
    }
    sp_graph_free(g);
  }
  assert_true(limited > share(500)); /* results are felt */
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(stars), cmocka_unit_test(graphs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
