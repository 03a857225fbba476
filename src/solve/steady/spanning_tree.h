/* The search for the best spanning tree; private to the spanning_*.c files. */
#pragma once

#include <starport/graph.h>

struct tree_search {
  const struct sp_graph *g;
  bool base;            /* the closed form applies */
  struct sp_tree *best; /* the best tree so far */
  int *parent, *by;     /* the tree under consideration */
  struct sp_num *c;     /* scratch */
};

static inline struct sp_num tree_cost(const struct sp_graph *g, int link, int from)
{
  return g->link[link].c[g->link[link].a != from];
}

static inline int tree_neighbour(const struct sp_graph *g, int link, int node)
{
  return g->link[link].a == node ? g->link[link].b : g->link[link].a;
}

/* spanning_value.c */
/* Keeps the tree under consideration, and returns true, if it is better than the best by more than
 * rounding. */
bool tree_keep_if_better(struct tree_search *);
/* Sets the exact throughput of the best tree. SP_OK, or SP_CANNOT with the reason. */
int tree_set_exact(struct tree_search *, struct sp_error *);

/* spanning_all.c */
/* Tries all spanning trees: depth first over the links, each taken, then left out. */
void tree_enumerate(struct tree_search *);
/* How many spanning trees there are, by elimination on the Laplacian without the masters
 * (Kirchhoff); exact while doubles are. */
double tree_count(const struct sp_graph *);
