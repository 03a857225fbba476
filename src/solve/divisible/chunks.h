/* The chunks of a fixed activation sequence: by the linear system in which only some messages carry
 * load, and the best ones of a long sequence without a linear programme. See divisible.h. */
#pragma once

#include "solve/divisible/cyclic.h"

/* ---- The linear system of the active messages; the others are empty, but pay their start-ups. */

/* The load U + V x and the end T of the chunks that let every worker compute from its first active
 * message until T = x + (end of the last message); active: NULL for all. */
void sp_linear_sweep(struct sp_context *, const struct sp_instance *, long n, const int *sequence,
                     const bool *active, struct sp_affine *load, struct sp_affine *time);
/* The chunks for this x; 0 for messages that are not active. */
void sp_linear_fill(struct sp_context *, const struct sp_instance *, long n, const int *sequence,
                    const bool *active, double x, double *chunk);
/* The greatest x for which the load and the time are at most those of the instance. */
double sp_linear_x(const struct sp_instance *, struct sp_affine load, struct sp_affine time);
/* True if no chunk exceeds its limit. */
bool sp_chunks_within(const struct sp_instance *, long n, const int *sequence, const double *chunk);

/* ---- The best chunks, after sp_sequence_fit, and the value, where some messages stay empty and no
 * chunk limit binds. True if they are proven to be the optimum of the sequence. By a deadline the
 * start-ups must leave time for load. */
bool sp_active_chunks(struct sp_context *, const struct sp_instance *, struct sp_division *);
