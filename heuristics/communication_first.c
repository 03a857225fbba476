/* communication-first: rounds over the workers, the cheapest link first.
 *
 * Without start-ups one round in this order is optimal, and so it is for a large load. With
 * start-ups several rounds pay, since they let the workers start early. The sorted workers are
 * repeated k times, gamma_k = (1, .., p, 1, .., p, ..). Linear programming finds the best chunks
 * for gamma_k, and empty messages are dropped until none is left. k grows while that helps.
 *
 *   order: (c_i, i) ; T_k = LP (2) for gamma_k, messages of load <= 1e-12 W dropped and again
 *   stop at the first k with T_{k+1} >= (1 - 1e-12) T_k, or at k = rounds
 *   by a deadline: W_k = LP (3), stop with W_{k+1} <= W_k ; the messages at the end of gamma_k
 *   whose start-ups do not fit are cut off, and if none fits the load is 0
 *
 * If the optimum of the programme is not unique (W tiny against the start-ups), the empty messages
 * depend on the vertex: up to 64 messages that of GLPK, else early messages stay empty. Chunk
 * limits are honoured; the first k is then the least one whose limits allow the whole load. With a
 * load and a deadline the least time is taken if it is in time, else the greatest load.
 *
 * Source: RR-6096, section 6.1 (COMMUNICATION-FIRST).
 * Erratum: stopping at T_{k+1} > T_k, as printed, never ends if T_k no longer changes.
 * Cost: for each k tens of sweeps of the linear system, O(n), n = k p, or a linear programme of up
 * to 64 messages; with chunk limits that bind one of up to 10,000. k does not grow beyond a sum of
 * 10^6 messages of all gamma_k, with chunk limits 10^7 squares of messages. Example: "c=3,2 w=9,9
 * latency=8,8 work=40": k = 7 and 13 messages, 355722744384/1728302449 = 205.8. */
#include "solve/divisible/cyclic.h"

SP_CYCLIC_PLAN(communication_first, c)

const struct sp_heuristic sp_heuristic_communication_first = {
    .name = "communication-first",
    .summary = "rounds over the workers by the cost of their links",
    .source = "RR-6096, section 6.1 (COMMUNICATION-FIRST)",
    SP_CYCLIC_HEURISTIC(communication_first),
};
