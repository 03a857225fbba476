/* ss: self-scheduling, one task at a time.
 *
 *   chunk = 1
 *
 * The best balance and the most messages.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 74.8. */
#include "solve/loop/loop.h"

static double ss_chunk(struct loop *l, int worker)
{
  (void)l, (void)worker;
  return 1;
}

LOOP_START(ss, sp_loop_start)

const struct sp_heuristic sp_heuristic_ss = {
    .name = "ss",
    .summary = "one task at a time",
    .source = "self-scheduling: no paper",
    LOOP_TECHNIQUE(ss),
};
