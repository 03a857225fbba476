/* Plans one round of a divisible load whose results return (round.h): the orders that the options
 * ask for are tried, the best is planned.
 *
 * More than SP_ROUND_SEARCHED workers are searched locally alone. With half duplex all messages
 * come before all results. With a deadline the load whose results have come by it is the greatest;
 * with both a load and a deadline the deadline counts only if the load takes longer. Cost:
 * exponential; a programme of n workers O(n^3), about a microsecond for 8. */
#include "solve/returns/round.h"

/* A programme of n workers counts as about (n/30)^3 evaluations. */
static long evaluations_of(const struct sp_round *r, const struct sp_round_options *options)
{
  double n = r->p > 30 ? r->p / 30.0 : 1;
  return (long)((double)options->evaluations / (n * n * n));
}

/* The best of FIFO and LIFO by c and by c descending (a tie: of that one), without the workers that
 * do not help. */
static struct sp_orders start(struct sp_context *cx, const struct sp_round *r, enum sp_tie tie,
                              long evaluations)
{
  struct sp_orders best = sp_orders_new(cx, r), next = sp_orders_new(cx, r);
  struct sp_round_lp lp = sp_round_lp_new(cx, r);
  for (int k = 0; k < 4; k++) {
    enum sp_tie by = k < 2 ? SP_TIE_FIFO : SP_TIE_LIFO;
    if (tie && tie != by)
      continue;
    for (int q = 0; q < r->p; q++)
      next.send[q] = r->worker[k % 2 ? r->p - 1 - q : q];
    next.n = r->p;
    sp_orders_tie(r, by, &next);
    sp_orders_value(&lp, &next, NULL);
    sp_round_select(cx, r, by, evaluations, &next);
    if (next.gain > best.gain)
      sp_orders_copy(&best, &next);
  }
  return best;
}

static int refuse(struct sp_context *cx, const struct sp_round *r, double gain, double bound)
{
  if (r->by_deadline)
    return sp_refuse(cx, "not proven: found a load of %.12g, the bound is %.12g", gain, bound);
  return sp_refuse(cx, "not proven: found a time of %.12g, the bound is %.12g", r->W / gain,
                   r->W / bound);
}

/* The best orders that are found; -1: not proven, and refused. */
static int find(struct sp_context *cx, const struct sp_round *r,
                const struct sp_round_options *options, enum sp_tie tie, struct sp_orders *best)
{
  *best = start(cx, r, tie, evaluations_of(r, options));
  if (options->orders == SP_ROUND_BY_C)
    return 0;
  sp_round_improve(cx, r, tie, evaluations_of(r, options), best);
  if (options->orders == SP_ROUND_SEARCH)
    return 0;
  double bound = sp_round_search(cx, r, tie, options->nodes, best);
  return options->unproven && bound > best->gain ? refuse(cx, r, best->gain, bound) : 0;
}

static int plan_best(struct sp_context *cx, const struct sp_instance *in,
                     const struct sp_round_options *options, enum sp_tie tie,
                     struct sp_schedule *out)
{
  const struct sp_round *r = sp_round_new(cx, in);
  struct sp_orders best;
  if (!r)
    return -1;
  out->planned = 0;
  if (r->p == 0 || r->W == 0)
    return 0;
  if (find(cx, r, options, tie, &best))
    return -1;
  sp_orders_plan(cx, r, &best, out);
  return 0;
}

int sp_round_plan(struct sp_context *cx, const struct sp_instance *in,
                  const struct sp_round_options *options, enum sp_tie tie, struct sp_schedule *out)
{
  struct sp_instance whole = *in;
  if (!sp_has_results(in))
    return sp_refuse(cx, "no result returns, take bb-light:depth=once for the best single round");
  whole.deadline = sp_double(INFINITY);
  if (in->total.v < INFINITY) {
    if (plan_best(cx, &whole, options, tie, out))
      return -1;
    if (out->planned <= in->deadline.v)
      return 0;
    sp_schedule_clear(out);
  }
  return plan_best(cx, in, options, tie, out);
}

#define EVALUATIONS                                                                             \
  {                                                                                             \
    "evaluations", SP_INTEGER, offsetof(struct sp_round_options, evaluations), "5000", NULL, 0, \
        1e12, "orders tried by the local search, which up to as many again polish"              \
  }
const struct sp_option sp_round_tied[] = {
    {"orders", SP_CHOICE, offsetof(struct sp_round_options, orders), "all", "all|search|by-c", 0, 0,
     "orders that are tried: all, those of a local search, or by c"},
    EVALUATIONS,
    {"nodes", SP_INTEGER, offsetof(struct sp_round_options, nodes), "1000000", NULL, 1, 1e12,
     "most linear programmes of the branch and bound"},
    {"unproven", SP_CHOICE, offsetof(struct sp_round_options, unproven), "keep", "keep|refuse", 0,
     0, "if they do not suffice for a proof: plan the best found, or refuse"},
    SP_OPTIONS_END};
const struct sp_option sp_round_local[] = {EVALUATIONS, SP_OPTIONS_END};
