/* A map from byte strings (names, pairs of indices) to indices, for readers of files. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct map {
  void *root; /* NULL: empty */
};

/* The value of the key of `size` bytes; -1: unknown key. */
int map_find(const struct map *, const void *key, size_t size);
/* Adds a copy of the key with its value; false, without a change, if the key is known. */
bool map_add(struct map *, const void *key, size_t size, int value);
/* Frees everything and leaves an empty map. A zeroed struct is an empty map, too. */
void map_clear(struct map *);
