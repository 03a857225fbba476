/* Can what is too much at some workers arrive, and be sent on, in time? The question behind the
 * strongest lower bound of a redistribution and behind the nodes of its exact search. */
#ifndef SP_SOLVE_ARRIVALS_H
#define SP_SOLVE_ARRIVALS_H

#include "solve/bag/latest.h"

struct arrivals {
  const struct sp_redistribution *p;
  struct latest relaxed;
  double *leaves; /* [i] tasks that worker i must give away */
  double *gain;   /* [i] tasks that worker i has time for besides those that it holds */
  double *spare;  /* [i] tasks that worker i could give away beyond need */
  double *later;  /* [i] most tasks that worker i can receive, for other reasons; INFINITY: none */
};

struct arrivals arrivals_new(struct sp_context *, const struct sp_redistribution *);
/* Sets leaves and gain of worker i for makespan M, where it holds n tasks, and spare where it can
 * send `initial` of them. */
void arrivals_set(struct arrivals *, int i, double n, double initial, double M);
/* False only if no schedule ends by M whose receptions at the master begin at `in` at the earliest
 * and whose emissions begin at `out`; one port each way. */
bool arrivals_in_time(struct arrivals *, double M, double in, double out);

#endif
