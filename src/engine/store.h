/* The memory of a worker of a divisible load in a run (model/memory.h): which of the messages that
 * are engaged for it may start. Both engines ask, so that messages start at the same dates. When
 * the first that waits becomes the first it is found on which chunk it waits; the date is known as
 * soon as that chunk is computed. */
#pragma once

#include "engine/controller.h"
#include "model/memory.h"

struct store {
  struct fifo held; /* struct held: messages that have been let in, in order; of dates, `begun` of
                       the first is set if it is being computed, else NAN */
  struct fifo waiting; /* double: amounts of the messages engaged and not let in, in order */
  double cost;         /* time at factor 1 of what is being computed */
  long awaited;        /* chunk of `held` on which the first of them waits, -1: on none */
  double part;         /* units of it that are computed before */
  double date;         /* from which it fits; INFINITY: not known yet, or none waits */
};

/* The chunk that is awaited is being computed. */
static inline void store_set_date(struct store *s, struct controller *c, int i)
{
  const struct held *chunk = fifo_at(&s->held, 0, struct held);
  const struct sp_profile *profile = c->in->profile[SP_SPEED];
  double time = s->part / chunk->amount * s->cost;
  if (!(s->part < chunk->amount))
    return;
  s->date = chunk->begun + (profile ? profile_time(&profile[i], chunk->begun, time) : time);
}

static inline void store_look(struct store *s, struct controller *c, int i)
{
  s->date = INFINITY;
  if (s->waiting.n == 0)
    return;
  double amount = *fifo_at(&s->waiting, 0, double);
  s->awaited = memory_awaited(c->in, i, &s->held, amount, &s->part);
  if (s->awaited < 0)
    s->date = 0;
  else if (s->awaited == 0 && !isnan(fifo_at(&s->held, 0, struct held)->begun))
    store_set_date(s, c, i);
}

/* A message is engaged for the worker. */
static inline void store_engage(struct store *s, struct controller *c, int i, double amount)
{
  fifo_push(&s->waiting, &amount);
  if (s->waiting.n == 1)
    store_look(s, c, i);
}

/* Lets the first message that waits in if it fits at date now. */
static inline bool store_let_in(struct store *s, struct controller *c, int i, double now)
{
  struct held message = {.begun = NAN};
  if (s->waiting.n == 0 || s->date > now)
    return false;
  fifo_pop(&s->waiting, &message.amount);
  fifo_push(&s->held, &message);
  store_look(s, c, i);
  return true;
}

/* The worker begins the first chunk that it holds, at that cost; and has ended it. */
static inline void store_begun(struct store *s, struct controller *c, int i, double now,
                               const struct cost *cost)
{
  fifo_at(&s->held, 0, struct held)->begun = now;
  s->cost = cost->units * cost->unit;
  if (s->waiting.n > 0 && s->awaited == 0)
    store_set_date(s, c, i);
}

static inline void store_computed(struct store *s)
{
  struct held first;
  fifo_pop(&s->held, &first);
  if (s->waiting.n > 0 && s->awaited-- == 0)
    s->date = 0;
}

/* The stores of all workers, [0..m]; NULL: no memory is limited. stores_free frees them. */
static inline struct store *stores_of(const struct sp_instance *in)
{
  if (!sp_has_memory(in))
    return NULL;
  struct store *s = sp_xcalloc((size_t)in->m + 1, sizeof *s);
  for (int i = 0; i <= in->m; i++)
    s[i].date = INFINITY;
  return s;
}

static inline void stores_free(struct store *s, int m)
{
  for (int i = 1; s && i <= m; i++)
    free(s[i].held.item), free(s[i].waiting.item);
  free(s);
}
