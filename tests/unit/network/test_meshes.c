/* Tests meshes and tori: their links, the networks that they contain, and MESHES_COUNT (default
 * 300) small ones against all trees and all sets of messages between layers. Of 10,000 (at most 6
 * processors, each 30th 3 x 3) no other set of messages between layers was better on 9,998; of the
 * 8,761 with at most 8 possible messages no set at all was better than both ways on any. */
#include "networks.h"
#include "solve/lp/lp.h"

static const enum sp_network_kind kinds[] = {SP_MESH, SP_TORUS};

/* ---- Links: processor (i, j, k) of A x B x C is number (i B + j) C + k. */

/* The number of processor `at` with coordinate `of` moved by one; -1: none there. */
static long neighbour(const long *size, bool closed, const long *at, int of, long by)
{
  long there[3] = {at[0], at[1], at[2]};
  there[of] += by;
  if (closed)
    there[of] = (there[of] + size[of]) % size[of];
  if (there[of] < 0 || there[of] >= size[of] || there[of] == at[of])
    return -1;
  return (there[0] * size[1] + there[1]) * size[2] + there[2];
}

static bool has_edge(const struct sp_network *net, long a, long b)
{
  int found = 0;
  for (long e = 0; e < net->links; e++)
    found += (net->edge[e].a == a && net->edge[e].b == b) ||
             (net->edge[e].a == b && net->edge[e].b == a);
  assert_true(found <= 1);
  return found;
}

static void check_links(enum sp_network_kind kind, const long *size)
{
  char spec[64];
  snprintf(spec, sizeof spec, "d=%ldx%ldx%ld w=1", size[0], size[1], size[2]);
  struct sp_network *net = parsed(kind, spec);
  long ends = 0, n = size[0] * size[1] * size[2];
  assert_int_equal(net->n, n);
  for (long i = 0; i < n; i++) {
    long at[3] = {i / (size[1] * size[2]), i / size[2] % size[1], i % size[2]};
    for (int of = 0; of < 3; of++) {
      long up = neighbour(size, kind == SP_TORUS, at, of, 1);
      long down = neighbour(size, kind == SP_TORUS, at, of, -1);
      ends += (up >= 0) + (down >= 0 && down != up);
      assert_true(up < 0 || has_edge(net, i, up));
      assert_true(down < 0 || has_edge(net, i, down));
    }
  }
  assert_int_equal(ends, 2 * net->links);
  sp_network_free(net);
}

static void links(void **state)
{
  (void)state;
  for (int kind = 0; kind < 2; kind++)
    for (long a = 1; a <= 4; a++)
      for (long b = 1; b <= 4; b++)
        for (long c = 1; c <= 4; c++)
          if (a * b * c > 1)
            check_links(kinds[kind], (long[]){a, b, c});
}

/* ---- The networks that they contain. */

static void assert_time(enum sp_network_kind kind, const char *spec, double time)
{
  struct sp_network_solution s = solved(kind, spec);
  assert_near(s.time, time, 1e-10);
  assert_true(s.lower_bound <= time);
  sp_network_solution_clear(&s);
}

/* A row is a chain, a closed row a loop (open: the best tree), 2 x 2 x .. a hypercube. */
static void contained(void **state)
{
  (void)state;
  uint64_t seed = 1997;
  for (int k = 0; k < 100; k++) {
    char costs[64], spec[128];
    long n = draw_whole(&seed, 3, 9);
    snprintf(costs, sizeof costs, "w=1 z=%.3f r=%.3f", draw(&seed), k % 4 * .05 * draw(&seed));
    snprintf(spec, sizeof spec, "%s n=%ld originator=%ld", costs, n, 1 + k % n);
    struct sp_network_solution chain = solved(SP_CHAIN, spec);
    for (int tree = 0; tree < 2; tree++) {
      snprintf(spec, sizeof spec, "%s d=1x%ld originator=%ld mode=%s", costs, n, 1 + k % n,
               tree ? "tree" : "layers");
      assert_time(SP_MESH, spec, chain.time);
    }
    sp_network_solution_clear(&chain);
    snprintf(spec, sizeof spec, "%s n=%ld", costs, n);
    struct sp_network_solution loop = solved(SP_LOOP, spec);
    snprintf(spec, sizeof spec, "%s d=%ldx1 mode=tree originator=%ld", costs, n, 1 + k % n);
    assert_time(SP_TORUS, spec, loop.open_time);
    sp_network_solution_clear(&loop);
    snprintf(spec, sizeof spec, "%s d=%d", costs, 1 + k % 5);
    struct sp_network_solution cube = solved(SP_HYPERCUBE, spec);
    static const char *const size[] = {"2x1", "2x2", "2x2x2", "2x2x2x2", "2x2x2x2x2"};
    snprintf(spec, sizeof spec, "%s d=%s originator=2", costs, size[k % 5]);
    assert_time(kinds[k / 5 % 2], spec, cube.time);
    sp_network_solution_clear(&cube);
  }
}

/* ---- All trees, by their own recursion: processor i, which may compute for C, takes with all
 * below it a C + b. */

enum { SMALL = 6, MOST = 9, MESSAGES = 12 };

struct tree {
  const struct sp_network *net;
  long parent[MOST];
  double a[MOST], b[MOST];
};

static double cost_r(const struct sp_network *net)
{
  return net->r[0].v;
}

static double cost_z(const struct sp_network *net)
{
  return net->z[0].v * net->tcm.v;
}

static double cost_w(const struct sp_network *net)
{
  return net->w[0].v * net->tcp.v;
}

static void take(struct tree *t, long i)
{
  t->a[i] = 1 / cost_w(t->net);
  t->b[i] = 0;
  for (long k = 0; k < t->net->n; k++)
    if (t->parent[k] == i) { /* C_i = r + z (a C_k + b) + C_k */
      take(t, k);
      double whole = 1 + cost_z(t->net) * t->a[k];
      t->b[i] += t->b[k] - t->a[k] * (cost_r(t->net) + cost_z(t->net) * t->b[k]) / whole;
      t->a[i] += t->a[k] / whole;
    }
}

static bool in_time(const struct tree *t, long i, double C)
{
  bool all = C >= 0;
  for (long k = 0; k < t->net->n && all; k++)
    if (t->parent[k] == i)
      all = in_time(
          t, k, (C - cost_r(t->net) - cost_z(t->net) * t->b[k]) / (1 + cost_z(t->net) * t->a[k]));
  return all;
}

/* The least time, or with a deadline minus the load; INFINITY if someone is late. */
static double cost_of_tree(struct tree *t)
{
  const struct sp_network *net = t->net;
  long o = net->originator;
  take(t, o);
  double T = sp_network_is_dual(net) ? net->deadline.v : (1 - t->b[o]) / t->a[o];
  double cost = sp_network_is_dual(net) ? -t->a[o] * T - t->b[o] : T;
  return in_time(t, o, T) ? cost : INFINITY;
}

/* Is everyone who has a parent below the originator? */
static bool is_tree(const struct tree *t)
{
  for (long i = 0; i < t->net->n; i++) {
    long at = i, steps = 0;
    while (t->parent[at] != SP_UNUSED && steps++ < t->net->n)
      at = t->parent[at];
    if (t->parent[i] != SP_UNUSED && at != t->net->originator)
      return false;
  }
  return true;
}

static double best_tree(struct tree *t, long i)
{
  const struct sp_network *net = t->net;
  if (i == net->n)
    return is_tree(t) ? cost_of_tree(t) : INFINITY;
  t->parent[i] = SP_UNUSED;
  double best = best_tree(t, i + 1);
  for (long e = 0; e < net->links && i != net->originator; e++)
    if (net->edge[e].a == i || net->edge[e].b == i) {
      t->parent[i] = net->edge[e].a == i ? net->edge[e].b : net->edge[e].a;
      best = fmin(best, best_tree(t, i + 1));
    }
  return best;
}

/* ---- All sets of messages. */

static const struct sp_num nought = {0, 0, 1};

static struct sp_num number(double v)
{
  return (struct sp_num){v, 0, 0};
}

/* As cost_of_tree, of a set of messages: each processor computes and sends once it has received
 * all. A processor that receives nothing has nothing to compute. */
static double cost_of_messages(const struct sp_network *net, const struct sp_edge *message, int n)
{
  bool dual = sp_network_is_dual(net);
  int alpha[MOST], R[MOST], balance[MOST];
  struct sp_lp *lp = sp_lp_alloc(false);
  int T = sp_lp_column(lp, dual ? net->deadline : nought, net->deadline, sp_int(!dual), false);
  int whole = sp_lp_row(lp, sp_int(!dual), dual ? SP_LP_FREE : sp_int(1));
  for (int i = 0; i < net->n; i++) {
    bool takes = i == net->originator;
    for (int k = 0; k < n; k++)
      takes = takes || message[k].b == i;
    alpha[i] = sp_lp_column(lp, nought, takes ? SP_LP_FREE : nought, sp_int(-dual), false);
    R[i] = sp_lp_column(lp, nought, i == net->originator ? nought : SP_LP_FREE, nought, false);
    int end = sp_lp_row(lp, nought, SP_LP_FREE);
    sp_lp_set(lp, end, T, sp_int(1));
    sp_lp_set(lp, end, R[i], sp_int(-1));
    sp_lp_set(lp, end, alpha[i], number(-cost_w(net)));
    sp_lp_set(lp, whole, alpha[i], sp_int(1));
    balance[i] = sp_lp_row(lp, nought, i == net->originator ? SP_LP_FREE : nought);
    sp_lp_set(lp, balance[i], alpha[i], sp_int(i == net->originator ? 1 : -1));
  }
  for (int k = 0; k < n; k++) {
    long from = message[k].a, to = message[k].b;
    int x = sp_lp_column(lp, nought, SP_LP_FREE, nought, false);
    int row = sp_lp_row(lp, number(cost_r(net)), SP_LP_FREE);
    sp_lp_set(lp, row, R[to], sp_int(1));
    sp_lp_set(lp, row, R[from], sp_int(-1));
    sp_lp_set(lp, row, x, number(-cost_z(net)));
    sp_lp_set(lp, balance[from], x, sp_int(from == net->originator ? 1 : -1));
    if (to != net->originator)
      sp_lp_set(lp, balance[to], x, sp_int(1));
  }
  struct sp_lp_solution s;
  struct sp_error error;
  if (sp_lp_solve(lp, 0, &s, &error) != SP_OK)
    fail_msg("%s", error.text);
  double cost = s.status == SP_LP_OPTIMAL ? s.value : INFINITY;
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);
  return cost;
}

static void measure_ways(const struct sp_network *net, long *hops)
{
  for (long i = 0; i < net->n; i++)
    hops[i] = i == net->originator ? 0 : net->n;
  for (long pass = 0; pass < net->n; pass++)
    for (long e = 0; e < net->links; e++) {
      long *a = &hops[net->edge[e].a], *b = &hops[net->edge[e].b];
      *a = *a > *b + 1 ? *b + 1 : *a;
      *b = *b > *a + 1 ? *a + 1 : *b;
    }
}

/* The best set of messages that lead from one layer to the next; any: of all sets, of 8 messages at
 * most. NAN if they are too many. */
static double best_messages(const struct sp_network *net, bool any)
{
  struct sp_edge all[MESSAGES], some[MESSAGES];
  long hops[MOST];
  int n = 0;
  measure_ways(net, hops);
  for (long e = 0; e < 2 * net->links; e++) {
    struct sp_edge way = net->edge[e / 2];
    if (e % 2)
      way = (struct sp_edge){way.b, way.a};
    if (way.b == net->originator || (!any && hops[way.b] <= hops[way.a]))
      continue;
    if (n == (any ? 8 : MESSAGES))
      return NAN;
    all[n++] = way;
  }
  double best = INFINITY;
  for (unsigned set = 0; set < 1u << n; set++) {
    int taken = 0;
    for (int k = 0; k < n; k++)
      if (set >> k & 1)
        some[taken++] = all[k];
    best = fmin(best, cost_of_messages(net, some, taken));
  }
  return best;
}

/* Every 30th has 3 x 3 processors, of which some of a layer can be left out. */
static struct sp_network *draw_mesh(uint64_t *seed, long k)
{
  char spec[100];
  if (k % 30)
    return random_grid(seed, kinds[k % 2], SMALL, k % 4 ? .3 : 0);
  snprintf(spec, sizeof spec, "d=3x3 w=1 z=%.4f r=%.4f", draw(seed), .2 * draw(seed));
  return parsed(kinds[k / 30 % 2], spec);
}

static double cost_of(const struct sp_network *net, bool layered, double *bound)
{
  struct sp_network copy = *net;
  copy.layered = layered;
  struct sp_network_solution s = solution_of(&copy);
  double cost = sp_network_is_dual(net) ? -s.load : s.time;
  *bound = sp_network_is_dual(net) ? -s.lower_bound : s.lower_bound;
  sp_network_solution_clear(&s);
  return cost;
}

/* Is x no more than y, but for rounding? */
static bool at_most(double x, double y)
{
  return x <= y + 1e-9 * fabs(y);
}

static void as_enumerated(void **state)
{
  (void)state;
  const char *given = getenv("MESHES_COUNT");
  long count = given ? strtol(given, NULL, 10) : 300, layered = 0, best = 0, open = 0, beaten = 0;
  uint64_t seed = 6;
  for (long k = 0; k < count; k++) {
    struct sp_network *net = draw_mesh(&seed, k);
    struct tree t = {.net = net};
    double bound;
    if (k % 3 == 0)
      net->deadline = sp_double(.1 + draw(&seed));
    t.parent[net->originator] = SP_UNUSED;
    double trees = best_tree(&t, 0), layers = best_messages(net, false);
    double any = best_messages(net, true), cost = cost_of(net, false, &bound);
    assert_true(at_most(bound, trees) && at_most(cost, trees) && at_most(trees, cost));
    assert_true(isnan(any) || at_most(bound, any));
    cost = cost_of(net, true, &bound);
    assert_true(at_most(bound, cost));
    if (!isnan(layers)) {
      if (!at_most(layers, cost))
        fail_msg("mesh %ld: %.17g, expected at least %.17g", k, cost, layers);
      layered++;
      best += at_most(cost, layers);
    }
    open += !isnan(any);
    beaten += !isnan(any) && !at_most(fmin(cost, trees), any);
    sp_network_free(net);
  }
  print_message("layers: %ld of %ld as the best set; %ld of %ld neither layers nor tree is best\n",
                best, layered, beaten, open);
  assert_true(layered > count / 2 && best >= layered - layered / 1000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(links),
      cmocka_unit_test(contained),
      cmocka_unit_test(as_enumerated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
