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

SP_ROUND_PLAN(return_fifo, SP_TIE_FIFO)

const struct sp_heuristic sp_heuristic_return_fifo = {
    .name = "return-fifo",
    .summary = "one round, results in the order of the messages",
    .source = "Beaumont, Marchal, Robert 2005",
    SP_ROUND_HEURISTIC(return_fifo, sp_round_tied),
};
