/* Files that are written whole or not at all: under a temporary name, then renamed. */
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *sp_open_file(const char *path, struct sp_error *error)
{
  FILE *stream = fopen(path, "re");
  int first = stream ? getc(stream) : EOF;
  if (first != EOF) {
    ungetc(first, stream);
  } else if (stream && ferror(stream)) { /* a directory opens, but cannot be read */
    int why = errno;
    fclose(stream);
    errno = why;
    stream = NULL;
  }
  if (!stream)
    sp_bad_input(error, "%s: cannot read: %s", path, strerror(errno));
  return stream;
}

char *sp_read_file(const char *path, size_t *size, struct sp_error *error)
{
  FILE *stream = sp_open_file(path, error);
  char *bytes = NULL;
  size_t room = 4096, got;
  if (!stream)
    return NULL;
  *size = 0;
  do {
    bytes = sp_xrealloc(bytes, room *= 2, 1);
    *size += got = fread(bytes + *size, 1, room - *size - 1, stream);
  } while (got > 0);
  bytes[*size] = '\0';
  if (ferror(stream)) {
    sp_bad_input(error, "%s: cannot read: %s", path, strerror(errno));
    free(bytes);
    bytes = NULL;
  }
  fclose(stream);
  return bytes;
}

static int cannot(struct sp_error *error, const char *path)
{
  return sp_failure(error, SP_CANNOT, "%s: cannot write: %s", path, strerror(errno));
}

static void file_free(struct sp_file *f)
{
  free(f->path);
  free(f->temporary);
  free(f);
}

/* The permissions of the file: those of the file that it replaces, else 0666 less the umask, which
 * can be read only by setting it. */
static mode_t permissions(const char *path)
{
  struct stat status;
  if (stat(path, &status) == 0)
    return status.st_mode & 0777;
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

struct sp_file *sp_create_file(const char *path, struct sp_error *error)
{
  struct stat status;
  if (stat(path, &status) == 0) {
    errno = 0;
    if (!S_ISREG(status.st_mode)) /* renaming onto a device would remove it */
      errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    if (errno || access(path, W_OK) != 0) {
      cannot(error, path);
      return NULL;
    }
  }
  struct sp_file *f = sp_xcalloc(1, sizeof *f);
  f->path = sp_xstrdup(path);
  f->temporary = sp_format("%s.XXXXXX", path);
  int fd = mkstemp(f->temporary);
  f->stream = fd >= 0 && fchmod(fd, permissions(path)) == 0 ? fdopen(fd, "w") : NULL;
  if (!f->stream) {
    cannot(error, path);
    if (fd >= 0) {
      close(fd);
      unlink(f->temporary);
    }
    file_free(f);
    return NULL;
  }
  return f;
}

int sp_commit_file(struct sp_file *f, struct sp_error *error)
{
  bool written = fflush(f->stream) == 0 && !ferror(f->stream);
  bool closed = fclose(f->stream) == 0;
  int code = SP_OK;
  if (!written || !closed || rename(f->temporary, f->path) != 0) {
    code = cannot(error, f->path);
    unlink(f->temporary);
  }
  file_free(f);
  return code;
}

void sp_abandon_file(struct sp_file *f)
{
  if (!f)
    return;
  fclose(f->stream);
  unlink(f->temporary);
  file_free(f);
}
