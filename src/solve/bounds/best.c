/* The bounds of an instance, the strongest first: lower bounds on the makespan, or with a deadline
 * upper bounds on the work done by it; and those on the flows of tasks that arrive. */
#include "method/context.h"
#include "solve/bounds/bounds.h"
#include "solve/network/network.h"

#include <string.h>

/* Sorts the bounds, the greatest first, or the least; equal ones keep their order. */
static void sort(struct sp_bound *bound, int n, bool least_first)
{
  for (int k = 1; k < n; k++) {
    struct sp_bound moved = bound[k];
    int to = k;
    for (; to > 0 &&
           (least_first ? bound[to - 1].value > moved.value : bound[to - 1].value < moved.value);
         to--)
      bound[to] = bound[to - 1];
    bound[to] = moved;
  }
}

/* Of the best tree of a graph, of a mesh or a torus. */
static int bounds_of_network(const struct sp_network *net, struct sp_bound *bound)
{
  *bound = (struct sp_bound){"graph", sp_network_is_dual(net) ? NAN : sp_network_bound(net)};
  return !isnan(bound->value);
}

/* Where hosts lose the tasks of a redistribution to the master these come there without a
 * reception, so that of the bounds only the speeds of the workers hold. Returns how many are left.
 */
static int drop_receptions(const struct sp_instance *in, struct sp_bound *bound, int n)
{
  int kept = 0;
  if (in->problem != SP_REDISTRIBUTION || !sp_can_fail(in) || in->lost_stay)
    return n;
  for (int k = 0; k < n; k++)
    if (!strcmp(bound[k].name, "capacity"))
      bound[kept++] = bound[k];
  return kept;
}

int sp_bounds(const struct sp_instance *in, struct sp_bound *bound)
{
  if (in->kind == SP_INSTANCE_NETWORK)
    return bounds_of_network(in->network, bound);
  bool by_deadline = in->deadline.v < INFINITY;
  if (in->kind != SP_INSTANCE_STAR || (!by_deadline && !(in->total.v < INFINITY)))
    return 0;
  struct sp_context *cx = sp_context_plain();
  int n = by_deadline ? bounds_by_deadline(in, cx, bound) : bounds_of_makespan(in, bound);
  n = drop_receptions(in, bound, n);
  sort(bound, n, by_deadline);
  sp_context_free(cx);
  return n;
}

int sp_flow_bounds(const struct sp_instance *in, struct sp_bound *bound)
{
  if (in->kind != SP_INSTANCE_STAR || !in->release || in->deadline.v < INFINITY ||
      !(in->total.v > 0))
    return 0;
  struct sp_context *cx = sp_context_plain();
  const struct sp_instance least = bounds_task_by_task(cx, in);
  const struct sp_instance best = sp_is_changing(in) ? changing_best(cx, &least) : least;
  int n = bounds_flow(cx, sp_redistribution_new(cx, &best, 1), bound);
  sp_context_free(cx);
  return n;
}

int sp_named_bounds(const struct sp_instance *in, struct sp_bound *bound)
{
  int n = sp_bounds(in, bound);
  return n + sp_flow_bounds(in, bound + n);
}

double sp_greatest_bound(const struct sp_instance *in)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  return in->deadline.v == INFINITY && sp_bounds(in, bound) > 0 ? bound[0].value : 0;
}

double sp_bound_date(const struct sp_instance *in)
{
  double bound = sp_greatest_bound(in);
  return bound > 0 ? bound : NAN;
}
