/* Lower bounds on the makespan of a bag: N tasks at the master, b_i places, P emissions at once.
 * c_i means c_i + S_i, d_i the time of a result on the link, 0 where none returns. Each holds for
 * every schedule of makespan M; by M - d, d the least d_i, all tasks are computed:
 *
 * - unbounded: the optimum without memory limits. The k-th task from the last that worker i
 *   computes has arrived by M - k w_i; one port can deliver N such tasks only if M is at least the
 *   least T of latest.c. With P ports the tasks due by any date d take at most P d of port time, as
 *   on one port that is P times as fast.
 * - places: `unbounded` with places. Task k from the last takes a place that task k - b does not
 *   have yet or has left: it arrives at least c + w before that task. It is never below
 *   `unbounded`, and reported only where it is above.
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
 * Cost: O(m log m) for the rates, a linear programme of m columns for starving. `unbounded` and
 * `places` take up to N m^2 steps a test where the port is just saturated, and gain less for more
 * tasks. They are left out where N m^2 > 2^14, so that a campaign can compute the bounds of each
 * run. */
#include "model/instance.h"
#include "solve/bounds/bounds.h"

/* Port time of a task if the master sends several messages at once. */
static double *lengths(struct sp_context *cx, const struct sp_redistribution *p, int ports)
{
  double *length = sp_new(cx, p->m + 1, double);
  for (int i = 1; i <= p->m; i++)
    length[i] = ports == INT_MAX ? 0 : p->c[i] / ports;
  return length;
}

/* A time of latest_least in the units of the instance. */
static double in_units(const struct sp_redistribution *p, double below, bool exact)
{
  return sp_redistribution_time(p, bound_below(below, exact));
}

/* The least time from the end of the last computation to that of the schedule. */
static double last_result(struct sp_context *cx, const struct sp_instance *in)
{
  double least = INFINITY, *d = sp_result_costs(cx, in);
  for (int i = 1; i <= in->m; i++)
    if (in->w[i].v < INFINITY)
      least = fmin(least, d[i]);
  return least < INFINITY ? least : 0;
}

static double later_by(double date, double more)
{
  return more > 0 ? bound_below(date + more, false) : date;
}

bool bag_is_short(const struct sp_instance *in, double N)
{
  const double most_work = 0x1p14;
  return N > 0 && N * in->m * in->m <= most_work;
}

int bag_in_time(struct sp_context *cx, const struct sp_redistribution *p, double N,
                struct sp_bound *bound)
{
  double more = last_result(cx, p->in);
  struct latest free = latest_new(cx, p, false), bounded = latest_new(cx, p, true);
  int ports = p->in->platform.node[0].ports.send;
  bool exact = ports == 1 && latest_exact(p, N);
  double below;
  if (ports > 1)
    free.length = bounded.length = lengths(cx, p, ports);
  double T = latest_least(&free, N, exact, &below);
  bound[0] = (struct sp_bound){"unbounded", later_by(in_units(p, below, exact), more)};
  if (T == INFINITY || latest_most(&bounded, T, N) == N)
    return 1;
  latest_least(&bounded, N, exact, &below);
  bound[1] = (struct sp_bound){"places", later_by(in_units(p, below, exact), more)};
  return 2;
}

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
  return (struct sp_bound){"returns", bound_below(in_units(p, below, exact) + first, false)};
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
