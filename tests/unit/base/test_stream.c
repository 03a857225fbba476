/* Tests random streams: the published known answers, independence of the draws, hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include <Random123/philox.h>

#include "base/hash.h"
#include "base/stream.h"

/* Random123's own known-answer vectors (kat_vectors, philox4x32 10). */
static void test_known_answers(void **state)
{
  (void)state;
  static const struct {
    uint32_t counter[4], key[2], answer[4];
  } known[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (int i = 0; i < 3; i++) {
    philox4x32_ctr_t counter;
    philox4x32_key_t key;
    memcpy(counter.v, known[i].counter, sizeof counter.v);
    memcpy(key.v, known[i].key, sizeof key.v);
    philox4x32_ctr_t answer = philox4x32(counter, key);
    assert_memory_equal(answer.v, known[i].answer, sizeof answer.v);
  }
}

/* Philox4x32-10 once more, from the paper's equations. */
static void cipher(uint32_t c[4], uint32_t key0, uint32_t key1)
{
  for (int round = 0; round < 10; round++) {
    uint64_t a = UINT64_C(0xd2511f53) * c[0], b = UINT64_C(0xcd9e8d57) * c[2];
    uint32_t next[4] = {(uint32_t)(b >> 32) ^ c[1] ^ key0, (uint32_t)b,
                        (uint32_t)(a >> 32) ^ c[3] ^ key1, (uint32_t)a};
    memcpy(c, next, sizeof next);
    key0 += 0x9e3779b9;
    key1 += 0xbb67ae85;
  }
}

static double by_hand(uint64_t seed, uint32_t parameter, uint32_t platform, uint32_t instance,
                      uint32_t worker, uint64_t draw)
{
  uint32_t k[4] = {parameter, platform, 0, 0};
  uint32_t c[4] = {(uint32_t)draw, (uint32_t)(draw >> 32), worker, instance};
  cipher(k, (uint32_t)seed, (uint32_t)(seed >> 32));
  cipher(c, k[0], k[1]);
  uint64_t bits = ((uint64_t)c[1] << 32 | c[0]) >> 11;
  return (double)bits / 9007199254740992.0;
}

/* Every part of the key and of the counter decides, in its place. */
static void test_layout(void **state)
{
  (void)state;
  const uint64_t seeds[] = {0, 6005, UINT64_C(0xfedcba9876543210)};
  for (int s = 0; s < 3; s++)
    for (uint32_t p = 1; p <= SP_STREAM_WORKERS; p++)
      for (uint32_t i = 0; i < 3; i++)
        for (uint64_t draw = 0; draw < 3; draw++) {
          uint32_t worker = 1000003u * i + p;
          uint64_t rank = draw * UINT64_C(0x1234567890);
          double u = sp_stream_uniform(seeds[s], p, i, worker, rank);
          assert_true(u == by_hand(seeds[s], p, 0, i, worker, rank));
          assert_true(u >= 0 && u < 1);
          double noise = sp_stream_noise(seeds[s], p, 7 * i, i, worker, rank);
          assert_true(noise == by_hand(seeds[s], p, 7 * i, i, worker, rank));
        }
}

/* Mean and variance of a long run, and of the same draw over neighbours of each coordinate: with
 * n = 65536 the mean has standard error 0.0011, the variance 0.0003. */
static void test_uniform(void **state)
{
  (void)state;
  enum { N = 65536 };
  for (int coordinate = 0; coordinate < 6; coordinate++) {
    double sum = 0, squares = 0, serial = 0, last = 0.5;
    for (uint32_t k = 0; k < N; k++) {
      uint32_t at[6] = {0, 0, 0, 0, 0, 0};
      at[coordinate] = k;
      double u = sp_stream_noise(at[0], at[1], at[2], at[3], at[4], at[5]);
      sum += u;
      squares += (u - 0.5) * (u - 0.5);
      serial += (u - 0.5) * (last - 0.5);
      last = u;
    }
    assert_true(sum / N > 0.5 - 0.005 && sum / N < 0.5 + 0.005);
    assert_true(squares / N > 1.0 / 12 - 0.0015 && squares / N < 1.0 / 12 + 0.0015);
    assert_true(serial / N > -0.0015 && serial / N < 0.0015);
  }
}

/* FNV-1a, 64 bits: values of its authors' test suite. */
static void test_hash(void **state)
{
  (void)state;
  assert_true(hash_bytes(SP_HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
  assert_true(hash_bytes(SP_HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
  assert_true(hash_bytes(SP_HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
  uint64_t h = hash_bytes(SP_HASH_START, "foo", 3);
  assert_true(hash_bytes(h, "bar", 3) == UINT64_C(0x85944171f73967e8));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known_answers),
      cmocka_unit_test(test_layout),
      cmocka_unit_test(test_uniform),
      cmocka_unit_test(test_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
