/* What a bag loses where a worker's places run dry while the port serves others: the strongest
 * bound of long bags, and a test in the nodes of their exact search. */
#ifndef SP_SOLVE_STARVING_H
#define SP_SOLVE_STARVING_H

#include <starport/redistribution.h>

/* "What the tasks take of this worker's time, or of the port's (worker 0), is at most M." */
struct starving_row {
  int worker;
  double step, steps; /* of the function f; steps = 0: none */
  double price;       /* of a unit of time */
};

struct starving {
  const struct sp_redistribution *p;
  struct starving_row *row; /* by prices each task costs 1 at least */
  int rows;
  double sum;   /* of the prices */
  double tail;  /* least w: the port is idle as long at the end */
  double start; /* what the workers lose before their first tasks, by prices */
};

/* One emission at a time. False where no prices are found, or there are more than 64 workers. */
bool starving_new(struct sp_context *, const struct sp_redistribution *, double N,
                  struct starving *);
/* No schedule of N tasks takes less; rounding is allowed for. */
double starving_bound(const struct starving *, double N);
/* False only if `left` more tasks cannot be sent from `link` on and computed by M, where worker i
 * computes what it has until idle[i], a date <= M. */
bool starving_in_time(const struct starving *, double left, double link, const double *idle,
                      double M);

#endif
