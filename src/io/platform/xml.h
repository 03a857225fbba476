/* Parses the XML of platforms and deployments into events, one for each element. Private to this
 * folder. */
#pragma once

#include "io/platform/platform.h"

enum {
  PLATFORM_MAX_BYTES = 512 << 20, /* of a file */
  PLATFORM_MAX_HOSTS = 1000001,   /* a master and 10^6 workers */
  PLATFORM_MAX_DEPTH = 64,        /* of nested zones */
};

struct xml;
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
/* The functions to call at the start and at the end of each kind of element, after the check
 * against the DTD; NULL: none. Attributes are known only at the start. */
typedef void xml_event(struct xml *);
struct xml_events {
  xml_event *begin[XML_NAMES], *end[XML_NAMES];
};
/* Parses the input; the event functions get `data` by xml_data. Returns SP_OK or SP_BAD_INPUT. */
int xml_parse(struct xml_input *, const struct xml_events *, void *data, struct sp_error *);
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

/* ---- the DTD */

/* An element: its possible parents, its phase, i.e. its place in the order of elements (phases
 * never decrease), its attributes ('!': mandatory). */
struct dtd_element {
  const char *name;
  enum xml_name kind;
  unsigned parents; /* set of xml_name, as bits; XML_NAMES: the root */
  int phase;
  const char *attributes;
};
/* The element of that name if parent may contain it, else NULL. */
const struct dtd_element *dtd_find(const char *name, enum xml_name parent);
bool dtd_has_attribute(const struct dtd_element *, const char *name);
/* Writes the next mandatory attribute after position *from (0 at first) into name; false if there
 * are no more. */
bool dtd_mandatory(const struct dtd_element *, int *from, char *name, size_t room);
/* Writes the names of all attributes into list, and returns it. */
char *dtd_attributes(const struct dtd_element *, char *list, size_t room);
