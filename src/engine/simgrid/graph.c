/* A graph's platform in SimGrid; see graph.h. */
#include "engine/simgrid/graph.h"
#include "engine/simgrid/setup.h"
#include "io/graph/graph.h"
#include <simgrid/engine.h>
#include <simgrid/host.h>

/* The table of routes between so many nodes takes 800 MB. */
enum { MOST_NODES = 10000 };

sg_host_t simgrid_graph_host(const struct sp_graph *g, int node)
{
  return sg_host_by_name(g->platform.node[node].name);
}

static bool same_speed(const struct sp_graph *g, int i, double flops, struct sp_error *error)
{
  sg_host_t host = simgrid_graph_host(g, i);
  if (!host)
    return sp_bad_input(error, "SimGrid's platform has no host '%.60s'", g->platform.node[i].name),
           false;
  double w = flops / sg_host_get_speed(host);
  if (isinf(g->w[i].v) || simgrid_same(w, g->w[i].v))
    return true;
  sp_bad_input(error, "node %d: a unit takes %.17g on SimGrid's host, %.17g in the graph", i + 1, w,
               g->w[i].v);
  return false;
}

static bool same_route(const struct sp_graph *g, int l, int way, double bytes,
                       struct sp_error *error)
{
  const struct sp_link *link = &g->link[l];
  sg_host_t a = simgrid_graph_host(g, link->a), b = simgrid_graph_host(g, link->b);
  double ours = link->c[way].v, latency, c;
  struct sp_link_text name;
  if (isinf(ours))
    return true;
  latency = sg_host_get_route_latency(way ? b : a, way ? a : b);
  c = bytes / sg_host_get_route_bandwidth(way ? b : a, way ? a : b);
  if (!simgrid_same(latency, link->latency.v))
    sp_bad_input(error, "link %s: SimGrid's latency is %.17g, the graph's %.17g",
                 sp_link_name(g, l, &name), latency, link->latency.v);
  else if (ours > 0 && !simgrid_same(c, ours))
    sp_bad_input(error, "link %s: a unit takes %.17g on SimGrid's link, %.17g in the graph",
                 sp_link_name(g, l, &name), c, ours);
  else
    return true;
  return false;
}

static bool compare(const struct sp_graph *g, const struct graph_unit *unit, struct sp_error *error)
{
  for (int i = 0; i < g->platform.nodes; i++)
    if (!same_speed(g, i, unit->flops, error))
      return false;
  for (int l = 0; l < g->links; l++)
    if (!same_route(g, l, 0, unit->bytes, error) || !same_route(g, l, 1, unit->bytes, error))
      return false;
  return true;
}

static void write_graph(FILE *stream, const void *graph)
{
  sp_write_graph_platform(stream, graph);
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
  if (file)
    simgrid_load_platform(g->platform.file);
  else if (!simgrid_load_written(write_graph, g, error))
    return false;
  simgrid_seal();
  return compare(g, unit, error);
}
