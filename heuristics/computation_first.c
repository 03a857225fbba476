/* computation-first: rounds over the workers, the fastest first.
 *
 * As communication-first, but the workers are sorted by w, so that those that will get the most
 * load get their first chunk early. The order is repeated k times, with the best chunks and without
 * empty messages, while k + 1 repetitions are better than k.
 *
 *   order: (w_i, i) ; T_k, W_k, stopping and deadlines as in communication-first
 *
 * Source: RR-6096, section 6.1 (COMPUTATION-FIRST).
 * Cost: as communication-first.
 * Example: "c=1,1,3,5 w=3,7,12,8 latency=8,6,8,6 work=20": two rounds, of which 4 messages carry
 * load, 20130/331 = 60.8. */
#include "solve/divisible/cyclic.h"

SP_CYCLIC_PLAN(computation_first, w)

const struct sp_heuristic sp_heuristic_computation_first = {
    .name = "computation-first",
    .summary = "rounds over the workers by their compute cost",
    .source = "RR-6096, section 6.1 (COMPUTATION-FIRST)",
    SP_CYCLIC_HEURISTIC(computation_first),
};
