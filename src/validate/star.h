/* The validator of stars, shared by its files: the ways of the units (units.c), and the driver,
 * which checks each event and the resources (star.c). */
#pragma once

#include "validate/events.h"

enum role { RECEPTION, EMISSION, COMPUTATION };

/* The events of one message in the trace; NULL: none. */
struct message_events {
  long message;
  const struct sp_event *part[3]; /* by enum role */
};

struct check {
  const struct sp_instance *in;
  const struct sp_trace *trace;
  struct rules rules;
  bool partial;            /* there is a deadline: what it cuts off may be missing */
  struct selection hop[2]; /* transfers by enum role: to the master, from the master */
  struct selection work;   /* computations */
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

/* The role of an event whose nodes and kind have been checked. */
static inline enum role role_of(const struct sp_event *e)
{
  if (e->kind == SP_COMPUTE)
    return COMPUTATION;
  return e->from == 0 ? EMISSION : RECEPTION;
}

/* Causality, store and forward, conservation; gathers the messages. SP_OK or SP_NOT_VERIFIED. */
int check_units(struct check *);
/* What each worker computes first, once the messages are gathered. SP_OK or SP_NOT_VERIFIED. */
int check_orders(struct check *);
