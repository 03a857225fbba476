/* The two queues of a worker in the native engine, first in, first out: hops that wait for its
 * link, units that wait for its processor. Both stand in an array that is moved to its front, or
 * grows, when its end is reached. */
#ifndef SP_ENGINE_NATIVE_QUEUES_H
#define SP_ENGINE_NATIVE_QUEUES_H

#include "base/memory.h"
#include "engine/controller.h"

/* Hops engaged on a link that is taken; first in, first out. Only several ports need it. */
struct hop_queue {
  struct hop *hop;
  int first, n, cap;
};

/* A unit at a worker that waits for the processor. */
struct unit {
  long rank, message;
  double amount;
};
struct unit_queue {
  struct unit *unit;
  long first, n, cap; /* units that are not numbered are only counted: n */
};

static inline void hop_push(struct hop_queue *q, const struct hop *hop)
{
  if (q->first + q->n == q->cap) {
    if (q->first > q->n) {
      for (int k = 0; k < q->n; k++)
        q->hop[k] = q->hop[q->first + k];
      q->first = 0;
    } else {
      q->cap = q->cap ? 2 * q->cap : 2;
      q->hop = sp_xrealloc(q->hop, (size_t)q->cap, sizeof *q->hop);
    }
  }
  q->hop[q->first + q->n++] = *hop;
}

static inline void hop_pop(struct hop_queue *q)
{
  q->n--;
  q->first = q->n ? q->first + 1 : 0;
}

static inline void unit_push(struct unit_queue *q, struct unit unit, bool numbered)
{
  if (numbered) {
    if (q->first + q->n == q->cap) {
      if (q->first > q->n) {
        for (long k = 0; k < q->n; k++)
          q->unit[k] = q->unit[q->first + k];
        q->first = 0;
      } else {
        q->cap = q->cap ? 2 * q->cap : 4;
        q->unit = sp_xrealloc(q->unit, (size_t)q->cap, sizeof *q->unit);
      }
    }
    q->unit[q->first + q->n] = unit;
  }
  q->n++;
}

static inline struct unit unit_pop(struct unit_queue *q, bool numbered)
{
  struct unit unit = {0, 0, 1};
  if (numbered)
    unit = q->unit[q->first];
  q->n--;
  q->first = q->n ? q->first + 1 : 0;
  return unit;
}

#endif
