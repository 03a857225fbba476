/* star-unbounded-buffer: the optimum where workers can hold any number of tasks (Beaumont, Legrand,
 * Robert 2002; RR-5196 calls it by this name).
 *
 * To end by T, the k-th task from the last of worker i must arrive by T - k w_i. So the master's
 * port is a machine with jobs (i, k) of length c_i and deadlines T - k w_i, and the question is
 * whether N of them can be in time. The most are found greedily: the cheapest links first, each
 * worker as many as still fit. The least T is found by bisection, exactly on integers. The tasks
 * are then sent earliest deadline first, back to back.
 *
 *   n_i = greedy by (c_i, index) at T_opt, stopped at N          (sp_unbounded_optimum)
 *   order: k w_i decreasing, k = n_i .. 1 for each i (ties: lowest index)
 *
 * The n_i of an optimum are not unique; star-bounded-buffer takes these as quotas, too. `planned`
 * is the executed makespan, T_opt. Refused where it would not be optimal: if places are fewer
 * than the bag, with several emissions at once, or with a deadline.
 * Cost: O(m^2) a step of the bisection (at worst O(N m^2)), then O(N log m).
 * Example (Figure 8 without limits of places): "c=1,10 w=2,20 tasks=20": makespan 40. */
#include "solve/bag/bag.h"

static int refuse(struct sp_context *cx, const struct sp_instance *in)
{
  if (sp_bag_served(cx, in, false))
    return -1;
  for (int i = 1; i <= in->m; i++)
    if ((double)in->buffer[i] < in->total.v)
      return sp_refuse(cx, "worker %d has %ld place%s, it is for workers that can hold all tasks",
                       i, in->buffer[i], in->buffer[i] == 1 ? "" : "s");
  return 0;
}

static int star_unbounded_buffer_plan(struct sp_context *cx, const struct sp_instance *in,
                                      const void *options, struct sp_schedule *out)
{
  (void)options;
  if (refuse(cx, in))
    return -1;
  long *left = sp_new(cx, in->m + 1, long);
  sp_unbounded_optimum(cx, in, left);
  struct min_queue urgent = min_queue_in(sp_new(cx, in->m, struct min_entry), in->m);
  for (int i = 1; i <= in->m; i++)
    if (left[i] > 0)
      min_queue_push(&urgent, -(double)left[i] * in->w[i].v, i);
  while (urgent.n > 0 && !sp_stopped(cx)) {
    int i = (int)min_queue_pop(&urgent).number;
    sp_schedule_add(out, 0, i, 1, -1);
    if (--left[i] > 0)
      min_queue_push(&urgent, -(double)left[i] * in->w[i].v, i);
  }
  out->planned = sp_makespan(in, out);
  return 0;
}

const struct sp_heuristic sp_heuristic_star_unbounded_buffer = {
    .abi = SP_ABI,
    .name = "star-unbounded-buffer",
    .summary = "the optimum for workers that can hold all tasks",
    .source = "Beaumont, Legrand, Robert 2002; RR-5196, section 4.4",
    .version = 1,
    .problems = SP_BAG,
    .plan = star_unbounded_buffer_plan,
};
