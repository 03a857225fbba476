/* The platform of a star or a graph in SimGrid; see platform.h. */
#include "engine/simgrid/platform.h"
#include "base/memory.h"
#include "engine/simgrid/setup.h"
#include "io/graph/graph.h"
#include "io/star/star.h"
#include "model/instance.h"
#include "model/profile.h"
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <unistd.h>

/* The table of routes between so many nodes takes 800 MB. */
enum { MOST_NODES = 10000 };

/* Are a cost of SimGrid's platform and ours the same? */
static bool same(double theirs, double ours)
{
  double difference = theirs < ours ? ours - theirs : theirs - ours;
  return difference <= 1e-12 * ours;
}

/* Is there a host of the node's name, on which a unit takes as long as on the node? */
static bool same_speed(const struct platform *p, int i, struct sp_error *error)
{
  const char *name = p->given->node[i].name;
  sg_host_t host = sg_host_by_name(name);
  if (!host)
    return sp_bad_input(error, "SimGrid's platform has no host '%.60s'", name), false;
  double theirs = p->flops / sg_host_get_speed(host);
  if (!p->w || i < p->first || isinf(p->w[i].v) || same(theirs, p->w[i].v))
    return true;
  sp_bad_input(error, "%s %d: a unit takes %.17g on SimGrid's host, %.17g in the %s", p->whose,
               i + 1 - p->first, theirs, p->w[i].v, p->instance);
  return false;
}

/* Has the route from one end of a pair to the other this latency, and does a unit take c on it?
 * c = 0: any time. */
static bool same_route(const struct platform *p, const struct host_pair *pair, const sg_host_t *end,
                       int from, struct sp_error *error)
{
  double their_latency = sg_host_get_route_latency(end[from], end[!from]), c = pair->c[from];
  double their_c = p->bytes / sg_host_get_route_bandwidth(end[from], end[!from]);
  if (!same(their_latency, pair->latency))
    sp_bad_input(error, "%s: SimGrid's latency is %.17g, the %s's %.17g", pair->label,
                 their_latency, p->instance, pair->latency);
  else if (c > 0 && !same(their_c, c))
    sp_bad_input(error, "%s: a unit takes %.17g on SimGrid's link, %.17g in the %s", pair->label,
                 their_c, c, p->instance);
  else
    return true;
  return false;
}

bool simgrid_check_routes(const struct platform *p, struct sp_error *error)
{
  struct host_pair pair;
  for (int k = 0; k < p->source.pairs; k++) {
    p->source.pair(p->source.what, k, &pair);
    sg_host_t end[2] = {sg_host_by_name(pair.name[0]), sg_host_by_name(pair.name[1])};
    for (int from = 0; from < 2; from++)
      if (isfinite(pair.c[from]) && !same_route(p, &pair, end, from, error))
        return false;
  }
  return true;
}

/* Loads the platform; `copy`, if not NULL, is one that changes and whose profiles may be altered.
 */
static bool load(const struct platform *p, const void *copy, struct sp_profile *const *profile,
                 struct sp_error *error)
{
  struct platform_source source = p->source;
  if (copy) {
    source.what = copy;
    simgrid_load_changing(&source, profile, p->given->nodes, p->links);
  } else if (!simgrid_load(&source, error)) {
    return false;
  }
  for (int i = 0; i < p->given->nodes; i++)
    if (!same_speed(p, i, error))
      return false;
  return true;
}

/* Is the platform configured, and can its changes be traced if that is asked for? */
static bool can_load(const struct platform *p, const struct sp_conditions *conditions,
                     struct sp_error *error)
{
  if (!simgrid_configure(conditions, error))
    return false;
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++)
    if (p->profile[kind] && simgrid_traces())
      return sp_bad_input(error, "SimGrid's own tracing of a %s that changes is not supported",
                          p->kind),
             false;
  return true;
}

/* ---- Stars. */

static bool has_breaks(const struct sp_instance *in)
{
  for (int kind = SP_SPEED; kind <= SP_BANDWIDTH; kind++)
    for (int i = 1; in->profile[kind] && i <= in->m; i++)
      for (long k = 0; k < in->profile[kind][i].n; k++)
        if (in->profile[kind][i].factor[k] == 0)
          return true;
  return false;
}

static void write_star(FILE *f, const void *instance, const struct sp_profile_names *names)
{
  sp_write_platform(f, instance, NULL, names);
}

static void write_star_profile(FILE *f, const void *instance, enum sp_changing kind, int i)
{
  sp_write_profile(f, instance, kind, i);
}

/* The master and worker k + 1. */
static void star_pair(const void *instance, int k, struct host_pair *pair)
{
  const struct sp_instance *in = instance;
  const struct sp_node *node = in->platform.node;
  double c = in->c[k + 1].v;
  if (in->profile[SP_BANDWIDTH]) /* it has changed at date 0 */
    c /= sp_profile_factor(&in->profile[SP_BANDWIDTH][k + 1], 0);
  double back = sp_from_master(in) ? INFINITY : c; /* nothing comes back */
  *pair = (struct host_pair){{node[0].name, node[k + 1].name}, {c, back}, in->latency[k + 1].v, ""};
  snprintf(pair->label, sizeof pair->label, "worker %d", k + 1);
}

bool simgrid_load_star(const struct sp_instance *in, const struct sp_conditions *conditions,
                       struct platform *p, struct sp_error *error)
{
  const struct sp_ports *ports = &in->platform.node[0].ports;
  bool received = in->problem == SP_REDISTRIBUTION || in->problem == SP_IMBALANCE;
  double bytes = in->task_bytes;
  *p = (struct platform){
      .source = {in->platform.file, write_star, write_star_profile, in, in->m, star_pair},
      .given = &in->platform,
      .instance = "instance",
      .kind = "star",
      .whose = "worker",
      .first = 1,
      .w = in->problem == SP_IMBALANCE ? NULL : in->w,
      .bytes = bytes,
      .flops = in->task_flops,
      .profile = in->profile,
      .links = in->m + 1};
  if (in->problem != SP_DIVISIBLE && bytes - (double)(uint64_t)bytes > 1e-9 * bytes)
    return sp_bad_input(error, "a task of %.17g bytes: SimGrid moves whole bytes only", bytes),
           false;
  if (!can_load(p, conditions, error))
    return false;
  if (ports->send > 1 || (received && ports->recv > 1))
    simgrid_update_fully(conditions);
  bool written = sp_is_changing(in) && (!in->platform.file || has_breaks(in) || sp_can_fail(in) ||
                                        in->profile[SP_LATENCY]);
  struct sp_instance *copy = written ? sp_instance_copy(in) : NULL;
  bool loaded = load(p, copy, copy ? copy->profile : NULL, error);
  sp_instance_free(copy);
  return loaded;
}

/* ---- Graphs. */

static void write_graph(FILE *f, const void *graph, const struct sp_profile_names *names)
{
  sp_write_graph_platform(f, graph, names);
}

static void write_graph_profile(FILE *f, const void *graph, enum sp_changing kind, int i)
{
  sp_write_graph_profile(f, graph, kind, i);
}

/* The ends of link k. */
static void graph_pair(const void *graph, int k, struct host_pair *pair)
{
  const struct sp_graph *g = graph;
  const struct sp_link *link = &g->link[k];
  const struct sp_node *node = g->platform.node;
  struct sp_link_text text;
  const struct sp_profile *bandwidth = g->profile[SP_BANDWIDTH]; /* it has changed at date 0 */
  double factor = bandwidth ? sp_profile_factor(&bandwidth[k], 0) : 1;
  *pair = (struct host_pair){.name = {node[link->a].name, node[link->b].name},
                             .c = {link->c[0].v / factor, link->c[1].v / factor},
                             .latency = link->latency.v};
  snprintf(pair->label, sizeof pair->label, "link %s", sp_link_name(g, k, &text));
}

bool simgrid_load_graph(const struct sp_graph *g, const struct sp_conditions *conditions,
                        struct platform *p, struct sp_error *error)
{
  const char *file = g->runs_on_file && !sp_graph_is_changing(g) ? g->platform.file : NULL;
  *p =
      (struct platform){.source = {file, write_graph, write_graph_profile, g, g->links, graph_pair},
                        .given = &g->platform,
                        .instance = "graph",
                        .kind = "graph",
                        .whose = "node",
                        .w = g->w,
                        .bytes = file ? g->task_bytes : SP_GRAPH_UNIT,
                        .flops = file ? g->task_flops : SP_GRAPH_UNIT,
                        .profile = g->profile,
                        .links = g->links};
  while (sp_graph_can_fail(g) && !g->master[p->leader])
    p->leader++;
  if (!file && g->platform.nodes > MOST_NODES)
    return sp_bad_input(error,
                        "%d nodes: SimGrid's table of routes is limited to %d (800 MB); the native "
                        "engine has no limit",
                        g->platform.nodes, MOST_NODES),
           false;
  if (!can_load(p, conditions, error))
    return false;
  if (file || conditions->n_cfg > 0) /* else no two flows ever meet on a link */
    simgrid_update_fully(conditions);
  struct sp_graph *copy = sp_graph_is_changing(g) ? sp_graph_copy(g) : NULL;
  bool loaded = load(p, copy, copy ? copy->profile : NULL, error);
  sp_graph_free(copy);
  return loaded;
}
