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

/* The children of i by cost: head[i], next[head[i]], .. to -1. order: children before parents. */
struct family {
  int *head, *next, *order;
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

/* False if some node is its own ancestor. */
static bool group_children(struct sp_context *cx, struct family *f, int n, const int *parent,
                           const struct sp_num *c)
{
  struct child *child = sp_new(cx, n, struct child);
  int *waiting = sp_new(cx, n, int), children = 0, ordered = 0;
  for (int i = 0; i < n; i++) {
    f->head[i] = -1;
    if (parent[i] < 0)
      continue;
    child[children++] = (struct child){c[i], i};
    waiting[parent[i]]++;
  }
  qsort(child, (size_t)children, sizeof *child, compare_costs);
  while (children-- > 0) { /* the last one first */
    int i = child[children].node;
    f->next[i] = f->head[parent[i]];
    f->head[parent[i]] = i;
  }
  for (int i = 0; i < n; i++)
    if (!waiting[i])
      f->order[ordered++] = i;
  for (int k = 0; k < ordered; k++) {
    int up = parent[f->order[k]];
    if (up >= 0 && !--waiting[up])
      f->order[ordered++] = up;
  }
  return ordered == n;
}

/* The rate of node i with its children; rate[]: of the children. */
static double star(const struct family *f, int i, struct sp_num w, const struct sp_num *c,
                   const double *rate)
{
  double sum = 1 / w.v, left = 1;
  for (int k = f->head[i]; k >= 0 && left > 0; k = f->next[k]) {
    bool full = rate[k] * c[k].v <= left;
    sum += full ? rate[k] : left / c[k].v;
    left = full ? left - rate[k] * c[k].v : 0;
  }
  return sum;
}

double sp_tree_throughput(int n, const int *parent, const struct sp_num *c, const struct sp_num *w)
{
  struct sp_context *cx = sp_context_plain();
  struct family f = {sp_new(cx, n, int), sp_new(cx, n, int), sp_new(cx, n, int)};
  double *rate = sp_new(cx, n, double), sum = 0;
  bool valid = group_children(cx, &f, n, parent, c);
  for (int k = 0; k < n && valid; k++) {
    int i = f.order[k];
    rate[i] = star(&f, i, w[i], c, rate);
    if (parent[i] < 0)
      sum += rate[i];
    else if (rate[i] * c[i].v > 1)
      rate[i] = 1 / c[i].v;
  }
  sp_context_free(cx);
  return valid ? sum : -1;
}
