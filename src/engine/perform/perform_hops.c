/* Executes hops on an engine and validates the trace. */
#include "engine/perform/perform_hops.h"
#include "engine/hops.h"
#include "engine/perform/isolate.h"

#include <stdio.h>

struct performance {
  const struct sp_hop_job *job;
  const struct sp_hop_check *check;
  enum sp_engine engine;
};

/* Validates the trace; a violation makes the run failed. */
static void verify(const struct performance *p, const struct sp_trace *trace,
                   struct sp_result *result)
{
  const struct sp_conditions *c = p->job->conditions;
  struct sp_hop_check check = *p->check;
  struct sp_error error;
  check.until = p->job->until;
  check.durations = !c || sp_is_nominal(c, p->engine) ? SP_DURATIONS_EXACT : SP_DURATIONS_ANY;
  if (sp_validate_hops(p->job->g, trace, &check, &error) != SP_OK)
    sp_run_fails(result, "invalid trace: %.230s", error.text);
  result->verified = result->status == SP_RUN_OK;
}

/* The whole run, in this process. */
static void perform(void *data, struct sp_result *result, struct sp_trace *trace,
                    struct sp_schedule *decided)
{
  const struct performance *p = data;
  struct sp_trace own = SP_TRACE_EMPTY, *events = trace ? trace : &own;
  (void)decided; /* only for stars */
  (p->engine == SP_ENGINE_SIMGRID ? sp_simgrid_hops : sp_native_hops)(p->job, result, events);
  sp_trace_sort(events);
  if (result->status == SP_RUN_OK)
    verify(p, events, result);
  sp_trace_clear(&own);
}

void sp_perform_hops(const struct sp_hop_job *job, const struct sp_hop_check *check,
                     enum sp_engine engine, struct sp_result *result, struct sp_trace *trace)
{
  struct performance p = {job, check, engine};
  if (engine == SP_ENGINE_SIMGRID)
    sp_isolate(perform, &p, 0, 0, false, result, trace, NULL);
  else
    perform(&p, result, trace, NULL);
  result->planning = NAN; /* nothing was planned */
}
