/* The exact searches of all problems: first the plans of some heuristics, then the search. */
#include <starport/optimal.h>

#include "solve/bounds/bounds.h"
#include "solve/optimum/bag.h"
#include "solve/optimum/optimum.h"

#include <starport/activation.h>
#include <starport/starport.h>

int sp_optimum(const struct sp_instance *in, long node_limit, struct sp_schedule *best,
               double *makespan, double *lower_bound, bool *proven)
{
  bool bag = in->problem == SP_BAG;
  return (bag ? sp_optimum_bag : sp_optimum_redistribution)(in, node_limit, best, makespan,
                                                            lower_bound, proven);
}

/* Replaces *best by the plan of the method if that is better. */
static void try_method(struct sp_context *cx, const char *method, const struct sp_instance *in,
                       struct sp_schedule *best)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  if (!sp_plan_with(cx, method, in, &plan)) {
    double makespan = sp_makespan(in, &plan), known = best->n ? sp_makespan(in, best) : INFINITY;
    if (makespan < known)
      sp_schedule_copy(best, &plan);
  }
  sp_schedule_clear(&plan);
}

/* Enough nodes for most small redistributions; if not, a better plan to start from pays. */
enum { EASY_NODES = 1000 };

static int redistribution(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
                          struct sp_schedule *best)
{
  long easy = o->nodes / 2 < EASY_NODES ? o->nodes / 2 : EASY_NODES;
  try_method(cx, "best-of", in, best);
  if (easy && sp_optimum(in, easy, best, &o->value, &o->bound, &o->proven))
    return -1;
  if (easy && o->proven)
    return 0;
  try_method(cx, "portfolio", in, best);
  return sp_optimum(in, o->nodes - easy, best, &o->value, &o->bound, &o->proven) ? -1 : 0;
}

static int bag(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
               struct sp_schedule *best)
{
  try_method(cx, "min_c-deadline", in, best);
  try_method(cx, "beam", in, best);
  return sp_optimum(in, o->nodes, best, &o->value, &o->bound, &o->proven) ? -1 : 0;
}

static int tasks(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
                 struct sp_schedule *best)
{
  o->all = true;
  if (in->deadline.v == INFINITY &&
      !(in->problem == SP_BAG ? bag : redistribution)(cx, in, o, best))
    return 0;
  sp_schedule_clear(best);
  return sp_refuse(cx,
                   "%s: expected a redistribution or a bag of tasks without deadline, or a "
                   "divisible load; a master that sends and receives one message at a time; and a "
                   "worker that computes",
                   sp_problem_name(in->problem));
}

/* Plans the sequence. Its cost is that of the search, or less if its plan rounds better. */
static int settle(struct sp_context *cx, const struct sp_activation *a,
                  const struct sp_activation_search *search, struct sp_optimal *o, long n,
                  const int *sequence, struct sp_schedule *best)
{
  if (sp_activation_plan(cx, a, n, sequence, best))
    return -1;
  double bound = fmax(fabs(search->bound), bounds_greatest(a->in)), load = 0;
  for (long k = 0; k < best->n; k++)
    load += best->msg[k].amount;
  o->value = a->by_deadline ? load : best->planned;
  o->proven = search->proven;
  o->bound = a->by_deadline ? fmax(o->value, bound) : fmin(o->value, bound);
  if (o->proven)
    o->bound = o->value;
  o->all = sp_activation_room(a, o->value) <= (double)o->messages;
  return 0;
}

static int divisible(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
                     struct sp_schedule *best)
{
  struct sp_activation *a = sp_activation_new(cx, in);
  if (!a)
    return -1;
  o->all = o->proven = a->p == 0;
  if (a->p == 0) {
    o->value = o->bound = 0;
    return sp_activation_plan(cx, a, 0, NULL, best);
  }
  if (o->messages == 0)
    o->messages = sp_activation_messages(a->p);
  struct sp_activation_search search = {.most = o->messages, .limit = o->nodes};
  int *sequence = sp_new(cx, o->messages, int);
  long n = a->limited ? 0 : sp_activation_start(cx, a, true, o->messages, sequence);
  if (sp_activation_search(cx, a, &search, sequence, &n))
    return -1;
  return settle(cx, a, &search, o, n, sequence, best);
}

int sp_optimal(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
               struct sp_schedule *best)
{
  return (in->problem == SP_DIVISIBLE ? divisible : tasks)(cx, in, o, best);
}
