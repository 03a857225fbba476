/* When results come to the master: see returns.h. */
#include "model/returns.h"
#include "model/instance.h"
#include "model/schedule.h"

#include <starport/state.h>

void returns_open(struct returns *r, const struct sp_instance *in, const struct sp_schedule *plan)
{
  size_t n = (size_t)plan->n, lines = (size_t)in->m + 1;
  *r = (struct returns){.in = in, .plan = plan};
  r->computed = sp_xcalloc(n, sizeof *r->computed);
  r->back = sp_xcalloc(n, sizeof *r->back);
  r->link = sp_xcalloc(lines, sizeof *r->link);
  r->waiting = sp_xcalloc(lines, sizeof *r->waiting);
  r->order = schedule_returns(plan, &r->n);
  for (long k = 0; k < plan->n; k++) {
    r->computed[k] = r->back[k] = INFINITY;
    r->n += !r->order && sp_returns(in, plan->msg[k].to);
  }
  for (long k = 0; k < plan->n && k < in->platform.node[0].ports.recv; k++)
    min_queue_push(&r->ports, 0, k);
}

void returns_close(struct returns *r)
{
  for (int i = 1; r->waiting && i <= r->in->m; i++)
    free(r->waiting[i].item);
  free(r->order);
  free(r->computed);
  free(r->back);
  free(r->link);
  free(r->waiting);
  free(r->ports.entry);
}

void returns_computed(struct returns *r, long k, double date)
{
  r->computed[k] = date;
  fifo_push(&r->waiting[r->plan->msg[k].to], &k);
}

/* The first result that can start, from date `free` on: of those that can then the one that was
 * computed first, at a tie of the first worker. -1: none is computed. */
static long first_of(const struct returns *r, double free)
{
  long first = -1;
  double least = INFINITY;
  for (int i = 1; i <= r->in->m; i++) {
    if (r->waiting[i].n == 0)
      continue;
    long k = *fifo_at(&r->waiting[i], 0, long);
    double start = sp_state_later(sp_state_later(free, r->computed[k]), r->link[i]);
    if (first < 0 || start < least || (start == least && r->computed[k] < r->computed[first])) {
      first = k;
      least = start;
    }
  }
  return first;
}

/* Receives the next result; false: it is not computed. */
static bool receive_next(struct returns *r)
{
  double free = sp_state_later(r->ports.entry[0].key, r->taken);
  long k = r->order ? r->order[r->received] : first_of(r, free), done;
  if (k < 0 || isinf(r->computed[k]))
    return false;
  int i = r->plan->msg[k].to;
  double start = sp_state_later(sp_state_later(free, r->computed[k]), r->link[i]);
  r->taken = r->order ? free : start;
  r->back[k] = r->link[i] = start + sp_result_time(r->in, i, r->plan->msg[k].amount);
  min_queue_pop(&r->ports);
  min_queue_push(&r->ports, r->back[k], r->received++);
  fifo_pop(&r->waiting[i], &done);
  return true;
}

double returns_receive(struct returns *r, long k)
{
  double last = 0;
  while (r->received < r->n && (k < 0 || isinf(r->back[k])))
    if (!receive_next(r))
      return INFINITY;
  if (k >= 0)
    return r->back[k];
  for (long j = 0; j < r->plan->n; j++)
    if (sp_returns(r->in, r->plan->msg[j].to))
      last = sp_state_later(last, r->back[j]);
  return last;
}
