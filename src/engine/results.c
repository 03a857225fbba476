/* Which result the master receives next: see results.h. */
#include "engine/results.h"
#include "base/memory.h"
#include "model/instance.h"
#include "model/schedule.h"

/* Where work can be lost the order of a plan could wait for what comes much later: results come as
 * they are computed. */
static void read_order(struct controller *c)
{
  struct results *r = c->results;
  const struct sp_schedule *plan = c->job->plan;
  r->order = plan && !c->failures ? schedule_returns(plan, &r->n) : NULL;
  if (!r->order)
    return;
  r->ordinal = sp_xcalloc((size_t)plan->n, sizeof *r->ordinal);
  r->task = sp_xcalloc((size_t)plan->n, sizeof *r->task);
  long *sent = sp_xcalloc((size_t)c->in->m + 1, sizeof *sent);
  for (long k = 0; k < plan->n; k++) {
    r->ordinal[k] = ++sent[plan->msg[k].to];
    r->task[k] = k > 0 ? r->task[k - 1] + (long)plan->msg[k - 1].amount : 0;
  }
  free(sent);
}

void results_open(struct controller *c)
{
  size_t lines = (size_t)c->in->m + 1;
  if (!sp_from_master(c->in) || !sp_has_results(c->in))
    return;
  struct results *r = c->results = sp_xcalloc(1, sizeof *r);
  r->waiting = sp_xcalloc(lines, sizeof *r->waiting);
  r->under_way = sp_xcalloc(lines, sizeof *r->under_way);
  r->first = sp_dates_in(sp_xcalloc(sp_dates_room((int)lines), sizeof(int64_t)), (int)lines);
  read_order(c);
}

void results_close(struct controller *c)
{
  struct results *r = c->results;
  if (!r)
    return;
  for (int i = 1; i <= c->in->m; i++)
    free(r->waiting[i].item);
  free(r->waiting);
  free(r->under_way);
  free(r->first.bits);
  free(r->order);
  free(r->ordinal);
  free(r->task);
  free(r);
}

void results_touch(struct controller *c, int i)
{
  struct results *r = c->results;
  bool can = r->waiting[i].n > 0 && !r->under_way[i] && !controller_is_down(c, HOST, i) &&
             !controller_is_down(c, LINK, i);
  sp_dates_set(&r->first, i, can ? fifo_at(&r->waiting[i], 0, struct computed)->since : INFINITY);
  if (c->views.returns)
    views_waiting(&c->views, i, can ? r->waiting[i].n : 0);
}

void results_computed(struct controller *c, const struct hop *unit, double date)
{
  struct results *r = c->results;
  if (r->order)
    return;
  fifo_push(&r->waiting[unit->worker], (&(struct computed){*unit, date}));
  if (r->waiting[unit->worker].n == 1 || c->views.returns)
    results_touch(c, unit->worker);
}

/* The next one that the plan names. */
static enum answer next_of_plan(struct controller *c, struct hop *hop)
{
  long k = c->engaged[SP_IN];
  c->closed[SP_IN] = k == c->results->n;
  if (c->closed[SP_IN])
    return CONTROLLER_CLOSED;
  if (sp_sends_first(c->in) && c->moved[SP_OUT] < c->job->plan->n)
    return CONTROLLER_LATER;
  long message = c->results->order[k];
  const struct sp_message *p = &c->job->plan->msg[message];
  *hop = (struct hop){.rank = k,
                      .message = message,
                      .worker = p->to,
                      .amount = p->amount,
                      .task = c->results->task[message],
                      .relay = CONTROLLER_OWN};
  return CONTROLLER_ENGAGED;
}

void results_take(struct controller *c, int i, struct hop *hop)
{
  struct results *r = c->results;
  struct computed first;
  fifo_pop(&r->waiting[i], &first);
  *hop = first.unit;
  hop->rank = c->engaged[SP_IN];
  hop->relay = CONTROLLER_OWN;
  r->under_way[i] = true;
  results_touch(c, i);
}

enum answer results_ask(struct controller *c, struct hop *hop)
{
  const struct sp_dates *first = &c->results->first;
  if (c->results->order)
    return next_of_plan(c, hop);
  if (isinf(sp_dates_least(first)))
    return CONTROLLER_LATER;
  results_take(c, sp_dates_first(first), hop);
  return CONTROLLER_ENGAGED;
}

void results_left(struct controller *c, int i)
{
  if (c->results->order)
    return;
  c->results->under_way[i] = false;
  results_touch(c, i);
}
