/* Methods of networks and of the steady state (model/graph_methods.h), performed. */
#ifndef SP_ENGINE_PERFORM_GRAPH_H
#define SP_ENGINE_PERFORM_GRAPH_H

#include "engine/perform/perform.h"

/* What sp_perform does with an instance that is a graph or a network (in->spec).
 * Network: makespan is the completion time, solved or executed; planned the solved one.
 * Steady state: until the date K = in->deadline (1 if there is none, and nothing is executed) done
 * tasks are computed; makespan is K / done, the time a task; planned what Proposition 3 tells to be
 * done (simulate; else NAN). *trace may be NULL. */
void sp_perform_graph(const struct sp_instance *, const struct sp_request *, struct sp_result *,
                      struct sp_trace *trace);

/* A value that the network or graph alone decides: usable, speedup, utilisation and alone (the time
 * of the originator without the others); throughput and time (K). NAN: it has none. */
double sp_graph_measure(const struct sp_instance *, const char *name);

#endif
