/* return-optimal: one round of a divisible load whose results return, in the best orders.
 *
 * Each worker gets at most one message and sends one result. Given who is used, the order of the
 * messages and that of the results, the chunks follow from a linear programme
 * (solve/returns/round.h). All orders and subsets are tried, by branch and bound from the result of
 * return-search: six workers take some 10^4 programmes, eight 10^6 to 10^8 (half duplex); with
 * start-ups each subset of the workers is searched.
 *
 * It ends after `nodes` programmes; then the best orders found are planned without a proof, and
 * unproven=refuse refuses instead. More than 12 workers are searched locally alone. It refuses
 * stars on which nothing returns, whose best round bb-light:depth=once finds.
 *
 * Source: the model is Beaumont, Marchal, Robert's, HiPC 2005; the searches are ours.
 * Example: "c=1,2,6 w=6,4,6 result=2,1,6 duplex=half work=68": makespan 279 (messages to 1, 2, 3,
 * results of 3, 1, 2). */
#include "solve/returns/round.h"

SP_ROUND_PLAN(return_optimal, SP_TIE_NONE)

const struct sp_heuristic sp_heuristic_return_optimal = {
    .name = "return-optimal",
    .summary = "one round whose results return, in the best orders",
    .source = "Beaumont, Marchal, Robert 2005; starport",
    SP_ROUND_HEURISTIC(return_optimal, sp_round_tied + 1),
};
