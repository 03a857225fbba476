/* Profiles as the engines need them: the end of an activity, and the next change. */
#pragma once

#include <starport/profile.h>

/* How long an activity lasts that begins at `start` and takes `time` at factor 1; INFINITY: for
 * ever. *at is the piece in which the last call's start lay, counted over all rounds, 0 at first:
 * starts must not go back, and n calls take O(n + pieces passed). With one piece the time is
 * divided by its factor, once. */
double profile_time(const struct sp_profile *, long *at, double start, double time);
/* The first date after `date` at which the factor changes; INFINITY: none. */
double profile_next(const struct sp_profile *, double date);

/* sum[0..n] of the profile: the integral of the factor from date 0 up to each of its pieces, and
 * over a round (INFINITY or NAN if it does not repeat, not used then). */
void profile_sums(const struct sp_profile *, double *sum);
/* The integral of the factor from date 0 to a finite date >= 0, with these sums. */
double profile_integral(const struct sp_profile *, const double *sum, double date);
/* The greatest factor at any date. */
double profile_best(const struct sp_profile *);
