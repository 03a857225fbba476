/* How the controller records what has ended. */
#pragma once

#include "base/hash.h"
#include "base/memory.h"
#include "base/num.h"
#include "engine/controller.h"

/* Nothing after the deadline is recorded or counted. */
static inline bool counts(const struct controller *c, double end)
{
  return end <= c->in->deadline.v || same_date(end, c->in->deadline.v);
}

/* One event that has ended: in the hash of the dates, and in the trace. */
static inline void note(struct controller *c, enum sp_kind kind, int from, int to, long message,
                        double amount, double start, double end, bool lost)
{
  c->bits = hash_mix(hash_mix(c->bits, hash_bits(start)), hash_bits(end));
  c->bits = hash_mix(c->bits, (uint64_t)from << 32 | (uint32_t)to);
  struct sp_trace *t = c->trace;
  if (!t)
    return;
  sp_grow(t->event, t->n, t->cap); /* sp_trace_add would copy the event */
  t->event[t->n++] = (struct sp_event){start, end, amount, from, to, message, kind, lost};
}
