/* Keys of the results database. Of nettle only SHA-256 is used, a digest that other programs, such
 * as sha256sum, can verify. */
#include "campaign/store/key.h"

#include <nettle/sha2.h>

struct sp_key sp_key_of(const char *text, size_t length)
{
  struct sha256_ctx sha;
  struct sp_key key;
  sha256_init(&sha);
  sha256_update(&sha, length, (const uint8_t *)text);
  sha256_digest(&sha, sizeof key.byte, key.byte);
  return key;
}

char *sp_key_text(const struct sp_key *key, char hex[65])
{
  for (int i = 0; i < 64; i++)
    hex[i] = "0123456789abcdef"[key->byte[i / 2] >> (i % 2 ? 0 : 4) & 15];
  hex[64] = '\0';
  return hex;
}
