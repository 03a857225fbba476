/* Profiles as the engines need them: the end of an activity, and the next change. */
#pragma once

#include <starport/instance.h>

/* What lacks so little when a change comes, a share of its time and of the date, ends with the
 * change: rounding does not decide whether it has to wait until the end of a break, or is lost. */
#define AT_A_CHANGE 1e-13

/* Makes `sum` and `best` of a profile whose pieces have been set. sp_profile_copy() does so too. */
void profile_integrate(struct sp_profile *);
/* How long an activity lasts that begins at `start` and takes `time` at factor 1; INFINITY: for
 * ever. Few pieces are passed one by one, more by a search among the sums of a round. With one
 * piece the time is divided by its factor, once. */
double profile_time(const struct sp_profile *, double start, double time);
/* The first date after `date` at which the factor changes; INFINITY: none. */
double profile_next(const struct sp_profile *, double date);

/* The integral of the factor from date[again] to a finite date >= 0. */
double profile_integral(const struct sp_profile *, double date);
/* "speed", "bandwidth", "state", "link's state", "latency": what a profile changes, in messages. */
extern const char *const profile_quality[SP_CHANGING];
/* Is it a state, which is 1 or 0? */
static inline bool profile_is_state(enum sp_changing kind)
{
  return kind == SP_HOST_STATE || kind == SP_LINK_STATE;
}
/* Is it of a worker or node itself, or of a link? */
static inline bool profile_is_of_node(enum sp_changing kind)
{
  return kind == SP_SPEED || kind == SP_HOST_STATE;
}
/* The greatest and the least factor at any date. */
double profile_best(const struct sp_profile *);
double profile_least(const struct sp_profile *);
