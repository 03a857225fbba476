/* min_c: the cheapest link among the workers that have a free place (RR-5196, Figure 7).
 *
 * The master has one port and many workers, so its port is the bottleneck. min_c never lets the
 * port wait while a worker has a free place, and uses the cheapest link. Computing speeds matter
 * only because fast workers free their places sooner. It decides on line, from the dates room_at_i
 * at which worker i can take one more task. With one place a worker and expensive links it is poor
 * (see the example).
 *
 *   t = max(now, min_i room_at_i) ; i = argmin c_i over {room_at_i <= t} (ties: lowest index)
 *   send to i at t
 *
 * Erratum of the report: a place is free from the end of a computation, Idle - (b - 1) w; as
 * printed (Idle - b w) b + 1 tasks fit. Here room_at comes from the finish dates themselves;
 * places=paper takes the printed formula: min_c then sends to a worker that is still full, and the
 * message occupies the port until a place is free. Cost: O(log m) a decision, sp_list_ripe.
 * Example (Figure 8): "c=1,10 w=2,20 buffer=1,1 tasks=2": makespan 31 (the optimum is 6); with
 * places=paper 6, by luck, since it does not use worker 2. */
#include "solve/bag/list.h"

const struct sp_heuristic sp_heuristic_min_c = {
    .abi = SP_ABI,
    .name = "min_c",
    .summary = "the cheapest link among the workers that have a free place",
    .source = "RR-5196, Figure 7",
    .version = 1,
    .problems = SP_BAG,
    .options = sp_list_options,
    .options_size = sizeof(struct sp_list_options),
    .start = sp_list_ripe_by_c,
    .next = sp_list_ripe_next,
};
