/* gss: guided self-scheduling (Polychronopoulos, Kuck, IEEE TC 36(12), 1987).
 *
 *   chunk = ceil(R / P), R the tasks that are left
 *
 * Chunks of N = 1000 tasks for P = 4 workers: 250 188 141 106 79 59 45 33 25 19 14 11 8 6 4 3 3 2 1
 * 1 1 1.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 55.6. */
#include "solve/loop/loop.h"

static double gss_chunk(struct loop *l, int worker)
{
  (void)worker;
  return loop_ceil(l->R / l->P);
}

LOOP_START(gss, sp_loop_start)

const struct sp_heuristic sp_heuristic_gss = {
    .name = "gss",
    .summary = "an equal part of what is left",
    .source = "Polychronopoulos, Kuck 1987",
    LOOP_TECHNIQUE(gss),
};
