/* Tasks that come to the master over time: see arrivals.h. */
#include "engine/arrivals.h"
#include "base/memory.h"
#include "engine/tasks.h"

void arrivals_open(struct controller *c)
{
  struct sp_result *r = c->result;
  if (!c->in->release)
    return;
  c->arrivals = sp_xcalloc(1, sizeof *c->arrivals);
  c->arrivals->alone = sp_time_alone(c->in);
  r->max_flow = r->sum_flow = r->max_stretch = r->max_queue = 0;
  if (c->in->weights)
    r->max_weighted_flow = r->sum_weighted_flow = 0;
}

double arrivals_next(const struct controller *c)
{
  const struct arrivals *a = c->arrivals;
  return (double)a->come < c->in->total.v ? c->in->release[a->come] : INFINITY;
}

void arrivals_come(struct controller *c, double now)
{
  struct arrivals *a = c->arrivals;
  long before = a->come;
  while (arrivals_next(c) <= controller_reach(now))
    a->come++;
  if (a->come == before)
    return;
  a->waiting += a->come - before;
  if (c->viewing)
    views_come(&c->views, a->come - before);
  c->idle_answers = 0;
  c->result->max_queue = fmax(c->result->max_queue, (double)a->waiting);
}

void arrivals_done(struct controller *c, const struct hop *hop, double date)
{
  struct sp_result *r = c->result;
  for (long k = 0; k < (long)hop->amount; k++) {
    long task = tasks_number(c, hop, k);
    double flow = date - c->in->release[task];
    r->sum_flow += flow;
    r->max_flow = fmax(r->max_flow, flow);
    r->max_stretch = fmax(r->max_stretch, flow / c->arrivals->alone);
    if (!c->in->weights)
      continue;
    r->sum_weighted_flow += c->in->weights[task] * flow;
    r->max_weighted_flow = fmax(r->max_weighted_flow, c->in->weights[task] * flow);
  }
}
