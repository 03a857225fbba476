/* pls: a static part, then guided (Shih, Yang, Tseng, J. Supercomputing 41(3), 2007).
 *
 *   the first P chunks: ceil(part N / P) ; then gss
 *
 * Chunks of N = 1000 tasks for P = 4 workers: 125 125 125 125 125 94 71 53 40 ..
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 52.9. */
#include "solve/loop/loop.h"

struct options {
  double part;
};

static double pls_chunk(struct loop *l, int worker)
{
  (void)worker;
  double part = ((const struct options *)l->options)->part;
  return loop_ceil((double)l->chunks < l->P ? part * l->N / l->P : l->R / l->P);
}

LOOP_START(pls, sp_loop_start)

static const struct sp_option options[] = {{"part", SP_REAL, offsetof(struct options, part), "0.5",
                                            NULL, 0, 1, "share of the tasks that is static"},
                                           SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_pls = {
    .name = "pls",
    .summary = "a static part, then gss",
    .source = "Shih et al. 2007",
    .options = options,
    .options_size = sizeof(struct options),
    LOOP_TECHNIQUE(pls),
};
