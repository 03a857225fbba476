/* Tasks exchanged directly between the workers of a switch (RR-6005, conclusion): no master relays
 * them.
 *
 * Worker i holds L_i tasks. A message from i to j carries one task and holds i's emission port and
 * j's reception port for max(c_i + S_i, c_j + S_j): the slower of the two links limits it, and each
 * worker sends at most one message and receives at most one at a time. Store and forward, computing
 * overlaps, a task that was received may be sent on. A plan is a list of messages: each starts as
 * soon as its task is there and both ports are free of the messages before it in the list; a
 * worker computes the tasks that it keeps, its own first, then those received, in their order.
 *
 * LP (7) bounds the makespan from below: T >= |delta_i| c_i and T >= (L_i - delta_i) w_i hold here,
 * too, since a message takes at least the c of either end. */
#pragma once

#include "model/hops.h"
#include "solve/network/network.h"
#include "solve/redistribution/redistribution.h"

/* The time of a message between two workers, in the units of p. */
static inline double direct_time(const struct sp_redistribution *p, int i, int j)
{
  return p->c[i] > p->c[j] ? p->c[i] : p->c[j];
}

/* Fills the empty *plan (its messages as those of a redistribution, `after`: a task sent on), with
 * `planned` the makespan; INFINITY if tasks stay where nothing computes. BBA's rule with direct
 * messages: a task of the worker that ends last goes where it would end first, as long as that is
 * earlier. */
void direct_greedy(struct sp_context *, const struct sp_redistribution *, struct sp_schedule *plan);
/* Makes *plan, by branch and bound of at most `nodes` nodes, the best of all plans, also of those
 * that send tasks on; true if it is proven: nodes were left. At most DIRECT_DEPTH messages. */
bool direct_search(struct sp_context *, const struct sp_redistribution *, long nodes,
                   struct sp_schedule *plan);
enum { DIRECT_DEPTH = 500 };

/* The plan for the loads of a switch as tasks (s = 1/w, b = 1/c): solution->tasks; `proven` is set.
 * SP_OK, or SP_BAD_INPUT with the reason: loads that are not whole, or too large. */
int direct_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
/* The tasks of a switch as a graph with one port a node in each direction and as hops, which the
 * caller frees and clears. */
void direct_hops(const struct sp_network *, const struct sp_schedule *, struct sp_graph **,
                 struct sp_hops *);
