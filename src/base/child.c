/* Start, limits and end of child processes; see child.h. */
#include "base/child.h"
#include "base/memory.h"
#include "base/result.h"
#include "base/text.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double sp_clock(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int sp_time_left(double due)
{
  double left = due - sp_clock();
  if (due == INFINITY)
    return -1;
  return left > 1e6 ? 1000000000 : left > 0 ? (int)(1000 * left) + 1 : 0;
}

pid_t sp_fork(void)
{
  pid_t parent = getpid();
  fflush(NULL);
  pid_t child = fork();
  if (child != 0)
    return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* an endless loop must not outlive the parent */
  if (getppid() != parent)
    _exit(1); /* it has ended already */
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  return 0;
}

sigset_t sp_block_interrupts(sigset_t *before)
{
  sigset_t both;
  sigemptyset(&both);
  sigaddset(&both, SIGINT);
  sigaddset(&both, SIGTERM);
  sigprocmask(SIG_BLOCK, &both, before);
  return both;
}

void sp_limit_memory(long megabytes, bool for_good)
{
#ifndef __SANITIZE_ADDRESS__
  char text[32] = "";
  int statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (statm >= 0 && read(statm, text, sizeof text - 1) < 0)
    text[0] = '\0';
  close(statm);
  unsigned long pages = strtoul(text, NULL, 10); /* the first number there: the size */
  rlim_t limit = pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)megabytes * 1048576;
  struct rlimit now = {0};
  getrlimit(RLIMIT_AS, &now);
  if (now.rlim_max < limit)
    limit = now.rlim_max;
  setrlimit(RLIMIT_AS, &(struct rlimit){limit, for_good ? limit : now.rlim_max});
#else
  (void)megabytes, (void)for_good;
#endif
}

void sp_lift_memory_limit(void)
{
  struct rlimit now;
  if (!getrlimit(RLIMIT_AS, &now))
    setrlimit(RLIMIT_AS, &(struct rlimit){now.rlim_max, now.rlim_max});
}

long sp_stack_limit(void)
{
  struct rlimit stack;
  bool limited = getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur / 1024 < LONG_MAX;
  return limited ? (long)(stack.rlim_cur / 1024) : LONG_MAX;
}

/* The children of this process: " 7 12 ". */
static void list_children(char text[SP_CHILDREN_TEXT])
{
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read(file, text + 1, SP_CHILDREN_TEXT - 2);
  text[0] = ' ';
  text[length > 0 ? length + 1 : 1] = '\0';
  close(file);
}

void sp_adopt(struct sp_left_behind *left)
{
  prctl(PR_GET_CHILD_SUBREAPER, &left->was);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  list_children(left->known);
}

/* Kills the children that are not known; false: there are none. */
static bool kill_unknown(const struct sp_left_behind *left)
{
  char now[SP_CHILDREN_TEXT], *rest = now;
  bool killed = false;
  list_children(now);
  for (char *pid; (pid = strsep(&rest, " "));) {
    char *word = sp_format(" %s ", pid);
    if (*pid && rest && !strstr(left->known, word) && kill(atoi(pid), SIGKILL) == 0) {
      sp_wait(atoi(pid));
      killed = true;
    }
    free(word);
  }
  return killed;
}

void sp_kill_adopted(const struct sp_left_behind *left)
{
  enum { GENERATIONS = 1000 }; /* then it is one that forks faster than it is killed */
  for (int k = 0; k < GENERATIONS && kill_unknown(left); k++) {
  }
  prctl(PR_SET_CHILD_SUBREAPER, left->was);
}

int sp_wait(pid_t child)
{
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/* ---- The end in words. */

/* SimGrid's critical message in the output, else the last line before a backtrace, else the last
 * line; with ": " before it, "" if there is no output. */
static void last_line(const char *output, size_t length, char *line, size_t size)
{
  static const char critical[] = "/CRITICAL] ", backtrace[] = "Current backtrace:";
  const char *message = memmem(output, length, critical, strlen(critical));
  const char *trace = memmem(output, length, backtrace, strlen(backtrace));
  size_t end = length, start;
  if (message && message + strlen(critical) != trace) {
    start = (size_t)(message - output) + strlen(critical);
    const char *newline = memchr(output + start, '\n', length - start);
    end = newline ? (size_t)(newline - output) : length;
  } else {
    end = trace ? (size_t)(trace - output) : length;
    while (trace && end > 0 && output[end - 1] != '\n')
      end--;
    while (end > 0 && (unsigned char)output[end - 1] <= ' ')
      end--;
    for (start = end; start > 0 && output[start - 1] != '\n';)
      start--;
  }
  snprintf(line, size, "%s%.*s", end > start ? ": " : "", (int)(end - start), output + start);
  for (char *c = line; *c; c++)
    if ((unsigned char)*c < ' ')
      *c = ' ';
}

static void fail(struct sp_result *result, enum sp_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void fail(struct sp_result *result, enum sp_status status, const char *format, ...)
{
  va_list arguments;
  *result = sp_result_of(status);
  va_start(arguments, format);
  vsnprintf(result->reason, sizeof result->reason, format, arguments);
  sp_make_plain(result->reason);
  va_end(arguments);
}

void sp_child_ended(struct sp_result *result, int status, const char *output, size_t length)
{
  char line[200];
  last_line(output, length, line, sizeof line);
  if (WIFSIGNALED(status)) {
    const char *name = sigdescr_np(WTERMSIG(status));
    fail(result, SP_CRASHED, "killed by signal %d (%s)%s", WTERMSIG(status), name ? name : "?",
         line);
  } else if (WEXITSTATUS(status) != 0) {
    fail(result, SP_CRASHED, "exited with code %d%s", WEXITSTATUS(status), line);
  } else {
    fail(result, SP_CRASHED, "ended without a result%s", line);
  }
}

void sp_child_stopped(struct sp_result *result, double seconds)
{
  fail(result, SP_TIMEOUT, "stopped after %g s", seconds);
}

void sp_child_missing(struct sp_result *result)
{
  fail(result, SP_CRASHED, "no process for the run: %s", strerror(errno));
}
