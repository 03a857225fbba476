/* awf-b: adaptive weighted factoring, batches (Carino, Banicescu, Cluster Computing 11(3), 2008).
 *
 *   wf with weights that are measured at the start of each batch: pi_i = sum k t_k / sum k n_k over
 * the chunks k = 1, 2,
 *   .. of worker i, of n_k tasks in the time t_k ; weight_i = P (1 / pi_i) / sum of 1 / pi_j
 *
 * Workers without a chunk behind them count as the mean of the others, all 1 at first. */
#include "solve/loop/loop.h"

static double awf_b_chunk(struct loop *l, int worker)
{
  if (loop_new_batch(l)) {
    l->in_batch = l->R / (2 * l->P);
    sp_loop_weigh(l, 0);
  }
  return loop_ceil(l->weight[worker] * l->in_batch);
}

static int awf_b_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                       void **state)
{
  return sp_loop_start(cx, in, options, state, awf_b_chunk);
}

const struct sp_heuristic sp_heuristic_awf_b = {
    .abi = SP_ABI,
    .name = "awf-b",
    .summary = "wf with weights measured for each batch",
    .source = "Carino, Banicescu 2008",
    .version = 1,
    .problems = SP_BAG,
    .start = awf_b_start,
    .next = sp_loop_next,
    .chunks = true,
};
