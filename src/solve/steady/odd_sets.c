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
#include <stdlib.h>
#include <string.h>

void odd_sets_clear(struct odd_sets *s)
{
  for (int i = 0; i < s->n; i++)
    free(s->set[i].vertex);
  free(s->set);
  *s = (struct odd_sets){0};
}

static bool in_set(const struct odd_set *set, int v)
{
  int k = 0;
  while (k < set->n && set->vertex[k] != v)
    k++;
  return k < set->n;
}

bool odd_set_holds(const struct odd_set *set, const int end[2])
{
  return in_set(set, end[0]) && in_set(set, end[1]);
}

static bool same_set(const struct odd_set *a, const struct odd_set *b)
{
  return a->n == b->n && !memcmp(a->vertex, b->vertex, (size_t)a->n * sizeof *a->vertex);
}

/* Adds the set and takes over set.vertex; false if it was there already. */
static bool add_set(struct odd_sets *s, struct odd_set set)
{
  for (int i = 0; i < s->n; i++)
    if (same_set(&s->set[i], &set)) {
      free(set.vertex);
      return false;
    }
  sp_grow(s->set, s->n, s->cap);
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

bool edges_bipartite(int vertices, int edges, const int (*end)[2], const double *x)
{
  /* Union-find of (vertex, colour) pairs: the ends of an edge have different colours. */
  int *up = sp_xcalloc((size_t)vertices + 1, sizeof *up);
  char *differs = sp_xcalloc((size_t)vertices + 1, 1);
  bool bipartite = true;
  for (int v = 0; v < vertices; v++)
    up[v] = v;
  for (int e = 0; e < edges; e++) {
    int root[2];
    char parity[2] = {0, 0};
    if ((x && !(x[e] > 0)) || end[e][1] < 0)
      continue;
    for (int k = 0; k < 2; k++)
      for (root[k] = end[e][k]; up[root[k]] != root[k]; root[k] = up[root[k]])
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

/* Marks the vertices on the side of `v` in the tree (not of z = 0) in side[]; returns how many. */
static int below(const struct network *net, const int *parent, int v, char *side)
{
  int count = 0;
  for (int u = 0; u < net->n; u++) {
    int at = u;
    while (at && at != v)
      at = parent[at];
    side[u] = at == v;
    count += side[u];
  }
  return count;
}

/* Numbers the vertices of the network from 1 on; z is 0. Returns their number with z. */
static int number_vertices(int vertices, const int *ports, int edges, const int (*end)[2],
                           const double *x, int *number)
{
  int n = 1;
  for (int v = 0; v < vertices; v++)
    number[v] = 0;
  for (int e = 0; e < edges; e++)
    for (int k = 0; k < 2; k++)
      if (x[e] > 0 && end[e][1] >= 0 && ports[end[e][k]] == 1 && !number[end[e][k]])
        number[end[e][k]] = n++;
  return n;
}

static struct network network_of(struct sp_context *cx, int n, int edges, const int (*end)[2],
                                 const double *x, const int *number)
{
  int arcs = 2 * (edges + n);
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
  for (int e = 0; e < edges; e++) {
    int a = number[end[e][0]], b = end[e][1] < 0 ? 0 : number[end[e][1]];
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

int odd_sets_violated(int vertices, const int *ports, int edges, const int (*end)[2],
                      const double *x, double tolerance, struct odd_sets *sets)
{
  if (edges_bipartite(vertices, edges, end, x))
    return 0;
  struct sp_context *cx = sp_context_plain();
  int *number = sp_new(cx, vertices, int), found = 0;
  int n = number_vertices(vertices, ports, edges, end, x, number);
  struct network net = network_of(cx, n, edges, end, x, number);
  int *parent = sp_new(cx, n, int);
  double *cut = sp_new(cx, n, double);
  char *side = sp_new(cx, n, char);
  cut_tree(&net, parent, cut);
  for (int v = 1; v < n; v++) {
    int size = cut[v] < 1 - 2 * tolerance ? below(&net, parent, v, side) : 0;
    if (size < 3 || size % 2 == 0)
      continue;
    struct odd_set set = {0, sp_xcalloc((size_t)size, sizeof(int))};
    for (int u = 0; u < vertices; u++)
      if (number[u] && side[number[u]])
        set.vertex[set.n++] = u;
    found += add_set(sets, set);
  }
  sp_context_free(cx);
  return found;
}
