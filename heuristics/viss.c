/* viss: variable increase (Philip, Das, PDCS 1997).
 *
 *   rounds of P chunks, k = 0, 1, ..: chunk = c (1 - 0.5^(k + 1)) / 0.5, c = floor(N / P^2)
 *
 * Chunks of N = 1000 tasks for P = 4 workers: four each of 62 93 108, then less.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 54.9. */
#include "solve/loop/loop.h"

static double viss_chunk(struct loop *l, int worker)
{
  (void)worker;
  double k = floor((double)l->chunks / l->P);
  return floor(l->N / (l->P * l->P)) * (1 - pow(0.5, k + 1)) / 0.5;
}

LOOP_START(viss, sp_loop_start)

const struct sp_heuristic sp_heuristic_viss = {
    .name = "viss",
    .summary = "chunks that increase by half of the last increase",
    .source = "Philip, Das 1997",
    LOOP_TECHNIQUE(viss),
};
