/* The lock of a database, which allows one writer. The file PATH-lock holds the writer's "pid host"
 * and is locked by fcntl: the lock ends with the process, also after kill -9, and forked children
 * do not inherit it, so no lock is left behind. Over NFS it also holds between hosts. */
#include "base/memory.h"
#include "campaign/store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *lock_path(const char *path)
{
  return sp_format("%s-lock", path);
}

/* Is fd still the file of that name? Its last holder may have removed it after we opened it. */
static bool in_place(int fd, const char *name)
{
  struct stat mine, there;
  return fstat(fd, &mine) == 0 && stat(name, &there) == 0 && mine.st_dev == there.st_dev &&
         mine.st_ino == there.st_ino;
}

static int report_holder(const char *path, int fd, struct sp_error *error)
{
  char text[300], host[256];
  long pid;
  ssize_t n = pread(fd, text, sizeof text - 1, 0);
  text[n > 0 ? n : 0] = '\0';
  if (sscanf(text, "%ld %255s", &pid, host) == 2)
    return sp_failure(error, SP_CANNOT, "%s: process %ld on host %s is writing to this database",
                      path, pid, host);
  return sp_failure(error, SP_CANNOT, "%s: another process is writing to this database", path);
}

static bool write_holder(int fd)
{
  char text[300], host[256] = "";
  gethostname(host, sizeof host - 1);
  int n = snprintf(text, sizeof text, "%ld %s\n", (long)getpid(), host[0] ? host : "?");
  return ftruncate(fd, 0) == 0 && pwrite(fd, text, (size_t)n, 0) == n;
}

/* Opens and locks NAME: 0, or -1 with errno (EAGAIN: another process holds the lock; then *fd is
 * open). */
static int take(const char *name, int *fd)
{
  for (;;) {
    *fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (*fd < 0)
      return -1;
    if (fcntl(*fd, F_SETLK, &whole) != 0) {
      errno = errno == EACCES ? EAGAIN : errno;
      return -1;
    }
    if (in_place(*fd, name))
      return 0;
    close(*fd);
  }
}

int store_lock(const char *path, int *fd, struct sp_error *error)
{
  int code = SP_OK;
  char *name = lock_path(path);
  bool held = take(name, fd) == 0;
  if (!held && errno == EAGAIN)
    code = report_holder(path, *fd, error);
  else if (!held || !write_holder(*fd))
    code = sp_failure(error, SP_CANNOT, "%s: cannot write: %s: %s", path, name, strerror(errno));
  if (code && *fd >= 0) {
    if (held)
      unlink(name);
    close(*fd);
    *fd = -1;
  }
  free(name);
  return code;
}

void store_unlock(const char *path, int fd)
{
  char *name = lock_path(path);
  unlink(name); /* while locked: later the file may be another process's */
  close(fd);
  free(name);
}
