/* The runner: feeds hands with errands, writes their answers, and stops when asked to.
 *
 * It is one loop around poll. Only this process writes; it walks through the cells once, holding a
 * queue for each hand that is worth a fraction of a second and nothing else, so its memory does not
 * depend on the length of the campaign. Interrupted, it sends no more errands, waits for those
 * under way, commits and returns; a second signal does not wait. */
#include "base/memory.h"
#include "campaign/run/parts.h"
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

struct runner {
  const struct sp_campaign *campaign;
  struct sp_tally *tally;
  struct sp_error *error;
  struct cells cells;
  struct rows rows;
  struct progress progress;
  struct hand *hand;     /* [0..jobs-1] */
  struct pollfd *polled; /* a line for each hand, then the signals */
  struct errand *errand; /* the missing cells of one platform */
  int signals;           /* SIGINT and SIGTERM, as a descriptor */
  sigset_t mask;         /* of the caller */
  bool abandoned;        /* a second signal has come */
};

/* ---- Work to do. */

static bool under_way(const struct runner *r, const struct sp_key *run)
{
  for (int j = 0; j < r->campaign->jobs; j++)
    for (int k = 0; k < r->hand[j].n; k++)
      if (!memcmp(&r->hand[j].errand[k].run, run, sizeof *run))
        return true;
  return false;
}

/* Two cells may want the same run: it is computed once. */
static int leave_out_under_way(struct runner *r, int n)
{
  int kept = 0;
  for (int k = 0; k < n; k++) {
    if (under_way(r, &r->errand[k].run))
      r->tally->present++;
    else
      r->errand[kept++] = r->errand[k];
  }
  return kept;
}

/* The hand that has least to do; NULL if all have enough. */
static struct hand *find_idle(struct runner *r)
{
  struct hand *idle = NULL;
  for (int j = 0; j < r->campaign->jobs; j++)
    if (hand_idle(&r->hand[j]) && (!idle || r->hand[j].n < idle->n))
      idle = &r->hand[j];
  return idle;
}

/* Queues platforms until no hand is idle, looking at so many at most: where nothing is missing the
 * loop must come round, too. */
static int feed(struct runner *r)
{
  enum { MOST_PLATFORMS = 256 };
  struct hand *hand;
  int code = SP_OK, n;
  for (int k = 0; k < MOST_PLATFORMS && !r->cells.over && !code && (hand = find_idle(r)); k++) {
    code = rows_begin(&r->rows, r->error);
    if (!code)
      code = cells_next(&r->cells, r->errand, &n, &r->tally->present, r->error);
    if (!code)
      hand_queue(hand, r->errand, leave_out_under_way(r, n));
  }
  return code;
}

static int employ(struct runner *r)
{
  int code = r->tally->interrupted ? SP_OK : feed(r);
  for (int j = 0; j < r->campaign->jobs && !code; j++) {
    struct hand *hand = &r->hand[j];
    if (r->tally->interrupted)
      hand->n = hand->sent; /* what has not been begun stays missing */
    code = hand_employ(hand, &r->cells, r->error);
  }
  return code;
}

static bool busy(const struct runner *r)
{
  for (int j = 0; j < r->campaign->jobs; j++)
    if (r->hand[j].n > 0)
      return true;
  return false;
}

/* ---- What comes back. */

static int record(struct runner *r, const struct errand *errand, const struct answer *answer)
{
  enum sp_status status = answer->result.status;
  r->tally->computed++;
  r->tally->failed += status != SP_RUN_OK && status != SP_REFUSED;
  return rows_add(&r->rows, &r->cells, errand, answer, r->error);
}

static int hear(struct runner *r, struct hand *hand)
{
  struct errand errand;
  struct answer answer;
  int heard, code = SP_OK;
  while (!code && (heard = hand_answer(hand, &r->cells, &errand, &answer)) != 0) {
    if (heard > 0) {
      code = record(r, &errand, &answer);
      continue;
    }
    code = hand_bury(hand, &r->cells, &errand, &answer, r->error);
    return code == 1 ? record(r, &errand, &answer) : code;
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

/* Milliseconds until something is due; -1: nothing is. */
static int time_left(const struct runner *r)
{
  double due = fmin(rows_due(&r->rows), r->progress.next);
  for (int j = 0; j < r->campaign->jobs; j++)
    if (r->hand[j].pid)
      due = fmin(due, r->hand[j].due);
  double left = due - runner_now();
  return left > 1e6 ? -1 : left > 0 ? (int)(1000 * left) + 1 : 0;
}

/* Waits for answers, signals and dates. */
static int attend(struct runner *r)
{
  int jobs = r->campaign->jobs, code = SP_OK;
  for (int j = 0; j < jobs; j++)
    r->polled[j] = (struct pollfd){.fd = r->hand[j].pid ? r->hand[j].socket : -1, .events = POLLIN};
  r->polled[jobs] = (struct pollfd){.fd = r->signals, .events = POLLIN};
  bool waits = busy(r) && (r->cells.over || r->tally->interrupted || !find_idle(r));
  if (poll(r->polled, (nfds_t)jobs + 1, waits ? time_left(r) : 0) < 0 && errno != EINTR)
    return sp_failure(r->error, SP_CANNOT, "cannot wait for processes: %s", strerror(errno));
  take_signals(r);
  for (int j = 0; j < jobs && !code; j++) {
    struct hand *hand = &r->hand[j];
    if (hand->pid && r->polled[j].revents)
      code = hear(r, hand);
    if (hand->pid && runner_now() >= hand->due)
      hand_stop(hand);
  }
  return code;
}

/* ---- The campaign. */

static int work(struct runner *r)
{
  int code = SP_OK;
  do {
    code = employ(r);
    if (!code)
      code = attend(r);
    if (!code)
      code = rows_commit_if_due(&r->rows, r->error);
    progress_show(&r->progress, r->tally);
  } while (!code && !r->abandoned && (busy(r) || !(r->cells.over || r->tally->interrupted)));
  return code;
}

static int begin(struct runner *r)
{
  const struct sp_campaign *c = r->campaign;
  const struct sp_experiment *e = c->experiment;
  int code = cells_open(&r->cells, c, r->error);
  if (code)
    return code;
  r->tally->wanted = r->cells.wanted;
  r->errand = sp_xcalloc((size_t)r->cells.most, sizeof *r->errand);
  struct sp_key key = sp_key_of(e->text, strlen(e->text));
  code = rows_begin(&r->rows, r->error);
  return code ? code : sp_store_experiment(c->store, e->id, &key, e->text, r->error);
}

/* The two signals are read from a descriptor; the hands inherit that they are blocked, so that
 * Ctrl-C, which reaches every process of the terminal, does not end a run under way. */
static void open_signals(struct runner *r)
{
  sigset_t both;
  sigemptyset(&both);
  sigaddset(&both, SIGINT);
  sigaddset(&both, SIGTERM);
  sigprocmask(SIG_BLOCK, &both, &r->mask);
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
  struct runner r = {.campaign = campaign, .tally = tally, .error = error};
  *tally = (struct sp_tally){0};
  r.hand = sp_xcalloc((size_t)campaign->jobs, sizeof *r.hand);
  r.polled = sp_xcalloc((size_t)campaign->jobs + 1, sizeof *r.polled);
  rows_open(&r.rows, campaign);
  open_signals(&r);
  progress_begin(&r.progress, campaign->progress);
  int code = begin(&r);
  if (!code)
    code = work(&r);
  if (!code)
    code = rows_commit(&r.rows, error);
  progress_end(&r.progress, tally);
  for (int j = 0; j < campaign->jobs; j++)
    hand_clear(&r.hand[j]);
  close_signals(&r);
  rows_close(&r.rows);
  cells_close(&r.cells);
  free(r.errand);
  free(r.polled);
  free(r.hand);
  return code;
}
