/* The hash by which two runs are compared: of decisions in their order, of the bits of dates. */
#ifndef SP_ENGINE_HASH_H
#define SP_ENGINE_HASH_H

#include <stdint.h>
#include <string.h>

/* One round of a multiplicative hash: fast, and every bit of word matters. */
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

#endif
