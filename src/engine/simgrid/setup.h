/* SimGrid's configuration, and platforms, also for its own tracing (--cfg=tracing:yes). */
#pragma once

#include "io/platform/profiles.h"

#include <simgrid/forward.h>
#include <simgrid/version.h>
#include <starport/starport.h>
#include <stdio.h>

/* Settings that SimGrid 3.34 renamed: of dates, and of what flows. */
#if SIMGRID_VERSION >= 33400
#define SIMGRID_DATE_PRECISION "precision/timing"
#define SIMGRID_FLOW_PRECISION "precision/work-amount"
#else
#define SIMGRID_DATE_PRECISION "surf/precision"
#define SIMGRID_FLOW_PRECISION "maxmin/precision"
#endif

/* Initialises SimGrid in this process, or checks that it was initialised with the same settings.
 * False with the reason. */
bool simgrid_configure(const struct sp_conditions *, struct sp_error *);
/* Does the user want a trace of SimGrid's own (--cfg=tracing:yes)? */
bool simgrid_traces(void);
/* Has the user chosen this item (--cfg=ITEM:VALUE)? */
bool simgrid_is_chosen(const struct sp_conditions *, const char *item);
/* Makes SimGrid update all flows at every event, unless the user has chosen. If several flows share
 * a link (the master's own, in a cluster) and one still pays its latency, the lazy update of 3.32
 * ends flows too early; the full one does not. */
void simgrid_update_fully(const struct sp_conditions *);
/* What write(stream, what) writes, in memory; the caller closes it. Without memory or a descriptor
 * the process, which is that of one run, ends with SP_CANNOT and a line. */
FILE *simgrid_written(void (*write)(FILE *, const void *what), const void *what);
/* The same as a descriptor. */
int simgrid_memory(void (*write)(FILE *, const void *what), const void *what);
/* Loads the platform that write(stream, what) writes. SimGrid only reads files, so it is written to
 * memory that has a file's name. */
void simgrid_load_written(void (*write)(FILE *, const void *what), const void *what);

/* A pair of hosts that exchange messages, and what the instance says about their link. */
struct host_pair {
  const char *name[2];
  double c[2]; /* time of a unit from the first to the second, and back; INFINITY: no message */
  double latency;
  char label[64]; /* for messages */
};

/* A platform to be loaded: a file, or one that is written. */
struct platform_source {
  const char *file; /* NULL: */
  void (*write)(FILE *, const void *what, const struct sp_profile_names *);
  void (*write_profile)(FILE *, const void *what, enum sp_changing, int i);
  const void *what;
  int pairs;
  void (*pair)(const void *what, int k, struct host_pair *); /* fills in the k-th one */
};

/* Loads the platform into SimGrid: as it is, or, if SimGrid traces, with links that SimGrid can
 * trace, under the names that SimGrid gives them. False with the reason. */
bool simgrid_load(const struct platform_source *, struct sp_error *);

/* Loads one that changes. Its profiles, by enum sp_changing, become what is written, with files in
 * memory: with breaks in which speeds and bandwidths are almost 0, without states that are always
 * up, and with latencies that do not change, since nominal.c sets those (changing.c). */
void simgrid_load_changing(const struct platform_source *, struct sp_profile *const *profile,
                           int nodes, int links);

/* Of an actor, if SimGrid traces, before sg_host_sendto: its state in the trace is "send", or
 * "receive" if it is not on the host that sends, until the message has come. */
void traced_message(sg_host_t from);
