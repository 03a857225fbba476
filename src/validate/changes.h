/* Profiles as the validator reads them: integrals by itself, with no code of the engines. */
#pragma once

#include "model/instance.h"

/* The integral of a profile's factor. */
struct integral {
  const struct sp_profile *profile;
  long double *sum; /* [0..n] from the first date that comes again up to each piece; [n] over a
                       round; owned */
  double best;      /* the greatest factor */
};

/* Clear it with integral_clear(). */
struct integral integral_of(const struct sp_profile *);
void integral_clear(struct integral *);
/* The integral from one date to another, neither negative. */
double integral_between(const struct integral *, double from, double to);
/* The first date at which the integral from another one on is `work`; at once if that is not
 * positive. */
struct reach {
  double date;
  double until, factor; /* of the piece in which it is */
};
struct reach integral_reach(const struct integral *, double from, double work);
/* The factor at a date, up to rounding of the date. */
double integral_factor(const struct sp_profile *, double date);
/* The first date, not before `date`, at which the factor is 0 (down), or is not; INFINITY: none. */
double integral_first(const struct integral *, double date, bool down);
