/* Runs a campaign: sends jobs to worker processes, writes the outcomes, and stops when asked to.
 *
 * It is one loop around poll. Only this process writes. It visits the cells once and holds a queue
 * for each worker process that lasts a fraction of a second, so its memory does not depend on the
 * length of the campaign. After an interruption it sends no more jobs, waits for the jobs already
 * sent, commits and returns; after a second signal it does not wait. */
#include "base/child.h"
#include "campaign/run/progress.h"
#include "campaign/run/worker.h"
#include <errno.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* Rows are written in batches of a fraction of a second: a kill loses no more than that. */
#define BATCH_SECONDS 0.5

struct runner {
  const struct sp_campaign *campaign;
  struct sp_tally *tally;
  struct sp_error *error;
  struct cells cells;
  double commit; /* date at which the open batch is to be committed; INFINITY: none is open */
  char *model;   /* of every run */
  struct progress progress;
  struct worker *worker;    /* [0..processes-1] */
  struct pollfd *polled;    /* one for each worker process, then the signals */
  struct job *job;          /* the missing cells of one platform */
  uint16_t queued[1 << 16]; /* by the first bytes of a run's key: how many queued jobs have them */
  int signals;              /* SIGINT and SIGTERM, as a descriptor */
  sigset_t mask;            /* of the caller */
  bool abandoned;           /* a second signal has come */
};

/* ---- Batches of rows. SP_OK, or a failure of the store with *error. */

static int begin_batch(struct runner *r)
{
  if (r->commit < INFINITY)
    return SP_OK;
  int code = sp_store_begin(r->campaign->store, r->error);
  if (!code)
    r->commit = sp_clock() + BATCH_SECONDS;
  return code;
}

static int commit(struct runner *r)
{
  bool open = r->commit < INFINITY;
  r->commit = INFINITY;
  return open ? sp_store_commit(r->campaign->store, r->error) : SP_OK;
}

/* Adds the run and the attempt of a job. */
static int add_rows(struct runner *r, const struct job *job, const struct outcome *outcome)
{
  struct sp_store *store = r->campaign->store;
  const struct sourced_method *method = cells_method(&r->cells, &job->place);
  struct sp_run_row run = {
      .key = job->run,
      .instance = job->instance,
      .method = method->method.name,
      .method_version = method->method.heuristic->version,
      .method_source = method->source,
      .engine = sp_engine_name(r->campaign->experiment->engine),
      .model = r->model,
      .result = outcome->result,
      .bound = outcome->bound,
      .bound_name = outcome->bound_name[0] ? outcome->bound_name : NULL,
  };
  struct sp_attempt_row attempt = {
      .run = job->run,
      .seconds = outcome->seconds,
      .max_rss_kb = outcome->max_rss_kb,
      .exit = outcome->exit,
      .planning_seconds = outcome->result.planning,
      .stderr_tail = outcome->result.reason[0] ? outcome->result.reason : NULL,
  };
  int code = begin_batch(r);
  if (!code)
    code = sp_store_run(store, &run, r->error);
  return code ? code : sp_store_attempt(store, &attempt, r->error);
}

/* ---- Jobs to be sent. */

/* The count of queued jobs of which the run may be one. */
static uint16_t *queued_like(struct runner *r, const struct sp_key *run)
{
  return &r->queued[run->byte[0] << 8 | run->byte[1]];
}

static bool is_queued(struct runner *r, const struct sp_key *run)
{
  if (*queued_like(r, run) == 0)
    return false;
  for (int j = 0; j < r->campaign->processes; j++)
    for (long k = 0; k < r->worker[j].queue.n; k++)
      if (!memcmp(&fifo_at(&r->worker[j].queue, k, struct job)->run, run, sizeof *run))
        return true;
  return false;
}

/* Two cells may want the same run: it is computed once. */
static void queue_jobs(struct runner *r, struct worker *worker, int n)
{
  for (const struct job *job = r->job; job < r->job + n; job++)
    if (is_queued(r, &job->run)) {
      r->tally->present++;
    } else {
      ++*queued_like(r, &job->run);
      fifo_push(&worker->queue, job);
    }
}

/* The idle worker process with the shortest queue; NULL if none is idle. */
static struct worker *find_idle(struct runner *r)
{
  struct worker *idle = NULL;
  for (int j = 0; j < r->campaign->processes; j++)
    if (worker_idle(&r->worker[j]) && (!idle || r->worker[j].queue.n < idle->queue.n))
      idle = &r->worker[j];
  return idle;
}

/* Queues jobs until no worker process is idle. Visits a bounded number of platforms, so that the
 * main loop also continues when nothing is missing. */
static int fill_queues(struct runner *r)
{
  enum { MOST_PLATFORMS = 256 };
  struct worker *worker;
  int code = SP_OK, n;
  for (int k = 0; k < MOST_PLATFORMS && !r->cells.over && !code && (worker = find_idle(r)); k++) {
    code = begin_batch(r);
    if (!code)
      code = cells_next(&r->cells, r->job, &n, r->tally, r->error);
    if (!code)
      queue_jobs(r, worker, n);
  }
  return code;
}

static int send_jobs(struct runner *r)
{
  int code = r->tally->interrupted ? SP_OK : fill_queues(r);
  for (int j = 0; j < r->campaign->processes && !code; j++) {
    struct worker *worker = &r->worker[j];
    if (r->tally->interrupted)
      worker->queue.n = worker->sent; /* jobs that were not sent stay missing */
    code = worker_send(worker, &r->cells, r->error);
  }
  return code;
}

static bool busy(const struct runner *r)
{
  for (int j = 0; j < r->campaign->processes; j++)
    if (r->worker[j].queue.n > 0)
      return true;
  return false;
}

/* ---- Outcomes. */

static int record(struct runner *r, const struct job *job, struct outcome *outcome)
{
  enum sp_status status = outcome->result.status;
  --*queued_like(r, &job->run);
  r->tally->computed++;
  bool answered = status == SP_RUN_OK || status == SP_REFUSED;
  r->tally->answered += answered;
  r->tally->failed += !answered;
  return add_rows(r, job, outcome);
}

static int receive(struct runner *r, struct worker *worker)
{
  struct job job;
  struct outcome outcome;
  int received, code = SP_OK;
  while (!code && (received = worker_receive(worker, &r->cells, &job, &outcome)) != 0) {
    if (received > 0) {
      code = record(r, &job, &outcome);
      continue;
    }
    code = worker_ended(worker, &r->cells, &job, &outcome, r->error);
    return code == 1 ? record(r, &job, &outcome) : code;
  }
  return code;
}

static void take_signals(struct runner *r)
{
  struct signalfd_siginfo info;
  while (read(r->signals, &info, sizeof info) == (ssize_t)sizeof info) {
    r->abandoned = r->tally->interrupted;
    r->tally->interrupted = true;
  }
}

/* Milliseconds until the next due date; -1 if there is none. */
static int time_left(const struct runner *r)
{
  double due = fmin(r->commit, r->progress.next);
  for (int j = 0; j < r->campaign->processes; j++)
    if (r->worker[j].pid)
      due = fmin(due, r->worker[j].due);
  return sp_time_left(due);
}

/* Waits for outcomes, signals and dates, and handles them. */
static int wait_and_receive(struct runner *r)
{
  int processes = r->campaign->processes, code = SP_OK;
  for (int j = 0; j < processes; j++)
    r->polled[j] =
        (struct pollfd){.fd = r->worker[j].pid ? r->worker[j].socket : -1, .events = POLLIN};
  r->polled[processes] = (struct pollfd){.fd = r->signals, .events = POLLIN};
  bool waits = busy(r) && (r->cells.over || r->tally->interrupted || !find_idle(r));
  if (poll(r->polled, (nfds_t)processes + 1, waits ? time_left(r) : 0) < 0 && errno != EINTR)
    return sp_failure(r->error, SP_CANNOT, "cannot wait for processes: %s", strerror(errno));
  take_signals(r);
  for (int j = 0; j < processes && !code; j++) {
    struct worker *worker = &r->worker[j];
    if (worker->pid && (r->polled[j].revents || sp_clock() >= worker->due))
      code = receive(r, worker);
    if (worker->pid && sp_clock() >= worker->due)
      worker_stop(worker);
  }
  return code;
}

/* ---- The campaign. */

static void show_progress(struct runner *r)
{
  const struct sp_tally *t = r->tally;
  char failed[40] = "";
  if (t->failed)
    snprintf(failed, sizeof failed, ", %ld failed", t->failed);
  progress_print(&r->progress, t->present + t->computed, t->present, t->wanted, failed);
}

static int run_loop(struct runner *r)
{
  int code = SP_OK;
  do {
    code = send_jobs(r);
    if (!code)
      code = wait_and_receive(r);
    if (!code && sp_clock() >= r->commit)
      code = commit(r);
    if (progress_due(&r->progress))
      show_progress(r);
  } while (!code && !r->abandoned && (busy(r) || !(r->cells.over || r->tally->interrupted)));
  return code;
}

static int begin(struct runner *r)
{
  const struct sp_campaign *c = r->campaign;
  const struct sp_experiment *e = c->experiment;
  int code = e->engine == SP_ENGINE_SIMGRID ? sp_simgrid_check(c->conditions, r->error) : SP_OK;
  if (!code)
    code = cells_open(&r->cells, c, r->error);
  if (code)
    return code;
  r->tally->wanted = r->cells.wanted;
  r->job = sp_new(e->memory, r->cells.most, struct job);
  struct sp_key key = sp_key_of(e->text, strlen(e->text));
  code = begin_batch(r);
  return code ? code : sp_store_experiment(c->store, e->id, &key, e->text, r->error);
}

/* The two signals are read from a descriptor. The worker processes inherit the blocked signals, so
 * Ctrl-C, which reaches every process of the terminal, does not end a run. */
static void open_signals(struct runner *r)
{
  sigset_t both = sp_block_interrupts(&r->mask);
  r->signals = signalfd(-1, &both, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void close_signals(struct runner *r)
{
  if (r->signals >= 0)
    close(r->signals);
  sigprocmask(SIG_SETMASK, &r->mask, NULL);
}

int sp_campaign_run(const struct sp_campaign *campaign, struct sp_tally *tally,
                    struct sp_error *error)
{
  struct runner r = {.campaign = campaign, .tally = tally, .error = error, .commit = INFINITY};
  *tally = (struct sp_tally){0};
  struct sp_context *memory = campaign->experiment->memory;
  r.worker = sp_new(memory, campaign->processes, struct worker);
  for (int j = 0; j < campaign->processes; j++)
    r.worker[j].process = process_run;
  r.polled = sp_new(memory, campaign->processes + 1, struct pollfd);
  r.model = sp_run_model(sp_engine_name(campaign->experiment->engine), campaign->conditions);
  open_signals(&r);
  progress_begin(&r.progress, campaign->progress, "runs");
  r.progress.label = campaign->label;
  int code = begin(&r);
  if (!code)
    code = run_loop(&r);
  if (!code)
    code = commit(&r);
  if (campaign->progress)
    show_progress(&r);
  progress_end(&r.progress);
  for (int j = 0; j < campaign->processes; j++)
    worker_clear(&r.worker[j]);
  close_signals(&r);
  cells_close(&r.cells);
  free(r.model);
  return code;
}
