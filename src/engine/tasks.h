/* Which tasks of a bag, or which part of a divisible load, a message carries (docs/model.md, rules
 * 10 and 11): in the order in which they are engaged the first ones that are at the master. The
 * part of the controller for that. */
#pragma once

#include "base/min_queue.h"
#include "engine/controller.h"

/* Where work can be lost and tasks differ, by their dates or sizes; else task k is the k-th that is
 * engaged. */
struct tasks {
  long sent;              /* tasks that have been engaged at least once: the first ones */
  struct min_queue again; /* tasks that were engaged and are at the master again, by number */
  struct fifo engaged;    /* long: the tasks in the order in which they were engaged */
};

/* Sets the tasks of the controller if they are needed; tasks_close frees them. */
void tasks_open(struct controller *);
void tasks_close(struct controller *);
/* The next n engaged tasks get their numbers. */
void tasks_choose(struct tasks *, long n);
/* The message is engaged: it gets its tasks. */
static inline void tasks_engaged(struct controller *c, struct hop *hop)
{
  if (c->in->problem == SP_DIVISIBLE) {
    hop->from = c->load;
    c->load += hop->amount;
    return;
  }
  hop->task = c->units;
  c->units += (long)hop->amount;
  if (c->tasks)
    tasks_choose(c->tasks, (long)hop->amount);
}
/* The task that is sent next. */
long tasks_next(const struct controller *);
/* The k-th task of the message, k from 0. */
static inline long tasks_number(const struct controller *c, const struct hop *hop, long k)
{
  return c->tasks ? *fifo_at(&c->tasks->engaged, hop->task + k, long) : hop->task + k;
}
/* The tasks engaged as number first, .., first + n - 1 are at the master again. */
void tasks_again(struct controller *, long first, long n);
/* The sum of the sizes of the message's tasks, and in *squares (may be NULL) that of their squares.
 */
double tasks_size(const struct controller *, const struct hop *, double *squares);
