/* mfsc: chunks of one size, as many as fac2 makes (Banicescu, Ciorba, Srivastava 2013).
 *
 *   chunk = floor(0.55 + T ln 2 / ln T), T = ceil(N / P) ; T = 1: 1
 *
 * Chunks of N = 1000 tasks for P = 4 workers: 31 each.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 55.6. */
#include "solve/loop/loop.h"

static double mfsc_chunk(struct loop *l, int worker)
{
  (void)worker;
  double T = loop_ceil(l->N / l->P);
  return T > 1 ? floor(0.55 + T * log(2) / log(T)) : 1;
}

LOOP_START(mfsc, sp_loop_start)

const struct sp_heuristic sp_heuristic_mfsc = {
    .name = "mfsc",
    .summary = "chunks of one size, as many as fac2 makes",
    .source = "Banicescu, Ciorba, Srivastava 2013",
    LOOP_TECHNIQUE(mfsc),
};
