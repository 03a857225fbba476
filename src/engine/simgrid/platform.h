/* The platform of a star or a graph in SimGrid: loaded, and compared with the instance. */
#pragma once

#include <starport/graph.h>
#include <starport/starport.h>

/* Initialises SimGrid, loads the instance's platform (its own file, or one that is written for it)
 * and compares the speeds of its hosts. False with the reason. */
bool simgrid_load_star(const struct sp_instance *, const struct sp_conditions *, struct sp_error *);
/* Compares the latencies and bandwidths; to be called by an actor, since SimGrid knows the routes
 * of a cluster only when it runs. False with the reason. */
bool simgrid_star_routes(const struct sp_instance *, struct sp_error *);

/* What a unit of load is in SimGrid. */
struct graph_unit {
  double bytes, flops;
};

/* The same for a graph: its own file where SimGrid executes that as the graph says
 * (sp_graph.runs_on_file), else one that is written for it. */
bool simgrid_load_graph(const struct sp_graph *, const struct sp_conditions *, struct graph_unit *,
                        struct sp_error *);
bool simgrid_graph_routes(const struct sp_graph *, const struct graph_unit *, struct sp_error *);
