/* SHA256SUMS of an artifact, as sha256sum of coreutils writes and checks it. */
#include "base/file.h"
#include "base/memory.h"
#include "campaign/artifact/parts.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_in(const char *folder, const char *name)
{
  char *path = sp_format("%s/%s", folder, name);
  FILE *f = fopen(path, "rb");
  free(path);
  return f;
}

/* The digest of a file, in hexadecimal; false with errno if it cannot be read. */
static bool hash_file(const char *folder, const char *name, char hex[65])
{
  uint8_t block[1 << 14];
  struct sha256_ctx sha;
  struct sp_key sum;
  FILE *f = open_in(folder, name);
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
    if (!hash_file(a->folder, name[i], hex))
      return sp_failure(error, SP_CANNOT, "%s/%s: cannot read: %s", a->folder, name[i],
                        strerror(errno));
    fprintf(f, "%s  %s\n", hex, name[i]);
  }
  return SP_OK;
}

/* ---- Checking. */

static int refuse(struct sp_error *error, const char *directory, const char *name, const char *why)
{
  return sp_failure(error, SP_NOT_VERIFIED, "%s/%s: %s", directory, name, why);
}

/* Checks that a file has the digest of its line "DIGEST  NAME"; dump: receives that of dump.txt. */
static int check_line(const char *directory, long number, char *line, char dump[65],
                      struct sp_error *error)
{
  char hex[65];
  line[strcspn(line, "\n")] = '\0';
  if (strspn(line, "0123456789abcdef") != 64 || strncmp(line + 64, "  ", 2) != 0 || !line[66])
    return sp_bad_input(error, "%s/%s:%ld: '%.80s', expected a SHA-256, two blanks and a file name",
                        directory, ARTIFACT_SUMS, number, line);
  const char *name = line + 66;
  if (!hash_file(directory, name, hex))
    return refuse(error, directory, name, strerror(errno));
  if (strncmp(line, hex, 64) != 0)
    return refuse(error, directory, name, "differs from SHA256SUMS");
  if (!strcmp(name, "dump.txt"))
    memcpy(dump, hex, 65);
  return SP_OK;
}

/* Does the file contain that text? */
static bool contains(const char *directory, const char *name, const char *text)
{
  size_t size;
  char *path = sp_format("%s/%s", directory, name), *whole = sp_read_file(path, &size, NULL);
  bool found = whole && strstr(whole, text);
  free(whole);
  free(path);
  return found;
}

int sp_artifact_check(const char *directory, int *files, struct sp_error *error)
{
  char *line = NULL, dump[65] = "";
  size_t size = 0;
  int code = SP_OK;
  FILE *f = open_in(directory, ARTIFACT_SUMS);
  *files = 0;
  if (!f)
    return sp_bad_input(error, "%s/%s: cannot read: %s; expected an artifact", directory,
                        ARTIFACT_SUMS, strerror(errno));
  while (!code && getline(&line, &size, f) >= 0) {
    code = check_line(directory, *files + 1L, line, dump, error);
    *files += !code;
  }
  free(line);
  fclose(f);
  if (!code && !dump[0])
    code = refuse(error, directory, ARTIFACT_SUMS, "no line for dump.txt in it");
  if (!code && !contains(directory, "README.md", dump))
    code = refuse(error, directory, "README.md", "does not name the checksum of dump.txt");
  return code;
}
