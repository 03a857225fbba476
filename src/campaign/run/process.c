/* What a worker process does: it receives jobs from the runner, makes the instance (once for all
 * jobs on it), performs the run and sends the outcome.
 *
 * A native run of a built-in heuristic happens in the worker process itself. If the heuristic
 * aborts, loops for ever or takes too much memory, the process dies or is killed (worker.c). A
 * SimGrid run is a child of the worker process (apart.h), which survives it.
 *
 * A run of a plug-in is given to another such process, the supervisor of the plug-in: a child of
 * the worker process, to which it is a worker. The supervisor alone loads the plug-in, once, and
 * performs its runs in children. */
#include "base/child.h"
#include "campaign/run/worker.h"
#include "method/plugin/plugin.h"
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* The largest file in memory: the output of a heuristic, or a platform. */
enum { MOST_BYTES = 1 << 28 };

/* A native run is not a child: the memory of one run's trace is kept for the next. */
enum { MALLOC_HEAP = 32 << 20, MALLOC_KEPT = 256 << 20 };

enum { SOCKET = 3, OUTPUT }; /* its descriptors, after the standard three */

/* The process that loads the plug-ins of a method. */
struct supervisor {
  const struct sp_method *method;
  struct worker worker;
};

/* The instance of the last job, with its bounds, and the supervisors that this process has made. */
struct current {
  const struct cells *cells;
  bool is_supervisor; /* is this process one? */
  int n_supervisors;
  struct supervisor *supervisor;
  struct place place;
  struct sp_platforms platforms; /* its instance is the last of these */
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
  if (c->experiment->engine == SP_ENGINE_SIMGRID) {
    sp_simgrid_warm(c->conditions);
    return;
  }
  mallopt(M_MMAP_THRESHOLD, MALLOC_HEAP);
  mallopt(M_TRIM_THRESHOLD, MALLOC_KEPT);
  if (c->megabytes > 0)
    sp_limit_memory(c->megabytes, false);
}

/* Ends the process, whose first job fails with that reason. */
static _Noreturn void end_with(const struct sp_error *error)
{
  fprintf(stderr, "%s\n", error->text);
  fflush(stderr);
  _exit(1);
}

/* Makes the instance of the job with its bounds, unless the last job had the same. */
static void make_instance(struct current *current, const struct place *place)
{
  struct sp_error error;
  long drawn = current->platforms.drawn;
  const struct sp_instance *in =
      sp_platform(&current->platforms, place->variant, place->point, place->index, &error);
  if (!in)
    end_with(&error);
  struct sp_instance bounded = *in;
  bounded.chunks = cells_send_chunks(current->cells, place->variant);
  current->place = *place;
  if (current->platforms.drawn > drawn)
    current->n_bounds = isinf(in->deadline.v) ? sp_bounds(&bounded, current->bound) : 0;
}

static bool is_number(double value)
{
  return isfinite(value) && value >= 0;
}

/* A database has finite numbers from 0 on: where one has overflowed the run has failed; a planned
 * date or a bound becomes NAN. */
static void check_numbers(struct outcome *outcome)
{
  struct sp_result *result = &outcome->result;
  if (!is_number(result->planned))
    result->planned = NAN;
  if (!is_number(outcome->bound))
    outcome->bound = NAN;
  if (result->status != SP_RUN_OK || (is_number(result->makespan) && is_number(result->done)))
    return;
  result->status = SP_FAILED;
  snprintf(result->reason, sizeof result->reason,
           "makespan %g, done %g, expected finite numbers from 0 on", result->makespan,
           result->done);
}

static void perform(const struct current *current, struct outcome *outcome)
{
  const struct sp_campaign *c = current->cells->campaign;
  bool apart = cells_apart(current->cells, &current->place);
  struct sp_conditions conditions = *c->conditions;
  conditions.platform = current->place.index;
  struct sp_request request = {
      .registry = c->registry,
      .method = &cells_method(current->cells, &current->place)->method,
      .engine = c->experiment->engine,
      .conditions = &conditions,
      .seconds = apart ? c->seconds : 0,
      .megabytes = apart ? c->megabytes : 0,
  };
  struct rusage usage;
  double start = sp_clock();
  memset(outcome, 0, sizeof *outcome);
  sp_perform(current->platforms.in, &request, &outcome->result, NULL, NULL);
  outcome->seconds = sp_clock() - start;
  getrusage(apart ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage);
  outcome->max_rss_kb = usage.ru_maxrss; /* the greatest up to now: an upper bound of this run's */
  outcome->bound = current->n_bounds ? current->bound[0].value : NAN;
  if (current->n_bounds)
    snprintf(outcome->bound_name, sizeof outcome->bound_name, "%s", current->bound[0].name);
  check_numbers(outcome);
}

/* ---- Supervisors of plug-ins. */

static bool same_plugins(const struct sp_method *a, const struct sp_method *b)
{
  const char *file;
  int k = 0;
  while ((file = sp_plugin_file(a, k)) && file == sp_plugin_file(b, k))
    k++;
  return !file && !sp_plugin_file(b, k);
}

static struct worker *supervisor_of(struct current *current, const struct sp_method *method)
{
  int k = 0;
  while (k < current->n_supervisors && !same_plugins(current->supervisor[k].method, method))
    k++;
  if (k == current->n_supervisors) {
    current->supervisor =
        sp_xrealloc(current->supervisor, (size_t)k + 1, sizeof *current->supervisor);
    current->supervisor[current->n_supervisors++] =
        (struct supervisor){method, {.process = process_run, .supervisor = true}};
  }
  return &current->supervisor[k].worker;
}

/* Has a supervisor do the job. */
static void ask_supervisor(struct current *current, const struct place *place,
                           struct outcome *outcome)
{
  const struct cells *cells = current->cells;
  struct worker *supervisor = supervisor_of(current, &cells_method(cells, place)->method);
  struct job job = {.place = *place};
  struct sp_error error;
  int done = 0;
  fifo_push(&supervisor->queue, &job);
  while (done != 1) {
    if (worker_send(supervisor, cells, &error))
      end_with(&error);
    struct pollfd on = {.fd = supervisor->socket, .events = POLLIN};
    poll(&on, 1, sp_time_left(supervisor->due));
    done = worker_receive(supervisor, cells, &job, outcome);
    if (done < 0) /* other than 1: it has not begun the job */
      done = worker_ended(supervisor, cells, &job, outcome, &error);
    else if (done == 0 && sp_clock() >= supervisor->due)
      worker_stop(supervisor);
  }
}

/* ---- Jobs. */

/* Forgets what the last job has printed. */
static void clear_output(void)
{
  off_t length = lseek(OUTPUT, 0, SEEK_CUR); /* shared with the standard streams */
  if (length < 0 || (length > 0 && (ftruncate(OUTPUT, 0) || lseek(OUTPUT, 0, SEEK_SET))))
    _exit(1);
}

static void do_job(struct current *current, const struct place *place)
{
  struct outcome outcome;
  const struct sp_method *method = &cells_method(current->cells, place)->method;
  clear_output();
  if (sp_is_plugin(method) && !current->is_supervisor) {
    ask_supervisor(current, place, &outcome);
  } else {
    make_instance(current, place);
    sp_plugin_load(method);
    perform(current, &outcome);
  }
  fflush(stdout);
  outcome.end = sp_clock();
  if (send(SOCKET, &outcome, sizeof outcome, MSG_NOSIGNAL) < 0)
    _exit(0);
}

void process_run(const struct cells *cells, int socket, int output, bool supervisor)
{
  struct current current = {.cells = cells,
                            .is_supervisor = supervisor,
                            .platforms = {.experiment = cells->campaign->experiment}};
  struct place place[WORKER_MESSAGE];
  struct sp_left_behind left;
  ssize_t got;
  settle_descriptors(socket, output);
  if (supervisor)
    sp_lift_memory_limit(); /* that of the worker; its runs have their own */
  else
    settle_limits(cells->campaign);
  sp_adopt(&left);
  while ((got = recv(SOCKET, place, sizeof place, 0)) > 0) {
    int n = (int)((size_t)got / sizeof *place);
    for (int k = 0; k < n; k++)
      do_job(&current, &place[k]);
  }
  for (int k = 0; k < current.n_supervisors; k++) {
    if (current.supervisor[k].worker.pid)
      kill(current.supervisor[k].worker.pid, SIGKILL); /* it may have been stopped */
    worker_clear(&current.supervisor[k].worker);
  }
  sp_kill_adopted(&left);
  _exit(0);
}
