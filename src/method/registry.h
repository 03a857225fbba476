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

/* Adds a heuristic, which must outlive the registry, after checking it. SP_OK, or SP_BAD_INPUT with
 * the reason: a malformed heuristic, a name already taken. */
int sp_registry_add(struct sp_registry *, const struct sp_heuristic *, struct sp_error *);
/* Adds a method of networks or graphs, which must outlive the registry: sp_method_parse reads it,
 * but it is not in item[]. SP_OK, or SP_BAD_INPUT if the name is already taken. */
int sp_registry_add_graph_method(struct sp_registry *, const struct sp_heuristic *,
                                 struct sp_error *);
/* The heuristic of that name (case, '-' and '_' do not count); NULL if unknown. */
const struct sp_heuristic *sp_registry_find(const struct sp_registry *, const char *name);
/* The known name nearest to `name` in edit distance, for "did you mean"; NULL: no name is near. It
 * lives as long as its heuristic. */
const char *sp_registry_nearest(const struct sp_registry *, const char *name);
