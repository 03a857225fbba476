/* A method meets an instance and becomes a job for an engine. */
#pragma once

#include "engine/engine.h"

/* Off-line: plans into *plan (empty on entry, the caller's to clear), which the job executes.
 * On-line: starts the heuristic, whose state the job carries; *plan stays empty.
 * 0, or -1 with sp_context_reason(). The job lives no longer than cx, method and *plan. */
int sp_prepare(struct sp_context *, const struct sp_method *, const struct sp_instance *,
               const struct sp_conditions *, struct sp_schedule *plan, struct sp_job *);

/* The result of a run that never took place: status refused, the context's reason. */
struct sp_result sp_refusal(const struct sp_context *);
