/* Tasks of a bag that come to the master over time (docs/model.md, rule 10). The part of the
 * controller for that, which both engines use: an arrival is a change, before decisions. */
#pragma once

#include "base/min_queue.h"
#include "engine/controller.h"

struct arrivals {
  long come;              /* tasks that have come so far: the first ones */
  long sent;              /* tasks that have been engaged at least once: the first ones */
  long waiting;           /* tasks at the master, not engaged */
  struct min_queue again; /* tasks that were engaged and are at the master again, by number */
  struct fifo task;       /* long, by message: the task that it carries, where work can be lost */
  double alone;           /* sp_time_alone */
};

/* Sets the arrivals of the controller if the tasks have dates; arrivals_close frees them. */
void arrivals_open(struct controller *);
void arrivals_close(struct controller *);
/* The date of the next arrival; INFINITY: all have come. */
double arrivals_next(const struct controller *);
/* All that arrive by controller_reach(now) are at the master. */
void arrivals_come(struct controller *, double now);
/* Is no task at the master, and do more come? Then its port is not asked for one. */
static inline bool arrivals_lack(const struct controller *c)
{
  return c->arrivals && c->arrivals->waiting == 0 && (double)c->arrivals->come < c->in->total.v;
}
/* The next message is engaged: it carries the first task that is at the master. */
void arrivals_engaged(struct controller *);
/* The task of that message. */
static inline long arrivals_task(const struct controller *c, long message)
{
  return c->failures ? *fifo_at(&c->arrivals->task, message, long) : message;
}
/* The task is at the master again. */
void arrivals_again(struct controller *, long task);
/* The task of the message is done at the date: its flow and stretch count. */
void arrivals_done(struct controller *, long message, double date);
