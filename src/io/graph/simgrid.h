/* What the readers of SimGrid platforms as graphs share. Private to this folder. */
#pragma once

#include "io/graph/graph.h"
#include "io/platform/platform.h"

/* Is the cost of the edge a property of its only link, without the latency, and not computed? */
static inline bool route_states_cost(const struct topology *t, const struct route *r)
{
  return r->n == 1 && t->link[t->resource[t->hop[r->first]].link].has_c;
}

/* Sets the profiles of a graph that has all nodes and links. node: of each point, -1: none; way: of
 * each link of the graph the route of each direction, -1: none. SP_OK, or SP_BAD_INPUT with the
 * reason. */
int graph_set_traces(struct sp_graph *, const struct topology *, const int *node,
                     const int (*way)[2], struct sp_error *);
