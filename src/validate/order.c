/* Puts events in order. Each order ends with the message, so that the first violation found does
 * not depend on the sorting algorithm.
 *
 * Traces are nearly in order as they come, by date or by worker and date: so events are dealt out
 * to their lanes, and only what is then still out of order is sorted by comparison. */
#include "validate/order.h"
#include "base/memory.h"
#include "base/num.h"

static const struct sp_event *event_of(const void *item)
{
  return *(const struct sp_event *const *)item;
}

int by_message(const void *left, const void *right)
{
  return SP_COMPARE(event_of(left)->message, event_of(right)->message);
}

int by_start(const void *left, const void *right)
{
  const struct sp_event *a = event_of(left), *b = event_of(right);
  int order = SP_COMPARE(a->start, b->start);
  order = order ? order : SP_COMPARE(a->end, b->end);
  return order ? order : by_message(left, right);
}

int by_end(const void *left, const void *right)
{
  const struct sp_event *a = event_of(left), *b = event_of(right);
  int order = SP_COMPARE(a->end, b->end);
  order = order ? order : SP_COMPARE(a->start, b->start);
  return order ? order : by_message(left, right);
}

/* Most events come in their order, which one date of each shows. */
static bool in_order(const struct sp_event *const *event, long n, event_order *order)
{
  bool dates = order != by_message, ends = order == by_end;
  double last = INFINITY;
  for (long j = 0; j < n; j++) {
    double next = ends ? event[j]->end : event[j]->start;
    bool earlier = dates && last < next;
    if (!earlier && j > 0 && order(&event[j - 1], &event[j]) > 0)
      return false;
    last = next;
  }
  return true;
}

void groups_clear(struct groups *groups)
{
  free(groups->first);
  free(groups->event);
}

struct selection select_all(const struct sp_trace *trace)
{
  struct selection s = {trace->n, sp_xrealloc(NULL, (size_t)trace->n, sizeof *s.event)};

  for (long j = 0; j < trace->n; j++)
    s.event[j] = &trace->event[j];
  return s;
}

void sort_events(const struct selection *s, event_order *order)
{
  if (s->n > 1 && !in_order(s->event, s->n, order))
    qsort(s->event, (size_t)s->n, sizeof *s->event, order);
}
