/* What has a capacity: no port, link, bus or processor does more at once than it can, and none does
 * in all more than the time allows. See events.h. */
#include "base/memory.h"
#include "base/min_queue.h"
#include "validate/events.h"

#include <stdio.h>
#include <stdlib.h>

int overlap(const struct rules *rules, const char *where, const struct sp_event *before,
            const struct sp_event *e)
{
  const struct sp_event *first = before->start <= e->start ? before : e;
  const struct sp_event *second = first == e ? before : e;
  char one[DESCRIPTION], other[DESCRIPTION];

  return violation(rules, "%s: %s starts at %.12g while %s lasts from %.12g to %.12g", where,
                   rules->describe(second, one), second->start, rules->describe(first, other),
                   first->start, first->end);
}

int too_early(const struct rules *rules, const char *where, const struct sp_event *e, double least)
{
  char what[DESCRIPTION];

  return violation(rules,
                   "%s: %s ends at %.12g, expected %.12g or later, after the durations of those "
                   "before it",
                   where, rules->describe(e, what), e->end, least);
}

/* A place of a resource. */
struct used {
  const void *check;
  const struct resource *resource;
  long place;
};

static const char *name_of(const struct used *used, char name[PLACE_NAME])
{
  const struct resource *r = used->resource;
  if (r->name)
    r->name(used->check, used->place, name);
  else
    snprintf(name, PLACE_NAME, r->text, used->place + 1);
  return name;
}

static int capacity_of(const struct used *used)
{
  const struct resource *r = used->resource;
  const struct sp_ports *ports = r->node ? &r->node[used->place].ports : NULL;
  return !ports ? 1 : r->sends ? ports->send : ports->recv;
}

/* n events that exclude each other, by end: each starts after the one before it. */
static int check_exclusive(const struct rules *rules, const struct used *used, long n,
                           const struct sp_event *const *end)
{
  char where[PLACE_NAME];
  double least = 0;

  for (long j = 0; j < n; j++) {
    if (j > 0 && before(rules, end[j]->start, end[j - 1]->end))
      return overlap(rules, name_of(used, where), end[j - 1], end[j]);
    least = fmax(least, end[j]->start) + takes(rules, end[j]);
    if (before(rules, end[j]->end, least))
      return too_early(rules, name_of(used, where), end[j], least);
  }
  return SP_OK;
}

/* n messages of a port with that capacity, by start: each takes the part of the port that was free
 * first. Those below the tolerance are left out: which of them was first is not known. */
static int check_in_all(const struct rules *rules, const struct used *used, int capacity, long n,
                        const struct sp_event *const *start)
{
  struct min_queue free_at = {0};
  char where[PLACE_NAME];
  int code = SP_OK;

  for (int k = 0; k < capacity; k++)
    min_queue_push(&free_at, 0, 0);
  for (long j = 0; j < n && code == SP_OK; j++) {
    if (takes(rules, start[j]) <= rules->tolerance * start[j]->end)
      continue;
    double least = fmax(min_queue_pop(&free_at).key, start[j]->start) + takes(rules, start[j]);
    min_queue_push(&free_at, least, 0);
    if (before(rules, start[j]->end, least))
      code = too_early(rules, name_of(used, where), start[j], least);
  }
  free(free_at.entry);
  return code;
}

/* n messages of a port with that capacity, by end: when the j-th starts, the first j - capacity to
 * end have ended. */
static int check_capacity(const struct rules *rules, const struct used *used, int capacity, long n,
                          const struct sp_event *const *end)
{
  char where[PLACE_NAME], what[DESCRIPTION];
  int code = SP_OK;

  if (capacity >= n)
    return SP_OK;
  struct selection start = {n, sp_xrealloc(NULL, (size_t)n, sizeof *start.event)};
  for (long j = 0; j < n; j++)
    start.event[j] = end[j];
  sort_events(&start, by_start);
  for (long j = capacity; j < n && code == SP_OK; j++)
    if (before(rules, start.event[j]->start, end[j - capacity]->end))
      code = violation(rules, "%s: %s starts at %.12g while all %d ports are busy until %.12g",
                       name_of(used, where), rules->describe(start.event[j], what),
                       start.event[j]->start, capacity, end[j - capacity]->end);
  if (code == SP_OK)
    code = check_in_all(rules, used, capacity, n, start.event);
  free(start.event);
  return code;
}

int check_resource(const struct rules *rules, const void *check, const struct resource *r,
                   const struct groups *by)
{
  int code = SP_OK;

  sort_groups(by, r->places, by_end);
  for (long p = 0; p < r->places && code == SP_OK; p++) {
    const struct used used = {check, r, p};
    const struct sp_event *const *end = by->event + by->first[p];
    long n = by->first[p + 1] - by->first[p];
    int capacity = capacity_of(&used);
    code = capacity == 1 ? check_exclusive(rules, &used, n, end)
                         : check_capacity(rules, &used, capacity, n, end);
  }
  return code;
}
