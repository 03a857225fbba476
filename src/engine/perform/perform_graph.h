/* Methods of networks and of the steady state: one table of their names, options and functions.
 *
 * They are written like heuristics, with options, and campaigns run them alike; but they are not
 * heuristics of stars: no list of the registry shows them, and what runs over all heuristics does
 * not meet them. */
#pragma once

#include "engine/perform/perform.h"

/* The built-in heuristics, and the names of the methods of graphs for sp_method_parse; NULL on
 * failure, with *error. Freed with sp_registry_free. */
struct sp_registry *sp_registry_with_graphs(struct sp_error *);
/* True if the method is one of the table. */
bool sp_is_graph_method(const struct sp_heuristic *);

/* sp_perform for an instance that is a graph or a network.
 * Network: makespan is the completion time, solved or executed; planned the solved one.
 * Steady state: until the date K = in->deadline (1 if there is none, and nothing is executed) done
 * tasks are computed; makespan is K / done, the time a task; planned the tasks that are done by
 * Proposition 3 (simulate; else NAN). *trace may be NULL. */
void sp_perform_graph(const struct sp_instance *, const struct sp_request *, struct sp_result *,
                      struct sp_trace *trace);

/* Sets the values of these names that the network or graph alone decides: usable, speedup,
 * utilisation and alone (the time of the originator without the others); throughput and time (K).
 * Others stay as they are. */
void sp_graph_measure(const struct sp_instance *, int n, const char *const *name, double *value);
