/* A hash table: open addressing with linear probing, at most half full, FNV-1a of the keys. */
#include "base/map.h"
#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* The slot of the key, or the free slot for it. */
static struct map_slot *locate(const struct map *m, const void *key, size_t size)
{
  uint64_t hash = hash_bytes(SP_HASH_START, key, size);
  size_t at = (size_t)(hash ^ hash >> 32) & (m->slots - 1);
  while (m->slot[at].key && (m->slot[at].size != size || memcmp(m->slot[at].key, key, size) != 0))
    at = (at + 1) & (m->slots - 1);
  return &m->slot[at];
}

static void grow(struct map *m)
{
  struct map old = *m;
  m->slots = old.slots ? 2 * old.slots : 64;
  m->slot = sp_xcalloc(m->slots, sizeof *m->slot);
  for (size_t i = 0; i < old.slots; i++)
    if (old.slot[i].key)
      *locate(m, old.slot[i].key, old.slot[i].size) = old.slot[i];
  free(old.slot);
}

int map_find(const struct map *m, const void *key, size_t size)
{
  if (!m->slots)
    return -1;
  const struct map_slot *s = locate(m, key, size);
  return s->key ? s->value : -1;
}

bool map_add(struct map *m, const void *key, size_t size, int value)
{
  if (2 * (m->n + 1) > m->slots)
    grow(m);
  struct map_slot *s = locate(m, key, size);
  if (s->key)
    return false;
  s->key = sp_xcalloc(size + 1, 1);
  memcpy(s->key, key, size);
  s->size = size;
  s->value = value;
  m->n++;
  return true;
}

void map_clear(struct map *m)
{
  for (size_t i = 0; i < m->slots; i++)
    free(m->slot[i].key);
  free(m->slot);
  *m = (struct map){0};
}
