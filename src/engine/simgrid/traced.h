/* Platforms for SimGrid's own tracing (--cfg=tracing:yes). */
#pragma once

#include <simgrid/forward.h>
#include <starport/starport.h>
#include <stdio.h>

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
  void (*write)(FILE *, const void *what);
  const void *what;
  int pairs;
  void (*pair)(const void *what, int k, struct host_pair *); /* fills in the k-th one */
};

/* Loads the platform into SimGrid: as it is, or, if SimGrid traces, with links that SimGrid can
 * trace, under the names that SimGrid gives them. False with the reason. */
bool simgrid_load(const struct platform_source *, struct sp_error *);

/* Of an actor, if SimGrid traces, before sg_host_sendto: its state in the trace is "send", or
 * "receive" if it is not on the host that sends, until the message has come. */
void traced_message(sg_host_t from);
