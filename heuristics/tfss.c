/* tfss: trapezoid factoring (Chronopoulos, Andonie, Benche, Grosu, Cluster 2001).
 *
 *   batches of P chunks: the mean of P chunks of tss with a whole delta
 *
 * Chunks of N = 1000 tasks for P = 4 workers: four each of 113 81 49, then 17 11.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 64.9. */
#include "solve/loop/loop.h"

static double tfss_chunk(struct loop *l, int worker)
{
  (void)worker;
  double f = loop_ceil(l->N / (2 * l->P)), n = loop_ceil(2 * l->N / (f + 1));
  double delta = n > 1 ? floor((f - 1) / (n - 1)) : 0, k = floor((double)l->chunks / l->P);
  return f - delta * (k * l->P + (l->P - 1) / 2);
}

LOOP_START(tfss, sp_loop_start)

const struct sp_heuristic sp_heuristic_tfss = {
    .name = "tfss",
    .summary = "batches of P chunks, means of those of tss",
    .source = "Chronopoulos et al. 2001",
    LOOP_TECHNIQUE(tfss),
};
