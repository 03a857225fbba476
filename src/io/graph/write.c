/* Writes a graph as a SimGrid platform (DTD 4.1; loaded by 3.32 and 4.x): one zone with a host for
 * each node, a link for each direction of a link, and a route for each of those links.
 *
 * Among SimGrid's routings Full finds a route in constant time, with a table of 8 bytes per pair of
 * nodes (128 MB for 4000 nodes). Floyd takes time cubic in the number of nodes to load, Dijkstra
 * searches the whole graph for every message. */
#include "io/graph/graph.h"
#include "io/platform/platform.h"

static void put_host(FILE *f, const struct sp_graph *g, int i)
{
  double w = g->w[i].v;
  xml_put_name(f, "    <host id", g->platform.node[i].name);
  fprintf(f, " speed=\"%.17gf\">", isinf(w) ? 1 : SP_GRAPH_UNIT / w);
  xml_put_prop(f, "w", g->w[i]);
  fputs("</host>\n", f);
}

/* Calls put for each direction of each link that can carry tasks. */
static void each_direction(FILE *f, const struct sp_graph *g,
                           void (*put)(FILE *, const struct sp_graph *, int link, int way))
{
  for (int l = 0; l < g->links; l++)
    for (int way = 0; way < 2; way++)
      if (isfinite(g->link[l].c[way].v))
        put(f, g, l, way);
}

static int tail(const struct sp_link *link, int way)
{
  return way ? link->b : link->a;
}

/* If a unit costs nothing, its messages have no bytes, and the bandwidth has no effect. */
static void put_link(FILE *f, const struct sp_graph *g, int l, int way)
{
  const struct sp_link *link = &g->link[l];
  struct sp_num c = link->c[way], latency = link->latency, read = sp_double(latency.v);
  fprintf(f, "    <link id=\"%d-%d\" bandwidth=\"%.17gBps\" latency=\"%.17gs\">",
          tail(link, way) + 1, tail(link, !way) + 1, SP_GRAPH_UNIT / (c.v > 0 ? c.v : 1),
          latency.v);
  xml_put_prop(f, "c", c);
  if (latency.num != read.num || latency.den != read.den)
    xml_put_prop(f, "latency", latency);
  if (link->bus > 0)
    xml_put_prop(f, "bus", sp_int(link->bus));
  fputs("</link>\n", f);
}

static void put_route(FILE *f, const struct sp_graph *g, int l, int way)
{
  const struct sp_link *link = &g->link[l];
  const struct sp_node *from = &g->platform.node[tail(link, way)];
  const struct sp_node *to = &g->platform.node[tail(link, !way)];
  xml_put_name(f, "    <route src", from->name);
  xml_put_name(f, " dst", to->name);
  fprintf(f, " symmetrical=\"NO\"><link_ctn id=\"%d-%d\"/></route>\n", tail(link, way) + 1,
          tail(link, !way) + 1);
}

void sp_write_graph_platform(FILE *f, const struct sp_graph *g)
{
  xml_put_head(f, NULL);
  xml_put_zone(f, &g->platform, "graph", "Full");
  for (int i = 0; i < g->platform.nodes; i++)
    put_host(f, g, i);
  each_direction(f, g, put_link);
  each_direction(f, g, put_route);
  fputs("  </zone>\n</platform>\n", f);
}
