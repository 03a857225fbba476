/* srpt: the fastest idle worker (Pineau, Robert, Vivien, Parallel Computing 34(3), 2008).
 *
 * Shortest remaining processing time, for identical tasks that arrive: a task goes to the fastest
 * worker that has nothing to do, and if none is idle it waits at the master, since a faster one may
 * be idle soon. So no worker has a task in advance and each waits for its next one during a whole
 * transfer. It knows neither what comes nor what it costs to send.
 *
 *   i = argmin w_i over {idle_i <= now} (ties: lowest index) ; send to i
 *   nobody is idle: wait until min idle_i
 *
 * Cost: O(m) a decision.
 * Example: "c=1,1 w=3,7 release=0,1,5": worker 1 computes the first from 1 to 4, worker 2 the
 * second from 2 to 9, worker 1 the third from 6 to 9: makespan 9, longest flow 8, sum 16. */
#include "solve/bag/list.h"

static struct sp_decision srpt_next(const struct sp_view *view, const void *options, void *state)
{
  (void)options, (void)state;
  double earliest = INFINITY; /* somebody is idle */
  int best = 0;
  for (int i = 1; i <= view->m; i++) {
    const struct sp_worker_view *worker = &view->worker[i];
    double idle = sp_state_later(worker->idle_at, sp_list_free_at(worker, SP_PLACES_BOUNDED));
    earliest = idle < earliest ? idle : earliest;
    if (idle <= view->now && (best == 0 || worker->w < view->worker[best].w))
      best = i;
  }
  return best > 0 ? sp_list_send(best) : (struct sp_decision){SP_WAIT, 0, 0, earliest};
}

const struct sp_heuristic sp_heuristic_srpt = {
    .abi = SP_ABI,
    .name = "srpt",
    .summary = "the fastest idle worker; if none is idle it waits",
    .source = "Pineau, Robert, Vivien 2008",
    .version = 1,
    .problems = SP_BAG,
    .next = srpt_next,
};
