/* A solved network as a graph, and the hops that execute it.
 *
 * Node k of the graph is processor k+1. The nodes of a hypercube are its processors, layer by layer
 * from 0 to d, within a layer by increasing binary number; unused layers are left out. There is one
 * link for each message: c = (1 + beta) z Tcm, latency = r + the constant of the return. (A graph
 * has at most one link between two nodes: of the two links of a closed loop of two processors, one
 * leads through an additional last node, which only relays.) Each node sends, receives and computes
 * at the same time, with any number of neighbours; only the originator of a sequential star sends
 * one message at a time, and so do the links of one bus.
 *
 * Each used processor computes its alpha, and sends, once it has received its whole load; so each
 * hop is as early as possible, and dates of the solution are used only for the order. */
#pragma once

#include "model/hops.h"
#include "solve/network/network.h"

/* The largest number of processors of a hypercube that is unrolled into nodes. */
enum { SP_UNROLLED = 4096 };

/* SP_OK with *graph and *hops, which the caller frees and clears, or SP_CANNOT with the reason. Not
 * for a switch, on which load flows (model/fluid.h). */
int network_hops(const struct sp_network *, const struct sp_network_solution *,
                 struct sp_graph **graph, struct sp_hops *hops, struct sp_error *);
