/* Adds points, zones, links, routes and hops to a topology; duplicate names are refused. */
#include "base/memory.h"
#include "io/platform/reader.h"

int platform_add_hop(struct topology *t, int resource)
{
  t->hop = sp_context_grow(t->memory, t->hop, t->n_hops, sizeof *t->hop);
  t->hop[t->n_hops] = resource;
  return t->n_hops++;
}

int platform_add_route(struct topology *t, struct route route)
{
  t->route = sp_context_grow(t->memory, t->route, t->n_routes, sizeof *t->route);
  t->route[t->n_routes] = route;
  return t->n_routes++;
}

int platform_add_point(struct reader *r, const char *name, enum point_kind kind)
{
  struct topology *t = r->topology;
  static const char *const kinds[] = {"host", "router", "zone"};
  for (const char *at = name; *at; at++)
    if ((unsigned char)*at < ' ' || *at == 127)
      return xml_refuse(r, "%s \"%.60s\", expected a name without control characters", kinds[kind],
                        name);
  int before = map_find(&t->point_of, name, strlen(name));
  if (before >= 0)
    return xml_refuse(r,
                      "duplicate name: %s %.60s, expected another name (the first is in line %ld)",
                      kinds[kind], name, t->point[before].line);
  if (kind == POINT_HOST && ++t->n_hosts > PLATFORM_MAX_HOSTS)
    return xml_refuse(r, "more than %d hosts, expected fewer", PLATFORM_MAX_HOSTS);
  if (r->zone >= 0 && (kind == POINT_ZONE ? t->zone[r->zone].has_hosts : t->zone[r->zone].nests))
    return xml_refuse(r, "%s %.60s and %s in one zone, expected either hosts and routers or zones",
                      kinds[kind], name, kind == POINT_ZONE ? "hosts" : "zones");
  t->point = sp_context_grow(t->memory, t->point, t->n_points, sizeof *t->point);
  t->point[t->n_points] = (struct point){.name = sp_context_copy(t->memory, name),
                                         .kind = kind,
                                         .zone = r->zone,
                                         .self = -1,
                                         .line = xml_line(r),
                                         .leaving = -1,
                                         .speed_trace = -1,
                                         .state_trace = -1};
  map_add(&t->point_of, name, strlen(name), t->n_points);
  if (r->zone >= 0) {
    struct zone *z = &t->zone[r->zone];
    t->point[t->n_points].rank = z->points++;
    *(kind == POINT_ZONE ? &z->nests : &z->has_hosts) = true;
  }
  return t->n_points++;
}

int platform_add_zone(struct reader *r, const char *name, enum routing routing)
{
  struct topology *t = r->topology;
  int depth = r->zone >= 0 ? t->zone[r->zone].depth + 1 : 0;
  if (r->deployment)
    return xml_refuse(r, "a zone or cluster in a deployment, expected only actors");
  if (depth >= PLATFORM_MAX_DEPTH)
    return xml_refuse(r, "zones nested deeper than %d, expected fewer", PLATFORM_MAX_DEPTH);
  if (r->zone < 0 && t->n_zones)
    return xml_refuse(r, "a second outermost zone, %.60s, expected one", name);
  int point = platform_add_point(r, name, POINT_ZONE);
  if (point < 0)
    return -1;
  t->zone = sp_context_grow(t->memory, t->zone, t->n_zones, sizeof *t->zone);
  t->zone[t->n_zones] =
      (struct zone){.point = point, .routing = routing, .depth = depth, .backbone = -1};
  t->point[point].self = t->n_zones;
  return r->zone = t->n_zones++;
}

/* Enters a link's name with the value 2 * resource. It adds 1 for the name of a SPLITDUPLEX link,
 * which has a direction only with UP or DOWN. */
static int name_link(struct reader *r, const char *name, const char *suffix, int value)
{
  const char *text = sp_context_text(r->topology->memory, "%s%s", name, suffix);
  return map_add(&r->topology->link_of, text, strlen(text), value)
             ? 0
             : xml_refuse(r, "duplicate link %.60s, expected another name", text);
}

static void add_resource(struct topology *t, double bandwidth, double latency, bool fat)
{
  t->resource = sp_context_grow(t->memory, t->resource, t->n_resources, sizeof *t->resource);
  t->resource[t->n_resources++] = (struct resource){bandwidth, latency, fat, t->n_links};
}

int platform_add_link(struct reader *r, const char *name, double bandwidth, double latency,
                      const char *policy)
{
  struct topology *t = r->topology;
  if (!policy)
    policy = "SHARED";
  bool split = strcmp(policy, "SPLITDUPLEX") == 0 || strcmp(policy, "FULLDUPLEX") == 0;
  bool fat = strcmp(policy, "FATPIPE") == 0;
  if (!split && !fat && strcmp(policy, "SHARED") != 0)
    return xml_refuse(
        r, "sharing_policy \"%.40s\" of link %.60s, expected SPLITDUPLEX, SHARED or FATPIPE",
        policy, name);
  int first = t->n_resources;
  if (name_link(r, name, "", 2 * first + split) < 0 ||
      (split && (name_link(r, name, "_UP", 2 * first) < 0 ||
                 name_link(r, name, "_DOWN", 2 * (first + 1)) < 0)))
    return -1;
  add_resource(t, bandwidth, latency, fat);
  if (split)
    add_resource(t, bandwidth, latency, fat);
  t->link = sp_context_grow(t->memory, t->link, t->n_links, sizeof *t->link);
  t->link[t->n_links++] = (struct link){.name = sp_context_copy(t->memory, name),
                                        .resource = first,
                                        .line = xml_line(r),
                                        .split = split,
                                        .bandwidth_trace = -1,
                                        .state_trace = -1,
                                        .latency_trace = -1};
  return first;
}

int platform_number(struct reader *r, enum unit_kind kind, const char *attribute, const char *what,
                    double *value)
{
  const char *text = xml_get(r, attribute), *why = unit_parse(kind, text, value);
  return why ? xml_refuse(r, "%s %.60s: %s \"%.60s\", expected %s", what, xml_get(r, "id"),
                          attribute, text, why)
             : 0;
}

void topology_clear(struct topology *t)
{
  for (int i = 0; i < t->n_traces; i++)
    sp_profile_clear(&t->trace[i].profile);
  map_clear(&t->trace_of);
  map_clear(&t->point_of);
  map_clear(&t->link_of);
  map_clear(&t->route_of);
  sp_context_free(t->memory);
}
