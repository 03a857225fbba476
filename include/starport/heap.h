/* A binary min-heap of the indices 0..capacity-1 ordered by (key, second, index): the least key
 * first, ties to the least second key, then to the lowest index. An index can be moved or removed
 * in O(log n). For a max-heap negate the keys; for ties to the highest index number backwards. */
#ifndef STARPORT_HEAP_H
#define STARPORT_HEAP_H

#include <starport/heuristic.h>

SP_BEGIN_DECLS

/* The keys of an index; equal keys are ordered by index. */
struct sp_heap_key {
  double first, second;
};

struct sp_heap {
  int n;                   /* indices in the heap */
  int *item;               /* [0..n-1] heap order */
  int *where;              /* [index] position in item, -1 if absent */
  struct sp_heap_key *key; /* [index] last key given, whether present or not */
};

/* An empty heap for indices 0..capacity-1, from the context's arena: heuristics never free it. */
struct sp_heap sp_heap_new(struct sp_context *, int capacity);
/* The same without a context; free it with sp_heap_free(). */
struct sp_heap sp_heap_alloc(int capacity);
/* Frees a heap of sp_heap_alloc(), not the struct. */
void sp_heap_free(struct sp_heap *);
/* Empties the heap, O(n). */
void sp_heap_clear(struct sp_heap *);
/* Inserts index with key, or moves it if present; the second key is 0. */
void sp_heap_set(struct sp_heap *, int index, double key);
/* The same with a second key. */
void sp_heap_set2(struct sp_heap *, int index, double key, double second);
/* Removes index; nothing if absent. */
void sp_heap_remove(struct sp_heap *, int index);
/* The indices 1..m by (key[i], i), in a new array [0..m-1]; key[0] is not used. O(m log m). */
int *sp_order(struct sp_context *, int m, const double *key);
/* The first index, -1 if the heap is empty. */
static inline int sp_heap_top(const struct sp_heap *h)
{
  return h->n ? h->item[0] : -1;
}
/* True if the index is in the heap. */
static inline bool sp_heap_has(const struct sp_heap *h, int index)
{
  return h->where[index] >= 0;
}

SP_END_DECLS

#endif
