/* The search for a spanning tree, between its two files. Private to src/solve. */
#ifndef SP_SOLVE_SPANNING_TREE_H
#define SP_SOLVE_SPANNING_TREE_H

#include <starport/graph.h>

struct tree_search {
  const struct sp_graph *g;
  bool base;
  struct sp_tree *best;
  int *parent, *by, *queue; /* the tree at hand */
  struct sp_num *c;
};

static inline struct sp_num tree_cost(const struct sp_graph *g, int link, int from)
{
  return g->link[link].c[g->link[link].a != from];
}

static inline int tree_neighbour(const struct sp_graph *g, int link, int node)
{
  return g->link[link].a == node ? g->link[link].b : g->link[link].a;
}

/* Keeps the tree at hand if it is better; a tie does not count, nor does rounding. */
bool tree_judge(struct tree_search *);
/* Judges all spanning trees: depth first over the links, each taken, then left out. */
void tree_enumerate(struct tree_search *);
/* How many spanning trees there are, by elimination on the Laplacian without the masters
 * (Kirchhoff); exact while doubles are. */
double tree_count(const struct sp_graph *);

#endif
