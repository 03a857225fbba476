/* The parts of starport check: the command (check.c) and what it asks of a graph's trace
 * (check_graph.c). */
#ifndef SP_CLI_CHECK_H
#define SP_CLI_CHECK_H

#include "cli/shared/arguments.h"
#include "io/graph/graph.h"
#include <starport/hops.h>

/* The graph and what its nodes hold, as the command line says it; NULL: not said. */
struct check_graph {
  struct sp_graph_source source;
  const char *network; /* "KIND SPEC", in place of the source */
  const char *held, *places, *total, *until;
};

/* Options for graphs alone; those that have the same names for stars, but for a graph. */
extern const struct cli_command check_graph_group, check_node_group;

/* True if the command line names a graph. */
bool check_names_graph(int argc, char **argv);
/* The first of the options that only graphs have; NULL: none was given. */
const char *check_graph_option(const struct check_graph *);
/* An option that a network leaves no room for; NULL: none was given. */
const char *check_graph_mixed(const struct check_graph *);
/* Reads the graph and validates the trace; SP_BAD_INPUT or SP_NOT_VERIFIED with the reason. */
int check_graph(const struct check_graph *, const struct sp_trace *, double tolerance,
                enum sp_durations, struct sp_error *);

#endif
