/* A map from byte strings to indices, in the balanced tree of the C library. */
#include "base/map.h"
#include "base/memory.h"

#include <search.h>

struct map_entry {
  int value;
  size_t size;
  const void *key; /* in `bytes`, if the entry is in a map */
  char bytes[];
};

static int compare(const void *left, const void *right)
{
  const struct map_entry *a = left, *b = right;
  if (a->size != b->size)
    return a->size < b->size ? -1 : 1;
  return memcmp(a->key, b->key, a->size);
}

int map_find(const struct map *m, const void *key, size_t size)
{
  struct map_entry wanted = {.size = size, .key = key};
  struct map_entry *const *found = tfind(&wanted, &m->root, compare);
  return found ? (*found)->value : -1;
}

bool map_add(struct map *m, const void *key, size_t size, int value)
{
  struct map_entry *e = sp_xcalloc(1, sizeof *e + size);
  e->value = value;
  e->size = size;
  e->key = memcpy(e->bytes, key, size);
  struct map_entry *const *found = tsearch(e, &m->root, compare);
  if (!found)
    abort(); /* only memory can be missing */
  if (*found == e)
    return true;
  free(e);
  return false;
}

void map_clear(struct map *m)
{
  tdestroy(m->root, free);
  m->root = NULL;
}
