/* The orders in which the validator looks at events. Each ends with the message, so that the first
 * violation found does not depend on the sorting algorithm.
 *
 * Traces are nearly in order as they come, by date or by worker and date, and number their messages
 * one after another: so an order is first looked for, then made by dealing the events out to their
 * workers or messages, and only what is still out of order is sorted by comparison. */
#include "base/memory.h"
#include "validate/events.h"

#include <stdlib.h>
#include <string.h>

static const struct sp_event *event_of(const void *item)
{
  return *(const struct sp_event *const *)item;
}

static int order_of_dates(double a, double b)
{
  return (a > b) - (a < b);
}

int by_message(const void *left, const void *right)
{
  long a = event_of(left)->message, b = event_of(right)->message;
  return (a > b) - (a < b);
}

int by_start(const void *left, const void *right)
{
  const struct sp_event *a = event_of(left), *b = event_of(right);
  int order = order_of_dates(a->start, b->start);
  if (!order)
    order = order_of_dates(a->end, b->end);
  return order ? order : by_message(left, right);
}

int by_end(const void *left, const void *right)
{
  const struct sp_event *a = event_of(left), *b = event_of(right);
  int order = order_of_dates(a->end, b->end);
  if (!order)
    order = order_of_dates(a->start, b->start);
  return order ? order : by_message(left, right);
}

static int by_worker(const void *left, const void *right)
{
  int a = worker_of(event_of(left)), b = worker_of(event_of(right));
  return (a > b) - (a < b);
}

int by_worker_and_start(const void *left, const void *right)
{
  int order = by_worker(left, right);
  return order ? order : by_start(left, right);
}

int by_worker_and_end(const void *left, const void *right)
{
  int order = by_worker(left, right);
  return order ? order : by_end(left, right);
}

static bool in_order(const struct sp_event *const *event, long n, event_order *order)
{
  for (long j = 1; j < n; j++)
    if (order(&event[j - 1], &event[j]) > 0)
      return false;
  return true;
}

static long worker_key(const struct sp_event *e)
{
  return worker_of(e);
}

static long message_key(const struct sp_event *e)
{
  return e->message;
}

/* Deals the events out by a key, those of a key in the order they come; not if there were many more
 * keys than events, or negative ones. */
static void deal(const struct selection *s, long (*key)(const struct sp_event *))
{
  long least = 0, greatest = 0;
  for (long j = 0; j < s->n; j++) {
    long k = key(s->event[j]);
    least = k < least ? k : least;
    greatest = k > greatest ? k : greatest;
  }
  if (least < 0 || greatest / 4 > s->n)
    return;
  long *first = sp_xcalloc((size_t)greatest + 2, sizeof *first);
  const struct sp_event **dealt = sp_xcalloc((size_t)s->n, sizeof *dealt);
  for (long j = 0; j < s->n; j++)
    first[key(s->event[j]) + 1]++;
  for (long k = 1; k <= greatest; k++)
    first[k] += first[k - 1];
  for (long j = 0; j < s->n; j++)
    dealt[first[key(s->event[j])]++] = s->event[j];
  memcpy(s->event, dealt, (size_t)s->n * sizeof *dealt);
  free(dealt);
  free(first);
}

static void sort_part(const struct sp_event **event, long n, event_order *order)
{
  if (n > 1 && !in_order(event, n, order))
    qsort(event, (size_t)n, sizeof *event, order);
}

/* Each worker's events, already together, in order. */
static void sort_workers(const struct selection *s, event_order *order)
{
  for (long first = 0, end; first < s->n; first = end) {
    for (end = first; end < s->n && worker_of(s->event[end]) == worker_of(s->event[first]);)
      end++;
    sort_part(s->event + first, end - first, order);
  }
}

void sort_events(const struct selection *s, event_order *order)
{
  bool by_workers = order == by_worker_and_start || order == by_worker_and_end;
  if (s->n < 2 || in_order(s->event, s->n, order))
    return;
  if (by_workers)
    deal(s, worker_key);
  else if (order == by_message)
    deal(s, message_key);
  if (by_workers && in_order(s->event, s->n, by_worker))
    sort_workers(s, order);
  else
    sort_part(s->event, s->n, order);
}
