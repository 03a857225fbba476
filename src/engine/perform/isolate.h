/* Performs one run in a forked child, so that an abort, a crash or an endless loop becomes a status
 * with a reason and the caller continues. */
#pragma once

#include <starport/starport.h>

/* What the child does: fill the result (and trace, schedule if not NULL). */
typedef void sp_isolated(void *data, struct sp_result *, struct sp_trace *, struct sp_schedule *);

/* Calls run(data, ..) in a child and brings the result, *trace and *decided back (the last two may
 * be NULL). seconds, megabytes: limits, 0: no limit. The output of the child is captured: if the
 * child dies, the result says how, with the last line of the output (sp_child_ended); else the
 * output is copied to standard error. *result is filled in all cases. */
void sp_isolate(sp_isolated *run, void *data, double seconds, long megabytes, struct sp_result *,
                struct sp_trace *trace, struct sp_schedule *decided);
/* The same, in this process if it need not be `apart` and there is no limit. */
void sp_run_apart(sp_isolated *run, void *data, bool apart, double seconds, long megabytes,
                  struct sp_result *, struct sp_trace *trace, struct sp_schedule *decided);
