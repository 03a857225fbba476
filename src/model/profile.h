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
