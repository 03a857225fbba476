/* A heuristic that is not deterministic: it leaves all loads where they are, or refuses if the
 * environment says so. Tests merge what comes of both. */
#include <starport/heuristic.h>
#include <stdlib.h>

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  (void)in, (void)options, (void)out;
  return getenv("MOODY") ? sp_refuse(cx, "in no mood") : 0;
}

const struct sp_heuristic sp_heuristic_moody = {
    .abi = SP_ABI,
    .name = "moody",
    .summary = "keeps all loads where they are, or refuses",
    .source = "a test of merging",
    .version = 1,
    .problems = SP_REDISTRIBUTION,
    .plan = plan,
};
