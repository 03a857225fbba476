/* fac: factoring (Flynn Hummel, Schonberg, Flynn, CACM 35(8), 1992).
 *
 *   batches of P chunks: chunk = ceil(R / (x P)), R at the start of the batch
 *   b = P sigma / (2 mu sqrt R) ; x = 1 + b^2 + b sqrt(b^2 + 2) in the first batch,
 *   2 + b^2 + b sqrt(b^2 + 4) in the others
 *
 * Chunks of N = 1000 tasks for P = 4 workers, sigma / mu = 0.3: four each of 244 3 2 1.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 74.6. */
#include "solve/loop/loop.h"

static double fac_chunk(struct loop *l, int worker)
{
  (void)worker;
  if (loop_new_batch(l)) {
    double b = l->P * l->sigma / (2 * l->mu * sqrt(l->R));
    double first = l->chunks == 0 ? 1 : 2;
    double x = first + b * b + b * sqrt(b * b + 2 * first);
    l->in_batch = loop_ceil(l->R / (x * l->P));
  }
  return l->in_batch;
}

LOOP_START(fac, sp_loop_start_told)

const struct sp_heuristic sp_heuristic_fac = {
    .name = "fac",
    .summary = "batches of P chunks, by the deviation",
    .source = "Flynn Hummel, Schonberg, Flynn 1992",
    LOOP_TECHNIQUE(fac),
};
