/* starport steady: the greatest throughput of a graph, the periodic schedule that reaches it, and
 * the best tree. */
#include "cli/steady.h"
#include "cli/cli.h"
#include "io/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct steady_options {
  struct sp_graph_source source;
  bool schedule, tree, json;
};

/* Larger programmes are solved in doubles. */
enum { EXACT_NODES = 500, EXACT_LINKS = 1500, PROGRAMME_NODES = 5000 };

enum { GRAPH = 0x700, MASTER, MODEL, SCHEDULE, TREE, TASK_BYTES, TASK_FLOPS, JSON };
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
    {NULL, 0, NULL, 0, "What to show:", 2},
    {"schedule", SCHEDULE, NULL, 0, "the rounds of a period, start-up and clean-up", 2},
    {"tree", TREE, NULL, 0, "the best spanning tree", 2},
    {"json", JSON, NULL, 0, "print one JSON document", 2},
    {0},
};

static error_t parse_steady(int key, char *text, struct argp_state *state)
{
  struct steady_options *o = state->input;
  switch (key) {
  case GRAPH:
    o->source.text = text;
    return 0;
  case MASTER:
    o->source.master = text;
    return 0;
  case MODEL:
    o->source.model = text;
    return 0;
  case TASK_BYTES:
    o->source.task_bytes = text;
    return 0;
  case TASK_FLOPS:
    o->source.task_flops = text;
    return 0;
  case SCHEDULE:
    o->schedule = true;
    return 0;
  case TREE:
    o->tree = true;
    return 0;
  case JSON:
    o->json = true;
    return 0;
  case ARGP_KEY_ARG:
    if (o->source.platform)
      return ARGP_ERR_UNKNOWN;
    o->source.platform = text;
    return 0;
  case ARGP_KEY_SUCCESS:
    if (!o->source.platform == !o->source.text)
      cli_usage(state->name, "expected a platform or --graph%s",
                o->source.text ? ", not both" : "");
    if (o->source.text && (o->source.task_bytes || o->source.task_flops))
      cli_usage(state->name, "--task-bytes and --task-flops are for SimGrid platforms");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_child steady_children[] = {{&cli_help_argp, 0, NULL, 0}, {0}};
static const struct argp steady_argp = {
    steady_options,
    parse_steady,
    "PLATFORM.xml\n--graph=TEXT",
    "Computes the greatest number of tasks per unit of time that masters can have done on a graph, "
    "exactly, and the periodic schedule that reaches it."
    "\vExample: starport steady --graph=\"w=1,3,4,6 edges=1-2:2,1-3:1,3-4:3,2-4:3\" --schedule",
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
    code = sp_period_build(a->g, &a->steady, &a->period, &error);
  if (code == SP_OK && o->tree)
    code = sp_best_tree(a->g, 0, &a->tree, &error);
  return code == SP_OK ? SP_OK : cli_complain(code, "%s", error.text);
}

static void answer_clear(struct steady_answer *a)
{
  sp_period_clear(&a->period);
  sp_steady_clear(&a->steady);
  sp_tree_clear(&a->tree);
}

int cli_steady(int argc, char **argv)
{
  struct steady_options o = {0};
  struct sp_error error;
  cli_parse(&steady_argp, argc, argv, &o);
  struct sp_graph *g = sp_read_graph(&o.source, &error);
  if (!g)
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  struct steady_answer answer = {.g = g};
  int code = solve(&o, &answer);
  if (code == SP_OK && o.json)
    cli_steady_json(&answer, o.tree);
  else if (code == SP_OK)
    cli_steady_text(&answer, o.schedule, o.tree);
  answer_clear(&answer);
  sp_graph_free(g);
  return code;
}
