/* Checks traces of graphs, for starport check (check_graph.c). */
#pragma once

#include "cli/shared/arguments.h"
#include "io/graph/graph.h"
#include <starport/hops.h>

/* The options for a graph; NULL: not given. */
struct check_graph {
  struct sp_graph_source source;
  const char *network; /* "KIND SPEC", in place of the source */
  const char *held, *places, *total, *until;
};

/* Options that only graphs have; options of graphs that stars have with the same names. */
extern const struct cli_command check_graph_group, check_node_group;

/* True if the command line names a graph. */
bool check_names_graph(int argc, char **argv);
/* The first given option that only graphs have; NULL if none was given. */
const char *check_graph_option(const struct check_graph *);
/* A given option that --network excludes; NULL if none was given. */
const char *check_graph_mixed(const struct check_graph *);
/* Reads the graph and validates the trace; SP_BAD_INPUT or SP_NOT_VERIFIED with the reason. */
int check_graph(const struct check_graph *, const struct sp_trace *, double tolerance,
                enum sp_durations, struct sp_error *);
