/* A heuristic that aborts on every instance whose first worker computes slowly: what a bug looks
 * like from outside. Tests load it with --plugin. */
#include <starport/heuristic.h>
#include <stdio.h>
#include <stdlib.h>

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  (void)cx, (void)options, (void)out;
  if (in->w[1].v > 50) {
    fputs("crash: assertion w_1 <= 50 failed\n", stderr);
    abort();
  }
  return 0;
}

const struct sp_heuristic sp_heuristic_crash = {
    .abi = SP_ABI,
    .name = "crash",
    .summary = "keeps all loads where they are, or aborts",
    .source = "a test of faults",
    .version = 1,
    .problems = SP_REDISTRIBUTION,
    .plan = plan,
};
