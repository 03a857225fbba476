/* The reader of platforms and deployments: its state, the parser that calls it at each element, and
 * what it calls to build a topology and a workload. Private to this folder. Functions that return
 * int and get a reader return -1 after xml_refuse. */
#pragma once

#include "io/platform/platform.h"

enum {
  PLATFORM_MAX_BYTES = 512 << 20, /* of a file */
  PLATFORM_MAX_HOSTS = 1000001,   /* a master and 10^6 workers */
  PLATFORM_MAX_DEPTH = 64,        /* of nested zones */
  XML_MAX_OPEN = PLATFORM_MAX_DEPTH + 8,
};

struct reader;
typedef int xml_event(struct reader *);
/* An element as SimGrid's DTD has it, and the functions to call at its start, where its attributes
 * are known, and at its end; NULL: none. */
struct xml_element {
  const char *name, *kind;      /* other names of a kind are older ones */
  const char *parents;          /* kinds, "zone cluster"; "": the root */
  int phase;                    /* the place in the order of elements: phases never decrease;
                                   -1: any place after properties */
  const char *const *attribute; /* to NULL; '!' at its start: mandatory */
  xml_event *begin, *end;
};

struct reader {
  struct topology *topology;
  struct workload *workload;
  int zone;  /* the open one; -1: none */
  int point; /* the host last begun */
  int route; /* the open one */
  bool route_symmetrical;
  bool deployment; /* the file is one */

  /* The text in the open <trace>, and its line. */
  char *text;
  size_t text_size, text_cap;
  long text_line;

  /* ---- of xml.c */
  const struct xml_input *input;
  const struct xml_element *element; /* all, to one without a name */
  struct sp_error *error;
  struct _xmlParserCtxt *parser;
  size_t bytes;    /* read so far */
  const char *cut; /* why nothing more is read; NULL: it is */
  bool failed, doctype;
  int depth;
  struct {
    const struct xml_element *element;
    int phase;
  } open[XML_MAX_OPEN];
  struct sp_context *values; /* memory of the attributes */
  int n_attributes;
  struct xml_attribute {
    const char *name; /* owned by the parser */
    char *value;
  } * attribute;
};

/* ---- the parser */

/* Parses the input into calls of the functions of `element`, a list that ends with one without a
 * name. Returns SP_OK or SP_BAD_INPUT. */
int xml_parse(struct reader *, const struct xml_input *, const struct xml_element *element);
/* Value of an attribute of the current element, NULL if it is not given. */
const char *xml_get(const struct reader *, const char *attribute);
long xml_line(const struct reader *);
/* Is the element around the current one of that kind? */
bool xml_is_in(const struct reader *, const char *kind);
/* Refuses the document: "file:line: " and the text. Only the first refusal counts. Returns -1. */
int xml_refuse_at(struct reader *, const char *file, long line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same where the parser is. */
#define xml_refuse(r, ...) xml_refuse_at(r, (r)->input->name, xml_line(r), __VA_ARGS__)

/* ---- numbers with SimGrid's units: "98.095Mf", "41.279125MBps", "59.904us" */

enum unit_kind { UNIT_SPEED, UNIT_BANDWIDTH, UNIT_TIME };
/* Reads TEXT into *value, in flop/s, bytes/s or seconds, with the same bits as SimGrid 3.32. The
 * unit is mandatory, except for a time of 0. Returns NULL, or what was expected (a constant text;
 * *value is then unchanged): speeds and bandwidths must be positive and finite, times finite and
 * not negative. */
const char *unit_parse(enum unit_kind, const char *text, double *value);
/* The speed of power state `state` in a list "2Gf, 1Gf". */
const char *unit_parse_speed(const char *list, long state, double *value);

/* ---- parts of a topology */

/* Each returns the index of the added object (for a link: of its first resource). */
int platform_add_point(struct reader *, const char *name, enum point_kind);
int platform_add_zone(struct reader *, const char *name, enum routing);
int platform_add_link(struct reader *, const char *name, double bandwidth, double latency,
                      const char *policy);
int platform_add_hop(struct topology *, int resource);
int platform_add_route(struct topology *, struct route);
/* Reads the number in this attribute of the current element. what: the name of the element, for the
 * message. */
int platform_number(struct reader *, enum unit_kind, const char *attribute, const char *what,
                    double *value);

/* ---- profiles */

/* Reads the file that this attribute of the current element names; *trace: its number in the
 * topology, -1 if there is none. */
int platform_profile(struct reader *, const char *attribute, int *trace);
/* Connects traces to hosts, after all hosts are known. SP_OK, or SP_BAD_INPUT. */
int platform_connect(struct topology *, struct sp_error *);

/* ---- elements */

/* What they do; the last two of these are for route and zoneRoute. */
xml_event platform_actor, platform_actor_argument, platform_backbone, platform_cabinet,
    platform_cluster, platform_host_link, platform_link_ctn, platform_route, platform_route_end,
    platform_trace, platform_trace_connect, platform_trace_end;
int platform_actor_prop(struct reader *, const char *name, const char *text);
/* Reads the master's arguments as its properties, after all actors are known. SP_OK, or
 * SP_BAD_INPUT. */
int platform_actor_arguments(struct workload *, struct sp_error *);
