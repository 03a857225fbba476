/* From a method to a checked schedule: plan() of an off-line heuristic, or the decisions of an
 * on-line one; and plans of other methods, for heuristics that ask for them. */
#include "method/context.h"
#include "model/instance.h"
#include "model/schedule.h"

#include <assert.h>
#include <math.h>

enum { DEEPEST_PLAN = 8 }; /* calls of sp_plan_with within each other */

int sp_plan(struct sp_context *cx, const struct sp_method *method, const struct sp_instance *star,
            struct sp_schedule *out)
{
  const struct sp_heuristic *h = method->heuristic;
  struct sp_instance nominal = sp_nominal_star(star);
  if (h->clairvoyant)
    nominal.sizes = star->sizes;
  const struct sp_instance *in = sp_is_changing(star) ? &nominal : star;
  cx->reason[0] = '\0';
  if ((h->plan && sp_check_problem(cx, h, star)) || sp_check_tasks(cx, in, SP_TASKS_PLANNED))
    return -1;
  int failed = h->plan ? h->plan(cx, in, method->options, out) : cx->on_line(cx, method, in, out);
  struct sp_error error;
  if (!failed && is_stopped(cx->stop))
    failed = sp_refuse(cx, "stopped");
  if (!failed && sp_schedule_check(in, out, &error) != SP_OK)
    failed = sp_refuse(cx, "%s: %.200s", h->name, error.text);
  if (!failed)
    return 0;
  sp_schedule_clear(out);
  if (!cx->reason[0])
    sp_refuse(cx, "%s refuses this instance without a reason", h->name);
  return -1;
}

/* ---- Plans of other methods. */

/* Plans with a method given as text. The inner method gets a context of its own: its own random
 * stream, and memory that is freed when it has planned. */
int sp_plan_with(struct sp_context *cx, const char *text, const struct sp_instance *in,
                 struct sp_schedule *out)
{
  assert(cx->on_line);
  if (is_stopped(cx->stop))
    return sp_refuse(cx, "stopped");
  if (cx->depth == DEEPEST_PLAN)
    return sp_refuse(cx, "plans within plans, %d deep, ask for %s: does one ask for itself?",
                     DEEPEST_PLAN, text);
  struct sp_method method;
  struct sp_error error;
  if (sp_method_parse(cx->registry, text, &method, &error) != SP_OK)
    return sp_refuse(cx, "%.250s", error.text);
  struct sp_context *inner = sp_context_with(cx->on_line, cx->registry, cx->seed, in, &method);
  inner->depth = cx->depth + 1;
  inner->stop = cx->stop;
  if (cx->asks)
    cx->asks(cx->asks_data, text);
  int failed = sp_plan(inner, &method, in, out);
  for (long k = 0; k < out->n; k++) /* executed as soon as possible it ends no later */
    out->msg[k].earliest[SP_OUT] = out->msg[k].earliest[SP_IN] = 0;
  if (failed && cx->depth > 0) /* the outermost names the method that it has asked */
    sp_refuse(cx, "%s", inner->reason);
  else if (failed)
    sp_refuse(cx, "%s: %s", text, inner->reason);
  sp_context_free(inner);
  sp_method_clear(&method);
  return failed;
}

double sp_schedule_cost(const struct sp_instance *in, const struct sp_schedule *plan)
{
  return in->deadline.v < INFINITY ? -sp_load_by(in, plan, in->deadline.v) : sp_makespan(in, plan);
}

int sp_plan_better(struct sp_context *cx, const char *method, const struct sp_instance *in,
                   double *best, struct sp_schedule *out)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  int refused = sp_plan_with(cx, method, in, &plan);
  double cost = refused ? INFINITY : sp_schedule_cost(in, &plan);
  if (cost < *best) {
    *best = cost;
    sp_schedule_copy(out, &plan);
  }
  sp_schedule_clear(&plan);
  return refused;
}
