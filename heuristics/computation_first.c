/* computation-first: rounds over the workers, the fastest first.
 *
 * The sequence and the rest are those of communication-first; only the order differs: workers are
 * sorted by w, so that those that will get the most load get their first chunk early. Repeated k
 * times, with the best chunks and without empty messages, while k + 1 repetitions are better than
 * k.
 *
 *   order: (w_i, i) ; T_k, W_k, stopping and deadlines as in communication-first
 *
 * Source: Beaumont, Casanova, Drozdowski, Legrand, Yang, section 6.1 (COMPUTATION-FIRST).
 * Cost: as communication-first.
 * Example: c = 1,1,3,5, w = 3,7,12,8, latency = 8,6,8,6, work 20: two rounds, of which 4 messages
 * carry load, 20130/331 = 60.8. */
#include <starport/cyclic.h>

struct options {
  long rounds;
};

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                struct sp_schedule *out)
{
  const struct options *options = data;
  return sp_plan_cyclic(cx, in, in->w, options->rounds, out);
}

static const struct sp_option options[] = {{"rounds", SP_INTEGER, offsetof(struct options, rounds),
                                            "12", NULL, 1, 1e6, "most repetitions of the order"},
                                           SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_computation_first = {
    .abi = SP_ABI,
    .name = "computation-first",
    .summary = "rounds over the workers by their compute cost",
    .source = "Beaumont et al., divisible load, section 6.1 (COMPUTATION-FIRST)",
    .version = 1,
    .problems = SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = plan,
};
