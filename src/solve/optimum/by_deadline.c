/* The most tasks by a deadline T: by bisection, the greatest n of which a plan ends by T.
 *
 * Bag: the tasks done by T are a bag of n tasks, and the other messages can be left out.
 *
 * Redistribution: tasks not done by T are left out as well, which leaves loads L' <= L with the sum
 * n. Let f_i = floor(T/w_i). It is enough to try L'_i >= min(L_i, f_i), of the workers that have
 * more tasks than they can compute: where fewer are left, and the worker computes or sends all of
 * them, it can take up one of its own and leave out one that it received, or do one more. For the
 * same reason, a worker that received tasks while some of its own were left out computes its own
 * (rule 5 of docs/model.md), and as many messages to it are dropped. */
#include "model/schedule.h"
#include "solve/bounds/bounds.h"
#include "solve/optimum/optimum.h"

#include <string.h>

struct by_deadline {
  struct sp_context *cx;
  const struct sp_instance *in;
  struct sp_instance trial; /* without deadline; its load is its own */
  long nodes;               /* left */
};

/* Is there a plan of the trial by T? *plan is replaced if there is. */
static enum found end_in_time(struct by_deadline *d, struct sp_schedule *plan)
{
  const char *methods[] = {"min_c-deadline", "beam", "best-of"};
  bool bag = d->in->problem == SP_BAG;
  double T = d->in->deadline.v;
  enum found found = FOUND_NONE;
  struct sp_schedule best = SP_SCHEDULE_EMPTY;
  if (sp_greatest_bound(&d->trial) > T * (1 + 0x1p-40))
    return FOUND_NONE;
  for (int k = bag ? 0 : 2; k < (bag ? 2 : 3) && found != FOUND; k++) {
    double makespan = INFINITY;
    sp_plan_better(d->cx, methods[k], &d->trial, &makespan, &best);
    found = makespan <= T ? FOUND : FOUND_NONE;
  }
  if (found != FOUND) {
    sp_schedule_clear(&best);
    found = optimum_within(d->cx, &d->trial, T, &d->nodes, &best);
  }
  if (found == FOUND)
    sp_schedule_copy(plan, &best);
  sp_schedule_clear(&best);
  return found;
}

/* min(L_i, f_i); 0 of a bag. */
static double own_tasks(const struct sp_instance *in, int i)
{
  return fmin(in->load[i].v, floor(in->deadline.v / in->w[i].v * (1 + 0x1p-40)));
}

/* Leaves out `drop` tasks of the workers from i on in each way, until one ends in time. */
static enum found leave_out(struct by_deadline *d, int i, double drop, struct sp_schedule *plan)
{
  const struct sp_instance *in = d->in;
  if (d->nodes-- <= 0)
    return FOUND_UNKNOWN;
  if (i > in->m)
    return drop > 0 ? FOUND_NONE : end_in_time(d, plan);
  double most = fmin(drop, in->load[i].v - own_tasks(in, i));
  enum found found = FOUND_NONE;
  for (double less = most; less >= 0 && found == FOUND_NONE; less--) {
    d->trial.load[i] = sp_int((int64_t)(in->load[i].v - less));
    found = leave_out(d, i + 1, drop - less, plan);
  }
  return found;
}

/* Drops the last messages to workers of which tasks were left out. */
static void drop_messages(const struct by_deadline *d, struct sp_schedule *plan)
{
  for (int i = 1; i <= d->in->m; i++) {
    double left = d->in->load[i].v - d->trial.load[i].v;
    for (long k = plan->n - 1; k >= 0 && left > 0; k--) {
      if (plan->msg[k].to != i)
        continue;
      memmove(&plan->msg[k], &plan->msg[k + 1], (size_t)(plan->n - k - 1) * sizeof *plan->msg);
      plan->n--;
      left--;
    }
  }
}

static enum found try_tasks(struct by_deadline *d, double n, struct sp_schedule *plan)
{
  d->trial.total = sp_int((int64_t)n);
  if (d->in->problem == SP_BAG)
    return end_in_time(d, plan);
  enum found found = leave_out(d, 1, d->in->total.v - n, plan);
  if (found == FOUND)
    drop_messages(d, plan);
  for (int i = 1; i <= d->in->m; i++)
    d->trial.load[i] = d->in->load[i];
  return found;
}

int optimum_by_deadline(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
                        struct sp_schedule *best)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  struct by_deadline d = {cx, in, *in, o->nodes};
  d.trial.deadline = (struct sp_num){INFINITY, 0, 0};
  d.trial.total = sp_int(0);
  if (!optimum_serves(&d.trial) || sp_bounds(in, bound) == 0)
    return -1;
  d.trial.load = sp_new(cx, in->m + 1, struct sp_num);
  for (int i = 1; i <= in->m; i++)
    d.trial.load[i] = in->load[i];
  double low = 0, high = bound[0].value; /* within reach, and the most to be tried */
  for (int i = 1; i <= in->m; i++)
    low += own_tasks(in, i);
  o->bound = high;
  while (low < high) {
    double n = ceil((low + high) / 2);
    enum found found = try_tasks(&d, n, best);
    if (found == FOUND)
      low = n;
    else
      high = n - 1;
    if (found == FOUND_NONE)
      o->bound = fmin(o->bound, n - 1);
  }
  o->value = low;
  o->proven = o->bound == low;
  best->planned = sp_makespan(in, best);
  return 0;
}
