/* The results of a plan, whose dates follow from those of its computations (docs/model.md, rule 9);
 * for the evaluator. */
#pragma once

#include "base/fifo.h"
#include "base/min_queue.h"

#include <starport/schedule.h>

struct returns {
  const struct sp_instance *in;
  const struct sp_schedule *plan;
  long n, received;       /* results in all; received */
  long *order;            /* [0..n-1] the messages in the order that the plan says; NULL: none */
  double *computed;       /* [k] end of the computation of message k; INFINITY: not known yet */
  double *back;           /* [k] date at which its result has come; INFINITY: not known yet */
  double *link;           /* [0..m] end of the link's latest result */
  struct fifo *waiting;   /* [0..m] long: messages computed and not received, in order */
  struct min_queue ports; /* reception ports by the date at which they are free */
  double taken;           /* when the latest result took its port */
};

/* Opens the returns of a checked plan, of which some results return; returns_close frees them. */
void returns_open(struct returns *, const struct sp_instance *, const struct sp_schedule *);
void returns_close(struct returns *);
/* Message k is computed by `date`, those of one worker in order. */
void returns_computed(struct returns *, long k, double date);
/* Receives results until that of message k has come (-1: all), and returns the date. The messages
 * that are computed before are known. INFINITY: it waits for one that is not computed before it. */
double returns_receive(struct returns *, long k);
