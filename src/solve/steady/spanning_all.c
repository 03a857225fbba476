/* Enumerates and counts the spanning trees of a small graph. */
#include "base/memory.h"
#include "model/search.h"
#include "solve/steady/spanning_tree.h"

#include <stdlib.h>

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

void tree_enumerate(struct tree_search *s)
{
  const struct sp_graph *g = s->g;
  bool *taken = sp_xcalloc((size_t)g->links + 1, sizeof *taken);
  int *up = sp_xcalloc((size_t)g->platform.nodes + 1, sizeof *up), depth = 0;
  bool descend = true;
  while (depth >= 0) {
    if (descend && depth < g->links) {
      taken[depth++] = true;
    } else {
      if (descend && graph_reach(g, taken, s->parent, s->by) == g->platform.nodes)
        tree_keep_if_better(s);
      while (--depth >= 0 && !taken[depth])
        ;
      if (depth < 0)
        break;
      taken[depth++] = false;
    }
    descend = components(g, taken, depth, up) == 1;
  }
  free(taken);
  free(up);
}

double tree_count(const struct sp_graph *g)
{
  int n = g->platform.nodes;
  double *a = sp_xcalloc((size_t)n * (size_t)n + 1, sizeof *a), product = 1;
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
  free(a);
  return product;
}
