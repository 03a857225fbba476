/* Reads a SimGrid platform as a graph: its hosts and routers are nodes, and each route or zoneRoute
 * over one link is an edge between neighbours. A longer route is a path over such edges and adds
 * nothing. If none of its links occurs in a route of one link, it is also an edge.
 *
 *   c = task_bytes / bandwidth (the least of its links) + latency, for each direction
 *   w = task_flops / speed; inf for routers
 *
 * A link that joins more than two neighbours is refused, since its edges would not be independent;
 * a FATPIPE link is accepted.
 *
 * A host's property w replaces the quotient; inf means that the host only relays. A link's property
 * c is the cost without the latency, which the graph then keeps separately. The properties
 * "latency" and "bus" give the graph's numbers of these names.
 *
 * An edge whose latency is part of c changes neither its bandwidth nor its latency: no factor of c
 * says what they do. */
#include "base/file.h"
#include "base/memory.h"
#include "base/num.h"
#include "io/graph/graph.h"
#include "io/platform/platform.h"

struct builder {
  const struct topology *t;
  struct sp_graph *g;
  int *node;     /* of each point; -1: none */
  bool *single;  /* of each link: it is the only link of a route */
  int *edge;     /* of each link: the edge that it is part of; -1 */
  bool *used;    /* of each resource: it is part of an edge */
  int (*way)[2]; /* of each edge: the route of each direction; -1: none */
  struct map of; /* edges by the pair of nodes */
  double bytes, flops;
};

/* The exact quotient of two doubles if both are whole, with the double that it rounds to. */
static struct sp_num quotient(double a, double b)
{
  const double limit = 9007199254740992.0; /* 2^53 */
  char text[64];
  struct sp_num q;
  if (a >= 1 && b >= 1 && a < limit && b < limit && floor(a) == a && floor(b) == b) {
    snprintf(text, sizeof text, "%.0f/%.0f", a, b);
    if (sp_num_parse(text, &q) == 0)
      return q;
  }
  return sp_double(a / b);
}

static int set_nodes(struct builder *b)
{
  const struct topology *t = b->t;
  int n = 0;
  for (int p = 0; p < t->n_points; p++)
    b->node[p] = t->point[p].kind == POINT_ZONE ? -1 : n++;
  b->g = sp_graph_alloc(n);
  b->g->runs_on_file = floor(b->bytes) == b->bytes;
  for (int p = 0; p < t->n_points; p++) {
    const struct point *point = &t->point[p];
    int i = b->node[p];
    if (i < 0)
      continue;
    free(b->g->platform.node[i].name);
    b->g->platform.node[i].name = sp_xstrdup(point->name);
    b->g->w[i] = point->kind == POINT_ROUTER ? SP_INFINITE
                 : point->has_w              ? point->w
                                             : quotient(b->flops, point->speed);
    b->g->runs_on_file &= point->kind == POINT_HOST && (!point->has_w || isinf(point->w.v));
  }
  return n;
}

/* True if some link of the route is in no route of one link. */
static bool is_edge(const struct builder *b, const struct route *r)
{
  if (r->n == 1)
    return true;
  for (int k = 0; k < r->n; k++)
    if (b->single[b->t->resource[b->t->hop[r->first + k]].link])
      return false;
  return r->n > 0;
}

static struct sp_num cost_of(const struct builder *b, const struct route *r)
{
  double bandwidth = INFINITY, latency = 0;
  for (int k = 0; k < r->n; k++) {
    const struct resource *resource = &b->t->resource[b->t->hop[r->first + k]];
    bandwidth = resource->bandwidth < bandwidth ? resource->bandwidth : bandwidth;
    latency += resource->latency;
  }
  struct sp_num c = quotient(b->bytes, bandwidth);
  return latency > 0 ? sp_double(c.v + latency) : c;
}

/* Is the cost of the edge a property of its only link, without the latency, and not computed? */
static bool route_states_cost(const struct topology *t, const struct route *r)
{
  return r->n == 1 && t->link[t->resource[t->hop[r->first]].link].has_c;
}

/* Sets the cost of one direction of an edge. A link has the property c if it was written for a
 * graph. */
static void set_cost(struct builder *b, const struct route *r, struct sp_link *edge, bool back)
{
  const struct resource *resource = &b->t->resource[b->t->hop[r->first]];
  const struct link *link = &b->t->link[resource->link];
  bool stated = route_states_cost(b->t, r);
  edge->c[back] = stated ? link->c : cost_of(b, r);
  if (stated) {
    edge->latency = link->has_latency ? link->latency : sp_double(resource->latency);
    edge->bus = (int)link->bus.num;
  }
  /* SimGrid may replace a route of several links by another path. */
  bool own = r->n == 1 && !stated && resource->latency == 0 &&
             (resource->fat || !b->used[b->t->hop[r->first]]);
  b->used[b->t->hop[r->first]] = true;
  b->g->runs_on_file &= own;
}

/* Assigns the links of the route to the edge. */
static int claim_links(struct builder *b, const struct route *r, int edge, struct sp_error *error)
{
  for (int k = 0; k < r->n; k++) {
    const struct resource *resource = &b->t->resource[b->t->hop[r->first + k]];
    int *owner = &b->edge[resource->link];
    if (*owner >= 0 && *owner != edge && !resource->fat)
      return sp_bad_input(error,
                          "%s:%ld: link %.60s joins more than two neighbours, expected a link "
                          "for each two or a FATPIPE",
                          b->t->file, b->t->link[resource->link].line,
                          b->t->link[resource->link].name);
    *owner = edge;
  }
  return SP_OK;
}

static int add_route(struct builder *b, const struct route *r, struct sp_error *error)
{
  const struct topology *t = b->t;
  int from = b->node[r->gw_from >= 0 ? r->gw_from : r->from];
  int to = b->node[r->gw_to >= 0 ? r->gw_to : r->to];
  if (from < 0 || to < 0 || from == to || !is_edge(b, r))
    return SP_OK;
  const int pair[2] = {from < to ? from : to, from < to ? to : from};
  int at = map_find(&b->of, pair, sizeof pair);
  if (at < 0) {
    at = b->g->links;
    b->way[at][0] = b->way[at][1] = -1;
    map_add(&b->of, pair, sizeof pair, at);
    sp_graph_add_link(b->g, pair[0], pair[1], SP_INFINITE, SP_INFINITE);
  }
  bool back = from > to;
  if (isfinite(b->g->link[at].c[back].v))
    return sp_bad_input(error, "%s: a second route from %.60s to %.60s, expected one", t->file,
                        b->g->platform.node[from].name, b->g->platform.node[to].name);
  set_cost(b, r, &b->g->link[at], back);
  b->way[at][back] = (int)(r - t->route);
  return claim_links(b, r, at, error);
}

/* ---- what changes: the profiles of hosts, and of links, which are the same in both directions */

/* Gives node or link `at` the profiles of a host (-1: none) or of the n directions of a link. */
static int set_profiles(struct sp_graph *g, int at, const struct topology *t, int host,
                        const struct passage *direction, int n, struct sp_error *error)
{
  struct sp_profile profile[SP_CHANGING];
  int code = topology_profiles(t, host, n > 0 ? &direction[0] : NULL, n > 1 ? &direction[1] : NULL,
                               profile, error);
  for (int kind = 0; kind < SP_CHANGING; kind++) {
    if (code == SP_OK && profile[kind].n > 0)
      sp_graph_set_profile(g, (enum sp_changing)kind, at, &profile[kind]);
    sp_profile_clear(&profile[kind]);
  }
  return code;
}

/* Refuses changes of a bandwidth or latency where the latency is part of c. */
static int check_route(const struct topology *t, const struct route *r, struct sp_error *error)
{
  const struct link *changing = NULL;
  double latency = 0;
  for (int k = 0; k < r->n; k++) {
    const struct resource *resource = &t->resource[t->hop[r->first + k]];
    const struct link *link = &t->link[resource->link];
    latency += resource->latency;
    if (!changing && (link->bandwidth_trace >= 0 || link->latency_trace >= 0))
      changing = link;
  }
  if (!changing || latency == 0 || route_states_cost(t, r))
    return SP_OK;
  return sp_bad_input(error,
                      "%s:%ld: link %.60s: its %s changes and its latency is part of the cost of a "
                      "task, expected no latency, or the cost as a property c",
                      t->file, changing->line, changing->name,
                      changing->bandwidth_trace >= 0 ? "bandwidth" : "latency");
}

/* way: the route of each direction; -1: none. */
static int set_link(struct sp_graph *g, int l, const struct topology *t, const int way[2],
                    struct sp_error *error)
{
  struct passage direction[2];
  struct sp_link_text name;
  int n = 0;
  for (int k = 0; k < 2; k++)
    if (way[k] >= 0) {
      const struct route *r = &t->route[way[k]];
      if (check_route(t, r, error) != SP_OK)
        return SP_BAD_INPUT;
      direction[n] = (struct passage){.n = r->n, .resource = &t->hop[r->first]};
      n++;
    }
  int code = set_profiles(g, l, t, -1, direction, n, error);
  return code == SP_NOT_VERIFIED
             ? sp_bad_input(error,
                            "%s: the profiles of edge %s differ from one direction to the other, "
                            "expected the same",
                            t->file, sp_link_name(g, l, &name))
             : code;
}

static int set_changes(const struct builder *b, struct sp_error *error)
{
  const struct topology *t = b->t;
  int code = SP_OK;
  for (int p = 0; p < t->n_points && code == SP_OK; p++)
    if (t->point[p].kind == POINT_HOST)
      code = set_profiles(b->g, b->node[p], t, p, NULL, 0, error);
  for (int l = 0; l < b->g->links && code == SP_OK; l++)
    code = set_link(b->g, l, t, b->way[l], error);
  return code;
}

static int build(struct builder *b, struct sp_error *error)
{
  const struct topology *t = b->t;
  int code = SP_OK;
  for (int z = 0; z < t->n_zones; z++)
    if (t->zone[z].routing == ROUTING_CLUSTER)
      return sp_bad_input(error,
                          "%s: a cluster, whose hosts have no neighbours, expected hosts and "
                          "routers joined by routes (Full, Floyd, Dijkstra)",
                          t->file);
  if (!set_nodes(b))
    return sp_bad_input(error, "%s: no host, expected at least one", t->file);
  for (int r = 0; r < t->n_routes; r++)
    if (t->route[r].n == 1)
      b->single[t->resource[t->hop[t->route[r].first]].link] = true;
  for (int r = 0; r < t->n_routes && code == SP_OK; r++)
    code = add_route(b, &t->route[r], error);
  return code == SP_OK ? set_changes(b, error) : code;
}

static int read_size(const char *option, int prop, const char *text, double *value,
                     struct sp_error *error)
{
  struct sp_num x = {1, 1, 1};
  const char *expected = text ? workload_value(prop, text, &x) : NULL;
  *value = x.v;
  return expected ? sp_bad_input(error, "--%s=%.60s, expected %s", option, text, expected) : SP_OK;
}

struct sp_graph *sp_read_graph_platform(const struct sp_graph_source *source,
                                        struct sp_error *error)
{
  struct topology t;
  struct workload w;
  struct builder b = {.t = &t};
  int code = read_size("task-bytes", PROP_TASK_BYTES, source->task_bytes, &b.bytes, error);
  if (code == SP_OK)
    code = read_size("task-flops", PROP_TASK_FLOPS, source->task_flops, &b.flops, error);
  struct xml_input input = {.name = source->platform};
  if (code != SP_OK || !(input.stream = sp_open_file(source->platform, error)))
    return NULL;
  code = platform_read(&input, NULL, &t, &w, error);
  fclose(input.stream);
  if (code != SP_OK)
    return NULL;
  b.node = sp_new(t.memory, t.n_points, int);
  b.single = sp_new(t.memory, t.n_links, bool);
  b.edge = sp_new(t.memory, t.n_links, int);
  b.used = sp_new(t.memory, t.n_resources, bool);
  b.way = sp_alloc(t.memory, (size_t)t.n_routes, sizeof *b.way);
  for (int l = 0; l < t.n_links; l++)
    b.edge[l] = -1;
  code = build(&b, error);
  if (code == SP_OK) {
    b.g->runs_on_file &= !sp_graph_is_changing(b.g);
    b.g->platform.file = sp_xstrdup(source->platform);
    b.g->task_bytes = b.bytes;
    b.g->task_flops = b.flops;
  } else {
    sp_graph_free(b.g);
    b.g = NULL;
  }
  map_clear(&b.of);
  topology_clear(&t);
  return b.g;
}
