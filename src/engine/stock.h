/* The units at a worker of a star that are neither computed nor sent on yet: which of them is next.
 * Both engines ask, so that they begin the same units. */
#pragma once

#include "base/fifo.h"
#include "engine/controller.h"

struct stock {
  struct fifo received; /* struct hop: units that wait for the processor; or n alone, the count */
  long own;             /* initial units not begun and not set apart */
  long begun;           /* initial units begun */
  int worker;
  bool counted; /* received units are only counted: nobody asks for their messages */
};

static inline void stock_open(struct stock *s, const struct controller *c, int worker)
{
  s->worker = worker;
  s->own = controller_kept(c, worker);
  s->counted = c->online && !c->recording && !c->failures && !c->arrivals && !c->in->sizes &&
               !c->views.chunks;
}

static inline bool stock_is_empty(const struct stock *s)
{
  return s->own == 0 && s->received.n == 0;
}

/* How many units wait. */
static inline long stock_units(const struct stock *s)
{
  long units = s->counted ? s->received.n : 0;
  for (long k = 0; !s->counted && k < s->received.n; k++)
    units += (long)fifo_at(&s->received, k, struct hop)->amount;
  return units;
}

/* The message has brought a unit. */
static inline void stock_receive(struct stock *s, const struct hop *hop)
{
  if (s->counted)
    s->received.n++;
  else
    fifo_push(&s->received, hop);
}

static inline void stock_earliest(struct stock *s, struct hop *unit)
{
  *unit = (struct hop){.worker = s->worker, .amount = 1};
  if (s->counted)
    s->received.n--;
  else
    fifo_pop(&s->received, unit);
}

/* The unit that the processor begins: an initial one if there is one, else the earliest that was
 * received. */
static inline void stock_begin(struct stock *s, struct hop *unit)
{
  if (s->own == 0) {
    stock_earliest(s, unit);
    return;
  }
  s->own--;
  *unit = (struct hop){.rank = s->begun++, .message = -1, .worker = s->worker, .amount = 1};
}

/* On line a reception takes its unit when it is engaged: from then on it cannot be begun. If the
 * host has lost its units, which is not noticed yet, the reception will not start. */
static inline void stock_send(struct stock *s, struct controller *c, struct hop *hop)
{
  if (controller_has_lost_all(c, s->worker))
    return;
  if (hop->relay == CONTROLLER_OWN) {
    s->own--;
    return;
  }
  struct hop unit;
  stock_earliest(s, &unit);
  hop->relay = c->failures ? unit.message : unit.rank;
  controller_relayed(c, hop);
}

/* ---- Hosts and links that go down. */

/* The unit is the worker's again: an initial one, or one that was received, among the others in the
 * order of their arrival. */
static inline void stock_keep(struct stock *s, const struct hop *unit)
{
  if (unit->message < 0) {
    s->own++;
    return;
  }
  fifo_push(&s->received, unit);
  for (long k = s->received.n - 1; k > 0; k--) {
    struct hop *before = fifo_at(&s->received, k - 1, struct hop);
    if (before->message < unit->message)
      return;
    *fifo_at(&s->received, k, struct hop) = *before;
    *before = *unit;
  }
}

/* The reception, whose unit the stock had given, is broken off or taken back. */
static inline void stock_take_back(struct stock *s, const struct controller *c,
                                   const struct hop *reception)
{
  long message = reception->relay == CONTROLLER_OWN ? -1 : reception->relay;
  if (!controller_has_lost_all(c, s->worker))
    stock_keep(s, &(struct hop){.message = message, .worker = s->worker, .amount = 1});
}

/* The host has gone down: `unit`, which it computed, if not NULL, and what waits for it, are lost
 * or stay. */
static inline void stock_lose(struct stock *s, struct controller *c, const struct hop *unit)
{
  if (c->in->lost_stay) {
    if (unit)
      stock_keep(s, unit);
    s->begun -= unit && unit->message < 0;
    return;
  }
  controller_lost_initial(c, s->own);
  s->own = 0;
  while (s->received.n > 0) {
    struct hop waits;
    stock_earliest(s, &waits);
    controller_lost_unit(c, &waits);
  }
}
