/* wf: weighted factoring (Flynn Hummel, Schmidt, Uma, Wein, SPAA 1996).
 *
 *   batches as of fac2: chunk = ceil(weight_i R / 2P), R at the start of the batch,
 *   weight_i = (1/w_i) / mean of 1/w
 *
 * Chunks of N = 1000 tasks for P = 4 workers of one speed: as fac2.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 54.6. */
#include "solve/loop/loop.h"

static double wf_chunk(struct loop *l, int worker)
{
  if (loop_new_batch(l))
    l->in_batch = l->R / (2 * l->P);
  return loop_ceil(l->speed[worker] * l->in_batch);
}

LOOP_START(wf, sp_loop_start)

const struct sp_heuristic sp_heuristic_wf = {
    .name = "wf",
    .summary = "fac2 with weights by the speeds",
    .source = "Flynn Hummel et al. 1996",
    LOOP_TECHNIQUE(wf),
};
