/* Tasks that come to the master over time: see arrivals.h. */
#include "engine/arrivals.h"
#include "base/memory.h"

#include <stdlib.h>

void arrivals_open(struct controller *c)
{
  struct sp_result *r = c->result;
  if (!c->in->release)
    return;
  c->arrivals = sp_xcalloc(1, sizeof *c->arrivals);
  c->arrivals->alone = sp_time_alone(c->in);
  r->max_flow = r->sum_flow = r->max_stretch = r->max_queue = 0;
}

void arrivals_close(struct controller *c)
{
  if (!c->arrivals)
    return;
  free(c->arrivals->again.entry);
  free(c->arrivals->task.item);
  free(c->arrivals);
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

void arrivals_engaged(struct controller *c)
{
  struct arrivals *a = c->arrivals;
  a->waiting--;
  if (!c->failures)
    return;
  long task = a->again.n > 0 ? min_queue_pop(&a->again).number : a->sent++;
  fifo_push(&a->task, &task);
}

void arrivals_again(struct controller *c, long task)
{
  c->arrivals->waiting++;
  min_queue_push(&c->arrivals->again, (double)task, task);
}

void arrivals_done(struct controller *c, long message, double date)
{
  struct sp_result *r = c->result;
  double flow = date - c->in->release[arrivals_task(c, message)];
  r->sum_flow += flow;
  r->max_flow = fmax(r->max_flow, flow);
  r->max_stretch = fmax(r->max_stretch, flow / c->arrivals->alone);
}
