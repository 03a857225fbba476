/* starport steady: the greatest throughput of a graph, the periodic schedule that reaches it, the
 * best tree, and what comes of them when they are executed. */
#include "cli/parts/steady.h"
#include "cli/commands.h"
#include "cli/shared/arguments.h"
#include "cli/shared/execution.h"
#include "cli/shared/files.h"
#include "cli/shared/messages.h"
#include "cli/shared/paths.h"
#include "io/graph/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct steady_options {
  struct sp_graph_source source;
  struct steady_simulation simulation;
  bool schedule, tree, json, strategy_chosen;
};

/* Larger programmes are solved in doubles. */
enum { EXACT_NODES = 500, EXACT_LINKS = 1500, PROGRAMME_NODES = 5000 };

/* Places of a node on line, unless --places says another number: docs/model.md tells why. */
enum { PLACES_PRESET = 3 };

enum {
  GRAPH = 0x700,
  MASTER,
  MODEL,
  SCHEDULE,
  TREE,
  TASK_BYTES,
  TASK_FLOPS,
  JSON,
  SIMULATE,
  STRATEGY,
  PLACES,
  SEED
};
static const struct argp_option steady_options[] = {
    {NULL, 0, NULL, 0, "Platform:", 1},
    {"graph", GRAPH, "TEXT|@FILE", 0, "\"w=1,3,inf edges=1-2:2,1-3:1:5 ports=1 model=base\"", 1},
    {"master", MASTER, "NODE[,NODE..]", 0, "which nodes hold the tasks (default: the first)", 1},
    {"model", MODEL, "NAME", 0,
     "what a node can do at once: base, multiport, recv-parallel, send-parallel, work-parallel or "
     "sequential",
     1},
    {"task-bytes", TASK_BYTES, "X", 0, "of one task, on a SimGrid platform (default 1)", 1},
    {"task-flops", TASK_FLOPS, "X", 0, "of one task, on a SimGrid platform (default 1)", 1},
    {NULL, 0, NULL, 0, "Execution:", 2},
    {"simulate", SIMULATE, "TIME", 0, "execute until this date and count the tasks", 2},
    {"strategy", STRATEGY, "NAME", 0,
     "periodic: start-up, periods, clean-up (default); on-line: on a tree every node serves the "
     "child with the least cost that has a free place",
     2},
    {"places", PLACES, "B", 0, "on-line: tasks that a node can hold (default 3)", 2},
    {"seed", SEED, "S", 0, "seed of the noise (default 0)", 2},
    {NULL, 0, NULL, 0, "What comes out:", 3},
    {"schedule", SCHEDULE, NULL, 0, "the rounds of a period, start-up and clean-up", 3},
    {"tree", TREE, NULL, 0, "the best spanning tree (with on-line: decide on it)", 3},
    {"json", JSON, NULL, 0, "print one JSON document", 3},
    {0},
};

/* Where the text of an option goes; NULL: it is no text. */
static const char **text_option(struct steady_options *o, int key)
{
  return key == GRAPH        ? &o->source.text
         : key == MASTER     ? &o->source.master
         : key == MODEL      ? &o->source.model
         : key == TASK_BYTES ? &o->source.task_bytes
         : key == TASK_FLOPS ? &o->source.task_flops
                             : NULL;
}

static double parse_date(const char *text, const struct argp_state *state)
{
  double date = cli_number(state, "--simulate", text);
  if (!(date > 0 && isfinite(date)))
    cli_usage(state->name, "--simulate=%s, expected a date > 0", text);
  return date;
}

static enum sp_strategy parse_strategy(const char *text, const struct argp_state *state)
{
  for (enum sp_strategy s = SP_PERIODIC; s <= SP_ON_LINE; s++)
    if (!strcmp(text, cli_strategy_name(s)))
      return s;
  cli_usage(state->name, "--strategy=%s, expected periodic or on-line", text);
}

static void check_simulation(const struct steady_options *o, const struct argp_state *state)
{
  const struct steady_simulation *s = &o->simulation;
  const struct cli_execution *e = &s->execution;
  const char *file = cli_files_option(&s->files);
  const char *option = o->strategy_chosen ? "--strategy"
                       : s->run.places    ? "--places"
                       : file             ? file
                       : e->engine_chosen ? "--engine"
                       : e->noise         ? "--noise"
                       : e->seeded        ? "--seed"
                       : e->cfg.n         ? "--cfg"
                       : e->log.n         ? "--log"
                                          : NULL;
  if (!s->wanted && option)
    cli_usage(state->name, "%s without --simulate=TIME", option);
  if (s->run.places && s->run.strategy != SP_ON_LINE)
    cli_usage(state->name, "--places without --strategy=on-line");
}

static void check_options(struct steady_options *o, const struct argp_state *state)
{
  if (!o->source.platform == !o->source.text)
    cli_usage(state->name, "expected a platform or --graph%s", o->source.text ? ", not both" : "");
  if (o->source.text && (o->source.task_bytes || o->source.task_flops))
    cli_usage(state->name, "--task-bytes and --task-flops are for SimGrid platforms");
  check_simulation(o, state);
  if (!o->simulation.run.places)
    o->simulation.run.places = PLACES_PRESET;
  o->simulation.run.tree = o->tree;
}

static error_t parse_simulation(struct steady_options *o, int key, char *text,
                                struct argp_state *state)
{
  struct steady_simulation *s = &o->simulation;
  if (key == SIMULATE) {
    s->wanted = true;
    s->run.time = parse_date(text, state);
  } else if (key == STRATEGY) {
    o->strategy_chosen = true;
    s->run.strategy = parse_strategy(text, state);
  } else if (key == PLACES) {
    s->run.places = cli_integer(state, "--places", text, 1);
  } else if (key == SEED) {
    s->execution.seeded = true;
    s->execution.seed = cli_seed(state, text);
  } else {
    return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static error_t parse_steady(int key, char *text, struct argp_state *state)
{
  struct steady_options *o = state->input;
  const char **place = text_option(o, key);
  if (place)
    *place = text;
  else if (key == SCHEDULE)
    o->schedule = true;
  else if (key == TREE)
    o->tree = true;
  else if (key == JSON)
    o->json = true;
  else if (key == ARGP_KEY_INIT) {
    state->child_inputs[0] = &o->simulation.execution;
    state->child_inputs[1] = &o->simulation.files;
  } else if (key == ARGP_KEY_ARG && !o->source.platform)
    o->source.platform = text;
  else if (key == ARGP_KEY_SUCCESS)
    check_options(o, state);
  else
    return parse_simulation(o, key, text, state);
  return 0;
}

static const struct argp_child steady_children[] = {{&cli_engine_argp, 0, NULL, 0},
                                                    {&cli_files_argp, 0, NULL, 0},
                                                    {&cli_help_argp, 0, NULL, 0},
                                                    {0}};
static const struct argp steady_argp = {
    steady_options,
    parse_steady,
    "PLATFORM.xml\n--graph=TEXT",
    "Computes the greatest number of tasks per unit of time that masters can have done on a graph, "
    "exactly, and the periodic schedule that reaches it; with --simulate executes it, or a "
    "strategy that decides on line, and counts. Exit code 3 tells that a trace is invalid or that "
    "the engines differ."
    "\vExample: starport steady --graph=\"w=1,3,4,6 edges=1-2:2,1-3:1,3-4:3,2-4:3\" --schedule "
    "--simulate=1000 --gantt=out.svg",
    steady_children,
    NULL,
    NULL,
};

/* ---- Solving */

static bool solve_tree(struct steady_answer *a)
{
  size_t n = (size_t)a->g->platform.nodes + 1;
  int *parent = calloc(n, sizeof *parent);
  struct sp_num *c = calloc(n, sizeof *c);
  if (!parent || !c)
    abort();
  bool tree = sp_graph_is_base(a->g) && sp_graph_as_tree(a->g, parent, c);
  if (tree)
    a->steady.throughput = sp_tree_throughput(a->g->platform.nodes, parent, c, a->g->w);
  free(parent);
  free(c);
  return tree;
}

static int solve(const struct steady_options *o, struct steady_answer *a)
{
  struct sp_error error;
  int nodes = a->g->platform.nodes;
  bool small = nodes <= EXACT_NODES && a->g->links <= EXACT_LINKS;
  a->closed = !small && !o->tree && solve_tree(a);
  if (a->closed)
    return SP_OK;
  if (nodes > PROGRAMME_NODES)
    return cli_complain(SP_CANNOT, "%d nodes: expected at most %d, or a tree in the base model",
                        nodes, PROGRAMME_NODES);
  int code = sp_steady_solve(a->g, small, &a->steady, &error);
  if (code == SP_OK && small)
    code = sp_steady_period_build(a->g, &a->steady, &a->period, &error);
  if (code == SP_OK && o->tree)
    code = sp_best_tree(a->g, 0, &a->tree, &error);
  return code == SP_OK ? SP_OK : cli_complain(code, "%s", error.text);
}

static void answer_clear(struct steady_answer *a)
{
  sp_steady_period_clear(&a->period);
  sp_steady_clear(&a->steady);
  sp_tree_clear(&a->tree);
}

static int report(const struct steady_options *o, struct steady_answer *answer,
                  struct steady_simulation *simulation)
{
  int code = SP_OK;
  if (simulation->wanted) {
    code = cli_steady_simulate(answer, simulation);
    answer->simulation = simulation;
  }
  if (code)
    return code;
  if (o->json)
    cli_steady_json(answer, o->tree);
  else
    cli_steady_text(answer, o->schedule, o->tree);
  return cli_steady_verdict(simulation);
}

/* Solves, executes, reports; g: NULL if it could not be read. */
static int solve_and_report(struct steady_options *o, const struct sp_graph *g,
                            const struct sp_error *error)
{
  struct steady_answer answer = {.g = g};
  if (!g)
    return cli_complain(SP_BAD_INPUT, "%s", error->text);
  int code = solve(o, &answer);
  if (code == SP_OK)
    code = report(o, &answer, &o->simulation);
  answer_clear(&answer);
  return code;
}

int cli_steady(int argc, char **argv)
{
  struct steady_options o = {0};
  struct sp_error error;
  char *provenance = cli_command_line(argc, argv);
  cli_execution_preset(&o.simulation.execution);
  cli_parse(&steady_argp, argc, argv, &o);
  o.simulation.provenance = provenance;
  int code = cli_files_probe(&o.simulation.files);
  if (code == SP_OK) {
    struct sp_graph *g = sp_read_graph(&o.source, &error);
    code = solve_and_report(&o, g, &error);
    sp_graph_free(g);
  }
  cli_steady_simulation_clear(&o.simulation);
  free(provenance);
  return code;
}
