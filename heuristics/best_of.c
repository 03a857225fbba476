/* best-of: the best EXECUTED plan of bba, mbbsa, r-bsa, fwd, bwd and the empty plan.
 *
 * None of the five is best everywhere, and on different links two of them take longer than they
 * plan. The makespan of a plan is computed in O(n). So all methods plan, all plans are executed,
 * and the best is kept. The empty plan, which moves nothing, is one of them.
 *
 *   best = argmin makespan over bba, fwd, bwd, mbbsa, r-bsa, nothing moves (ties: the first)
 *
 * Source: after RR-6005, section 4. `planned` is the executed makespan. Cost: that of the five.
 * Example: "c=1,3,6 w=8,7,4 load=1,5,0": makespan 20 by bba; fwd, bwd and r-bsa take 21, mbbsa 22.
 * With c = 3,5,2, w = 7,1,3, load = 5,1,3 it is 15 by fwd; all others take 16. */
#include <starport/heuristic.h>

static int best_of_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                        struct sp_schedule *out)
{
  (void)options;
  static const char *const methods[] = {"bba", "fwd", "bwd", "mbbsa", "r-bsa"};
  double best = sp_makespan(in, out);
  if (isnan(best))
    best = INFINITY;
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
    if (sp_plan_better(cx, methods[k], in, &best, out))
      return -1;
  out->planned = best;
  return 0;
}

const struct sp_heuristic sp_heuristic_best_of = {
    .abi = SP_ABI,
    .name = "best-of",
    .summary = "the best executed plan of bba, fwd, bwd, mbbsa, r-bsa and no move",
    .source = "after RR-6005, section 4",
    .version = 2,
    .problems = SP_REDISTRIBUTION,
    .plan = best_of_plan,
};
