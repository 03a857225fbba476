/* Reads and writes graphs (model/graph.h). A reader refuses bad input with a message of one
 * line. */
#pragma once

#include "io/platform/profiles.h"
#include "io/text/profile_text.h"
#include "model/graph.h"

/* The options of the command line that give a graph; NULL: not given. */
struct sp_graph_source {
  const char *text;                    /* --graph, or */
  const char *platform;                /* a SimGrid platform */
  const char *master;                  /* NODE[,NODE..], numbers from 1 or names; default 1 */
  const char *model;                   /* of every node */
  const char *task_bytes, *task_flops; /* of one task, for a SimGrid platform */
};
/* Reads and checks the graph; NULL with *error on bad input. The caller frees it. */
struct sp_graph *sp_read_graph(const struct sp_graph_source *, struct sp_error *);

/* Reads and checks a platform of the steady state: the words of --graph, and optionally
 * master=NODE[,..] (default 1). NULL with *error; the caller frees the graphs of all readers. */
struct sp_graph *sp_read_graph_spec(const char *spec, struct sp_error *);

/* The words of a file on one line, without its comments; NULL with *error if it cannot be read. The
 * caller frees them. */
char *sp_read_graph_words(const char *path, struct sp_error *);

/* ---- the parts of read.c */

/* "w=1,3,4,6 edges=1-2:2,1-3:1" (text.c), which is cut. master: set to the value of master=, NULL
 * if it is not given; without it the key is refused. The graph has no master, is not checked, and
 * has none of the profiles, which are appended to the changes; NULL with *error on bad input. */
struct sp_graph *sp_graph_parse(char *text, const char **master, struct profile_changes *,
                                struct sp_error *);
/* The ports of the operating model of this name. SP_OK, or SP_BAD_INPUT with *error, which begins
 * with `name`. */
int sp_graph_model(const char *name, const char *value, struct sp_ports *, struct sp_error *);
/* Reads a SimGrid platform (simgrid.c). The graph has no master and is not checked. */
struct sp_graph *sp_read_graph_platform(const struct sp_graph_source *, struct sp_error *);

/* Writes the graph as a SimGrid platform: a host per node, a link per direction, a route from each
 * node to each neighbour. Properties hold the exact costs, latencies and buses, so that
 * sp_read_graph_platform returns the same graph. Ports, masters and places are not written, nor are
 * profiles if names is NULL; else a file for each profile of a speed, bandwidth or state, and of a
 * link for each direction, belongs to the platform. */
void sp_write_graph_platform(FILE *, const struct sp_graph *, const struct sp_profile_names *);
/* Writes such a file; the profile's number is that of its name. */
void sp_write_graph_profile(FILE *, const struct sp_graph *, enum sp_changing, int i);
/* Bytes and flops of a unit in that platform. Costs that divide 45 * 2^30 become exact bandwidths,
 * and a fraction of a byte, which SimGrid drops, is less than 1e-10 of a unit. */
#define SP_GRAPH_UNIT (45.0 * (1 << 30))
