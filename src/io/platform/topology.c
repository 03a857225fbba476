/* Adds points, zones, links, routes and hops to a topology; duplicate names are refused. */
#include "base/memory.h"
#include "io/platform/build.h"
#include "io/platform/units.h"

#include <stdlib.h>
#include <string.h>

int platform_add_hop(struct topology *t, int resource)
{
  sp_grow(t->hop, t->n_hops, t->cap_hops);
  t->hop[t->n_hops] = resource;
  return t->n_hops++;
}

int platform_add_route(struct topology *t, struct route route)
{
  sp_grow(t->route, t->n_routes, t->cap_routes);
  t->route[t->n_routes] = route;
  return t->n_routes++;
}

int platform_add_point(struct xml *x, const char *name, enum point_kind kind)
{
  const struct reader *r = xml_data(x);
  struct topology *t = r->topology;
  static const char *const kinds[] = {"host", "router", "zone"};
  for (const char *at = name; *at; at++)
    if ((unsigned char)*at < ' ' || *at == 127) {
      xml_refuse(x, "%s \"%.60s\", expected a name without control characters", kinds[kind], name);
      return -1;
    }
  int before = map_find(&t->point_of, name, strlen(name));
  if (before >= 0) {
    xml_refuse(x, "duplicate name: %s %.60s, expected another name (the first is in line %ld)",
               kinds[kind], name, t->point[before].line);
    return -1;
  }
  if (kind == POINT_HOST && ++t->n_hosts > PLATFORM_MAX_HOSTS) {
    xml_refuse(x, "more than %d hosts, expected fewer", PLATFORM_MAX_HOSTS);
    return -1;
  }
  if (r->zone >= 0 && (kind == POINT_ZONE ? t->zone[r->zone].has_hosts : t->zone[r->zone].nests)) {
    xml_refuse(x, "%s %.60s and %s in one zone, expected either hosts and routers or zones",
               kinds[kind], name, kind == POINT_ZONE ? "hosts" : "zones");
    return -1;
  }
  sp_grow(t->point, t->n_points, t->cap_points);
  t->point[t->n_points] = (struct point){.name = sp_xstrdup(name),
                                         .kind = kind,
                                         .zone = r->zone,
                                         .self = -1,
                                         .line = xml_line(x),
                                         .leaving = -1,
                                         .arriving = -1};
  map_add(&t->point_of, name, strlen(name), t->n_points);
  if (r->zone >= 0) {
    struct zone *z = &t->zone[r->zone];
    t->point[t->n_points].rank = z->points++;
    *(kind == POINT_ZONE ? &z->nests : &z->has_hosts) = true;
  }
  return t->n_points++;
}

int platform_add_zone(struct xml *x, const char *name, enum routing routing)
{
  struct reader *r = xml_data(x);
  struct topology *t = r->topology;
  int depth = r->zone >= 0 ? t->zone[r->zone].depth + 1 : 0;
  if (depth >= PLATFORM_MAX_DEPTH)
    xml_refuse(x, "zones nested deeper than %d, expected fewer", PLATFORM_MAX_DEPTH);
  if (r->zone < 0 && t->n_zones)
    xml_refuse(x, "a second outermost zone, %.60s, expected one", name);
  if (xml_failed(x))
    return -1;
  int point = platform_add_point(x, name, POINT_ZONE);
  if (point < 0)
    return -1;
  sp_grow(t->zone, t->n_zones, t->cap_zones);
  t->zone[t->n_zones] =
      (struct zone){.point = point, .routing = routing, .depth = depth, .backbone = -1};
  t->point[point].self = t->n_zones;
  return r->zone = t->n_zones++;
}

/* Enters a link's name with the value 2 * resource. It adds 1 for the name of a SPLITDUPLEX link,
 * which has a direction only with UP or DOWN. */
static bool name_link(struct xml *x, const char *name, const char *suffix, int value)
{
  struct topology *t = topology_of(x);
  size_t size = strlen(name) + strlen(suffix);
  char *text = sp_xcalloc(size + 1, 1);
  strcat(strcpy(text, name), suffix);
  bool added = map_add(&t->link_of, text, size, value);
  if (!added)
    xml_refuse(x, "duplicate link %.60s, expected another name", text);
  free(text);
  return added;
}

static void add_resource(struct topology *t, double bandwidth, double latency, bool fat)
{
  sp_grow(t->resource, t->n_resources, t->cap_resources);
  t->resource[t->n_resources++] = (struct resource){bandwidth, latency, fat, t->n_links};
}

int platform_add_link(struct xml *x, const char *name, double bandwidth, double latency,
                      const char *policy)
{
  struct topology *t = topology_of(x);
  if (!policy)
    policy = "SHARED";
  bool split = strcmp(policy, "SPLITDUPLEX") == 0 || strcmp(policy, "FULLDUPLEX") == 0;
  bool fat = strcmp(policy, "FATPIPE") == 0;
  if (!split && !fat && strcmp(policy, "SHARED") != 0) {
    xml_refuse(x, "sharing_policy \"%.40s\" of link %.60s, expected SPLITDUPLEX, SHARED or FATPIPE",
               policy, name);
    return -1;
  }
  int first = t->n_resources;
  if (!name_link(x, name, "", 2 * first + split) ||
      (split &&
       (!name_link(x, name, "_UP", 2 * first) || !name_link(x, name, "_DOWN", 2 * (first + 1)))))
    return -1;
  add_resource(t, bandwidth, latency, fat);
  if (split)
    add_resource(t, bandwidth, latency, fat);
  sp_grow(t->link, t->n_links, t->cap_links);
  t->link[t->n_links++] = (struct link){
      .name = sp_xstrdup(name), .resource = first, .line = xml_line(x), .split = split};
  return first;
}

static bool quantity(struct xml *x, enum sp_quantity kind, const char *attribute, const char *what,
                     double *value)
{
  const char *text = xml_get(x, attribute), *name = xml_get(x, "id");
  const char *why = sp_quantity_parse(kind, text, value);
  if (why)
    xml_refuse(x, "%s %.60s: %s \"%.60s\", expected %s", what, name, attribute, text, why);
  return !why;
}

bool platform_bandwidth(struct xml *x, const char *attribute, const char *what, double *value)
{
  return quantity(x, SP_BANDWIDTH, attribute, what, value);
}

bool platform_latency(struct xml *x, const char *attribute, const char *what, double *value)
{
  return quantity(x, SP_TIME, attribute, what, value);
}

void topology_clear(struct topology *t)
{
  for (int i = 0; i < t->n_points; i++)
    free(t->point[i].name);
  for (int i = 0; i < t->n_links; i++)
    free(t->link[i].name);
  for (int i = 0; i < t->n_zones; i++)
    for (int k = 0; k < 2; k++)
      tree_free(t->zone[i].tree[k]);
  map_clear(&t->point_of);
  map_clear(&t->link_of);
  map_clear(&t->route_of);
  free(t->point);
  free(t->link);
  free(t->resource);
  free(t->zone);
  free(t->route);
  free(t->hop);
  *t = (struct topology){0};
}
