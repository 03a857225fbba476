/* static: the tasks in equal parts, one a worker.
 *
 *   chunk = ceil(N / P), once
 *
 * Chunks of N = 1000 tasks for P = 4 workers: 250 250 250 250.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 85.8. */
#include "solve/loop/loop.h"

static double static_chunk(struct loop *l, int worker)
{
  (void)worker;
  return loop_ceil(l->N / l->P);
}

LOOP_START(static, sp_loop_start)

const struct sp_heuristic sp_heuristic_static = {
    .name = "static",
    .summary = "equal parts, one a worker",
    .source = "self-scheduling: no paper",
    LOOP_TECHNIQUE(static),
};
