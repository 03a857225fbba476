/* First in, first out: a ring that grows. */
#ifndef SP_ENGINE_FIFO_H
#define SP_ENGINE_FIFO_H

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

struct fifo {
  char *item;
  size_t size; /* of an item */
  long first, n, cap;
};

/* The k-th item from the front. */
static inline void *fifo_at(const struct fifo *q, long k)
{
  long place = q->first + k < q->cap ? q->first + k : q->first + k - q->cap;
  return q->item + (size_t)place * q->size;
}

static inline void fifo_push(struct fifo *q, const void *item)
{
  if (q->n == q->cap) {
    long cap = q->cap ? 2 * q->cap : 4;
    char *larger = sp_xcalloc((size_t)cap, q->size);
    for (long k = 0; k < q->n; k++)
      memcpy(larger + (size_t)k * q->size, fifo_at(q, k), q->size);
    free(q->item);
    *q = (struct fifo){larger, q->size, 0, q->n, cap};
  }
  memcpy(fifo_at(q, q->n++), item, q->size);
}

/* Copies the first item to *item and drops it. */
static inline void fifo_pop(struct fifo *q, void *item)
{
  memcpy(item, fifo_at(q, 0), q->size);
  q->first = q->first + 1 < q->cap ? q->first + 1 : 0;
  q->n--;
}

#endif
