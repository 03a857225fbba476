/* Performs one run in a forked child; see apart.h. The output of the child (both of its standard
 * streams, since standard output is the caller's) comes through a pipe, its result through a file
 * in memory. The parent reads the pipe, with a time limit, until the child's end of it closes. */
#include "method/plugin/apart.h"
#include "base/child.h"
#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the child writes first into the memory file; events, messages and decisions follow. */
struct parcel {
  struct sp_result result;
  double planned;
  long events, messages, rows;
};

/* The end of the output of a child. */
enum { MOST_OUTPUT = 1 << 16 };
struct output {
  char text[MOST_OUTPUT];
  size_t n;
};

/* ---- The child. */

static bool put(FILE *file, const void *from, size_t size, long n)
{
  return n == 0 || fwrite(from, size, (size_t)n, file) == (size_t)n;
}

static _Noreturn void run_child(sp_performer *perform, void *data, long megabytes, int output,
                                FILE *file, const struct sp_records *wanted)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_schedule decided = SP_SCHEDULE_EMPTY;
  struct sp_decisions decisions = {0};
  struct sp_records own = {wanted->trace ? &trace : NULL, wanted->decided ? &decided : NULL,
                           wanted->decisions ? &decisions : NULL};
  struct parcel parcel = {.planned = NAN};
  if (megabytes > 0)
    sp_limit_memory(megabytes, true);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  perform(data, &parcel.result, &own);
  fflush(NULL);
  if (ftruncate(fileno(file), 0) == 0) /* whatever a plug-in has written to its descriptors */
    lseek(fileno(file), 0, SEEK_SET);
  parcel.planned = decided.planned;
  parcel.events = trace.n;
  parcel.messages = decided.n;
  parcel.rows = decisions.n;
  bool sent = put(file, &parcel, sizeof parcel, 1) &&
              put(file, trace.event, sizeof *trace.event, trace.n) &&
              put(file, decided.msg, sizeof *decided.msg, decided.n) &&
              put(file, decisions.row, sizeof *decisions.row, decisions.n) && fflush(file) == 0;
  if (!sent)
    dprintf(STDERR_FILENO, "the result cannot be returned: %s\n", strerror(errno));
  _exit(sent ? 0 : 1);
}

/* ---- The parent. */

/* Adds what the child has written to its output; when that is full, its first half is copied to
 * standard error. False when the child has closed the pipe. */
static bool read_output(struct output *output, int pipe)
{
  if (output->n == MOST_OUTPUT) {
    fwrite(output->text, 1, MOST_OUTPUT / 2, stderr);
    memmove(output->text, output->text + MOST_OUTPUT / 2, MOST_OUTPUT / 2);
    output->n = MOST_OUTPUT / 2;
  }
  ssize_t got = read(pipe, output->text + output->n, MOST_OUTPUT - output->n);
  output->n += got > 0 ? (size_t)got : 0;
  return got > 0 || (got < 0 && errno == EINTR);
}

/* Reads the output until the child has ended, and kills it after `seconds` (0: never). Returns
 * whether it had to; *status is how the child ended. A plug-in may close the pipe and go on, or
 * leave it to a process of its own that goes on: the end of the child is what counts. */
static bool watch(pid_t child, double seconds, int pipe, struct output *output, int *status)
{
  double due = seconds > 0 ? sp_clock() + seconds : INFINITY;
  struct pollfd on[] = {{.fd = pipe, .events = POLLIN},
                        {.fd = (int)syscall(SYS_pidfd_open, child, 0), .events = POLLIN}};
  bool stopped = false, ended = false;
  while (!ended) {
    int ready = poll(on, 2, sp_time_left(due));
    if (ready == 0 && sp_clock() >= due) {
      stopped = kill(child, SIGKILL) == 0;
      due = INFINITY;
    } else if (ready > 0 && on[0].revents) {
      on[0].fd = read_output(output, pipe) ? pipe : -1;
      ended = on[0].fd < 0 && on[1].fd < 0; /* an old kernel tells no more */
    } else if (ready > 0) {
      ended = true;
    }
  }
  close(on[1].fd);
  *status = sp_wait(child);
  return stopped && WIFSIGNALED(*status); /* it may just have ended by itself */
}

/* The next elements of size bytes, which the caller frees: room for cap, and *n that are there. */
static void *get(FILE *file, size_t size, long cap, long *n)
{
  void *block = sp_xcalloc((size_t)cap, size);
  *n = (long)fread(block, size, (size_t)cap, file);
  return block;
}

/* Reads the result of a child that has ended well. */
static bool unpack(FILE *file, struct sp_result *result, const struct sp_records *to)
{
  struct parcel parcel;
  struct stat whole;
  if (fseek(file, 0, SEEK_SET) || fread(&parcel, sizeof parcel, 1, file) != 1 ||
      fstat(fileno(file), &whole) ||
      whole.st_size != (off_t)(sizeof parcel + (size_t)parcel.events * sizeof(struct sp_event) +
                               (size_t)parcel.messages * sizeof(struct sp_message) +
                               (size_t)parcel.rows * sizeof(struct sp_seen)))
    return false; /* or something else has been written to it */
  *result = parcel.result;
  if (to->trace) {
    to->trace->cap = parcel.events;
    to->trace->event = get(file, sizeof(struct sp_event), parcel.events, &to->trace->n);
  }
  if (to->decided) {
    to->decided->cap = parcel.messages;
    to->decided->msg = get(file, sizeof(struct sp_message), parcel.messages, &to->decided->n);
    to->decided->planned = parcel.planned;
  }
  if (to->decisions) {
    to->decisions->cap = parcel.rows;
    to->decisions->row = get(file, sizeof(struct sp_seen), parcel.rows, &to->decisions->n);
  }
  return !ferror(file) && !feof(file);
}

static void perform_in_child(sp_performer *perform, void *data, double seconds, long megabytes,
                             struct sp_result *result, const struct sp_records *to)
{
  int ends[2] = {-1, -1}, status = 0;
  struct output output; /* whose text is not cleared: pages that a fork would share */
  output.n = 0;
  if (to->trace)
    sp_trace_clear(to->trace);
  if (to->decided)
    sp_schedule_clear(to->decided);
  if (to->decisions)
    sp_decisions_clear(to->decisions);
  struct sp_left_behind left;
  sp_adopt(&left);
  int memory = memfd_create("result", MFD_CLOEXEC);
  FILE *file = memory < 0 ? NULL : fdopen(memory, "w+");
  pid_t child = !file || pipe2(ends, O_CLOEXEC) < 0 ? -1 : sp_fork();
  if (child == 0)
    run_child(perform, data, megabytes, ends[1], file, to);
  if (child < 0) {
    sp_child_missing(result);
    sp_kill_adopted(&left);
  }
  close(ends[1]);
  if (child > 0) {
    bool stopped = watch(child, seconds, ends[0], &output, &status);
    sp_kill_adopted(&left);
    if (stopped)
      sp_child_stopped(result, seconds);
    else if (status != 0 || !unpack(file, result, to))
      sp_child_ended(result, status, output.text, output.n);
    else
      fwrite(output.text, 1, output.n, stderr);
  }
  close(ends[0]);
  if (file)
    fclose(file);
}

void sp_perform_apart(sp_performer *perform, void *data, bool apart, double seconds, long megabytes,
                      struct sp_result *result, const struct sp_records *to)
{
  if (apart || seconds > 0 || megabytes > 0)
    perform_in_child(perform, data, seconds, megabytes, result, to);
  else
    perform(data, result, to);
}
