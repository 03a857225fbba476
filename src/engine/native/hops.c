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

enum { AT_FROM, AT_TO, ON_BUS, NEEDS }; /* what a hop needs: a role of each node, a bus */

/* A role of a node, or a bus, and the hops that will need it in the order of the list. */
struct resource {
  long head, tail; /* the queue; each hop knows its successor (struct slot). head NONE: empty */
  int busy, capacity;
  bool excludes[HOP_ROLES]; /* it cannot go on while that role of its node does */
};

struct slot {
  long next[NEEDS]; /* the next hop in each queue */
  double start;
  bool watched;   /* among those to look at */
  bool dated;     /* its `earliest` is in the heap of dates */
  bool under_way; /* its end is in the heap of dates */
};

struct native {
  struct hop_run run;
  const struct sp_graph *g;
  struct slot *slot;         /* [number modulo slots] of the hops that hop_run still has */
  long slots;                /* a power of 2 */
  struct resource *resource; /* [node * HOP_ROLES + role], then buses */
  bool *taken;               /* [2*links] directions of links that carry a message */
  struct min_queue dates, look;
};

static inline struct slot *slot_of(const struct native *e, long number)
{
  return &e->slot[number & (e->slots - 1)];
}

static inline struct resource *role_of(const struct native *e, int node, enum hop_role role)
{
  return &e->resource[node * HOP_ROLES + (int)role];
}

/* What the hop needs; returns how many. */
static inline int needs_of(const struct native *e, const struct sp_hop *hop,
                           struct resource *need[NEEDS])
{
  need[AT_FROM] = role_of(e, hop->from, hop_role_at_from(hop));
  if (hop->link < 0)
    return AT_FROM + 1;
  need[AT_TO] = role_of(e, hop->to, HOP_RECV);
  if (e->run.bus[hop->link] < 0)
    return AT_TO + 1;
  need[ON_BUS] = &e->resource[e->g->platform.nodes * HOP_ROLES + e->run.bus[hop->link]];
  return NEEDS;
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

/* Appends the hop to the queue of what it needs at this place. */
static inline void enqueue(struct native *e, struct resource *r, int place, long number)
{
  slot_of(e, number)->next[place] = NONE;
  if (r->head == NONE)
    r->head = number;
  else
    slot_of(e, r->tail)->next[place] = number;
  r->tail = number;
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
  for (long number = end - added; number < end; number++) {
    struct resource *need[NEEDS];
    int n = needs_of(e, hop_run_hop(&e->run, number), need);
    *slot_of(e, number) = (struct slot){.watched = false};
    for (int k = 0; k < n; k++)
      enqueue(e, need[k], k, number);
    if (need[AT_FROM]->head == number)
      look(e, number);
  }
}

/* ---- Starts. */

/* Do the roles that this one excludes do nothing, and have they nothing to do before this hop? */
static inline bool is_alone(const struct native *e, int node, enum hop_role kind, long number)
{
  const struct resource *role = role_of(e, node, HOP_RECV);
  for (int k = 0; k < HOP_ROLES; k++)
    if (role[kind].excludes[k] && (role[k].busy > 0 || role[k].head < number))
      return false;
  return true;
}

/* Have its units come, is it its turn, and is all that it needs free? */
static bool ready(const struct native *e, const struct sp_hop *hop, long number)
{
  struct resource *need[NEEDS];
  if (e->run.node[hop->from].received < hop->arrivals)
    return false;
  for (int k = needs_of(e, hop, need) - 1; k >= 0; k--)
    if (need[k]->head != number || need[k]->busy >= need[k]->capacity)
      return false;
  return is_alone(e, hop->from, hop_role_at_from(hop), number) &&
         (hop->link < 0 || (!e->taken[2 * hop->link + hop_direction(e->g, hop)] &&
                            is_alone(e, hop->to, HOP_RECV, number)));
}

static void start(struct native *e, const struct sp_hop *hop, long number, double now)
{
  struct slot *slot = slot_of(e, number);
  struct resource *need[NEEDS];
  for (int k = needs_of(e, hop, need) - 1; k >= 0; k--) {
    need[k]->busy++;
    need[k]->head = slot->next[k];
    look(e, need[k]->head);
  }
  if (hop->link >= 0)
    e->taken[2 * hop->link + hop_direction(e->g, hop)] = true;
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

/* What it needed is free: the next hops, those of the roles that were excluded, and those that may
 * wait for its arrival may start. */
static void end(struct native *e, long number, double now)
{
  const struct sp_hop *hop = hop_run_hop(&e->run, number);
  struct resource *need[NEEDS];
  for (int k = needs_of(e, hop, need) - 1; k >= 0; k--) {
    need[k]->busy--;
    look(e, need[k]->head);
  }
  for (enum hop_role role = HOP_RECV; role < HOP_ROLES; role++) {
    if (need[AT_FROM]->excludes[role])
      look(e, role_of(e, hop->from, role)->head);
    if (hop->link >= 0)
      look(e, role_of(e, hop->to, role)->head);
  }
  if (hop->link >= 0)
    e->taken[2 * hop->link + hop_direction(e->g, hop)] = false;
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
  int roles = g->platform.nodes * HOP_ROLES, resources = roles + e->run.buses;
  e->resource = sp_xcalloc((size_t)resources, sizeof *e->resource);
  for (int r = 0; r < resources; r++) {
    int node = r / HOP_ROLES;
    enum hop_role role = (enum hop_role)(r % HOP_ROLES);
    e->resource[r] =
        (struct resource){.head = NONE, .capacity = r < roles ? hop_capacity(g, node, role) : 1};
    for (enum hop_role other = HOP_RECV; r < roles && other < HOP_ROLES; other++)
      e->resource[r].excludes[other] = hop_excludes(g, node, role, other);
  }
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
  free(e.resource);
  free(e.taken);
  free(e.dates.entry);
  free(e.look.entry);
}
