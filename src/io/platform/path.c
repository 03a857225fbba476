/* Reads <route>, <zoneRoute>, <link_ctn>, <host_link> and <backbone>, which join points by links.
 * The names that they use must be declared before, as SimGrid requires. */
#include "io/platform/build.h"

#include <string.h>
#include <strings.h>

/* The point that the attribute names, in the open zone if `here`; -1 after refusing it. */
static int find_point(struct xml *x, const char *attribute, bool here, bool zone)
{
  const struct reader *r = xml_data(x);
  const struct topology *t = r->topology;
  const char *name = xml_get(x, attribute);
  int p = map_find(&t->point_of, name, strlen(name));
  if (p < 0 || (here && t->point[p].zone != r->zone) || (t->point[p].kind == POINT_ZONE) != zone) {
    xml_refuse(x, "%s \"%.60s\", expected %s%s", attribute, name,
               zone ? "a zone declared before" : "a host or router declared before",
               here ? " in this zone" : "");
    return -1;
  }
  return p;
}

/* The resource of a link's name and direction; -1 after refusing it. */
static int find_link(struct xml *x, const char *name, const char *direction)
{
  const struct topology *t = topology_of(x);
  int value = map_find(&t->link_of, name, strlen(name));
  bool up = direction && strcmp(direction, "UP") == 0;
  bool down = direction && strcmp(direction, "DOWN") == 0;
  if (direction && !up && !down && strcmp(direction, "NONE") != 0)
    xml_refuse(x, "direction \"%.40s\", expected UP, DOWN or NONE", direction);
  else if (value < 0)
    xml_refuse(x, "link \"%.60s\", expected one declared before", name);
  else if ((value & 1) && !up && !down)
    xml_refuse(x, "link %.60s is SPLITDUPLEX, expected direction=\"UP\" or \"DOWN\"", name);
  else if (!(value & 1) && (up || down))
    xml_refuse(x, "direction of link %.60s, which is not SPLITDUPLEX: expected none", name);
  else
    return value / 2 + down;
  return -1;
}

void platform_host_link(struct xml *x)
{
  const struct reader *r = xml_data(x);
  struct topology *t = r->topology;
  if (t->zone[r->zone].routing != ROUTING_CLUSTER) {
    xml_refuse(x, "<host_link> in a zone that is not a Cluster, expected a <route>");
    return;
  }
  int p = find_point(x, "id", true, false);
  int up = p < 0 ? -1 : find_link(x, xml_get(x, "up"), NULL);
  int down = up < 0 ? -1 : find_link(x, xml_get(x, "down"), NULL);
  if (down < 0)
    return;
  if (t->point[p].n_up) {
    xml_refuse(x, "a second host_link of %.60s, expected one", t->point[p].name);
    return;
  }
  t->point[p].n_up = t->point[p].n_down = 1;
  t->point[p].up = platform_add_hop(t, up);
  t->point[p].down = platform_add_hop(t, down);
}

void platform_backbone(struct xml *x)
{
  const struct reader *r = xml_data(x);
  struct topology *t = r->topology;
  double bandwidth, latency;
  if (!platform_bandwidth(x, "bandwidth", "backbone", &bandwidth) ||
      !platform_latency(x, "latency", "backbone", &latency))
    return;
  if (t->zone[r->zone].routing != ROUTING_CLUSTER || t->zone[r->zone].backbone >= 0)
    xml_refuse(x, "<backbone>, expected one at most, and in a Cluster zone");
  else
    t->zone[r->zone].backbone = platform_add_link(x, xml_get(x, "id"), bandwidth, latency, NULL);
}

/* Enters the route in the map of pairs of points and in the lists of its ends. */
static void publish_route(struct xml *x, int index)
{
  struct topology *t = topology_of(x);
  struct route *route = &t->route[index];
  const int pair[2] = {route->from, route->to};
  if (!map_add(&t->route_of, pair, sizeof pair, index)) {
    xml_refuse(x,
               "a second route from %.60s to %.60s, expected one (routes are symmetrical unless "
               "symmetrical=\"no\")",
               t->point[route->from].name, t->point[route->to].name);
    return;
  }
  route->next_leaving = t->point[route->from].leaving;
  route->next_arriving = t->point[route->to].arriving;
  t->point[route->from].leaving = t->point[route->to].arriving = index;
}

/* True if the zone contains the point, at any depth. */
static bool inside(const struct topology *t, int point, int zone)
{
  int z = t->point[point].zone;
  while (z >= 0 && z != zone)
    z = t->point[t->zone[z].point].zone;
  return z >= 0;
}

static bool find_gateways(struct xml *x, struct route *route)
{
  const struct topology *t = topology_of(x);
  route->gw_from = find_point(x, "gw_src", false, false);
  route->gw_to = route->gw_from < 0 ? -1 : find_point(x, "gw_dst", false, false);
  if (route->gw_to < 0)
    return false;
  bool right = inside(t, route->gw_from, t->point[route->from].self) &&
               inside(t, route->gw_to, t->point[route->to].self);
  if (!right)
    xml_refuse(x, "a gateway outside its zone, expected gw_src in src and gw_dst in dst");
  return right;
}

static void begin_route(struct xml *x, bool zones)
{
  struct reader *r = xml_data(x);
  struct topology *t = r->topology;
  const char *symmetrical = xml_get(x, "symmetrical");
  r->route_symmetrical = !symmetrical || strcasecmp(symmetrical, "yes") == 0;
  r->route = -1;
  if (!r->route_symmetrical && strcasecmp(symmetrical, "no") != 0) {
    xml_refuse(x, "symmetrical=\"%.40s\", expected YES or NO", symmetrical);
    return;
  }
  if (t->zone[r->zone].routing == ROUTING_CLUSTER) {
    xml_refuse(x, "<route> in a Cluster zone, expected <host_link>");
    return;
  }
  struct route route = {
      .gw_from = -1, .gw_to = -1, .first = t->n_hops, .next_leaving = -1, .next_arriving = -1};
  route.from = find_point(x, "src", true, zones);
  route.to = route.from < 0 ? -1 : find_point(x, "dst", true, zones);
  if (route.to < 0 || (zones && !find_gateways(x, &route)))
    return;
  r->route = platform_add_route(t, route);
}

/* Adds the route of the other direction: the hops reversed, UP and DOWN exchanged where named. */
static void reverse_route(struct xml *x)
{
  const struct reader *r = xml_data(x);
  struct topology *t = r->topology;
  struct route there = t->route[r->route];
  struct route back = {.from = there.to,
                       .to = there.from,
                       .gw_from = there.gw_to,
                       .gw_to = there.gw_from,
                       .first = t->n_hops,
                       .n = there.n,
                       .next_leaving = -1,
                       .next_arriving = -1};
  for (int k = there.n - 1; k >= 0; k--)
    platform_add_hop(t, t->hop[there.first + k]);
  for (int k = 0; k < back.n; k++) {
    int hop = t->hop[back.first + k];
    if (hop < 0) /* directed: see platform_link_ctn */
      t->hop[back.first + k] = -1 - ((-1 - hop) ^ 1);
  }
  platform_add_route(t, back);
}

void platform_route_end(struct xml *x)
{
  const struct reader *r = xml_data(x);
  struct topology *t = r->topology;
  struct route *route = &t->route[r->route];
  bool loop = route->from == route->to;
  route->n = t->n_hops - route->first;
  if (route->n == 0) {
    xml_refuse(x, "a route without links, expected at least one <link_ctn>");
    return;
  }
  if (r->route_symmetrical && !loop)
    reverse_route(x);
  for (int k = t->route[r->route].first; k < t->n_hops; k++)
    if (t->hop[k] < 0) {
      int code = -1 - t->hop[k];
      t->hop[k] = t->link[code / 2].resource + code % 2;
    }
  publish_route(x, r->route);
  if (r->route_symmetrical && !loop && !xml_failed(x))
    publish_route(x, t->n_routes - 1);
}

void platform_route(struct xml *x)
{
  begin_route(x, false);
}

void platform_zone_route(struct xml *x)
{
  begin_route(x, true);
}

/* A hop that names a direction is kept as -1 - (2 * link + down) until its route ends, since the
 * reverse route takes the other direction; "id_UP" without a direction is used both ways. */
void platform_link_ctn(struct xml *x)
{
  struct topology *t = topology_of(x);
  const char *name = xml_get(x, "id"), *direction = xml_get(x, "direction");
  int resource = find_link(x, name, direction);
  if (resource < 0)
    return;
  bool directed = direction && strcmp(direction, "NONE") != 0;
  int link = t->resource[resource].link;
  int code = 2 * link + (resource != t->link[link].resource);
  platform_add_hop(t, directed ? -1 - code : resource);
}
