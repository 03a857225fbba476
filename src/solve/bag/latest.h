/* The greatest number of tasks that can reach their workers in time: used by the optimum without
 * memory limits, by the lower bounds of a bag and in the nodes of its exact search. */
#pragma once

#include "solve/redistribution/redistribution.h"

/* Worker i computes until the end of the schedule. The k-th task from its last must arrive at least
 *   X_k = r w_i + q max(c_i + w_i, b_i w_i),  k = q b_i + r, 1 <= r <= b_i
 * before the end: k tasks are computed from its arrival on, and the (k-b)-th task from the last
 * takes a place that this one has left (X_k >= X_{k-b} + c + w). Without memory limits X_k = k w_i.
 */
struct latest {
  int m;
  const int *by_c; /* [0..m-1] workers by (c, index) */
  double *c;       /* [0..m] time that a task arrives */
  double *length;  /* [0..m] time of the port that it takes: c, unless there are several ports */
  double *w;       /* INFINITY: the worker takes none */
  double *places;  /* b_i; INFINITY: unlimited */
  double *limit;   /* another limit on the tasks of each worker; INFINITY: none */
  double *n;       /* answer: tasks of each worker */
  int *used;       /* workers with n > 0 */
};

/* For the workers of p, without limits, one port; bounded: with the places of the instance. */
struct latest latest_new(struct sp_context *, const struct sp_redistribution *p, bool bounded);
/* X_k of worker i. */
static inline double latest_before_end(const struct latest *l, int i, double k)
{
  double w = l->w[i], b = l->places[i];
  if (b == INFINITY || b * w >= l->c[i] + w)
    return k * w;
  double q = floor((k - 1) / b);
  return (k - q * b) * w + q * (l->c[i] + w);
}
/* How many k of worker i have X_k <= x. */
double latest_due_within(const struct latest *, int i, double x);
/* The most tasks, up to N, that one port can send within time T before the end, each arriving in
 * time. Sets n: greedy by (c, index), stopped at N. Exact on integers. */
double latest_most(struct latest *, double T, double N);
/* The least T with latest_most = N, for N >= 1, and n for it; INFINITY if no worker computes. If
 * exact, the least integer; else T up to rounding, and *below (may be NULL) the greatest T seen to
 * fail. */
double latest_least(struct latest *, double N, bool exact, double *below);
/* True if the times of p are integers whose sums over N tasks are exact in a double. */
bool latest_exact(const struct sp_redistribution *p, double N);

/* The tasks by deadline: latest_most for many T, where the port is just saturated (deadlines.c).
 * All zero: none yet. */
struct deadlines {
  double T; /* the tasks that may be in time by T are listed */
  long tasks;
  struct task *task;         /* by deadline */
  struct min_queue accepted; /* ranks in l->by_c with accepted tasks, the last first */
};

void deadlines_clear(struct deadlines *);
/* How many tasks, up to N of each worker, may be in time by T. */
double deadlines_count(const struct latest *, double T, double N);
/* Lists them; keeps a list for a greater T. */
void deadlines_list(struct deadlines *, const struct latest *, double T, double N);
/* As latest_most, for the list of T or more. */
double deadlines_most(struct deadlines *, struct latest *, double T, double N);
