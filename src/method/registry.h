/* The generated table of built-in heuristics (build/registry.c), and the methods of graphs. */
#ifndef SP_METHOD_REGISTRY_H
#define SP_METHOD_REGISTRY_H

#include <starport/starport.h>

/* Ends with a null pointer. */
extern const struct sp_heuristic *const sp_builtin_heuristics[];

/* A method of networks or graphs by name; NULL if there is none of that name. */
const struct sp_heuristic *registry_find_graph_method(const struct sp_registry *, const char *name);

#endif
