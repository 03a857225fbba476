/* star-bounded-buffer: at most twice the optimum (RR-5196, Figure 5 and Theorem 6).
 *
 * The number of tasks of each worker is that of the optimum without memory limits, fixed at the
 * start. The order is decided on line, that of Graham's list scheduling: never leave the port idle
 * while a worker with tasks to come is idle (replay keeps the order of the nominal model). It uses
 * one place a worker for any b_i. The last worker computes whenever the port is idle, so
 * T <= sum n_i c_i + n_last w_last, and each term is at most the optimum.
 *
 *   n_i = quotas of star-unbounded-buffer ; link = 0 ; idle_i = 0
 *   repeat N times: i = argmin idle_i over {sent_i < n_i} (ties: lowest index)
 *                   s = max(idle_i, link) ; link = s + c_i ; idle_i = s + c_i + w_i
 *
 * sent_i less the tasks that the worker has lost, where workers fail; a worker that is down is not
 * idle. So it waits until the worker is idle even if that worker has a free place. The factor 2 is
 * tight: with one worker, c = w = 1, the makespan is 2 N and the optimum without limits N + 1.
 * Errata of the report: `while NbTasksSent <= N` sends N + 1 tasks and `NbTasksProc[i] <= n_i`
 * gives each worker one too many, both are `<`; in the proof of Theorem 6 both "T_opt <=" are ">=".
 * Cost: O(m^2) a step of the bisection (at worst O(N m^2)), then O(log m) a decision.
 * Example (Figure 8): "c=1,10 w=2,20 buffer=1,1 tasks=20": makespan 65; quotas 19 and 1. */
#include "solve/bag/bag.h"

#include <starport/dates.h>

struct quotas {
  long *quota;          /* [0..m] tasks of each worker */
  struct sp_dates idle; /* [i-1] the date at which worker i becomes idle if tasks are to come */
};

static int star_bounded_buffer_start(struct sp_context *cx, const struct sp_instance *in,
                                     const void *options, void **state)
{
  (void)options;
  struct quotas *q = *state = sp_new(cx, 1, struct quotas);
  q->quota = sp_new(cx, in->m + 1, long);
  q->idle = sp_dates_in(sp_new(cx, sp_dates_room(in->m), int64_t), in->m);
  if (sp_bag_served(cx, in, true))
    return -1;
  sp_unbounded_optimum(cx, in, q->quota);
  return 0;
}

static struct sp_decision star_bounded_buffer_next(const struct sp_view *view, const void *options,
                                                   void *state)
{
  (void)options;
  struct quotas *q = state;
  for (int k = 0; k < view->n_changed; k++) { /* at first: all */
    int i = view->changed[k];
    const struct sp_worker_view *worker = &view->worker[i];
    if (worker->assigned < (double)q->quota[i])
      sp_dates_set(&q->idle, i - 1, fmax(worker->idle_at, worker->room_at));
  }
  int i = sp_dates_first(&q->idle) + 1;
  if (!sp_dates_are_due(&q->idle, view->now))
    return (struct sp_decision){SP_WAIT, i, 0, sp_dates_least(&q->idle)};
  if (view->worker[i].assigned + 1 == (double)q->quota[i])
    sp_dates_set(&q->idle, i - 1, INFINITY);
  return (struct sp_decision){SP_SEND, i, 1, 0};
}

const struct sp_heuristic sp_heuristic_star_bounded_buffer = {
    .abi = SP_ABI,
    .name = "star-bounded-buffer",
    .summary = "on line with the quotas of the optimum without memory limits; the idlest first",
    .source = "RR-5196, Figure 5",
    .version = 1,
    .problems = SP_BAG,
    .start = star_bounded_buffer_start,
    .next = star_bounded_buffer_next,
};
