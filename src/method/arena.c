/* The memory of a run's context, all freed at its end, and heaps and orders in it. */
#include "base/memory.h"
#include "method/context.h"

#include <starport/heap.h>
#include <stdlib.h>

/* A block of memory, handed out in order. A request too large for that gets a block of its own,
 * inserted after the one in use. */
struct arena_block {
  struct arena_block *next;
  size_t used, size;
  _Alignas(max_align_t) unsigned char bytes[];
};

enum { BLOCK_BYTES = 1 << 16, APART_BYTES = BLOCK_BYTES / 4 };

static struct arena_block *block_alloc(size_t size)
{
  if (size > SIZE_MAX - sizeof(struct arena_block))
    return sp_xcalloc(SIZE_MAX, 2); /* reports exhaustion */
  struct arena_block *block = sp_xcalloc(1, sizeof *block + size);
  block->size = size;
  return block;
}

void *sp_alloc(struct sp_context *cx, size_t count, size_t size)
{
  const size_t align = _Alignof(max_align_t);
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - align)
    return sp_xcalloc(count, size); /* reports exhaustion */
  bytes = (bytes + align - 1) / align * align;
  if (!cx->blocks)
    cx->blocks = block_alloc(BLOCK_BYTES);
  struct arena_block *block = cx->blocks;
  if (bytes > APART_BYTES) {
    block = block_alloc(bytes);
    block->next = cx->blocks->next;
    cx->blocks->next = block;
  } else if (bytes > block->size - block->used) {
    block = block_alloc(BLOCK_BYTES);
    block->next = cx->blocks;
    cx->blocks = block;
  }
  void *memory = block->bytes + block->used;
  block->used += bytes;
  return memory;
}

void sp_arena_free(struct arena_block *block)
{
  for (struct arena_block *next; block; block = next) {
    next = block->next;
    free(block);
  }
}

struct sp_heap sp_heap_new(struct sp_context *cx, int capacity)
{
  struct sp_heap h = {0, sp_new(cx, capacity, int), sp_new(cx, capacity, int),
                      sp_new(cx, capacity, struct sp_heap_key)};
  for (int i = 0; i < capacity; i++)
    h.where[i] = -1;
  return h;
}

int *sp_order(struct sp_context *cx, int m, const double *key)
{
  struct sp_heap heap = sp_heap_new(cx, m + 1);
  int *order = sp_new(cx, m, int);
  for (int i = 1; i <= m; i++)
    sp_heap_set(&heap, i, key[i]);
  for (int j = 0; j < m; j++) {
    order[j] = sp_heap_top(&heap);
    sp_heap_remove(&heap, order[j]);
  }
  return order;
}
