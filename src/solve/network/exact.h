/* Networks solved in rationals, from the numbers as written: exact.c, loops in exact_loop.c. */
#pragma once

#include "solve/network/form.h"

/* A solution as texts "a/b", which the caller frees: T, and alpha of each node or row. */
struct exact_texts {
  char *time, **alpha;
};
/* True if all numbers have exact values and the network is small enough. */
bool exact_possible(const struct sp_network *);
/* Solves the first k nodes of a form; returns 0, or the first node with C < 0. *texts, if not NULL
 * and all C >= 0: the completion time and, [0..k-1], alpha of each node. */
long exact_solve(const struct form *, long k, struct exact_texts *);
/* Corrects a number of usable nodes that doubles have found; as they forgive some rounding, it can
 * only be too large. */
long exact_usable(const struct form *, long k);
/* The closed loop that meets at a row, alpha [0..n-1]; false if it is infeasible. */
bool meeting_exact(const struct sp_network *, long row, struct exact_texts *);
/* Switch: what each worker computes when all is done by `exact`, a rational: [0..n-1], texts and
 * array the caller's to free. Also that time, and what each sends (< 0: receives), in doubles. */
char **switch_exact(const struct sp_network *, const char *exact, double *time, double *delta);
