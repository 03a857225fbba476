/* A solved network as a graph and the hops that execute it.
 *
 * Node k of the graph is processor k+1; a hypercube's nodes are its processors layer by layer, 0 to
 * d, those of a layer by increasing binary number, and layers that are not used are left out. Links
 * are those that carry something, one for each message: c = (1 + beta) z Tcm, latency = r + the
 * return's constant. (A graph has one link between two nodes: of the two that join two processors
 * in a closed loop, one leads through a node of its own, the last, which only relays.) Everybody
 * sends, receives and computes to and from any number of neighbours at once, but for the originator
 * of a sequential star, which sends one message at a time, and for links of one bus.
 *
 * Each processor that is used computes its alpha, and sends, once it has received all that is sent
 * to it; so each hop is as early as it can be, and no date of the solution is used but for the
 * order. */
#ifndef SP_SOLVE_NETWORK_HOPS_H
#define SP_SOLVE_NETWORK_HOPS_H

#include <starport/hops.h>
#include <starport/network.h>

/* Processors of a hypercube that can be told apart. */
enum { SP_UNROLLED = 4096 };

/* SP_OK with *graph and *hops, which the caller frees and clears, or SP_CANNOT with the reason. Not
 * for a switch, on which load flows (model/fluid.h). */
int network_hops(const struct sp_network *, const struct sp_network_solution *,
                 struct sp_graph **graph, struct sp_hops *hops, struct sp_error *);

#endif
