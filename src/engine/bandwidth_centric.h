/* The bandwidth-centric strategy, decided on line (the paper's Section 5.2 and its reference to
 * demand-driven protocols): every node of a tree decides by itself. It knows only its own links
 * and which of its children have a free place. */
#pragma once

#include <starport/hops.h>

struct bandwidth_centric;

/* On a tree (a forest), parent[0..nodes-1] as sp_graph_as_tree returns it. places: tasks that a
 * node other than a master can hold, from the start of the reception to the end of the computation
 * or message that takes it. Nothing is decided from date `until` on. The caller frees it; the graph
 * must live as long. */
struct bandwidth_centric *bandwidth_centric_alloc(const struct sp_graph *, const int *parent,
                                                  long places, double until);
void bandwidth_centric_free(struct bandwidth_centric *);
/* The strategy as a source of hops for an engine. */
struct sp_hop_source bandwidth_centric_source(struct bandwidth_centric *);
