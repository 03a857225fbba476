/* A priority queue: the entry of the least key leaves first, ties to the lowest number.
 *
 * A binary heap of whole entries. Entries cannot be moved or removed, as they can in the indexed
 * heap of <starport/heap.h>; in return it needs no bound on the numbers and takes about half the
 * time (measured on the native engine of hops). */
#pragma once

#include "base/memory.h"

#include <stdbool.h>

struct min_entry {
  double key;
  long number;
};

/* All zero: an empty queue. The first entry is entry[0]; free(entry) frees the queue. */
struct min_queue {
  struct min_entry *entry; /* [0..n-1]; children of p at 2p+1 and 2p+2 */
  size_t n, cap;
};

static inline bool min_before(struct min_entry a, struct min_entry b)
{
  return a.key < b.key || (a.key == b.key && a.number < b.number);
}

static inline void min_queue_push(struct min_queue *q, double key, long number)
{
  struct min_entry entry = {key, number};
  sp_grow(q->entry, q->n, q->cap);
  size_t p = q->n++;
  for (; p > 0 && min_before(entry, q->entry[(p - 1) / 2]); p = (p - 1) / 2)
    q->entry[p] = q->entry[(p - 1) / 2];
  q->entry[p] = entry;
}

/* Removes the first entry and returns it; the queue is not empty. */
static inline struct min_entry min_queue_pop(struct min_queue *q)
{
  struct min_entry first = q->entry[0], last = q->entry[--q->n];
  size_t p = 0;
  for (size_t child; (child = 2 * p + 1) < q->n; p = child) {
    child += child + 1 < q->n && min_before(q->entry[child + 1], q->entry[child]);
    if (!min_before(q->entry[child], last))
      break;
    q->entry[p] = q->entry[child];
  }
  q->entry[p] = last;
  return first;
}
