/* Keys of the results database. Of nettle only SHA-256 is used, a digest that other programs, such
 * as sha256sum, can verify. */
#include "campaign/store/key.h"
#include "base/file.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <string.h>

struct sp_key sp_key_of(const char *text, size_t length)
{
  struct sha256_ctx sha;
  struct sp_key key;
  sha256_init(&sha);
  sha256_update(&sha, length, (const uint8_t *)text);
  sha256_digest(&sha, sizeof key.byte, key.byte);
  return key;
}

int sp_key_of_file(const char *path, struct sp_key *key, struct sp_error *error)
{
  uint8_t block[1 << 14];
  struct sha256_ctx sha;
  FILE *in = sp_regular_file(path, error) ? NULL : sp_open_file(path, error);
  if (!in)
    return SP_BAD_INPUT;
  sha256_init(&sha);
  for (size_t n; (n = fread(block, 1, sizeof block, in)) > 0;)
    sha256_update(&sha, n, block);
  int code = ferror(in) ? sp_bad_input(error, "%s: cannot read: %s", path, strerror(errno)) : SP_OK;
  fclose(in);
  sha256_digest(&sha, sizeof key->byte, key->byte);
  return code;
}

char *sp_key_text(const struct sp_key *key, char hex[65])
{
  for (int i = 0; i < 64; i++)
    hex[i] = "0123456789abcdef"[key->byte[i / 2] >> (i % 2 ? 0 : 4) & 15];
  hex[64] = '\0';
  return hex;
}
