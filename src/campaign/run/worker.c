/* Worker processes: each receives jobs from the runner, makes the instance (once for all jobs on
 * it), performs the run and writes the outcome into memory that it shares with the runner. So the
 * outcomes of a process that dies are not lost, and the runner is woken only now and then.
 *
 * A native run of a built-in heuristic happens in the worker process itself. If the heuristic
 * aborts, loops for ever or takes too much memory, the process dies or is killed, and the first job
 * of the queue is recorded as the cause, unless the process had done others before: these may have
 * left it without memory, so the job is tried again in a fresh process. A SimGrid run and any run
 * of a plug-in is a child of the worker process (isolate.h), which survives it.
 *
 * Runner and process each hold one end of a socket pair that keeps messages apart: to the process
 * they are jobs, to the runner a byte that wakes it. The process
 * closes all other inherited descriptors: an open copy of another worker's socket would hide the
 * end of that worker. */
#include "campaign/run/worker.h"
#include "base/child.h"
#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds of work to be sent ahead to a process, and the least and most number of jobs. */
#define WINDOW_SECONDS 0.05
enum { WINDOW_LEAST = 1, WINDOW_MOST = 1024 };
/* The most jobs in a message, after which the process wakes the runner, as it does after a job if
 * so many seconds have passed. */
enum { MESSAGE_JOBS = WINDOW_MOST / 4 };
#define WAKE_SECONDS 0.005
/* Time added to the limit of a run in a child, for SimGrid's start and a slow machine. */
#define GRACE_SECONDS 10.0
/* The largest file in memory: the output of a heuristic, or a platform. */
enum { MOST_BYTES = 1 << 28 };

/* A SimGrid run lasts a few milliseconds, and its memory took much of that time. SimGrid's free
 * lists (two of 512 KiB, of which little is used) are mapped: pages from the system are zero
 * already, need not be cleared, and are never touched. The stacks of actors (256 KiB) stay below
 * the threshold, so that they are not mapped one by one; the heap grows in steps of less than a
 * stack, since calloc clears what the last step has left. */
enum { MALLOC_PAD = 128 << 10, MALLOC_MAPPED = 400 << 10 };
/* A native run is not a child: the memory of one run's trace is kept for the next. */
enum { MALLOC_HEAP = 32 << 20, MALLOC_KEPT = 256 << 20 };

/* The outcomes of a process: a ring that cannot overflow, since no more jobs are sent ahead. */
struct outcomes {
  atomic_long done;  /* outcomes written so far */
  _Atomic double at; /* date of the last one, at which the next job began if there was one */
  struct outcome item[WINDOW_MOST];
};

/* ---- The process. */

enum { SOCKET = 3, OUTPUT }; /* its descriptors, after the standard three */

/* The instance of the last job, with its bounds. */
struct current {
  const struct cells *cells;
  struct place place;
  struct sp_point_read read; /* the settings of its point */
  struct sp_instance *in;
  struct sp_bound bound[SP_MAX_BOUNDS];
  int n_bounds;
};

/* Keeps the standard streams, the socket and the file of output; closes all other descriptors. */
static void settle_descriptors(int socket, int output)
{
  int s = fcntl(socket, F_DUPFD, 10), o = fcntl(output, F_DUPFD, 10);
  if (dup2(o, STDOUT_FILENO) < 0 || dup2(o, STDERR_FILENO) < 0 || dup2(s, SOCKET) < 0 ||
      dup2(o, OUTPUT) < 0)
    _exit(1);
  close_range(OUTPUT + 1, ~0U, 0);
}

static void settle_limits(const struct sp_campaign *c)
{
  setrlimit(RLIMIT_FSIZE, &(struct rlimit){MOST_BYTES, MOST_BYTES});
  mallopt(M_TOP_PAD, MALLOC_PAD);
  if (c->experiment->engine == SP_ENGINE_SIMGRID) {
    mallopt(M_MMAP_THRESHOLD, MALLOC_MAPPED);
    sp_simgrid_warm(c->conditions);
    return;
  }
  mallopt(M_MMAP_THRESHOLD, MALLOC_HEAP);
  mallopt(M_TRIM_THRESHOLD, MALLOC_KEPT);
  if (c->megabytes > 0)
    sp_limit_memory(c->megabytes);
}

/* Makes the instance of the job, unless the last job had the same. */
static void make_instance(struct current *current, const struct place *place)
{
  struct sp_error error;
  const struct place *last = &current->place;
  bool same = current->in && last->variant == place->variant && last->point == place->point &&
              last->index == place->index;
  current->place = *place;
  if (same)
    return;
  sp_instance_free(current->in);
  current->in = sp_point_instance(&current->read, current->cells->campaign->experiment,
                                  place->variant, place->point, place->index, &error);
  if (!current->in) {
    fprintf(stderr, "%s\n", error.text);
    fflush(stderr);
    _exit(1);
  }
  current->n_bounds = sp_bounds(current->in, current->bound);
}

/* Is the run a child of the worker process, with the limits of the campaign? */
static bool is_apart(const struct cells *cells, const struct place *place)
{
  return cells->campaign->experiment->engine == SP_ENGINE_SIMGRID ||
         sp_is_plugin(cells_method(cells, place));
}

/* Returns the date of its end. */
static double perform(const struct current *current, struct outcome *outcome)
{
  const struct sp_campaign *c = current->cells->campaign;
  bool apart = is_apart(current->cells, &current->place);
  struct sp_request request = {
      .registry = c->registry,
      .method = cells_method(current->cells, &current->place),
      .engine = c->experiment->engine,
      .conditions = c->conditions,
      .seconds = apart ? c->seconds : 0,
      .megabytes = apart ? c->megabytes : 0,
  };
  struct rusage usage;
  double start = sp_clock();
  memset(outcome, 0, sizeof *outcome);
  sp_perform(current->in, &request, &outcome->result, NULL, NULL);
  double end = sp_clock();
  outcome->seconds = end - start;
  getrusage(apart ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage);
  outcome->max_rss_kb = usage.ru_maxrss; /* the greatest up to now: an upper bound of this run's */
  outcome->bound = current->n_bounds ? current->bound[0].value : NAN;
  if (current->n_bounds)
    snprintf(outcome->bound_name, sizeof outcome->bound_name, "%s", current->bound[0].name);
  return end;
}

/* Forgets what the last job has printed. */
static void clear_output(void)
{
  off_t length = lseek(OUTPUT, 0, SEEK_CUR); /* shared with the standard streams */
  if (length < 0 || (length > 0 && (ftruncate(OUTPUT, 0) || lseek(OUTPUT, 0, SEEK_SET))))
    _exit(1);
}

/* Does a job; returns the date of its end. */
static double do_job(struct current *current, const struct place *place, struct outcomes *board)
{
  long done = atomic_load(&board->done);
  clear_output();
  make_instance(current, place);
  double end = perform(current, &board->item[done % WINDOW_MOST]);
  fflush(stdout);
  atomic_store(&board->at, end);
  atomic_store(&board->done, done + 1);
  return end;
}

static _Noreturn void run_worker(const struct cells *cells, int socket, int output,
                                 struct outcomes *board)
{
  struct current current = {.cells = cells};
  struct place place[MESSAGE_JOBS];
  double woken = 0;
  ssize_t got;
  madvise(board, sizeof *board, MADV_DONTFORK); /* a plug-in must not write into it */
  settle_descriptors(socket, output);
  settle_limits(cells->campaign);
  while ((got = recv(SOCKET, place, sizeof place, 0)) > 0) {
    int n = (int)((size_t)got / sizeof *place);
    for (int k = 0; k < n; k++) {
      double end = do_job(&current, &place[k], board);
      if (k < n - 1 && end < woken + WAKE_SECONDS)
        continue;
      woken = end;
      if (send(SOCKET, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno != EAGAIN)
        _exit(0); /* a full socket wakes the runner as well */
    }
  }
  _exit(0);
}

/* ---- The runner's side. */

void worker_queue(struct worker *worker, const struct job *job, int n)
{
  if (n == 0)
    return; /* no run of this platform is missing */
  if (worker->first + worker->n + n > worker->cap) {
    if (worker->n > 0)
      memmove(worker->job, worker->job + worker->first, (size_t)worker->n * sizeof *worker->job);
    worker->first = 0;
    worker->cap = 4 * (worker->n + n);
    worker->job = sp_xrealloc(worker->job, (size_t)worker->cap, sizeof *worker->job);
  }
  memcpy(worker->job + worker->first + worker->n, job, (size_t)n * sizeof *job);
  worker->n += n;
}

/* The most jobs that may be sent ahead: enough for the time of a commit, few if they take long,
 * since the runner waits for them after an interruption. */
static int window(const struct worker *worker)
{
  double n = worker->mean > 0 ? WINDOW_SECONDS / worker->mean : WINDOW_LEAST;
  return n < WINDOW_LEAST ? WINDOW_LEAST : n > WINDOW_MOST ? WINDOW_MOST : (int)n;
}

bool worker_idle(const struct worker *worker)
{
  return worker->n < window(worker);
}

static int make_process(struct worker *worker, const struct cells *cells, struct sp_error *error)
{
  int ends[2];
  struct outcomes *board =
      mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (board == MAP_FAILED)
    return sp_failure(error, SP_CANNOT, "cannot share memory: %s", strerror(errno));
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) {
    munmap(board, sizeof *board);
    return sp_failure(error, SP_CANNOT, "cannot make a socket: %s", strerror(errno));
  }
  int output = memfd_create("output", MFD_CLOEXEC);
  pid_t pid = output < 0 ? -1 : sp_fork();
  if (pid == 0)
    run_worker(cells, ends[1], output, board);
  close(ends[1]);
  if (pid < 0) {
    sp_failure(error, SP_CANNOT, "cannot make a process: %s", strerror(errno));
    munmap(board, sizeof *board);
    close(ends[0]);
    if (output >= 0)
      close(output);
    return SP_CANNOT;
  }
  madvise(board, sizeof *board, MADV_DONTFORK); /* the other processes do not need it */
  worker->pid = pid;
  worker->socket = ends[0];
  worker->output = output;
  worker->board = board;
  worker->taken = 0;
  worker->sent = 0;
  worker->fresh = true;
  worker->state = WORKER_RUNNING;
  return SP_OK;
}

/* Sets the due date of the first job, which has begun when the one before it ended, at that date,
 * or later if the process did not have it then. */
static void set_due(struct worker *worker, const struct cells *cells, double end)
{
  double seconds = cells->campaign->seconds;
  worker->due = INFINITY;
  if (!(seconds > 0) || worker->sent == 0)
    return;
  if (is_apart(cells, &worker->job[worker->first].place))
    seconds = 2 * seconds + GRACE_SECONDS; /* the child itself has the limit */
  worker->due = fmax(end, worker->asked) + seconds;
}

int worker_send(struct worker *worker, const struct cells *cells, struct sp_error *error)
{
  if (worker->n > 0 && worker->pid == 0 && make_process(worker, cells, error))
    return SP_CANNOT;
  bool waited = worker->sent == 0;
  int most = window(worker) < worker->n ? window(worker) : worker->n;
  while (worker->state == WORKER_RUNNING && worker->sent < most) {
    struct place place[MESSAGE_JOBS];
    int n = 0;
    for (; n < MESSAGE_JOBS && worker->sent + n < most; n++)
      place[n] = worker->job[worker->first + worker->sent + n].place;
    if (send(worker->socket, place, (size_t)n * sizeof *place, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
      break; /* full, or the process has ended, which worker_receive reports */
    worker->sent += n;
    worker->asked = sp_clock();
  }
  if (waited)
    set_due(worker, cells, 0);
  return SP_OK;
}

/* Moves the first job from the queue to *job. */
static void drop_first(struct worker *worker, struct job *job)
{
  *job = worker->job[worker->first++];
  worker->n--;
  worker->sent--;
}

int worker_receive(struct worker *worker, const struct cells *cells, struct job *job,
                   struct outcome *outcome)
{
  struct outcomes *board = worker->board;
  bool ended = false;
  while (atomic_load(&board->done) == worker->taken) {
    char byte;
    if (ended)
      return -1;
    ssize_t got = recv(worker->socket, &byte, sizeof byte, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      return 0;
    /* The end of a process with unread jobs is reported once as an error, then as the end. */
    ended = got == 0 || (got < 0 && errno != EINTR && errno != ECONNRESET);
  }
  if (worker->sent == 0)
    return -1;
  *outcome = board->item[worker->taken++ % WINDOW_MOST];
  if (worker->state == WORKER_STOPPED)
    worker->state = WORKER_STOPPED_TOO_LATE;
  drop_first(worker, job);
  worker->fresh = false;
  set_due(worker, cells, atomic_load(&board->at));
  worker->mean = worker->mean > 0 ? 0.9 * worker->mean + 0.1 * outcome->seconds : outcome->seconds;
  return 1;
}

void worker_stop(struct worker *worker)
{
  kill(worker->pid, SIGKILL);
  worker->state = WORKER_STOPPED;
  worker->due = INFINITY;
}

/* Waits for the end of the process and closes its socket, but not its output. */
static int wait_for(struct worker *worker)
{
  close(worker->socket);
  int status = sp_wait(worker->pid);
  munmap(worker->board, sizeof *worker->board);
  worker->pid = 0;
  worker->sent = 0;
  worker->due = INFINITY;
  return status;
}

/* The outcome of a job whose process ended without sending it. */
static void describe_end(struct outcome *outcome, const struct worker *worker, int status,
                         double seconds)
{
  char text[4096];
  off_t length = lseek(worker->output, 0, SEEK_END);
  off_t from = length > (off_t)sizeof text ? length - (off_t)sizeof text : 0;
  ssize_t n = pread(worker->output, text, sizeof text, from);
  memset(outcome, 0, sizeof *outcome);
  outcome->bound = NAN;
  outcome->exit = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  if (worker->state == WORKER_STOPPED) {
    outcome->seconds = seconds;
    sp_child_stopped(&outcome->result, seconds);
  } else
    sp_child_ended(&outcome->result, status, text, n > 0 ? (size_t)n : 0);
}

int worker_ended(struct worker *worker, const struct cells *cells, struct job *job,
                 struct outcome *outcome, struct sp_error *error)
{
  kill(worker->pid, SIGKILL); /* it may still run after closing its socket */
  int sent = worker->sent, status = wait_for(worker), code = 0;
  bool again = worker->state == WORKER_RUNNING && sent > 0 && !worker->fresh;
  if (!again && worker->state != WORKER_STOPPED_TOO_LATE &&
      (worker->state != WORKER_STOPPED || sent > 0)) {
    describe_end(outcome, worker, status, cells->campaign->seconds);
    if (sent > 0) {
      worker->sent = 1;
      drop_first(worker, job);
      code = 1;
    } else {
      code = sp_failure(error, SP_CANNOT, "a worker process without jobs ended: %s",
                        outcome->result.reason);
    }
  }
  close(worker->output);
  return code;
}

void worker_clear(struct worker *worker)
{
  if (worker->pid) {
    if (worker->sent > 0)
      kill(worker->pid, SIGKILL);
    wait_for(worker);
    close(worker->output);
  }
  free(worker->job);
  *worker = (struct worker){0};
}
