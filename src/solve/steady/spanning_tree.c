/* Finds the spanning tree with the greatest throughput. This is NP-hard (Theorem 2): if there are
 * few trees, all are enumerated, else the best of several trees is improved.
 *
 *   enumeration   spanning_all.c: links one by one, taken or left out; a branch is cut when its
 *                 links have a cycle or can no longer join all nodes. The number of trees is known
 *                 beforehand.
 *   heuristics    grown from the masters, one link at a time: the cheapest link (Prim), the
 *                 cheapest way (Dijkstra), the link with the most flow in the graph's own steady
 *                 state; then nodes change to another parent while the throughput grows.
 *
 * Several masters are one root: trees are forests with a master in each. spanning_value.c evaluates
 * a tree.
 *
 * Example (Figure 2): four trees, 38/24, 36/24, 41/24 and 39/24. */
#include "solve/steady/spanning_tree.h"
#include "base/memory.h"

#include <starport/graph.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_LIMIT = 100000, LIMIT_BY_PROGRAMME = 2000, EXCHANGES = 20000, GROWTHS = 3 };

static void search_init(struct tree_search *s, const struct sp_graph *g, struct sp_tree *best)
{
  size_t n = (size_t)g->platform.nodes + 1;
  *s = (struct tree_search){g,
                            sp_graph_is_base(g),
                            best,
                            sp_xcalloc(n, sizeof(int)),
                            sp_xcalloc(n, sizeof(int)),
                            sp_xcalloc(n, sizeof(struct sp_num))};
  *best = (struct sp_tree){
      g->platform.nodes, sp_xcalloc(n, sizeof(int)), sp_xcalloc(n, sizeof(int)), -1, NULL, false};
}

static void search_clear(struct tree_search *s)
{
  free(s->parent);
  free(s->by);
  free(s->c);
}

/* ---- Heuristics */

/* The cost of adding the link from node i, at distance `way` from its master; the least is added.
 */
static double growth_cost(const struct tree_search *s, const struct sp_steady *steady, int growth,
                          int link, int i, double way)
{
  double c = tree_cost(s->g, link, i).v;
  if (growth == 2 && steady)
    return -steady->flow[2 * link + (s->g->link[link].a != i)];
  return growth == 1 ? way + c : c;
}

static void grow(struct tree_search *s, const struct sp_steady *steady, int growth)
{
  const struct sp_graph *g = s->g;
  int n = g->platform.nodes;
  double *way = sp_xcalloc((size_t)n + 1, sizeof *way);
  for (int i = 0; i < n; i++) {
    s->parent[i] = g->master[i] ? -1 : -2;
    s->by[i] = -1;
  }
  for (bool grown = true; grown;) {
    int link = -1, from = -1;
    double least = INFINITY;
    for (int k = 0; k < 2 * g->links; k++) {
      int l = k / 2, i = k % 2 ? g->link[l].b : g->link[l].a, j = tree_neighbour(g, l, i);
      if (s->parent[i] == -2 || s->parent[j] != -2 || isinf(tree_cost(g, l, i).v))
        continue;
      double r = growth_cost(s, steady, growth, l, i, way[i]);
      if (r < least) {
        least = r;
        link = l;
        from = i;
      }
    }
    grown = link >= 0;
    if (!grown)
      break;
    int to = tree_neighbour(g, link, from);
    s->parent[to] = from;
    s->by[to] = link;
    way[to] = way[from] + tree_cost(g, link, from).v;
  }
  free(way);
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
      int l = k / 2, from = k % 2 ? g->link[l].b : g->link[l].a, to = tree_neighbour(g, l, from);
      if (g->master[to] || s->by[to] == l || isinf(tree_cost(g, l, from).v) ||
          is_ancestor(s, to, from))
        continue;
      int parent = s->parent[to], by = s->by[to];
      s->parent[to] = from;
      s->by[to] = l;
      budget--;
      if (tree_keep_if_better(s)) {
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
  for (int growth = 0; growth < GROWTHS; growth++) {
    grow(s, solved ? &steady : NULL, growth);
    tree_keep_if_better(s);
  }
  if (solved)
    sp_steady_clear(&steady);
  exchange(s, s->base ? EXCHANGES : EXCHANGES / 100);
}

int sp_best_tree(const struct sp_graph *g, long limit, struct sp_tree *tree, struct sp_error *error)
{
  struct tree_search s;
  search_init(&s, g, tree);
  if (!limit)
    limit = s.base ? DEFAULT_LIMIT : LIMIT_BY_PROGRAMME;
  tree->best = g->platform.nodes <= 64 && tree_count(g) <= (double)limit + 0.5;
  if (tree->best)
    tree_enumerate(&s);
  else
    search_heuristically(&s);
  int code = SP_OK;
  if (tree->throughput < 0) {
    sp_bad_input(error, "no spanning tree could be evaluated");
    code = SP_CANNOT;
  } else if (g->platform.nodes <= 2000) {
    code = tree_set_exact(&s, error);
  }
  search_clear(&s);
  if (code != SP_OK)
    sp_tree_clear(tree);
  return code;
}

void sp_tree_clear(struct sp_tree *t)
{
  free(t->parent);
  free(t->by);
  free(t->throughput_text);
  *t = (struct sp_tree){0};
}
