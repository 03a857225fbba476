/* starport steady: computes the greatest throughput of a graph, the periodic schedule that reaches
 * it and the best tree, and executes them. */
#include "cli/parts/steady.h"
#include "base/text.h"
#include "cli/commands.h"
#include "io/graph/graph.h"

struct steady_options {
  struct sp_graph_source source;
  const char *star;
  struct steady_simulation simulation;
  bool schedule, tree, most, json, strategy_chosen, fewest;
  long messages; /* 0: not limited */
};

/* Larger programmes are solved in doubles. */
enum { EXACT_NODES = 500, EXACT_LINKS = 1500, PROGRAMME_NODES = 5000 };

/* The default of --places; docs/model.md gives the reason. */
enum { PLACES_PRESET = 3 };

#define AT(field) offsetof(struct steady_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(source.platform)},
    {NULL, CLI_HEADING, 0, NULL, "Platform:", .group = 1},
    {"graph", CLI_TEXT, AT(source.text), "TEXT|@FILE",
     "\"w=1,3,inf edges=1-2:2,1-3:1:5 ports=1 model=base result=1/2\" and, for executions, "
     "buffer=3 profile=w2:10*0.5,20*1",
     .group = 1},
    {"star", CLI_TEXT, AT(star), "TEXT|@FILE",
     "\"c=1,2 w=3,4 buffer=2,1\": the star's exact throughput with these places, and the cycle of "
     "messages that reaches it",
     .group = 1},
    {"master", CLI_TEXT, AT(source.master), "NODE[,NODE..]",
     "nodes that hold the tasks (default: the first)", .group = 1},
    {"model", CLI_TEXT, AT(source.model), "NAME",
     "activities that a node can do at the same time: base, multiport, recv-parallel, "
     "send-parallel, work-parallel or sequential",
     .group = 1},
    {"task-bytes", CLI_TEXT, AT(source.task_bytes), "X",
     "bytes of a task on a SimGrid platform (default 1)", .group = 1, .more = true},
    {"task-flops", CLI_TEXT, AT(source.task_flops), "X",
     "flops of a task on a SimGrid platform (default 1)", .group = 1, .more = true},
    {"simulate", CLI_NUMBER, AT(simulation.run.time), "TIME",
     "execute the solution until this date, and count the tasks", .group = 4, .most = 1e300,
     .given = AT(simulation.wanted)},
    {"strategy", CLI_CHOICE, AT(simulation.run.strategy), "NAME",
     "periodic: start-up, periods, clean-up (default); on-line: on a tree every node serves the "
     "child of least cost with a free place; early: the periods from date 0 on, each hop as "
     "soon as it can, cut at the date",
     .group = 4, .choices = "periodic|on-line|early", .given = AT(strategy_chosen)},
    {"places", CLI_INTEGER, AT(simulation.run.places), "B",
     "on-line: places of each node, tasks that it can hold (default: those of the graph, else 3)",
     .group = 4, .least = 1, .most = 1e9},
    {"most", CLI_FLAG, AT(most), NULL,
     "print the most tasks that any schedule can do by the date: a bound and, of small graphs, the "
     "optimum",
     .group = 4, .more = true},
    {NULL, CLI_HEADING, 0, NULL, "Output:", .group = 3},
    {"schedule", CLI_FLAG, AT(schedule), NULL,
     "print the rounds of a period, start-up and clean-up", .group = 3},
    {"tree", CLI_FLAG, AT(tree), NULL, "print the best spanning tree; on-line runs use it",
     .group = 3},
    {"fewest-places", CLI_FLAG, AT(fewest), NULL,
     "of a star: the fewest places with which it has the rate without limits of places", .group = 3,
     .more = true},
    {"messages", CLI_INTEGER, AT(messages), "K", "of a star: the best period of at most K messages",
     .group = 3, .more = true, .least = 1, .most = 10000},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {0},
};

static void check_simulation(const struct steady_options *o, const char *name)
{
  const struct steady_simulation *s = &o->simulation;
  const char *file = cli_files_option(&s->files);
  const char *option = o->strategy_chosen ? "--strategy"
                       : o->most          ? "--most"
                       : s->run.places    ? "--places"
                       : file             ? file
                                          : cli_execution_option(&s->execution);
  if (!s->wanted && option)
    cli_usage(name, "%s without --simulate=TIME", option);
  if (s->wanted && !(s->run.time > 0))
    cli_usage(name, "--simulate=%g, expected a date > 0", s->run.time);
  if (s->run.places && s->run.strategy != SP_ON_LINE)
    cli_usage(name, "--places without --strategy=on-line");
}

static void check_steady_options(void *options_of, const char *name)
{
  struct steady_options *o = options_of;
  if (o->star &&
      (o->source.platform || o->source.text || o->source.master || o->source.model || o->schedule ||
       o->tree || o->most || o->strategy_chosen || o->simulation.run.places))
    cli_usage(name, "--star with an option of graphs");
  if ((o->fewest || o->messages) && !o->star)
    cli_usage(name, "--%s without --star", o->fewest ? "fewest-places" : "messages");
  if (o->fewest && o->messages)
    cli_usage(name, "expected --fewest-places or --messages, not both");
  if (!o->star && !o->source.platform == !o->source.text)
    cli_usage(name, "expected a platform or --graph%s", o->source.text ? ", not both" : "");
  if (o->source.text && (o->source.task_bytes || o->source.task_flops))
    cli_usage(name, "--task-bytes and --task-flops are for SimGrid platforms");
  check_simulation(o, name);
  o->simulation.run.tree = o->tree;
}

/* ---- Solving */

static bool solve_tree(struct steady_answer *a)
{
  size_t n = (size_t)a->g->platform.nodes + 1;
  int *parent = sp_xcalloc(n, sizeof *parent);
  struct sp_num *c = sp_xcalloc(n, sizeof *c);
  bool tree = sp_graph_is_base(a->g) && sp_graph_as_tree(a->g, parent, c);
  if (tree)
    a->steady.throughput = sp_tree_throughput(a->g->platform.nodes, parent, c, a->g->w);
  free(parent);
  free(c);
  return tree;
}

static void solve(const struct steady_options *o, struct steady_answer *a)
{
  struct sp_error error;
  int nodes = a->g->platform.nodes;
  bool small = nodes <= EXACT_NODES && a->g->links <= EXACT_LINKS;
  a->closed = !small && !o->tree && solve_tree(a);
  if (a->closed)
    return;
  if (nodes > PROGRAMME_NODES)
    cli_refuse(SP_CANNOT, "%d nodes: expected at most %d, or a tree in the base model", nodes,
               PROGRAMME_NODES);
  cli_end_if(cli_failed(cli_steady_solve(a, small, o->tree, &error), &error));
}

/* ---- Execution */

static int perform_strategy(void *self, struct cli_run *run, int k,
                            const struct sp_conditions *conditions, struct sp_error *error)
{
  const struct steady_answer *a = self;
  struct steady_simulation *s = a->simulation;
  bool keep = cli_files_option(&s->files) || s->execution.engine == CLI_BOTH;
  s->run.engine = run->engine[k];
  s->run.conditions = conditions;
  int code = sp_perform_steady(a->g, &a->steady, &a->period, &s->run, &s->executed[k],
                               keep ? &run->trace[k] : NULL, error);
  run->result[k] = s->executed[k].result;
  return code;
}

static int write_files(const struct steady_simulation *s, struct sp_graph *g)
{
  const struct sp_instance in = {.kind = SP_INSTANCE_GRAPH, .graph = g};
  const struct sp_result *result = &s->runs.result[0];
  if (result->status != SP_RUN_OK && !cli_invalid(result))
    return SP_OK;
  const char *title =
      cli_format("steady state, %s, %s: %s task%s by date %s", cli_strategy_name(s->run.strategy),
                 sp_engine_name(s->runs.engine[0]), cli_rounded(result->done),
                 sp_plural(result->done), cli_rounded(s->run.time));
  return cli_files_write(&s->files, &s->runs.trace[0], &in, title, NAN);
}

/* The date as the decimal number that it was written as. */
static void find_most(struct steady_answer *a, double date)
{
  struct sp_error error;
  struct sp_num T;
  char text[32];
  snprintf(text, sizeof text, "%.15g", date);
  if (sp_num_parse(text, &T) != 0)
    T = sp_double(date);
  a->most_asked = true;
  cli_end_if(cli_failed(sp_most_tasks_bound(a->g, &a->steady, T, &a->most_bound, &error), &error));
  a->searched = sp_most_tasks_search(a->g, T, a->most_bound, 0, &a->most, &a->reason) == SP_OK;
}

static void simulate(struct steady_answer *a, struct steady_simulation *s)
{
  a->simulation = s;
  cli_end_if(cli_check_engines(&s->execution));
  cli_end_if(cli_perform_on_engines(&s->execution, perform_strategy, a, &s->runs));
  cli_end_if(write_files(s, a->g));
}

/* ---- The command */

static int report(struct steady_options *o, struct steady_answer *answer)
{
  if (o->simulation.wanted)
    simulate(answer, &o->simulation);
  if (o->most)
    find_most(answer, o->simulation.run.time);
  json_t *document = cli_steady_json(answer, o->tree);
  if (o->json)
    json_print(json_incref(document));
  else
    cli_steady_text(answer, document, o->schedule, o->tree);
  json_decref(document);
  return cli_run_verdict(&o->simulation.runs, false);
}

static int run_steady_command(void *options_of)
{
  struct steady_options *o = options_of;
  struct sp_error error;
  cli_files_probe(&o->simulation.files);
  if (o->simulation.wanted)
    cli_settle_engine(&o->simulation.execution);
  if (o->star)
    return cli_steady_star(o->star, o->fewest, o->messages, o->json, &o->simulation);
  struct steady_answer *a = cli_keep(sp_xcalloc(1, sizeof *a));
  a->g = sp_read_graph(&o->source, &error);
  if (!a->g)
    return cli_failed(SP_BAD_INPUT, &error);
  if (!o->simulation.run.places)
    o->simulation.run.places = a->g->places ? LONG_MAX : PLACES_PRESET;
  solve(o, a);
  return report(o, a);
}

const struct cli_command cli_steady = {
    .name = "steady",
    .does = "solves the steady state of a graph, exactly",
    .option = options,
    .usage = "PLATFORM.xml\n--graph=TEXT\n--star=TEXT",
    .help =
        "Computes the exact steady-state throughput of a graph, the greatest number of tasks per "
        "unit of time, and the periodic schedule that reaches it; with --simulate executes this "
        "schedule or an on-line strategy, and counts the tasks. The exit code is 3 if a trace is "
        "invalid or the engines differ."
        "\vExample: starport steady --graph=\"w=1,3,4,6 edges=1-2:2,1-3:1,3-4:3,2-4:3\" --schedule "
        "--simulate=1000 --gantt=out.svg",
    .group = {{&cli_seed_group, AT(simulation.execution)},
              {&cli_engine_group, AT(simulation.execution)},
              {&cli_files_group, AT(simulation.files)}},
    .check = check_steady_options,
    .size = sizeof(struct steady_options),
    .run = run_steady_command,
};
