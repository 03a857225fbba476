/* Executes solved networks and compares the result with the solution. */
#include "engine/perform/network_run.h"
#include "base/memory.h"
#include "engine/perform/perform_hops.h"
#include "engine/perform/switch_run.h"
#include "solve/network/hops.h"
#include <stdio.h>
#include <stdlib.h>

/* Relative difference of sums of rounded durations from the solution. */
static const double SAME = 1e-9;

static void compare_time(struct sp_result *result)
{
  double difference = fabs(result->makespan - result->planned);
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

static int execute_hops(const struct sp_network *net, const struct sp_network_solution *solution,
                        enum sp_engine engine, const struct sp_conditions *conditions,
                        struct sp_result *result, struct sp_trace *trace, struct sp_error *error)
{
  struct sp_graph *g;
  struct sp_hops hops;
  int code = network_hops(net, solution, &g, &hops, error);
  if (code != SP_OK)
    return code;
  double *held = sp_xcalloc((size_t)g->platform.nodes, sizeof *held);
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, conditions};
  struct sp_hop_check check = {.held = held, .total = 1};
  held[net->originator] = 1;
  sp_perform_hops(&job, &check, engine, result, trace);
  result->planned = solution->time;
  free(held);
  sp_graph_free(g);
  sp_hops_clear(&hops);
  return SP_OK;
}

int sp_network_execute(const struct sp_network *net, const struct sp_network_solution *solution,
                       enum sp_switch_order order, enum sp_engine engine,
                       const struct sp_conditions *conditions, struct sp_result *result,
                       struct sp_trace *trace, struct sp_error *error)
{
  struct sp_trace own = SP_TRACE_EMPTY;
  bool is_switch = net->kind == SP_SWITCH;
  trace = trace ? trace : &own;
  int code = is_switch
                 ? switch_execute(net, solution, order, engine, conditions, result, trace, error)
                 : execute_hops(net, solution, engine, conditions, result, trace, error);
  if (code == SP_OK && sp_is_nominal(conditions, engine) && !(is_switch && order == SP_FAIR)) {
    compare_time(result);
    if (!is_switch)
      compare_ends(result, trace);
  }
  sp_trace_clear(&own);
  return code;
}
