/* The checks that the validators of stars and of graphs share; see events.h. */
#include "validate/events.h"
#include "base/memory.h"
#include "base/num.h"

#include <stdio.h>
#include <stdlib.h>

int conclude(const struct rules *rules, int code)
{
  char what[DESCRIPTION];

  if (code != SP_OK || !rules->error)
    return code;
  rules->error->text[0] = '\0';
  if (rules->too_short > 0)
    sp_failure(rules->error, SP_OK,
               "%ld nominal duration%s below the tolerance, %g of a date, and may be missing; the "
               "first is that of %s at %.12g",
               rules->too_short, rules->too_short == 1 ? " is" : "s are", rules->tolerance,
               rules->describe(rules->first, what), rules->first->start);
  return code;
}

int refuse_kind(const struct rules *rules, long rank, const struct sp_event *e)
{
  if (e->kind != SP_TRANSFER && e->kind != SP_COMPUTE)
    return violation(rules, "event %ld: unknown kind %d", rank, (int)e->kind);
  if (e->lost && !rules->can_fail)
    return violation(rules, "event %ld is lost at %.12g, but no host or link goes down", rank,
                     e->end);
  return violation(rules, "event %ld: a computation from %d to %d, expected one node", rank,
                   e->from, e->to);
}

int refuse_dates(const struct rules *rules, const struct sp_event *e)
{
  char what[DESCRIPTION];

  rules->describe(e, what);
  if (!isfinite(e->start) || !isfinite(e->end))
    return violation(rules, "%s: dates %.12g to %.12g are not finite", what, e->start, e->end);
  if (e->start < 0)
    return violation(rules, "%s starts at %.12g, a negative date", what, e->start);
  if (e->end < e->start)
    return violation(rules, "%s ends at %.12g before its start at %.12g", what, e->end, e->start);
  return violation(rules, "%s ends at %.12g after %s %.12g", what, e->end, rules->until_name,
                   rules->until);
}

int check_unusual_duration(struct rules *rules, const struct sp_event *e, double nominal)
{
  double lasted = e->end - e->start, slack = rules->tolerance * e->end;
  bool shorter = rules->durations != SP_DURATIONS_ANY && lasted < nominal - slack;
  bool longer = rules->durations == SP_DURATIONS_EXACT && lasted > nominal + slack;
  char what[DESCRIPTION];

  if (isinf(nominal))
    return violation(rules, "%s: this %s only relays (w is infinite)", rules->describe(e, what),
                     rules->node_name);
  if (rules->durations != SP_DURATIONS_ANY && nominal > 0 && nominal <= slack &&
      rules->too_short++ == 0)
    rules->first = e;
  if (!shorter && !longer)
    return SP_OK;
  return violation(rules, "%s takes %.12g from %.12g, %s than the nominal %.12g",
                   rules->describe(e, what), lasted, e->start, shorter ? "shorter" : "longer",
                   nominal);
}

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

  for (long j = 1; j < n; j++)
    if (before(rules, end[j]->start, end[j - 1]->end))
      return overlap(rules, name_of(used, where), end[j - 1], end[j]);
  return SP_OK;
}

/* n messages of a port with that capacity, by end: when the j-th starts, the first j - capacity to
 * end have ended. */
static int check_capacity(const struct rules *rules, const struct used *used, int capacity, long n,
                          const struct sp_event *const *end)
{
  char where[PLACE_NAME], what[DESCRIPTION];
  int code = SP_OK;

  struct selection start = {n, sp_xrealloc(NULL, (size_t)n, sizeof *start.event)};
  for (long j = 0; j < n; j++)
    start.event[j] = end[j];
  sort_events(&start, by_start);
  for (long j = capacity; j < n && code == SP_OK; j++)
    if (before(rules, start.event[j]->start, end[j - capacity]->end))
      code = violation(rules, "%s: %s starts at %.12g while all %d ports are busy until %.12g",
                       name_of(used, where), rules->describe(start.event[j], what),
                       start.event[j]->start, capacity, end[j - capacity]->end);
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

static int by_date(const void *left, const void *right)
{
  return SP_COMPARE(*(const double *)left, *(const double *)right);
}

int check_releases(const struct rules *rules, int i, long places, long n,
                   const struct sp_event *const *start, double *release)
{
  char what[DESCRIPTION];

  for (long j = 1; j < n; j++)
    if (release[j - 1] > release[j]) { /* computed in another order than sent */
      qsort(release, (size_t)n, sizeof *release, by_date);
      break;
    }
  for (long j = places; j < n; j++)
    if (before(rules, start[j]->start, release[j - places]))
      return violation(rules, "%s %d: %s starts at %.12g while %s %ld place%s taken until %.12g",
                       rules->node_name, i, rules->describe(start[j], what), start[j]->start,
                       places == 1 ? "its" : "all", places, places == 1 ? " is" : "s are",
                       release[j - places]);
  return SP_OK;
}
