/* How a speed, a bandwidth, a latency or a state changes over time: a factor that is constant in
 * pieces.
 *
 * Piece k lasts from date[k] to date[k + 1]. After the last piece the profile begins again (period
 * finite: its pieces come again, each time by a period later) or stays as it is (period infinite).
 * It begins again with piece 0, or with piece 1: then piece 0, of factor 1, is at the beginning
 * alone, and the last piece lasts until the first change of the next round, as in SimGrid. An
 * activity ends at the date at which the integral of the factor, from its start on, is the time
 * that it takes at factor 1. */
#ifndef STARPORT_PROFILE_H
#define STARPORT_PROFILE_H

#include <starport/api.h>

#include <stdbool.h>
#include <stddef.h>

SP_BEGIN_DECLS

struct sp_error;

/* n = 0: the factor is 1 at all dates. */
struct sp_profile {
  long n;         /* pieces */
  double *date;   /* [0..n-1] start of each; date[0] = 0, increasing; owned */
  double *factor; /* [0..n-1] finite, >= 0; owned */
  double period;  /* > date[n-1]; INFINITY: the last piece lasts for ever */
  long again;     /* the piece with which it begins again, 0 or 1, of n; 0 if it does not repeat */
};

/* What of a star a profile changes. */
enum sp_changing {
  SP_SPEED,      /* of a worker: 1 / w_i times the factor */
  SP_BANDWIDTH,  /* of a link, in both directions: 1 / c_i times the factor */
  SP_HOST_STATE, /* of a worker: 1, it is up, or 0 */
  SP_LINK_STATE, /* of a link: the same */
  SP_LATENCY,    /* of a message: S_i times the factor at the date at which it starts */
  SP_CHANGING
};

/* Frees the pieces and leaves an empty profile. */
void sp_profile_clear(struct sp_profile *);
/* A deep copy; clear it with sp_profile_clear(). */
struct sp_profile sp_profile_copy(const struct sp_profile *);
/* Are two profiles the same, piece by piece? */
bool sp_profile_same(const struct sp_profile *, const struct sp_profile *);
/* Appends a piece from `date` on; *cap is the room, 0 at first. The order is checked by
 * sp_profile_check(). */
void sp_profile_add(struct sp_profile *, long *cap, double date, double factor);
/* Checks dates, factors and the period. A speed or bandwidth must not be 0 for ever; a state is 0
 * or 1. SP_OK, or SP_BAD_INPUT with the reason, which `what` begins ("worker 3's speed"). */
int sp_profile_check(const struct sp_profile *, enum sp_changing, const char *what,
                     struct sp_error *);
/* The factor at a date. */
double sp_profile_factor(const struct sp_profile *, double date);

SP_END_DECLS

#endif
