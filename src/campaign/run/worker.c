/* Worker processes as the runner sees them: queues of jobs, and processes that do them (process.c).
 *
 * If a heuristic ends the process that performs its run, the first job of the queue is recorded as
 * the cause, unless the process had done others before: these may have left it without memory, so
 * the job is tried again in a fresh process.
 *
 * Runner and process each hold one end of a socket pair that keeps messages apart: jobs to the
 * process, outcomes to the runner, which finds those of a process that has died, too. The process
 * closes all other inherited descriptors: an open copy of another worker's socket would hide the
 * end of that worker. */
#include "campaign/run/worker.h"
#include "base/child.h"
#include "method/plugin/plugin.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds of work to be sent ahead to a process, and the least number of jobs. */
#define WINDOW_SECONDS 0.05
enum { WINDOW_LEAST = 1 };
/* Time added to the limit of a run in a child, for SimGrid's start and a slow machine. */
#define GRACE_SECONDS 10.0

/* The most jobs that may be sent ahead: enough for the time of a commit, few if they take long,
 * since the runner waits for them after an interruption. */
static int window(const struct worker *worker)
{
  double n = worker->mean > 0 ? WINDOW_SECONDS / worker->mean : WINDOW_LEAST;
  return n < WINDOW_LEAST ? WINDOW_LEAST : n > WORKER_AHEAD ? WORKER_AHEAD : (int)n;
}

bool worker_idle(const struct worker *worker)
{
  return worker->queue.n < window(worker);
}

static int make_process(struct worker *worker, const struct cells *cells, struct sp_error *error)
{
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
    return sp_failure(error, SP_CANNOT, "cannot make a socket: %s", strerror(errno));
  int output = memfd_create("output", MFD_CLOEXEC);
  pid_t pid = output < 0 ? -1 : sp_fork();
  if (pid == 0)
    worker->process(cells, ends[1], output, worker->supervisor);
  close(ends[1]);
  if (pid < 0) {
    sp_failure(error, SP_CANNOT, "cannot make a process: %s", strerror(errno));
    close(ends[0]);
    if (output >= 0)
      close(output);
    return SP_CANNOT;
  }
  worker->pid = pid;
  worker->socket = ends[0];
  worker->output = output;
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
  const struct place *place = &fifo_at(&worker->queue, 0, struct job)->place;
  if (!worker->supervisor && sp_is_plugin(&cells_method(cells, place)->method))
    return; /* the process waits for the supervisor, which has the limit */
  if (cells_apart(cells, place))
    seconds = 2 * seconds + GRACE_SECONDS; /* the child itself has the limit */
  worker->due = fmax(end, worker->asked) + seconds;
}

int worker_send(struct worker *worker, const struct cells *cells, struct sp_error *error)
{
  if (worker->queue.n > 0 && worker->pid == 0 && make_process(worker, cells, error))
    return SP_CANNOT;
  bool waited = worker->sent == 0;
  long most = worker_idle(worker) ? worker->queue.n : window(worker);
  while (worker->state == WORKER_RUNNING && worker->sent < most) {
    struct place place[WORKER_MESSAGE];
    int n = 0;
    for (; n < WORKER_MESSAGE && worker->sent + n < most; n++)
      place[n] = fifo_at(&worker->queue, worker->sent + n, struct job)->place;
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
  fifo_pop(&worker->queue, job);
  worker->sent--;
}

/* Is it an interruption, the error that comes once before the end of a process with unread jobs, or
 * what a plug-in has written to the socket? */
static bool is_no_outcome(ssize_t got)
{
  return got < 0 ? errno == EINTR || errno == ECONNRESET
                 : got > 0 && got != (ssize_t)sizeof(struct outcome);
}

int worker_receive(struct worker *worker, const struct cells *cells, struct job *job,
                   struct outcome *outcome)
{
  ssize_t got;
  do
    got = recv(worker->socket, outcome, sizeof *outcome, MSG_DONTWAIT);
  while (is_no_outcome(got));
  if (got < 0 && errno == EAGAIN)
    return 0;
  if (got <= 0 || worker->sent == 0)
    return -1;
  if (worker->state == WORKER_STOPPED)
    worker->state = WORKER_STOPPED_TOO_LATE;
  drop_first(worker, job);
  worker->fresh = false;
  set_due(worker, cells, outcome->end);
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
  long sent = worker->sent;
  int status = wait_for(worker), code = 0;
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
  free(worker->queue.item);
  *worker = (struct worker){0};
}
