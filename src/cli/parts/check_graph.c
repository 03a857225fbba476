/* The part of starport check for traces of graphs: options, graph and validation. */
#include "base/memory.h"
#include "cli/parts/check.h"
#include "io/graph/network_spec.h"
#include "solve/network/hops.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct check_graph, field)
static const struct cli_option graph_options[] = {
    {NULL, CLI_HEADING, 0, NULL,
     "The graph, for a trace whose nodes are numbered from 1:", .group = 4},
    {"graph", CLI_TEXT, AT(source.text), "TEXT|@FILE|PLATFORM.xml",
     "the graph, as for steady; --master=NODE[,NODE..], --task-bytes and --task-flops as there",
     .group = 4},
    {"network", CLI_TEXT, AT(network), "KIND SPEC",
     "or the graph of a network's solution, \"chain w=1,2 z=1 r=.2\", as for network; its "
     "originator holds a load of 1, which is computed",
     .group = 4},
    {"model", CLI_TEXT, AT(source.model), "NAME", "what a node can do at once, as for steady",
     .group = 4},
    {"held", CLI_TEXT, AT(held), "X[,X..]",
     "units held at date 0: by each master, or by each node (default: inf at masters, else 0)",
     .group = 4},
    {"places", CLI_TEXT, AT(places), "B[,B..]",
     "messages that a node can hold: each node except masters, or each node (default: inf)",
     .group = 4},
    {"total", CLI_TEXT, AT(total), "X", "total of units to be computed (default: any number)",
     .group = 4},
    {"until", CLI_TEXT, AT(until), "T", "no event ends later (default: any date)", .group = 4},
    {0},
};
const struct cli_command check_graph_group = {.option = graph_options};

static const struct cli_option node_options[] = {
    {"master", CLI_TEXT, AT(source.master), "NODE[,NODE..]",
     "nodes that hold the units (default: the first)", .group = 4},
    {"task-bytes", CLI_TEXT, AT(source.task_bytes), "X",
     "of one task, on a SimGrid platform (default 1)", .group = 4},
    {"task-flops", CLI_TEXT, AT(source.task_flops), "X",
     "of one task, on a SimGrid platform (default 1)", .group = 4},
    {0},
};
const struct cli_command check_node_group = {.option = node_options};

bool check_names_graph(int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    if (!strcmp(argv[k], "--graph") || !strncmp(argv[k], "--graph=", 8) ||
        !strcmp(argv[k], "--network") || !strncmp(argv[k], "--network=", 10))
      return true;
  return false;
}

const char *check_graph_option(const struct check_graph *o)
{
  return o->source.model ? "--model"
         : o->held       ? "--held"
         : o->places     ? "--places"
         : o->total      ? "--total"
         : o->until      ? "--until"
                         : NULL;
}

const char *check_graph_mixed(const struct check_graph *o)
{
  const struct sp_graph_source *s = &o->source;
  return !o->network     ? NULL
         : s->text       ? "--graph"
         : s->master     ? "--master"
         : s->model      ? "--model"
         : s->task_bytes ? "--task-bytes"
         : s->task_flops ? "--task-flops"
                         : NULL;
}

/* ---- Numbers. */

static int read_number(const char *option, const char *text, double *out, struct sp_error *error)
{
  struct sp_num number;
  if (sp_num_parse(text, &number) || !(number.v >= 0))
    return sp_bad_input(error, "%s: read '%.60s', expected a number >= 0 or inf", option, text);
  *out = number.v;
  return SP_OK;
}

/* Fills value[i] of the nodes: one number for all masters (or all other nodes), or one number for
 * each node. If text is NULL nothing changes. */
static int read_nodes(const char *option, const char *text, const struct sp_graph *g, bool masters,
                      double *value, struct sp_error *error)
{
  int n = g->platform.nodes, read = 0, code = SP_OK;
  char *copy = sp_xstrdup(text), *rest = copy, *word;
  double one = 0;

  while (copy && code == SP_OK && (word = strsep(&rest, ","))) {
    code = read_number(option, word, &one, error);
    if (read < n)
      value[read] = one;
    read++;
  }
  free(copy);
  if (code != SP_OK || !text)
    return code;
  if (read != 1 && read != n)
    return sp_bad_input(error, "%s: %d numbers for %d nodes, expected 1 or %d", option, read, n, n);
  for (int i = 0; i < n && read == 1 && n > 1; i++)
    value[i] = g->master[i] == masters ? one : masters ? 0 : INFINITY;
  return SP_OK;
}

/* A number of places is whole; inf and values above the range of long mean any number. */
static int whole_places(const double *room, int n, long *places, struct sp_error *error)
{
  for (int i = 0; i < n; i++) {
    if (isfinite(room[i]) && room[i] != floor(room[i]))
      return sp_bad_input(error, "--places: read %g, expected a whole number or inf", room[i]);
    places[i] = room[i] < 9e18 ? (long)room[i] : LONG_MAX;
  }
  return SP_OK;
}

/* ---- The graph. */

static bool is_file(const char *text)
{
  size_t length = strlen(text);
  return length > 4 && !strcmp(text + length - 4, ".xml");
}

static struct sp_graph *read_graph(const struct sp_graph_source *given, struct sp_error *error)
{
  struct sp_graph_source source = *given;
  if (is_file(source.text)) {
    source.platform = source.text;
    source.text = NULL;
  }
  return sp_read_graph(&source, error);
}

/* The network of "KIND SPEC"; NULL on bad input. */
static struct sp_network *read_network(const char *text, struct sp_error *error)
{
  const char *spec = text + strcspn(text, " ");
  char kind[32];
  snprintf(kind, sizeof kind, "%.*s", (int)(spec - text), text);
  enum sp_network_kind found = sp_network_kind_of(kind);
  if (found == SP_NETWORK_KINDS || found == SP_SWITCH) {
    sp_bad_input(
        error, "--network: read '%.30s', expected chain, loop, tree, star, bus or hypercube", kind);
    return NULL;
  }
  return sp_network_parse(found, spec + strspn(spec, " "), error);
}

/* The graph on which a network's solution is executed; the only master is its originator. */
static struct sp_graph *read_network_graph(const char *text, struct sp_error *error)
{
  struct sp_network_solution solution;
  struct sp_graph *g = NULL;
  struct sp_hops hops = SP_HOPS_EMPTY;
  struct sp_network *net = read_network(text, error);
  if (!net)
    return NULL;
  if (sp_network_solve(net, &solution, error) == SP_OK) {
    if (network_hops(net, &solution, &g, &hops, error) != SP_OK)
      g = NULL;
    for (int i = 0; g && i < g->platform.nodes; i++)
      g->master[i] = i == net->originator;
    sp_hops_clear(&hops);
    sp_network_solution_clear(&solution);
  }
  sp_network_free(net);
  return g;
}

static int validate(const struct check_graph *o, const struct sp_graph *g,
                    const struct sp_trace *trace, struct sp_hop_check *check, double *held,
                    double *room, long *places, struct sp_error *error)
{
  int n = g->platform.nodes;
  for (int i = 0; i < n; i++) {
    held[i] = !g->master[i] ? 0 : o->network ? 1 : INFINITY;
    room[i] = INFINITY;
  }
  if (o->network)
    check->total = 1;
  int code = read_nodes("--held", o->held, g, true, held, error);
  if (code == SP_OK)
    code = read_nodes("--places", o->places, g, false, room, error);
  if (code == SP_OK)
    code = whole_places(room, n, places, error);
  if (code == SP_OK && o->total)
    code = read_number("--total", o->total, &check->total, error);
  if (code == SP_OK && o->until)
    code = read_number("--until", o->until, &check->until, error);
  return code == SP_OK ? sp_validate_hops(g, trace, check, error) : code;
}

int check_graph(const struct check_graph *o, const struct sp_trace *trace, double tolerance,
                enum sp_durations durations, struct sp_error *error)
{
  struct sp_graph *g =
      o->network ? read_network_graph(o->network, error) : read_graph(&o->source, error);
  if (!g)
    return SP_BAD_INPUT;
  size_t n = (size_t)g->platform.nodes;
  double *held = sp_xcalloc(n, sizeof *held), *room = sp_xcalloc(n, sizeof *room);
  long *places = sp_xcalloc(n, sizeof *places);
  struct sp_hop_check check = {held, places, NAN, INFINITY, tolerance, durations};
  int code = validate(o, g, trace, &check, held, room, places, error);
  free(places);
  free(room);
  free(held);
  sp_graph_free(g);
  return code;
}
