/* Random streams on Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as
 * 1, 2, 3, SC 2011). Random123 serves this one function, since GSL has no counter-based generator,
 * and the published results depend on these bits. The block cipher maps a 64-bit key and a 128-bit
 * counter to 128 random bits.
 *
 *   key'    = the first 64 bits of philox(key = seed, counter = (parameter, platform, 0, 0))
 *   u       = the first 53 bits of philox(key = key', counter = (draw, draw >> 32, worker,
 *             instance)) * 2^-53
 *
 * platform is that of the noise, else 0.
 *
 * Known answer: philox(key = 0, counter = 0) = 6627e8d5 e169c58d bc57ac4c 9b00dbd8. */
#include "base/stream.h"

#include <Random123/philox.h>

static philox4x32_key_t key_of(uint64_t bits)
{
  return (philox4x32_key_t){{(uint32_t)bits, (uint32_t)(bits >> 32)}};
}

static uint64_t first_word(philox4x32_ctr_t block)
{
  return (uint64_t)block.v[1] << 32 | block.v[0];
}

double sp_stream_noise(uint64_t seed, uint32_t parameter, uint32_t platform, uint32_t kind,
                       uint32_t worker, uint64_t draw)
{
  philox4x32_ctr_t stream = {{parameter, platform, 0, 0}};
  philox4x32_ctr_t counter = {{(uint32_t)draw, (uint32_t)(draw >> 32), worker, kind}};
  uint64_t key = first_word(philox4x32(stream, key_of(seed)));
  return (double)(first_word(philox4x32(counter, key_of(key))) >> 11) * 0x1p-53;
}

double sp_stream_uniform(uint64_t seed, uint32_t parameter, uint32_t instance, uint32_t worker,
                         uint64_t draw)
{
  return sp_stream_noise(seed, parameter, 0, instance, worker, draw);
}
