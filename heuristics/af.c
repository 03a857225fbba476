/* af: adaptive factoring (Banicescu, Liu, HPC 2000).
 *
 *   D = sum over the workers of sigma_j^2 / mu_j ; T = 1 / sum of 1 / mu_j
 *   chunk = (D + 2TR - sqrt(D^2 + 4DTR)) / (2 mu_i), rounded up
 *
 * mu_j and sigma_j are the mean and the deviation of the times of the tasks that worker j has
 * computed. As long as some worker has no chunk behind it a chunk is ceil(first N / P).
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 57.2. */
#include "solve/loop/loop.h"

struct options {
  double first;
};

static double af_chunk(struct loop *l, int worker)
{
  double D = 0, sum = 0, first = ((const struct options *)l->options)->first;
  for (int j = 1; j <= l->m; j++) {
    const struct loop_measured *x = &l->measured[j];
    if (!(l->speed[j] > 0))
      continue;
    if (!(x->seconds > 0))
      return loop_ceil(first * l->N / l->P);
    double mu = x->seconds / x->tasks;
    D += fmax(0, x->squares / x->tasks - mu * mu) / mu;
    sum += 1 / mu;
  }
  double mu = l->measured[worker].seconds / l->measured[worker].tasks, TR = l->R / sum;
  return loop_ceil((D + 2 * TR - sqrt(D * D + 4 * D * TR)) / (2 * mu));
}

LOOP_START(af, sp_loop_start)

static const struct sp_option options[] = {
    {"first", SP_REAL, offsetof(struct options, first), "0.1", NULL, 1e-9, 1,
     "share of an equal part that is sent before all are measured"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_af = {
    .name = "af",
    .summary = "factoring by the measured means and deviations",
    .source = "Banicescu, Liu 2000",
    .options = options,
    .options_size = sizeof(struct options),
    LOOP_TECHNIQUE(af),
};
