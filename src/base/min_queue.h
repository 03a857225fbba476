/* Entries in the order of their keys: a priority queue, from which the entry of the least key
 * leaves first, and sorting. Ties go to the lesser second key, then to the lowest number. For the
 * greatest key first negate the keys; for ties to the highest number number backwards.
 *
 * The queue is a binary heap of whole entries. Those under way cannot be moved or removed; where
 * the keys of numbers 0..n-1 change, <starport/dates.h> serves. */
#pragma once

#include "base/memory.h"

#include <stdbool.h>

struct min_entry {
  double key, second;
  long number;
};

/* All zero: an empty queue. The first entry is entry[0]; free(entry) frees the queue. */
struct min_queue {
  struct min_entry *entry; /* [0..n-1]; children of p at 2p+1 and 2p+2 */
  size_t n, cap;
};

static inline bool min_before(const struct min_entry *a, const struct min_entry *b)
{
  if (a->key != b->key)
    return a->key < b->key;
  return a->second != b->second ? a->second < b->second : a->number < b->number;
}

/* The same for qsort. */
static inline int min_compare(const void *a, const void *b)
{
  return min_before(a, b) ? -1 : min_before(b, a);
}

/* An empty queue in the caller's memory for `cap` entries, of which it never has more. */
static inline struct min_queue min_queue_in(struct min_entry *memory, int cap)
{
  return (struct min_queue){memory, 0, (size_t)cap};
}

static inline void min_queue_push2(struct min_queue *q, double key, double second, long number)
{
  struct min_entry entry = {key, second, number};
  sp_grow(q->entry, q->n, q->cap);
  size_t p = q->n++;
  for (; p > 0 && min_before(&entry, &q->entry[(p - 1) / 2]); p = (p - 1) / 2)
    q->entry[p] = q->entry[(p - 1) / 2];
  q->entry[p] = entry;
}

static inline void min_queue_push(struct min_queue *q, double key, long number)
{
  min_queue_push2(q, key, 0, number);
}

/* The entry takes the place of the first one. */
static inline void min_queue_replace(struct min_queue *q, struct min_entry entry)
{
  size_t p = 0;
  for (size_t child; (child = 2 * p + 1) < q->n; p = child) {
    child += child + 1 < q->n && min_before(&q->entry[child + 1], &q->entry[child]);
    if (!min_before(&q->entry[child], &entry))
      break;
    q->entry[p] = q->entry[child];
  }
  q->entry[p] = entry;
}

/* Removes the first entry and returns it; the queue is not empty. */
static inline struct min_entry min_queue_pop(struct min_queue *q)
{
  struct min_entry first = q->entry[0];
  min_queue_replace(q, q->entry[--q->n]);
  return first;
}

/* The number of the first entry; -1: the queue is empty. */
static inline int min_queue_top(const struct min_queue *q)
{
  return q->n > 0 ? (int)q->entry[0].number : -1;
}
