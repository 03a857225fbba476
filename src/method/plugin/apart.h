/* Performs one run in a forked child, so that an abort, a crash or an endless loop becomes a status
 * with a reason and the caller continues. */
#pragma once

#include <starport/starport.h>

/* What is recorded of a run besides its result; NULL: not wanted. */
struct sp_records {
  struct sp_trace *trace;
  struct sp_schedule *decided;
  struct sp_decisions *decisions;
};

/* Performs a run, or a part of one: fills the result and the records that are wanted. */
typedef void sp_performer(void *data, struct sp_result *, const struct sp_records *);

/* Calls perform(data, ..) in a child and brings the result and the records back; in this process if
 * it need not be `apart` and there is no limit. seconds, megabytes: limits, 0: no limit. The output
 * of the child is captured: if the child dies, the result says how, with the last line of the
 * output (sp_child_ended); else the output is copied to standard error. *result is filled in all
 * cases. */
void sp_perform_apart(sp_performer *perform, void *data, bool apart, double seconds, long megabytes,
                      struct sp_result *, const struct sp_records *);
