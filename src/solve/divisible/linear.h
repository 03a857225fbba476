/* The linear system of a fixed activation sequence whose other messages than the active ones are
 * empty, but pay their start-ups: see divisible.h. */
#pragma once

#include "solve/divisible/divisible.h"

/* The load U + V x and the end T of the chunks that let every worker compute from its first active
 * message until T = x + (end of the last message); active: NULL for all. */
void sp_linear_sweep(const struct sp_instance *, long n, const int *sequence, const bool *active,
                     double *scratch, struct sp_affine *load, struct sp_affine *time);
/* The chunks for this x; 0 for messages that are not active. */
void sp_linear_fill(const struct sp_instance *, long n, const int *sequence, const bool *active,
                    double *scratch, double x, double *chunk);
/* The greatest x for which the load and the time are at most those of the instance. */
double sp_linear_x(const struct sp_instance *, struct sp_affine load, struct sp_affine time);
/* True if no chunk exceeds its limit. */
bool sp_chunks_within(const struct sp_instance *, long n, const int *sequence, const double *chunk);
