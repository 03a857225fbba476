/* Performs one run in a forked child; see isolate.h. The output of the child (both of its standard
 * streams, since standard output is the caller's) comes through a pipe, its result through a file
 * in memory. The parent reads the pipe, with a time limit, until the child's end of it closes. */
#include "engine/perform/isolate.h"
#include "base/child.h"
#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the child writes first into the memory file; events and messages follow. */
struct parcel {
  struct sp_result result;
  double planned;
  long events, messages;
};

/* The end of the output of a child. */
enum { MOST_OUTPUT = 1 << 16 };
struct output {
  char text[MOST_OUTPUT];
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

static _Noreturn void run_child(sp_isolated *run, void *data, long megabytes, int output, int file,
                                bool wants_trace, bool wants_schedule)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_schedule decided = SP_SCHEDULE_EMPTY;
  struct parcel parcel = {.planned = NAN};
  if (megabytes > 0)
    sp_limit_memory(megabytes);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  run(data, &parcel.result, wants_trace ? &trace : NULL, wants_schedule ? &decided : NULL);
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

/* Adds what the child has written to its output; when that is full, its first half is copied to
 * standard error. False when the child has closed the pipe. */
static bool read_output(struct output *output, int pipe)
{
  if (output->n == MOST_OUTPUT) {
    if (!output->quiet)
      put(STDERR_FILENO, output->text, MOST_OUTPUT / 2);
    memmove(output->text, output->text + MOST_OUTPUT / 2, MOST_OUTPUT / 2);
    output->n = MOST_OUTPUT / 2;
  }
  ssize_t got = read(pipe, output->text + output->n, MOST_OUTPUT - output->n);
  output->n += got > 0 ? (size_t)got : 0;
  return got > 0 || (got < 0 && errno == EINTR);
}

/* Reads the output until the child has ended, and kills it after `seconds` (0: never). Returns
 * whether it had to; *status is how the child ended. */
static bool watch(pid_t child, double seconds, int pipe, struct output *output, int *status)
{
  double due = seconds > 0 ? sp_clock() + seconds : INFINITY;
  bool stopped = false, open = true;
  while (open) {
    struct pollfd on = {.fd = pipe, .events = POLLIN};
    int ready = poll(&on, 1, sp_time_left(due));
    if (ready > 0)
      open = read_output(output, pipe);
    else if (ready == 0 && sp_clock() >= due) {
      stopped = kill(child, SIGKILL) == 0;
      due = INFINITY;
    }
  }
  *status = sp_wait(child);
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

/* Reads the result of a child that has ended well. */
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

void sp_isolate(sp_isolated *run, void *data, double seconds, long megabytes, bool quiet,
                struct sp_result *result, struct sp_trace *trace, struct sp_schedule *decided)
{
  int ends[2] = {-1, -1}, status = 0;
  struct output output; /* whose text is not cleared: pages that a fork would share */
  output.n = 0;
  output.quiet = quiet;
  if (trace)
    sp_trace_clear(trace);
  if (decided)
    sp_schedule_clear(decided);
  int file = memfd_create("result", MFD_CLOEXEC);
  pid_t child = file < 0 || pipe2(ends, O_CLOEXEC) < 0 ? -1 : sp_fork();
  if (child == 0)
    run_child(run, data, megabytes, ends[1], file, trace, decided);
  if (child < 0)
    sp_child_missing(result);
  close(ends[1]);
  if (child > 0) {
    bool stopped = watch(child, seconds, ends[0], &output, &status);
    if (stopped)
      sp_child_stopped(result, seconds);
    else if (status != 0 || !unpack(file, result, trace, decided))
      sp_child_ended(result, status, output.text, output.n);
    else if (!quiet)
      put(STDERR_FILENO, output.text, output.n);
  }
  close(ends[0]);
  close(file);
}
