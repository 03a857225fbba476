/* Executes hops on an engine and validates the trace. */
#pragma once

#include "engine/perform/perform.h"

#include <starport/hops.h>

/* Executes on an engine (SimGrid in a forked child), then validates the trace, which is sorted;
 * *trace may be NULL. A trace that the validator refuses makes the status failed. `until` and
 * `durations` of the check are the job's: exact durations, or any with noise or SimGrid's own
 * settings. */
void sp_perform_hops(const struct sp_hop_job *, const struct sp_hop_check *, enum sp_engine,
                     struct sp_result *, struct sp_trace *trace);
