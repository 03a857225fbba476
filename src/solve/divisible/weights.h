/* The dual of the linear programme of a fixed activation sequence: weights of its rows. Notation as
 * in cyclic.h, sp_linear_optimal. */
#pragma once

#include "solve/divisible/divisible.h"

/* The least weights y for a price lambda: in the order of the messages
 *
 *   y_k = max(0, (lambda - c_k Y_k)/w_k - Z_{k-1}) ,  Y_{k+1} = Y_k - y_k ,  Y_1 = 1
 *
 * is the least that the column of chunk k allows; no other weights leave a greater Y_{n+1}, which
 * is the weight of the end of the last message. Returns it. active[k]: y_k > 0. O(n + m). */
double sp_weights_at(struct sp_context *, const struct sp_instance *, long n, const int *sequence,
                     double lambda, double *y, bool *active);

/* No lambda from here on has Y_{n+1} >= 0. */
double sp_weights_most(const struct sp_instance *, long n, const int *sequence);

/* True if weights y >= 0 of the messages, and `rest` of the end of the last one, prove to 1e-13
 * that no division of the load, without chunk limits, ends before this time:
 *
 *   T sum y >= lambda W + sum_k y_k P_k ,  P_k: the start-ups until message k
 *
 * for a price lambda of the load which no column is below. O(n + m). */
bool sp_weights_prove(struct sp_context *, const struct sp_instance *, long n, const int *sequence,
                      const double *y, double rest, double load, double time);
