/* SimGrid platform (and deployment) XML -> topology and workload, and the readers of io.h: what
 * each element means, save for those that have a file of their own (platform.h). */
#include "base/memory.h"
#include "io/platform/platform.h"
#include "io/platform/units.h"

#include <errno.h>
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

static void on_platform(struct xml *x, bool begin)
{
  if (!begin)
    return;
  const char *text = xml_get(x, "version");
  char *end;
  double version = strtod(text, &end);
  if (*end || end == text || !(version >= 4 && version <= 4.1))
    xml_refuse(x, "platform version \"%.40s\", expected 4 or 4.1", text);
}

static void on_zone(struct xml *x, bool begin)
{
  static const struct {
    const char *name;
    enum routing routing;
  } known[] = {{"Full", ROUTING_FULL},
               {"Floyd", ROUTING_FLOYD},
               {"Dijkstra", ROUTING_DIJKSTRA},
               {"DijkstraCache", ROUTING_DIJKSTRA},
               {"Cluster", ROUTING_CLUSTER}};
  struct reader *r = xml_data(x);
  if (!begin) {
    const struct topology *t = r->topology;
    r->zone = t->point[t->zone[r->zone].point].zone;
    return;
  }
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

static void on_host(struct xml *x, bool begin)
{
  struct reader *r = xml_data(x);
  if (!begin || refuse_profiles(x))
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

static void on_router(struct xml *x, bool begin)
{
  if (begin)
    platform_add_point(x, xml_get(x, "id"), POINT_ROUTER);
}

static void on_link(struct xml *x, bool begin)
{
  double bandwidth, latency;
  if (begin && !refuse_profiles(x) && platform_bandwidth(x, "bandwidth", "link", &bandwidth) &&
      platform_latency(x, "latency", "link", &latency))
    platform_add_link(x, xml_get(x, "id"), bandwidth, latency, xml_get(x, "sharing_policy"));
}

/* Properties of hosts "c" and "w" give a cost exactly where no bandwidth or speed does. */
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

/* Properties of links "c" and "latency" give a graph's numbers exactly; "bus": which of its links
 * carry one message at a time among them. */
static void on_link_prop(struct xml *x, const char *name, const char *text)
{
  struct topology *t = ((struct reader *)xml_data(x))->topology;
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

static void on_prop(struct xml *x, bool begin)
{
  enum xml_name parent = xml_parent(x);
  if (!begin)
    return;
  if (parent == XML_ACTOR)
    platform_actor_prop(x, begin);
  else if (parent == XML_HOST)
    on_host_prop(x, xml_get(x, "id"), xml_get(x, "value"));
  else if (parent == XML_LINK)
    on_link_prop(x, xml_get(x, "id"), xml_get(x, "value"));
}

static xml_event *const events[XML_NAMES] = {
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
};
/* A deployment has actors alone. */
static void refuse_zone(struct xml *x, bool begin)
{
  if (begin)
    xml_refuse(x, "a zone or cluster in a deployment, expected actors alone");
}
static xml_event *const deployment_events[XML_NAMES] = {
    [XML_PLATFORM] = on_platform, [XML_ZONE] = refuse_zone, [XML_CLUSTER] = refuse_zone,
    [XML_ACTOR] = platform_actor, [XML_PROP] = on_prop,
};

/* What was read may hold line ends ("&#10;"); a message is one line. */
static void make_one_line(struct sp_error *error)
{
  for (char *at = error ? error->text : NULL; at && *at; at++)
    if ((unsigned char)*at < ' ' || *at == 127)
      *at = '?';
}

/* The inputs are named by the source; deployment: NULL where there is none. */
static struct sp_instance *read_inputs(struct xml_input *platform, struct xml_input *deployment,
                                       const struct sp_source *source, struct sp_error *error)
{
  struct topology t = {.file = source->platform};
  struct workload w = {0};
  struct reader r = {.topology = &t, .workload = &w, .zone = -1, .point = -1, .route = -1};
  struct sp_instance *in = NULL;
  if (xml_parse(source->platform, platform, events, &r, error) == SP_OK &&
      (!deployment ||
       xml_parse(source->deployment, deployment, deployment_events, &r, error) == SP_OK))
    in = platform_instance(&t, &w, source, error);
  if (!in)
    make_one_line(error);
  topology_clear(&t);
  workload_clear(&w);
  return in;
}

struct sp_instance *sp_read_platform_memory(const char *platform, size_t platform_size,
                                            const char *deployment, size_t deployment_size,
                                            const struct sp_source *source, struct sp_error *error)
{
  struct sp_source named = *source;
  struct xml_input first = {.data = platform, .left = platform_size};
  struct xml_input second = {.data = deployment, .left = deployment_size};
  if (!named.platform)
    named.platform = "platform";
  if (!named.deployment)
    named.deployment = "deployment";
  return read_inputs(&first, deployment ? &second : NULL, &named, error);
}

static FILE *open_file(const char *path, struct sp_error *error)
{
  FILE *stream = fopen(path, "re");
  if (stream && fgetc(stream) == EOF && ferror(stream)) { /* a folder opens, but cannot be read */
    int why = errno;
    fclose(stream);
    errno = why;
    stream = NULL;
  } else if (stream) {
    rewind(stream);
  }
  if (!stream)
    sp_bad_input(error, "%s: cannot read: %s", path, strerror(errno));
  return stream;
}

struct sp_instance *sp_read_platform(const struct sp_source *source, struct sp_error *error)
{
  struct xml_input platform = {0}, deployment = {0};
  struct sp_instance *in = NULL;
  platform.stream = open_file(source->platform, error);
  if (platform.stream && source->deployment)
    deployment.stream = open_file(source->deployment, error);
  if (platform.stream && (deployment.stream || !source->deployment))
    in = read_inputs(&platform, deployment.stream ? &deployment : NULL, source, error);
  if (in)
    in->platform.file = sp_xstrdup(source->platform);
  if (platform.stream)
    fclose(platform.stream);
  if (deployment.stream)
    fclose(deployment.stream);
  return in;
}

int platform_read_topology(const char *path, struct topology *t, struct sp_error *error)
{
  struct xml_input input = {.stream = open_file(path, error)};
  struct workload w = {0};
  struct reader r = {.topology = t, .workload = &w, .zone = -1, .point = -1, .route = -1};
  *t = (struct topology){.file = path};
  if (!input.stream)
    return SP_BAD_INPUT;
  int code = xml_parse(path, &input, events, &r, error);
  fclose(input.stream);
  workload_clear(&w);
  if (code != SP_OK) {
    make_one_line(error);
    topology_clear(t);
  }
  return code;
}
