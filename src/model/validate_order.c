/* The orders in which the validator looks at events. Each ends with the message, so that the first
 * violation found does not depend on the sorting algorithm. */
#include "model/validate.h"

#include <stdlib.h>

static const struct sp_event *event_of(const void *item)
{
  return *(const struct sp_event *const *)item;
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

void sort_events(const struct selection *s, event_order *order)
{
  if (s->n > 1)
    qsort(s->event, (size_t)s->n, sizeof *s->event, order);
}
