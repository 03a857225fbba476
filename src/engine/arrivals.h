/* Tasks of a bag that come to the master over time (docs/model.md, rule 10). The part of the
 * controller for that, which both engines use: an arrival is a change, before decisions. */
#pragma once

#include "engine/controller.h"

struct arrivals {
  long come;    /* tasks that have come so far: the first ones */
  long waiting; /* tasks at the master, not engaged */
  double alone; /* sp_time_alone */
};

/* Sets the arrivals of the controller, which frees them, if the tasks have dates. */
void arrivals_open(struct controller *);
/* The date of the next arrival; INFINITY: all have come. */
double arrivals_next(const struct controller *);
/* All that arrive by controller_reach(now) are at the master. */
void arrivals_come(struct controller *, double now);
/* Are fewer tasks than needed at the master, and do more come? Then the message waits for them. */
static inline bool arrivals_lack(const struct controller *c, double needed)
{
  const struct arrivals *a = c->arrivals;
  return a && (double)a->waiting < needed && (double)a->come < c->in->total.v;
}
/* The tasks of the message are done at the date: their flows and stretches count. */
void arrivals_done(struct controller *, const struct hop *, double date);
