/* <cluster id=.. prefix=.. radical="0-9,12" suffix=..>: a host for each number, each with its own
 * link to a centre, which may have a backbone. All is built as in SimGrid. */
#include "base/memory.h"
#include "io/platform/build.h"
#include "io/platform/units.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The data that all hosts of the cluster share. */
struct cluster {
  const char *id, *prefix, *suffix, *policy;
  double speed, bandwidth, latency, limiter;
  int backbone; /* resource, -1: none */
};

/* Reads digits; -1 if there are none or the number does not fit in an int. */
static long digits(const char **text)
{
  long value = 0;
  if (!isdigit((unsigned char)**text))
    return -1;
  for (; isdigit((unsigned char)**text); ++*text) {
    value = 10 * value + (**text - '0');
    if (value > 2147483647L)
      return -1;
  }
  return value;
}

/* False for NULL. */
static bool is(const char *text, const char *word)
{
  return text && strcmp(text, word) == 0;
}

static char *compose(const char *a, const char *b, const char *c)
{
  char *text = sp_xcalloc(strlen(a) + strlen(b) + strlen(c) + 1, 1);
  strcat(strcat(strcpy(text, a), b), c);
  return text;
}

/* Host `number`: up = [limiter], link up, [backbone]; down is the reverse. */
static void add_member(struct xml *x, const struct cluster *c, long number)
{
  struct topology *t = topology_of(x);
  char middle[24];
  snprintf(middle, sizeof middle, "%ld", number);
  char *name = compose(c->prefix, middle, c->suffix);
  int host = platform_add_point(x, name, POINT_HOST);
  free(name);
  char *link = compose(c->id, "_link_", middle);
  char *limiting = compose(link, "_limiter", "");
  int limiter = -1;
  if (c->limiter > 0)
    limiter = platform_add_link(x, limiting, c->limiter, 0, "SHARED");
  int up = platform_add_link(x, link, c->bandwidth, c->latency, c->policy);
  free(limiting);
  free(link);
  if (xml_failed(x))
    return;
  int down = t->link[t->resource[up].link].split ? up + 1 : up;
  struct point *p = &t->point[host];
  const int way_up[] = {limiter, up, c->backbone}, way_down[] = {c->backbone, down, limiter};
  p->speed = c->speed;
  p->up = t->n_hops;
  for (int i = 0; i < 3; i++)
    if (way_up[i] >= 0)
      platform_add_hop(t, way_up[i]);
  p->down = t->n_hops;
  p->n_up = p->n_down = p->down - p->up;
  for (int i = 0; i < 3; i++)
    if (way_down[i] >= 0)
      platform_add_hop(t, way_down[i]);
}

static void add_members(struct xml *x, const struct cluster *c, const char *radical)
{
  const struct topology *t = topology_of(x);
  const char *at = radical;
  for (;;) {
    long first = digits(&at), last = first;
    if (*at == '-') {
      at++;
      last = digits(&at);
    }
    if (first < 0 || last < 0 || (*at && *at != ',')) {
      xml_refuse(x, "radical \"%.60s\", expected numbers and ranges, as 0-9,12", radical);
      return;
    }
    if (last - first >= PLATFORM_MAX_HOSTS - t->n_hosts) {
      xml_refuse(x, "radical \"%.60s\" asks for more than %d hosts, expected fewer", radical,
                 PLATFORM_MAX_HOSTS);
      return;
    }
    for (long i = first; i <= last && !xml_failed(x); i++)
      add_member(x, c, i);
    if (!*at++ || xml_failed(x))
      return;
  }
}

static bool optional(struct xml *x, const char *attribute, double *value)
{
  const char *text = xml_get(x, attribute);
  *value = 0;
  return !text || !*text || platform_bandwidth(x, attribute, "cluster", value);
}

/* SimGrid gives the cluster a backbone if it has a bandwidth or a latency. */
static bool add_backbone(struct xml *x, struct cluster *c)
{
  double bandwidth, latency = 0;
  const char *text = xml_get(x, "bb_lat"), *policy = xml_get(x, "bb_sharing_policy");
  c->backbone = -1;
  if (!optional(x, "bb_bw", &bandwidth) ||
      (text && *text && !platform_latency(x, "bb_lat", "cluster", &latency)))
    return false;
  if (bandwidth <= 0 && latency <= 0)
    return true;
  if (bandwidth <= 0) {
    xml_refuse(x, "cluster %.60s has a bb_lat without a bb_bw, expected both", c->id);
    return false;
  }
  if (policy && !is(policy, "SHARED") && !is(policy, "FATPIPE")) {
    xml_refuse(x, "bb_sharing_policy \"%.40s\", expected SHARED or FATPIPE", policy);
    return false;
  }
  char *name = compose(c->id, "_backbone", "");
  c->backbone = platform_add_link(x, name, bandwidth, latency, policy);
  free(name);
  return c->backbone >= 0;
}

void platform_cluster(struct xml *x)
{
  struct reader *r = xml_data(x);
  int around = r->zone;
  struct cluster c = {.id = xml_get(x, "id"),
                      .prefix = xml_get(x, "prefix"),
                      .suffix = xml_get(x, "suffix"),
                      .policy = xml_get(x, "sharing_policy")};
  const char *topology = xml_get(x, "topology"), *router = xml_get(x, "router_id");
  if (topology && !is(topology, "FLAT")) {
    xml_refuse(x, "cluster topology %.40s is not supported, expected FLAT", topology);
    return;
  }
  if (!c.policy)
    c.policy = "SPLITDUPLEX";
  else if (is(c.policy, "FATPIPE"))
    c.policy = "SHARED"; /* as SimGrid treats it in a <cluster> */
  const char *why = sp_speed_parse(xml_get(x, "speed"), 0, &c.speed);
  if (why)
    xml_refuse(x, "cluster %.60s: speed \"%.60s\", expected %s", c.id, xml_get(x, "speed"), why);
  if (why || !platform_bandwidth(x, "bw", "cluster", &c.bandwidth) ||
      !platform_latency(x, "lat", "cluster", &c.latency) ||
      !optional(x, "limiter_link", &c.limiter))
    return;
  if (platform_add_zone(x, c.id, ROUTING_CLUSTER) < 0 || !add_backbone(x, &c))
    return;
  add_members(x, &c, xml_get(x, "radical"));
  if (xml_failed(x))
    return;
  char *end = compose("_router", c.suffix, ""), *begun = compose(c.prefix, c.id, end);
  platform_add_point(x, router && *router ? router : begun, POINT_ROUTER);
  free(begun);
  free(end);
  r->zone = around;
}
