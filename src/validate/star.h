/* The validator of stars, shared by its files: the ways of the units (units.c), the ports, links,
 * processors and places (resources.c), and the driver, which checks each event (star.c). */
#pragma once

#include "validate/events.h"

enum role { RECEPTION, EMISSION, COMPUTATION };

struct check {
  const struct sp_instance *in;
  const struct sp_trace *trace;
  struct rules rules;
  bool partial;            /* there is a deadline: what it cuts off may be missing */
  struct selection hop[2]; /* transfers by enum role: to the master, from the master */
  struct selection work;   /* computations */
};

/* The role of an event whose nodes and kind have been checked. */
static inline enum role role_of(const struct sp_event *e)
{
  if (e->kind == SP_COMPUTE)
    return COMPUTATION;
  return e->from == 0 ? EMISSION : RECEPTION;
}

/* Ports, links, processors, places. SP_OK or SP_NOT_VERIFIED. */
int check_resources(struct check *);
/* Causality, store and forward, conservation. SP_OK or SP_NOT_VERIFIED. */
int check_units(struct check *);
