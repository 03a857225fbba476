/* A hand: a process that takes errands from the runner one after another, makes the instance (once
 * for all errands that are about it), performs the run and answers. The runner sees how it dies.
 *
 * A native run happens in the hand itself; should the heuristic abort, loop for ever or eat memory,
 * the hand dies of it or is killed, and the errand at the head of the queue is to blame. A SimGrid
 * run is a child of the hand (isolate.h), which stands it all by itself.
 *
 * Runner and hand hold one end each of a socket pair that keeps messages apart. The hand closes
 * whatever else it has inherited: another hand's end, held here, would hide that one's death. */
#include "base/isolate.h"
#include "base/memory.h"
#include "campaign/run/parts.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* A hand has so many seconds of work waiting, within these numbers of errands. */
#define WINDOW_SECONDS 0.05
enum { WINDOW_LEAST = 1, WINDOW_MOST = 128 };
/* What SimGrid's start and a slow machine may add to the limit of a run that is a child. */
#define GRACE_SECONDS 10.0
/* So many bytes may be written to a file in memory: a heuristic's words, or a platform. */
enum { MOST_BYTES = 1 << 28 };

/* A SimGrid run lasts a few milliseconds, much of which used to be the system's. So the heap grows
 * in few steps, and SimGrid's free lists (two of 512 KiB, of which little is used) are mapped: what
 * comes from the system is zero already and need not be cleared, so that its pages are never
 * touched. The stacks of actors (256 KiB) are not to be mapped, each on its own. */
enum { MALLOC_PAD = 1 << 20, MALLOC_MAPPED = 400 << 10 };
/* A native run is no child: the memory of one run's trace is kept for the next. */
enum { MALLOC_HEAP = 32 << 20, MALLOC_KEPT = 256 << 20 };

/* ---- The process. */

enum { SOCKET = 3, WORDS }; /* its descriptors, after the standard three */

/* The instance of the last errand. */
struct bench {
  const struct cells *cells;
  struct place at;
  struct sp_instance *in;
  struct sp_bound bound[SP_MAX_BOUNDS];
  int n_bounds;
};

/* Keeps the standard streams, the socket and the file of words; closes all else. */
static void settle_descriptors(int socket, int words)
{
  int s = fcntl(socket, F_DUPFD, 10), w = fcntl(words, F_DUPFD, 10);
  if (dup2(w, STDOUT_FILENO) < 0 || dup2(w, STDERR_FILENO) < 0 || dup2(s, SOCKET) < 0 ||
      dup2(w, WORDS) < 0)
    _exit(1);
  close_range(WORDS + 1, ~0U, 0);
}

static void settle_limits(const struct sp_campaign *c)
{
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
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

/* Makes the errand's instance the one on the bench. */
static void lay(struct bench *bench, const struct place *place)
{
  struct sp_error error;
  bool same = bench->in && bench->at.variant == place->variant && bench->at.point == place->point &&
              bench->at.index == place->index;
  bench->at = *place;
  if (same)
    return;
  sp_instance_free(bench->in);
  bench->in = sp_experiment_instance(bench->cells->campaign->experiment, place->variant,
                                     place->point, place->index, &error);
  if (!bench->in) {
    fprintf(stderr, "%s\n", error.text);
    fflush(stderr);
    _exit(1);
  }
  bench->n_bounds = sp_bounds(bench->in, bench->bound);
}

static void work(const struct bench *bench, struct answer *answer)
{
  const struct sp_campaign *c = bench->cells->campaign;
  bool simgrid = c->experiment->engine == SP_ENGINE_SIMGRID;
  struct sp_request request = {
      .registry = c->registry,
      .method = cells_method(bench->cells, &bench->at),
      .engine = c->experiment->engine,
      .conditions = c->conditions,
      .seconds = simgrid ? c->seconds : 0,
      .megabytes = simgrid ? c->megabytes : 0,
  };
  struct rusage usage;
  double start = runner_now();
  memset(answer, 0, sizeof *answer);
  sp_perform(bench->in, &request, &answer->result, NULL, NULL);
  answer->seconds = runner_now() - start;
  getrusage(simgrid ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage);
  answer->max_rss_kb = usage.ru_maxrss; /* the greatest up to now: an upper bound of this run's */
  answer->bound = bench->n_bounds ? bench->bound[0].value : NAN;
  if (bench->n_bounds)
    snprintf(answer->bound_name, sizeof answer->bound_name, "%s", bench->bound[0].name);
}

static _Noreturn void run_hand(const struct cells *cells, pid_t runner, int socket, int words)
{
  struct bench bench = {.cells = cells};
  struct place place;
  struct answer answer;
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* it must not outlive the runner */
  if (getppid() != runner)
    _exit(0);
  settle_descriptors(socket, words);
  settle_limits(cells->campaign);
  while (recv(SOCKET, &place, sizeof place, 0) == (ssize_t)sizeof place) {
    if (ftruncate(WORDS, 0) || lseek(WORDS, 0, SEEK_SET))
      _exit(1);
    lay(&bench, &place);
    work(&bench, &answer);
    fflush(stdout);
    if (send(SOCKET, &answer, sizeof answer, MSG_NOSIGNAL) != (ssize_t)sizeof answer)
      break;
  }
  _exit(0);
}

/* ---- The runner's side. */

void hand_queue(struct hand *hand, const struct errand *errand, int n)
{
  if (n == 0)
    return; /* nothing is missing of this platform */
  if (hand->n + n > hand->cap) {
    hand->cap = 2 * (hand->n + n);
    hand->errand = sp_xrealloc(hand->errand, (size_t)hand->cap, sizeof *hand->errand);
  }
  memcpy(hand->errand + hand->n, errand, (size_t)n * sizeof *errand);
  hand->n += n;
}

/* How many errands may be under way: enough to bridge a commit, few where they take long, since
 * they are awaited after an interruption. */
static int window(const struct hand *hand)
{
  double n = hand->mean > 0 ? WINDOW_SECONDS / hand->mean : WINDOW_LEAST;
  return n < WINDOW_LEAST ? WINDOW_LEAST : n > WINDOW_MOST ? WINDOW_MOST : (int)n;
}

bool hand_idle(const struct hand *hand)
{
  return hand->n < window(hand);
}

static int make_process(struct hand *hand, const struct cells *cells, struct sp_error *error)
{
  int ends[2];
  pid_t runner = getpid();
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
    return sp_failure(error, SP_CANNOT, "cannot make a socket: %s", strerror(errno));
  int words = memfd_create("words", MFD_CLOEXEC);
  fflush(NULL); /* or both processes would write what is buffered */
  pid_t pid = words < 0 ? -1 : fork();
  if (pid == 0)
    run_hand(cells, runner, ends[1], words);
  close(ends[1]);
  if (pid < 0) {
    sp_failure(error, SP_CANNOT, "cannot make a process: %s", strerror(errno));
    close(ends[0]);
    if (words >= 0)
      close(words);
    return SP_CANNOT;
  }
  hand->pid = pid;
  hand->socket = ends[0];
  hand->words = words;
  hand->sent = 0;
  hand->state = HAND_AT_WORK;
  return SP_OK;
}

/* The date by which the first errand must be answered, from now on. */
static void set_due(struct hand *hand, const struct sp_campaign *c)
{
  double seconds = c->seconds;
  if (c->experiment->engine == SP_ENGINE_SIMGRID)
    seconds = 2 * seconds + GRACE_SECONDS; /* the limit proper is the child's */
  hand->due = c->seconds > 0 && hand->sent > 0 ? runner_now() + seconds : INFINITY;
}

int hand_employ(struct hand *hand, const struct cells *cells, struct sp_error *error)
{
  if (hand->n > 0 && hand->pid == 0 && make_process(hand, cells, error))
    return SP_CANNOT;
  bool rested = hand->sent == 0;
  while (hand->state == HAND_AT_WORK && hand->sent < hand->n && hand->sent < window(hand)) {
    struct place place = hand->errand[hand->sent].place;
    if (send(hand->socket, &place, sizeof place, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
      break; /* full, or dead, which the next answer tells */
    hand->sent++;
  }
  if (rested)
    set_due(hand, cells->campaign);
  return SP_OK;
}

/* Takes the first errand off the queue. */
static void drop_first(struct hand *hand, struct errand *errand)
{
  *errand = hand->errand[0];
  hand->n--;
  hand->sent--;
  memmove(hand->errand, hand->errand + 1, (size_t)hand->n * sizeof *hand->errand);
}

int hand_answer(struct hand *hand, const struct cells *cells, struct errand *errand,
                struct answer *answer)
{
  ssize_t got;
  do /* the death of a process with unread errands is told once by an error, then by the end */
    got = recv(hand->socket, answer, sizeof *answer, MSG_DONTWAIT);
  while (got < 0 && (errno == EINTR || errno == ECONNRESET));
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
    return 0;
  if (got != (ssize_t)sizeof *answer || hand->sent == 0)
    return -1;
  if (hand->state == HAND_STOPPED)
    hand->state = HAND_STOPPED_TOO_LATE;
  drop_first(hand, errand);
  set_due(hand, cells->campaign);
  hand->mean = hand->mean > 0 ? 0.9 * hand->mean + 0.1 * answer->seconds : answer->seconds;
  return 1;
}

void hand_stop(struct hand *hand)
{
  kill(hand->pid, SIGKILL);
  hand->state = HAND_STOPPED;
  hand->due = INFINITY;
}

/* Waits for the process and closes what was shared with it, but for its words. */
static int part(struct hand *hand)
{
  int status = 0;
  close(hand->socket);
  while (waitpid(hand->pid, &status, 0) < 0 && errno == EINTR) {
  }
  hand->pid = 0;
  hand->sent = 0;
  hand->due = INFINITY;
  return status;
}

/* The last line that the hand said, with ": " before it; "" if it said nothing. */
static void last_words(const struct hand *hand, char *line, size_t size)
{
  char text[4096];
  off_t length = lseek(hand->words, 0, SEEK_END);
  off_t from = length > (off_t)sizeof text ? length - (off_t)sizeof text : 0;
  ssize_t end = pread(hand->words, text, sizeof text, from), start;
  while (end > 0 && (unsigned char)text[end - 1] <= ' ')
    end--;
  for (start = end; start > 0 && text[start - 1] != '\n';)
    start--;
  snprintf(line, size, "%s%.*s", end > start ? ": " : "", end > start ? (int)(end - start) : 0,
           text + (start > 0 ? start : 0));
  for (char *c = line; *c; c++)
    if ((unsigned char)*c < ' ')
      *c = ' ';
}

/* The answer that a dead hand did not give. */
static void testify(struct answer *answer, const struct hand *hand, int status, double seconds)
{
  struct sp_result *r = &answer->result;
  char line[200];
  memset(answer, 0, sizeof *answer);
  answer->bound = r->planned = r->planning = NAN;
  answer->exit = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  r->status = SP_CRASHED;
  last_words(hand, line, sizeof line);
  if (hand->state == HAND_STOPPED) {
    r->status = SP_TIMEOUT;
    answer->seconds = seconds;
    snprintf(r->reason, sizeof r->reason, "stopped after %g s", seconds);
  } else if (WIFSIGNALED(status)) {
    const char *name = sigdescr_np(WTERMSIG(status));
    snprintf(r->reason, sizeof r->reason, "killed by signal %d (%s)%s", WTERMSIG(status),
             name ? name : "?", line);
  } else {
    snprintf(r->reason, sizeof r->reason, "exited with code %d%s", WEXITSTATUS(status), line);
  }
}

int hand_bury(struct hand *hand, const struct cells *cells, struct errand *errand,
              struct answer *answer, struct sp_error *error)
{
  kill(hand->pid, SIGKILL); /* it may live on, having closed its socket */
  int sent = hand->sent, status = part(hand), code = 0;
  if (hand->state == HAND_STOPPED_TOO_LATE || (hand->state == HAND_STOPPED && sent == 0)) {
    code = 0; /* it had answered after all */
  } else {
    testify(answer, hand, status, cells->campaign->seconds);
    if (sent > 0) {
      hand->sent = 1;
      drop_first(hand, errand);
      code = 1;
    } else {
      code = sp_failure(error, SP_CANNOT, "a process that had nothing to do was %s",
                        answer->result.reason);
    }
  }
  close(hand->words);
  return code;
}

void hand_clear(struct hand *hand)
{
  if (hand->pid) {
    if (hand->sent > 0)
      kill(hand->pid, SIGKILL);
    part(hand);
    close(hand->words);
  }
  free(hand->errand);
  *hand = (struct hand){0};
}
