/* The lower bounds `unbounded` and `places` on the makespan of a bag: by when its tasks must arrive
 * at the workers, P emissions at once. Each holds for every schedule of makespan M; by M - d, d the
 * least time of a result, all tasks are computed.
 *
 * - unbounded: the optimum without memory limits. The k-th task from the last that worker i
 *   computes has arrived by M - k w_i; one port can deliver N such tasks only if M is at least the
 *   least T of latest.c. With P ports the tasks due by any date d take at most P d of port time, as
 *   on one port that is P times as fast.
 * - places: `unbounded` with places. Task k from the last takes a place that task k - b does not
 *   have yet or has left: it arrives at least c + w before that task. It is never below
 *   `unbounded`, and reported only where it is above.
 *
 * Cost: up to N m^2 steps a test where the port is just saturated, and they gain less for more
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
  bound[0] = (struct sp_bound){"unbounded", later_by(bound_in_units(p, below, exact), more)};
  if (T == INFINITY || latest_most(&bounded, T, N) == N)
    return 1;
  latest_least(&bounded, N, exact, &below);
  bound[1] = (struct sp_bound){"places", later_by(bound_in_units(p, below, exact), more)};
  return 2;
}
