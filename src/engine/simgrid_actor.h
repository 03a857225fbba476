/* The actors of the simgrid engine, and the state of a run. For simgrid.c and simgrid_actor.c. */
#ifndef SP_ENGINE_SIMGRID_ACTOR_H
#define SP_ENGINE_SIMGRID_ACTOR_H

#include "engine/simgrid.h"
#include <pthread.h>
#include <simgrid/forward.h>
#include <starport/heap.h>
#include <ucontext.h>

/* A carrier, a processor or an alarm. */
struct player {
  struct simgrid *e;
  sg_actor_t actor;
  struct activity *activity; /* what it is to do; NULL: nothing */
  bool asleep;               /* suspended */
  struct activity alarm;     /* an alarm's activity: end is the date it stands for */
  struct player *next_idle, *next;
};

struct simgrid {
  struct occupation occupation;
  const struct sp_instance *in;
  sg_host_t *host;                /* [0..m] */
  struct player *idle[KINDS + 1]; /* carriers and alarms without activity, by kind */
  struct player **processor;      /* [0..m] the same, a list of at most one */
  struct player *players;         /* all */
  struct sp_heap due;             /* by number(): under way and not late, by booked end */
  long under_way;                 /* given to actors and not reported, but for alarms */
  struct activity **ended;        /* reported, not completed; in any order */
  long n_ended;
  double now;   /* date of the last completions */
  double armed; /* date that the last alarm stands for */
  double rung;  /* greatest date whose alarm has rung */
  double least; /* of the durations and latencies of all that has started */
  bool settling;
  bool over, released; /* actors end after what they are at */
  ucontext_t caller;   /* of actor_run: where to go back to when the run is over */
  pthread_t thread;    /* the caller's: an actor that is a thread cannot */
  bool may_leave;
};

/* Place of an activity in simgrid.due. */
static inline int number(const struct simgrid *e, const struct activity *a)
{
  return (int)a->kind * (e->in->m + 1) + a->worker;
}

/* Is the clock past date by more than rounding? */
static inline bool is_past(double clock, double date, double slack)
{
  return clock - date > 1e-12 * clock + slack;
}

/* Has an idle or a new actor do the activity, which starts now: once SimGrid has done it, it is
 * among those that have ended. */
void actor_employ(struct simgrid *, struct activity *);
/* Has an actor settle after a delay, when the date that the alarm stands for has come. */
void actor_set_alarm(struct simgrid *, double delay, double date);
/* Runs SimGrid until the run is over. */
void actor_run(struct simgrid *);
/* Completes what has ended and decides, as far as SimGrid has come: simgrid.c. Called by an actor
 * after it has reported. */
void simgrid_settle(struct simgrid *);

#endif
