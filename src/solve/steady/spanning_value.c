/* Evaluates a spanning tree: its throughput, in closed form in the base model, else by the linear
 * programme of the tree as a graph. */
#include "base/memory.h"
#include "solve/lp/rational.h"
#include "solve/steady/spanning_tree.h"

#include <stdlib.h>
#include <string.h>

/* The tree of parents as a graph, whose links carry tasks only away from the masters. */
static struct sp_graph *tree_graph(const struct sp_graph *g, const int *parent, const int *by)
{
  struct sp_graph *t = sp_graph_alloc(g->platform.nodes);
  struct sp_num never = {INFINITY, 0, 0};
  for (int i = 0; i < g->platform.nodes; i++) {
    free(t->platform.node[i].name);
    t->platform.node[i].name = sp_xstrdup(g->platform.node[i].name);
    t->platform.node[i].ports = g->platform.node[i].ports;
    t->w[i] = g->w[i];
    t->master[i] = g->master[i];
    if (parent[i] >= 0)
      sp_graph_add_link(t, parent[i], i, tree_cost(g, by[i], parent[i]), never);
  }
  return t;
}

struct sp_graph *sp_tree_graph(const struct sp_graph *g, const struct sp_tree *t)
{
  return tree_graph(g, t->parent, t->by);
}

static void set_costs(const struct tree_search *s, const int *parent, const int *by)
{
  for (int i = 0; i < s->g->platform.nodes; i++)
    if (parent[i] >= 0)
      s->c[i] = tree_cost(s->g, by[i], parent[i]);
}

static double value(const struct tree_search *s)
{
  const struct sp_graph *g = s->g;
  if (s->base) {
    set_costs(s, s->parent, s->by);
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

bool tree_keep_if_better(struct tree_search *s)
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

int tree_set_exact(struct tree_search *s, struct sp_error *error)
{
  struct sp_tree *t = s->best;
  struct sp_q_pool pool = {0};
  struct sp_steady steady = {0};
  struct sp_rational *throughput;
  int code = SP_OK;
  if (s->base) {
    set_costs(s, t->parent, t->by);
    throughput = sp_tree_throughput_exact(&pool, t->nodes, t->parent, s->c, s->g->w);
  } else {
    struct sp_graph *g = sp_tree_graph(s->g, t);
    code = sp_steady_solve(g, true, &steady, error);
    throughput = steady.throughput_exact;
    sp_graph_free(g);
  }
  if (code == SP_OK) {
    t->throughput_text = sp_q_text(throughput);
    t->throughput = sp_q_double(throughput);
    sp_steady_clear(&steady);
  }
  sp_q_clear(&pool);
  return code;
}
