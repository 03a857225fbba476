/* The core of the SimGrid engine: what is occupied, what is there, and who waits. It knows no
 * master, no worker and no task: stars (star.c) and graphs (hops.c) are ways to make resources,
 * tokens and lanes. SimGrid makes time pass (nominal.h). The native engine has a core of its own,
 * made otherwise: that both agree is evidence for both.
 *
 * - A RESOURCE is what activities occupy while they last: a port, a bus, a direction of a link, a
 *   processor. It has a line of all that is engaged and will need it. A resource can have modes, of
 *   which one is in use at a time (roles of a node that exclude each other). The last one that a
 *   lane needs can be LATE: its line is of those that lack nothing else, in that order.
 * - A TOKEN counts what has been given since date 0, and what has been taken of it: free places;
 *   tasks that have come to a node, of which nobody takes one, but some wait until there are
 * enough.
 * - A LANE carries one activity at a time: a direction of a link, a processor. All its activities
 *   need the same: the lane itself, which is a resource of capacity 1, others, and perhaps a unit
 *   of one token. A lane has a pool of actors, one of which does what starts.
 *
 * The life of an activity: the source ENGAGES it, and it stands in the lines of all resources of
 * its lane. It STARTS as soon as it is the first in all these lines, there is room at each, its
 * tokens are there and its date `earliest` has come; then it leaves the lines and an actor does it.
 * When SimGrid has done it, it ENDS: it leaves the resources, and the source, which is called,
 * gives tokens. Only the first in a line can start, so only that one is looked at: when something
 * changes at the resource, or when more is given of the token that it lacks. */
#pragma once

#include "base/fifo.h"
#include "engine/simgrid/nominal.h"

struct resource {
  struct fifo line;   /* struct activity *: engaged and not started */
  int capacity, used; /* INT_MAX: any number; 0: down */
  int mode;           /* of those that use it */
  bool looked_at;     /* is in core.look */
};

struct token {
  long given, taken;
  struct lane *lacking; /* lanes whose first activity lacks it */
};

/* What decides: a star's controller or the hops of a graph, with what they know of the world. */
struct core_source {
  /* After the ends of a date: engages what can be engaged. Sets nominal.wake and .change if
   * there is such a date. */
  void (*decide)(void *world, double now);
  /* After that, for each lane which may have become idle: engages something, if there is anything.
   * NULL: nothing. */
  void (*fill)(void *world, struct lane *);
  /* Of an activity that starts now. */
  struct cost (*start)(void *world, struct activity *);
  void (*end)(void *world, struct activity *);
};

struct core {
  struct nominal nominal; /* first */
  const struct core_source *source;
  void *world;
  struct lane *lane;         /* [0..lanes-1] */
  struct resource *resource; /* the first `lanes` ones are those of the lanes, of capacity 1 */
  struct token *token;
  int lanes, resources;
  struct fifo look;      /* int: resources whose first activity may be able to start */
  struct sp_dates dated; /* lanes whose first activity waits for its date alone, by that date */
};

/* The world fills in the lanes and the capacities of the other resources, then runs
 * (nominal_run). */
void core_init(struct core *, const struct core_source *, void *world, const struct platform *,
               int lanes, int resources, int tokens);
void core_clear(struct core *);
/* Lanes of this kind: for messages between two nodes, done by actors of the pool; a processor,
 * whose own actors do this. */
void core_set_way(struct core *, int lane, int kind, int from, int to, struct actor_pool *);
void core_set_processor(struct core *, int lane, int kind, int node, void (*act)(struct actor *));
/* What the lane carries needs this resource, too. */
static inline void core_hold(struct lane *lane, int resource, int mode)
{
  lane->hold[lane->holds++] = (struct hold){resource, mode};
}
/* The same, late; the last that the lane needs. */
static inline void core_hold_late(struct lane *lane, int resource, int mode)
{
  core_hold(lane, resource, mode);
  lane->late = true;
}
/* At any time. */
void core_set_capacity(struct core *, int resource, int capacity);

/* An activity of the lane: `size` bytes that begin with a struct activity. Its owner is the core,
 * which frees it after its end. */
void *core_new(struct core *, int lane, size_t size, long rank);
/* It waits until so many units of the token have been given. */
static inline void core_wait(struct activity *a, struct token *token, long units)
{
  a->waits = token;
  a->ticket = units;
}
void core_engage(struct core *, struct activity *);
/* Something has changed by which the first in the line may be able to start. */
void core_look(struct core *, int resource);
/* So many more units of the token are there; NULL: nothing. */
void core_give(struct core *, struct token *, long units);
/* What is under way on the lane is lost: what it has taken is given back. */
void core_lose(struct core *, struct lane *);
/* Takes back the first activity that waits for the lane, which needs no other resource; the caller
 * frees it. NULL: there is none. */
struct activity *core_withdraw(struct core *, struct lane *);
/* Of all that wait, the first by rank; NULL: none. */
const struct activity *core_first_waiting(const struct core *);
