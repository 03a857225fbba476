/* Reads SimGrid platform files into hosts, routers, zones, links, routes, and the workload in the
 * actors' properties. io/star makes a star of them, io/graph a graph. Also holds the XML that
 * writers of such files share.
 *
 *   xml.c       XML -> a call for each element, with its attributes checked
 *   read.c      the elements and attributes that there are, zones, hosts and links
 *   topology.c  adds points, zones and links
 *   path.c      <route>, <host_link> and other elements that join points
 *   actor.c     actors and their properties
 *   cluster.c   <cluster>: its hosts and links
 *   profile.c   profiles: their files, <trace>, <trace_connect>
 *   way.c       the profile of a route
 *   route.c     the resources between two hosts, as SimGrid routes
 *   write.c     the XML that writers share */
#pragma once

#include "base/map.h"
#include "io/text/star.h"
#include "model/instance.h"

/* One direction of a link. A plain link is one resource for both directions. */
struct resource {
  double bandwidth, latency;
  bool fat; /* FATPIPE: never shared */
  int link; /* index of its link */
};
struct link {
  char *name;
  int resource; /* its first resource; the second of a SPLITDUPLEX link is DOWN */
  long line;
  bool split;
  struct sp_num c, latency, bus;                   /* its properties of that name, for graphs */
  bool has_c, has_latency;                         /* bus 0: not given */
  int bandwidth_trace, state_trace, latency_trace; /* -1: none */
};

enum point_kind { POINT_HOST, POINT_ROUTER, POINT_ZONE };
struct point {
  char *name;
  enum point_kind kind;
  int zone;     /* the zone that contains it; -1: none (the outermost zone) */
  int rank;     /* among the points of that zone */
  int self;     /* of a zone: its index as a zone; else -1 */
  double speed; /* of a host, flop/s */
  long line;
  int up, n_up, down, n_down; /* hops to and from the centre of a Cluster zone */
  int leaving;                /* first route from here; -1: none */
  struct sp_num c, w, result; /* its properties of that name */
  bool has_c, has_w, has_result;
  int speed_trace, state_trace; /* of a host; -1: none */
};

enum routing { ROUTING_NONE, ROUTING_FULL, ROUTING_FLOYD, ROUTING_DIJKSTRA, ROUTING_CLUSTER };
struct zone {
  int point;
  enum routing routing;
  int depth;
  int points;            /* directly in it */
  int backbone;          /* resource; -1: none */
  bool has_hosts, nests; /* contains hosts and routers, or zones */
};

struct route {
  int from, to;       /* points of one zone */
  int gw_from, gw_to; /* where a route between zones leaves and enters; -1: not one */
  int first, n;       /* resources in topology.hop */
  int next_leaving;
};

/* A profile as a file has it: values are factors of a speed, bytes/s, or states. It may begin after
 * date 0. */
struct trace {
  const char *file; /* for messages: its own, or the platform */
  long last_line;   /* there */
  struct sp_profile profile;
};
/* Of a trace to a host. */
struct connection {
  int trace;
  bool speed; /* else the state */
  char *element;
  long line;
};

struct topology {
  struct sp_context *memory;              /* of all that is not a map or a profile */
  const char *file;                       /* name for messages */
  struct map point_of, link_of, route_of; /* by name; by the pair (from, to) */
  struct map trace_of;                    /* by name */
  int n_traces, n_connections;
  struct trace *trace;
  struct connection *connection;
  int n_points, n_links, n_resources, n_zones, n_routes, n_hops, n_hosts;
  struct point *point;
  struct link *link;
  struct resource *resource;
  struct zone *zone;
  struct route *route;
  int *hop;
};

/* Properties of actors: the keys of a star (enum star_key), and others of the master. */
enum { PROP_TASK_BYTES = STAR_KEYS, PROP_TASK_FLOPS, PROP_RESULT_BYTES, PROPS };
/* One actor; `line` is a line of `file`. */
struct actor {
  char *host;
  const char *file;
  long line;
  bool master;
  int key; /* of its load: STAR_LOAD or STAR_DELTA; -1: not given */
  struct sp_num load;
  long buffer;          /* 0: not given */
  struct sp_num memory; /* 0: not given */
};
struct workload {
  struct sp_context *memory; /* that of the topology */
  int n_actors;
  struct actor *actor;
  struct sp_num value[PROPS]; /* the master's */
  bool has[PROPS];
  struct tasks tasks;
  int n_arguments;
  char **argument; /* the master's, as SimGrid's examples have them */
};

/* ---- reading */

struct xml_input {
  const char *name; /* for messages; kept by reference */
  FILE *stream;
};
/* Reads a platform, and a deployment if it is not NULL, into *topology and *workload, which the
 * caller clears. SP_OK, or SP_BAD_INPUT with nothing to clear. */
int platform_read(const struct xml_input *platform, const struct xml_input *deployment,
                  struct topology *, struct workload *, struct sp_error *);
void topology_clear(struct topology *);
/* Reads text as the value of an actor's property, or of the option of that name, into *value. NULL,
 * or what was expected. */
const char *workload_value(int prop, const char *text, struct sp_num *value);

/* ---- routes */

/* The way from one host to another. A zeroed struct is empty; the caller frees `resource`. */
struct passage {
  double bandwidth, latency; /* least bandwidth, sum of latencies */
  int n, cap;
  int *resource; /* [0..n-1] in the order in which SimGrid adds latencies */
};
/* Finds the resources from one host to another, as SimGrid routes. Returns NULL, or why there is no
 * route (constant text). */
const char *topology_passage(const struct topology *, int from, int to, struct passage *);

/* ---- profiles */

/* The profiles of the speed and the state of a host (-1: none), and of the bandwidth (the least of
 * the way's links at each date), latency (their sum) and state (up where all links are) of a way
 * (NULL: none), of which those of the way back (NULL: not looked at) must be the same: factors of
 * what is there without profiles. They are empty if nothing changes; the caller clears them in all
 * cases. SP_OK, or SP_BAD_INPUT with the reason; SP_NOT_VERIFIED: those of the way back differ. */
int topology_profiles(const struct topology *, int host, const struct passage *there,
                      const struct passage *back, struct sp_profile out[SP_CHANGING],
                      struct sp_error *);

/* ---- writing */

/* The XML declaration, the comment (NULL: none) and the start of the platform element. */
void xml_put_head(FILE *, const char *comment);
/* Starts a zone. Its name is base, with a number if a node has this name (zones and hosts must have
 * different names). */
void xml_put_zone(FILE *, const struct sp_platform *, const char *base, const char *routing);
/* Writes the text of an attribute, escaped. */
void xml_put_text(FILE *, const char *text);
/* Writes START="NAME", for instance with the start "<host id". */
void xml_put_name(FILE *, const char *start, const char *name);
/* Writes <prop id="KEY" value="VALUE"/>, the number as it was read. */
void xml_put_prop(FILE *, const char *key, struct sp_num value);
