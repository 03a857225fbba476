/* The native engine of hops: event calculus. The model is at the head of <starport/hops.h>.
 *
 * A node has three roles: it receives, it sends, it computes. Each role of each node, and each bus,
 * has a queue of the hops that will need it, in the order of the list. A hop can start if it is at
 * the head of all its queues and all that it needs is free. So only heads are looked at, and only
 * when a role, link or bus that they wait for has changed. A direction of a link needs no queue of
 * its own: its messages are in the sender's queue.
 *
 * Two heaps: the dates at which a hop ends or its `earliest` comes, and the hops to look at, by
 * number, so that hops of one date end and start in the order of the list. O(log n) a hop. */
#include "engine/hops.h"
#include "base/memory.h"
#include "base/min_queue.h"

#include <stdlib.h>

static const long NONE = LONG_MAX; /* after every hop */

/* Hops in the order of the list; each knows its successor (struct slot). */
struct queue {
  long head, tail; /* head NONE: empty */
};

/* One role of a node. */
struct role {
  struct queue queue;
  int busy, capacity;
  bool excludes[HOP_ROLES]; /* it cannot go on while that role does */
};

enum { AT_FROM, AT_TO, ON_BUS, QUEUES }; /* queues that a hop is in */

struct slot {
  long next[QUEUES]; /* the next hop in each queue */
  double start;
  bool watched;   /* among those to look at */
  bool dated;     /* its `earliest` is in the heap of dates */
  bool under_way; /* its end is in the heap of dates */
};

struct bus {
  struct queue queue;
  bool busy;
};

struct native {
  struct hop_run run;
  const struct sp_graph *g;
  struct slot *slot; /* [number modulo slots] of the hops that hop_run still has */
  long slots;        /* a power of 2 */
  struct role *role; /* [node * HOP_ROLES + role] */
  struct bus *bus;
  bool *taken; /* [2*links] directions of links that carry a message */
  struct min_queue dates, look;
};

static inline struct slot *slot_of(const struct native *e, long number)
{
  return &e->slot[number & (e->slots - 1)];
}

static inline struct role *role_of(const struct native *e, int node, enum hop_role role)
{
  return &e->role[node * HOP_ROLES + (int)role];
}

static inline struct bus *bus_of(const struct native *e, const struct sp_hop *hop)
{
  return hop->link >= 0 && e->run.bus[hop->link] >= 0 ? &e->bus[e->run.bus[hop->link]] : NULL;
}

/* The hop (NONE: no hop) may be able to start. */
static inline void look(struct native *e, long number)
{
  if (number == NONE || slot_of(e, number)->watched)
    return;
  slot_of(e, number)->watched = true;
  min_queue_push(&e->look, 0, number);
}

/* ---- Queues. */

/* Appends the hop to one of its queues; `place` says which: a node's receptions are AT_TO. */
static void enqueue(struct native *e, struct queue *q, int place, long number)
{
  slot_of(e, number)->next[place] = NONE;
  if (q->head == NONE)
    q->head = number;
  else
    slot_of(e, q->tail)->next[place] = number;
  q->tail = number;
}

/* Takes the hop off the head; the next one may be able to start. */
static inline void dequeue(struct native *e, struct queue *q, int place)
{
  q->head = slot_of(e, q->head)->next[place];
  look(e, q->head);
}

static void reserve_slots(struct native *e)
{
  long old = e->slots;
  if (e->run.list.n <= old)
    return;
  struct slot *slot = e->slot;
  while (e->slots < e->run.list.n)
    e->slots *= 2;
  e->slot = sp_xcalloc((size_t)e->slots, sizeof *e->slot);
  for (long k = e->run.first; slot && k < e->run.first + old; k++)
    *slot_of(e, k) = slot[k & (old - 1)];
  free(slot);
}

/* Puts the hops that the source adds into their queues. */
static void take_more(struct native *e, double now)
{
  long added = hop_run_more(&e->run, now), end = e->run.first + e->run.list.n;
  reserve_slots(e);
  for (long k = end - added; k < end; k++) {
    const struct sp_hop *hop = hop_run_hop(&e->run, k);
    struct role *role = role_of(e, hop->from, hop_role_at_from(hop));
    struct bus *bus = bus_of(e, hop);
    *slot_of(e, k) = (struct slot){.watched = false};
    enqueue(e, &role->queue, AT_FROM, k);
    if (hop->link >= 0)
      enqueue(e, &role_of(e, hop->to, HOP_RECV)->queue, AT_TO, k);
    if (bus)
      enqueue(e, &bus->queue, ON_BUS, k);
    if (role->queue.head == k)
      look(e, k);
  }
}

/* ---- Starts. */

/* Is it this hop's turn in a role, and can the role go on? */
static inline bool has_turn(const struct native *e, int node, enum hop_role kind, long number)
{
  const struct role *roles = role_of(e, node, HOP_RECV), *mine = &roles[kind];
  if (mine->queue.head != number || mine->busy >= mine->capacity)
    return false;
  for (int k = 0; k < HOP_ROLES; k++)
    if (mine->excludes[k] && (roles[k].busy > 0 || roles[k].queue.head < number))
      return false;
  return true;
}

/* Have its units come, is it its turn, and is all that it needs free? */
static bool ready(const struct native *e, const struct sp_hop *hop, long number)
{
  if (e->run.node[hop->from].received < hop->arrivals ||
      !has_turn(e, hop->from, hop_role_at_from(hop), number))
    return false;
  if (hop->link < 0)
    return true;
  const struct bus *bus = bus_of(e, hop);
  return !e->taken[2 * hop->link + hop_direction(e->g, hop)] &&
         (!bus || (!bus->busy && bus->queue.head == number)) &&
         has_turn(e, hop->to, HOP_RECV, number);
}

static void start(struct native *e, const struct sp_hop *hop, long number, double now)
{
  struct slot *slot = slot_of(e, number);
  struct role *role = role_of(e, hop->from, hop_role_at_from(hop));
  role->busy++;
  dequeue(e, &role->queue, AT_FROM);
  if (hop->link >= 0) {
    struct role *receives = role_of(e, hop->to, HOP_RECV);
    struct bus *bus = bus_of(e, hop);
    receives->busy++;
    dequeue(e, &receives->queue, AT_TO);
    e->taken[2 * hop->link + hop_direction(e->g, hop)] = true;
    if (bus) {
      bus->busy = true;
      dequeue(e, &bus->queue, ON_BUS);
    }
  }
  slot->start = now;
  slot->under_way = true;
  hop_run_started(&e->run, number);
  min_queue_push(&e->dates, now + hop_run_duration(&e->run, number), number);
}

/* Starts the hops that can start. A start only affects hops behind it in the list. */
static void start_all(struct native *e, double now)
{
  while (e->look.n > 0) {
    long number = min_queue_pop(&e->look).number;
    const struct sp_hop *hop = hop_run_hop(&e->run, number);
    struct slot *slot = slot_of(e, number);
    slot->watched = false;
    if (!ready(e, hop, number))
      continue;
    if (hop->earliest <= now) {
      start(e, hop, number, now);
    } else if (!slot->dated) {
      slot->dated = true;
      min_queue_push(&e->dates, hop->earliest, number);
    }
  }
}

/* ---- Ends. */

/* A role has ended an activity: its next hop, and those of the roles that it excluded, may start.
 */
static inline void release(struct native *e, int node, enum hop_role kind)
{
  struct role *roles = role_of(e, node, HOP_RECV);
  roles[kind].busy--;
  look(e, roles[kind].queue.head);
  for (int k = 0; k < HOP_ROLES; k++)
    if (roles[kind].excludes[k])
      look(e, roles[k].queue.head);
}

static void end(struct native *e, long number, double now)
{
  const struct sp_hop *hop = hop_run_hop(&e->run, number);
  release(e, hop->from, hop_role_at_from(hop));
  if (hop->link >= 0) {
    struct bus *bus = bus_of(e, hop);
    e->taken[2 * hop->link + hop_direction(e->g, hop)] = false;
    release(e, hop->to, HOP_RECV);
    look(e, role_of(e, hop->to, HOP_SEND)->queue.head); /* which may wait for this arrival */
    look(e, role_of(e, hop->to, HOP_WORK)->queue.head);
    if (bus) {
      bus->busy = false;
      look(e, bus->queue.head);
    }
  }
  hop_run_ended(&e->run, number, slot_of(e, number)->start, now);
}

/* Everything of date now, in the order of the list; true if something has ended. */
static bool settle(struct native *e, double now)
{
  bool ended = false;
  while (e->dates.n > 0 && e->dates.entry[0].key <= now) {
    long number = min_queue_pop(&e->dates).number;
    if (slot_of(e, number)->under_way) {
      end(e, number, now);
      ended = true;
    } else {
      look(e, number);
    }
  }
  return ended;
}

static void loop(struct native *e)
{
  double now = 0;
  bool ended = true; /* the source is asked at date 0, too */
  while (e->run.result->status == SP_RUN_OK) {
    if (ended)
      take_more(e, now);
    start_all(e, now);
    if (e->dates.n == 0 || !hop_run_counts(&e->run, e->dates.entry[0].key))
      break;
    now = e->dates.entry[0].key;
    ended = settle(e, now);
  }
}

static void native_init(struct native *e)
{
  const struct sp_graph *g = e->g;
  e->role = sp_xcalloc((size_t)g->platform.nodes * HOP_ROLES, sizeof *e->role);
  for (int i = 0; i < g->platform.nodes; i++)
    for (enum hop_role kind = HOP_RECV; kind < HOP_ROLES; kind++) {
      struct role *role = role_of(e, i, kind);
      *role = (struct role){.queue = {NONE, NONE}, .capacity = hop_capacity(g, i, kind)};
      for (enum hop_role other = HOP_RECV; other < HOP_ROLES; other++)
        role->excludes[other] = hop_excludes(g, i, kind, other);
    }
  e->bus = sp_xcalloc((size_t)e->run.buses, sizeof *e->bus);
  for (int b = 0; b < e->run.buses; b++)
    e->bus[b].queue.head = NONE;
  e->taken = sp_xcalloc(2 * (size_t)g->links, sizeof *e->taken);
  e->slots = 64;
  e->slot = sp_xcalloc((size_t)e->slots, sizeof *e->slot);
}

void sp_native_hops(const struct sp_hop_job *job, struct sp_result *result, struct sp_trace *trace)
{
  struct native e = {.g = job->g};
  hop_run_init(&e.run, job, result, trace);
  native_init(&e);
  loop(&e);
  hop_run_close(&e.run);
  free(e.slot);
  free(e.role);
  free(e.bus);
  free(e.taken);
  free(e.dates.entry);
  free(e.look.entry);
}
