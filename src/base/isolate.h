/* Runs one job in a forked child, so that an abort, a crash or an endless loop of it becomes a
 * status with a reason and the caller goes on. */
#ifndef SP_ENGINE_ISOLATE_H
#define SP_ENGINE_ISOLATE_H

#include "engine/engine.h"

/* Limits what this process adds from now on to the memory that it has (not under AddressSanitizer,
 * whose shadow memory is terabytes). */
void sp_limit_memory(long megabytes);

/* What the child does: fill the result (and trace, schedule if not NULL). */
typedef void sp_isolated(void *data, struct sp_result *, struct sp_trace *, struct sp_schedule *);

/* Calls job(data, ..) in a child and brings result, *trace and *decided (each may be NULL) back.
 * seconds, megabytes: limits, 0: none. The child's stderr is captured: its last line becomes the
 * reason when the child dies ("killed by signal 6: ..."), status crashed or timeout; a child that
 * lives has its stderr copied through unless quiet. Always fills *result. */
void sp_isolate(sp_isolated *job, void *data, double seconds, long megabytes, bool quiet,
                struct sp_result *, struct sp_trace *trace, struct sp_schedule *decided);

#endif
