/* What the validators of stars and of graphs share: events in an order, the tolerance of dates, and
 * the checks of one event or of events that exclude each other. Nothing here is shared with
 * engines, worker views or evaluator: the validators know the trace and the platform alone. */
#pragma once

#include <starport/schedule.h>

#define DEFAULT_TOLERANCE 1e-9

enum { DESCRIPTION = 80 };
/* Writes what an event is, such as "worker 2's computation of message 7". Returns text. */
typedef const char *describer(const struct sp_event *, char text[DESCRIPTION]);

/* What a trace is checked against. Dates that differ by at most `tolerance` of the later one count
 * as equal, always in favour of the trace. */
struct rules {
  double tolerance;
  enum sp_durations durations;
  double until;           /* no event ends later */
  const char *until_name; /* "the deadline" */
  const char *node_name;  /* "worker", "node" */
  bool can_fail;          /* work can be lost */
  describer *describe;
  struct sp_error *error;
  long too_short; /* events with a nominal duration below the tolerance of their dates */
  const struct sp_event *first; /* of these */
};

/* True if date a is before b, by more than the tolerance. Neither is negative. */
static inline bool before(const struct rules *rules, double a, double b)
{
  return a < b && (isinf(b) || b - a > rules->tolerance * b);
}
/* Returns code. If that is SP_OK rules->error becomes a warning of durations that are too short,
 * else "". */
int conclude(const struct rules *, int code);

/* Writes the violation into rules->error; returns SP_NOT_VERIFIED. */
#define violation(rules, ...) sp_failure((rules)->error, SP_NOT_VERIFIED, __VA_ARGS__)

/* Each check returns SP_OK, or SP_NOT_VERIFIED with the violation. */

/* The kind is known, a computation has one node, nothing is lost where nothing fails. rank: of the
 * event in the trace, from 1. */
int refuse_kind(const struct rules *, long rank, const struct sp_event *);
static inline int check_kind(const struct rules *rules, long rank, const struct sp_event *e)
{
  bool known = e->kind == SP_TRANSFER || (e->kind == SP_COMPUTE && e->from == e->to);
  return known && (!e->lost || rules->can_fail) ? SP_OK : refuse_kind(rules, rank, e);
}
/* Dates are finite, not negative, in order and within rules->until. */
int refuse_dates(const struct rules *, const struct sp_event *);
static inline int check_dates(const struct rules *rules, const struct sp_event *e)
{
  bool within = e->start >= 0 && e->end >= e->start && !before(rules, rules->until, e->end) &&
                isfinite(e->end);
  return within ? SP_OK : refuse_dates(rules, e);
}
/* The event lasts as long as its nominal duration (INFINITY: the node does not compute); counts it
 * if that is too short. The usual event is neither, which needs no call. */
int check_unusual_duration(struct rules *, const struct sp_event *, double nominal);
static inline int check_duration(struct rules *rules, const struct sp_event *e, double nominal)
{
  double lasted = e->end - e->start, slack = rules->tolerance * e->end;
  bool usual = fabs(lasted - nominal) < slack && nominal > slack;
  return usual ? SP_OK : check_unusual_duration(rules, e, nominal);
}
/* Two events, `before` the first to end, overlap in `where`. Always SP_NOT_VERIFIED. */
int overlap(const struct rules *, const char *where, const struct sp_event *before,
            const struct sp_event *);
/* n messages by start, for which node i has this many places: when the j-th starts, j - places of
 * the n places were released, at the dates release[0..n-1], which get sorted. */
int check_releases(const struct rules *, int i, long places, long n,
                   const struct sp_event *const *start, double *release);

/* Events in an order that each check chooses. */
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

/* Which place (a node, a link's direction, a message) an event occupies; -1: none. `check` is the
 * validator's own. */
typedef long place_of(const void *check, const struct sp_event *);
/* The events of each place: event[first[p]..first[p+1]-1]. */
struct groups {
  long *first; /* [0..places] */
  const struct sp_event **event;
};
/* The events dealt out to their places, where they are in that order (NULL: as they come). The
 * caller clears it. */
struct groups deal(const struct selection *, long places, place_of *, const void *check,
                   event_order *);
void groups_clear(struct groups *);
/* Puts the events of each place in that order. */
void sort_groups(const struct groups *, long places, event_order *);

enum { PLACE_NAME = 128 };
/* What has a capacity: ports, links, processors. */
struct resource {
  long places;
  const char *text; /* its name, printf format for the place from 1, unless there is: */
  void (*name)(const void *check, long place, char *where); /* writes PLACE_NAME bytes */
  const struct sp_node *node; /* [place] whose ports are the capacity; NULL: 1 */
  bool sends;                 /* ... its ports of emission */
};
/* No place of the resource is used by more events at once than it has capacity for. by: its events,
 * which get sorted by end; `check` is the validator's own. */
int check_resource(const struct rules *, const void *check, const struct resource *,
                   const struct groups *by);
