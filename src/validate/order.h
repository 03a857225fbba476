/* Events of a trace in the orders, and dealt out to the places, in which the validators look at
 * them. */
#pragma once

#include "base/memory.h"

#include <starport/schedule.h>

struct selection {
  long n;
  const struct sp_event **event; /* [0..n-1] */
};

/* All events of the trace; the caller frees its array. */
struct selection select_all(const struct sp_trace *);

/* Orders of events; ties are broken so that the result is the same everywhere. */
typedef int event_order(const void *, const void *);
event_order by_start, by_end, by_message;
void sort_events(const struct selection *, event_order *);

/* Writes the places (of lanes, resources, nodes, messages) at which an event is; returns how many,
 * at most MOST_PLACES. `data` is the caller's own. */
enum { MOST_PLACES = 6 };
typedef int places_of(const void *data, const struct sp_event *, long place[MOST_PLACES]);
/* The events of each place: event[first[p]..first[p+1]-1]. */
struct groups {
  long *first; /* [0..places] */
  const struct sp_event **event;
};
/* The events of place p. */
static inline struct selection group(const struct groups *by, long p)
{
  return (struct selection){by->first[p + 1] - by->first[p], by->event + by->first[p]};
}
/* The events dealt out to their places, where they are in that order (NULL: as they come). The
 * caller clears it. It is here so that the compiler can do without the call for each event. */
static inline struct groups deal(const struct selection *all, long places, places_of *at,
                                 const void *data, event_order *order)
{
  struct groups to = {sp_xcalloc((size_t)places + 2, sizeof *to.first), NULL};
  long place[MOST_PLACES];

  for (long j = 0; j < all->n; j++)
    for (int k = at(data, all->event[j], place); k-- > 0;)
      to.first[place[k] + 2]++;
  for (long p = 2; p <= places + 1; p++)
    to.first[p] += to.first[p - 1];
  to.event = sp_xrealloc(NULL, (size_t)to.first[places + 1], sizeof *to.event);
  for (long j = 0; j < all->n; j++) /* first[p+1] runs through p's part, to where p+1 begins */
    for (int k = at(data, all->event[j], place); k-- > 0;)
      to.event[to.first[place[k] + 1]++] = all->event[j];
  for (long p = 0; order && p < places; p++) {
    struct selection s = group(&to, p);
    sort_events(&s, order);
  }
  return to;
}
void groups_clear(struct groups *);
