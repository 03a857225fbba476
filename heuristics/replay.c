/* replay: the plan that another method makes, kept whatever happens.
 *
 * An on-line rule decides with what it sees, so under noise, changing speeds or another network
 * model it decides otherwise than in the nominal model. Here it decides in the nominal model alone,
 * before the run; its messages in their order are the plan, and each is sent as soon as the port is
 * free and its worker has a free place. The dates for which the rule waited are left out, so that
 * in the nominal model the plan ends no later than the rule.
 *
 *   plan = the messages of `method` in the nominal model, in their order
 *
 * An off-line method is a plan already and stays what it is. Source: starport. Cost: that of the
 * method.
 * Example: "c=1,1 w=9,1 buffer=1 tasks=4" with replay:method=min_c: messages to 1, 2, 2, 2,
 * makespan 10. If worker 2 computes ten times slower, which no method knows, min_c ends at 23 and
 * its replay at 34. */
#include <starport/heuristic.h>

struct options {
  const char *method;
};

static int replay_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                       struct sp_schedule *out)
{
  if (sp_plan_with(cx, ((const struct options *)options)->method, in, out))
    return -1;
  out->planned = sp_makespan(in, out);
  return 0;
}

static const struct sp_option options[] = {{"method", SP_TEXT, offsetof(struct options, method),
                                            "star-bounded-buffer", NULL, 0, 0,
                                            "the method whose plan is kept"},
                                           SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_replay = {
    .abi = SP_ABI,
    .name = "replay",
    .summary = "the plan of an on-line method in the nominal model, kept whatever happens",
    .source = "starport",
    .version = 1,
    .problems = SP_BAG,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = replay_plan,
    .results = true,
    .arrivals = true,
};
