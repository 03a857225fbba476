/* <cluster id=.. prefix=.. radical="0-9,12" suffix=..>: a host for each number, each with its own
 * link to a centre, which may have a backbone; and <cabinet ..>, such hosts and links in a Cluster
 * zone. All is built as in SimGrid. */
#include "base/memory.h"
#include "io/platform/reader.h"

#include <ctype.h>

/* The data that all hosts of the cluster share. */
struct cluster {
  const char *id, *prefix, *suffix, *policy; /* id NULL: a cabinet */
  double speed, bandwidth, latency, limiter;
  int backbone; /* resource, -1: none */
};

/* Reads digits; -1 if there are none or the number does not fit in an int. */
static long digits(const char **text)
{
  char *end;
  long value = isdigit((unsigned char)**text) ? strtol(*text, &end, 10) : -1;
  if (value >= 0)
    *text = end;
  return value <= INT_MAX ? value : -1;
}

/* False for NULL. */
static bool is(const char *text, const char *word)
{
  return text && strcmp(text, word) == 0;
}

/* Adds hops over the resources that there are (not -1); returns their number. */
static int add_hops(struct topology *t, const int resource[3])
{
  int n = 0;
  for (int i = 0; i < 3; i++)
    if (resource[i] >= 0) {
      platform_add_hop(t, resource[i]);
      n++;
    }
  return n;
}

/* Host `number`: up = [limiter], link up, [backbone]; down is the reverse. */
static int add_member(struct reader *r, const struct cluster *c, long number)
{
  struct topology *t = r->topology;
  const char *name = sp_context_text(t->memory, "%s%ld%s", c->prefix, number, c->suffix);
  const char *link = c->id ? sp_context_text(t->memory, "%s_link_%ld", c->id, number)
                           : sp_context_text(t->memory, "link_%s", name);
  int host = platform_add_point(r, name, POINT_HOST), limiter = -1;
  if (c->limiter > 0)
    limiter = platform_add_link(r, sp_context_text(t->memory, "%s_limiter", link), c->limiter, 0,
                                "SHARED");
  int up = platform_add_link(r, link, c->bandwidth, c->latency, c->policy);
  if (r->failed)
    return -1;
  int down = t->link[t->resource[up].link].split ? up + 1 : up;
  struct point *p = &t->point[host];
  p->speed = c->speed;
  p->up = t->n_hops;
  p->n_up = add_hops(t, (const int[]){limiter, up, c->backbone});
  p->down = t->n_hops;
  p->n_down = add_hops(t, (const int[]){c->backbone, down, limiter});
  return 0;
}

static int add_members(struct reader *r, const struct cluster *c, const char *radical)
{
  const char *at = radical - 1;
  do {
    at++;
    long first = digits(&at), last = first;
    if (*at == '-') {
      at++;
      last = digits(&at);
    }
    if (first < 0 || last < 0 || (*at && *at != ','))
      return xml_refuse(r, "radical \"%.60s\", expected numbers and ranges, as 0-9,12", radical);
    if (last - first >= PLATFORM_MAX_HOSTS - r->topology->n_hosts)
      return xml_refuse(r, "radical \"%.60s\" asks for more than %d hosts, expected fewer", radical,
                        PLATFORM_MAX_HOSTS);
    for (long i = first; i <= last; i++)
      if (add_member(r, c, i) < 0)
        return -1;
  } while (*at);
  return 0;
}

/* Reads a number of the cluster; 0 if the attribute is not given or empty. */
static int optional(struct reader *r, enum unit_kind kind, const char *attribute, double *value)
{
  const char *text = xml_get(r, attribute);
  *value = 0;
  return text && *text ? platform_number(r, kind, attribute, "cluster", value) : 0;
}

/* SimGrid gives the cluster a backbone if it has a bandwidth or a latency. */
static int add_backbone(struct reader *r, struct cluster *c)
{
  double bandwidth, latency;
  const char *policy = xml_get(r, "bb_sharing_policy");
  c->backbone = -1;
  if (optional(r, UNIT_BANDWIDTH, "bb_bw", &bandwidth) < 0 ||
      optional(r, UNIT_TIME, "bb_lat", &latency) < 0)
    return -1;
  if (bandwidth <= 0 && latency <= 0)
    return 0;
  if (bandwidth <= 0)
    return xml_refuse(r, "cluster %.60s has a bb_lat without a bb_bw, expected both", c->id);
  if (policy && !is(policy, "SHARED") && !is(policy, "FATPIPE"))
    return xml_refuse(r, "bb_sharing_policy \"%.40s\", expected SHARED or FATPIPE", policy);
  const char *name = sp_context_text(r->topology->memory, "%s_backbone", c->id);
  return c->backbone = platform_add_link(r, name, bandwidth, latency, policy);
}

static int read_numbers(struct reader *r, const char *what, struct cluster *c)
{
  const char *speed = xml_get(r, "speed"), *why = unit_parse_speed(speed, 0, &c->speed);
  if (why)
    return xml_refuse(r, "%s %.60s: speed \"%.60s\", expected %s", what, xml_get(r, "id"), speed,
                      why);
  return platform_number(r, UNIT_BANDWIDTH, "bw", what, &c->bandwidth) < 0
             ? -1
             : platform_number(r, UNIT_TIME, "lat", what, &c->latency);
}

int platform_cabinet(struct reader *r)
{
  struct cluster c = {.prefix = xml_get(r, "prefix"),
                      .suffix = xml_get(r, "suffix"),
                      .policy = "SPLITDUPLEX",
                      .backbone = -1};
  if (r->zone < 0 || r->topology->zone[r->zone].routing != ROUTING_CLUSTER)
    return xml_refuse(r, "<cabinet> in a zone that is not a Cluster, expected one in a Cluster");
  return read_numbers(r, "cabinet", &c) < 0 ? -1 : add_members(r, &c, xml_get(r, "radical"));
}

int platform_cluster(struct reader *r)
{
  int around = r->zone;
  struct cluster c = {.id = xml_get(r, "id"),
                      .prefix = xml_get(r, "prefix"),
                      .suffix = xml_get(r, "suffix"),
                      .policy = xml_get(r, "sharing_policy")};
  const char *topology = xml_get(r, "topology");
  if (topology && !is(topology, "FLAT"))
    return xml_refuse(r, "cluster topology %.40s is not supported, expected FLAT", topology);
  if (!c.policy)
    c.policy = "SPLITDUPLEX";
  else if (is(c.policy, "FATPIPE"))
    c.policy = "SHARED"; /* as SimGrid treats it in a <cluster> */
  if (read_numbers(r, "cluster", &c) < 0 ||
      optional(r, UNIT_BANDWIDTH, "limiter_link", &c.limiter) < 0 ||
      platform_add_zone(r, c.id, ROUTING_CLUSTER) < 0 || add_backbone(r, &c) < 0 ||
      add_members(r, &c, xml_get(r, "radical")) < 0)
    return -1;
  const char *router = xml_get(r, "router_id");
  if (!router || !*router)
    router = sp_context_text(r->topology->memory, "%s%s_router%s", c.prefix, c.id, c.suffix);
  platform_add_point(r, router, POINT_ROUTER);
  return r->zone = around;
}
