/* Writes a graph as a SimGrid platform (DTD 4.1; loaded by 3.32 and 4.x): one zone with a host for
 * each node, a link for each direction of a link, and a route for each of those links.
 *
 * Among SimGrid's routings Full finds a route in constant time, with a table of 8 bytes per pair of
 * nodes (128 MB for 4000 nodes). Floyd takes time cubic in the number of nodes to load, Dijkstra
 * searches the whole graph for every message. */
#include "io/graph/graph.h"
#include "io/platform/platform.h"
#include "model/profile.h"

/* A graph that is being written. */
struct writing {
  FILE *f;
  const struct sp_graph *g;
  const struct sp_profile_names *names;
};

/* The profile with that number, of a node or of a direction of a link. */
static const struct sp_profile *profile_of(const struct sp_graph *g, enum sp_changing kind, int i)
{
  return &g->profile[kind][profile_is_of_node(kind) ? i : i / 2];
}

static void put_profile(const struct writing *to, enum sp_changing kind, int i)
{
  if (to->g->profile[kind])
    xml_put_profile(to->f, profile_of(to->g, kind, i), kind, i, to->names);
}

static void put_host(const struct writing *to, int i)
{
  FILE *f = to->f;
  const struct sp_graph *g = to->g;
  double w = g->w[i].v;
  xml_put_name(f, "    <host id", g->platform.node[i].name);
  fprintf(f, " speed=\"%.17gf\"", isinf(w) ? 1 : SP_GRAPH_UNIT / w);
  put_profile(to, SP_SPEED, i);
  put_profile(to, SP_HOST_STATE, i);
  fputc('>', f);
  xml_put_prop(f, "w", g->w[i]);
  fputs("</host>\n", f);
}

/* Calls put for each direction of each link that can carry tasks. */
static void each_direction(const struct writing *to,
                           void (*put)(const struct writing *, int link, int way))
{
  const struct sp_graph *g = to->g;
  for (int l = 0; l < g->links; l++)
    for (int way = 0; way < 2; way++)
      if (isfinite(g->link[l].c[way].v))
        put(to, l, way);
}

static int tail(const struct sp_link *link, int way)
{
  return way ? link->b : link->a;
}

/* If a unit costs nothing, its messages have no bytes, and the bandwidth has no effect. */
static double bandwidth_of(const struct sp_link *link, int way)
{
  return SP_GRAPH_UNIT / (link->c[way].v > 0 ? link->c[way].v : 1);
}

static void put_link(const struct writing *to, int l, int way)
{
  FILE *f = to->f;
  const struct sp_graph *g = to->g;
  const struct sp_link *link = &g->link[l];
  struct sp_num c = link->c[way], latency = link->latency, read = sp_double(latency.v);
  fprintf(f, "    <link id=\"%d-%d\" bandwidth=\"%.17gBps\" latency=\"%.17gs\"",
          tail(link, way) + 1, tail(link, !way) + 1, bandwidth_of(link, way), latency.v);
  put_profile(to, SP_BANDWIDTH, 2 * l + way);
  put_profile(to, SP_LINK_STATE, 2 * l + way);
  fputc('>', f);
  xml_put_prop(f, "c", c);
  if (latency.num != read.num || latency.den != read.den)
    xml_put_prop(f, "latency", latency);
  if (link->bus > 0)
    xml_put_prop(f, "bus", sp_int(link->bus));
  fputs("</link>\n", f);
}

static void put_route(const struct writing *to, int l, int way)
{
  FILE *f = to->f;
  const struct sp_graph *g = to->g;
  const struct sp_link *link = &g->link[l];
  const struct sp_node *from = &g->platform.node[tail(link, way)];
  const struct sp_node *end = &g->platform.node[tail(link, !way)];
  xml_put_name(f, "    <route src", from->name);
  xml_put_name(f, " dst", end->name);
  fprintf(f, " symmetrical=\"NO\"><link_ctn id=\"%d-%d\"/></route>\n", tail(link, way) + 1,
          tail(link, !way) + 1);
}

void sp_write_graph_platform(FILE *f, const struct sp_graph *g,
                             const struct sp_profile_names *names)
{
  const struct writing to = {f, g, names};
  xml_put_head(f, NULL);
  xml_put_zone(f, &g->platform, "graph", "Full");
  for (int i = 0; i < g->platform.nodes; i++)
    put_host(&to, i);
  each_direction(&to, put_link);
  each_direction(&to, put_route);
  fputs("  </zone>\n</platform>\n", f);
}

void sp_write_graph_profile(FILE *f, const struct sp_graph *g, enum sp_changing kind, int i)
{
  profile_put_file(f, profile_of(g, kind, i),
                   kind == SP_BANDWIDTH ? bandwidth_of(&g->link[i / 2], i % 2) : 1);
}
