/* tss: trapezoid self-scheduling (Tzen, Ni, IEEE TPDS 4(1), 1993).
 *
 *   f = ceil(N / 2P) ; n = ceil(2N / (f + 1)) ; delta = (f - 1) / (n - 1)
 *   chunk k = floor(f - k delta), k = 0, 1, .. ; at least 1
 *
 * Option delta=whole: delta rounded down, as some programs do.
 * Chunks of N = 1000 tasks for P = 4 workers: 125 116 108 100 91 83 75 67 58 50 42 34 25 17 9;
 * delta=whole: 125 117 109 101 93 85 77 69 61 53 45 37 28.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 52.4. */
#include "solve/loop/loop.h"

struct options {
  int delta;
};

static double tss_chunk(struct loop *l, int worker)
{
  (void)worker;
  bool whole = ((const struct options *)l->options)->delta;
  double f = loop_ceil(l->N / (2 * l->P)), n = loop_ceil(2 * l->N / (f + 1));
  double delta = n > 1 ? (f - 1) / (n - 1) : 0;
  return f - (double)l->chunks * (whole ? floor(delta) : delta);
}

LOOP_START(tss, sp_loop_start)

static const struct sp_option options[] = {{"delta", SP_CHOICE, offsetof(struct options, delta),
                                            "real", "real|whole", 0, 0,
                                            "the difference of two chunks, or rounded down"},
                                           SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_tss = {
    .name = "tss",
    .summary = "chunks that decrease by the same number",
    .source = "Tzen, Ni 1993",
    .options = options,
    .options_size = sizeof(struct options),
    LOOP_TECHNIQUE(tss),
};
