/* What the files of the controller share for hosts and links that go down. */
#pragma once

#include "engine/controller.h"
#include <starport/dates.h>

/* A message that a worker has lost; stored: it had come to the host. */
struct lost {
  int worker;
  bool stored;
  long message; /* of the plan, which sends it again; on line: -1 */
  long task;    /* the first that it carried, as engaged, if tasks differ (tasks.h), */
  long tasks;   /* and how many */
};

/* What is sent again, and what the master knows of workers that are down. */
struct failures {
  struct loser loser;
  struct sp_dates change; /* by worker: the next change of states, or the next notice */
  const struct sp_profile **state[PARTS]; /* [0..m] of those that go down; else of one that is up */
  double *notice[PARTS]; /* [0..m] date at which the master notices that the part is down;
                            INFINITY: nothing to notice */
  bool *down;            /* [0..m] noticed */
  int n_down;            /* workers noticed to be down */
  int n_ready;           /* workers that messages may go to, and that are not noticed to be down */
  long pending;          /* failures that have not been noticed */
  long open;             /* messages engaged, neither computed, lost nor taken back; redistribution:
                            tasks that are not computed */
  long most_open;        /* so far */
  double sent;           /* units engaged so far, less those taken back */
  struct fifo planned;   /* long: plan: messages to send again, or left for later, in order */
  struct fifo source;    /* long, by rank: plan: the message of the plan */
  struct fifo lost;      /* struct lost: what has been lost and not noticed: plan, or tasks */
  long next;             /* plan: the next message that has not been looked at */
  long losses;           /* messages lost or taken back since the last unit was computed */
  long all_losses;       /* in the run */
  long pieces;           /* of states that have passed since the last unit was computed */
};

/* Sets failures and is_down of the controller if something can go down. failures_close frees them.
 */
void failures_open(struct controller *);
void failures_close(struct controller *);
/* The port is engaged by a message of so many units; a unit has been computed. */
void failures_engaged(struct controller *, enum sp_port, double amount);
static inline void failures_computed(struct failures *f)
{
  f->open--;
  f->losses = f->pieces = 0;
}
/* Messages lost or taken back in the run; 0 if nothing can go down. */
static inline double failures_losses(const struct controller *c)
{
  return c->failures ? (double)c->failures->all_losses : 0;
}
/* Of a redistribution, at its end: the messages to workers beyond the tasks received. */
void failures_count_resends(struct controller *);
/* The date at which the states of a worker change next, or the master notices that they have;
 * INFINITY: never, or nothing is left to wait for. */
double failures_next(const struct controller *);
/* All changes of states and notices that are due; see controller_change. */
void failures_change(struct controller *, double now);
/* Chooses the next message of a plan: engaged, later or closed. */
enum answer failures_ask_plan(struct controller *, double now, long *message);
