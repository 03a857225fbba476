/* What the files of the steady state share. Private to src/solve.
 *
 * An activity is a computation at a node or the transfers over a link one way; it takes time (w or
 * c) per task on one or two vertices, the ports. A node has a vertex for sending, one for receiving
 * and one for computing, of which the activities that exclude each other are the same one. Rates
 * of activities can go on together without a conflict iff the edges "activity", weighted by the
 * time they take, can be coloured: see solve/steady/colouring.h. */
#ifndef SP_SOLVE_STEADY_PARTS_H
#define SP_SOLVE_STEADY_PARTS_H

#include <starport/graph.h>

struct activity {
  int from, to;  /* nodes; the same twice: a computation */
  int link, way; /* -1 for computations; way 0: from a to b */
  int end[2];    /* vertices; a computation has no second one: -1 */
};

struct activities {
  int n, vertices;
  struct activity *activity; /* [0..n-1]: computations first, by node; transfers by link and way */
  int *ports;                /* [0..vertices-1] how many it can take part in; INT_MAX: any */
};

/* Activities that can be of use: computations where w is finite, transfers but to masters. */
struct activities *activities_alloc(const struct sp_graph *);
void activities_free(struct activities *);
/* Time of one task. */
struct sp_num activity_time(const struct sp_graph *, const struct activity *);

/* ---- Odd sets (Edmonds): of an odd set U of vertices with one port each, the activities inside
 * can take (|U|-1)/2 of the time in all, since as many at most go on at once. */
struct odd_set {
  int n, *vertex; /* sorted */
};
struct odd_sets {
  int n, cap;
  struct odd_set *set;
};
void odd_sets_clear(struct odd_sets *);
/* True if both ends are in the set. */
bool odd_set_holds(const struct odd_set *, const int end[2]);
/* Adds to *sets violated ones: x[e] is the fraction of time that edge e takes (edges with x = 0
 * do not count). Finds one if any is violated by more than `tolerance` (Padberg and Rao); returns
 * how many. */
int odd_sets_violated(int vertices, const int *ports, int edges, const int (*end)[2],
                      const double *x, double tolerance, struct odd_sets *);
/* True if the edges with x > 0 have no odd cycle; colour[v] 0 or 1 where not NULL. */
bool edges_bipartite(int vertices, int edges, const int (*end)[2], const double *x, char *colour);

/* Subtracts flow that goes round in cycles, opposite flows on a link among them. */
void steady_cancel(const struct sp_graph *, struct sp_steady *);

#endif
