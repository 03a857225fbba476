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
  double amounts; /* the same of amounts, at least the default: solutions round them more */
  enum sp_durations durations;
  double until;           /* no event ends later */
  const char *until_name; /* "the deadline" */
  const char *node_name;  /* "worker", "node" */
  bool can_fail;          /* work can be lost */
  describer *describe;
  struct sp_error *error;
  const struct sp_event *event; /* of the trace */
  double *takes; /* [place in the trace] how long the event lasts at least, as far as that is known:
                    its nominal duration, or as long as it lasted */
  long
      too_short; /* events with a nominal duration below SHORT times the tolerance of their dates */
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
/* Notes how long the event takes: its nominal duration, or as long as it lasted if it need not have
 * that. */
static inline void note_duration(struct rules *rules, const struct sp_event *e, double nominal)
{
  double lasted = e->end - e->start;
  bool any = e->lost || rules->durations == SP_DURATIONS_ANY;
  bool exact = rules->durations == SP_DURATIONS_EXACT;
  rules->takes[e - rules->event] = any ? lasted : exact ? nominal : fmax(lasted, nominal);
}
static inline double takes(const struct rules *rules, const struct sp_event *e)
{
  return rules->takes[e - rules->event];
}
/* Counts the event if its nominal duration is short. */
enum { SHORT = 100 };
static inline bool is_short(const struct rules *rules, const struct sp_event *e, double nominal)
{
  return nominal < SHORT * rules->tolerance * e->end;
}
void note_short(struct rules *, const struct sp_event *, double nominal);
/* The event lasts as long as its nominal duration (INFINITY: the node does not compute); notes that
 * and counts it if it is short. The usual event is neither, which needs no call. */
int check_unusual_duration(struct rules *, const struct sp_event *, double nominal);
static inline int check_duration(struct rules *rules, const struct sp_event *e, double nominal)
{
  double lasted = e->end - e->start, slack = rules->tolerance * e->end;
  bool usual = fabs(lasted - nominal) < slack && !is_short(rules, e, nominal);
  note_duration(rules, e, nominal);
  return usual ? SP_OK : check_unusual_duration(rules, e, nominal);
}
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
/* Two events, `before` the first to end, overlap in `where`. Always SP_NOT_VERIFIED. */
int overlap(const struct rules *, const char *where, const struct sp_event *before,
            const struct sp_event *);
/* The event ends before `least`, the date at which it ends in `where` if it and those before it
 * start no earlier than they did and take as long as they take. Always SP_NOT_VERIFIED.
 *
 * Each date of a trace may be wrong by the tolerance. Checked so, that does not add up: over any
 * span of dates the durations in `where` are, in all, no longer than the span and one tolerance. */
int too_early(const struct rules *, const char *where, const struct sp_event *, double least);
/* No place of the resource is used by more events at once than it has capacity for, and none ends
 * too early. by: its events, which get sorted by end; `check` is the validator's own. */
int check_resource(const struct rules *, const void *check, const struct resource *,
                   const struct groups *by);
