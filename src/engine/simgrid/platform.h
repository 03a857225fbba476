/* The platform of a star or a graph in SimGrid: loaded, and compared with the instance. */
#pragma once

#include "engine/simgrid/setup.h"
#include "model/graph.h"

/* A platform as the instance describes it. */
struct platform {
  struct platform_source source;
  const struct sp_platform *given;
  const char *kind, *instance, *whose; /* words: "star", "instance", "worker" */
  int first;                           /* the first node that may compute */
  int leader;                          /* a node that is always up */
  const struct sp_num *w;              /* [node] time of a unit; NULL: nothing is computed */
  double bytes, flops;                 /* of a unit of load in SimGrid */
  struct sp_profile *const *profile;   /* by enum sp_changing */
  int links;                           /* that have profiles */
};

/* Initialises SimGrid, loads the instance's platform (its own file, or one that is written for it)
 * and compares the speeds of its hosts. False with the reason. *platform lives as long as the
 * instance. */
bool simgrid_load_star(const struct sp_instance *, const struct sp_conditions *, struct platform *,
                       struct sp_error *);
/* The same for a graph: its own file where SimGrid executes that as the graph says
 * (sp_graph.runs_on_file), else one that is written for it. */
bool simgrid_load_graph(const struct sp_graph *, const struct sp_conditions *, struct platform *,
                        struct sp_error *);
/* Compares the latencies and bandwidths; to be called by an actor, since SimGrid knows the routes
 * of a cluster only when it runs. False with the reason. */
bool simgrid_check_routes(const struct platform *, struct sp_error *);
