/* The orders in which the validator looks at events. Each ends with the message, so that the first
 * violation found does not depend on the sorting algorithm.
 *
 * Traces are nearly in order as they come, by date or by worker and date, and number their messages
 * one after another: so events are dealt out to their workers or messages, and only what is then
 * still out of order is sorted by comparison. */
#include "base/memory.h"
#include "base/num.h"
#include "validate/events.h"

#include <stdlib.h>
#include <string.h>

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

static void sort_part(const struct sp_event **event, long n, event_order *order)
{
  if (n > 1 && !in_order(event, n, order))
    qsort(event, (size_t)n, sizeof *event, order);
}

struct groups deal(const struct selection *all, long places, place_of *place, const void *check,
                   event_order *order)
{
  struct groups to = {sp_xcalloc((size_t)places + 2, sizeof *to.first),
                      sp_xrealloc(NULL, (size_t)all->n, sizeof *to.event)};
  long p;

  for (long j = 0; j < all->n; j++)
    if ((p = place(check, all->event[j])) >= 0)
      to.first[p + 2]++;
  for (long k = 2; k <= places + 1; k++)
    to.first[k] += to.first[k - 1];
  for (long j = 0; j < all->n; j++) /* first[p+1] runs through p's part, to where p+1 begins */
    if ((p = place(check, all->event[j])) >= 0)
      to.event[to.first[p + 1]++] = all->event[j];
  if (order)
    sort_groups(&to, places, order);
  return to;
}

void groups_clear(struct groups *groups)
{
  free(groups->first);
  free(groups->event);
}

void sort_groups(const struct groups *groups, long places, event_order *order)
{
  for (long p = 0; p < places; p++)
    sort_part(groups->event + groups->first[p], groups->first[p + 1] - groups->first[p], order);
}

static long message_of(const void *check, const struct sp_event *e)
{
  (void)check;
  return e->message;
}

/* Deals the events out to their messages, which are not negative, unless there are many more
 * numbers than events. */
static void deal_messages(const struct selection *s)
{
  long greatest = 0;

  for (long j = 0; j < s->n; j++)
    greatest = s->event[j]->message > greatest ? s->event[j]->message : greatest;
  if (greatest / 4 > s->n)
    return;
  struct groups dealt = deal(s, greatest + 1, message_of, NULL, NULL);
  memcpy(s->event, dealt.event, (size_t)s->n * sizeof *dealt.event);
  groups_clear(&dealt);
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
  if (order == by_message && !in_order(s->event, s->n, order))
    deal_messages(s);
  sort_part(s->event, s->n, order);
}
