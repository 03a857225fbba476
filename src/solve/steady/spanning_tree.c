/* Finds the spanning tree with the greatest throughput. This is NP-hard (Theorem 2): if there are
 * few trees, all are enumerated, else the best of several trees is improved.
 *
 *   enumeration   links one by one, taken or left out; a branch is cut when its links have a cycle
 *                 or can no longer join all nodes. The number of trees is known beforehand.
 *   heuristics    grown from the masters, one link at a time (enum sp_growth); then nodes change to
 *                 another parent while the throughput grows.
 *
 * Several masters are one root: trees are forests with a master in each. The throughput of a tree
 * has a closed form in the base model; else it is that of the tree as a graph, by the linear
 * programme.
 *
 * Example (Figure 2): four trees, 38/24, 36/24, 41/24 and 39/24. */
#include "base/memory.h"
#include "base/num.h"
#include "method/context.h"
#include "solve/lp/rational.h"
#include "solve/steady/activity.h"

enum {
  DEFAULT_LIMIT = 100000,
  LIMIT_BY_PROGRAMME = 2000,
  EXCHANGES = 20000,
  GROWN_BY_RATE = 200,
  EXACT = 200
};

struct tree_search {
  struct sp_context *cx;
  const struct sp_graph *g;
  bool base;            /* the closed form applies */
  struct sp_tree *best; /* the best tree so far */
  int *parent, *by;     /* the tree under consideration */
  struct sp_num *c;     /* scratch */
  struct sp_num *w;     /* of the nodes that a growing tree has reached, else INFINITY */
};

static struct sp_num tree_cost(const struct sp_graph *g, int link, int from)
{
  return g->link[link].c[g->link[link].a != from];
}

static void search_init(struct tree_search *s, const struct sp_graph *g, struct sp_tree *best)
{
  struct sp_context *cx = sp_context_plain();
  int n = g->platform.nodes;
  *s = (struct tree_search){.cx = cx,
                            .g = g,
                            .base = sp_graph_is_base(g),
                            .best = best,
                            .parent = sp_new(cx, n, int),
                            .by = sp_new(cx, n, int),
                            .c = sp_new(cx, n, struct sp_num),
                            .w = sp_new(cx, n, struct sp_num)};
  *best = (struct sp_tree){.nodes = n,
                           .parent = sp_xcalloc((size_t)n + 1, sizeof(int)),
                           .by = sp_xcalloc((size_t)n + 1, sizeof(int)),
                           .throughput = -1};
}

/* ---- Throughput */

/* The tree of parents as a graph, whose links carry tasks only away from the masters, and results
 * back. */
static struct sp_graph *tree_graph(const struct sp_graph *g, const int *parent, const int *by)
{
  struct sp_graph *t = sp_graph_alloc(g->platform.nodes);
  struct sp_num back = {INFINITY, 0, 0};
  t->result = g->result;
  for (int i = 0; i < g->platform.nodes; i++) {
    free(t->platform.node[i].name);
    t->platform.node[i].name = sp_xstrdup(g->platform.node[i].name);
    t->platform.node[i].ports = g->platform.node[i].ports;
    t->w[i] = g->w[i];
    t->master[i] = g->master[i];
    if (parent[i] < 0)
      continue;
    if (sp_graph_has_results(g))
      back = tree_cost(g, by[i], i);
    sp_graph_add_link(t, parent[i], i, tree_cost(g, by[i], parent[i]), back);
  }
  return t;
}

/* Gives the tree the places, the sizes and the profiles of the graph. Its links are in the order of
 * their children. */
static void copy_changes(struct sp_graph *t, const struct sp_graph *g, const int *by)
{
  t->sizes = sp_xmemdup(g->sizes, 1, sizeof *g->sizes);
  t->places = sp_xmemdup(g->places, (size_t)g->platform.nodes, sizeof *g->places);
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++) {
    bool of_nodes = kind == SP_SPEED || kind == SP_HOST_STATE;
    for (int i = 0, link = 0; g->profile[kind] && i < g->platform.nodes; i++) {
      int at = of_nodes ? i : by[i];
      if (at >= 0)
        sp_graph_set_profile(t, kind, of_nodes ? i : link, &g->profile[kind][at]);
      link += by[i] >= 0;
    }
  }
}

struct sp_graph *sp_tree_graph(const struct sp_graph *g, const struct sp_tree *tree)
{
  struct sp_graph *t = tree_graph(g, tree->parent, tree->by);
  copy_changes(t, g, tree->by);
  return t;
}

static double value(const struct tree_search *s)
{
  const struct sp_graph *g = s->g;
  if (s->base) {
    for (int i = 0; i < g->platform.nodes; i++)
      if (s->parent[i] >= 0)
        s->c[i] = tree_cost(g, s->by[i], s->parent[i]);
    return sp_tree_throughput(g->platform.nodes, s->parent, s->c, g->w);
  }
  struct sp_graph *t = tree_graph(g, s->parent, s->by);
  struct sp_steady steady;
  struct sp_error error;
  double throughput = -1;
  if (sp_steady_solve(t, false, &steady, &error) == SP_OK) {
    throughput = steady.throughput;
    sp_steady_clear(&steady);
  }
  sp_graph_free(t);
  return throughput;
}

/* Keeps the tree under consideration, and returns true, if it is better than the best by more than
 * rounding. */
static bool keep_if_better(struct tree_search *s)
{
  double throughput = value(s);
  size_t size = (size_t)s->best->nodes * sizeof(int);
  if (!(throughput > s->best->throughput * (1 + 1e-12)) || throughput < 0)
    return false;
  s->best->throughput = throughput;
  memcpy(s->best->parent, s->parent, size);
  memcpy(s->best->by, s->by, size);
  return true;
}

/* Sets the exact throughput of the best tree. SP_OK, or SP_CANNOT with the reason. */
static int set_exact(struct tree_search *s, struct sp_error *error)
{
  struct sp_tree *t = s->best;
  struct sp_steady steady;
  struct sp_graph *g = sp_tree_graph(s->g, t);
  int code = sp_steady_solve(g, true, &steady, error);
  if (code == SP_OK) {
    t->throughput_text = sp_q_text(steady.throughput_exact);
    t->throughput = steady.throughput;
    sp_steady_clear(&steady);
  }
  sp_graph_free(g);
  return code;
}

/* ---- Enumeration */

static int find_root(int *up, int v)
{
  while (up[v] != v)
    v = up[v] = up[up[v]];
  return v;
}

/* The number of components of the links taken and those from `from` on; -1: the links taken have a
 * cycle. */
static int components(const struct sp_graph *g, const bool *taken, int from, int *up)
{
  int n = g->platform.nodes, count = n, first = -1;
  for (int i = 0; i < n; i++) {
    up[i] = i;
    if (g->master[i] && first >= 0) {
      up[i] = first;
      count--;
    } else if (g->master[i]) {
      first = i;
    }
  }
  for (int pass = 0; pass < 2; pass++)
    for (int l = pass ? from : 0; l < (pass ? g->links : from); l++) {
      int a = find_root(up, g->link[l].a), b = find_root(up, g->link[l].b);
      if (!pass && !taken[l])
        continue;
      if (a == b && !pass)
        return -1;
      if (a != b) {
        up[a] = b;
        count--;
      }
    }
  return count;
}

/* Tries all spanning trees with the links taken and those from `link` on, each taken, then left
 * out. */
static void enumerate(struct tree_search *s, bool *taken, int link, int *up)
{
  const struct sp_graph *g = s->g;
  if (components(g, taken, link, up) != 1)
    return;
  for (int take = 1; take >= 0 && link < g->links; take--) {
    taken[link] = take;
    enumerate(s, taken, link + 1, up);
  }
  if (link == g->links && graph_reach(g, taken, s->parent, s->by) == g->platform.nodes)
    keep_if_better(s);
}

/* How many spanning trees there are, by elimination on the Laplacian without the masters
 * (Kirchhoff); exact while doubles are. */
static double count_trees(const struct tree_search *s)
{
  const struct sp_graph *g = s->g;
  int n = g->platform.nodes;
  double *a = sp_new(s->cx, n * n, double), product = 1;
  for (int l = 0; l < g->links; l++) {
    int i = g->link[l].a, j = g->link[l].b;
    a[i * n + i]++;
    a[j * n + j]++;
    a[i * n + j]--;
    a[j * n + i]--;
  }
  for (int k = 0; k < n && product > 0; k++) {
    if (g->master[k])
      continue;
    double pivot = a[k * n + k]; /* positive: the matrix is positive definite */
    product *= pivot;
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n && pivot > 0; j++)
        a[i * n + j] -= a[i * n + k] / pivot * a[k * n + j];
  }
  return product;
}

/* ---- Heuristics */

/* The throughput of the growing tree with one more arc. */
static double rate_with(struct tree_search *s, int arc)
{
  int j = arc_to(s->g, arc);
  s->parent[j] = arc_from(s->g, arc);
  s->c[j] = arc_cost(s->g, arc);
  s->w[j] = s->g->w[j];
  double rate = sp_tree_throughput(s->g->platform.nodes, s->parent, s->c, s->w);
  s->parent[j] = -2;
  s->w[j] = SP_INFINITE;
  return rate;
}

/* The cost of adding the arc, from a node at distance `way` from its master; the least is added. */
static double growth_cost(struct tree_search *s, const struct sp_steady *steady,
                          enum sp_growth growth, int arc, double way)
{
  double c = arc_cost(s->g, arc).v;
  if (growth == SP_GROW_FLOW && steady)
    return -steady->flow[arc];
  if (growth == SP_GROW_RATE)
    return -rate_with(s, arc);
  return growth == SP_GROW_WAY ? way + c : c;
}

static void begin_growth(struct tree_search *s)
{
  for (int i = 0; i < s->g->platform.nodes; i++) {
    s->parent[i] = s->g->master[i] ? -1 : -2;
    s->by[i] = -1;
    s->w[i] = s->g->master[i] ? s->g->w[i] : SP_INFINITE;
  }
}

/* The next arc, of equal rates the cheaper one; -1: none is left. */
static int next_growth(struct tree_search *s, const struct sp_steady *steady, enum sp_growth growth,
                       const double *way)
{
  const struct sp_graph *g = s->g;
  double least = INFINITY;
  int next = -1;
  for (int k = 0; k < 2 * g->links; k++) {
    int i = arc_from(g, k);
    double c = arc_cost(g, k).v;
    if (s->parent[i] == -2 || s->parent[arc_to(g, k)] != -2 || isinf(c))
      continue;
    double r = growth_cost(s, steady, growth, k, way[i]);
    bool cheaper = growth == SP_GROW_RATE && next >= 0 && r == least && c < arc_cost(g, next).v;
    if (r < least || cheaper) {
      least = r;
      next = k;
    }
  }
  return next;
}

static void grow(struct tree_search *s, const struct sp_steady *steady, enum sp_growth growth)
{
  double *way = sp_new(s->cx, s->g->platform.nodes, double);
  begin_growth(s);
  for (int arc; (arc = next_growth(s, steady, growth, way)) >= 0;) {
    int from = arc_from(s->g, arc), to = arc_to(s->g, arc);
    s->parent[to] = from;
    s->by[to] = arc / 2;
    s->c[to] = arc_cost(s->g, arc);
    s->w[to] = s->g->w[to];
    way[to] = way[from] + s->c[to].v;
  }
}

static bool is_ancestor(const struct tree_search *s, int i, int of)
{
  while (of >= 0 && of != i)
    of = s->parent[of];
  return of == i;
}

/* Moves nodes to other parents while the throughput grows and the budget lasts. */
static void exchange(struct tree_search *s, long budget)
{
  const struct sp_graph *g = s->g;
  size_t size = (size_t)s->best->nodes * sizeof(int);
  memcpy(s->parent, s->best->parent, size);
  memcpy(s->by, s->best->by, size);
  for (bool better = true; better && budget > 0;) {
    better = false;
    for (int k = 0; k < 2 * g->links && budget > 0; k++) {
      int from = arc_from(g, k), to = arc_to(g, k), parent = s->parent[to], by = s->by[to];
      if (g->master[to] || by == k / 2 || isinf(arc_cost(g, k).v) || is_ancestor(s, to, from))
        continue;
      s->parent[to] = from;
      s->by[to] = k / 2;
      budget--;
      if (keep_if_better(s)) {
        better = true;
      } else {
        s->parent[to] = parent;
        s->by[to] = by;
      }
    }
  }
}

static void search_heuristically(struct tree_search *s)
{
  struct sp_steady steady;
  struct sp_error error;
  bool solved = sp_steady_solve(s->g, false, &steady, &error) == SP_OK;
  for (enum sp_growth growth = 0; growth < SP_GROWTHS; growth++) {
    if (growth == SP_GROW_RATE && (!s->base || s->g->platform.nodes > GROWN_BY_RATE))
      continue;
    grow(s, solved ? &steady : NULL, growth);
    keep_if_better(s);
  }
  if (solved)
    sp_steady_clear(&steady);
  exchange(s, s->base ? EXCHANGES : EXCHANGES / 100);
}

/* Sets the exact throughput and ends the search. */
static int end_search(struct tree_search *s, struct sp_error *error)
{
  int code = SP_OK;
  if (s->best->throughput < 0)
    code = sp_failure(error, SP_CANNOT, "no spanning tree could be evaluated");
  else if (s->g->platform.nodes <= EXACT)
    code = set_exact(s, error);
  sp_context_free(s->cx);
  if (code != SP_OK)
    sp_tree_clear(s->best);
  return code;
}

int sp_best_tree(const struct sp_graph *g, long limit, struct sp_tree *tree, struct sp_error *error)
{
  struct tree_search s;
  search_init(&s, g, tree);
  if (!limit)
    limit = s.base ? DEFAULT_LIMIT : LIMIT_BY_PROGRAMME;
  tree->best = g->platform.nodes <= 64 && count_trees(&s) <= (double)limit + 0.5;
  if (tree->best)
    enumerate(&s, sp_new(s.cx, g->links, bool), 0, sp_new(s.cx, g->platform.nodes, int));
  else
    search_heuristically(&s);
  return end_search(&s, error);
}

int sp_grown_tree(const struct sp_graph *g, enum sp_growth growth, struct sp_tree *tree,
                  struct sp_error *error)
{
  struct tree_search s;
  struct sp_steady steady = {0};
  if (growth == SP_GROW_RATE && !sp_graph_is_base(g))
    return sp_bad_input(
        error, "expected the base model and no results: the tree is grown by its closed form");
  int code = growth == SP_GROW_FLOW ? sp_steady_solve(g, false, &steady, error) : SP_OK;
  if (code != SP_OK)
    return code;
  search_init(&s, g, tree);
  grow(&s, &steady, growth);
  keep_if_better(&s);
  sp_steady_clear(&steady);
  return end_search(&s, error);
}

void sp_tree_clear(struct sp_tree *t)
{
  free(t->parent);
  free(t->by);
  free(t->throughput_text);
  *t = (struct sp_tree){0};
}
