/* The least makespan, from a given plan on, and whether there is a plan within a given time. */
#include "solve/optimum/optimum.h"

#include "model/schedule.h"
#include "solve/bag/latest.h"
#include "solve/bounds/bounds.h"

bool optimum_serves(const struct sp_instance *in)
{
  const struct sp_ports *ports = &in->platform.node[0].ports;
  bool bag = in->problem == SP_BAG && in->total.v < INFINITY, computes = in->total.v == 0;
  for (int i = 1; i <= in->m; i++)
    computes = computes || in->w[i].v < INFINITY;
  return computes && !sp_is_changing(in) && in->deadline.v == INFINITY && ports->send == 1 &&
         (bag || (in->problem == SP_REDISTRIBUTION && ports->recv == 1 && ports->recv_send));
}

/* Completes the plan of a bag: all tasks left to the worker of least c + w. */
static void complete(const struct sp_redistribution *p, struct sp_schedule *best)
{
  int one = 1;
  for (int i = 2; i <= p->m; i++)
    if (p->c[i] + p->w[i] < p->c[one] + p->w[one])
      one = i;
  while ((double)best->n < p->in->total.v)
    sp_schedule_add(best, 0, one, 1, -1);
}

/* The makespan of the plan to improve, in the units of p. */
static double to_beat(const struct optimum *o)
{
  if (o->p->in->problem == SP_REDISTRIBUTION && o->best->n == 0)
    return INFINITY;
  double makespan = sp_makespan(o->p->in, o->best) * (o->p->div / o->p->mul);
  return isnan(makespan) ? INFINITY : o->exact ? round(makespan) : makespan;
}

static struct optimum optimum_new(struct sp_context *cx, const struct sp_instance *in, long nodes,
                                  struct sp_schedule *best)
{
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  bool exact = in->problem == SP_BAG ? latest_exact(p, in->total.v) : p->exact;
  return (struct optimum){cx, p, exact, nodes, nodes, .best = best};
}

int optimum_in(struct sp_context *cx, const struct sp_instance *in, long node_limit,
               struct sp_schedule *best, double *makespan, double *lower_bound, bool *proven)
{
  if (!optimum_serves(in))
    return SP_CANNOT;
  bool bag = in->problem == SP_BAG;
  struct optimum o = optimum_new(cx, in, node_limit, best);
  const struct sp_redistribution *p = o.p;
  double bound = sp_greatest_bound(in);
  if (bag)
    complete(p, best);
  o.makespan = to_beat(&o);
  *proven = bound >= sp_redistribution_time(p, o.makespan);
  if (!*proven) {
    (bag ? optimum_bag : optimum_redistribution)(&o);
    *proven = o.nodes > 0;
  }
  *makespan = best->planned = sp_redistribution_time(p, o.makespan);
  *lower_bound = *proven ? *makespan : fmin(bound, *makespan);
  return SP_OK;
}

int sp_optimum(const struct sp_instance *in, long node_limit, struct sp_schedule *best,
               double *makespan, double *lower_bound, bool *proven)
{
  struct sp_context *cx = sp_context_plain();
  int code = optimum_in(cx, in, node_limit, best, makespan, lower_bound, proven);
  sp_context_free(cx);
  return code;
}

enum found optimum_within(struct sp_context *cx, const struct sp_instance *in, double T,
                          long *nodes, struct sp_schedule *best)
{
  if (sp_greatest_bound(in) > T * (1 + 0x1p-40))
    return FOUND_NONE;
  struct optimum o = optimum_new(cx, in, *nodes, best);
  double limit = T * (o.p->div / o.p->mul);
  /* the searches look for less, by 1 or by 2^-41 at most */
  double above = o.exact ? floor(limit * (1 + 0x1p-50)) + 1 : limit * (1 + 0x1p-40);
  o.makespan = above;
  o.enough = above;
  (in->problem == SP_BAG ? optimum_bag : optimum_redistribution)(&o);
  *nodes = o.nodes;
  return o.makespan < above ? FOUND : o.nodes > 0 ? FOUND_NONE : FOUND_UNKNOWN;
}
