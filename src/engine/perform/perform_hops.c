/* Executes hops on an engine and validates the trace. */
#include "engine/hops.h"
#include "engine/perform/perform.h"
#include "method/plugin/apart.h"

struct performance {
  const struct sp_hop_job *job;
  const struct sp_hop_check *check;
  enum sp_engine engine;
};

/* The whole run, in this process. */
static void perform_hop_job(void *data, struct sp_result *result, const struct sp_records *to)
{
  const struct performance *p = data;
  struct sp_trace own = SP_TRACE_EMPTY, *events = to->trace ? to->trace : &own;
  struct sp_hop_check check = *p->check;
  struct sp_error error;
  (p->engine == SP_ENGINE_SIMGRID ? sp_simgrid_hops : sp_native_hops)(p->job, result, events);
  sp_trace_sort(events);
  check.until = p->job->until;
  check.tolerance = SP_ENGINE_TOLERANCE;
  check.durations = sp_durations_of(p->job->conditions, p->engine);
  if (result->status == SP_RUN_OK)
    sp_run_verified(result, sp_validate_hops(p->job->g, events, &check, &error), &error);
  sp_trace_clear(&own);
}

void sp_perform_hops(const struct sp_hop_job *job, const struct sp_hop_check *check,
                     enum sp_engine engine, struct sp_result *result, struct sp_trace *trace)
{
  struct performance p = {job, check, engine};
  sp_perform_apart(perform_hop_job, &p, engine == SP_ENGINE_SIMGRID, 0, 0, result,
                   &(struct sp_records){.trace = trace});
  result->planning = NAN; /* nothing was planned */
}
