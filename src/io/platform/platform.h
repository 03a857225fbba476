/* What a SimGrid platform file says, before it becomes a star: points (hosts, routers, zones),
 * simplex resources (links), routes, and the workload that the actors' properties describe.
 *
 *   xml.c     XML -> events, one per element, with its attributes checked
 *   dtd.c     which elements and attributes there are
 *   read.c    events -> struct topology and struct workload; the public readers
 *   topology.c  adds points, zones and links
 *   path.c    <route>, <host_link> and the like
 *   actor.c   actors and their properties
 *   cluster.c <cluster>: the hosts and links that it stands for
 *   io/graph/simgrid.c    topology -> struct sp_graph
 *   io/graph/write.c      struct sp_graph -> platform file
 *   route.c   the resources between two hosts, as SimGrid routes
 *   deploy.c  topology + workload -> struct sp_instance */
#ifndef SP_IO_PLATFORM_H
#define SP_IO_PLATFORM_H

#include "base/map.h"
#include "io/io.h"

enum {
  PLATFORM_MAX_BYTES = 512 << 20, /* of a file */
  PLATFORM_MAX_HOSTS = 1000001,   /* a master and 10^6 workers */
  PLATFORM_MAX_DEPTH = 64,        /* of nested zones */
};

/* One direction of a link. A plain link is one resource for both directions. */
struct resource {
  double bandwidth, latency;
  bool fat; /* FATPIPE: never shared */
  int link; /* index of its link */
};
struct link {
  char *name;
  int resource; /* its first; the second of a SPLITDUPLEX link is DOWN */
  long line;
  bool split;
  struct sp_num c, latency, bus; /* properties of that name, of a graph's link */
  bool has_c, has_latency;       /* bus: 0 where it is not said */
};

enum point_kind { POINT_HOST, POINT_ROUTER, POINT_ZONE };
struct point {
  char *name;
  enum point_kind kind;
  int zone;     /* the zone it lies in; -1: none (the outermost zone) */
  int rank;     /* among the points of that zone */
  int self;     /* a zone's index as a zone, else -1 */
  double speed; /* of a host, flop/s */
  long line;
  int up, n_up, down, n_down; /* hops to and from the centre of a Cluster zone */
  int leaving, arriving;      /* first route from and to here; -1: none */
  struct sp_num c, w;         /* properties of that name */
  bool has_c, has_w;
};

enum routing { ROUTING_FULL, ROUTING_FLOYD, ROUTING_DIJKSTRA, ROUTING_CLUSTER };
struct zone {
  int point;
  enum routing routing;
  int depth;
  int points;            /* how many lie directly in it */
  int backbone;          /* resource; -1: none */
  bool has_hosts, nests; /* points of which kind it holds: hosts and routers, or zones */
  struct tree *tree[2];  /* shortest routes from, to the point last asked for */
};

struct route {
  int from, to;       /* points of one zone */
  int gw_from, gw_to; /* where a route between zones leaves and enters; -1: not one */
  int first, n;       /* resources in topology.hop */
  int next_leaving, next_arriving;
};

struct topology {
  const char *file;                       /* name for messages */
  struct map point_of, link_of, route_of; /* by name; by the pair (from, to) */
  int n_points, n_links, n_resources, n_zones, n_routes, n_hops, n_hosts;
  int cap_points, cap_links, cap_resources, cap_zones, cap_routes, cap_hops;
  struct point *point;
  struct link *link;
  struct resource *resource;
  struct zone *zone;
  struct route *route;
  int *hop;
};

/* What the actors say; line numbers are those of `file`. */
enum actor_key {
  KEY_TASKS,
  KEY_WORK,
  KEY_DEADLINE,
  KEY_TASK_BYTES,
  KEY_TASK_FLOPS,
  KEY_RECV,
  KEY_SEND,
  KEY_LOAD,
  KEY_BUFFER,
  KEY_DELTA,
  KEYS
};
struct actor {
  char *host;
  const char *file;
  long line;
  bool master;
  struct sp_num load; /* or delta */
  bool has_load, has_delta;
  long buffer; /* 0: not said */
};
struct workload {
  int n_actors, cap_actors;
  struct actor *actor;
  struct sp_num value[KEYS]; /* the master's */
  bool has[KEYS];
};

/* ---- XML */
struct xml;
struct xml_attribute {
  const char *name, *value;
};
/* Called at the start (begin) and end of each element that stands where SimGrid's DTD allows it. */
typedef void xml_event(struct xml *, bool begin);

enum xml_name {
  XML_PLATFORM,
  XML_CONFIG,
  XML_ZONE,
  XML_CLUSTER,
  XML_HOST,
  XML_ROUTER,
  XML_LINK,
  XML_HOST_LINK,
  XML_BACKBONE,
  XML_ROUTE,
  XML_ZONE_ROUTE,
  XML_LINK_CTN,
  XML_ACTOR,
  XML_PROP,
  XML_DISK,
  XML_NAMES
};
/* Who may stand in whom, in which order (phases of one parent never decrease), with which
 * attributes ('!': mandatory). */
struct dtd_element {
  const char *name;
  enum xml_name kind;
  unsigned parents; /* set of xml_name, as bits; XML_NAMES: the root */
  int phase;
  const char *attributes;
};
/* The element of that name if it may stand in parent, else NULL. */
const struct dtd_element *dtd_find(const char *name, enum xml_name parent);
bool dtd_has_attribute(const struct dtd_element *, const char *name);
/* Writes the next mandatory attribute from *from (0 at first) on into name; false: no more. */
bool dtd_mandatory(const struct dtd_element *, int *from, char *name, size_t room);
/* Writes the names of all attributes into list, and returns it. */
char *dtd_attributes(const struct dtd_element *, char *list, size_t room);

struct xml_input {
  FILE *stream;     /* or */
  const char *data; /* what is left in memory */
  size_t left;
  size_t read; /* bytes so far */
};
/* Parses the input named `file` (kept by reference), calling event[name] with `data`. Returns
 * SP_OK or SP_BAD_INPUT. */
int xml_parse(const char *file, struct xml_input *, xml_event *const event[XML_NAMES], void *data,
              struct sp_error *);
/* Value of an attribute of the current element, NULL if it is not given. */
const char *xml_get(const struct xml *, const char *attribute);
void *xml_data(const struct xml *);
const char *xml_file(const struct xml *);
long xml_line(const struct xml *);
/* The name of the element around the current one; XML_NAMES at the root. */
enum xml_name xml_parent(const struct xml *);
/* Refuses the document: "file:line: " and the text. Only the first refusal counts. */
void xml_refuse(struct xml *, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool xml_failed(const struct xml *);

/* ---- building a topology (each refuses through xml_refuse) */
struct reader {
  struct topology *topology;
  struct workload *workload;
  int zone;  /* the open one, -1 */
  int point; /* the host last begun */
  int route; /* the open one */
  bool route_symmetrical;
};
int platform_add_point(struct xml *, const char *name, enum point_kind);
int platform_add_zone(struct xml *, const char *name, enum routing);
/* Returns the index of the first resource; -1 when refused. */
int platform_add_link(struct xml *, const char *name, double bandwidth, double latency,
                      const char *policy);
int platform_add_hop(struct topology *, int resource);
int platform_add_route(struct topology *, struct route);
/* Reads a quantity of the current element, which bears the attribute; false when refused. what: the
 * element, for the message. */
bool platform_bandwidth(struct xml *, const char *attribute, const char *what, double *value);
bool platform_latency(struct xml *, const char *attribute, const char *what, double *value);
/* Events. */
void platform_host_link(struct xml *, bool begin);
void platform_backbone(struct xml *, bool begin);
void platform_route(struct xml *, bool begin);
void platform_zone_route(struct xml *, bool begin);
void platform_link_ctn(struct xml *, bool begin);
void platform_cluster(struct xml *, bool begin);
void platform_actor(struct xml *, bool begin);
void platform_actor_prop(struct xml *, bool begin);
/* Reads TEXT as the value of an actor's or the command line's key; NULL or what was expected. */
const char *workload_value(enum actor_key, const char *text, struct sp_num *value);
void topology_clear(struct topology *);
void workload_clear(struct workload *);

/* Reads a platform file into *topology, which the caller clears (its actors are not kept). SP_OK,
 * or SP_BAD_INPUT with nothing to clear. */
int platform_read_topology(const char *path, struct topology *, struct sp_error *);

/* ---- routes */
struct passage {
  double bandwidth, latency; /* least, sum */
  int n, cap;
  int *resource; /* owned; [0..n-1] in the order in which SimGrid adds latencies */
};
/* The resources from one host to another, as SimGrid routes. near is the end that stays the same
 * from call to call (searches are kept for it): 0 from, 1 to. Returns NULL, or why there is no
 * route (constant text). */
const char *topology_passage(struct topology *, int from, int to, int near, struct passage *);
void tree_free(struct tree *);

/* ---- the star */
struct sp_instance *platform_instance(struct topology *, struct workload *,
                                      const struct sp_source *, struct sp_error *);

#endif
