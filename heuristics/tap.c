/* tap: tapering (Lucco, PLDI 1992).
 *
 *   v = alpha sigma / mu ; chunk = ceil(R/P + v^2/2 - v sqrt(2R/P + v^2/4))
 *
 * Chunks of N = 1000 tasks for P = 4 workers, sigma / mu = 1, alpha = 1.3: 222 170 131 101 78 60 47
 * 36 29 22 18 14 11 9 8 6 5 4 4 3 2 2 2 2, then 1.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 58.5. */
#include "solve/loop/loop.h"

struct options {
  double alpha;
};

static double tap_chunk(struct loop *l, int worker)
{
  (void)worker;
  double v = ((const struct options *)l->options)->alpha * l->sigma / l->mu, q = l->R / l->P;
  return loop_ceil(q + v * v / 2 - v * sqrt(2 * q + v * v / 4));
}

LOOP_START(tap, sp_loop_start_told)

static const struct sp_option options[] = {{"alpha", SP_REAL, offsetof(struct options, alpha),
                                            "1.3", NULL, 0, 100,
                                            "how many deviations a chunk may be late"},
                                           SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_tap = {
    .name = "tap",
    .summary = "gss less what the deviation may cost",
    .source = "Lucco 1992",
    .options = options,
    .options_size = sizeof(struct options),
    LOOP_TECHNIQUE(tap),
};
