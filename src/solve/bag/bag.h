/* Kernels of the bag of tasks (RR-5196), shared by heuristics, bounds and searches. Where tasks are
 * discrete c_i means c_i + S_i, the port time of one task. */
#pragma once

#include "base/min_queue.h"
#include "solve/steady/steady.h"

#include <starport/state.h>

/* Refuses an instance that a planner of whole bags does not serve: a deadline or an unlimited
 * number of tasks, several emissions at once unless several_ports, no worker that computes. Returns
 * 0, or -1 with the reason in the context. */
int sp_bag_served(struct sp_context *, const struct sp_instance *, bool several_ports);

/* Which units the rates are of: those without latencies, tasks with them, or with places, of which
 * each task takes one for c + S + w at least. */
enum sp_rate { SP_RATE_UNITS, SP_RATE_TASKS, SP_RATE_PLACES };

/* The steady state of a star whose master does not compute (rate.c): alpha[0..m] (may be NULL) are
 * units per unit of time; alpha[0] = 0. Returns rho*, their sum. price[0..1] (may be NULL), by enum
 * sp_port, if results return: what one more port would add (0 in half duplex). */
double sp_rates(struct sp_context *, const struct sp_instance *, enum sp_rate, double *alpha,
                double price[2]);

/* The same without results (Banino et al., Proposition 1) for given times per task of each worker,
 * c[1..m] on the port and w[1..m] computing. The workers are taken by (c_i, index), each at its
 * full rate 1/w_i while the port time suffices (sum alpha_i c_i <= ports of emission, alpha_i c_i
 * <= 1); the next worker gets the port time that is left, the others nothing. */
double sp_steady_rates_of(struct sp_context *, int m, const double *c, const double *w, int ports,
                          double *alpha);

/* The rate exactly, or no less than by rounding (rate_exact.c). The number is of the pool. */
struct sp_rational *sp_exact_rate(struct sp_context *, const struct sp_instance *, enum sp_rate,
                                  struct sp_q_pool *);

/* The optimum without memory limits (Beaumont, Legrand, Robert 2002), by bisection over deadlines
 * T: the most jobs (i, k) of port time c_i and deadline T - k w_i that the one port can carry.
 * Exact on integer data. quota[0..m] (may be NULL) receives the number of tasks of each worker in
 * the canonical solution: greedy by (c, index) at the optimal T, stopped at N. Buffers are ignored.
 * Returns the optimal makespan; INFINITY if no worker computes. Needs a bag with finite N. */
double sp_unbounded_optimum(struct sp_context *, const struct sp_instance *, long *quota);

/* c_i + S_i in [1..m]; and d_i + S_i, 0 where no result returns. */
double *sp_task_costs(struct sp_context *, const struct sp_instance *);
double *sp_result_costs(struct sp_context *, const struct sp_instance *);

/* A bag whose orders of sending are tried: the k-th worker of an order gets task k as soon as the
 * port is free and it has a place. */
struct sp_bag {
  const struct sp_context *cx;
  int m;
  long N;
  const int *by_c;              /* [0..m-1] workers by (c + S, index) */
  int *rank;                    /* [1..m] its inverse */
  struct min_queue full, ready; /* scratch of sp_bag_complete: workers by room, ranks with room */
};
struct sp_bag sp_bag_new(struct sp_context *, const struct sp_instance *);

/* The cheapest link among the workers that have a free place first (min_c), or the worker that ends
 * the task first (mct), lowest index first. */
enum sp_bag_rule { SP_CHEAPEST_LINK, SP_FIRST_END, SP_BAG_RULES };
/* The worker of the next task by the rule, among those that can end it by T; 0: there is none. */
int sp_bag_choose(const struct sp_bag *, const struct sp_state *, enum sp_bag_rule, double T);
/* Sends tasks k..N-1 by the rule, to the workers order[k..N-1]; false if one cannot end by T, or
 * the plan is given up (sp_stopped). Cost of a task: O(log m) for SP_CHEAPEST_LINK, else O(m). */
bool sp_bag_complete(struct sp_bag *, struct sp_state *, long k, enum sp_bag_rule, double T,
                     int *order);
