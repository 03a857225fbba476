/* An indexed binary heap (Williams 1964): the children of position p are at 2p+1 and 2p+2, and no
 * child comes before its parent. `where` is the inverse of `item`, so that an index is found, moved
 * and removed without a search. */
#include "base/heap.h"
#include "base/memory.h"

#include <stdlib.h>

struct sp_heap sp_heap_alloc(int capacity)
{
  size_t n = (size_t)capacity;
  struct sp_heap h = {0, sp_xcalloc(n, sizeof *h.item), sp_xcalloc(n, sizeof *h.where),
                      sp_xcalloc(n, sizeof *h.key)};
  for (int i = 0; i < capacity; i++)
    h.where[i] = -1;
  return h;
}

void sp_heap_free(struct sp_heap *h)
{
  free(h->item);
  free(h->where);
  free(h->key);
}

static bool before(const struct sp_heap *h, int a, int b)
{
  double x = h->key[a].first, y = h->key[b].first;
  return x < y || (x == y && a < b);
}

static void place(struct sp_heap *h, int position, int index)
{
  h->item[position] = index;
  h->where[index] = position;
}

static void sift_up(struct sp_heap *h, int position)
{
  int index = h->item[position];
  while (position > 0 && before(h, index, h->item[(position - 1) / 2])) {
    place(h, position, h->item[(position - 1) / 2]);
    position = (position - 1) / 2;
  }
  place(h, position, index);
}

static void sift_down(struct sp_heap *h, int position)
{
  int index = h->item[position];
  for (int child; (child = 2 * position + 1) < h->n; position = child) {
    if (child + 1 < h->n && before(h, h->item[child + 1], h->item[child]))
      child++;
    if (!before(h, h->item[child], index))
      break;
    place(h, position, h->item[child]);
  }
  place(h, position, index);
}

void sp_heap_set(struct sp_heap *h, int index, double key)
{
  h->key[index].first = key;
  if (h->where[index] < 0)
    place(h, h->n++, index);
  sift_up(h, h->where[index]);
  sift_down(h, h->where[index]);
}

void sp_heap_remove(struct sp_heap *h, int index)
{
  int position = h->where[index];
  if (position < 0)
    return;
  int last = h->item[--h->n];
  h->where[index] = -1;
  if (last == index)
    return;
  place(h, position, last);
  sift_up(h, position);
  sift_down(h, h->where[last]);
}
