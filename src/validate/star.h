/* The validator of stars, shared by its files: how long events last (durations.c), the ways of the
 * units (units.c), and the driver, which checks each event and the resources (star.c). */
#pragma once

#include "validate/changes.h"
#include "validate/events.h"

enum role { RECEPTION, EMISSION, COMPUTATION, ROLES };

/* The events of one message in the trace; NULL: none. */
struct message_events {
  long message;
  const struct sp_event *part[ROLES];
};

struct check {
  const struct sp_instance *in;
  const struct sp_trace *trace;
  struct rules rules;
  struct integral *integral[SP_CHANGING]; /* [0..m] of the profiles; NULL: nothing changes */
  bool partial;                           /* there is a deadline: what it cuts off may be missing */
  struct selection of[ROLES]; /* events by role: to the master, from the master, computations */
  struct groups at[ROLES];    /* the same by worker, in any order */
  long messages;
  struct message_events *message; /* [0..messages-1] by number */
};

/* The worker of an event: sender, receiver or the one that computes. */
static inline int worker_of(const struct sp_event *e)
{
  return e->from == 0 ? e->to : e->from;
}
/* The same, to deal events out to their workers. */
place_of place_of_worker;
/* How many events of that role worker i has, and the first of them. */
static inline long count_at(const struct check *check, enum role role, int i)
{
  return check->at[role].first[i + 1] - check->at[role].first[i];
}
static inline const struct sp_event *const *events_at(const struct check *check, enum role role,
                                                      int i)
{
  return check->at[role].event + check->at[role].first[i];
}

/* The role of an event whose nodes and kind have been checked. */
static inline enum role role_of(const struct sp_event *e)
{
  if (e->kind == SP_COMPUTE)
    return COMPUTATION;
  return e->from == 0 ? EMISSION : RECEPTION;
}

/* The event lasts as long as its amount takes (durations.c). SP_OK or SP_NOT_VERIFIED. */
int check_lasting(struct check *, const struct sp_event *);
/* Hosts and links that go down (failures.c), if sp_can_fail(). Each event by itself: nothing is
 * under way where its host or link is down; what is lost ends when they go down, before it would
 * have ended. SP_OK or SP_NOT_VERIFIED. */
int check_state(struct check *, const struct sp_event *);
/* The units, once the messages are gathered: each is computed once, a loss explains each that is
 * not, and none is sent again before its loss has been noticed. SP_OK or SP_NOT_VERIFIED. */
int check_failures(struct check *);
/* The first date from `date` on at which the host of worker i is down; INFINITY: none. */
double host_fails(const struct check *, int i, double date);
/* Causality, store and forward, conservation; gathers the messages. SP_OK or SP_NOT_VERIFIED. */
int check_units(struct check *);
/* What each worker computes first, once the messages are gathered. SP_OK or SP_NOT_VERIFIED. */
int check_orders(struct check *);
