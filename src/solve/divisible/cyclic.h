/* Kernels of the multi-round heuristics for a divisible load: workers in an order of their costs,
 * sequences that repeat this order, and the periodic schedule. Kernels of a fixed sequence are in
 * divisible.h, which defines the notation. */
#pragma once

#include "solve/divisible/divisible.h"

/* Refuses an instance that a heuristic for a divisible load does not serve: a master that sends
 * several messages at a time, or limited chunks, unless the heuristic honours limits. Returns 0, or
 * -1: refused. */
int sp_divisible_served(struct sp_context *, const struct sp_instance *, bool honours_limits);
/* The same for rules that decide on line, of a divisible load (of other problems: 0): a load of any
 * amount, a deadline, and limits of chunks or of the memory. */
int sp_divisible_on_line(struct sp_context *, const struct sp_instance *);

/* The workers that compute (w finite) into order[0..n-1], by (first[i], second[i], i); second may
 * be NULL. Returns n. O(m log m). */
int sp_order_workers(struct sp_context *, const struct sp_instance *, const struct sp_num *first,
                     const struct sp_num *second, int *order);

/* True if the solution of sp_linear_sequence, with this load and time, is certified to be the
 * optimum of its sequence. O(n + m) a sweep, of which there are tens.
 *
 * Weights y of the LP's rows that make the columns of all chunks tight,
 *
 *   lambda = c_j Y_j + w_j Z_j      Y_j = sum_{k >= j} y_k,  Z_j = sum_{k <= j, s_k = s_j} y_k
 *
 * follow from a sweep, where negative ones become 0 and their chunks stay empty; sum y = 1 fixes
 * lambda. Since no y is negative,
 * T >= lambda W + sum_k y_k (S_{s_1} + .. + S_{s_k}) for every division of W, and conversely for
 * the load by T. The result depends only on this bound, evaluated for the computed weights: true
 * only if the gap is at most 1e-13 of T. */
bool sp_linear_optimal(struct sp_context *, const struct sp_instance *, long n, const int *sequence,
                       double load, double time);

/* A sequence with its chunks; its value is the load by a deadline, else the time. */
struct sp_division {
  long n;
  int *sequence;
  double *chunk, value;
};
/* The first n messages of a sequence that repeats order[0..p-1], with room for their chunks. */
struct sp_division sp_division_new(struct sp_context *, long n, int p, const int *order);

/* The chunks of sp_linear_sequence after sp_sequence_fit, with their value; *optimal: certified by
 * sp_linear_optimal. False if the linear system has no solution within the chunk limits. */
bool sp_linear_chunks(struct sp_context *, const struct sp_instance *, struct sp_division *,
                      bool *optimal);
/* The best chunks for the sequence without the messages that are not worth their start-up: computes
 * the optimum of the sequence and drops messages that carry at most 1e-12 of the load, until none
 * is dropped. By a deadline, messages at the end whose start-ups do not fit are cut off first.
 * Updates n (possibly to 0: no load by the deadline) and the sequence, and sets the chunks and the
 * value, as sp_lp_sequence does. If an optimum is not unique the messages dropped depend on the
 * vertex: that of the linear programme up to 64 messages, or with chunk limits that bind; else
 * early messages stay empty. Honours chunk limits. Returns 0, or -1: refused, also if a linear
 * programme of more than 10,000 messages would be needed, as it can be with chunk limits that bind.
 */
int sp_best_chunks(struct sp_context *, const struct sp_instance *, struct sp_division *);

/* The options of a heuristic that repeats an order: a table and the struct that it fills. */
struct sp_cyclic_options {
  long rounds;
};
extern const struct sp_option sp_cyclic_options[];

/* Plans k = 1, 2, .. repetitions of the workers in the order of (cost[i], i), each with
 * sp_best_chunks, until one more is no better (by 1e-12), k = rounds, or all sequences together
 * have more than 10^6 messages (chunk limits: 10^7 squares of messages), and writes the best. With
 * a load and a deadline: the least time for the load, or, if that is too late, the greatest load by
 * the deadline. `options` is a struct sp_cyclic_options. 0, or -1: refused. */
int sp_plan_cyclic(struct sp_context *, const struct sp_instance *, const struct sp_num *cost,
                   const void *options, struct sp_schedule *out);
/* The function `plan` of a heuristic that does so by the cost in->KEY. */
#define SP_CYCLIC_PLAN(symbol, key)                                             \
  static int symbol##_plan(struct sp_context *cx, const struct sp_instance *in, \
                           const void *options, struct sp_schedule *out)        \
  {                                                                             \
    return sp_plan_cyclic(cx, in, in->key, options, out);                       \
  }
/* What these heuristics say of themselves, beside their names and sources. */
#define SP_CYCLIC_HEURISTIC(symbol)                                                    \
  .abi = SP_ABI, .version = 4, .problems = SP_DIVISIBLE, .options = sp_cyclic_options, \
  .options_size = sizeof(struct sp_cyclic_options), .plan = symbol##_plan, .results = true

/* The steady state that is repeated: the rates beta of the workers by (c, index), each as great as
 * the port can feed. All for one unit of load. */
struct sp_period {
  const struct sp_instance *in;
  int n;         /* workers with beta > 0 */
  int *worker;   /* [0..n-1] by (c, index) */
  double *share; /* [0..n-1] beta_i / rho: the share of the load */
  double rho;    /* load per unit of time */
  double a;      /* sum of share c: communication of one unit of load */
  double a2;     /* largest share w: computation of one unit */
  double b;      /* sum of S: start-ups of a period */
};

/* NULL: refused, with the reason in the context (b = 0: infinitely many periods would be best). */
const struct sp_period *sp_period_new(struct sp_context *, const struct sp_instance *);
/* The number k of periods that minimises (k + 1) T_p for load W > 0, an integer; the smallest of
 * equal ones. */
double sp_period_count(const struct sp_period *, double W);
/* T_p = max(a W/k + b, a' W/k). */
double sp_period_length(const struct sp_period *, double W, double k);
/* The makespan of k periods executed as soon as possible, at most (k + 1) T_p. O(n). */
double sp_period_makespan(const struct sp_period *, double W, double k);
/* The greatest load W for which early(data, W, k(W)) holds, by bisection in 0..most, with k(W) from
 * sp_period_count. Assumes that it holds for every smaller load. 0 if it holds for none. */
double sp_period_bisect(const struct sp_period *, double most,
                        bool (*early)(void *data, double W, double k), void *data);
/* The sequence of k periods, without its chunks. Returns 0, or -1: refused, too many messages. */
int sp_period_divide(struct sp_context *, const struct sp_period *, double k, struct sp_division *);
