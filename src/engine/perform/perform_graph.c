/* The methods of networks and graphs: what each does with an instance, and the table of them all.
 */
#include "engine/perform/perform_graph.h"
#include "base/result.h"
#include "engine/perform/perform_network.h"
#include "engine/perform/perform_steady.h"
#include "method/context.h"
#include "method/plugin/apart.h"
#include "method/registry.h"
#include "solve/steady/most_tasks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Larger programmes are solved in doubles. */
enum { EXACT_NODES = 60 };

struct performance {
  const struct sp_instance *in;
  const struct sp_request *request;
  struct sp_result *result;
  struct sp_trace *trace;
};

/* Reports values that were computed and not executed. */
static void report_solved(const struct performance *p, double makespan, double planned, double done)
{
  *p->result = sp_result_of(SP_RUN_OK);
  p->result->verified = true;
  p->result->makespan = makespan;
  p->result->planned = planned;
  p->result->done = done;
}

/* ---- Networks. */

/* Solves, and executes if asked. */
static int perform_network(const struct performance *p, bool executed, struct sp_error *error)
{
  const struct sp_network *net = p->in->network;
  struct sp_network_solution solution;
  int code = sp_network_solve(net, &solution, error);
  if (code != SP_OK)
    return code;
  if (!executed)
    report_solved(p, solution.time, solution.time, net->kind == SP_SWITCH ? NAN : solution.load);
  else
    code = sp_perform_network(net, &solution, SP_PARALLEL, p->request->engine,
                              p->request->conditions, p->result, p->trace, error);
  sp_network_solution_clear(&solution);
  return code;
}

/* ---- Steady state. */

/* K, the date until which tasks are counted. */
static double horizon(const struct sp_instance *in)
{
  return isfinite(in->deadline.v) ? in->deadline.v : 1;
}

/* The time a task, where result->done tasks were computed by K. */
static int set_time_per_task(const struct performance *p, double planned, struct sp_error *error)
{
  if (!(p->result->done > 0))
    return sp_bad_input(error, "nothing is done by that time, expected a greater time");
  p->result->makespan = horizon(p->in) / p->result->done;
  p->result->planned = planned;
  return SP_OK;
}

static int report_throughput(const struct performance *p, double throughput, struct sp_error *error)
{
  report_solved(p, NAN, NAN, throughput * horizon(p->in));
  return set_time_per_task(p, NAN, error);
}

static bool is_small(const struct sp_graph *g)
{
  return g->platform.nodes <= EXACT_NODES;
}

static int solve_steady(const struct performance *p, struct sp_error *error)
{
  struct sp_steady steady;
  int code = sp_steady_solve(p->in->graph, is_small(p->in->graph), &steady, error);
  if (code != SP_OK)
    return code;
  code = report_throughput(p, steady.throughput, error);
  sp_steady_clear(&steady);
  return code;
}

struct graph_options {
  int by; /* tree: 0: the best, else how it is grown, enum sp_growth + 1; most: 0: the search, 1:
             the bound */
  long places; /* on-line: tasks that a node can hold */
};

static int solve_tree(const struct performance *p, struct sp_error *error)
{
  const struct graph_options *options = p->request->method->options;
  struct sp_tree tree;
  int code = options->by
                 ? sp_grown_tree(p->in->graph, (enum sp_growth)(options->by - 1), &tree, error)
                 : sp_best_tree(p->in->graph, 0, &tree, error);
  if (code != SP_OK)
    return code;
  code = report_throughput(p, tree.throughput, error);
  sp_tree_clear(&tree);
  return code;
}

static int perform_strategy(const struct performance *p, const struct sp_steady *steady,
                            const struct sp_steady_period *period, struct sp_steady_run *run,
                            struct sp_error *error)
{
  struct sp_steady_executed executed;
  run->time = p->in->deadline.v;
  run->engine = p->request->engine;
  run->conditions = p->request->conditions;
  if (isinf(run->time))
    return sp_bad_input(error, "no date is given, expected time=K");
  int code = sp_perform_steady(p->in->graph, steady, period, run, &executed, p->trace, error);
  *p->result = executed.result;
  return code == SP_OK && p->result->status == SP_RUN_OK
             ? set_time_per_task(p, executed.formula, error)
             : code;
}

static int solve_most(const struct performance *p, struct sp_error *error)
{
  const struct graph_options *options = p->request->method->options;
  const struct sp_graph *g = p->in->graph;
  struct sp_steady steady;
  struct sp_most_tasks most = {0};
  double bound;
  if (isinf(p->in->deadline.v))
    return sp_bad_input(error, "no date is given, expected time=K");
  int code = sp_steady_solve(g, true, &steady, error);
  if (code != SP_OK)
    return code;
  code = sp_most_tasks_bound(g, &steady, p->in->deadline, &bound, error);
  sp_steady_clear(&steady);
  if (code == SP_OK && !options->by)
    code = sp_most_tasks_search(g, p->in->deadline, bound, 0, &most, error);
  if (code == SP_OK && !options->by && !most.proven)
    code = sp_failure(error, SP_CANNOT, "at least %.12g, at most %.12g tasks after %ld states",
                      most.tasks, bound, most.expanded);
  if (code != SP_OK)
    return code;
  report_solved(p, NAN, NAN, options->by ? bound : most.tasks);
  return set_time_per_task(p, NAN, error);
}

static int perform_rounds(const struct performance *p, enum sp_strategy strategy,
                          struct sp_error *error)
{
  struct sp_steady steady;
  struct sp_steady_period period = {0};
  int code = sp_steady_solve(p->in->graph, true, &steady, error);
  if (code != SP_OK)
    return code;
  code = sp_steady_period_build(p->in->graph, &steady, &period, error);
  if (code == SP_OK)
    code =
        perform_strategy(p, &steady, &period, &(struct sp_steady_run){.strategy = strategy}, error);
  sp_steady_period_clear(&period);
  sp_steady_clear(&steady);
  return code;
}

static int perform_periods(const struct performance *p, struct sp_error *error)
{
  return perform_rounds(p, SP_PERIODIC, error);
}

static int perform_early(const struct performance *p, struct sp_error *error)
{
  return perform_rounds(p, SP_EARLY, error);
}

static int perform_on_line(const struct performance *p, struct sp_error *error)
{
  const struct graph_options *options = p->request->method->options;
  struct sp_steady_run run = {.strategy = SP_ON_LINE, .places = options->places, .tree = true};
  struct sp_steady steady;
  int code = sp_steady_solve(p->in->graph, is_small(p->in->graph), &steady, error);
  if (code != SP_OK)
    return code;
  code = perform_strategy(p, &steady, NULL, &run, error);
  sp_steady_clear(&steady);
  return code;
}

/* ---- The table. */

static const struct sp_option on_line_option[] = {{"places", SP_INTEGER,
                                                   offsetof(struct graph_options, places), "3",
                                                   NULL, 1, 1000000, "tasks that a node can hold"},
                                                  SP_OPTIONS_END};

static const struct sp_option tree_option[] = {
    {"by", SP_CHOICE, offsetof(struct graph_options, by), "best", "best|link|way|flow|rate", 0, 0,
     "or a tree grown by the cheapest link, the cheapest way, the flow, the throughput"},
    SP_OPTIONS_END};

static const struct sp_option most_option[] = {
    {"by", SP_CHOICE, offsetof(struct graph_options, by), "search", "search|bound", 0, 0,
     "the proven optimum of a small graph, or the upper bound"},
    SP_OPTIONS_END};

struct graph_method {
  struct sp_heuristic heuristic; /* first */
  bool executed;                 /* of a network: the solution is executed */
  int (*steady)(const struct performance *, struct sp_error *);
};

#define METHOD(NAME, PROBLEMS, EXECUTED, STEADY, OPTIONS, SOURCE, SUMMARY) \
  {                                                                        \
    {.abi = SP_ABI,                                                        \
     .name = NAME,                                                         \
     .summary = SUMMARY,                                                   \
     .source = SOURCE,                                                     \
     .version = 1,                                                         \
     .problems = PROBLEMS,                                                 \
     .options = OPTIONS,                                                   \
     .options_size = sizeof(struct graph_options)},                        \
        EXECUTED, STEADY                                                   \
  }
static const struct graph_method methods[] = {
    METHOD("solve", SP_NETWORK | SP_STEADY, false, solve_steady, NULL,
           "Blazewicz, Drozdowski 1997; Banino et al. 2004",
           "the solution of a network or of a graph's steady state, not executed"),
    METHOD("simulate", SP_NETWORK | SP_STEADY, true, perform_periods, NULL,
           "Blazewicz, Drozdowski 1997; Banino et al. 2004, Proposition 3",
           "the solution executed; of a steady state start-up, periods and clean-up"),
    METHOD("tree", SP_STEADY, false, solve_tree, tree_option, "Banino et al. 2004, section 5",
           "steady state of the best spanning tree, not executed"),
    METHOD("on-line", SP_STEADY, true, perform_on_line, on_line_option,
           "Banino et al. 2004, section 3",
           "bandwidth-centric on the best spanning tree, on demand, executed until its time"),
    METHOD("early", SP_STEADY, true, perform_early, NULL, "Banino et al. 2004, section 5",
           "the periods of a steady state without a start-up, cut at its time"),
    METHOD("most", SP_STEADY, false, solve_most, most_option, "Banino et al. 2004, section 7",
           "the most tasks that any schedule computes by its time, not executed"),
};
enum { METHODS = sizeof methods / sizeof *methods };

struct sp_registry *sp_registry_with_graphs(struct sp_error *error)
{
  struct sp_registry *registry = sp_registry_alloc(error);
  for (int i = 0; registry && i < METHODS; i++)
    if (sp_registry_add_graph_method(registry, &methods[i].heuristic, error) != SP_OK) {
      sp_registry_free(registry);
      registry = NULL;
    }
  return registry;
}

/* Heuristics of stars plan or decide. */
bool sp_is_graph_method(const struct sp_heuristic *heuristic)
{
  return !heuristic->plan && !heuristic->next;
}

static int perform_method(const struct performance *p, struct sp_error *error)
{
  const struct sp_method *method = p->request->method;
  if (!method)
    return sp_bad_input(error, "a plan of a star's messages, expected a method of graphs");
  struct sp_context *cx = sp_context_plain();
  bool refused = sp_check_problem(cx, method->heuristic, p->in) != 0;
  if (refused)
    sp_bad_input(error, "%s", sp_context_reason(cx));
  sp_context_free(cx);
  if (refused)
    return SP_BAD_INPUT;
  const struct graph_method *m = (const struct graph_method *)method->heuristic;
  return p->in->kind == SP_INSTANCE_NETWORK ? perform_network(p, m->executed, error)
                                            : m->steady(p, error);
}

static void perform_and_report(void *data, struct sp_result *result, const struct sp_records *to)
{
  struct performance p = *(const struct performance *)data;
  struct sp_error error;
  p.result = result;
  p.trace = to->trace;
  if (perform_method(&p, &error) != SP_OK) {
    *result = sp_result_of(SP_REFUSED);
    snprintf(result->reason, sizeof result->reason, "%.250s", error.text);
  }
  result->planning = NAN;
  if (to->trace && result->status == SP_RUN_OK)
    sp_trace_sort(to->trace);
}

/* SimGrid runs in a child process below; with limits all of it runs in a child, whose end ends that
 * one, too. */
void sp_perform_graph(const struct sp_instance *in, const struct sp_request *request,
                      struct sp_result *result, struct sp_trace *trace)
{
  struct performance p = {.in = in, .request = request};
  sp_perform_apart(perform_and_report, &p, false, request->seconds, request->megabytes, result,
                   &(struct sp_records){.trace = trace});
}

/* ---- Measures. */

static void measure_network(const struct sp_network *net, int n, const char *const *name,
                            double *value)
{
  struct sp_error error;
  struct sp_network_solution s;
  if (n == 1 && !strcmp(name[0], "alone") && !sp_network_is_dual(net)) {
    value[0] = net->w[net->originator].v * net->tcp.v; /* no need to solve */
    return;
  }
  if (sp_network_solve(net, &s, &error))
    return;
  for (int k = 0; k < n; k++)
    value[k] = !strcmp(name[k], "usable")        ? s.usable
               : !strcmp(name[k], "speedup")     ? s.speedup
               : !strcmp(name[k], "utilisation") ? s.utilisation
               : !strcmp(name[k], "alone")       ? s.speedup * s.time
                                                 : value[k];
  sp_network_solution_clear(&s);
}

static double throughput_of(const struct sp_graph *g)
{
  struct sp_error error;
  struct sp_steady steady;
  if (sp_steady_solve(g, is_small(g), &steady, &error) != SP_OK)
    return NAN;
  double throughput = steady.throughput;
  sp_steady_clear(&steady);
  return throughput;
}

void sp_graph_measure(const struct sp_instance *in, int n, const char *const *name, double *value)
{
  if (in->kind == SP_INSTANCE_NETWORK)
    measure_network(in->network, n, name, value);
  for (int k = 0; k < n && in->kind == SP_INSTANCE_GRAPH; k++)
    if (!strcmp(name[k], "time"))
      value[k] = horizon(in);
    else if (!strcmp(name[k], "throughput"))
      value[k] = throughput_of(in->graph);
}
