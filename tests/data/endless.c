/* A heuristic that never comes to a plan where the first worker computes slowly. Tests load it with
 * --plugin. */
#include <starport/heuristic.h>

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  volatile bool searching = in->w[1].v > 50;
  (void)cx, (void)options, (void)out;
  while (searching) {
  }
  return 0;
}

const struct sp_heuristic sp_heuristic_endless = {
    .abi = SP_ABI,
    .name = "endless",
    .summary = "keeps all loads where they are, or searches for ever",
    .source = "a test of faults",
    .version = 1,
    .problems = SP_REDISTRIBUTION,
    .plan = plan,
};
