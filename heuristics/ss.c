/* ss: self-scheduling, one task at a time.
 *
 *   chunk = 1
 *
 * The best balance and the most messages. */
#include "solve/loop/loop.h"

static double ss_chunk(struct loop *l, int worker)
{
  (void)l, (void)worker;
  return 1;
}

LOOP_START(ss, sp_loop_start)

const struct sp_heuristic sp_heuristic_ss = {
    .abi = SP_ABI,
    .name = "ss",
    .summary = "one task at a time",
    .source = "self-scheduling: no paper",
    .version = 1,
    .problems = SP_BAG | SP_DIVISIBLE,
    .start = ss_start,
    .next = sp_loop_next,
    .chunks = true,
};
