/* Lower bounds on the makespan of a bag: N tasks at the master, b_i places, P emissions at once.
 * c_i means c_i + S_i, d_i the time of a result on the link, 0 where none returns. Each holds for
 * every schedule of makespan M; by M - d, d the least d_i, all tasks are computed:
 *
 * - unbounded, places: see in_time.c.
 * - steady: N/rho*, rho* the greatest sum of rates with rate_i w_i <= 1, rate_i c_i <= 1, sum
 *   rate_i c_i <= P (Proposition 1 of Banino et al.). By M worker i has computed n_i tasks, with
 *   n_i w_i <= M, and its link and the port have carried them: the n_i/M are such rates with sum
 *   N/M, which is at most rho*. At the start nothing can be computed, which only increases M.
 * - bounded-throughput: the same with w'_i = max(w_i, (c_i + w_i)/b_i): each task holds one of b_i
 *   places for c_i + w_i, so n_i (c_i + w_i) <= b_i M. Never below steady.
 * - starving: counts also the time that workers are idle with empty places while the port serves
 *   others; see starving.c. One emission at a time, up to 64 workers.
 *   Where results return rho* is that of rate.c: by M they have come, too.
 * - returns: where results return. In reverse time the master sends results, of port time d_i, and
 *   the k-th task that worker i computes is the k-th from its last; so the optimum without memory
 *   limits with d_i for c_i, and the first message before, which takes the least c_i.
 * - release: where tasks arrive, E_N of flows.c.
 *
 * Cost: O(m log m) for the rates, a linear programme of m columns for starving. */
#include "model/instance.h"
#include "solve/bounds/bounds.h"

/* The bound returns. */
static struct sp_bound reversed(struct sp_context *cx, const struct sp_instance *in, double N)
{
  struct sp_instance back = *in;
  double first = INFINITY, below;
  back.c = in->result;
  back.latency = sp_new(cx, in->m + 1, struct sp_num);
  for (int i = 1; i <= in->m; i++) {
    back.latency[i] = sp_returns(in, i) ? in->latency[i] : sp_int(0);
    if (in->w[i].v < INFINITY)
      first = fmin(first, sp_message_time(in, i, 1));
  }
  const struct sp_redistribution *p = sp_redistribution_new(cx, &back, 1);
  struct latest latest = latest_new(cx, p, false);
  bool exact = latest_exact(p, N);
  latest_least(&latest, N, exact, &below);
  return (struct sp_bound){"returns", bound_below(bound_in_units(p, below, exact) + first, false)};
}

int bounds_bag(const struct sp_instance *in, const struct sp_redistribution *p,
               struct sp_context *cx, struct sp_bound *bound)
{
  double N = in->total.v;
  int n = 0;
  bool is_short = bag_is_short(in, N);
  if (is_short)
    n = bag_in_time(cx, p, N, bound);
  if (is_short && sp_has_results(in) && in->platform.node[0].ports.recv == 1)
    bound[n++] = reversed(cx, in, N);
  bound[n++] = (struct sp_bound){"steady", steady_bound(cx, in, SP_RATE_TASKS)};
  bound[n++] = (struct sp_bound){"bounded-throughput", steady_bound(cx, in, SP_RATE_PLACES)};
  if (in->release && N > 0)
    bound[n++] = (struct sp_bound){"release", bound_release(cx, p)};
  struct starving starving;
  if (N > 0 && p->in->platform.node[0].ports.send == 1 && starving_new(cx, p, N, &starving)) {
    double M = starving_bound(&starving, N);
    bound[n++] = (struct sp_bound){"starving", sp_redistribution_time(p, M)};
  }
  return n;
}
