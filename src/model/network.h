/* The order of a tree's rows, which the check of a network and its solvers share. */
#pragma once

#include <starport/network.h>

/* Rows from the root on, each after its parent, into order[0..n-1]; false if some row is not
 * reached (*row: the first of them). */
bool network_tree_order(const struct sp_network *, long *order, long *row);
