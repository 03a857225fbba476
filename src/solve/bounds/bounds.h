/* The bounds of each problem, which sp_bounds() of starport.h calls, and the relaxations
 * behind them, which the exact searches use in their nodes. */
#pragma once

#include "solve/bag/bag.h"
#include "solve/bag/latest.h"
#include "solve/divisible/activation.h"

#include <starport/optimal.h>
#include <starport/starport.h>

/* The bounds of an instance of one problem without deadline. p is the instance as read by
 * sp_redistribution_new. Each fills bound[], which has room for SP_MAX_BOUNDS, and returns how
 * many, in no order. A bound may be infinite. */
typedef int bounds_of(const struct sp_instance *, const struct sp_redistribution *p,
                      struct sp_context *, struct sp_bound *bound);

bounds_of bounds_redistribution, bounds_bag, bounds_divisible, bounds_imbalance;

/* Is a bag of N tasks short enough for bag_in_time? */
bool bag_is_short(const struct sp_instance *, double N);
/* The bounds unbounded and places of N tasks that are there at date 0; returns how many.
 * (in_time.c) */
int bag_in_time(struct sp_context *, const struct sp_redistribution *p, double N,
                struct sp_bound *bound);

/* Lower bounds of a bag of at least one task with dates of arrival (flows.c): on the makespan, and
 * on flows, of which it returns how many. */
double bound_release(struct sp_context *, const struct sp_redistribution *p);
int bounds_flow(struct sp_context *, const struct sp_redistribution *p, struct sp_bound *bound);

/* Stars that change (changing.c): the star with the best speeds and bandwidths over time, whose
 * bounds hold for it; its arrays are the context's or those of the instance, it is not freed. */
struct sp_instance changing_best(struct sp_context *, const struct sp_instance *);
/* The bounds by integrals; returns how many. */
int bounds_changing(const struct sp_instance *, const struct sp_instance *best, struct sp_context *,
                    struct sp_bound *bound);

/* A star of tasks sent one by one where no schedule of a bag ends later: without latencies where
 * messages of several tasks may be sent, every task as small as the smallest. Its arrays are the
 * context's or those of the instance, it is not freed. */
struct sp_instance bounds_task_by_task(struct sp_context *, const struct sp_instance *);

/* Those of a bag whose tasks have sizes (sizes.c); returns how many. */
int bounds_sizes(const struct sp_instance *, struct sp_context *, struct sp_bound *bound);

/* The finite ones of all lower bounds on the makespan, for an instance without deadline, and the
 * upper bounds on the work done by a deadline (by_deadline.c), in no order. */
int bounds_of_makespan(const struct sp_instance *, struct sp_bound *bound);
int bounds_by_deadline(const struct sp_instance *, struct sp_context *, struct sp_bound *bound);

/* The value of a bound; if it is not exact, less so much that rounding cannot have lifted it. */
static inline double bound_below(double value, bool exact)
{
  return exact ? value : value * (1 - 1e-12);
}
/* The same of a time of latest_least, in the units of the instance. */
static inline double bound_in_units(const struct sp_redistribution *p, double below, bool exact)
{
  return sp_redistribution_time(p, bound_below(below, exact));
}

/* The total over the greatest rate of the steady state: of units with their latencies or without,
 * and with places (steady.c). */
double steady_bound(struct sp_context *, const struct sp_instance *, enum sp_rate);

/* Can the excess tasks of some workers reach the master and be sent on in time? (arrivals.c) */
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

/* The time that workers of a bag are idle with empty places while the port serves others: the
 * strongest bound of long bags. (starving.c) */
/* A row: the time that the tasks take of this worker, or of the port (worker 0), is at most M. */
struct starving_row {
  int worker;
  double step, steps; /* of the function f; steps = 0: f of the first kind */
  double price;       /* of a unit of time */
};

struct starving {
  const struct sp_redistribution *p;
  struct starving_row *row; /* by these prices each task costs at least 1 */
  int rows;
  double sum;   /* of the prices */
  double tail;  /* least w: the port is idle for as long at the end */
  double start; /* value of the time that workers lose before their first tasks */
};

/* Finds prices for N tasks, one emission at a time. False if there are none, or more than 64
 * workers. */
bool starving_new(struct sp_context *, const struct sp_redistribution *, double N,
                  struct starving *);
/* A lower bound on the makespan of N tasks, with an allowance for rounding. */
double starving_bound(const struct starving *, double N);
/* The value of the time lost at the start and at the end with any number n >= 1 of tasks, by the
 * prices found for N: their makespan is at least (n + it)/sum. */
double starving_lost(struct sp_context *, const struct starving *);
/* False only if `left` more tasks cannot be sent from `link` on and computed by M, when worker i
 * computes its tasks until idle[i] <= M. */
bool starving_in_time(const struct starving *, double left, double link, const double *idle,
                      double M);

/* How the workers of a divisible load wait to be served first (queue.c). */
/* The greatest lower bound on the time that one of the prices[0..prices-1] proves, and at least
 * `known`, a bound proven without the queue; less 1e-12 relative for rounding. */
double queue_bound(struct sp_context *, const struct sp_activation *,
                   const struct sp_activation_price *, int prices, double known);

/* All bounds that have a name: sp_bounds and sp_flow_bounds. Returns how many. */
enum { SP_NAMED_BOUNDS = SP_MAX_BOUNDS + SP_FLOW_BOUNDS };
int sp_named_bounds(const struct sp_instance *, struct sp_bound *bound);
/* The greatest lower bound on the makespan; 0 if none is defined. */
double sp_greatest_bound(const struct sp_instance *);
/* The same as a date to be marked in a chart; NAN if none is defined. */
double sp_bound_date(const struct sp_instance *);
