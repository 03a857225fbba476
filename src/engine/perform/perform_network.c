/* Executes solved networks, as hops on a graph or as activities on a switch (model/fluid.h), and
 * compares the result with the solution. */
#include "engine/perform/perform_network.h"
#include "base/memory.h"
#include "engine/engine.h"
#include "method/plugin/apart.h"
#include "solve/network/direct.h"
#include "solve/network/hops.h"
#include "validate/fluid.h"

/* Relative differences of dates and rates below this are rounding. */
static const double SAME = 1e-9;

/* ---- A switch. */

/* The largest switch that is executed. */
enum { HOSTS = 10000, STREAMS = 10000, FAIR_STREAMS = 1000 };

const char *sp_switch_order_name(enum sp_switch_order order)
{
  static const char *const name[SP_SWITCH_ORDERS] = {"parallel", "sequential", "fair", "tasks"};
  return name[order];
}

static long add(struct fluid *f, const struct fluid_activity *a)
{
  f->activity[f->n] = *a;
  return f->n++;
}

/* Adds the own load of host i; returns its activity, or -1 if it has none. */
static long add_own(struct fluid *f, int i, double amount, enum sp_switch_order order)
{
  double rate = order == SP_PARALLEL ? amount / f->time : INFINITY;
  return amount > 0 ? add(f, &(struct fluid_activity){true, i, i, amount, rate, -1, -1}) : -1;
}

/* Adds a stream and the computation of its load; own: the activity of the receiver's own load, or
 * -1. */
static void add_stream(struct fluid *f, const struct sp_switch_stream *stream, long own,
                       enum sp_switch_order order)
{
  int from = (int)stream->from, to = (int)stream->to;
  double before = own < 0 ? 0 : f->activity[own].amount / f->speed[to], rest = f->time - before;
  struct fluid_activity a = {
      .from = from, .to = to, .amount = stream->amount, .rate = stream->rate, .after = -1};
  if (order == SP_FAIR)
    a.rate = INFINITY;
  a.stream = add(f, &a);
  a.computes = true;
  a.from = to;
  if (order == SP_SEQUENTIAL) {
    a.after = own;
    a.rate = rest > 0 ? stream->amount / rest : INFINITY;
  } else if (order == SP_FAIR)
    a.after = a.stream;
  add(f, &a);
}

static void fluid_init(struct fluid *f, const struct sp_network *net,
                       const struct sp_network_solution *solution, enum sp_switch_order order)
{
  size_t n = (size_t)net->n;
  long *own = sp_xcalloc(n, sizeof *own);
  f->hosts = (int)net->n;
  f->time = solution->time;
  f->load = solution->load;
  f->bandwidth = sp_xcalloc(n, sizeof *f->bandwidth);
  f->speed = sp_xcalloc(n, sizeof *f->speed);
  f->activity = sp_xcalloc(n + 2 * (size_t)solution->streams, sizeof *f->activity);
  for (int i = 0; i < f->hosts; i++) {
    f->bandwidth[i] = net->bandwidth[i].v;
    f->speed[i] = net->speed[i].v;
    /* the load kept is a difference, and may be small relative to the load */
    double kept = net->load[i].v - fmax(0, solution->delta[i]);
    own[i] = add_own(f, i, fmin(kept, f->time * f->speed[i]), order);
  }
  for (long k = 0; k < solution->streams; k++)
    add_stream(f, &solution->stream[k], own[solution->stream[k].to], order);
  free(own);
}

static void fluid_clear(struct fluid *f)
{
  free(f->bandwidth);
  free(f->speed);
  free(f->activity);
}

struct flow {
  const struct fluid *f;
  enum sp_engine engine;
};

/* The whole run, in this process. */
static void flow(void *data, struct sp_result *result, const struct sp_records *to)
{
  const struct flow *flow = data;
  struct sp_error error = {""};
  (flow->engine == SP_ENGINE_SIMGRID ? sp_simgrid_fluid : sp_native_fluid)(flow->f, result,
                                                                           to->trace);
  if (result->status == SP_RUN_OK)
    sp_run_verified(result, fluid_check(flow->f, to->trace, &error), &error);
}

static int by_activity(const void *a, const void *b)
{
  const struct sp_event *x = a, *y = b;
  int order = (x->message > y->message) - (x->message < y->message);
  return order ? order : (x->start > y->start) - (x->start < y->start);
}

/* True if y continues x at the same rate; the rate of a very short interval is rounding. */
static bool goes_on(const struct sp_event *x, const struct sp_event *y)
{
  double first = x->end - x->start, second = y->end - y->start;
  double a = x->amount * second, b = y->amount * first;
  bool moment = fmin(first, second) <= SAME * y->end;
  return x->message == y->message && fabs(y->start - x->end) <= SAME * y->end &&
         (moment || fabs(a - b) <= SAME * fmax(a, b));
}

/* Joins intervals of one rate, so that the trace does not depend on the pieces of an engine. */
static void join(struct sp_trace *trace)
{
  long n = 0;
  qsort(trace->event, (size_t)trace->n, sizeof *trace->event, by_activity);
  for (long k = 0; k < trace->n; k++)
    if (n && goes_on(&trace->event[n - 1], &trace->event[k])) {
      trace->event[n - 1].amount += trace->event[k].amount;
      trace->event[n - 1].end = trace->event[k].end;
    } else
      trace->event[n++] = trace->event[k];
  trace->n = n;
  sp_trace_sort(trace);
}

static int perform_flows(const struct sp_network *net, const struct sp_network_solution *solution,
                         enum sp_switch_order order, enum sp_engine engine,
                         const struct sp_conditions *conditions, struct sp_result *result,
                         struct sp_trace *trace, struct sp_error *error)
{
  struct fluid f = {.conditions = conditions,
                    .means = order == SP_FAIR && engine == SP_ENGINE_SIMGRID};
  long most = order == SP_FAIR ? FAIR_STREAMS : STREAMS;
  if (solution->streams > most || net->n > HOSTS)
    return sp_failure(
        error, SP_CANNOT,
        "%ld streams between %ld processors, expected at most %ld and %d to execute them",
        solution->streams, net->n, most, HOSTS);
  if (conditions->noise_link > 0 || conditions->noise_cpu > 0)
    return sp_failure(error, SP_CANNOT,
                      "noise on a switch, whose rates are constant: expected none");
  fluid_init(&f, net, solution, order);
  sp_perform_apart(flow, &(struct flow){&f, engine}, engine == SP_ENGINE_SIMGRID, 0, 0, result,
                   &(struct sp_records){.trace = trace});
  result->planned = f.time;
  if (trace->n > 0)
    join(trace);
  fluid_clear(&f);
  return SP_OK;
}

/* ---- Hops: the tasks of a switch, and any other network. */

static int perform_on_graph(const struct sp_network *net,
                            const struct sp_network_solution *solution, enum sp_engine engine,
                            const struct sp_conditions *conditions, struct sp_result *result,
                            struct sp_trace *trace, struct sp_error *error)
{
  struct sp_graph *g;
  struct sp_hops hops;
  bool tasks = net->kind == SP_SWITCH;
  int code = SP_OK;
  if (tasks)
    direct_hops(net, &solution->tasks, &g, &hops);
  else
    code = network_hops(net, solution, &g, &hops, error);
  if (code != SP_OK)
    return code;
  double *held = sp_xcalloc((size_t)g->platform.nodes, sizeof *held);
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, conditions};
  struct sp_hop_check check = {.held = held};
  for (long i = 0; tasks && i < net->n; i++)
    check.total += held[i] = net->load[i].v;
  if (!tasks)
    check.total = held[net->originator] = solution->load;
  sp_perform_hops(&job, &check, engine, result, trace);
  result->planned = tasks ? solution->tasks.planned : solution->time;
  free(held);
  sp_graph_free(g);
  sp_hops_clear(&hops);
  return SP_OK;
}

/* ---- The comparison. */

/* by: at the solved time, which is a deadline, or earlier. */
static void compare_time(struct sp_result *result, bool by)
{
  double late = result->makespan - result->planned, difference = by ? late : fabs(late);
  if (result->status != SP_RUN_OK || difference <= SAME * result->planned)
    return;
  sp_run_fails(result, "the completion time is %.17g, expected %.17g, as solved", result->makespan,
               result->planned);
}

/* Makes a run failed if some processor does not end at the solved time. */
static void compare_ends(struct sp_result *result, const struct sp_trace *trace)
{
  for (long k = 0; k < trace->n && result->status == SP_RUN_OK; k++) {
    const struct sp_event *e = &trace->event[k];
    if (e->kind != SP_COMPUTE || fabs(e->end - result->planned) <= SAME * result->planned)
      continue;
    sp_run_fails(result, "processor %d ends at %.17g, expected %.17g, as solved", e->to, e->end,
                 result->planned);
  }
}

int sp_perform_network(const struct sp_network *net, const struct sp_network_solution *solution,
                       enum sp_switch_order order, enum sp_engine engine,
                       const struct sp_conditions *conditions, struct sp_result *result,
                       struct sp_trace *trace, struct sp_error *error)
{
  struct sp_trace own = SP_TRACE_EMPTY;
  bool is_switch = net->kind == SP_SWITCH;
  trace = trace ? trace : &own;
  int code = is_switch && order != SP_TASKS
                 ? perform_flows(net, solution, order, engine, conditions, result, trace, error)
                 : perform_on_graph(net, solution, engine, conditions, result, trace, error);
  if (code == SP_OK && sp_is_nominal(conditions, engine) && !(is_switch && order == SP_FAIR)) {
    compare_time(result, is_switch && sp_network_is_dual(net));
    if (!is_switch)
      compare_ends(result, trace);
  }
  sp_trace_clear(&own);
  return code;
}
