/* Finds the route between two hosts, as SimGrid does. In a zone:
 *   Full            the declared route
 *   Floyd, Dijkstra the chain of routes with the fewest links; if several chains have as few,
 *                   SimGrid's choice depends on its version, and they are refused
 *   Cluster         the links up from one, the links down to the other, none twice
 *   None            no routes
 * Between zones: the route between the two zones (or points) that are directly in the innermost
 * common zone, and recursively the routes from the one end to its gateway and from the other
 * gateway to the other end. */
#include "base/min_queue.h"
#include "io/platform/reader.h"

/* The shortest chain of routes from one point of a zone (the root) to another. */
struct reached {
  long distance; /* in links; -1: unreachable */
  int via;       /* the route that enters the point */
  bool several;  /* more than one shortest chain */
};

/* Updates the neighbours of a point whose distance is final. */
static void relax(const struct topology *t, struct reached *at, struct min_queue *q, int point)
{
  const struct reached *here = &at[t->point[point].rank];
  for (int e = t->point[point].leaving; e >= 0; e = t->route[e].next_leaving) {
    const struct route *route = &t->route[e];
    struct reached *there = &at[t->point[route->to].rank];
    long distance = here->distance + route->n;
    if (there->distance < 0 || distance < there->distance) {
      *there = (struct reached){distance, e, here->several};
      min_queue_push(q, (double)distance, route->to);
    } else if (distance == there->distance) {
      there->several = true;
    }
  }
}

/* Dijkstra's algorithm on numbers of links: how each point of the zone, by its rank, is reached
 * from the root. The caller frees the array. */
static struct reached *reach(const struct topology *t, int root)
{
  int n = t->zone[t->point[root].zone].points;
  struct reached *at = sp_xcalloc((size_t)n, sizeof *at);
  struct min_queue q = {0};
  for (int i = 0; i < n; i++)
    at[i].distance = -1;
  at[t->point[root].rank].distance = 0;
  min_queue_push(&q, 0, root);
  while (q.n) {
    struct min_entry first = min_queue_pop(&q);
    int point = (int)first.number;
    if ((long)first.key == at[t->point[point].rank].distance)
      relax(t, at, &q, point);
  }
  free(q.entry);
  return at;
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

static const char *between(const struct topology *, int from, int to, struct passage *);

/* Puts the routes from one point to the other into chain, the last first; returns their number. */
static int trace_back(const struct topology *t, const struct reached *at, int from, int to,
                      int **chain)
{
  int n = 0, cap = 0;
  for (; to != from; to = t->route[(*chain)[n++]].from) {
    sp_grow(*chain, n, cap);
    (*chain)[n] = at[t->point[to].rank].via;
  }
  return n;
}

/* Visits the routes of a chain, in the order in which SimGrid adds latencies: Floyd from the
 * source, Dijkstra from the end; then the ways between the gateways of neighbours. */
static const char *visit_chain(const struct topology *t, bool floyd, const int *chain, int n,
                               struct passage *p)
{
  const char *why = NULL;
  for (int k = 0; k < n; k++)
    visit_route(t, p, &t->route[chain[floyd ? n - 1 - k : k]]);
  for (int k = 0; k + 1 < n && !why; k++) {
    int leaves = t->route[chain[k + 1]].gw_to, enters = t->route[chain[k]].gw_from;
    if (leaves != enters)
      why = floyd ? between(t, leaves, enters, p)
                  : "a way through a zone with two gateways, which Dijkstra does not support";
  }
  return why;
}

static const char *along_chain(const struct topology *t, bool floyd, int from, int to,
                               int gateway[2], struct passage *p)
{
  struct reached *reached = reach(t, from);
  const struct reached end = reached[t->point[to].rank];
  const char *why = end.distance < 0 ? "no route"
                    : end.several    ? "several routes with equally few links, expected one (or "
                                       "routing Full)"
                                     : NULL;
  int *chain = NULL, n = why ? 0 : trace_back(t, reached, from, to, &chain);
  if (n) {
    why = visit_chain(t, floyd, chain, n, p);
    gateway[0] = t->route[chain[n - 1]].gw_from;
    gateway[1] = t->route[chain[0]].gw_to;
  }
  free(chain);
  free(reached);
  return why;
}

/* The route between two points of one zone; gateway[0..1]: the gateways of ends that are zones. */
static const char *within_zone(const struct topology *t, int from, int to, int gateway[2],
                               struct passage *p)
{
  const struct zone *z = &t->zone[t->point[from].zone];
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
    return along_chain(t, z->routing == ROUTING_FLOYD, from, to, gateway, p);
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

static const char *between(const struct topology *t, int from, int to, struct passage *p)
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
  const char *why = within_zone(t, a, b, gateway, p);
  if (!why && a != from)
    why = gateway[0] < 0 ? "no gateway" : between(t, from, gateway[0], p);
  if (!why && b != to)
    why = gateway[1] < 0 ? "no gateway" : between(t, gateway[1], to, p);
  return why;
}

const char *topology_passage(const struct topology *t, int from, int to, struct passage *p)
{
  p->bandwidth = INFINITY;
  p->latency = 0;
  p->n = 0;
  const char *why = between(t, from, to, p);
  return why || p->n || from == to ? why : "no link on the way";
}
