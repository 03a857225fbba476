/* Child processes that perform runs: how they start, how their memory and time are limited, and the
 * words for how they ended. */
#pragma once

#include <signal.h>
#include <starport/starport.h>
#include <sys/types.h>

/* Seconds since a fixed date, for durations and time limits; setting the system's date does not
 * change it. */
double sp_clock(void);
/* Milliseconds from now until the date `due` of sp_clock, as poll(2) takes them: -1 for INFINITY, 0
 * for a date that has passed; at most 10^9, so the caller looks at the clock again. */
int sp_time_left(double due);
/* fork(2), after the buffered output has been written, so that it is not written twice. The child
 * is killed when its parent ends, and leaves no core file. */
pid_t sp_fork(void);
/* Blocks SIGINT and SIGTERM, for a caller that asks for them itself; returns the set of the two.
 * *before: the signals that were blocked before. */
sigset_t sp_block_interrupts(sigset_t *before);
/* The processes that children leave behind, which may have left their group and session. */
enum { SP_CHILDREN_TEXT = 4096 };
struct sp_left_behind {
  int was;                      /* were such processes adopted before? */
  char known[SP_CHILDREN_TEXT]; /* children of this process, " 7 12 " */
};
/* From now on this process adopts them. */
void sp_adopt(struct sp_left_behind *);
/* Kills those that it has adopted, and their children, and ends that. Nothing where the system does
 * not list children. */
void sp_kill_adopted(const struct sp_left_behind *);
/* Limits what this process allocates from now on (not under AddressSanitizer, whose shadow memory
 * is terabytes). for_good: the limit cannot be lifted again. */
void sp_limit_memory(long megabytes, bool for_good);
void sp_lift_memory_limit(void);
/* KiB that the stack of this process may take, as its children's; LONG_MAX: no limit. */
long sp_stack_limit(void);
/* Waits until the child has ended; returns its status as waitpid(2) does. */
int sp_wait(pid_t child);

/* The result of a child that ended with that status and without a result: crashed, because of
 * "killed by signal 6 (Aborted): LINE", "exited with code 7: LINE" or "ended without a result:
 * LINE". LINE is the last line of its output, or SimGrid's critical message in it. */
void sp_child_ended(struct sp_result *, int status, const char *output, size_t length);
/* The result of a child that was stopped after so many seconds: timeout. */
void sp_child_stopped(struct sp_result *, double seconds);
/* The result of a child that could not be made, because of errno: crashed. */
void sp_child_missing(struct sp_result *);
