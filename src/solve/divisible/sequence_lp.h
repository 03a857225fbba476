/* The linear programme of a fixed activation sequence, for any solver. */
#pragma once

#include "solve/divisible/divisible.h"
#include "solve/lp/lp.h"

/* The most messages of LP (2) and (3) as printed, whose columns are the chunks and T. */
enum { SP_LP_PRINTED = 64 };

/* Where a message starts in the simplex method: its chunk at 0, at its limit, or determined by the
 * rows; its row `tight`: its worker computes until T from its arrival on. As many chunks are
 * determined as rows are tight. */
struct sp_lp_message {
  enum sp_lp_start chunk;
  bool tight;
};

/* sp_lp_sequence from this start, which only more than SP_LP_PRINTED messages have; NULL: all
 * chunks are determined and all rows tight. */
int sp_lp_sequence_from(struct sp_context *, const struct sp_instance *, long n,
                        const int *sequence, const struct sp_lp_message *start, double *chunk,
                        double *value);

/* Units of load and time near the size of the solution, both powers of two. */
void sp_sequence_units(struct sp_context *, const struct sp_instance *, long n, const int *sequence,
                       double *load, double *time);
/* Columns 0..n-1 are the chunks in units of `load`; dates are in units of `time`. Units of 1 keep
 * the numbers of the instance, for exact solvers. The objective is the least time, or the greatest
 * load by the instance's deadline. The caller frees the programme. */
struct sp_lp *sp_sequence_lp(const struct sp_instance *, long n, const int *sequence, double load,
                             double time);
