/* fac2: factoring without knowledge (Flynn Hummel, Schonberg, Flynn, CACM 35(8), 1992).
 *
 *   batches of P chunks: chunk = ceil(R / 2P), R at the start of the batch: half of what is left
 *
 * Chunks of N = 1000 tasks for P = 4 workers: four each of 125 63 31 16 8 4 2 1.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 53.7. */
#include "solve/loop/loop.h"

static double fac2_chunk(struct loop *l, int worker)
{
  (void)worker;
  if (loop_new_batch(l))
    l->in_batch = loop_ceil(l->R / (2 * l->P));
  return l->in_batch;
}

LOOP_START(fac2, sp_loop_start)

const struct sp_heuristic sp_heuristic_fac2 = {
    .name = "fac2",
    .summary = "batches of P chunks, half of what is left",
    .source = "Flynn Hummel, Schonberg, Flynn 1992",
    LOOP_TECHNIQUE(fac2),
};
