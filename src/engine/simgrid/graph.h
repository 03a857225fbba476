/* A graph's platform in SimGrid. */
#ifndef SP_ENGINE_SIMGRID_GRAPH_H
#define SP_ENGINE_SIMGRID_GRAPH_H

#include <simgrid/forward.h>
#include <starport/graph.h>
#include <starport/starport.h>

/* What a unit of load is in SimGrid. */
struct graph_unit {
  double bytes, flops;
};

/* Initialises SimGrid and loads the graph's platform: its own file where SimGrid executes that as
 * the graph says (sp_graph.runs_on_file), else one that is written for it. Compares SimGrid's costs
 * with the graph's. False with the reason. */
bool simgrid_load_graph(const struct sp_graph *, const struct sp_conditions *, struct graph_unit *,
                        struct sp_error *);
sg_host_t simgrid_graph_host(const struct sp_graph *, int node);

#endif
