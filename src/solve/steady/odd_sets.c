/* Finds violated odd sets by minimum odd cuts (Padberg and Rao 1982).
 *
 * With a node z joined to each vertex by its slack 1 - deg(v), the cut around a set U has capacity
 * |U| - 2 x(U): the odd set is violated iff the cut is below 1. A least one among the odd cuts is
 * in the cut tree (Gomory and Hu; built by n-1 maximum flows, as Gusfield does). Only vertices on
 * odd cycles matter, so a bipartite support is skipped; ports that take several activities, and the
 * free ends of computations, belong to z. */
#include "solve/steady/odd_sets.h"
#include "base/memory.h"
#include "method/context.h"

#include <math.h>

void odd_sets_clear(struct odd_sets *s)
{
  for (int i = 0; i < s->n; i++)
    free(s->set[i].has);
  free(s->set);
  *s = (struct odd_sets){0};
}

bool odd_set_holds(const struct odd_set *set, const int end[2])
{
  return end[1] >= 0 && set->has[end[0]] && set->has[end[1]];
}

/* Adds a copy of the set; false if it was there already. */
static bool add_set(struct odd_sets *s, struct odd_set set, int vertices)
{
  for (int i = 0; i < s->n; i++)
    if (!memcmp(s->set[i].has, set.has, (size_t)vertices * sizeof *set.has))
      return false;
  sp_grow(s->set, s->n, s->cap);
  set.has = sp_xmemdup(set.has, (size_t)vertices, sizeof *set.has);
  s->set[s->n++] = set;
  return true;
}

/* The network: arcs in pairs, arc k and k^1 opposite. */
struct network {
  int n, arcs;
  int *first, *next, *to; /* first[0..n-1]; lists of arcs, -1 ends one */
  double *capacity, *left;
  int *queue, *by; /* of a search */
};

static void add_arcs(struct network *net, int a, int b, double capacity)
{
  for (int k = 0; k < 2; k++) {
    int arc = net->arcs++, from = k ? b : a;
    net->to[arc] = k ? a : b;
    net->capacity[arc] = capacity;
    net->next[arc] = net->first[from];
    net->first[from] = arc;
  }
}

static const double FLOW_ROUNDING = 1e-13;

/* Breadth first from s; by[v] is the arc that reached v, -1: not reached. */
static bool search(struct network *net, int s, int t)
{
  int head = 0, tail = 0;
  for (int v = 0; v < net->n; v++)
    net->by[v] = -1;
  net->by[s] = net->arcs;
  net->queue[tail++] = s;
  while (head < tail && net->by[t] < 0) {
    int v = net->queue[head++];
    for (int arc = net->first[v]; arc >= 0; arc = net->next[arc])
      if (net->left[arc] > FLOW_ROUNDING && net->by[net->to[arc]] < 0) {
        net->by[net->to[arc]] = arc;
        net->queue[tail++] = net->to[arc];
      }
  }
  return net->by[t] >= 0;
}

/* Least cut between s and t; afterwards by[v] >= 0 on the side of s. */
static double least_cut(struct network *net, int s, int t)
{
  double flow = 0;
  memcpy(net->left, net->capacity, (size_t)net->arcs * sizeof *net->left);
  while (search(net, s, t)) {
    double most = INFINITY;
    for (int v = t; v != s; v = net->to[net->by[v] ^ 1])
      if (net->left[net->by[v]] < most)
        most = net->left[net->by[v]];
    for (int v = t; v != s; v = net->to[net->by[v] ^ 1]) {
      net->left[net->by[v]] -= most;
      net->left[net->by[v] ^ 1] += most;
    }
    flow += most;
  }
  return flow;
}

/* parent[v] and cut[v] (v > 0): the cut tree, whose edge v has the side below it. */
static void cut_tree(struct network *net, int *parent, double *cut)
{
  for (int v = 0; v < net->n; v++)
    parent[v] = 0;
  for (int s = 1; s < net->n; s++) {
    int t = parent[s];
    double capacity = least_cut(net, s, t);
    cut[s] = capacity;
    for (int v = 1; v < net->n; v++)
      if (v != s && net->by[v] >= 0 && parent[v] == t)
        parent[v] = s;
    if (t && net->by[parent[t]] >= 0) {
      parent[s] = parent[t];
      parent[t] = s;
      cut[s] = cut[t];
      cut[t] = capacity;
    }
  }
}

bool edges_bipartite(const struct colour_problem *p, const double *x)
{
  /* Union-find of (vertex, colour) pairs: the ends of an edge have different colours. */
  int *up = sp_xcalloc((size_t)p->vertices + 1, sizeof *up);
  char *differs = sp_xcalloc((size_t)p->vertices + 1, 1);
  bool bipartite = true;
  for (int v = 0; v < p->vertices; v++)
    up[v] = v;
  for (int e = 0; e < p->edges; e++) {
    int root[2];
    char parity[2] = {0, 0};
    if (!(x[e] > 0) || p->end[e][1] < 0)
      continue;
    for (int k = 0; k < 2; k++)
      for (root[k] = p->end[e][k]; up[root[k]] != root[k]; root[k] = up[root[k]])
        parity[k] ^= differs[root[k]];
    if (root[0] == root[1]) {
      bipartite = bipartite && parity[0] != parity[1];
    } else {
      up[root[0]] = root[1];
      differs[root[0]] = parity[0] == parity[1];
    }
  }
  free(up);
  free(differs);
  return bipartite;
}

/* Sets the vertices on the side of node `v` in the tree (not of z = 0). */
static void find_below(const struct colour_problem *p, const int *number, const int *parent, int v,
                       struct odd_set *set)
{
  set->n = 0;
  for (int u = 0; u < p->vertices; u++) {
    int at = number[u];
    while (at && at != v)
      at = parent[at];
    set->has[u] = at == v;
    set->n += set->has[u];
  }
}

/* Numbers the vertices of the network from 1 on; z is 0. Returns their number with z. */
static int number_vertices(const struct colour_problem *p, const double *x, int *number)
{
  int n = 1;
  for (int e = 0; e < p->edges; e++)
    for (int k = 0; k < 2; k++)
      if (x[e] > 0 && p->end[e][1] >= 0 && p->ports[p->end[e][k]] == 1 && !number[p->end[e][k]])
        number[p->end[e][k]] = n++;
  return n;
}

static struct network network_of(struct sp_context *cx, int n, const struct colour_problem *p,
                                 const double *x, const int *number)
{
  int arcs = 2 * (p->edges + n);
  struct network net = {.n = n,
                        .first = sp_new(cx, n, int),
                        .next = sp_new(cx, arcs, int),
                        .to = sp_new(cx, arcs, int),
                        .capacity = sp_new(cx, arcs, double),
                        .left = sp_new(cx, arcs, double),
                        .queue = sp_new(cx, n, int),
                        .by = sp_new(cx, n, int)};
  double *slack = sp_new(cx, n, double);
  for (int v = 0; v < n; v++) {
    net.first[v] = -1;
    slack[v] = 1;
  }
  for (int e = 0; e < p->edges; e++) {
    int a = number[p->end[e][0]], b = p->end[e][1] < 0 ? 0 : number[p->end[e][1]];
    if (!(x[e] > 0) || !a || !b)
      continue;
    add_arcs(&net, a, b, x[e]);
    slack[a] -= x[e];
    slack[b] -= x[e];
  }
  for (int v = 1; v < n; v++)
    if (slack[v] > 0)
      add_arcs(&net, v, 0, slack[v]);
  return net;
}

int odd_sets_violated(const struct colour_problem *p, const double *x, double tolerance,
                      struct odd_sets *sets)
{
  if (edges_bipartite(p, x))
    return 0;
  struct sp_context *cx = sp_context_plain();
  int *number = sp_new(cx, p->vertices, int), found = 0;
  int n = number_vertices(p, x, number);
  struct network net = network_of(cx, n, p, x, number);
  int *parent = sp_new(cx, n, int);
  double *cut = sp_new(cx, n, double);
  struct odd_set set = {0, sp_new(cx, p->vertices, bool)};
  cut_tree(&net, parent, cut);
  for (int v = 1; v < n; v++) {
    if (!(cut[v] < 1 - 2 * tolerance))
      continue;
    find_below(p, number, parent, v, &set);
    found += set.n >= 3 && set.n % 2 && add_set(sets, set, p->vertices);
  }
  sp_context_free(cx);
  return found;
}
