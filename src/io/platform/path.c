/* Reads <route>, <zoneRoute>, <link_ctn>, <host_link> and <backbone>, which join points by links.
 * The names that they use must be declared before, as SimGrid requires. */
#include "io/platform/reader.h"

#include <string.h>
#include <strings.h>

/* The point that the attribute names, in the open zone if `here`; -1 after refusing it. */
static int find_point(struct reader *r, const char *attribute, bool here, bool zone)
{
  const struct topology *t = r->topology;
  const char *name = xml_get(r, attribute);
  int p = map_find(&t->point_of, name, strlen(name));
  if (p < 0 || (here && t->point[p].zone != r->zone) || (t->point[p].kind == POINT_ZONE) != zone)
    return xml_refuse(r, "%s \"%.60s\", expected %s%s", attribute, name,
                      zone ? "a zone declared before" : "a host or router declared before",
                      here ? " in this zone" : "");
  return p;
}

/* The resource of a link's name and direction; -1 after refusing it. */
static int find_link(struct reader *r, const char *name, const char *direction)
{
  const struct topology *t = r->topology;
  int value = map_find(&t->link_of, name, strlen(name));
  bool up = direction && strcmp(direction, "UP") == 0;
  bool down = direction && strcmp(direction, "DOWN") == 0;
  if (direction && !up && !down && strcmp(direction, "NONE") != 0)
    return xml_refuse(r, "direction \"%.40s\", expected UP, DOWN or NONE", direction);
  if (value < 0)
    return xml_refuse(r, "link \"%.60s\", expected one declared before", name);
  if ((value & 1) && !up && !down)
    return xml_refuse(r, "link %.60s is SPLITDUPLEX, expected direction=\"UP\" or \"DOWN\"", name);
  if (!(value & 1) && (up || down))
    return xml_refuse(r, "direction of link %.60s, which is not SPLITDUPLEX: expected none", name);
  return value / 2 + down;
}

int platform_host_link(struct reader *r)
{
  struct topology *t = r->topology;
  if (t->zone[r->zone].routing != ROUTING_CLUSTER)
    return xml_refuse(r, "<host_link> in a zone that is not a Cluster, expected a <route>");
  int p = find_point(r, "id", true, false);
  int up = p < 0 ? -1 : find_link(r, xml_get(r, "up"), NULL);
  int down = up < 0 ? -1 : find_link(r, xml_get(r, "down"), NULL);
  if (down < 0)
    return -1;
  if (t->point[p].n_up)
    return xml_refuse(r, "a second host_link of %.60s, expected one", t->point[p].name);
  t->point[p].n_up = t->point[p].n_down = 1;
  t->point[p].up = platform_add_hop(t, up);
  return t->point[p].down = platform_add_hop(t, down);
}

int platform_backbone(struct reader *r)
{
  struct zone *zone = &r->topology->zone[r->zone];
  double bandwidth, latency;
  if (platform_number(r, UNIT_BANDWIDTH, "bandwidth", "backbone", &bandwidth) < 0 ||
      platform_number(r, UNIT_TIME, "latency", "backbone", &latency) < 0)
    return -1;
  if (zone->routing != ROUTING_CLUSTER || zone->backbone >= 0)
    return xml_refuse(r, "<backbone>, expected one at most, and in a Cluster zone");
  return zone->backbone = platform_add_link(r, xml_get(r, "id"), bandwidth, latency, NULL);
}

/* Enters the route in the map of pairs of points and in the list of its start. */
static int publish_route(struct reader *r, int index)
{
  struct topology *t = r->topology;
  struct route *route = &t->route[index];
  struct point *from = &t->point[route->from];
  const int pair[2] = {route->from, route->to};
  if (!map_add(&t->route_of, pair, sizeof pair, index))
    return xml_refuse(r,
                      "a second route from %.60s to %.60s, expected one (routes are symmetrical "
                      "unless symmetrical=\"no\")",
                      from->name, t->point[route->to].name);
  route->next_leaving = from->leaving;
  return from->leaving = index;
}

/* True if the zone contains the point, at any depth. */
static bool inside(const struct topology *t, int point, int zone)
{
  int z = t->point[point].zone;
  while (z >= 0 && z != zone)
    z = t->point[t->zone[z].point].zone;
  return z >= 0;
}

static int find_gateways(struct reader *r, struct route *route)
{
  const struct topology *t = r->topology;
  route->gw_from = find_point(r, "gw_src", false, false);
  route->gw_to = route->gw_from < 0 ? -1 : find_point(r, "gw_dst", false, false);
  if (route->gw_to >= 0 && (!inside(t, route->gw_from, t->point[route->from].self) ||
                            !inside(t, route->gw_to, t->point[route->to].self)))
    return xml_refuse(r, "a gateway outside its zone, expected gw_src in src and gw_dst in dst");
  return route->gw_to;
}

int platform_route(struct reader *r)
{
  struct topology *t = r->topology;
  const char *symmetrical = xml_get(r, "symmetrical");
  bool zones = xml_get(r, "gw_src"); /* mandatory in a zoneRoute, unknown in a route */
  r->route_symmetrical = !symmetrical || strcasecmp(symmetrical, "yes") == 0;
  if (!r->route_symmetrical && strcasecmp(symmetrical, "no") != 0)
    return xml_refuse(r, "symmetrical=\"%.40s\", expected YES or NO", symmetrical);
  if (t->zone[r->zone].routing == ROUTING_CLUSTER)
    return xml_refuse(r, "<route> in a Cluster zone, expected <host_link>");
  struct route route = {.gw_from = -1, .gw_to = -1, .first = t->n_hops};
  route.from = find_point(r, "src", true, zones);
  route.to = route.from < 0 ? -1 : find_point(r, "dst", true, zones);
  if (route.to < 0 || (zones && find_gateways(r, &route) < 0))
    return -1;
  return r->route = platform_add_route(t, route);
}

/* Adds the route of the other direction: the hops reversed, UP and DOWN exchanged where named. */
static void reverse_route(struct reader *r)
{
  struct topology *t = r->topology;
  struct route there = t->route[r->route], back = there;
  back.from = there.to;
  back.to = there.from;
  back.gw_from = there.gw_to;
  back.gw_to = there.gw_from;
  back.first = t->n_hops;
  for (int k = there.n - 1; k >= 0; k--) {
    int hop = t->hop[there.first + k]; /* < 0: directed, see platform_link_ctn */
    platform_add_hop(t, hop < 0 ? -1 - ((-1 - hop) ^ 1) : hop);
  }
  platform_add_route(t, back);
}

int platform_route_end(struct reader *r)
{
  struct topology *t = r->topology;
  struct route *route = &t->route[r->route];
  bool both = r->route_symmetrical && route->from != route->to;
  int first = route->first;
  route->n = t->n_hops - first;
  if (route->n == 0)
    return xml_refuse(r, "a route without links, expected at least one <link_ctn>");
  if (both)
    reverse_route(r);
  for (int k = first; k < t->n_hops; k++)
    if (t->hop[k] < 0) {
      int code = -1 - t->hop[k];
      t->hop[k] = t->link[code / 2].resource + code % 2;
    }
  int added = publish_route(r, r->route);
  return both && added >= 0 ? publish_route(r, t->n_routes - 1) : added;
}

/* A hop that names a direction is kept as -1 - (2 * link + down) until its route ends, since the
 * reverse route takes the other direction; "id_UP" without a direction is used both ways. */
int platform_link_ctn(struct reader *r)
{
  struct topology *t = r->topology;
  const char *name = xml_get(r, "id"), *direction = xml_get(r, "direction");
  int resource = find_link(r, name, direction);
  if (resource < 0)
    return -1;
  bool directed = direction && strcmp(direction, "NONE") != 0;
  int link = t->resource[resource].link;
  int code = 2 * link + (resource != t->link[link].resource);
  return platform_add_hop(t, directed ? -1 - code : resource);
}
