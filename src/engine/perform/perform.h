/* Performs one run for the command line and campaigns: plans (or starts the on-line heuristic),
 * executes on an engine, validates the trace. */
#pragma once

#include "engine/engine.h"
#include "model/hops.h"
#include "validate/hop_check.h"

enum sp_engine { SP_ENGINE_SIMGRID, SP_ENGINE_NATIVE };
/* "simgrid", "native". */
const char *sp_engine_name(enum sp_engine);

/* Reads "link:0.1", "cpu:0.1" or both with a comma between, each in [0, 1); the other becomes 0.
 * "platform:17" among them sets *platform; NULL: it is refused. Returns 0, or -1 with *link and
 * *cpu unchanged. */
int sp_noise_parse(const char *text, double *link, double *cpu, uint32_t *platform);

/* True if neither noise nor SimGrid's own settings change how long things take on this engine. */
bool sp_is_nominal(const struct sp_conditions *, enum sp_engine);
/* What the validator asks of durations then: exact ones of a nominal run, else any. */
enum sp_durations sp_durations_of(const struct sp_conditions *, enum sp_engine);
/* The validator has returned this code: a trace that it refuses makes the run failed; the error
 * of one that it accepts is "" or a warning, which the result keeps. */
void sp_run_verified(struct sp_result *, int code, const struct sp_error *);

struct sp_request {
  const struct sp_registry *registry;
  const struct sp_method *method; /* NULL if plan is given */
  const struct sp_schedule *plan; /* execute this (run --plan); NULL: ask the method */
  enum sp_engine engine;
  const struct sp_conditions *conditions;
  double seconds; /* limits of a run, 0: no limit */
  long megabytes;
};

/* Performs the request. *result may have status refused (the reason is the heuristic's), failed
 * (stuck, illegal decision, or refused by the validator), crashed or timeout; *trace (sorted) and
 * *decided may be NULL. result->planning is the time that planning took. SimGrid runs are forked,
 * runs of plug-ins in a process that loads them (plugin.h); other native runs only if a limit is
 * set. */
void sp_perform(const struct sp_instance *, const struct sp_request *, struct sp_result *,
                struct sp_trace *trace, struct sp_schedule *decided);

/* Executes hops on an engine (SimGrid in a forked child), then validates the trace, which is
 * sorted; *trace may be NULL. `until` and `durations` of the check are the job's (exact durations,
 * or any with noise or SimGrid's own settings), `tolerance` is that of engines. */
void sp_perform_hops(const struct sp_hop_job *, const struct sp_hop_check *, enum sp_engine,
                     struct sp_result *, struct sp_trace *trace);

/* Compares the runs of two engines: status, decisions in order, all dates within 1e-9, relative
 * to the later of the two. SP_OK, SP_NOT_VERIFIED with the first difference in words, or SP_CANNOT
 * if only one of the runs has come to an end by itself. Traces may be in any order: events are
 * compared by (kind, from, to, message, rank). */
int sp_engines_agree(const struct sp_result *, const struct sp_trace *, const struct sp_schedule *,
                     const struct sp_result *, const struct sp_trace *, const struct sp_schedule *,
                     struct sp_error *);
