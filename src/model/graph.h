/* The search of a graph from its masters, which its check and the spanning trees share. */
#pragma once

#include <starport/graph.h>

/* Visits the nodes that tasks can reach from the masters over the links taken (NULL: all), breadth
 * first: parent[i] is the node from which i was visited (-1: a master, -2: not visited), by[i] the
 * link (-1: none). Returns the number of nodes visited. */
int graph_reach(const struct sp_graph *, const bool *taken, int *parent, int *by);
