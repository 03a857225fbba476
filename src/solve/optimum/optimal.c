/* The exact searches of all problems: first the plans of some heuristics, then the search. */
#include <starport/optimal.h>

#include "method/context.h"
#include "model/instance.h"
#include "solve/bounds/bounds.h"
#include "solve/divisible/activation.h"
#include "solve/optimum/optimum.h"

/* Enough nodes for most small redistributions; if not, a better plan to start from pays. */
enum { EASY_NODES = 1000 };

static int redistribution(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
                          struct sp_schedule *best)
{
  long easy = o->nodes / 2 < EASY_NODES ? o->nodes / 2 : EASY_NODES;
  double known = INFINITY;
  sp_plan_better(cx, "best-of", in, &known, best);
  if (easy && optimum_in(cx, in, easy, best, &o->value, &o->bound, &o->proven))
    return -1;
  if (easy && o->proven)
    return 0;
  known = easy ? o->value : known;
  sp_plan_better(cx, "local-search", in, &known, best);
  sp_plan_better(cx, "local-search:start=fwd", in, &known, best);
  sp_plan_better(cx, "local-search:start=bwd", in, &known, best);
  return optimum_in(cx, in, o->nodes - easy, best, &o->value, &o->bound, &o->proven) ? -1 : 0;
}

static int bag(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
               struct sp_schedule *best)
{
  double known = INFINITY;
  sp_plan_better(cx, "min_c-deadline", in, &known, best);
  sp_plan_better(cx, "beam", in, &known, best);
  return optimum_in(cx, in, o->nodes, best, &o->value, &o->bound, &o->proven) ? -1 : 0;
}

static int tasks(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
                 struct sp_schedule *best)
{
  bool by_deadline = in->deadline.v < INFINITY;
  if ((in->problem & (SP_BAG | SP_REDISTRIBUTION)) &&
      !(by_deadline             ? optimum_by_deadline
        : in->problem == SP_BAG ? bag
                                : redistribution)(cx, in, o, best)) {
    o->searched = o->proven;
    return 0;
  }
  sp_schedule_clear(best);
  return sp_refuse(cx,
                   "%s: expected a redistribution, a bag of tasks or a "
                   "divisible load; send=1, receive=1 and duplex=full; and a worker that computes",
                   sp_problem_name(in->problem));
}

/* True if no worker has a start-up, and some have a link of a cost: splitting a message gains time
 * without end, and the rates of the steady state are approached but not reached, since nothing
 * computes before the first arrival. */
static bool has_no_best(const struct sp_activation *a)
{
  double S = 0, c = 0;
  for (int q = 0; q < a->p; q++) {
    S = fmax(S, a->line[a->worker[q]].S);
    c = fmax(c, a->line[a->worker[q]].c);
  }
  return S == 0 && c > 0;
}

/* Plans the sequence and compares it with the bounds of all sequences. */
static int settle(struct sp_context *cx, const struct sp_activation *a,
                  const struct sp_activation_search *search, struct sp_optimal *o, long n,
                  const int *sequence, struct sp_schedule *best)
{
  const double rounding = 1e-12;
  int prices;
  if (sp_activation_plan(cx, a, n, sequence, best))
    return -1;
  double load = 0, rho = sp_activation_prices(cx, a, 1, &prices)->rho;
  for (long k = 0; k < best->n; k++)
    load += best->msg[k].amount;
  o->value = a->by_deadline ? load : best->planned;
  o->bound = a->by_deadline ? fmin(-search->beyond, rho * a->T)
                            : fmax(search->beyond, sp_greatest_bound(a->in));
  o->proven = a->by_deadline ? o->value >= o->bound * (1 - rounding)
                             : o->value <= o->bound * (1 + rounding);
  o->searched = search->proven || o->proven;
  o->infimum = !o->proven && has_no_best(a) && !(a->by_deadline && a->W < rho * a->T);
  if (o->infimum)
    o->bound = a->by_deadline ? rho * a->T : a->W / rho;
  if (o->proven)
    o->bound = o->value;
  return 0;
}

static int divisible(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
                     struct sp_schedule *best)
{
  struct sp_activation *a = sp_activation_new(cx, in);
  if (!a)
    return -1;
  o->proven = o->searched = a->p == 0;
  if (a->p == 0) {
    o->value = o->bound = 0;
    return sp_activation_plan(cx, a, 0, NULL, best);
  }
  long most = o->messages > 0 ? o->messages : SP_ACTIVATION_LONGEST, first;
  int *sequence = sp_new(cx, most, int);
  long n = sp_activation_start(cx, a, true, most, sequence);
  double cost = sp_activation_cost(a, n, sequence, &first);
  if (o->messages == 0 && (a->limited || sp_activation_room(a, cost) >= (double)most)) {
    o->messages = sp_activation_messages(a->p);
    n = sp_activation_start(cx, a, true, o->messages, sequence);
  }
  struct sp_activation_search search = {.most = o->messages, .limit = o->nodes};
  if (sp_activation_search(cx, a, &search, sequence, &n))
    return -1;
  return settle(cx, a, &search, o, n, sequence, best);
}

int sp_optimal(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
               struct sp_schedule *best)
{
  if (cx->changing || sp_is_changing(in))
    return sp_refuse(cx, "optima are proven of stars that do not change");
  if (cx->sized || sp_has_sizes(in))
    return sp_refuse(cx, "optima are proven of %s",
                     in->problem == SP_BAG ? "tasks of size 1 without an overhead"
                                           : "units of size 1");
  if (sp_has_results(in) && in->problem != SP_BAG)
    return sp_refuse(cx, "optima of divisible loads are proven of results that do not return");
  if (sp_check_tasks(cx, in, SP_TASKS_SEARCHED))
    return -1;
  if (in->release || sp_has_results(in) || o->objective != SP_MAKESPAN)
    return optimum_release(cx, in, o, best);
  return (in->problem == SP_DIVISIBLE ? divisible : tasks)(cx, in, o, best);
}
