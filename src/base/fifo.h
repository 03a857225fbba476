/* A queue, first in, first out: a ring that grows. A queue of zeros is empty; free(q.item) frees
 * it. All items of a queue have one type, which the calls pass by the pointer: its size is a
 * constant for the compiler. */
#pragma once

#include "base/memory.h"

struct fifo {
  char *item;
  long first, n, cap; /* cap: 0 or a power of 2 */
};

/* Appends *item. */
#define fifo_push(q, item) memcpy(fifo_add_sized(q, sizeof *(item)), item, sizeof *(item))
/* Appends an item that is not set yet; returns it as a pointer to TYPE. */
#define fifo_add(q, TYPE) ((TYPE *)fifo_add_sized(q, sizeof(TYPE)))
/* Copies the first item to *item and drops it. The queue must not be empty. */
#define fifo_pop(q, item) fifo_pop_sized(q, item, sizeof *(item))
/* The k-th item from the front, 0 <= k < n, as a pointer to TYPE. */
#define fifo_at(q, k, TYPE) ((TYPE *)fifo_at_sized(q, k, sizeof(TYPE)))

static inline void *fifo_at_sized(const struct fifo *q, long k, size_t size)
{
  return q->item + (size_t)((q->first + k) & (q->cap - 1)) * size;
}

static inline void *fifo_add_sized(struct fifo *q, size_t size)
{
  if (q->n == q->cap) {
    long cap = q->cap ? 2 * q->cap : 4;
    char *larger = sp_xcalloc((size_t)cap, size);
    for (long k = 0; k < q->n; k++)
      memcpy(larger + (size_t)k * size, fifo_at_sized(q, k, size), size);
    free(q->item);
    *q = (struct fifo){larger, 0, q->n, cap};
  }
  return fifo_at_sized(q, q->n++, size);
}

static inline void fifo_pop_sized(struct fifo *q, void *item, size_t size)
{
  memcpy(item, fifo_at_sized(q, 0, size), size);
  q->first++;
  q->n--;
}
