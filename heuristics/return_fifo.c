/* return-fifo: one round of a divisible load whose results return in the order of the messages.
 *
 * The best order and subset of the workers are found as by return-optimal; orders=search is the
 * local search alone, orders=by-c tries c and c descending, and leaves out workers while that
 * helps.
 *
 * Source: Beaumont, Marchal, Robert, HiPC 2005: without start-ups by c is the best FIFO where
 * d = z c.
 * Example: "c=1,2,6 w=6,4,6 result=2,1,6 duplex=half work=68": makespan 301.143, 31/7 a unit. */
#include "solve/returns/round.h"

static int return_fifo_plan(struct sp_context *cx, const struct sp_instance *in,
                            const void *options, struct sp_schedule *out)
{
  return sp_round_plan(cx, in, options, SP_TIE_FIFO, out);
}

const struct sp_heuristic sp_heuristic_return_fifo = {
    .abi = SP_ABI,
    .name = "return-fifo",
    .summary = "one round, results in the order of the messages",
    .source = "Beaumont, Marchal, Robert 2005",
    .version = 1,
    .problems = SP_DIVISIBLE,
    .options = sp_round_tied,
    .options_size = sizeof(struct sp_round_options),
    .plan = return_fifo_plan,
    .results = true,
};
