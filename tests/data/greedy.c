/* A heuristic that takes all the memory there is where the first worker computes slowly. Tests load
 * it with --plugin. */
#include <starport/heuristic.h>

enum { PIECE = 1 << 24 };

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  (void)options, (void)out;
  while (in->w[1].v > 50)
    sp_alloc(cx, PIECE, 1);
  return 0;
}

const struct sp_heuristic sp_heuristic_greedy = {
    .abi = SP_ABI,
    .name = "greedy",
    .summary = "keeps all loads where they are, or takes all memory",
    .source = "a test of faults",
    .version = 1,
    .problems = SP_REDISTRIBUTION,
    .plan = plan,
};
