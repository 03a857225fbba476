/* Kernels of the divisible load (multi-round, one port): a fixed activation sequence, solved by the
 * optimality principle or by linear programming. Notation as in instance.h: message j to worker
 * sigma_j takes S + alpha_j c; messages are back to back; a worker computes its chunks in order,
 * each after it has arrived completely. An empty message still pays S.
 *
 * An instance with a finite load W and no deadline asks for the least time T; one with a deadline T
 * asks for the greatest load. `value` is T or W accordingly. */
#pragma once

#include "base/memory.h"

#include <starport/heuristic.h>

/* constant + coefficient x. */
struct sp_affine {
  double constant, coefficient;
};

/* Adds a message in front of a solved sequence: see sp_linear_sequence. *D is its length, *load its
 * load, *next D at the worker's next message, -x if there is none. */
static inline void sp_linear_step(struct sp_affine *D, struct sp_affine *load,
                                  struct sp_affine *next, double S, double c, double rate)
{
  double u = (D->constant - next->constant) * rate;
  double v = (D->coefficient - next->coefficient) * rate;
  *next = *D;
  D->constant += S + u * c;
  D->coefficient += v * c;
  load->constant += u;
  load->coefficient += v;
}

/* The chunks that leave no worker idle between its first chunk and T, and the port busy until its
 * last message, O(n). With x = T - (end of the last message) every chunk is affine in x with
 * coefficients >= 0:
 *
 *   D = 0 + 0 x                                  (end of the last message) - (end of message k)
 *   for k = n..1, i = sigma_k:
 *     alpha_k = (D - next_i)/w_i if i was seen, else (D + x)/w_i
 *     next_i = D ; D += S_i + alpha_k c_i
 *   W = sum alpha = U + V x ; T = D_0 + (D_1 + 1) x
 *
 * sequence[0..n-1]: workers, each with finite w; n >= 1. chunk[0..n-1] receives the alphas (may be
 * NULL). Returns true, or false if x would be negative: W < U, so there are too many messages, or a
 * prefix of start-ups exceeds T; then *value is not set. If both W and T are finite the load is at
 * most W. Limits b_i are ignored. */
bool sp_linear_sequence(struct sp_context *, const struct sp_instance *, long n,
                        const int *sequence, double *chunk, double *value);

/* The optimum for the sequence by linear programming: for each k,
 *   sum_{j<=k} (S_{s_j} + alpha_j c_{s_j}) + w_{s_k} sum_{j>=k, s_j=s_k} alpha_j <= T, alpha >= 0,
 * and, if the instance has finite buffers, alpha_j <= b_{s_j} (see sp_chunk_limit). Serves also
 * sequences that the linear system refuses (then some chunks are 0). The chunks (may be NULL) have
 * passed sp_sequence_fit, and *value is theirs. Returns 0, or -1 with the reason in the context
 * (infeasible, a worker with w = inf, or GLPK failed). */
int sp_lp_sequence(struct sp_context *, const struct sp_instance *, long n, const int *sequence,
                   double *chunk, double *value);

/* The same where memory is limited, too (memory.c); elsewhere that programme alone. If none
 * are cheaper than `enough`, *value may be infinite, and then there are no chunks. */
struct sp_memory_search {
  long limit;    /* most programmes to solve */
  double enough; /* cost, T or minus the load: only cheaper chunks are looked for; INFINITY: all */
  long programmes; /* answer: those solved */
  double bound;    /* answer: no chunks cost less, or less than `enough`; -INFINITY: not known */
};
int sp_memory_sequence(struct sp_context *, const struct sp_instance *, long n, const int *sequence,
                       struct sp_memory_search *, double *chunk, double *value);

/* The most units of one chunk to worker i: the least of b_i and its memory, or INFINITY. */
static inline double sp_chunk_limit(const struct sp_instance *in, int i)
{
  return fmin(in->memory[i].v, in->buffer[i] == LONG_MAX ? INFINITY : (double)in->buffer[i]);
}

/* The makespan of given chunks executed as soon as possible; an empty message ends when it arrives.
 * O(n + m). */
double sp_sequence_makespan(struct sp_context *, const struct sp_instance *, long n,
                            const int *sequence, const double *chunk);

/* Corrects the chunks for rounding and the tolerance of a solver: none is negative or exceeds its
 * limit; without a deadline they add up to W if those that are not empty can; with a deadline they
 * add up to at most W and all are computed by T (the engines tolerate 1e-12). The start-ups alone
 * must not exceed T. Returns the makespan; *load is the sum. O(n + m). */
double sp_sequence_fit(struct sp_context *, const struct sp_instance *, long n, const int *sequence,
                       double *chunk, double *load);

/* Drops the messages that carry at most 1e-12 of the load; returns how many are left. */
long sp_sequence_drop(long n, int *sequence, double *chunk);

/* The schedule of these chunks, after sp_sequence_fit; planned is its makespan.
 *
 * If results return: with the results in the order in which chunks are computed, or a better one
 * that is found (sequence_plan.c). The chunks are the given ones or, up to 1000 messages, better
 * ones by linear programming, without empty messages: of the load in the least time, or of the
 * greatest load by the deadline. Planned is the executed makespan. */
void sp_sequence_plan(struct sp_context *, const struct sp_instance *, long n, const int *sequence,
                      double *chunk, struct sp_schedule *out);

/* A method's plan with its options; 0, or -1: refused. */
typedef int sp_sequence_planner(struct sp_context *, const struct sp_instance *, const void *data,
                                struct sp_schedule *out);
/* Calls it; but where results return and have a deadline, with loads and without the deadline. Its
 * sequence for the greatest load that is found to end in time then has the best chunks by the
 * deadline (results_by_deadline.c). */
int sp_plan_results(struct sp_context *, const struct sp_instance *, sp_sequence_planner *,
                    const void *data, struct sp_schedule *out);
