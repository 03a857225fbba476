/* Reads SimGrid platforms and deployments into topology and workload: the events of most elements
 * (platform.h lists the files of the others). */
#include "io/platform/build.h"
#include "io/platform/units.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Profiles change speeds and bandwidths over time; the model has constant ones. */
static bool refuse_profiles(struct xml *x)
{
  static const char *const names[] = {"speed_file", "availability_file", "state_file",
                                      "bandwidth_file", "latency_file"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const char *file = xml_get(x, names[i]);
    if (file && *file) {
      xml_refuse(x, "%s is not supported, expected constant speeds and bandwidths", names[i]);
      return true;
    }
  }
  return false;
}

static void on_platform(struct xml *x)
{
  const char *text = xml_get(x, "version");
  char *end;
  double version = strtod(text, &end);
  if (*end || end == text || !(version >= 4 && version <= 4.1))
    xml_refuse(x, "platform version \"%.40s\", expected 4 or 4.1", text);
}

static void on_zone(struct xml *x)
{
  static const struct {
    const char *name;
    enum routing routing;
  } known[] = {{"Full", ROUTING_FULL},
               {"Floyd", ROUTING_FLOYD},
               {"Dijkstra", ROUTING_DIJKSTRA},
               {"DijkstraCache", ROUTING_DIJKSTRA},
               {"Cluster", ROUTING_CLUSTER}};
  const char *name = xml_get(x, "routing");
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (strcasecmp(known[i].name, name) == 0) {
      platform_add_zone(x, xml_get(x, "id"), known[i].routing);
      return;
    }
  xml_refuse(x,
             "routing \"%.40s\" is not supported, expected Full, Floyd, Dijkstra, DijkstraCache "
             "or Cluster",
             name);
}

static void on_zone_end(struct xml *x)
{
  struct reader *r = xml_data(x);
  const struct topology *t = r->topology;
  r->zone = t->point[t->zone[r->zone].point].zone;
}

static void on_host(struct xml *x)
{
  struct reader *r = xml_data(x);
  if (refuse_profiles(x))
    return;
  const char *name = xml_get(x, "id"), *speed = xml_get(x, "speed"), *state = xml_get(x, "pstate");
  const char *cores = xml_get(x, "core");
  if (cores && !(strtod(cores, NULL) >= 1)) {
    xml_refuse(x, "host %.60s: core \"%.40s\", expected a number of cores >= 1", name, cores);
    return;
  }
  double value, pstate = state ? strtod(state, NULL) : 0;
  const char *why = pstate >= 0 && pstate < 1e6 ? sp_speed_parse(speed, (long)pstate, &value)
                                                : "a speed for the power state that pstate names";
  if (why) {
    xml_refuse(x, "host %.60s: speed \"%.60s\", expected %s", name, speed, why);
    return;
  }
  r->point = platform_add_point(x, name, POINT_HOST);
  if (r->point >= 0)
    r->topology->point[r->point].speed = value;
}

static void on_router(struct xml *x)
{
  platform_add_point(x, xml_get(x, "id"), POINT_ROUTER);
}

static void on_link(struct xml *x)
{
  double bandwidth, latency;
  if (!refuse_profiles(x) && platform_bandwidth(x, "bandwidth", "link", &bandwidth) &&
      platform_latency(x, "latency", "link", &latency))
    platform_add_link(x, xml_get(x, "id"), bandwidth, latency, xml_get(x, "sharing_policy"));
}

/* Properties "c" and "w" of hosts give costs that no bandwidth or speed gives exactly. */
static void on_host_prop(struct xml *x, const char *name, const char *text)
{
  const struct reader *r = xml_data(x);
  bool c = strcmp(name, "c") == 0, w = strcmp(name, "w") == 0;
  struct point *p = &r->topology->point[r->point];
  struct sp_num value;
  if (!c && !w)
    return;
  if (sp_num_parse(text, &value) || !(value.v >= 0) || (c && !isfinite(value.v)) ||
      (w && !(value.v > 0))) {
    xml_refuse(x, "host %.60s: property %s is \"%.60s\", expected %s", p->name, name, text,
               c ? "a finite cost >= 0" : "a cost > 0 or inf");
    return;
  }
  *(c ? &p->c : &p->w) = value;
  *(c ? &p->has_c : &p->has_w) = true;
}

/* Properties "c" and "latency" of links give a graph's numbers exactly; links with the same "bus"
 * carry one message at a time among them. */
static void on_link_prop(struct xml *x, const char *name, const char *text)
{
  struct topology *t = topology_of(x);
  bool c = strcmp(name, "c") == 0, latency = strcmp(name, "latency") == 0;
  bool bus = strcmp(name, "bus") == 0;
  struct link *link = &t->link[t->n_links - 1];
  struct sp_num value;
  if (!c && !latency && !bus)
    return;
  if (sp_num_parse(text, &value) || !(value.v >= 0) || !isfinite(value.v) ||
      (bus && (value.den != 1 || value.num < 1 || value.num > INT_MAX))) {
    xml_refuse(x, "link %.60s: property %s is \"%.60s\", expected a %s", link->name, name, text,
               bus ? "whole number >= 1" : "finite number >= 0");
    return;
  }
  *(c ? &link->c : latency ? &link->latency : &link->bus) = value;
  link->has_c |= c;
  link->has_latency |= latency;
}

static void on_prop(struct xml *x)
{
  enum xml_name parent = xml_parent(x);
  if (parent == XML_ACTOR)
    platform_actor_prop(x);
  else if (parent == XML_HOST)
    on_host_prop(x, xml_get(x, "id"), xml_get(x, "value"));
  else if (parent == XML_LINK)
    on_link_prop(x, xml_get(x, "id"), xml_get(x, "value"));
}

static const struct xml_events platform_events = {
    .begin =
        {
            [XML_PLATFORM] = on_platform,
            [XML_ZONE] = on_zone,
            [XML_CLUSTER] = platform_cluster,
            [XML_HOST] = on_host,
            [XML_ROUTER] = on_router,
            [XML_LINK] = on_link,
            [XML_HOST_LINK] = platform_host_link,
            [XML_BACKBONE] = platform_backbone,
            [XML_ROUTE] = platform_route,
            [XML_ZONE_ROUTE] = platform_zone_route,
            [XML_LINK_CTN] = platform_link_ctn,
            [XML_ACTOR] = platform_actor,
            [XML_PROP] = on_prop,
        },
    .end =
        {
            [XML_ZONE] = on_zone_end,
            [XML_ROUTE] = platform_route_end,
            [XML_ZONE_ROUTE] = platform_route_end,
        },
};

static void refuse_zone(struct xml *x)
{
  xml_refuse(x, "a zone or cluster in a deployment, expected only actors");
}
static const struct xml_events deployment_events = {
    .begin = {[XML_PLATFORM] = on_platform,
              [XML_ZONE] = refuse_zone,
              [XML_CLUSTER] = refuse_zone,
              [XML_ACTOR] = platform_actor,
              [XML_PROP] = on_prop},
};

void platform_one_line(struct sp_error *error)
{
  for (char *at = error ? error->text : NULL; at && *at; at++)
    if ((unsigned char)*at < ' ' || *at == 127)
      *at = '?';
}

int platform_read(struct xml_input *platform, struct xml_input *deployment, struct topology *t,
                  struct workload *w, struct sp_error *error)
{
  struct reader r = {.topology = t, .workload = w, .zone = -1, .point = -1, .route = -1};
  *t = (struct topology){.file = platform->name};
  *w = (struct workload){0};
  int code = xml_parse(platform, &platform_events, &r, error);
  if (code == SP_OK && deployment)
    code = xml_parse(deployment, &deployment_events, &r, error);
  if (code != SP_OK) {
    platform_one_line(error);
    topology_clear(t);
    workload_clear(w);
  }
  return code;
}
