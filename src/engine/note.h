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
static inline void note(struct controller *c, const struct sp_event *e)
{
  c->bits = hash_mix(hash_mix(c->bits, hash_bits(e->start)), hash_bits(e->end));
  c->bits = hash_mix(c->bits, (uint64_t)e->from << 32 | (uint32_t)e->to);
  struct sp_trace *t = c->trace;
  if (!t)
    return;
  sp_grow(t->event, t->n, t->cap); /* sp_trace_add would be a call for each event */
  t->event[t->n++] = *e;
}
