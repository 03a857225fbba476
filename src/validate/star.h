/* The validator of stars, shared by its files: the world of a star (star.c), the ways of its units
 * (units.c), and what becomes of those that are lost (losses.c). */
#pragma once

#include "validate/world.h"

enum role { RECEPTION, EMISSION, COMPUTATION };

struct star {
  struct world world; /* first: the world's functions get it */
  const struct sp_instance *in;
  double *size; /* by message: the sum of the sizes that it carries, NAN: not known; NULL: they are
                   all 1 */
  long sizes;
  bool partial; /* there is a deadline: what it cuts off may be missing */
};

/* The worker of an event: sender, receiver or the one that computes. */
static inline int worker_of(const struct sp_event *e)
{
  return e->from == 0 ? e->to : e->from;
}

/* The role of an event whose nodes and kind have been checked. */
static inline enum role role_of(const struct sp_event *e)
{
  if (e->kind == SP_COMPUTE)
    return COMPUTATION;
  return e->from == 0 ? EMISSION : RECEPTION;
}

/* The lane of worker i for that role; its events, and those of all workers, in any order. */
static inline int star_lane(const struct star *star, enum role role, int i)
{
  return (int)role * (star->in->m + 1) + i;
}
static inline struct selection star_events(const struct star *star, enum role role, int i)
{
  return events_of(&star->world, star_lane(star, role, i));
}
static inline struct selection star_all(const struct star *star, enum role role)
{
  const struct groups *by = &star->world.by_lane;
  long first = by->first[star_lane(star, role, 0)];
  return (struct selection){by->first[star_lane(star, role, star->in->m + 1)] - first,
                            by->event + first};
}
/* The same by start; the caller frees the array. */
struct selection star_sorted(const struct star *, enum role);
double star_sum(const struct star *, enum role); /* units, without those that were lost */

/* The ways of the units: of each message; then, if nothing can be lost, of what workers and the
 * master have. */
bool check_units(const struct star *);
bool check_kept(const struct star *);
/* What each worker computes first; places, if they are bounded. */
bool check_orders(const struct star *);
bool check_star_places(const struct star *);
/* No worker holds more units of a divisible load than its memory; see memory.c. */
bool check_memory(const struct star *);
/* The master sends no task before it arrives; nothing can be lost. */
bool check_arrived(const struct star *);
/* The units, if hosts and links go down: each is computed once, a loss explains each that is not,
 * and none is sent again before its loss has been noticed, or before it arrives. */
bool check_losses(const struct star *);
/* The same of a redistribution. */
bool check_moved_losses(const struct star *);
/* At each date the master has sent no more than its stock, of which losses are part once they are
 * noticed. The units computed are those of the load. */
bool check_sent_of(const struct star *, const struct stock *master);
bool check_done(const struct star *);
/* The date at which the master notices a loss on the way to or from worker i, or there. */
double loss_noticed(const struct star *, int i, double lost);
/* own[i]: initial units of worker i that it does not compute, L_i less the computations without a
 * message. Refuses the first computation of a unit that its worker does not have. */
bool count_own(const struct star *, double *own);
/* Emissions that brought their unit and were not computed where it arrived (empty chunks need not
 * be), by worker; groups_clear frees them. */
struct groups not_computed(const struct star *);
/* Do the sends of worker i find the tasks they need? */
bool check_sends(const struct star *, int i, const struct stock *);
/* The date at which what has come to worker i at that date is lost unless it is computed before. */
double host_fails(const struct star *, int i, double date);
