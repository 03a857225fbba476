/* The SimGrid driver: actors that wait in pools for activities, and the start and end of a run.
 *
 * An activity is something that takes time: a transfer, a computation, a wait (nominal.h). An actor
 * performs the activities that it is given one after another. A pool creates an actor when an
 * activity comes and all its actors are busy, so there are as many as are busy at once. An actor
 * without an activity is suspended. */
#pragma once

#include <pthread.h>
#include <simgrid/forward.h>
#include <starport/starport.h>
#include <ucontext.h>

struct activity;

/* The data of each SimGrid actor (sg_actor_self_get_data). */
struct actor {
  struct driver *driver;
  struct actor_pool *pool;
  sg_actor_t actor;
  struct activity *activity; /* what it is to do; NULL: nothing */
  bool suspended;
  struct actor *next_idle, *next;
};

/* Actors of one kind. The user fills in the first three. */
struct actor_pool {
  const char *name; /* of each actor */
  sg_host_t host;
  void (*act)(struct actor *self); /* what each actor does, until driver_next gives it no more */
  struct actor *idle;
};

struct driver {
  bool over;           /* the run has ended: each actor ends after its current activity */
  struct actor *actor; /* all */
  bool released;       /* no actor is suspended any more */
  ucontext_t caller;   /* of driver_run: where to go back to when the run is over */
  pthread_t thread;    /* the caller's: an actor that is a thread cannot go back */
  bool may_leave;
};

/* Gives the activity to an idle actor of the pool, or to a new one. */
void driver_assign(struct driver *, struct actor_pool *, struct activity *);
/* The next activity of the calling actor, which is suspended while there is none; NULL: the run is
 * over. It is the same one until driver_idle. */
struct activity *driver_next(struct actor *self);
/* The calling actor has done its activity and can be given another one. */
void driver_idle(struct actor *self);
/* Runs SimGrid, in which there is an actor that starts the run, until the run is over. */
void driver_run(struct driver *, const struct sp_conditions *);
/* Of an actor that has seen that the run is over: goes back to where driver_run was called if it
 * may, else wakes the suspended actors so that all of them end. */
void driver_leave(struct driver *);
/* Frees the actors' data; a driver of zeros is accepted. */
void driver_clear(struct driver *);
