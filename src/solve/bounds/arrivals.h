/* A test whether the excess tasks of some workers can reach the master and be sent on in time: used
 * by the strongest lower bound of a redistribution and in the nodes of its exact search. */
#pragma once

#include "solve/bag/latest.h"

struct arrivals {
  const struct sp_redistribution *p;
  struct latest relaxed;
  double *leaves; /* [i] tasks that worker i must give away */
  double *gain;   /* [i] tasks that worker i has time for in addition to its own */
  double *spare;  /* [i] tasks that worker i can give away in addition to those */
  double *later;  /* [i] another limit on the tasks that worker i receives; INFINITY: none */
};

struct arrivals arrivals_new(struct sp_context *, const struct sp_redistribution *);
/* Sets leaves, gain and spare of worker i for makespan M, if it holds n tasks and can send
 * `initial` of them. */
void arrivals_set(struct arrivals *, int i, double n, double initial, double M);
/* False only if no schedule ends by M in which the master receives from date `in` on and sends from
 * date `out` on; one port each way. */
bool arrivals_in_time(struct arrivals *, double M, double in, double out);
