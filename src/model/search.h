/* The searches of graphs and trees from their roots, which checks and solvers share. */
#pragma once

#include "model/graph.h"
#include "model/network.h"

/* Visits the nodes that tasks can reach from the masters over the links taken (NULL: all), breadth
 * first: parent[i] is the node from which i was visited (-1: a master, -2: not visited), by[i] the
 * link (-1: none). Returns the number of nodes visited. */
int graph_reach(const struct sp_graph *, const bool *taken, int *parent, int *by);
/* The rows of a tree from the root on, each after its parent, into order[0..n-1]; false if some row
 * is not reached (*row: the first of them). */
bool network_tree_order(const struct sp_network *, long *order, long *row);
