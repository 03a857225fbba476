/* The linear programme of a fixed activation sequence, for any solver. */
#pragma once

#include "solve/divisible/divisible.h"
#include "solve/lp/lp.h"

/* The most messages of LP (2) and (3) as printed, whose columns are the chunks and T. */
enum { SP_LP_PRINTED = 64 };

/* Units of load and time near the size of the solution, both powers of two. */
void sp_sequence_units(struct sp_context *, const struct sp_instance *, long n, const int *sequence,
                       double *load, double *time);

/* A programme in these units that is being built. Columns: the n chunks, so many dates, T between
 * `least` and `most`; the objective is the least T or, by the instance's deadline, the greatest
 * load. */
struct sp_sequence_programme {
  struct sp_lp *lp;
  const struct sp_instance *in;
  long n;
  const int *sequence;
  double load, time; /* units */
};
void sp_sequence_columns(const struct sp_sequence_programme *, long dates, struct sp_num least,
                         struct sp_num most);
/* The row of the load: W or, by a deadline, at most W. */
void sp_sequence_total(const struct sp_sequence_programme *, struct sp_num W);
/* The row column >= before (-1: 0) + start_up + cost * chunk k; times of the instance. */
void sp_sequence_date(const struct sp_sequence_programme *, long column, long before,
                      double start_up, double cost, long k);

/* Columns 0..n-1 are the chunks in units of `load`; dates are in units of `time`. Units of 1 keep
 * the numbers of the instance, for exact solvers. The objective is the least time, or the greatest
 * load by the instance's deadline. The caller frees the programme. */
struct sp_lp *sp_sequence_lp(const struct sp_instance *, long n, const int *sequence, double load,
                             double time);
