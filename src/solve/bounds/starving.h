/* The time that workers of a bag are idle with empty places while the port serves others: the
 * strongest bound of long bags, and a test in the nodes of their exact search. */
#pragma once

#include <starport/redistribution.h>

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
/* False only if `left` more tasks cannot be sent from `link` on and computed by M, when worker i
 * computes its tasks until idle[i] <= M. */
bool starving_in_time(const struct starving *, double left, double link, const double *idle,
                      double M);
