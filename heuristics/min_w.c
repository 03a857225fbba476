/* min_w: the fastest worker among those that have a free place (RR-5196, section 5).
 *
 * The counterpart of min_c: the port never waits while a worker has a free place, and the task goes
 * to the fastest of these workers. The port time is ignored, so min_w is poor if fast workers have
 * slow links and the port is the bottleneck. It is good if the processors are the bottleneck and
 * the links are alike. It decides on line, from the dates room_at_i at which worker i can take one
 * more task; if all w are equal it fills the workers by index.
 *
 *   t = max(now, min_i room_at_i) ; i = argmin w_i over {room_at_i <= t} (ties: lowest index)
 *   send to i at t
 *
 * Option places=paper: see min_c. Cost: O(log m) a decision, sp_list_ripe.
 * Example (Figure 8): "c=1,10 w=2,20 buffer=1,1 tasks=2": makespan 31, as min_c, since the cheaper
 * link leads to the faster worker; the optimum is 6. */
#include "solve/bag/list.h"

const struct sp_heuristic sp_heuristic_min_w = {
    .abi = SP_ABI,
    .name = "min_w",
    .summary = "the fastest worker among those that have a free place",
    .source = "RR-5196, section 5",
    .version = 1,
    .problems = SP_BAG,
    .options = sp_list_options,
    .options_size = sizeof(struct sp_list_options),
    .start = sp_list_ripe_by_w,
    .next = sp_list_ripe_next,
};
