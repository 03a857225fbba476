/* Hashes: of bytes and words, and of what a run decided and when. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* FNV-1a starts with SP_HASH_START. */
#define SP_HASH_START UINT64_C(0xcbf29ce484222325)

/* FNV-1a of one more word (a byte, as published). Its upper bits are the better ones. */
static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
  return (hash ^ word) * UINT64_C(0x100000001b3);
}

/* FNV-1a of `size` more bytes. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
  const unsigned char *p = bytes;
  for (size_t i = 0; i < size; i++)
    hash = hash_word(hash, p[i]);
  return hash;
}

/* One round of a multiplicative hash, by which two runs are compared (decisions in their order,
 * bits of dates): fast, and every bit of word matters. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

static inline uint64_t hash_bits(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
