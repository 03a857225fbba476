/* Events of a trace in the orders, and dealt out to the places, in which the validators look at
 * them. */
#pragma once

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
/* The events dealt out to their places, where they are in that order (NULL: as they come). The
 * caller clears it. */
struct groups deal(const struct selection *, long places, places_of *, const void *data,
                   event_order *);
void groups_clear(struct groups *);
/* The events of place p. */
static inline struct selection group(const struct groups *by, long p)
{
  return (struct selection){by->first[p + 1] - by->first[p], by->event + by->first[p]};
}
