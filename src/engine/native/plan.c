/* From a method to a checked schedule: plan() of an off-line heuristic, or the decisions of an
 * on-line one when the native engine executes it in the nominal model. */
#include "base/memory.h"
#include "base/num.h"
#include "engine/decisions.h"
#include "method/context.h"
#include "model/instance.h"
#include <limits.h>
#include <string.h>
#include <time.h>

enum { DEEPEST_PLAN = 8 }; /* calls of sp_plan_with within each other */

/* Starts an on-line heuristic: the job that asks it. */
static int start(struct sp_context *cx, const struct sp_method *method,
                 const struct sp_instance *in, const struct sp_conditions *conditions,
                 struct sp_job *job)
{
  const struct sp_heuristic *h = method->heuristic;
  *job = (struct sp_job){
      .in = in, .heuristic = h, .options = method->options, .conditions = conditions};
  if (sp_check_problem(cx, h, in))
    return -1;
  if (h->start && h->start(cx, in, method->options, &job->state))
    return -1;
  if (conditions->decisions)
    decisions_watch(cx, job);
  return 0;
}

/* Runs an on-line heuristic without noise; its decisions are the schedule. */
static int unroll(struct sp_context *cx, const struct sp_method *method,
                  const struct sp_instance *in, struct sp_schedule *out)
{
  struct sp_conditions nominal = {.seed = cx->seed, .stop = cx->stop};
  struct sp_result result;
  struct sp_job job;
  if (start(cx, method, in, &nominal, &job))
    return -1;
  job.record = true;
  sp_native_execute(&job, &result, NULL, out);
  if (result.status != SP_RUN_OK)
    return sp_refuse(cx, "%s: %s", method->heuristic->name, result.reason);
  out->planned = result.makespan;
  return 0;
}

int sp_plan(struct sp_context *cx, const struct sp_method *method, const struct sp_instance *star,
            struct sp_schedule *out)
{
  const struct sp_heuristic *h = method->heuristic;
  const struct sp_instance nominal = sp_nominal_star(star);
  const struct sp_instance *in = sp_is_changing(star) ? &nominal : star;
  cx->reason[0] = '\0';
  if ((h->plan && sp_check_problem(cx, h, in)) || sp_check_tasks(cx, in, SP_TASKS_PLANNED))
    return -1;
  int failed = h->plan ? h->plan(cx, in, method->options, out) : unroll(cx, method, in, out);
  struct sp_error error;
  if (!failed && sp_schedule_check(in, out, &error) != SP_OK)
    failed = sp_refuse(cx, "%s: %.200s", h->name, error.text);
  if (!failed)
    return 0;
  sp_schedule_clear(out);
  if (!cx->reason[0])
    sp_refuse(cx, "%s refuses this instance without a reason", h->name);
  return -1;
}

/* Does a copy of the instance still say the same? */
static bool is_unchanged(const struct sp_instance *copy, const struct sp_instance *in)
{
  size_t n = (size_t)in->m + 1;
  if (copy->m != in->m || copy->problem != in->problem || copy->task_bytes != in->task_bytes ||
      copy->task_flops != in->task_flops || !sp_num_same(copy->total, in->total) ||
      !sp_num_same(copy->deadline, in->deadline))
    return false;
  for (int i = 0; i <= in->m; i++)
    if (memcmp(&copy->platform.node[i].ports, &in->platform.node[i].ports, sizeof(struct sp_ports)))
      return false;
  return !memcmp(copy->c, in->c, n * sizeof *in->c) && !memcmp(copy->w, in->w, n * sizeof *in->w) &&
         !memcmp(copy->latency, in->latency, n * sizeof *in->latency) &&
         !memcmp(copy->load, in->load, n * sizeof *in->load) &&
         !memcmp(copy->buffer, in->buffer, n * sizeof *in->buffer);
}

static struct sp_context *outermost(struct sp_context *cx)
{
  while (cx->outer)
    cx = cx->outer;
  return cx;
}

/* Searches start from plans of searches: in a portfolio min_c-deadline is asked for five times. */
static bool recall(const struct sp_context *cx, const struct sp_method *method,
                   const struct sp_instance *in, struct sp_schedule *out)
{
  const struct remembered *r = cx->remembered;
  while (r && (strcmp(r->method, method->name) || !is_unchanged(r->in, in)))
    r = r->next;
  if (!r)
    return false;
  for (long k = 0; k < r->n; k++)
    sp_schedule_add(out, 0, r->to[k], r->amount ? r->amount[k] : 1, -1);
  out->planned = r->planned;
  return true;
}

/* Remembers the plan of a bag or a divisible load, if they are not many; those that were decided on
 * line are quick to make again. */
static void remember(struct sp_context *cx, const struct sp_method *method,
                     const struct sp_instance *in, const struct sp_schedule *plan)
{
  enum { MOST = 64 };
  int n = 0;
  for (const struct remembered *r = cx->remembered; r; r = r->next)
    n++;
  if (!(in->problem & (SP_BAG | SP_DIVISIBLE)) || !method->heuristic->plan || sp_is_changing(in) ||
      n == MOST)
    return;
  struct remembered *r = sp_xcalloc(1, sizeof *r);
  *r = (struct remembered){.next = cx->remembered,
                           .method = sp_xstrdup(method->name),
                           .in = sp_instance_copy(in),
                           .planned = plan->planned,
                           .n = plan->n,
                           .to = sp_xcalloc((size_t)plan->n, sizeof *r->to)};
  if (in->problem == SP_DIVISIBLE)
    r->amount = sp_xcalloc((size_t)plan->n, sizeof *r->amount);
  for (long k = 0; k < plan->n; k++) {
    r->to[k] = plan->msg[k].to;
    if (r->amount)
      r->amount[k] = plan->msg[k].amount;
  }
  cx->remembered = r;
}

/* Plans with a method given as text. The inner method gets a context of its own: its own random
 * stream, and memory that is freed when it has planned. */
static int plan_with(struct sp_context *cx, const char *text, const struct sp_instance *in,
                     struct sp_schedule *out)
{
  if (is_stopped(cx->stop))
    return sp_refuse(cx, "stopped");
  if (cx->depth == DEEPEST_PLAN)
    return sp_refuse(cx, "plans within plans, %d deep, ask for %s: does one ask for itself?",
                     DEEPEST_PLAN, text);
  struct sp_method method;
  struct sp_error error;
  if (sp_method_parse(cx->registry, text, &method, &error) != SP_OK)
    return sp_refuse(cx, "%.250s", error.text);
  struct sp_context *inner = sp_context_alloc(cx->registry, cx->seed, in, &method);
  inner->depth = cx->depth + 1;
  inner->stop = cx->stop;
  if (cx->asks)
    cx->asks(cx->asks_data, text);
  inner->outer = cx;
  bool known = recall(outermost(cx), &method, in, out);
  int failed = known ? 0 : sp_plan(inner, &method, in, out);
  if (!failed && !known)
    remember(outermost(cx), &method, in, out);
  for (long k = 0; k < out->n; k++) /* executed as soon as possible it ends no later */
    out->msg[k].earliest[SP_OUT] = out->msg[k].earliest[SP_IN] = 0;
  if (failed && cx->outer) /* the outermost names the method that it has asked */
    sp_refuse(cx, "%s", inner->reason);
  else if (failed)
    sp_refuse(cx, "%s: %s", text, inner->reason);
  sp_context_free(inner);
  sp_method_clear(&method);
  return failed;
}

struct sp_context *sp_context_alloc(const struct sp_registry *registry, uint64_t seed,
                                    const struct sp_instance *in, const struct sp_method *method)
{
  return sp_context_with(plan_with, registry, seed, in, method);
}

int sp_prepare(struct sp_context *cx, const struct sp_method *method, const struct sp_instance *in,
               const struct sp_conditions *conditions, struct sp_schedule *plan, struct sp_job *job)
{
  if (!method->heuristic->plan)
    return start(cx, method, in, conditions, job);
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

void sp_run_method(sp_executor *execute, const struct sp_instance *in,
                   const struct sp_registry *registry, const struct sp_method *method,
                   const struct sp_conditions *conditions, struct sp_result *result,
                   struct sp_trace *trace, struct sp_schedule *decided)
{
  struct sp_context *cx = sp_context_alloc(registry, conditions->seed, in, method);
  sp_context_stop_when(cx, conditions->stop);
  cx->asks = conditions->asks;
  cx->asks_data = conditions->asks_data;
  const struct sp_instance nominal = sp_nominal_star(in);
  struct sp_instance *copy = sp_instance_copy(&nominal);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_job job;
  double start = processor_seconds();
  if (sp_check_tasks(cx, in, most_of_run(in, method, trace != NULL)) == 0 &&
      sp_prepare(cx, method, copy, conditions, &plan, &job) == 0) {
    double planning = job.plan ? processor_seconds() - start : NAN;
    job.in = in;
    job.record = decided != NULL;
    if (is_unchanged(copy, in))
      execute(&job, result, trace, decided);
    else
      *result = (struct sp_result){.status = SP_RUN_OK};
    result->planned = plan.planned;
    result->planning = planning;
  } else {
    *result = (struct sp_result){.status = SP_REFUSED, .planned = NAN, .planning = NAN};
    memcpy(result->reason, cx->reason, sizeof cx->reason);
  }
  if (!is_unchanged(copy, in)) {
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
  sp_run_method(sp_native_execute, in, registry, method, conditions, result, trace, decided);
}
