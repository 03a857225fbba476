/* Methods and engines: a method becomes a job, which an engine executes; the decisions of an
 * on-line heuristic in the nominal model are its plan. */
#include "base/result.h"
#include "engine/decisions.h"
#include "method/context.h"
#include "model/instance.h"
#include <limits.h>
#include <string.h>
#include <time.h>

/* Starts an on-line heuristic: the job that asks it. */
static int start_on_line(struct sp_context *cx, const struct sp_method *method,
                         const struct sp_instance *in, const struct sp_conditions *conditions,
                         struct sp_job *job)
{
  const struct sp_heuristic *h = method->heuristic;
  *job = (struct sp_job){
      .in = in, .heuristic = h, .options = method->options, .conditions = conditions};
  if (sp_check_problem(cx, h, in))
    return -1;
  struct sp_instance *seen = sp_new(cx, 1, struct sp_instance);
  *seen = sp_seen_star(in);
  if (h->start && h->start(cx, seen, method->options, &job->state))
    return -1;
  if (conditions->decisions)
    decisions_watch(cx, job);
  return 0;
}

/* Executes an on-line heuristic without noise; its decisions are the schedule. */
static int plan_on_line(struct sp_context *cx, const struct sp_method *method,
                        const struct sp_instance *in, struct sp_schedule *out)
{
  struct sp_conditions nominal = {.seed = cx->seed, .stop = cx->stop};
  struct sp_result result;
  struct sp_job job;
  if (start_on_line(cx, method, in, &nominal, &job))
    return -1;
  job.record = true;
  sp_native_execute(&job, &result, NULL, out);
  if (result.status != SP_RUN_OK)
    return sp_refuse(cx, "%s: %s", method->heuristic->name, result.reason);
  out->planned = result.makespan;
  return 0;
}

struct sp_context *sp_context_alloc(const struct sp_registry *registry, uint64_t seed,
                                    const struct sp_instance *in, const struct sp_method *method)
{
  return sp_context_with(plan_on_line, registry, seed, in, method);
}

int sp_method_job(struct sp_context *cx, const struct sp_method *method,
                  const struct sp_instance *in, const struct sp_conditions *conditions,
                  struct sp_schedule *plan, struct sp_job *job)
{
  if (!method->heuristic->plan)
    return start_on_line(cx, method, in, conditions, job);
  *job = (struct sp_job){.in = in, .plan = plan, .conditions = conditions};
  return sp_plan(cx, method, in, plan);
}

/* The most tasks of a run. Any number of ports engage all tasks at once. */
static double most_of_run(const struct sp_instance *in, const struct sp_method *method,
                          bool recorded)
{
  if (recorded)
    return SP_TASKS_RECORDED;
  bool at_once = in->platform.node[0].ports.send == INT_MAX;
  return method->heuristic->plan || at_once ? SP_TASKS_PLANNED : SP_TASKS_ON_LINE;
}

/* The processor time of this thread, without that of other programs. */
static double processor_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void sp_execute_method(sp_executor *execute, const struct sp_instance *in,
                       const struct sp_registry *registry, const struct sp_method *method,
                       const struct sp_conditions *conditions, struct sp_result *result,
                       struct sp_trace *trace, struct sp_schedule *decided)
{
  struct sp_context *cx = sp_context_alloc(registry, conditions->seed, in, method);
  sp_context_stop_when(cx, conditions->stop);
  cx->asks = conditions->asks;
  cx->asks_data = conditions->asks_data;
  struct sp_instance nominal = sp_nominal_star(in);
  if (method->heuristic->clairvoyant)
    nominal.sizes = in->sizes;
  struct sp_instance *copy = sp_instance_copy(&nominal);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_job job;
  double start = processor_seconds();
  if (sp_check_problem(cx, method->heuristic, in) == 0 &&
      sp_check_tasks(cx, in, most_of_run(in, method, trace != NULL)) == 0 &&
      sp_method_job(cx, method, copy, conditions, &plan, &job) == 0) {
    double planning = job.plan ? processor_seconds() - start : NAN;
    job.in = in;
    job.record = decided != NULL;
    if (sp_instance_same(copy, in))
      execute(&job, result, trace, decided);
    else
      *result = sp_result_of(SP_RUN_OK);
    result->planned = plan.planned;
    result->planning = planning;
  } else {
    *result = sp_result_of(SP_REFUSED);
    memcpy(result->reason, cx->reason, sizeof cx->reason);
  }
  if (!sp_instance_same(copy, in)) {
    result->status = SP_RUN_OK; /* a refusal was about another instance, too */
    sp_run_fails(result, "%s has changed the instance, which is not its own",
                 method->heuristic->name);
  }
  sp_instance_free(copy);
  sp_schedule_clear(&plan);
  sp_context_free(cx);
}

void sp_native_run(const struct sp_instance *in, const struct sp_registry *registry,
                   const struct sp_method *method, const struct sp_conditions *conditions,
                   struct sp_result *result, struct sp_trace *trace, struct sp_schedule *decided)
{
  sp_execute_method(sp_native_execute, in, registry, method, conditions, result, trace, decided);
}
