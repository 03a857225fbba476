/* Verifies an artifact: its folder has the files of SHA256SUMS, with these digests, and no others.
 * No file outside the folder is opened, whatever SHA256SUMS names. */
#include "base/file.h"
#include "campaign/artifact/parts.h"

#include <errno.h>
#include <fts.h>

struct check {
  const char *directory;
  int n;
  struct file {
    char *name; /* in the directory */
    bool listed;
  } * file; /* sorted; without SHA256SUMS */
  struct sp_error *error;
};

static int refuse(const struct check *c, const char *name, const char *why)
{
  return sp_failure(c->error, SP_NOT_VERIFIED, "%s/%s: %s", c->directory, name, why);
}

/* ---- The files of the folder. */

static int by_name(const void *a, const void *b)
{
  return strcmp(((const struct file *)a)->name, ((const struct file *)b)->name);
}

/* Lists the files in the folder and those in it; refuses what is not a regular file. */
static int list_files(struct check *c)
{
  char *const root[] = {(char *)c->directory, NULL};
  FTS *tree = fts_open(root, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  int code = tree ? SP_OK : refuse(c, "", strerror(errno));
  for (FTSENT *entry; !code && (entry = fts_read(tree));) {
    const char *name = entry->fts_path + strlen(c->directory);
    name += strspn(name, "/");
    switch (entry->fts_info) {
    case FTS_D:
    case FTS_DP:
      break;
    case FTS_F:
      if (strcmp(name, ARTIFACT_SUMS) != 0) {
        c->file = sp_xrealloc(c->file, (size_t)c->n + 1, sizeof *c->file);
        c->file[c->n++] = (struct file){.name = sp_xstrdup(name)};
      }
      break;
    default:
      code = refuse(c, name, entry->fts_errno ? strerror(entry->fts_errno) : "not a regular file");
    }
  }
  if (tree)
    fts_close(tree);
  return code;
}

/* ---- Their digests. */

/* Is that the digest of the file, in hexadecimal? */
static int check_digest(const struct check *c, const char *name, const char *expected)
{
  struct sp_key digest;
  struct sp_error why;
  char hex[65], *path = sp_format("%s/%s", c->directory, name);
  int code = sp_key_of_file(path, &digest, &why)
                 ? sp_failure(c->error, SP_NOT_VERIFIED, "%s", why.text)
                 : SP_OK;
  free(path);
  if (!code && strncmp(expected, sp_key_text(&digest, hex), 64) != 0)
    code = refuse(c, name, "differs from SHA256SUMS");
  return code;
}

/* Checks a line "DIGEST  NAME"; dump: receives the digest of dump.txt. */
static int check_line(const struct check *c, long number, char *line, char dump[65])
{
  line[strcspn(line, "\n")] = '\0';
  if (strspn(line, "0123456789abcdef") != 64 || strncmp(line + 64, "  ", 2) != 0 || !line[66])
    return sp_bad_input(c->error,
                        "%s/%s:%ld: '%.80s', expected a SHA-256, two blanks and a file name",
                        c->directory, ARTIFACT_SUMS, number, line);
  char *name = line + 66;
  struct file *file =
      c->n ? bsearch(&(struct file){.name = name}, c->file, (size_t)c->n, sizeof *c->file, by_name)
           : NULL;
  if (!file || file->listed)
    return refuse(c, name, file ? "twice in SHA256SUMS" : "no such file in the folder");
  file->listed = true;
  if (!strcmp(name, "dump.txt"))
    snprintf(dump, 65, "%.64s", line);
  return check_digest(c, name, line);
}

static int check_lines(const struct check *c, FILE *sums, char dump[65])
{
  char *line = NULL;
  size_t size = 0;
  int code = SP_OK;
  for (long number = 1; !code && getline(&line, &size, sums) >= 0; number++)
    code = check_line(c, number, line, dump);
  free(line);
  for (int k = 0; k < c->n && !code; k++)
    if (!c->file[k].listed)
      code = refuse(c, c->file[k].name, "not in SHA256SUMS");
  return code;
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

static int check_files(struct check *c, FILE *sums)
{
  char dump[65] = "";
  int code = list_files(c);
  if (!code && c->n)
    qsort(c->file, (size_t)c->n, sizeof *c->file, by_name);
  if (!code)
    code = check_lines(c, sums, dump);
  if (!code && !dump[0])
    code = refuse(c, ARTIFACT_SUMS, "no line for dump.txt in it");
  if (!code && !contains(c->directory, "README.md", dump))
    code = refuse(c, "README.md", "does not name the checksum of dump.txt");
  return code;
}

int sp_artifact_check(const char *directory, int *files, struct sp_error *error)
{
  struct check c = {.directory = directory, .error = error};
  char *path = sp_format("%s/%s", directory, ARTIFACT_SUMS);
  int code = sp_regular_file(path, error);
  FILE *sums = code ? NULL : fopen(path, "rb");
  if (!code && !sums)
    code = sp_bad_input(error, "%s: cannot read: %s; expected an artifact", path, strerror(errno));
  free(path);
  if (sums) {
    code = check_files(&c, sums);
    fclose(sums);
  }
  *files = c.n;
  for (int k = 0; k < c.n; k++)
    free(c.file[k].name);
  free(c.file);
  return code;
}
