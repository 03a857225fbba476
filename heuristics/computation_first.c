/* computation-first: rounds over the workers, the fastest first.
 *
 * As communication-first, but the workers are sorted by w, so that those that will get the most
 * load get their first chunk early. The order is repeated k times, with the best chunks and without
 * empty messages, while k + 1 repetitions are better than k.
 *
 *   order: (w_i, i) ; T_k, W_k, stopping and deadlines as in communication-first
 *
 * Source: RR-6096, section 6.1 (COMPUTATION-FIRST).
 * Cost: as communication-first.
 * Example: "c=1,1,3,5 w=3,7,12,8 latency=8,6,8,6 work=20": two rounds, of which 4 messages carry
 * load, 20130/331 = 60.8. */
#include "solve/divisible/cyclic.h"

static int computation_first_plan(struct sp_context *cx, const struct sp_instance *in,
                                  const void *options, struct sp_schedule *out)
{
  return sp_plan_cyclic(cx, in, in->w, options, out);
}

const struct sp_heuristic sp_heuristic_computation_first = {
    .abi = SP_ABI,
    .name = "computation-first",
    .summary = "rounds over the workers by their compute cost",
    .source = "RR-6096, section 6.1 (COMPUTATION-FIRST)",
    .version = 4,
    .problems = SP_DIVISIBLE,
    .options = sp_cyclic_options,
    .options_size = sizeof(struct sp_cyclic_options),
    .plan = computation_first_plan,
    .results = true,
};
