/* The activities of a graph in the steady state, and the ports that they share.
 *
 * An activity is a computation at a node or the transfers over a link one way, of tasks and of
 * results; it takes time (w or c) per task on one or two vertices, the ports. A node has a vertex
 * for sending, one for receiving and one for computing; activities that exclude each other have the
 * same one. Rates of activities can be reached together iff the edges "activity", weighted by the
 * time they take, can be coloured: see solve/steady/colouring.h. */
#pragma once

#include "solve/lp/lp.h"
#include "solve/steady/colouring.h"
#include "solve/steady/steady.h"

/* Arcs 2l and 2l+1: link l from a to b, and back. */
static inline int arc_from(const struct sp_graph *g, int arc)
{
  return arc % 2 ? g->link[arc / 2].b : g->link[arc / 2].a;
}
static inline int arc_to(const struct sp_graph *g, int arc)
{
  return arc_from(g, arc ^ 1);
}
static inline struct sp_num arc_cost(const struct sp_graph *g, int arc)
{
  return g->link[arc / 2].c[arc % 2];
}

struct activity {
  int from, to;        /* nodes; the same twice: a computation */
  int flow;            /* the arc; -1: a computation */
  bool tasks, results; /* what a transfer can carry; a computation has tasks */
};

struct activities {
  struct sp_context *cx; /* its memory, with scratch of its users */
  int n, vertices;
  struct activity *activity; /* [0..n-1]: computations first, by node; transfers by flow */
  int (*end)[2];             /* [0..n-1] vertices; a computation has no second one: -1 */
  int *ports;                /* [0..vertices-1] activities that it serves at once; INT_MAX: any */
};

/* Activities that can be of use: computations where w is finite, transfers of tasks but to masters
 * and, if results return, of those but from masters. The caller frees them. */
struct activities *activities_alloc(const struct sp_graph *);
void activities_free(struct activities *);
/* Their colouring (weight NULL: without it). */
static inline struct colour_problem activities_problem(const struct activities *a,
                                                       struct sp_rational *const *weight)
{
  return (struct colour_problem){a->vertices, a->n, a->ports, (const int(*)[2])a->end, weight};
}
/* The same with the transfers of results apart, after all others: none carries both. */
struct activities *activities_apart(const struct sp_graph *);
/* Rows of a programme whose column k is activity k (lp.c): at every node but the masters what it
 * receives less what it computes and sends is between 0 and `upper`; and what it computes and
 * receives of results it sends. Columns of results begin at `results`. */
void steady_conserve(struct sp_lp *, const struct sp_graph *, const struct activities *,
                     struct sp_num upper);
void steady_return(struct sp_lp *, const struct sp_graph *, const struct activities *, int results);
/* Time of one task; of results z times as long. */
struct sp_num activity_time(const struct sp_graph *, const struct activity *);
/* Time of one message of the flow. */
struct sp_rational *flow_time(struct sp_q_pool *, const struct sp_graph *, const struct sp_flow *);

/* The run of consecutive rounds of a period, from round `next` on, that hold a computation or the
 * messages of a flow. {0} before the first one. */
struct steady_run {
  int next;
  const struct sp_rational *start, *end;
};
/* False if there is no further run. */
bool steady_next_run(const struct sp_steady_period *, int from, int to, bool result,
                     struct steady_run *);
/* Raises depth[to] above depth[from] for each flow of tasks, or of results. */
void steady_deepen(const struct sp_steady_period *, bool results, int *depth);
/* floor((date - n (I + J)) / (n T)), the periods that end in time if n of them, each of length T,
 * are one. */
struct sp_rational *steady_periods(struct sp_q_pool *, const struct sp_steady_period *,
                                   const struct sp_rational *date, const struct sp_rational *n,
                                   const struct sp_rational *T);

/* Subtracts flow that goes round in cycles, opposite flows on a link among them, from tasks and
 * results apart (cancel.c). */
void steady_cancel(const struct sp_graph *, struct sp_steady *);
