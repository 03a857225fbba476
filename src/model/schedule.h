/* What the library alone does with schedules and traces: copies, events, dates of an execution. */
#pragma once

#include <starport/schedule.h>

/* Replaces *to, which is cleared first, by a copy. */
void sp_schedule_copy(struct sp_schedule *to, const struct sp_schedule *from);
/* The messages whose results the master receives, in the order that the schedule says, [0..*n-1],
 * which the caller frees; NULL, *n = 0: it says none. */
long *schedule_returns(const struct sp_schedule *, long *n);
/* Does a message carry several units? */
static inline bool schedule_has_chunks(const struct sp_schedule *s)
{
  long k = 0;
  while (k < s->n && !(s->msg[k].amount > 1))
    k++;
  return k < s->n;
}
/* Appends a copy of the event. */
void sp_trace_add(struct sp_trace *, const struct sp_event *);
/* As sp_makespan(), with the end of the last computation of each worker in end[0..m] (0: none). */
double sp_end_dates(const struct sp_instance *, const struct sp_schedule *, double *end);
/* Units whose computation ends by the deadline when the schedule is executed. NAN as above. */
double sp_load_by(const struct sp_instance *, const struct sp_schedule *, double deadline);
