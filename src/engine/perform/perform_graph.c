/* From a network or a graph in words to a result; see perform_graph.h. */
#include "engine/perform/perform_graph.h"
#include "engine/perform/isolate.h"
#include "engine/perform/network_run.h"
#include "engine/perform/steady_run.h"
#include "io/graph/graph.h"
#include "io/graph/network_spec.h"
#include "model/context.h"
#include "model/graph_methods.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Larger programmes are solved in doubles. */
enum { EXACT_NODES = 60 };

struct performance {
  const struct sp_instance *in;
  const struct sp_request *request;
};

static void refuse(struct sp_result *result, const char *why)
{
  *result = (struct sp_result){
      .status = SP_REFUSED, .makespan = NAN, .planned = NAN, .planning = NAN, .done = NAN};
  snprintf(result->reason, sizeof result->reason, "%.250s", why);
}

static bool is(const struct performance *p, const char *method)
{
  return !strcmp(p->request->method->heuristic->name, method);
}

/* A value that was computed and not executed. */
static void tell(struct sp_result *result, double makespan, double planned, double done)
{
  *result = (struct sp_result){
      .verified = true, .makespan = makespan, .planned = planned, .planning = NAN, .done = done};
}

/* ---- Networks: "chain n=5 z=1". */

/* The network of an instance, solved; false with the error. */
static bool open_network(const struct sp_instance *in, struct sp_network **net,
                         struct sp_network_solution *solution, struct sp_error *error)
{
  char kind[16];
  size_t length = strcspn(in->spec, " ");
  snprintf(kind, sizeof kind, "%.*s", (int)length, in->spec);
  *net = sp_network_parse(sp_network_kind_of(kind), in->spec + length, error);
  if (*net && sp_network_solve(*net, solution, error) == SP_OK)
    return true;
  sp_network_free(*net);
  return false;
}

static void perform_network(const struct performance *p, struct sp_result *result,
                            struct sp_trace *trace)
{
  struct sp_error error;
  struct sp_network_solution solution;
  struct sp_network *net;
  if (!open_network(p->in, &net, &solution, &error)) {
    refuse(result, error.text);
    return;
  }
  if (is(p, "solve"))
    tell(result, solution.time, solution.time, net->kind == SP_SWITCH ? NAN : 1);
  else if (sp_network_execute(net, &solution, SP_PARALLEL, p->request->engine,
                              p->request->conditions, result, trace, &error))
    refuse(result, error.text);
  sp_network_solution_clear(&solution);
  sp_network_free(net);
}

/* ---- Steady state. */

/* K, the date until which it is watched. */
static double horizon(const struct sp_instance *in)
{
  return isfinite(in->deadline.v) ? in->deadline.v : 1;
}

/* So much was done by K. */
static void judge(const struct sp_instance *in, struct sp_result *result, double planned)
{
  if (!(result->done > 0)) {
    refuse(result, "nothing is done by that time, expected a greater time");
    return;
  }
  result->makespan = horizon(in) / result->done;
  result->planned = planned;
}

static void solve_tree(const struct performance *p, const struct sp_graph *g,
                       struct sp_result *result)
{
  struct sp_error error;
  struct sp_tree tree;
  if (sp_best_tree(g, 0, &tree, &error)) {
    refuse(result, error.text);
    return;
  }
  tell(result, NAN, NAN, tree.throughput * horizon(p->in));
  judge(p->in, result, NAN);
  sp_tree_clear(&tree);
}

static int execute(const struct performance *p, const struct sp_graph *g,
                   const struct sp_steady *steady, const struct sp_steady_period *period,
                   struct sp_result *result, struct sp_trace *trace, struct sp_error *error)
{
  const struct sp_on_line_options *options = p->request->method->options;
  bool on_line = is(p, "on-line");
  struct sp_steady_executed executed;
  struct sp_steady_run run = {.strategy = on_line ? SP_ON_LINE : SP_PERIODIC,
                              .time = p->in->deadline.v,
                              .places = on_line ? options->places : 0,
                              .tree = on_line,
                              .engine = p->request->engine,
                              .conditions = p->request->conditions};
  if (isinf(run.time))
    return sp_bad_input(error, "no date is given, expected time=K");
  int code = sp_steady_execute(g, steady, period, &run, &executed, trace, error);
  if (code)
    return code;
  *result = executed.result;
  if (result->status == SP_RUN_OK)
    judge(p->in, result, executed.formula);
  return SP_OK;
}

static void perform_flow(const struct performance *p, const struct sp_graph *g,
                         struct sp_result *result, struct sp_trace *trace)
{
  struct sp_error error;
  struct sp_steady steady;
  struct sp_steady_period period = {0};
  bool periodic = is(p, "simulate");
  int code = sp_steady_solve(g, periodic || g->platform.nodes <= EXACT_NODES, &steady, &error);
  if (code) {
    refuse(result, error.text);
    return;
  }
  if (is(p, "solve")) {
    tell(result, NAN, NAN, steady.throughput * horizon(p->in));
    judge(p->in, result, NAN);
  } else {
    code = periodic ? sp_steady_period_build(g, &steady, &period, &error) : SP_OK;
    if (!code)
      code = execute(p, g, &steady, periodic ? &period : NULL, result, trace, &error);
    if (code)
      refuse(result, error.text);
  }
  sp_steady_period_clear(&period);
  sp_steady_clear(&steady);
}

static void perform_steady(const struct performance *p, struct sp_result *result,
                           struct sp_trace *trace)
{
  struct sp_error error;
  struct sp_graph *g = sp_read_graph_spec(p->in->spec, &error);
  if (!g)
    refuse(result, error.text);
  else if (is(p, "tree"))
    solve_tree(p, g, result);
  else
    perform_flow(p, g, result, trace);
  sp_graph_free(g);
}

/* ---- Both. */

/* True, with the reason in *result, if the method is for other problems. */
static bool is_refused(const struct performance *p, struct sp_result *result)
{
  const struct sp_request *r = p->request;
  struct sp_context *cx = sp_context_alloc(r->registry, r->conditions->seed, p->in, r->method);
  bool refused = sp_check_problem(cx, r->method->heuristic, p->in) != 0;
  if (refused)
    refuse(result, sp_context_reason(cx));
  sp_context_free(cx);
  return refused;
}

static void perform(void *data, struct sp_result *result, struct sp_trace *trace,
                    struct sp_schedule *decided)
{
  const struct performance *p = data;
  (void)decided;
  if (!p->request->method)
    refuse(result, "a plan of a star's messages, expected a method of graphs");
  else if (is_refused(p, result))
    return;
  else if (p->in->problem == SP_NETWORK)
    perform_network(p, result, trace);
  else
    perform_steady(p, result, trace);
  result->planning = NAN;
  if (trace && result->status == SP_RUN_OK)
    sp_trace_sort(trace);
}

/* SimGrid runs in a child of its own below; limits make one of the whole, which takes that one with
 * it. */
void sp_perform_graph(const struct sp_instance *in, const struct sp_request *request,
                      struct sp_result *result, struct sp_trace *trace)
{
  struct performance p = {in, request};
  if (request->seconds > 0 || request->megabytes > 0)
    sp_isolate(perform, &p, request->seconds, request->megabytes, false, result, trace, NULL);
  else
    perform(&p, result, trace, NULL);
}

/* ---- Measures. */

static double network_measure(const struct sp_instance *in, const char *name)
{
  struct sp_error error;
  struct sp_network *net;
  struct sp_network_solution s;
  if (!open_network(in, &net, &s, &error))
    return NAN;
  double value = !strcmp(name, "usable")        ? s.usable
                 : !strcmp(name, "speedup")     ? s.speedup
                 : !strcmp(name, "utilisation") ? s.utilisation
                 : !strcmp(name, "alone")       ? s.speedup * s.time
                                                : NAN;
  sp_network_solution_clear(&s);
  sp_network_free(net);
  return value;
}

static double throughput_of(const struct sp_instance *in)
{
  struct sp_error error;
  struct sp_steady steady;
  struct sp_graph *g = sp_read_graph_spec(in->spec, &error);
  double throughput = NAN;
  if (g && sp_steady_solve(g, g->platform.nodes <= EXACT_NODES, &steady, &error) == SP_OK) {
    throughput = steady.throughput;
    sp_steady_clear(&steady);
  }
  sp_graph_free(g);
  return throughput;
}

double sp_graph_measure(const struct sp_instance *in, const char *name)
{
  if (in->problem == SP_NETWORK)
    return network_measure(in, name);
  if (!strcmp(name, "time"))
    return horizon(in);
  return !strcmp(name, "throughput") ? throughput_of(in) : NAN;
}
