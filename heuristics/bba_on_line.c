/* bba-on-line: BBA's rule (RR-6005, Algorithm 1), decided one task at a time while workers compute.
 *
 * Whenever the master can receive, it takes a task from the worker that would end last, if another
 * worker would end that task before. Whenever it can send, it sends to the worker that would end
 * the task first, as it is known then. So it learns from dates that differ from the forecast, and
 * where hosts and links go down from tasks that are back at the master, workers that are known to
 * be down, and workers that come or return, whose tasks and speeds count at once.
 *
 *   reception, at date t, with n tasks that wait at the master:
 *     s = argmax idle_i over workers with a task to move (ties: lowest index)
 *     e_r = max(idle_r + n w_r, max(t + c_s, out + n c_r) + c_r) + w_r, over r != s that are up
 *     take a task from s if min e_r < idle_s, and n = 0, or n = 1 and the emission port is free
 *   emission: to argmin max(idle_r, t + c_r) + w_r over workers that are up (ties: lowest index)
 *
 * out is the date at which the emission port is free; c means c + S. Tasks that wait are counted as
 * if they went to the same worker. Source: starport; the rule is RR-6005's. Cost: O(m) a decision.
 * Example (section 4.2): "c=2,2,2,2 w=3,3,4,4 load=8,1,1,0": makespan 13, the optimum; BBA plans
 * 14. */
#include <math.h>
#include <starport/heuristic.h>

struct state {
  double waiting; /* tasks at the master, and on their way there */
};

static int bba_on_line_start(struct sp_context *cx, const struct sp_instance *in,
                             const void *options, void **state)
{
  (void)in, (void)options;
  *state = sp_new(cx, 1, struct state);
  return 0;
}

/* When worker r would end a task that it is sent when the port is free at date `out` and the task
 * there at date `there`, after n others. */
static double end_at(const struct sp_worker_view *r, double there, double out, double n)
{
  double c = r->c + r->latency;
  if (!(r->w < INFINITY && r->room_at < INFINITY))
    return INFINITY;
  return fmax(r->idle_at + n * r->w, fmax(there, out + n * c) + c) + r->w;
}

/* The worker other than `but` that would end the task first, and *end; 0: none. */
static int first_to_end(const struct sp_view *view, int but, double there, double n, double *end)
{
  double out = fmax(view->port_free[SP_OUT], view->now);
  int first = 0;
  *end = INFINITY;
  for (int r = 1; r <= view->m; r++) {
    double e = r == but ? INFINITY : end_at(&view->worker[r], there, out, n);
    if (e < *end) {
      *end = e;
      first = r;
    }
  }
  return first;
}

/* The worker with a task to move that would end last; 0: none. */
static int last_to_end(const struct sp_view *view)
{
  int last = 0;
  for (int s = 1; s <= view->m; s++)
    if (view->worker[s].movable > 0 &&
        (last == 0 || view->worker[s].idle_at > view->worker[last].idle_at))
      last = s;
  return last;
}

/* The sender of the next task; 0: none now. */
static int sender(const struct sp_view *view, double waiting)
{
  double most = view->port_free[SP_OUT] > view->now ? 0 : 1, end;
  int s = last_to_end(view);
  if (s == 0 || waiting > most)
    return 0;
  double there = view->now + (view->worker[s].c + view->worker[s].latency);
  int r = first_to_end(view, s, there, waiting, &end);
  return r > 0 && end < view->worker[s].idle_at ? s : 0;
}

static struct sp_decision bba_on_line_next(const struct sp_view *view, const void *options,
                                           void *memory)
{
  struct state *state = memory;
  double end;
  (void)options;
  if (view->port == SP_OUT)
    state->waiting = view->remaining;
  int i = view->port == SP_OUT ? first_to_end(view, 0, view->now, 0, &end)
                               : sender(view, state->waiting);
  if (i == 0)
    return (struct sp_decision){.verb = SP_WAIT};
  state->waiting += view->port == SP_OUT ? -1 : 1;
  return (struct sp_decision){.verb = SP_SEND, .worker = i, .amount = 1};
}

const struct sp_heuristic sp_heuristic_bba_on_line = {
    .abi = SP_ABI,
    .name = "bba-on-line",
    .summary = "the rule of bba, decided on line; also where hosts and links go down",
    .source = "starport; after RR-6005, Algorithm 1",
    .version = 1,
    .problems = SP_REDISTRIBUTION,
    .start = bba_on_line_start,
    .next = bba_on_line_next,
};
