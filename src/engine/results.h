/* Results that return to the master: which one the reception port receives next (docs/model.md,
 * rule 9). The part of the controller for that, which both engines use. */
#pragma once

#include "engine/controller.h"
#include <starport/dates.h>

/* A unit that has been computed and whose result is not engaged. */
struct computed {
  struct hop unit;
  double since;
};

struct results {
  struct fifo *waiting;  /* [0..m] struct computed, in order */
  struct sp_dates first; /* by worker: `since` of its first result that can be engaged now */
  bool *under_way;       /* [0..m] a result of the worker is engaged */
  long *order;   /* plan that says it: [0..n-1] the message whose result is received; or NULL */
  long *ordinal; /* and of each message: its number among those to its worker, from 1, */
  long *task;    /* and its first task */
  long n;
};

/* Sets the results of the controller if some return; results_close frees them. */
void results_open(struct controller *);
void results_close(struct controller *);
/* The unit has been computed by `date`, and its result returns. */
void results_computed(struct controller *, const struct hop *unit, double date);
/* Chooses the result that is received next: engaged or later. */
enum answer results_ask(struct controller *, struct hop *);
/* Takes the first result that waits at worker i, which must have one that can be received. */
void results_take(struct controller *, int i, struct hop *);
/* The result that worker i sent has come, or is lost. */
void results_left(struct controller *, int i);
/* The states of worker i have changed. */
void results_touch(struct controller *, int i);

/* Does the result of worker i keep its place until it has left? */
static inline bool results_hold(const struct controller *c, int i)
{
  return c->in->hold_result && sp_returns(c->in, i);
}
/* Does a plan say in which order results come? Then each waits for its computation. */
static inline bool results_ordered(const struct controller *c)
{
  return c->results && c->results->order;
}
