/* Methods of networks and of the steady state. They are spelt like heuristics, with options, and
 * campaigns run them alike; but they are the engine's own (engine/perform/perform_graph.c), not
 * heuristics of stars: no registry lists them, and nothing that runs over all heuristics meets
 * them. */
#ifndef SP_MODEL_GRAPH_METHODS_H
#define SP_MODEL_GRAPH_METHODS_H

#include <starport/heuristic.h>

/* Of "on-line". */
struct sp_on_line_options {
  long places; /* tasks that a node can hold */
};

/* NULL if no method of graphs bears that name. */
const struct sp_heuristic *sp_graph_method_find(const char *name);
bool sp_is_graph_method(const struct sp_heuristic *);
/* The table, *n of them. */
const struct sp_heuristic *sp_graph_methods(int *n);

#endif
