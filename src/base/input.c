/* Files opened to be read: what might never end is refused. */
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int sp_regular_file(const char *path, struct sp_error *error)
{
  struct stat status;
  return stat(path, &status) || S_ISREG(status.st_mode)
             ? SP_OK
             : sp_bad_input(error, "%s: not a regular file", path);
}

static FILE *cannot_read(struct sp_error *error, const char *path)
{
  sp_bad_input(error, "%s: cannot read: %s", path, strerror(errno));
  return NULL;
}

/* All bytes of the stream with a zero after them; NULL with *error. */
static char *read_whole(FILE *stream, const char *path, size_t *size, struct sp_error *error)
{
  char *bytes = NULL;
  size_t room = 4096, got;
  *size = 0;
  do {
    room = room < SP_MOST_BYTES ? 2 * room : SP_MOST_BYTES + 2;
    bytes = sp_xrealloc(bytes, room, 1);
    *size += got = fread(bytes + *size, 1, room - *size - 1, stream);
  } while (got > 0 && *size <= SP_MOST_BYTES);
  bytes[*size] = '\0';
  if (!ferror(stream) && *size <= SP_MOST_BYTES)
    return bytes;
  if (ferror(stream))
    cannot_read(error, path);
  else
    sp_bad_input(error, "%s: more than %d MiB, expected a smaller file", path, SP_MOST_BYTES >> 20);
  free(bytes);
  return NULL;
}

/* What the stream holds, in a file without a name; closes the stream. NULL with *error. */
static FILE *copy_of(FILE *stream, const char *path, struct sp_error *error)
{
  size_t size;
  char *bytes = read_whole(stream, path, &size, error);
  fclose(stream);
  if (!bytes)
    return NULL;
  FILE *copy = tmpfile();
  bool copied = copy && fwrite(bytes, 1, size, copy) == size && fflush(copy) == 0;
  free(bytes);
  if (copied) {
    rewind(copy);
    return copy;
  }
  cannot_read(error, path);
  if (copy)
    fclose(copy);
  return NULL;
}

FILE *sp_open_file(const char *path, struct sp_error *error)
{
  struct stat status;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK); /* waits for no writer */
  FILE *stream = fd >= 0 && fstat(fd, &status) == 0 ? fdopen(fd, "r") : NULL;
  if (!stream)
    return cannot_read(error, path);
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    bool pipe = S_ISFIFO(status.st_mode) || isatty(fd);
    if (pipe && sp_descriptor_of(path) >= 0 && fcntl(fd, F_SETFL, 0) == 0)
      return copy_of(stream, path, error);
    fclose(stream);
    sp_bad_input(error, "%s: not a regular file", path);
    return NULL;
  }
  int first = getc(stream);
  if (first == EOF && ferror(stream)) { /* a directory opens, but cannot be read */
    cannot_read(error, path);
    fclose(stream);
    return NULL;
  }
  ungetc(first, stream);
  return stream;
}

char *sp_read_file(const char *path, size_t *size, struct sp_error *error)
{
  FILE *stream = sp_open_file(path, error);
  char *bytes = stream ? read_whole(stream, path, size, error) : NULL;
  if (stream)
    fclose(stream);
  return bytes;
}

char *sp_read_text(const char *path, struct sp_error *error)
{
  size_t size;
  char *text = sp_read_file(path, &size, error);
  if (!text || strlen(text) == size)
    return text;
  long line = 1;
  for (const char *at = text; *at; at++)
    line += *at == '\n';
  sp_bad_input(error, "%s:%ld: a zero byte, expected text", path, line);
  free(text);
  return NULL;
}
