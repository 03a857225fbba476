/* One job in a forked child; see isolate.h. The child's words (both of its standard streams, since
 * standard output is the caller's) come through a pipe, its result through a file in memory. The
 * parent listens to the pipe, whose end is the child's, with a time limit. */
#include "base/isolate.h"
#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What the child writes first into the memory file; events and messages follow. */
struct parcel {
  struct sp_result result;
  double planned;
  long events, messages;
};

/* The end of what a child has said, at most SPOKEN bytes. */
enum { SPOKEN = 1 << 16 };
struct words {
  char text[SPOKEN];
  size_t n;
  bool quiet;
};

/* ---- The child. */

static bool put(int file, const void *from, size_t size)
{
  for (const char *bytes = from; size > 0;) {
    ssize_t written = write(file, bytes, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    size -= (size_t)written;
  }
  return true;
}

void sp_limit_memory(long megabytes)
{
#ifndef __SANITIZE_ADDRESS__ /* whose shadow memory is terabytes */
  char text[32] = "";
  int statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (statm >= 0 && read(statm, text, sizeof text - 1) < 0)
    text[0] = '\0';
  close(statm);
  unsigned long pages = strtoul(text, NULL, 10); /* the first number there: the size */
  rlim_t limit = pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)megabytes * 1048576;
  setrlimit(RLIMIT_AS, &(struct rlimit){limit, limit});
#else
  (void)megabytes;
#endif
}

static _Noreturn void run_child(sp_isolated *job, void *data, long megabytes, int words, int file,
                                bool wants_trace, bool wants_schedule)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_schedule decided = SP_SCHEDULE_EMPTY;
  struct parcel parcel = {.planned = NAN};
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* an endless loop must not outlive the caller */
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  if (megabytes > 0)
    sp_limit_memory(megabytes);
  dup2(words, STDOUT_FILENO);
  dup2(words, STDERR_FILENO);
  job(data, &parcel.result, wants_trace ? &trace : NULL, wants_schedule ? &decided : NULL);
  fflush(NULL);
  parcel.planned = decided.planned;
  parcel.events = trace.n;
  parcel.messages = decided.n;
  bool sent = put(file, &parcel, sizeof parcel) &&
              put(file, trace.event, (size_t)trace.n * sizeof *trace.event) &&
              put(file, decided.msg, (size_t)decided.n * sizeof *decided.msg);
  if (!sent)
    dprintf(STDERR_FILENO, "the result cannot be handed over: %s\n", strerror(errno));
  _exit(sent ? 0 : 1);
}

/* ---- The parent. */

/* Keeps what the child says; the first half goes on when the buffer is full. False at the end. */
static bool hear(struct words *words, int pipe)
{
  if (words->n == SPOKEN) {
    if (!words->quiet)
      put(STDERR_FILENO, words->text, SPOKEN / 2);
    memmove(words->text, words->text + SPOKEN / 2, SPOKEN / 2);
    words->n = SPOKEN / 2;
  }
  ssize_t got = read(pipe, words->text + words->n, SPOKEN - words->n);
  words->n += got > 0 ? (size_t)got : 0;
  return got > 0 || (got < 0 && errno == EINTR);
}

/* What the child said of its end: SimGrid's critical message, else its last line before a
 * backtrace. Printed after ": ", nothing if it was silent. */
static void last_words(const struct words *words, char *line, size_t size)
{
  static const char critical[] = "/CRITICAL] ", backtrace[] = "Current backtrace:";
  const char *said = memmem(words->text, words->n, critical, strlen(critical));
  const char *trace = memmem(words->text, words->n, backtrace, strlen(backtrace));
  size_t end = words->n, start;
  if (said && said + strlen(critical) != trace) {
    start = (size_t)(said - words->text) + strlen(critical);
    const char *newline = memchr(words->text + start, '\n', words->n - start);
    end = newline ? (size_t)(newline - words->text) : words->n;
  } else {
    end = trace ? (size_t)(trace - words->text) : words->n;
    while (trace && end > 0 && words->text[end - 1] != '\n')
      end--;
    while (end > 0 && (unsigned char)words->text[end - 1] <= ' ')
      end--;
    for (start = end; start > 0 && words->text[start - 1] != '\n';)
      start--;
  }
  snprintf(line, size, "%s%.*s", end > start ? ": " : "", (int)(end - start), words->text + start);
  for (char *c = line; *c; c++)
    if ((unsigned char)*c < ' ')
      *c = ' ';
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Listens until the child has ended, and ends it after `seconds` (0: never). Returns whether it had
 * to; *status tells how the child ended. */
static bool watch(pid_t child, double seconds, int pipe, struct words *words, int *status)
{
  double end = now() + seconds;
  bool stopped = false, speaks = true;
  while (speaks) {
    int milliseconds = -1;
    if (seconds > 0 && !stopped) {
      double left = end - now();
      milliseconds = left > 1e6 ? 1000000000 : left > 0 ? (int)(1000 * left) + 1 : 0;
    }
    struct pollfd on = {.fd = pipe, .events = POLLIN};
    int ready = poll(&on, 1, milliseconds);
    if (ready > 0)
      speaks = hear(words, pipe);
    else if (ready == 0)
      stopped = kill(child, SIGKILL) == 0;
  }
  while (waitpid(child, status, 0) < 0 && errno == EINTR) {
  }
  return stopped && WIFSIGNALED(*status); /* it may just have ended by itself */
}

static bool get(int file, void *to, size_t size, off_t *offset)
{
  for (char *bytes = to; size > 0;) {
    ssize_t got = pread(file, bytes, size, *offset);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    bytes += got;
    *offset += got;
    size -= (size_t)got;
  }
  return true;
}

/* Takes the result of a child that has ended well. */
static bool unpack(int file, struct sp_result *result, struct sp_trace *trace,
                   struct sp_schedule *decided)
{
  struct parcel parcel;
  off_t offset = 0;
  if (!get(file, &parcel, sizeof parcel, &offset))
    return false;
  *result = parcel.result;
  if (trace && parcel.events > 0) {
    trace->event = sp_xcalloc((size_t)parcel.events, sizeof *trace->event);
    trace->n = trace->cap = parcel.events;
    if (!get(file, trace->event, (size_t)trace->n * sizeof *trace->event, &offset))
      return false;
  }
  if (decided) {
    decided->planned = parcel.planned;
    decided->n = decided->cap = parcel.messages;
    decided->msg = sp_xcalloc((size_t)decided->n, sizeof *decided->msg);
    return get(file, decided->msg, (size_t)decided->n * sizeof *decided->msg, &offset);
  }
  return true;
}

static void fail(struct sp_result *result, enum sp_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void fail(struct sp_result *result, enum sp_status status, const char *format, ...)
{
  va_list arguments;
  *result = (struct sp_result){.status = status, .planned = NAN};
  va_start(arguments, format);
  vsnprintf(result->reason, sizeof result->reason, format, arguments);
  va_end(arguments);
}

/* How a child that has not ended well did end. */
static void tell(struct sp_result *result, int status, const struct words *words)
{
  char line[200];
  last_words(words, line, sizeof line);
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

void sp_isolate(sp_isolated *job, void *data, double seconds, long megabytes, bool quiet,
                struct sp_result *result, struct sp_trace *trace, struct sp_schedule *decided)
{
  int ends[2] = {-1, -1}, status = 0;
  struct words words; /* whose text is not cleared: pages that a fork would share */
  words.n = 0;
  words.quiet = quiet;
  if (trace)
    sp_trace_clear(trace);
  if (decided)
    sp_schedule_clear(decided);
  fflush(NULL); /* or both processes would write what is buffered */
  int file = memfd_create("result", MFD_CLOEXEC);
  pid_t child = file < 0 || pipe2(ends, O_CLOEXEC) < 0 ? -1 : fork();
  if (child == 0)
    run_child(job, data, megabytes, ends[1], file, trace, decided);
  if (child < 0) {
    fail(result, SP_CRASHED, "no process for the run: %s", strerror(errno));
    close(ends[1]);
  } else {
    close(ends[1]);
    bool stopped = watch(child, seconds, ends[0], &words, &status);
    if (stopped)
      fail(result, SP_TIMEOUT, "stopped after %g s", seconds);
    else if (status != 0 || !unpack(file, result, trace, decided))
      tell(result, status, &words);
    else if (!quiet)
      put(STDERR_FILENO, words.text, words.n);
  }
  close(ends[0]);
  close(file);
}
