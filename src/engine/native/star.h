/* A star as a world of the core; shared by the files of the native engine of stars.
 *
 * Lanes: the two directions of each worker's link, and its processor. The ports are the
 * controller's: a message is engaged when its port has room. Tokens: the free places of each
 * worker, or the messages that its memory lets in, and the tasks that have come to it and to the
 * master. */
#pragma once

#include "engine/results.h"
#include "engine/stock.h"
#include "engine/store.h"

#define CORE_FRONTS 2 /* the ports: IN and OUT have the slots SP_IN and SP_OUT */
#include "engine/native/core.h"

enum { CPU = 2, LANES = 4 }; /* lanes of a worker: SP_OUT, SP_IN, CPU; one is not used */

/* What an activity carries, or computes. */
struct load {
  struct hop hop;
  double start;
};

struct worker {
  bool busy; /* computing, or a relay that never computes */
  bool touched;
  int blocked[2]; /* by port: a message that lacks nothing but that the worker is up, or CORE_NONE
                   */
  struct stock stock;
};

struct star {
  struct controller controller;
  const struct sp_instance *in;
  struct core core;
  struct load *load;        /* [activity] */
  int cap;                  /* of load */
  int spare;                /* an activity to be engaged next by a port */
  struct worker *worker;    /* [0..m] */
  struct store *store;      /* [0..m] where memory is limited; or NULL */
  int capacity[2], room[2]; /* by port: messages that it can carry, and can carry besides */
  int *touched, n_touched;  /* workers whose processor may be able to begin */
  long *ordinal; /* [rank] plan with relays: of this emission among those to its worker, from 1 */
};

static inline int lane_of(int i, int kind)
{
  return LANES * i + kind;
}

/* Is the memory of worker i limited? Then its token is of messages that are let in, not of places.
 */
static inline bool has_store(const struct star *s, int i)
{
  return s->store && s->in->memory[i].v < INFINITY;
}

/* Tokens: the places of worker i; the tasks that have come to it, or to the master (i = 0), or of
 * an order of results the units that it has computed. */
static inline int places(int i)
{
  return 2 * i;
}
static inline int arrivals(int i)
{
  return 2 * i + 1;
}

/* Sets the core's world for the instance, capacities and workers of the star, and its ordinals. */
void star_set_world(struct star *);
