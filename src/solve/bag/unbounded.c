/* The optimum of a bag without memory limits (Beaumont, Legrand, Robert 2002): the least T for
 * which N tasks reach their workers in time (latest.c), by bisection, in integers where the data
 * are. Example (RR-5196, Figure 8): c = 1,10, w = 2,20, 20 tasks: T = 40, 19 tasks and 1. */
#include "solve/bag/bag.h"
#include "solve/bag/latest.h"

int sp_bag_served(struct sp_context *cx, const struct sp_instance *in, bool several_ports)
{
  bool computes = in->total.v == 0;
  for (int i = 1; i <= in->m; i++)
    computes = computes || in->w[i].v < INFINITY;
  if (in->total.v == INFINITY || in->deadline.v < INFINITY)
    return sp_refuse(cx, "it minimises the makespan: give the number of tasks, and no deadline");
  if (in->platform.node[0].ports.send != 1 && !several_ports)
    return sp_refuse(cx, "it plans for a master that sends one message at a time");
  return computes ? 0 : sp_refuse(cx, "no worker can compute (w = inf everywhere)");
}

double sp_unbounded_optimum(struct sp_context *cx, const struct sp_instance *in, long *quota)
{
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  double N = in->total.v, T = 0;
  struct latest l = latest_new(cx, p, false);
  if (N > 0)
    T = latest_least(&l, N, latest_exact(p, N), NULL);
  for (int i = 0; quota && i <= in->m; i++)
    quota[i] = (long)l.n[i];
  return sp_redistribution_time(p, T);
}
