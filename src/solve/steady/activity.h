/* The activities of a graph in the steady state, and the ports that they share.
 *
 * An activity is a computation at a node or the transfers over a link one way; it takes time (w or
 * c) per task on one or two vertices, the ports. A node has a vertex for sending, one for receiving
 * and one for computing; activities that exclude each other have the same one. Rates of activities
 * can be reached together iff the edges "activity", weighted by the time they take, can be
 * coloured: see solve/steady/colouring.h. */
#pragma once

#include <starport/graph.h>

struct activity {
  int from, to;  /* nodes; the same twice: a computation */
  int link, way; /* -1 for computations; way 0: from a to b */
  int end[2];    /* vertices; a computation has no second one: -1 */
};

struct activities {
  int n, vertices;
  struct activity *activity; /* [0..n-1]: computations first, by node; transfers by link and way */
  int *ports;                /* [0..vertices-1] activities that it serves at once; INT_MAX: any */
};

/* Activities that can be of use: computations where w is finite, transfers but to masters. The
 * caller frees them. */
struct activities *activities_alloc(const struct sp_graph *);
void activities_free(struct activities *);
/* Time of one task. */
struct sp_num activity_time(const struct sp_graph *, const struct activity *);

/* Subtracts flow that goes round in cycles, opposite flows on a link among them (cancel.c). */
void steady_cancel(const struct sp_graph *, struct sp_steady *);
