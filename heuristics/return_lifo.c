/* return-lifo: one round of a divisible load whose results return in the opposite order of the
 * messages.
 *
 * The best order and subset of the workers are found as by return-optimal; orders=search is the
 * local search alone, orders=by-c tries c and c descending, and leaves out workers while that
 * helps.
 *
 * Source: Beaumont, Marchal, Robert, HiPC 2005: without start-ups by c is the best LIFO where
 * d = z c.
 * Example: "c=1,2,6 w=6,4,6 result=2,1,6 duplex=half work=68": makespan 298.884, 189/43 a unit. */
#include "solve/returns/round.h"

SP_ROUND_PLAN(return_lifo, SP_TIE_LIFO)

const struct sp_heuristic sp_heuristic_return_lifo = {
    .name = "return-lifo",
    .summary = "one round, results in the opposite order of the messages",
    .source = "Beaumont, Marchal, Robert 2005",
    SP_ROUND_HEURISTIC(return_lifo, sp_round_tied),
};
