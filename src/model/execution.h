/* The execution of a plan in the nominal model: prepared by the evaluator (evaluate.c), filled in
 * by the executions with one port each way and with several ports. */
#pragma once

#include <starport/schedule.h>

struct execution {
  const struct sp_instance *in;
  const struct sp_schedule *plan;
  double deadline;
  double *end;    /* [0..m] end of what worker i computes so far */
  double *finish; /* [k] end of the computation of emission k's unit; NULL: places are unlimited */
  long *frees;    /* [k] emission whose computed unit leaves its place to emission k, -1: the place
                     is free from date 0; NULL as finish */
  bool *relayed;  /* [k] the task of emission k is sent on by its receiver; NULL: no task is */
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

/* True if `date` is by the deadline, up to rounding. */
static inline bool execution_in_time(double date, double deadline)
{
  return date <= deadline || date - deadline <= 1e-12 * date;
}

/* Emission k has ended at `date`: its unit is computed after those that arrived earlier, unless it
 * is sent on. Call it in the order of the emissions to each worker. */
void execution_arrived(struct execution *, long k, double date);

/* Executes the plan, which must be executable, on a master with one port each way, in O(n). */
void execution_one_port(struct execution *);
/* The same with the ports of the platform's master, in O(n log p) for p messages under way. */
void execution_ports(struct execution *);
