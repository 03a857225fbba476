/* awf-c: adaptive weighted factoring, chunks (Carino, Banicescu, Cluster Computing 11(3), 2008).
 *
 *   wf with weights that are measured at each chunk: pi_i = sum k t_k / sum k n_k over the chunks k
 * = 1, 2,
 *   .. of worker i, of n_k tasks in the time t_k ; weight_i = P (1 / pi_i) / sum of 1 / pi_j
 *
 * Workers without a chunk behind them count as the mean of the others, all 1 at first. */
#include "solve/loop/loop.h"

static double awf_c_chunk(struct loop *l, int worker)
{
  sp_loop_weigh(l, 0);
  return loop_ceil(l->weight[worker] * l->R / (2 * l->P));
}

static int awf_c_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                       void **state)
{
  return sp_loop_start(cx, in, options, state, awf_c_chunk);
}

const struct sp_heuristic sp_heuristic_awf_c = {
    .abi = SP_ABI,
    .name = "awf-c",
    .summary = "wf with weights measured for each chunk",
    .source = "Carino, Banicescu 2008",
    .version = 1,
    .problems = SP_BAG,
    .start = awf_c_start,
    .next = sp_loop_next,
    .chunks = true,
};
