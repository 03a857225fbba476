/* returns: one round of a divisible load whose results return, in the best orders.
 *
 * Each worker gets at most one message and sends one result. Given who is used, the order of the
 * messages and that of the results, the chunks follow from a linear programme
 * (solve/divisible/round.h). The options say which orders are tried:
 *
 *   fifo-by-c  messages by c, or by c descending if that is better, results in the same order;
 *              workers are left out while that helps
 *   fifo       the best with results in the order of the messages
 *   lifo       the best with results in the opposite order
 *   search     both orders changed in a local search, from the best of fifo-by-c and LIFO by c
 *   best       all orders and subsets, by branch and bound from the result of `search`
 *
 * fifo and lifo are found as best is. The branch and bound ends after `nodes` linear programmes;
 * then the best orders found are planned without a proof, and unproven=refuse refuses instead. More
 * than 12 workers are searched locally alone. Six workers take some 10^4 programmes, eight 10^6 to
 * 10^8 (half duplex); with start-ups each subset of the workers is searched.
 *
 * It refuses stars on which nothing returns, whose best round bb-light:depth=once finds.
 *
 * With half duplex all messages come before all results. With a deadline the load whose results
 * have come by it is the greatest; with both a load and a deadline the deadline counts only if the
 * load takes longer.
 *
 * Sources: Beaumont, Marchal, Robert 2005, FIFO and LIFO; the searches are ours. Without start-ups
 * fifo-by-c is the best FIFO where d = z c (their theorem), and LIFO by c the best LIFO. Cost:
 * exponential; a programme of n workers O(n^3), about a microsecond for 8. Example: "c=1,2,6
 * w=6,4,6 result=2,1,6 duplex=half work=68": makespan 279 (messages to 1, 2, 3, results of 3, 1,
 * 2); by LIFO 189/43 a unit, by FIFO 31/7. */
#include "solve/divisible/round.h"

struct options {
  int order, unproven;
  long evaluations, nodes;
};
enum order { FIFO, LIFO, FIFO_BY_C, SEARCH, BEST };
enum unproven { KEEP, REFUSE };

/* A programme of n workers counts as about (n/30)^3 evaluations. */
static long evaluations_of(const struct sp_round *r, const struct options *options)
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

static int find(struct sp_context *cx, const struct sp_round *r, const struct options *options,
                struct sp_orders *best)
{
  static const enum sp_tie ties[] = {
      [FIFO] = SP_TIE_FIFO, [LIFO] = SP_TIE_LIFO, [FIFO_BY_C] = SP_TIE_FIFO, [BEST] = SP_TIE_NONE};
  enum sp_tie tie = ties[options->order];
  *best = start(cx, r, tie, evaluations_of(r, options));
  if (options->order == FIFO_BY_C)
    return 0;
  sp_round_improve(cx, r, tie, evaluations_of(r, options), best);
  if (options->order == SEARCH)
    return 0;
  double bound = sp_round_search(cx, r, tie, options->nodes, best);
  if (options->unproven == REFUSE && bound > best->gain)
    return refuse(cx, r, best->gain, bound);
  return 0;
}

/* The best orders for the load or, if the instance has one, for its deadline. */
static int plan_round(struct sp_context *cx, const struct sp_instance *in,
                      const struct options *options, struct sp_schedule *out)
{
  const struct sp_round *r = sp_round_new(cx, in);
  struct sp_orders best;
  if (!r)
    return -1;
  out->planned = 0;
  if (r->p == 0 || r->W == 0)
    return 0;
  if (find(cx, r, options, &best))
    return -1;
  sp_orders_plan(cx, r, &best, out);
  return 0;
}

static int returns_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                        struct sp_schedule *out)
{
  struct sp_instance whole = *in;
  if (!sp_has_results(in))
    return sp_refuse(cx, "no result returns, take bb-light:depth=once for the best single round");
  whole.deadline = sp_double(INFINITY);
  if (in->total.v < INFINITY) {
    if (plan_round(cx, &whole, data, out))
      return -1;
    if (out->planned <= in->deadline.v)
      return 0;
    sp_schedule_clear(out);
  }
  return plan_round(cx, in, data, out);
}

static const struct sp_option options[] = {
    {"order", SP_CHOICE, offsetof(struct options, order), "best", "fifo|lifo|fifo-by-c|search|best",
     0, 0, "orders of messages and results: tied, by c, searched or all"},
    {"evaluations", SP_INTEGER, offsetof(struct options, evaluations), "5000", NULL, 0, 1e12,
     "orders tried by the local search, which up to as many again polish"},
    {"nodes", SP_INTEGER, offsetof(struct options, nodes), "1000000", NULL, 1, 1e12,
     "most linear programmes of the branch and bound"},
    {"unproven", SP_CHOICE, offsetof(struct options, unproven), "keep", "keep|refuse", 0, 0,
     "if they do not suffice for a proof: plan the best found, or refuse"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_returns = {
    .abi = SP_ABI,
    .name = "returns",
    .summary = "one round whose results return, in the best orders",
    .source = "Beaumont, Marchal, Robert 2005; starport",
    .version = 1,
    .problems = SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = returns_plan,
    .results = true,
};
