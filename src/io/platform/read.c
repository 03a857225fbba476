/* Reads SimGrid platforms and deployments into topology and workload: the elements, and what most
 * of them do (platform.h lists the files of the others). */
#include "io/platform/reader.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int on_platform(struct reader *r)
{
  const char *text = xml_get(r, "version");
  char *end;
  double version = strtod(text, &end);
  if (*end || end == text || !(version >= 4 && version <= 4.1))
    return xml_refuse(r, "platform version \"%.40s\", expected 4 or 4.1", text);
  return 0;
}

static int on_zone(struct reader *r)
{
  static const struct {
    const char *name;
    enum routing routing;
  } known[] = {{"Full", ROUTING_FULL},         {"Floyd", ROUTING_FLOYD},
               {"Dijkstra", ROUTING_DIJKSTRA}, {"DijkstraCache", ROUTING_DIJKSTRA},
               {"Cluster", ROUTING_CLUSTER},   {"None", ROUTING_NONE}};
  const char *name = xml_get(r, "routing");
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (strcasecmp(known[i].name, name) == 0)
      return platform_add_zone(r, xml_get(r, "id"), known[i].routing);
  return xml_refuse(r,
                    "routing \"%.40s\" is not supported, expected Full, Floyd, Dijkstra, "
                    "DijkstraCache, Cluster or None",
                    name);
}

static int on_zone_end(struct reader *r)
{
  const struct topology *t = r->topology;
  return r->zone = t->point[t->zone[r->zone].point].zone;
}

static int on_host(struct reader *r)
{
  const char *name = xml_get(r, "id"), *speed = xml_get(r, "speed"), *state = xml_get(r, "pstate");
  const char *cores = xml_get(r, "core");
  if (cores && !(strtod(cores, NULL) >= 1))
    return xml_refuse(r, "host %.60s: core \"%.40s\", expected a number of cores >= 1", name,
                      cores);
  double value, pstate = state ? strtod(state, NULL) : 0;
  const char *why = pstate >= 0 && pstate < 1e6 ? unit_parse_speed(speed, (long)pstate, &value)
                                                : "a speed for the power state that pstate names";
  if (why)
    return xml_refuse(r, "host %.60s: speed \"%.60s\", expected %s", name, speed, why);
  int speed_trace, old_name, state_trace;
  if (platform_profile(r, "availability_file", &old_name) < 0 ||
      platform_profile(r, "speed_file", &speed_trace) < 0 ||
      platform_profile(r, "state_file", &state_trace) < 0)
    return -1;
  r->point = platform_add_point(r, name, POINT_HOST);
  if (r->point < 0)
    return -1;
  struct point *p = &r->topology->point[r->point];
  p->speed = value;
  p->speed_trace = speed_trace < 0 ? old_name : speed_trace; /* SimGrid, too, prefers the new one */
  p->state_trace = state_trace;
  return 0;
}

static int on_router(struct reader *r)
{
  return platform_add_point(r, xml_get(r, "id"), POINT_ROUTER);
}

static int on_link(struct reader *r)
{
  double bandwidth, latency;
  int bandwidth_trace, state_trace, latency_trace;
  if (platform_number(r, UNIT_BANDWIDTH, "bandwidth", "link", &bandwidth) < 0 ||
      platform_number(r, UNIT_TIME, "latency", "link", &latency) < 0 ||
      platform_profile(r, "bandwidth_file", &bandwidth_trace) < 0 ||
      platform_profile(r, "state_file", &state_trace) < 0 ||
      platform_profile(r, "latency_file", &latency_trace) < 0 ||
      platform_add_link(r, xml_get(r, "id"), bandwidth, latency, xml_get(r, "sharing_policy")) < 0)
    return -1;
  struct link *link = &r->topology->link[r->topology->n_links - 1];
  link->bandwidth_trace = bandwidth_trace;
  link->state_trace = state_trace;
  link->latency_trace = latency_trace;
  return 0;
}

/* Properties "c", "w" and "result" of hosts give costs that no bandwidth or speed gives exactly. */
static int on_host_prop(struct reader *r, const char *name, const char *text)
{
  bool c = strcmp(name, "c") == 0, w = strcmp(name, "w") == 0;
  bool result = strcmp(name, "result") == 0;
  struct point *p = &r->topology->point[r->point];
  struct sp_num value;
  if (!c && !w && !result)
    return 0;
  if (sp_num_parse(text, &value) || !(value.v >= 0) || (!w && !isfinite(value.v)) ||
      (w && !(value.v > 0)))
    return xml_refuse(r, "host %.60s: property %s is \"%.60s\", expected %s", p->name, name, text,
                      w ? "a cost > 0 or inf" : "a finite cost >= 0");
  *(c ? &p->c : w ? &p->w : &p->result) = value;
  *(c ? &p->has_c : w ? &p->has_w : &p->has_result) = true;
  return 0;
}

/* Properties "c" and "latency" of links give a graph's numbers exactly; links with the same "bus"
 * carry one message at a time among them. */
static int on_link_prop(struct reader *r, const char *name, const char *text)
{
  bool c = strcmp(name, "c") == 0, latency = strcmp(name, "latency") == 0;
  bool bus = strcmp(name, "bus") == 0;
  struct link *link = &r->topology->link[r->topology->n_links - 1];
  struct sp_num value;
  if (!c && !latency && !bus)
    return 0;
  if (sp_num_parse(text, &value) || !(value.v >= 0) || !isfinite(value.v) ||
      (bus && (value.den != 1 || value.num < 1 || value.num > INT_MAX)))
    return xml_refuse(r, "link %.60s: property %s is \"%.60s\", expected a %s", link->name, name,
                      text, bus ? "whole number >= 1" : "finite number >= 0");
  *(c ? &link->c : latency ? &link->latency : &link->bus) = value;
  link->has_c |= c;
  link->has_latency |= latency;
  return 0;
}

static int on_prop(struct reader *r)
{
  const char *name = xml_get(r, "id"), *value = xml_get(r, "value");
  return xml_is_in(r, "actor")  ? platform_actor_prop(r, name, value)
         : xml_is_in(r, "host") ? on_host_prop(r, name, value)
         : xml_is_in(r, "link") ? on_link_prop(r, name, value)
                                : 0;
}

/* ---- the supported part of SimGrid's DTD (simgrid.dtd, version 4.1) */

#define ATTRIBUTES(...) \
  (const char *const[]) \
  {                     \
    __VA_ARGS__, NULL   \
  }
#define OF_ZONE_ROUTE ATTRIBUTES("!src", "!dst", "!gw_src", "!gw_dst", "symmetrical")
#define OF_ACTOR      ATTRIBUTES("!host", "!function", "start_time", "kill_time", "on_failure")

static const struct xml_element elements[] = {
    {"platform", "platform", "", 0, ATTRIBUTES("!version"), on_platform, NULL},
    {"config", "config", "platform", 0, ATTRIBUTES("id"), NULL, NULL},
    {"zone", "zone", "platform zone", 1, ATTRIBUTES("!id", "!routing"), on_zone, on_zone_end},
    {"AS", "zone", "platform zone", 1, ATTRIBUTES("!id", "!routing"), on_zone, on_zone_end},
    {"cluster", "cluster", "platform zone", 1,
     ATTRIBUTES("!id", "!prefix", "!suffix", "!radical", "!speed", "core", "!bw", "!lat",
                "sharing_policy", "topology", "topo_parameters", "bb_bw", "bb_lat",
                "bb_sharing_policy", "router_id", "limiter_link", "loopback_bw", "loopback_lat"),
     platform_cluster, NULL},
    {"host", "host", "zone", 1,
     ATTRIBUTES("!id", "!speed", "core", "speed_file", "availability_file", "state_file",
                "coordinates", "pstate"),
     on_host, NULL},
    {"router", "router", "zone", 1, ATTRIBUTES("!id", "coordinates"), on_router, NULL},
    {"link", "link", "zone", 1,
     ATTRIBUTES("!id", "!bandwidth", "bandwidth_file", "!latency", "latency_file", "state_file",
                "sharing_policy"),
     on_link, NULL},
    {"host_link", "host_link", "zone", 1, ATTRIBUTES("!id", "!up", "!down"), platform_host_link,
     NULL},
    {"backbone", "backbone", "zone", 1, ATTRIBUTES("!id", "!bandwidth", "!latency"),
     platform_backbone, NULL},
    {"route", "route", "zone", 2, ATTRIBUTES("!src", "!dst", "symmetrical"), platform_route,
     platform_route_end},
    {"zoneRoute", "zoneRoute", "zone", 2, OF_ZONE_ROUTE, platform_route, platform_route_end},
    {"ASroute", "zoneRoute", "zone", 2, OF_ZONE_ROUTE, platform_route, platform_route_end},
    {"link_ctn", "link_ctn", "route zoneRoute", 0, ATTRIBUTES("!id", "direction"),
     platform_link_ctn, NULL},
    {"cabinet", "cabinet", "zone", 1,
     ATTRIBUTES("!id", "!prefix", "!suffix", "!radical", "!speed", "!bw", "!lat"), platform_cabinet,
     NULL},
    {"actor", "actor", "platform", 2, OF_ACTOR, platform_actor, NULL},
    {"process", "actor", "platform", 2, OF_ACTOR, platform_actor, NULL},
    {"argument", "argument", "actor", 0, ATTRIBUTES("!value"), platform_actor_argument, NULL},
    {"disk", "disk", "host", 0, ATTRIBUTES("id", "!read_bw", "!write_bw"), NULL, NULL},
    {"trace", "trace", "platform zone", -1, ATTRIBUTES("!id", "file", "!periodicity"),
     platform_trace, platform_trace_end},
    {"trace_connect", "trace_connect", "platform zone", -1,
     ATTRIBUTES("kind", "!trace", "!element"), platform_trace_connect, NULL},
    {"prop", "prop", "config zone cluster host link actor disk", 0, ATTRIBUTES("!id", "!value"),
     on_prop, NULL},
    {0},
};

int platform_read(const struct xml_input *platform, const struct xml_input *deployment,
                  struct topology *t, struct workload *w, struct sp_error *error)
{
  struct reader r = {
      .topology = t, .workload = w, .zone = -1, .point = -1, .route = -1, .error = error};
  *t = (struct topology){.memory = sp_context_plain(), .file = platform->name};
  *w = (struct workload){.memory = t->memory};
  int code = xml_parse(&r, platform, elements);
  r.deployment = true;
  if (code == SP_OK && deployment)
    code = xml_parse(&r, deployment, elements);
  if (code == SP_OK)
    code = platform_connect(t, error);
  if (code == SP_OK)
    code = platform_actor_arguments(w, error);
  free(r.text);
  if (code != SP_OK)
    topology_clear(t);
  return code;
}
