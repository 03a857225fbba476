/* Solves the steady state of a tree in the base model, bottom up (Propositions 1 and 2 of the
 * paper).
 *
 * A node with its children is a star: it computes 1/w tasks per unit of time and feeds its children
 * by increasing c, each at its full rate r_k (r_k c_k of the port's time), until the port is busy
 * all of the time; the next child gets the rest, eps/c. The subtree then acts as one node of weight
 * 1/throughput, which its parent cannot feed faster than 1/c0: rate = min( 1/c0, 1/w + sum_{k <= p}
 * r_k + eps/c_{p+1} ),  eps = 1 - sum_{k <= p} r_k c_k. A relay adds 1/w = 0. Children are grouped
 * by parent, so that trees of a million nodes need no recursion.
 *
 * Example (Figure 2 without the edge 2-4): 41/24. */
#include "method/context.h"
#include "solve/steady/steady.h"

#include <stdlib.h>

struct child {
  struct sp_num c;
  int node;
};

/* The children of i are child[first[i]..first[i+1]-1]; order: children before parents. */
struct family {
  struct sp_context *cx;
  int n;
  int *first, *order;
  struct child *child;
};

static int compare_costs(const void *a, const void *b)
{
  const struct child *x = a, *y = b;
  if (x->c.v != y->c.v)
    return (x->c.v > y->c.v) - (x->c.v < y->c.v);
  __int128 left = (__int128)x->c.num * y->c.den, right = (__int128)y->c.num * x->c.den;
  if (left != right)
    return (left > right) - (left < right);
  return (x->node > y->node) - (x->node < y->node);
}

static void group_children(struct family *f, const int *parent, const struct sp_num *c)
{
  for (int i = 0; i < f->n; i++)
    if (parent[i] >= 0)
      f->first[parent[i] + 2]++;
  for (int i = 0; i < f->n; i++)
    f->first[i + 2] += f->first[i + 1];
  for (int i = 0; i < f->n; i++)
    if (parent[i] >= 0)
      f->child[f->first[parent[i] + 1]++] = (struct child){c[i], i};
  for (int i = 0; i < f->n; i++) {
    int count = f->first[i + 1] - f->first[i];
    if (count > 1)
      qsort(f->child + f->first[i], (size_t)count, sizeof *f->child, compare_costs);
  }
}

/* False if some node is its own ancestor. */
static bool order_nodes(struct family *f, const int *parent)
{
  int *waiting = sp_new(f->cx, f->n, int), n = 0;
  for (int i = 0; i < f->n; i++)
    if (!(waiting[i] = f->first[i + 1] - f->first[i]))
      f->order[n++] = i;
  for (int k = 0; k < n; k++) {
    int up = parent[f->order[k]];
    if (up >= 0 && !--waiting[up])
      f->order[n++] = up;
  }
  return n == f->n;
}

/* The rate of node i with its children; rate[]: of the children. */
static double star(const struct family *f, int i, struct sp_num w, const double *rate)
{
  double sum = 1 / w.v, left = 1;
  for (int k = f->first[i]; k < f->first[i + 1] && left > 0; k++) {
    double c = f->child[k].c.v, r = rate[f->child[k].node];
    bool full = r * c <= left;
    sum += full ? r : left / c;
    left = full ? left - r * c : 0;
  }
  return sum;
}

double sp_tree_throughput(int n, const int *parent, const struct sp_num *c, const struct sp_num *w)
{
  struct sp_context *cx = sp_context_plain();
  struct family f = {cx, n, sp_new(cx, n + 2, int), sp_new(cx, n, int),
                     sp_new(cx, n, struct child)};
  double sum = -1;
  group_children(&f, parent, c);
  if (order_nodes(&f, parent)) {
    double *rate = sp_new(cx, n, double);
    sum = 0;
    for (int k = 0; k < n; k++) {
      int i = f.order[k];
      rate[i] = star(&f, i, w[i], rate);
      if (parent[i] < 0)
        sum += rate[i];
      else if (rate[i] * c[i].v > 1)
        rate[i] = 1 / c[i].v;
    }
  }
  sp_context_free(cx);
  return sum;
}
