/* Files that are written whole or not at all: under a temporary name, then renamed. */
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

bool sp_has_suffix(const char *path, const char *suffix)
{
  size_t length = strlen(path), end = strlen(suffix);
  return length > end && !strcmp(path + length - end, suffix);
}

void sp_program_path(char path[PATH_MAX])
{
  ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
  path[length > 0 ? length : 0] = '\0';
}

/* ---- Where a path leads. */

/* The descriptor N of "/dev/fd/N", or of the same below /proc; -1 for another path. */
static int named_descriptor(const char *path)
{
  static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/"};
  for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
    const char *number = path + strlen(folders[k]);
    if (!strncmp(path, folders[k], strlen(folders[k])) && *number && strlen(number) < 10 &&
        !number[strspn(number, "0123456789")])
      return atoi(number);
  }
  return -1;
}

/* The path with the links at its end followed, up to a descriptor; the caller frees it. */
static char *follow(const char *path)
{
  enum { MOST_LINKS = 40 }; /* as the system follows */
  char *at = sp_xstrdup(path), target[PATH_MAX];
  for (int k = 0; k < MOST_LINKS && named_descriptor(at) < 0; k++) {
    ssize_t length = readlink(at, target, sizeof target);
    if (length < 0 || length == sizeof target)
      break;
    const char *slash = *target == '/' ? NULL : strrchr(at, '/');
    char *next = sp_format("%.*s%.*s", slash ? (int)(slash + 1 - at) : 0, at, (int)length, target);
    free(at);
    at = next;
  }
  return at;
}

int sp_descriptor_of(const char *path)
{
  char *target = follow(path);
  int descriptor = named_descriptor(target);
  free(target);
  return descriptor;
}

/* ---- Writing. */

static int cannot(struct sp_error *error, const char *path)
{
  return sp_failure(error, SP_CANNOT, "%s: cannot write: %s", *path ? path : "''", strerror(errno));
}

void sp_block_signals(sigset_t *before)
{
  static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
  sigset_t blocked;
  sigemptyset(&blocked);
  for (size_t k = 0; k < sizeof ending / sizeof *ending; k++)
    sigaddset(&blocked, ending[k]);
  sigprocmask(SIG_BLOCK, &blocked, before);
}

static void file_free(struct sp_file *f)
{
  if (f->temporary)
    sigprocmask(SIG_SETMASK, &f->mask, NULL);
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

/* How a path is written. */
enum way { REPLACE, DIRECTLY, IMPOSSIBLE };

/* The way of a path, whose links lead to `target`; IMPOSSIBLE sets errno. The system follows the
 * links first: it may refuse those of other users. */
static enum way way_of(const char *path, const char *target)
{
  struct stat status;
  int descriptor = named_descriptor(target), flags;
  if (descriptor >= 0) {
    flags = fcntl(descriptor, F_GETFL);
    errno = EBADF;
    return flags < 0 || (flags & O_ACCMODE) == O_RDONLY ? IMPOSSIBLE : DIRECTLY;
  }
  if (stat(path, &status) != 0)
    return errno == ENOENT && *path ? REPLACE : IMPOSSIBLE;
  if (S_ISDIR(status.st_mode))
    errno = EISDIR;
  else if (access(path, W_OK) == 0)
    return S_ISREG(status.st_mode) ? REPLACE : DIRECTLY;
  return IMPOSSIBLE;
}

/* A new file with a temporary name, while signals that would leave it are blocked; -1 with errno.
 */
static int open_temporary(struct sp_file *f)
{
  sp_block_signals(&f->mask);
  f->temporary = sp_format("%s.XXXXXX", f->path);
  int fd = mkstemp(f->temporary);
  if (fd >= 0 && fchmod(fd, permissions(f->path)) != 0) {
    int why = errno;
    close(fd);
    unlink(f->temporary);
    errno = why;
    return -1;
  }
  return fd;
}

struct sp_file *sp_create_file(const char *path, struct sp_error *error)
{
  struct sp_file *f = sp_xcalloc(1, sizeof *f);
  f->path = follow(path);
  enum way way = way_of(path, f->path);
  int descriptor = named_descriptor(f->path), fd = -1;
  if (way == REPLACE)
    fd = open_temporary(f);
  else if (way == DIRECTLY)
    fd = descriptor >= 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
                         : open(f->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  f->stream = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (f->stream) {
    fflush(stdout); /* which may be the same file */
    return f;
  }
  cannot(error, path);
  if (fd >= 0)
    close(fd);
  if (fd >= 0 && f->temporary)
    unlink(f->temporary);
  file_free(f);
  return NULL;
}

int sp_probe_file(const char *path, struct sp_error *error)
{
  char *target = follow(path);
  enum way way = way_of(path, target);
  free(target);
  if (way == IMPOSSIBLE)
    return cannot(error, path);
  struct sp_file *f = way == REPLACE ? sp_create_file(path, error) : NULL;
  sp_abandon_file(f);
  return f || way == DIRECTLY ? SP_OK : SP_CANNOT;
}

/* The folder that a path, whose links have been followed, is in. */
static bool stat_folder(const char *path, struct stat *folder)
{
  const char *slash = strrchr(path, '/');
  char *name = slash ? sp_format("%.*s", (int)(slash + 1 - path), path) : sp_xstrdup(".");
  bool found = stat(name, folder) == 0;
  free(name);
  return found;
}

static const char *name_in_folder(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool sp_is_same_output(const char *path, const char *other)
{
  char *a = follow(path), *b = follow(other);
  struct stat in_a, in_b;
  bool same = way_of(path, a) == REPLACE && way_of(other, b) == REPLACE &&
              !strcmp(name_in_folder(a), name_in_folder(b)) && stat_folder(a, &in_a) &&
              stat_folder(b, &in_b) && in_a.st_dev == in_b.st_dev && in_a.st_ino == in_b.st_ino;
  free(a);
  free(b);
  return same;
}

int sp_finish_file(struct sp_file *f, struct sp_error *error)
{
  bool written = fflush(f->stream) == 0 && !ferror(f->stream);
  bool closed = fclose(f->stream) == 0;
  f->stream = NULL;
  return written && closed ? SP_OK : cannot(error, f->path);
}

int sp_commit_file(struct sp_file *f, struct sp_error *error)
{
  int code = f->stream ? sp_finish_file(f, error) : SP_OK;
  if (!code && f->temporary && rename(f->temporary, f->path) != 0)
    code = cannot(error, f->path);
  if (code && f->temporary)
    unlink(f->temporary);
  file_free(f);
  return code;
}

void sp_abandon_file(struct sp_file *f)
{
  if (!f)
    return;
  if (f->stream)
    fclose(f->stream);
  if (f->temporary)
    unlink(f->temporary);
  file_free(f);
}
