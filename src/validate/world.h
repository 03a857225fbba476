/* THE VALIDATOR, shared by its files: does a trace obey the model (docs/model.md)? It knows the
 * platform and the intervals, not the decisions, so it can check traces of any origin; it shares no
 * code with the engines. The platform comes to it as a world, which star.c and graph.c build:
 *
 *   lane      where an event goes on: one direction of a link, or a processor. It has a time for
 *             each unit and a latency, which may change (changes.h), states of what can go down,
 *             and resources that its events hold from start to end.
 *   resource  does so many events at once: a lane itself one; a port, a bus; a node some of whose
 *             activities exclude each other.
 *   stock     units at a node: those that it held at date 0 and those that come. What starts there
 *             takes of them (stock.c).
 *   place     what a message holds at a node, from its start on.
 *
 * The checks, each O(n log n), all the same on stars and on graphs:
 *   events      kind, nodes, dates, amount; not after the last date (world.c)
 *   durations   as long as the amount takes: with what changes, until the first date at which the
 *               integral of the factor is reached (durations.c)
 *   states      nothing is under way where something is down, and what is lost ends when something
 *               goes down (durations.c)
 *   resources   no more at once than the capacity, and over any span of dates the durations are in
 *               all no longer than the span and one tolerance (resources.c)
 *   stocks      nothing is sent or computed that had not come, or that was lost there (stock.c)
 *   places      a message finds a free one (stock.c)
 *   total       all units are computed, once (star.c, graph.c)
 * A star's messages say more: units.c follows each unit from hop to hop and checks the order in
 * which a worker computes, losses.c that what is lost is sent again. On graphs hops are counted
 * only. Load that flows on a switch has rates, not intervals, and a validator of its own (fluid.c).
 *
 * Dates that differ by at most the tolerance of the later one count as equal, always in favour of
 * the trace. Each check returns true, or false with the first violation in words. */
#pragma once

#include "validate/changes.h"
#include "validate/order.h"

#define DEFAULT_TOLERANCE 1e-9

enum { NONE = -1, HOLDS = MOST_PLACES, STATES = 3, DESCRIPTION = 80 };

struct lane {
  int role;                    /* of its events in a message: two never have the same */
  double cost, latency;        /* time of a unit, of a message, at factor 1 */
  double extra;                /* of an event, at factor 1, in addition to that of its units */
  const struct integral *rate; /* of its speed or bandwidth; NULL: it never changes */
  const struct sp_profile *latencies;   /* factor of the latency; NULL: 1 */
  const struct integral *state[STATES]; /* of its link and its nodes; NULL: always up */
  int hold[HOLDS];                      /* resources, the first ones; after the last NONE */
};

struct resource {
  const char *name; /* printf format of a and b */
  int a, b;
  int capacity;                 /* events at once */
  int lane;                     /* its events are those of this lane; NONE: those that hold it */
  const struct sp_ports *ports; /* it is node a, where these say what goes on at once; or NULL */
};

/* The events of one message in the trace by their roles; NULL: none. */
enum { ROLES = 3 };
struct message_events {
  const struct sp_event *part[ROLES];
};

struct world {
  const struct sp_trace *trace;
  double tolerance; /* of dates */
  double amounts;   /* of amounts, relative to what there is; 0: they are whole */
  enum sp_durations durations;
  double until;           /* no event ends later */
  const char *until_name; /* "the deadline" */
  const char *node_name;  /* "worker", "node" */
  bool can_fail;          /* hosts or links go down: work can be lost */
  bool lost_apart;        /* lost computations are no part of their message, which has others */
  struct sp_error *error;
  /* Writes what an event is, such as "worker 2's computation of message 7". Returns text. */
  const char *(*describe)(const struct sp_event *, char text[DESCRIPTION]);
  /* What the event's units are worth, in units of the lane's cost; NULL: their amount. NAN:
   * unknown, the event may take any time. */
  double (*worth)(const struct world *, const struct sp_event *);
  /* The event's nodes and number exist. rank: in the trace, from 1. */
  bool (*check_names)(const struct world *, long rank, const struct sp_event *);
  /* Then, its dates are fine: may its lane, which is found, do that with this amount? */
  bool (*find_lane)(const struct world *, const struct sp_event *, int *lane);
  int lanes, resources;
  struct lane *lane;         /* [0..lanes-1]; owned, as are those below */
  struct resource *resource; /* [0..resources-1], in the order in which they are checked */
  struct integral *integral[SP_CHANGING]; /* of the profiles; NULL: nothing of that kind changes */
  int integrals[SP_CHANGING];
  /* Of the events, by their places in the trace: */
  int *of;       /* lane */
  double *takes; /* how long it lasts at least, as far as that is known: its nominal duration, or as
                    long as it lasted */
  struct selection all; /* events */
  struct groups by_lane;
  long messages;
  struct message_events *message; /* [0..messages-1] by number, unless there is: */
  long *rank;   /* of each event's message; where there are many more numbers than events */
  bool repeats; /* some message has two events of one role */
  long
      too_short; /* events whose nominal duration is below 100 times the tolerance of their dates */
  const struct sp_event *first_short;
};

/* True if date a is before b, by more than the tolerance. Neither is negative. */
static inline bool before(const struct world *w, double a, double b)
{
  return a < b && (isinf(b) || b - a > w->tolerance * b);
}
/* Writes the violation into the error; false. */
#define violation(w, ...) (sp_failure((w)->error, SP_NOT_VERIFIED, __VA_ARGS__), false)

/* Lanes (all 0, and no resources are held), resources, and for each kind of what changes so many
 * integrals, for those who build the world. `profile` may be NULL. */
void world_init(struct world *, const struct sp_trace *, int lanes, int resources);
void world_integrate(struct world *, enum sp_changing, const struct sp_profile *, int n);
/* That integral; NULL: nothing changes there. */
const struct integral *world_integral(const struct world *, enum sp_changing, int at);
/* The events, durations and states; then they are dealt out to their lanes and messages. */
bool world_check_events(struct world *);
/* Two events of the same message that have the same role, of several such pairs that of the least
 * number; false: there are none. */
bool world_repeats(const struct world *, const struct sp_event *pair[2]);
/* The events of the event's message, which is not an initial unit's. */
static inline const struct message_events *message_of(const struct world *w,
                                                      const struct sp_event *e)
{
  return &w->message[w->rank ? w->rank[e - w->trace->event] : e->message];
}
/* Frees all that the world owns. Returns SP_OK or, if the trace is not good, SP_NOT_VERIFIED; if it
 * is the error becomes a warning of durations that are too short, else "". */
int world_close(struct world *, bool good);
/* The events of a lane, in any order. */
static inline struct selection events_of(const struct world *w, int lane)
{
  return group(&w->by_lane, lane);
}

/* Durations and states of one event, whose takes it notes (durations.c). */
bool check_duration(struct world *, const struct sp_event *, const struct lane *);
bool check_state(const struct world *, const struct sp_event *, const struct lane *);
/* The first date from `date` on at which the lane's link or nodes are down, or the node alone;
 * INFINITY: none. */
double lane_fails(const struct lane *, double date);
/* The same, of what comes there at that date, within the tolerance: it may come when the node is up
 * again. */
double fails_after(const struct world *, const struct integral *node, double date);

/* All resources (resources.c). */
bool check_resources(const struct world *);

/* Units that come to a node at a date. */
struct arrival {
  double date, amount;
  const struct sp_event *event; /* that brings them; NULL: a loss that is noticed, or a
                                    task that arrives at the master */
};
void sort_arrivals(struct arrival *, long n);
/* The arrivals that these events are, at their ends; the caller frees them. */
struct arrival *arrivals_of(const struct selection *);
/* What a node has, and the events that take of it, by start. */
struct stock {
  double held; /* at date 0 */
  long arrivals;
  const struct arrival *arrival; /* by date */
  struct selection own;
  const struct integral *state; /* of the node: what is there when it goes down is lost; or NULL */
};
/* The first event that takes more than there is, and what there was; event NULL: none does. */
struct lack {
  const struct sp_event *event;
  double begun; /* units that have been taken, with this event */
  double had;   /* units at date 0 and arrived, less those lost */
  long arrived; /* arrivals so far */
};
struct lack find_lack(const struct world *, const struct stock *);
/* Messages to node i, by start, for which it has so many places: when the j-th starts, j - places
 * of them were released, at the dates release[0..], which get sorted. */
bool check_places(const struct world *, int i, long places, const struct selection *,
                  double *release);
