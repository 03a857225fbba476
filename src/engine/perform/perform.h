/* One run from method to verified result: plan (or start the on-line heuristic), execute on an
 * engine, validate the trace. What the command line and campaigns call. */
#ifndef SP_ENGINE_PERFORM_H
#define SP_ENGINE_PERFORM_H

#include "engine/engine.h"

enum sp_engine { SP_ENGINE_SIMGRID, SP_ENGINE_NATIVE };
/* "simgrid", "native". */
const char *sp_engine_name(enum sp_engine);

/* Reads "link:0.1", "cpu:0.1" or both with a comma between, each in [0, 1); what is not named
 * becomes 0. 0, or -1 with both untouched. */
int sp_noise_parse(const char *text, double *link, double *cpu);

/* True if neither noise nor SimGrid's own settings change how long things take on this engine. */
bool sp_is_nominal(const struct sp_conditions *, enum sp_engine);

struct sp_request {
  const struct sp_registry *registry;
  const struct sp_method *method; /* NULL where plan is given */
  const struct sp_schedule *plan; /* execute this (run --plan); NULL: ask the method */
  enum sp_engine engine;
  const struct sp_conditions *conditions;
  double seconds; /* limits of a run, 0: none */
  long megabytes;
};

/* Performs the request. Status refused (the heuristic's words), failed (stuck, illegal decision, or
 * the validator's words), crashed or timeout become *result; *trace (sorted) and *decided may be
 * NULL. result->planning is the time that the plan took. SimGrid runs are forked; native ones are
 * forked only if a limit is set. */
void sp_perform(const struct sp_instance *, const struct sp_request *, struct sp_result *,
                struct sp_trace *trace, struct sp_schedule *decided);

/* Do two engines agree: same status, same decisions in the same order, all dates within 1e-9
 * relative to the makespan? SP_OK, or SP_NOT_VERIFIED with the first difference in words. Traces
 * must be sorted or not alike: they are compared by (kind, from, to, message, rank). */
int sp_engines_agree(const struct sp_result *, const struct sp_trace *, const struct sp_schedule *,
                     const struct sp_result *, const struct sp_trace *, const struct sp_schedule *,
                     struct sp_error *);

#endif
