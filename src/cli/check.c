/* starport check: runs the independent validators on a trace of any origin. */
#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/shared/instance.h"
#include "cli/shared/output.h"
#include "io/graph/graph.h"
#include "io/graph/network_spec.h"
#include "solve/network/hops.h"
#include "validate/hop_check.h"

struct check_options {
  struct cli_source source;    /* a star; for a graph its master, task_bytes and task_flops */
  const char *graph, *network; /* in place of a star; network: "KIND SPEC" */
  const char *model, *held, *places, *total, *until; /* of a graph; NULL: not given */
  const char *events;
  double tolerance;
  enum { EXACT, AT_LEAST, ANY } durations;
  bool json;
};

#define AT(field) offsetof(struct check_options, field)
static const struct cli_option options[] = {
    {"events", CLI_TEXT, AT(events), "FILE.csv", "the trace", .group = 0,
     .needed = "name the trace with --events=FILE.csv"},
    {"tolerance", CLI_NUMBER, AT(tolerance), "X",
     "of two dates relative to the later one (default 1e-9)", .group = 0, .most = 1},
    {"durations", CLI_CHOICE, AT(durations), "HOW",
     "relation to the nominal durations: exact (default), at-least, any (noise, other models)",
     .group = 0, .choices = "exact, at-least or any"},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {NULL, CLI_HEADING, 0, NULL,
     "The graph, for a trace whose nodes are numbered from 1:", .group = 4},
    {"graph", CLI_TEXT, AT(graph), "TEXT|@FILE|PLATFORM.xml",
     "the graph, as for steady; --master=NODE[,NODE..], --task-bytes and --task-flops as there",
     .group = 4, .given = AT(source.elsewhere)},
    {"network", CLI_TEXT, AT(network), "KIND SPEC",
     "or the graph of a network's solution, \"chain w=1,2 z=1 r=.2\", as for network; its "
     "originator holds a load of 1, which is computed",
     .group = 4, .given = AT(source.elsewhere)},
    {"model", CLI_TEXT, AT(model), "NAME", "what a node can do at once, as for steady", .group = 4},
    {"held", CLI_TEXT, AT(held), "X[,X..]",
     "units held at date 0: by each master, or by each node (default: inf at masters, else 0)",
     .group = 4},
    {"places", CLI_TEXT, AT(places), "B[,B..]",
     "places, messages that a node can hold: of each node except masters, or of each node "
     "(default: inf)",
     .group = 4},
    {"total", CLI_TEXT, AT(total), "X", "total of units to be computed (default: any number)",
     .group = 4},
    {"until", CLI_TEXT, AT(until), "T", "no event ends later (default: any date)", .group = 4},
    {0},
};

static const enum sp_durations durations[] = {
    [EXACT] = SP_DURATIONS_EXACT, [AT_LEAST] = SP_DURATIONS_AT_LEAST, [ANY] = SP_DURATIONS_ANY};

/* A given option that only graphs have. */
static const char *graph_option(const struct check_options *o)
{
  return o->model    ? "--model"
         : o->held   ? "--held"
         : o->places ? "--places"
         : o->total  ? "--total"
         : o->until  ? "--until"
                     : NULL;
}

/* A given option of graphs that --network excludes. */
static const char *mixed_option(const struct check_options *o)
{
  const struct sp_source *s = &o->source.file;
  return o->graph        ? "--graph"
         : s->master     ? "--master"
         : o->model      ? "--model"
         : s->task_bytes ? "--task-bytes"
         : s->task_flops ? "--task-flops"
                         : NULL;
}

static void check_check_options(void *options_of, const char *name)
{
  const struct check_options *o = options_of;
  if (!o->graph && !o->network && graph_option(o))
    cli_usage(name, "%s without --graph", graph_option(o));
  if (o->network && mixed_option(o))
    cli_usage(name, "--network and %s exclude each other", mixed_option(o));
}

/* ---- Numbers. */

static double read_number(const char *option, const char *text)
{
  struct sp_num number;
  if (sp_num_parse(text, &number) || !(number.v >= 0))
    cli_refuse(SP_BAD_INPUT, "%s: read '%.60s', expected a number >= 0 or inf", option, text);
  return number.v;
}

/* Fills value[i] of the nodes: one number for all masters (or all other nodes), or one number for
 * each node. If text is NULL nothing changes. */
static void read_nodes(const char *option, const char *text, const struct sp_graph *g, bool masters,
                       double *value)
{
  int n = g->platform.nodes, read = 0;
  char *rest = cli_keep(sp_xstrdup(text)), *word;
  double one = 0;
  while ((word = strsep(&rest, ","))) {
    one = read_number(option, word);
    if (read < n)
      value[read] = one;
    read++;
  }
  if (text && read != 1 && read != n)
    cli_refuse(SP_BAD_INPUT, "%s: %d numbers for %d node%s, expected 1 or %d", option, read, n,
               sp_plural(n), n);
  for (int i = 0; i < n && read == 1 && n > 1; i++)
    value[i] = g->master[i] == masters ? one : masters ? 0 : INFINITY;
}

/* A number of places is whole; inf and values above the range of long mean any number. */
static long whole_places(double places)
{
  if (isfinite(places) && places != floor(places))
    cli_refuse(SP_BAD_INPUT, "--places: read %g, expected a whole number or inf", places);
  return places < 9e18 ? (long)places : LONG_MAX;
}

/* ---- The graph. */

static struct sp_graph *read_graph(const struct check_options *o, struct sp_error *error)
{
  bool file = o->graph && sp_has_suffix(o->graph, ".xml");
  struct sp_graph_source source = {.text = file ? NULL : o->graph,
                                   .platform = file ? o->graph : NULL,
                                   .master = o->source.file.master,
                                   .model = o->model,
                                   .task_bytes = o->source.file.task_bytes,
                                   .task_flops = o->source.file.task_flops};
  return sp_read_graph(&source, error);
}

/* The network of "KIND SPEC"; NULL on bad input. */
static struct sp_network *read_network(const char *text, struct sp_error *error)
{
  const char *spec = text + strcspn(text, " ");
  const char *kind = cli_format("%.*s", (int)(spec - text), text);
  enum sp_network_kind found = sp_network_kind_of(kind);
  if (found == SP_NETWORK_KINDS || found == SP_SWITCH)
    cli_refuse(SP_BAD_INPUT,
               "--network: read '%.30s', expected chain, loop, tree, star, bus, hypercube, mesh or "
               "torus",
               kind);
  return sp_network_parse(found, spec + strspn(spec, " "), error);
}

/* The graph on which a network's solution is executed; the only master is its originator. *load:
 * what is computed in all. */
static struct sp_graph *read_network_graph(const char *text, double *load, struct sp_error *error)
{
  struct sp_network_solution solution;
  struct sp_graph *g = NULL;
  struct sp_hops hops = SP_HOPS_EMPTY;
  struct sp_network *net = read_network(text, error);
  if (!net || sp_network_solve(net, &solution, error) ||
      network_hops(net, &solution, &g, &hops, error))
    return NULL;
  for (int i = 0; i < g->platform.nodes; i++)
    g->master[i] = i == net->originator;
  *load = solution.load;
  sp_hops_clear(&hops);
  sp_network_solution_clear(&solution);
  sp_network_free(net);
  return g;
}

static int check_graph(const struct check_options *o, const struct sp_trace *trace,
                       struct sp_error *error)
{
  double load = NAN;
  struct sp_graph *g =
      o->network ? read_network_graph(o->network, &load, error) : read_graph(o, error);
  if (!g)
    return SP_BAD_INPUT;
  size_t n = (size_t)g->platform.nodes;
  double *held = cli_keep(sp_xcalloc(n, sizeof *held));
  double *read = cli_keep(sp_xcalloc(n, sizeof *read));
  long *places = cli_keep(sp_xcalloc(n, sizeof *places));
  struct sp_hop_check check = {held,         o->places ? places : NULL, load, INFINITY,
                               o->tolerance, durations[o->durations]};
  for (size_t i = 0; i < n; i++) {
    held[i] = !g->master[i] ? 0 : o->network ? load : INFINITY;
    read[i] = INFINITY;
  }
  read_nodes("--held", o->held, g, true, held);
  read_nodes("--places", o->places, g, false, read);
  for (size_t i = 0; i < n; i++)
    places[i] = whole_places(read[i]);
  if (o->total)
    check.total = read_number("--total", o->total);
  if (o->until)
    check.until = read_number("--until", o->until);
  int code = sp_validate_hops(g, trace, &check, error);
  sp_graph_free(g);
  return code;
}

/* ---- The command. */

static double makespan_of(const struct sp_trace *trace)
{
  double last = 0;
  for (long k = 0; k < trace->n; k++)
    last = trace->event[k].end > last ? trace->event[k].end : last;
  return last;
}

/* Prints the result of the validator; text: the reason, or the warning if there is any. */
static void print_result(const struct check_options *o, const struct sp_trace *trace, int code,
                         const char *text)
{
  if (o->json)
    json_print(json_pack("{s:b, s:I, s:o, s:o*}", "valid", !code, "events", (json_int_t)trace->n,
                         "makespan", json_number(makespan_of(trace)), code ? "reason" : "warning",
                         *text ? sp_json_text(text) : NULL));
  else if (!code)
    printf("valid: %ld event%s, makespan %s\n%s%s%s", trace->n, sp_plural((double)trace->n),
           cli_rounded(makespan_of(trace)), *text ? "warning: " : "", text, *text ? "\n" : "");
  else
    cli_complain(code, "%s: invalid: %s", o->events, text);
}

/* Reads the trace and validates it: that of a star, or of a graph if in is NULL. */
static int check_trace(const struct check_options *o, const struct sp_instance *in)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_error error = {""};
  cli_end_if(cli_failed(sp_read_events(o->events, &trace, &error), &error));
  int code = in ? sp_validate(in, &trace, o->tolerance, durations[o->durations], &error)
                : check_graph(o, &trace, &error);
  if (code && code != SP_NOT_VERIFIED)
    cli_failed(code, &error);
  else
    print_result(o, &trace, code, error.text);
  sp_trace_clear(&trace);
  return code;
}

static int run_check_command(void *options_of)
{
  const struct check_options *o = options_of;
  if (o->source.elsewhere)
    return check_trace(o, NULL);
  return check_trace(o, cli_read_instance(&o->source, NULL));
}

const struct cli_command cli_check = {
    .name = "check",
    .does = "validates a trace of any origin",
    .option = options,
    .usage = "PLATFORM.xml [DEPLOY.xml] --events=FILE.csv\n--star=TEXT --events=FILE.csv\n"
             "--graph=TEXT|@FILE|PLATFORM.xml --events=FILE.csv\n"
             "--network=\"KIND SPEC\" --events=FILE.csv",
    .help =
        "Validates a trace: ports, store and forward, causality, places, durations, conservation, "
        "the order of the computations. Exit code 3 and the first violation in words if it breaks "
        "the model."
        "\vExample: starport check --star=\"c=2,2 w=3,4 load=5,0\" --events=events.csv",
    .group = {{&cli_instance_group, AT(source)}},
    .check = check_check_options,
    .size = sizeof(struct check_options),
    .run = run_check_command,
};
