/* Finds the route between two hosts, as SimGrid does. In a zone:
 *   Full            the declared route
 *   Floyd, Dijkstra the chain of routes with the fewest links; if several chains have as few,
 *                   SimGrid's choice depends on its version, and they are refused
 *   Cluster         the links up from one, the links down to the other, none twice
 *   None            no routes
 * Between zones: the route between the two zones (or points) that are directly in the innermost
 * common zone, and recursively the routes from the one end to its gateway and from the other
 * gateway to the other end. */
#include "base/memory.h"
#include "base/min_queue.h"
#include "io/platform/reader.h"

#include <stdlib.h>

/* Shortest routes between one point of a zone (the root) and all others. */
struct tree {
  int root;
  struct reached {
    long distance; /* in links; -1: unreachable */
    int via;       /* the route that leaves (towards the root) or enters the point */
    bool several;  /* more than one shortest chain */
  } * at;          /* by rank */
};

void tree_free(struct tree *tree)
{
  if (tree)
    free(tree->at);
  free(tree);
}

/* Updates the neighbours of a point whose distance is final. */
static void relax(const struct topology *t, struct tree *tree, struct min_queue *q, int point,
                  bool towards)
{
  int next;
  const struct reached *here = &tree->at[t->point[point].rank];
  for (int e = towards ? t->point[point].arriving : t->point[point].leaving; e >= 0; e = next) {
    const struct route *route = &t->route[e];
    next = towards ? route->next_arriving : route->next_leaving;
    int other = towards ? route->from : route->to;
    struct reached *there = &tree->at[t->point[other].rank];
    long distance = here->distance + route->n;
    if (there->distance < 0 || distance < there->distance) {
      *there = (struct reached){distance, e, here->several};
      min_queue_push(q, (double)distance, other);
    } else if (distance == there->distance) {
      there->several = true;
    }
  }
}

/* Dijkstra's algorithm on numbers of links, from the root or, if towards, to it. */
static struct tree *grow_tree(const struct topology *t, int root, bool towards)
{
  size_t n = (size_t)t->zone[t->point[root].zone].points;
  struct tree *tree = sp_xcalloc(1, sizeof *tree);
  struct min_queue q = {0};
  *tree = (struct tree){root, sp_xcalloc(n, sizeof *tree->at)};
  for (size_t i = 0; i < n; i++)
    tree->at[i].distance = -1;
  tree->at[t->point[root].rank].distance = 0;
  min_queue_push(&q, 0, root);
  while (q.n) {
    struct min_entry first = min_queue_pop(&q);
    int point = (int)first.number;
    if ((long)first.key == tree->at[t->point[point].rank].distance)
      relax(t, tree, &q, point, towards);
  }
  free(q.entry);
  return tree;
}

static void visit(const struct topology *t, struct passage *p, int resource)
{
  const struct resource *r = &t->resource[resource];
  if (r->bandwidth < p->bandwidth)
    p->bandwidth = r->bandwidth;
  p->latency += r->latency;
  sp_grow(p->resource, p->n, p->cap);
  p->resource[p->n++] = resource;
}

static void visit_route(const struct topology *t, struct passage *p, const struct route *route)
{
  for (int k = 0; k < route->n; k++)
    visit(t, p, t->hop[route->first + k]);
}

/* A route in a Cluster has few links: a scan of those added in this zone finds a repeated one. */
static void visit_once(const struct topology *t, struct passage *p, int from, int resource)
{
  for (int k = from; k < p->n; k++)
    if (p->resource[k] == resource)
      return;
  visit(t, p, resource);
}

static void across_cluster(const struct topology *t, const struct zone *z, int from, int to,
                           struct passage *p)
{
  int begin = p->n;
  const struct point *a = &t->point[from], *b = &t->point[to];
  for (int k = 0; k < a->n_up; k++)
    visit_once(t, p, begin, t->hop[a->up + k]);
  /* In <zone routing="Cluster"> the backbone belongs to each host_link; in <cluster> it is among
   * the hops already. */
  if (z->backbone >= 0 && (a->n_up || b->n_down))
    visit_once(t, p, begin, z->backbone);
  for (int k = 0; k < b->n_down; k++)
    visit_once(t, p, begin, t->hop[b->down + k]);
}

static const char *between(struct topology *t, int from, int to, int near, struct passage *p);

static const char *along_tree(struct topology *t, struct zone *z, int from, int to, int near,
                              int gateway[2], struct passage *p)
{
  int root = near == 0 ? from : to, at = near == 0 ? to : from;
  struct tree **tree = &z->tree[near];
  if (!*tree || (*tree)->root != root) {
    tree_free(*tree);
    *tree = grow_tree(t, root, near == 1);
  }
  const struct reached *reached = (*tree)->at;
  if (reached[t->point[at].rank].distance < 0)
    return "no route";
  if (reached[t->point[at].rank].several)
    return "several routes with equally few links, expected one (or routing Full)";
  int n = 0, cap = 0, *chain = NULL, last = -1;
  for (; at != root; at = near == 0 ? t->route[last].from : t->route[last].to) {
    last = reached[t->point[at].rank].via;
    sp_grow(chain, n, cap);
    chain[n++] = last;
  }
  const char *why = NULL;
  /* The order in which SimGrid adds latencies: Floyd from the source, Dijkstra from the end. */
  bool reversed = (near == 0) == (z->routing == ROUTING_FLOYD);
  for (int k = 0; k < n; k++)
    visit_route(t, p, &t->route[chain[reversed ? n - 1 - k : k]]);
  for (int k = 0; k + 1 < n && !why; k++) {
    const struct route *a = &t->route[chain[near == 0 ? k + 1 : k]],
                       *b = &t->route[chain[near == 0 ? k : k + 1]];
    if (a->gw_to != b->gw_from)
      why = z->routing == ROUTING_FLOYD
                ? between(t, a->gw_to, b->gw_from, near, p)
                : "a way through a zone with two gateways, which Dijkstra does not support";
  }
  if (n) {
    gateway[0] = t->route[chain[near == 0 ? n - 1 : 0]].gw_from;
    gateway[1] = t->route[chain[near == 0 ? 0 : n - 1]].gw_to;
  }
  free(chain);
  return why;
}

/* The route between two points of one zone; gateway[0..1]: the gateways of ends that are zones. */
static const char *within_zone(struct topology *t, int from, int to, int near, int gateway[2],
                               struct passage *p)
{
  struct zone *z = &t->zone[t->point[from].zone];
  gateway[0] = gateway[1] = -1;
  if (from == to)
    return NULL;
  if (z->routing == ROUTING_NONE)
    return "no route";
  if (z->routing == ROUTING_CLUSTER) {
    across_cluster(t, z, from, to, p);
    return z->nests ? "zones in a Cluster zone, which are not supported" : NULL;
  }
  if (z->routing != ROUTING_FULL)
    return along_tree(t, z, from, to, near, gateway, p);
  const int pair[2] = {from, to};
  int index = map_find(&t->route_of, pair, sizeof pair);
  if (index < 0)
    return "no route";
  gateway[0] = t->route[index].gw_from;
  gateway[1] = t->route[index].gw_to;
  visit_route(t, p, &t->route[index]);
  return NULL;
}

static int depth_of(const struct topology *t, int point)
{
  return t->zone[t->point[point].zone].depth;
}

static int zone_around(const struct topology *t, int point)
{
  return t->zone[t->point[point].zone].point;
}

static const char *between(struct topology *t, int from, int to, int near, struct passage *p)
{
  if (from == to)
    return NULL;
  int a = from, b = to, gateway[2];
  while (depth_of(t, a) > depth_of(t, b))
    a = zone_around(t, a);
  while (depth_of(t, b) > depth_of(t, a))
    b = zone_around(t, b);
  while (t->point[a].zone != t->point[b].zone) {
    a = zone_around(t, a);
    b = zone_around(t, b);
  }
  const char *why = within_zone(t, a, b, near, gateway, p);
  if (!why && a != from)
    why = gateway[0] < 0 ? "no gateway" : between(t, from, gateway[0], near, p);
  if (!why && b != to)
    why = gateway[1] < 0 ? "no gateway" : between(t, gateway[1], to, near, p);
  return why;
}

const char *topology_passage(struct topology *t, int from, int to, int near, struct passage *p)
{
  p->bandwidth = INFINITY;
  p->latency = 0;
  p->n = 0;
  const char *why = between(t, from, to, near, p);
  return why || p->n || from == to ? why : "no link on the way";
}
