/* Orders of sending of a bag, built task by task: see bag.h. */
#include "model/instance.h"
#include "solve/bag/bag.h"

double *sp_task_costs(struct sp_context *cx, const struct sp_instance *in)
{
  double *c = sp_new(cx, in->m + 1, double);
  for (int i = 1; i <= in->m; i++)
    c[i] = sp_message_time(in, i, 1);
  return c;
}

double *sp_result_costs(struct sp_context *cx, const struct sp_instance *in)
{
  double *d = sp_new(cx, in->m + 1, double);
  for (int i = 1; i <= in->m; i++)
    d[i] = sp_returns(in, i) ? sp_result_time(in, i, 1) : 0;
  return d;
}

struct sp_bag sp_bag_new(struct sp_context *cx, const struct sp_instance *in)
{
  struct sp_bag b = {.cx = cx,
                     .m = in->m,
                     .N = (long)(in->total.v < INFINITY ? in->total.v : sp_most_tasks(in)),
                     .by_c = sp_order(cx, in->m, sp_task_costs(cx, in)),
                     .rank = sp_new(cx, in->m + 1, int),
                     .full = min_queue_in(sp_new(cx, in->m, struct min_entry), in->m),
                     .ready = min_queue_in(sp_new(cx, in->m, struct min_entry), in->m)};
  for (int rank = 0; rank < b.m; rank++)
    b.rank[b.by_c[rank]] = rank;
  return b;
}

static int cheapest_link(const struct sp_bag *b, const struct sp_state *s, double T)
{
  double t = INFINITY;
  for (int i = 1; i <= b->m; i++) {
    double start = sp_state_later(s->worker[i].room, s->port[SP_OUT]);
    if (start < t && sp_state_end(&s->worker[i], start) <= T)
      t = start;
  }
  for (int j = 0; j < b->m && t < INFINITY; j++)
    if (s->worker[b->by_c[j]].room <= t && sp_state_end(&s->worker[b->by_c[j]], t) <= T)
      return b->by_c[j];
  return 0;
}

static int first_end(const struct sp_bag *b, const struct sp_state *s, double T)
{
  double earliest = INFINITY;
  int first = 0;
  for (int i = 1; i <= b->m; i++) {
    double end = sp_state_end(&s->worker[i], sp_state_later(s->worker[i].room, s->port[SP_OUT]));
    if (end <= T && end < earliest) {
      earliest = end;
      first = i;
    }
  }
  return first;
}

int sp_bag_choose(const struct sp_bag *b, const struct sp_state *s, enum sp_bag_rule rule, double T)
{
  return (rule == SP_CHEAPEST_LINK ? cheapest_link : first_end)(b, s, T);
}

/* The choices of cheapest_link, in O(log m) each. A worker that cannot end one more task by T never
 * can again, since the dates of a state only grow; so it is left out. */
static int next_cheapest_link(struct sp_bag *b, struct sp_state *s, double T)
{
  for (double t = s->port[SP_OUT];;) {
    int i, rank;
    while ((i = min_queue_top(&b->full)) >= 0 && s->worker[i].room <= t) {
      min_queue_pop(&b->full);
      min_queue_push(&b->ready, 0, b->rank[i]);
    }
    while ((rank = min_queue_top(&b->ready)) >= 0) {
      min_queue_pop(&b->ready);
      if (sp_state_end(&s->worker[b->by_c[rank]], t) <= T)
        return b->by_c[rank];
    }
    if (i < 0)
      return 0;
    if (sp_state_end(&s->worker[i], s->worker[i].room) <= T)
      t = s->worker[i].room;
    else
      min_queue_pop(&b->full);
  }
}

static bool complete_cheapest_link(struct sp_bag *b, struct sp_state *s, long k, double T,
                                   int *order)
{
  b->full.n = b->ready.n = 0;
  for (int i = 1; i <= b->m; i++)
    if (s->worker[i].room < INFINITY)
      min_queue_push(&b->full, s->worker[i].room, i);
  for (; k < b->N; k++) {
    order[k] = next_cheapest_link(b, s, T);
    if (order[k] == 0)
      return false;
    sp_state_send(s, 0, order[k], 1);
    min_queue_push(&b->full, s->worker[order[k]].room, order[k]);
  }
  return true;
}

bool sp_bag_complete(struct sp_bag *b, struct sp_state *s, long k, enum sp_bag_rule rule, double T,
                     int *order)
{
  if (sp_stopped(b->cx))
    return false;
  if (rule == SP_CHEAPEST_LINK)
    return complete_cheapest_link(b, s, k, T, order);
  for (; k < b->N; k++) {
    order[k] = sp_bag_choose(b, s, rule, T);
    if (order[k] == 0)
      return false;
    sp_state_send(s, 0, order[k], 1);
  }
  return true;
}
