/* Stars and graphs that change, loaded into SimGrid with their profiles. */
#pragma once

#include "model/graph.h"

/* Loads the star or graph, written with the files of its profiles in memory: with breaks in which
 * speeds and bandwidths are almost 0, without states that are always up, and with latencies that do
 * not change, since nominal.c sets those. */
void simgrid_load_changing_star(const struct sp_instance *);
void simgrid_load_changing_graph(const struct sp_graph *);
