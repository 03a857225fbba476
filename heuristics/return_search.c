/* return-search: one round of a divisible load whose results return, by local search.
 *
 * From the best of FIFO and LIFO by c and by c descending, the orders of the messages and of the
 * results and the set of the workers are changed while that helps, at most `evaluations` times.
 *
 * Source: ours; the model is Beaumont, Marchal, Robert's, HiPC 2005.
 * Example: "c=1,2,6 w=6,4,6 result=2,1,6 duplex=half work=68": makespan 279. */
#include "solve/returns/round.h"

static int return_search_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                              struct sp_schedule *out)
{
  struct sp_round_options options = *(const struct sp_round_options *)data;
  options.orders = SP_ROUND_SEARCH;
  return sp_round_plan(cx, in, &options, SP_TIE_NONE, out);
}

const struct sp_heuristic sp_heuristic_return_search = {
    .name = "return-search",
    .summary = "one round whose results return, by local search",
    .source = "starport",
    SP_ROUND_HEURISTIC(return_search, sp_round_local),
};
