/* awf-c: adaptive weighted factoring, chunks (Carino, Banicescu, Cluster Computing 11(3), 2008).
 *
 *   chunk = ceil(weight_i R / 2P), with the weights as they are now
 *   weight_i = P (1/pi_i) / sum of 1/pi_j ; pi_i = sum k t_k / sum k n_k
 *
 * k = 1, 2, .. are the chunks of worker i, of n_k tasks in the time t_k. Workers without a
 * chunk behind them count as the mean of the others, all 1 at first.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 57.5. */
#include "solve/loop/loop.h"

static double awf_c_chunk(struct loop *l, int worker)
{
  sp_loop_weigh(l, 0);
  return loop_ceil(l->weight[worker] * l->R / (2 * l->P));
}

LOOP_START(awf_c, sp_loop_start)

const struct sp_heuristic sp_heuristic_awf_c = {
    .name = "awf-c",
    .summary = "wf with weights measured for each chunk",
    .source = "Carino, Banicescu 2008",
    LOOP_TECHNIQUE(awf_c),
};
