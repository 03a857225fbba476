/* fiss: fixed increase (Philip, Das, PDCS 1997).
 *
 *   B = P - 1 rounds of P chunks, k = 0, 1, ..: chunk = floor(N / ((2 + B) P)) + k increase,
 *   increase = floor(2N (1 - B / (2 + B)) / (P B (B - 1))), 0 with one round
 *
 * Chunks of N = 1000 tasks for P = 4 workers: four each of 50 83 116, then 4.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 64.4. */
#include "solve/loop/loop.h"

static double fiss_chunk(struct loop *l, int worker)
{
  (void)worker;
  double B = l->P - 1, k = floor((double)l->chunks / l->P);
  double increase = B > 1 ? floor(2 * l->N * (1 - B / (2 + B)) / (l->P * B * (B - 1))) : 0;
  return floor(l->N / ((2 + B) * l->P)) + k * increase;
}

LOOP_START(fiss, sp_loop_start)

const struct sp_heuristic sp_heuristic_fiss = {
    .name = "fiss",
    .summary = "chunks that increase by the same number",
    .source = "Philip, Das 1997",
    LOOP_TECHNIQUE(fiss),
};
