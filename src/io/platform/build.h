/* Builds a topology and a workload from XML events. Private to this folder. All errors are reported
 * by xml_refuse. */
#pragma once

#include "io/platform/xml.h"

/* The data of all events. */
struct reader {
  struct topology *topology;
  struct workload *workload;
  int zone;  /* the open one; -1: none */
  int point; /* the host last begun */
  int route; /* the open one */
  bool route_symmetrical;
};
static inline struct topology *topology_of(const struct xml *x)
{
  return ((struct reader *)xml_data(x))->topology;
}
static inline struct workload *workload_of(const struct xml *x)
{
  return ((struct reader *)xml_data(x))->workload;
}

/* Each returns the index of the added object (for a link: of its first resource); -1 if refused. */
int platform_add_point(struct xml *, const char *name, enum point_kind);
int platform_add_zone(struct xml *, const char *name, enum routing);
int platform_add_link(struct xml *, const char *name, double bandwidth, double latency,
                      const char *policy);
int platform_add_hop(struct topology *, int resource);
int platform_add_route(struct topology *, struct route);
/* Read the quantity in this attribute of the current element; false if refused. what: the name of
 * the element, for the message. */
bool platform_bandwidth(struct xml *, const char *attribute, const char *what, double *value);
bool platform_latency(struct xml *, const char *attribute, const char *what, double *value);

/* ---- events */
void platform_host_link(struct xml *);
void platform_backbone(struct xml *);
void platform_route(struct xml *);
void platform_zone_route(struct xml *);
void platform_route_end(struct xml *); /* of route and zoneRoute */
void platform_link_ctn(struct xml *);
void platform_cluster(struct xml *);
void platform_actor(struct xml *);
void platform_actor_prop(struct xml *);

/* Frees the shortest routes that topology_passage keeps in a zone. */
void tree_free(struct tree *);
