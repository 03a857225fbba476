/* Performs a run: plans, executes, validates. */
#include "engine/perform/perform.h"
#include "engine/native/plan.h"
#include "engine/perform/isolate.h"
#include "engine/perform/perform_graph.h"
#include <stdio.h>
#include <time.h>

/* Runs of more tasks are verified only if the caller asks for the trace. The units of a divisible
 * load say nothing about the number of messages. */
#define VERIFIED_UNITS 5e6

struct performance {
  const struct sp_instance *in;
  const struct sp_request *request;
};

/* The processor time of this thread, without that of other programs. */
static double processor_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Prepares the job: the given plan, or the method's; *planning: the seconds that planning took, NAN
 * if nothing was planned. */
static int prepare(const struct performance *p, struct sp_context *cx, struct sp_schedule *plan,
                   struct sp_job *job, double *planning)
{
  const struct sp_request *r = p->request;
  *planning = NAN;
  if (r->plan) {
    *job = (struct sp_job){.in = p->in, .plan = r->plan, .conditions = r->conditions};
    return 0;
  }
  double start = processor_seconds();
  int refused = sp_prepare(cx, r->method, p->in, r->conditions, plan, job);
  if (!refused && job->plan)
    *planning = processor_seconds() - start;
  return refused;
}

/* The whole run, in this process. */
static void perform(void *data, struct sp_result *result, struct sp_trace *trace,
                    struct sp_schedule *decided)
{
  const struct performance *p = data;
  const struct sp_request *request = p->request;
  struct sp_context *cx =
      request->plan
          ? NULL
          : sp_context_alloc(request->registry, request->conditions->seed, p->in, request->method);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_trace own = SP_TRACE_EMPTY, *events = trace;
  struct sp_error error;
  struct sp_job job;
  double planning;
  if (!events && (p->in->problem == SP_DIVISIBLE || !(p->in->total.v > VERIFIED_UNITS)))
    events = &own;
  if (prepare(p, cx, &plan, &job, &planning) != 0) {
    *result = sp_refusal(cx);
  } else {
    job.record = decided != NULL;
    (request->engine == SP_ENGINE_SIMGRID ? sp_simgrid_execute
                                          : sp_native_execute)(&job, result, events, decided);
    result->planned = job.plan ? job.plan->planned : NAN;
    result->planning = planning;
    if (result->status == SP_RUN_OK && events) {
      if (events == trace)
        sp_trace_sort(events);
      sp_run_verified(result,
                      sp_validate(p->in, events, 0,
                                  sp_durations_of(request->conditions, request->engine), &error),
                      &error);
    }
  }
  sp_trace_clear(&own);
  sp_schedule_clear(&plan);
  sp_context_free(cx);
}

void sp_perform(const struct sp_instance *in, const struct sp_request *request,
                struct sp_result *result, struct sp_trace *trace, struct sp_schedule *decided)
{
  if (in->kind != SP_INSTANCE_STAR) {
    sp_perform_graph(in, request, result, trace);
    return;
  }
  struct performance p = {in, request};
  sp_run_apart(perform, &p, request->engine == SP_ENGINE_SIMGRID, request->seconds,
               request->megabytes, result, trace, decided);
  if (result->status != SP_RUN_OK) /* a child that died has set nothing */
    result->planning = NAN;
}
