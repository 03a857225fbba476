/* Verifies an artifact: its folder has the files of SHA256SUMS, with these digests, and no others.
 * No file outside the folder is opened, whatever SHA256SUMS names. */
#include "base/file.h"
#include "base/memory.h"
#include "campaign/artifact/parts.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static int walk(struct check *c, const char *folder);

/* Adds the file of that name in the directory, or those in the folder of that name. */
static int add(struct check *c, const char *name)
{
  struct stat status;
  char *path = sp_format("%s/%s", c->directory, name);
  int failed = lstat(path, &status), code = SP_OK;
  free(path);
  if (failed)
    return refuse(c, name, strerror(errno));
  if (S_ISDIR(status.st_mode)) {
    char *folder = sp_format("%s/", name);
    code = walk(c, folder);
    free(folder);
  } else if (!S_ISREG(status.st_mode)) {
    code = refuse(c, name, "not a regular file");
  } else if (strcmp(name, ARTIFACT_SUMS) != 0) {
    c->file = sp_xrealloc(c->file, (size_t)c->n + 1, sizeof *c->file);
    c->file[c->n++] = (struct file){.name = sp_xstrdup(name)};
  }
  return code;
}

/* folder: "" or "NAME/". */
static int walk(struct check *c, const char *folder)
{
  char *path = sp_format("%s/%s", c->directory, folder);
  DIR *entries = opendir(path);
  int code = entries ? SP_OK : refuse(c, folder, strerror(errno));
  free(path);
  for (struct dirent *entry; !code && (entry = readdir(entries));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
      continue;
    char *name = sp_format("%s%s", folder, entry->d_name);
    code = add(c, name);
    free(name);
  }
  if (entries)
    closedir(entries);
  return code;
}

/* ---- Their digests. */

/* Checks a line "DIGEST  NAME"; dump: receives the digest of dump.txt. */
static int check_line(const struct check *c, long number, char *line, char dump[65])
{
  char hex[65];
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
  if (!artifact_hash(c->directory, name, hex))
    return refuse(c, name, strerror(errno));
  if (strncmp(line, hex, 64) != 0)
    return refuse(c, name, "differs from SHA256SUMS");
  if (!strcmp(name, "dump.txt"))
    memcpy(dump, hex, 65);
  return SP_OK;
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
  int code = walk(c, "");
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
