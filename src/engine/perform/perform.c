/* Performs a run: plans, executes, validates. */
#include "engine/perform/perform.h"
#include "engine/perform/perform_graph.h"
#include "method/plugin/plugin.h"

/* Runs of more tasks are verified only if the caller asks for the trace. */
#define VERIFIED_TASKS 5e6

struct performance {
  const struct sp_instance *in;
  const struct sp_request *request;
};

/* The whole run, in this process. */
static void perform_star(void *data, struct sp_result *result, const struct sp_records *to)
{
  const struct performance *p = data;
  const struct sp_request *r = p->request;
  sp_executor *execute = r->engine == SP_ENGINE_SIMGRID ? sp_simgrid_execute : sp_native_execute;
  struct sp_conditions conditions = *r->conditions;
  struct sp_trace own = SP_TRACE_EMPTY, *events = to->trace;
  struct sp_error error;
  conditions.decisions = to->decisions;
  if (!events && !(sp_most_tasks(p->in) > VERIFIED_TASKS))
    events = &own;
  if (r->plan) {
    struct sp_job job = {.in = p->in, .plan = r->plan, .conditions = &conditions};
    execute(&job, result, events, to->decided);
    result->planned = r->plan->planned;
    result->planning = NAN;
  } else {
    sp_execute_method(execute, p->in, r->registry, r->method, &conditions, result, events,
                      to->decided);
  }
  if (to->trace && result->status == SP_RUN_OK)
    sp_trace_sort(to->trace);
  if (events && result->status == SP_RUN_OK) {
    enum sp_durations durations = sp_durations_of(r->conditions, r->engine);
    sp_run_verified(result, sp_validate(p->in, events, SP_ENGINE_TOLERANCE, durations, &error),
                    &error);
  }
  sp_trace_clear(&own);
}

void sp_perform(const struct sp_instance *in, const struct sp_request *request,
                struct sp_result *result, struct sp_trace *trace, struct sp_schedule *decided)
{
  if (in->kind != SP_INSTANCE_STAR) {
    sp_perform_graph(in, request, result, trace);
    return;
  }
  struct performance p = {in, request};
  struct sp_records to = {trace, decided, request->conditions->decisions};
  sp_perform_method_apart(perform_star, &p, request->method, request->engine == SP_ENGINE_SIMGRID,
                          request->seconds, request->megabytes, result, &to);
  if (result->status != SP_RUN_OK) /* a child that died has set nothing */
    result->planning = NAN;
}
