/* A binary min-heap of the indices 0..capacity-1 ordered by (key, index), for engine/simgrid alone:
 * an index can be moved or removed in O(log n). */
#pragma once

#include <stdbool.h>

struct sp_heap_key {
  double first;
};

struct sp_heap {
  int n;                   /* indices in the heap */
  int *item;               /* [0..n-1] heap order */
  int *where;              /* [index] position in item, -1 if absent */
  struct sp_heap_key *key; /* [index] last key given, whether present or not */
};

/* An empty heap for indices 0..capacity-1; free it with sp_heap_free(). */
struct sp_heap sp_heap_alloc(int capacity);
/* Frees the memory of the heap, not the struct. */
void sp_heap_free(struct sp_heap *);
/* Inserts index with key, or moves it if present. */
void sp_heap_set(struct sp_heap *, int index, double key);
/* Removes index; nothing if absent. */
void sp_heap_remove(struct sp_heap *, int index);
/* The first index, -1 if the heap is empty. */
static inline int sp_heap_top(const struct sp_heap *h)
{
  return h->n ? h->item[0] : -1;
}
