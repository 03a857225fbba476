/* The execution of a plan in the nominal model, shared by the recurrence for one port in each
 * direction (evaluate.c) and the calculus for any number of ports (evaluate_ports.c). */
#ifndef SP_MODEL_EVALUATE_H
#define SP_MODEL_EVALUATE_H

#include <starport/schedule.h>

struct execution {
  const struct sp_instance *in;
  const struct sp_schedule *plan;
  double deadline;
  double *end;    /* [0..m] end of what worker i computes so far */
  double *finish; /* [k] end of the computation of emission k's unit; NULL: places do not matter */
  long *frees;    /* [k] emission whose computed unit leaves its place to emission k, -1: the place
                     is free from date 0; NULL as finish */
  bool *relayed;  /* [k] the task of emission k is sent on from where it arrives; NULL: none is */
  double last;    /* end of the last emission */
  double done;    /* units computed (imbalance: moved) by the deadline */
};

/* True if all units are at the master from date 0: it receives nothing. */
static inline bool execution_from_master(const struct sp_instance *in)
{
  return in->problem == SP_BAG || in->problem == SP_DIVISIBLE;
}

/* Date from which the receiver of emission k has a place for it. */
static inline double execution_place(const struct execution *x, long k)
{
  return x->frees && x->frees[k] >= 0 ? x->finish[x->frees[k]] : 0;
}

/* Emission k has ended at date: its unit is computed behind those that arrived earlier, unless it
 * is sent on. Emissions to one worker must be told in order. */
void execution_arrived(struct execution *, long k, double date);

/* Executes the plan, which must be executable, with the ports that the platform gives its master:
 * O(n log p) with p messages under way. */
void execution_ports(struct execution *);

#endif
