/* fsc: fixed-size chunks (Kruskal, Weiss, IEEE TSE 11(10), 1985).
 *
 *   chunk = (sqrt 2 N h / (sigma P sqrt(ln P)))^(2/3), at most N / P, rounded up
 *
 * h: time that a chunk costs a worker (overhead, latency, request); sigma: deviation of the time of
 * a task. One worker, ln P = 0, and sigma = 0 get N / P.
 * Chunks of N = 1000 tasks for P = 4 workers, h = 0.5, sigma = 1: 29 each.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 64.9. */
#include "solve/loop/loop.h"

static double fsc_chunk(struct loop *l, int worker)
{
  (void)worker;
  double below = l->sigma * l->P * sqrt(log(l->P)), most = l->N / l->P;
  double chunk = below > 0 ? pow(sqrt(2) * l->N * l->h / below, 2.0 / 3) : most;
  return loop_ceil(fmin(chunk, most));
}

LOOP_START(fsc, sp_loop_start_told)

const struct sp_heuristic sp_heuristic_fsc = {
    .name = "fsc",
    .summary = "chunks of one size, by the deviation and the overhead",
    .source = "Kruskal, Weiss 1985",
    LOOP_TECHNIQUE(fsc),
};
