/* The generated table of built-in heuristics (build/registry.c), and the methods of graphs. */
#pragma once

#include <starport/starport.h>

/* Ends with a null pointer. */
extern const struct sp_heuristic *const sp_builtin_heuristics[];

/* A method of networks or graphs by name; NULL if there is none of that name. */
const struct sp_heuristic *registry_find_graph_method(const struct sp_registry *, const char *name);

/* The heuristics that solve the problem or, of networks and graphs, its methods: *n of them, in an
 * array that the caller frees. */
const struct sp_heuristic **registry_solving(const struct sp_registry *, enum sp_problem, int *n);
