/* Resources: no port, link, bus or processor does more at once than it can, and none does in all
 * more than the time allows.
 *
 * Each date of a trace may be wrong by the tolerance. So that this does not add up over many
 * events, the date at which each ends at the earliest is computed, if it and those before it start
 * no earlier than they did and take as long as they take: none may end before it. */
#include "base/memory.h"
#include "base/min_queue.h"
#include "validate/world.h"

#include <stdio.h>

enum { NAME = 128 };

/* ---- Activities of a node that exclude each other. */

enum activity { RECEIVES, SENDS, COMPUTES, ACTIVITIES };

/* The activity of an event at a resource: at one that is not a node they are all the same. */
static enum activity activity_of(const struct resource *r, const struct sp_event *e)
{
  if (!r->ports)
    return RECEIVES;
  return e->kind == SP_COMPUTE ? COMPUTES : e->to == r->a ? RECEIVES : SENDS;
}

static bool excludes(const struct sp_ports *ports, enum activity a, enum activity b)
{
  if (!ports || (a == COMPUTES && b == COMPUTES))
    return true;
  if (a == b)
    return a == RECEIVES ? ports->recv == 1 : ports->send == 1;
  if (a != COMPUTES && b != COMPUTES)
    return !ports->recv_send;
  return a == RECEIVES || b == RECEIVES ? !ports->recv_work : !ports->send_work;
}

static const char *name_of(const struct resource *r, char name[NAME])
{
  const struct sp_ports *p = r->ports;
  int n = snprintf(name, NAME, r->name, r->a, r->b);
  if (p)
    snprintf(name + n, (size_t)(NAME - n), ", which does not%s%s%s at once",
             p->recv_send ? "" : " receive and send",
             p->recv_work   ? ""
             : p->recv_send ? " receive and compute"
                            : " or receive and compute",
             p->send_work                   ? ""
             : p->recv_send && p->recv_work ? " send and compute"
                                            : " or send and compute");
  return name;
}

/* ---- Violations. */

static bool overlap(const struct world *w, const struct resource *r, const struct sp_event *a,
                    const struct sp_event *b)
{
  const struct sp_event *first = a->start <= b->start ? a : b, *second = first == a ? b : a;
  char name[NAME], one[DESCRIPTION], other[DESCRIPTION];

  return violation(w, "%s: %s starts at %.12g while %s lasts from %.12g to %.12g", name_of(r, name),
                   w->describe(second, one), second->start, w->describe(first, other), first->start,
                   first->end);
}

static bool too_early(const struct world *w, const struct resource *r, const struct sp_event *e,
                      double least)
{
  char name[NAME], what[DESCRIPTION];

  return violation(w,
                   "%s: %s ends at %.12g, expected %.12g or later, after the durations of those "
                   "before it",
                   name_of(r, name), w->describe(e, what), e->end, least);
}

static double takes(const struct world *w, const struct sp_event *e)
{
  return w->takes[e - w->trace->event];
}

/* ---- Checks. */

/* Events by end: each starts after the last of each activity that it excludes. */
static bool check_exclusive(const struct world *w, const struct resource *r,
                            const struct selection *end)
{
  int activities = r->ports ? ACTIVITIES : 1;
  const struct sp_event *last[ACTIVITIES] = {NULL};
  double least[ACTIVITIES] = {0};

  for (long j = 0; j < end->n; j++) {
    const struct sp_event *e = end->event[j];
    enum activity own = activity_of(r, e);
    double date = e->start;
    for (int k = 0; k < activities; k++) {
      if (!last[k] || !excludes(r->ports, own, (enum activity)k))
        continue;
      if (before(w, e->start, last[k]->end))
        return overlap(w, r, last[k], e);
      date = least[k] > date ? least[k] : date;
    }
    date += takes(w, e);
    if (before(w, e->end, date))
      return too_early(w, r, e, date);
    least[own] = date > least[own] ? date : least[own];
    last[own] = e;
  }
  return true;
}

/* Events by start: each takes the part of the resource that was free first. Those below the
 * tolerance are left out: which of them was first is not known. */
static bool check_in_all(const struct world *w, const struct resource *r,
                         const struct selection *start)
{
  struct min_queue free_at = {0};
  bool good = true;

  for (int k = 0; k < r->capacity; k++)
    min_queue_push(&free_at, 0, 0);
  for (long j = 0; j < start->n && good; j++) {
    const struct sp_event *e = start->event[j];
    if (takes(w, e) <= w->tolerance * e->end)
      continue;
    double least = fmax(min_queue_pop(&free_at).key, e->start) + takes(w, e);
    min_queue_push(&free_at, least, 0);
    if (before(w, e->end, least))
      good = too_early(w, r, e, least);
  }
  free(free_at.entry);
  return good;
}

/* Events by end: when the j-th starts, the first j - capacity to end have ended. */
static bool check_capacity(const struct world *w, const struct resource *r,
                           const struct selection *end)
{
  char name[NAME], what[DESCRIPTION];
  bool good = true;

  if (r->capacity >= end->n)
    return true;
  struct selection start = {end->n,
                            sp_xmemdup(end->event, (size_t)end->n, sizeof(struct sp_event *))};
  sort_events(&start, by_start);
  for (long j = r->capacity; j < start.n && good; j++) {
    const struct sp_event *e = start.event[j];
    double busy = end->event[j - r->capacity]->end;
    if (before(w, e->start, busy))
      good = violation(w, "%s: %s starts at %.12g while all %d ports are busy until %.12g",
                       name_of(r, name), w->describe(e, what), e->start, r->capacity, busy);
  }
  good = good && check_in_all(w, r, &start);
  free(start.event);
  return good;
}

static inline int held_by(const void *data, const struct sp_event *e, long place[MOST_PLACES])
{
  const struct world *w = data;
  const int *hold = w->lane[w->of[e - w->trace->event]].hold;
  int n = 0;

  for (; n < HOLDS && hold[n] != NONE; n++)
    place[n] = hold[n];
  return n;
}

bool check_resources(const struct world *w)
{
  struct selection holders = {0, sp_xrealloc(NULL, (size_t)w->all.n, sizeof *holders.event)};
  bool good = true;

  for (long j = 0; j < w->all.n; j++)
    if (w->lane[w->of[j]].hold[0] != NONE)
      holders.event[holders.n++] = w->all.event[j];
  struct groups held = deal(&holders, w->resources, held_by, w, NULL);
  free(holders.event);
  for (int k = 0; k < w->resources && good; k++) {
    const struct resource *r = &w->resource[k];
    struct selection end = r->lane == NONE ? group(&held, k) : events_of(w, r->lane);
    sort_events(&end, by_end);
    good = r->capacity == 1 || r->ports ? check_exclusive(w, r, &end) : check_capacity(w, r, &end);
  }
  groups_clear(&held);
  return good;
}
