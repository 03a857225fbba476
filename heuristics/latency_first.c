/* latency-first: rounds over the workers, the shortest start-up first.
 *
 * As communication-first, but the workers are sorted by S, so that the first of them start to
 * compute early. The order is repeated k times, with the best chunks and without empty messages,
 * while k + 1 repetitions are better than k.
 *
 *   order: (S_i, i) ; T_k, W_k, stopping and deadlines as in communication-first
 *
 * Source: RR-6096, section 6.1 (LATENCY-FIRST).
 * Cost: as communication-first.
 * Example: "c=1,1,3,5 w=3,7,12,8 latency=8,6,8,6 work=20": two rounds, of which 4 messages carry
 * load, 20706/331 = 62.6. */
#include "solve/divisible/cyclic.h"

SP_CYCLIC_PLAN(latency_first, latency)

const struct sp_heuristic sp_heuristic_latency_first = {
    .name = "latency-first",
    .summary = "rounds over the workers by their start-up time",
    .source = "RR-6096, section 6.1 (LATENCY-FIRST)",
    SP_CYCLIC_HEURISTIC(latency_first),
};
