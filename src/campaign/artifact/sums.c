/* Writes SHA256SUMS of an artifact, as sha256sum of coreutils does. */
#include "base/memory.h"
#include "campaign/artifact/parts.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

bool artifact_hash(const char *folder, const char *name, char hex[65])
{
  uint8_t block[1 << 14];
  struct sha256_ctx sha;
  struct sp_key sum;
  char *path = sp_format("%s/%s", folder, name);
  FILE *f = fopen(path, "rb");
  free(path);
  if (!f)
    return false;
  sha256_init(&sha);
  for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;)
    sha256_update(&sha, n, block);
  bool read = !ferror(f);
  fclose(f);
  sha256_digest(&sha, sizeof sum.byte, sum.byte);
  sp_key_text(&sum, hex);
  return read;
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int artifact_sums(struct artifact *a, FILE *f, struct sp_error *error)
{
  int n = a->n - 1; /* without this file */
  char **name = a->name;
  qsort(name, (size_t)n, sizeof *name, compare_names);
  for (int i = 0; i < n; i++) {
    char hex[65];
    if (!artifact_hash(a->folder, name[i], hex))
      return sp_failure(error, SP_CANNOT, "%s/%s: cannot read: %s", a->folder, name[i],
                        strerror(errno));
    fprintf(f, "%s  %s\n", hex, name[i]);
  }
  return SP_OK;
}
