/* The platform of a star or a graph in SimGrid; see platform.h. */
#include "engine/simgrid/platform.h"
#include "engine/simgrid/setup.h"
#include "engine/simgrid/traced.h"
#include "io/graph/graph.h"
#include "io/star/star.h"
#include <simgrid/engine.h>
#include <simgrid/host.h>

/* The table of routes between so many nodes takes 800 MB. */
enum { MOST_NODES = 10000 };

/* Are a cost of SimGrid's platform and ours the same? */
static bool same(double theirs, double ours)
{
  double difference = theirs < ours ? ours - theirs : theirs - ours;
  return difference <= 1e-12 * ours;
}

/* Is there a host of the node's name, on which a unit takes w? INFINITY: any time. */
static bool same_speed(const struct sp_node *node, double flops, double w, const char *whose,
                       int number, const char *in, struct sp_error *error)
{
  sg_host_t host = sg_host_by_name(node->name);
  if (!host)
    return sp_bad_input(error, "SimGrid's platform has no host '%.60s'", node->name), false;
  double theirs = flops / sg_host_get_speed(host);
  if (isinf(w) || same(theirs, w))
    return true;
  sp_bad_input(error, "%s %d: a unit takes %.17g on SimGrid's host, %.17g in the %s", whose, number,
               theirs, w, in);
  return false;
}

/* Has the route this latency, and does a unit take c on it? c = 0: any time. */
static bool same_route(sg_host_t from, sg_host_t to, double latency, double bytes, double c,
                       const char *whose, const char *in, struct sp_error *error)
{
  double their_latency = sg_host_get_route_latency(from, to);
  double their_c = bytes / sg_host_get_route_bandwidth(from, to);
  if (!same(their_latency, latency))
    sp_bad_input(error, "%s: SimGrid's latency is %.17g, the %s's %.17g", whose, their_latency, in,
                 latency);
  else if (c > 0 && !same(their_c, c))
    sp_bad_input(error, "%s: a unit takes %.17g on SimGrid's link, %.17g in the %s", whose, their_c,
                 c, in);
  else
    return true;
  return false;
}

/* ---- Stars. */

static void write_star(FILE *stream, const void *instance)
{
  sp_write_platform(stream, instance, NULL);
}

/* The master and worker k + 1. */
static void star_pair(const void *instance, int k, const char *name[2])
{
  const struct sp_instance *in = instance;
  name[0] = in->platform.node[0].name;
  name[1] = in->platform.node[k + 1].name;
}

bool simgrid_load_star(const struct sp_instance *in, const struct sp_conditions *conditions,
                       struct sp_error *error)
{
  const struct sp_node *node = in->platform.node;
  bool received = in->problem == SP_REDISTRIBUTION || in->problem == SP_IMBALANCE;
  double bytes = in->task_bytes;
  if (in->problem != SP_DIVISIBLE && bytes - (double)(uint64_t)bytes > 1e-9 * bytes)
    return sp_bad_input(error, "a task of %.17g bytes: SimGrid moves whole bytes only", bytes),
           false;
  if (!simgrid_configure(conditions, error))
    return false;
  if (node[0].ports.send > 1 || (received && node[0].ports.recv > 1))
    simgrid_update_fully(conditions);
  if (!simgrid_load(&(struct platform_source){in->platform.file, write_star, in, in->m, star_pair},
                    error))
    return false;
  for (int i = 0; i <= in->m; i++) {
    bool computes = i > 0 && in->problem != SP_IMBALANCE;
    if (!same_speed(&node[i], in->task_flops, computes ? in->w[i].v : INFINITY, "worker", i,
                    "instance", error))
      return false;
  }
  return true;
}

bool simgrid_star_routes(const struct sp_instance *in, struct sp_error *error)
{
  sg_host_t master = sg_host_by_name(in->platform.node[0].name);
  for (int i = 1; i <= in->m; i++) {
    sg_host_t host = sg_host_by_name(in->platform.node[i].name);
    double c = in->c[i].v, latency = in->latency[i].v;
    char name[32];
    snprintf(name, sizeof name, "worker %d", i);
    if (!same_route(master, host, latency, in->task_bytes, c, name, "instance", error) ||
        !same_route(host, master, latency, in->task_bytes, c, name, "instance", error))
      return false;
  }
  return true;
}

/* ---- Graphs. */

static void write_graph(FILE *stream, const void *graph)
{
  sp_write_graph_platform(stream, graph);
}

/* The ends of link k. */
static void graph_pair(const void *graph, int k, const char *name[2])
{
  const struct sp_graph *g = graph;
  name[0] = g->platform.node[g->link[k].a].name;
  name[1] = g->platform.node[g->link[k].b].name;
}

bool simgrid_load_graph(const struct sp_graph *g, const struct sp_conditions *conditions,
                        struct graph_unit *unit, struct sp_error *error)
{
  bool file = g->platform.file && g->runs_on_file;
  if (!file && g->platform.nodes > MOST_NODES)
    return sp_bad_input(error,
                        "%d nodes: SimGrid's table of routes is limited to %d (800 MB); the native "
                        "engine has no limit",
                        g->platform.nodes, MOST_NODES),
           false;
  if (!simgrid_configure(conditions, error))
    return false;
  *unit = file ? (struct graph_unit){g->task_bytes, g->task_flops}
               : (struct graph_unit){SP_GRAPH_UNIT, SP_GRAPH_UNIT};
  if (file || conditions->n_cfg > 0) /* else no two flows ever meet on a link */
    simgrid_update_fully(conditions);
  if (!simgrid_load(&(struct platform_source){file ? g->platform.file : NULL, write_graph, g,
                                              g->links, graph_pair},
                    error))
    return false;
  for (int i = 0; i < g->platform.nodes; i++)
    if (!same_speed(&g->platform.node[i], unit->flops, g->w[i].v, "node", i + 1, "graph", error))
      return false;
  return true;
}

bool simgrid_graph_routes(const struct sp_graph *g, const struct graph_unit *unit,
                          struct sp_error *error)
{
  for (int l = 0; l < g->links; l++) {
    const struct sp_link *link = &g->link[l];
    sg_host_t end[2] = {sg_host_by_name(g->platform.node[link->a].name),
                        sg_host_by_name(g->platform.node[link->b].name)};
    struct sp_link_text text;
    char name[sizeof text + 8];
    snprintf(name, sizeof name, "link %s", sp_link_name(g, l, &text));
    for (int way = 0; way < 2; way++)
      if (isfinite(link->c[way].v) && !same_route(end[way], end[!way], link->latency.v, unit->bytes,
                                                  link->c[way].v, name, "graph", error))
        return false;
  }
  return true;
}
