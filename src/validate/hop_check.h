/* The validator of executions on graphs (model/hops.h has the model). */
#pragma once

#include "model/graph.h"

#include <starport/schedule.h>

/* THE VALIDATOR of graphs: conditions on a trace in addition to the graph itself. */
struct sp_hop_check {
  const double *held; /* [0..nodes-1] units that each node holds at date 0; INFINITY: any number */
  const long *places; /* [0..nodes-1] places of a node, each held by a message from the start
                         of its reception to the end of the hop (computation or message) that takes
                         it; NULL, or LONG_MAX for a node: any number */
  double total;       /* units to be computed in all, if results return those whose results come to
                         a master; NAN: any number */
  double until;       /* no event ends later; INFINITY: any date */
  double tolerance; /* of two dates relative to the later one, 0: 1e-9; of amounts relative to what
                       a node has, at least 1e-9 */
  enum sp_durations durations;
};
/* Checks that nodes and links exist and numbers are unique; dates and durations; ports of every
 * node, links and buses; that no node ever sends and computes more than it held at date 0, has
 * received completely and has not lost, and no more results than it has computed or received;
 * places; total; all with the graph's places, sizes and profiles of speeds, bandwidths, latencies
 * and states. Shares no code with the engines. SP_OK with "" or a warning as sp_validate, or
 * SP_NOT_VERIFIED with the first violation in words. */
int sp_validate_hops(const struct sp_graph *, const struct sp_trace *, const struct sp_hop_check *,
                     struct sp_error *);
