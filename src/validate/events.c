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
               "%ld nominal durations are below the tolerance, %g of a date, so that they may be "
               "missing; the first is that of %s at %.12g",
               rules->too_short, rules->tolerance, rules->describe(rules->first, what),
               rules->first->start);
  return code;
}

int check_kind(const struct rules *rules, long rank, const struct sp_event *e)
{
  if (e->kind != SP_TRANSFER && e->kind != SP_COMPUTE)
    return violation(rules, "event %ld: unknown kind %d", rank, (int)e->kind);
  if (e->kind == SP_COMPUTE && e->from != e->to)
    return violation(rules, "event %ld: a computation from %d to %d, expected one node", rank,
                     e->from, e->to);
  return SP_OK;
}

int check_dates(const struct rules *rules, const struct sp_event *e)
{
  char what[DESCRIPTION];

  if (e->start >= 0 && e->end >= e->start && !before(rules, rules->until, e->end) &&
      isfinite(e->end))
    return SP_OK;
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

int check_duration(struct rules *rules, const struct sp_event *e, double nominal)
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

int check_exclusive(const struct rules *rules, const char *where, long n,
                    const struct sp_event *const *end)
{
  for (long j = 1; j < n; j++)
    if (before(rules, end[j]->start, end[j - 1]->end))
      return overlap(rules, where, end[j - 1], end[j]);
  return SP_OK;
}

int check_capacity(const struct rules *rules, const char *where, int capacity, long n,
                   const struct sp_event *const *end)
{
  char what[DESCRIPTION];
  int code = SP_OK;

  if (capacity == 1)
    return check_exclusive(rules, where, n, end);
  struct selection start = {n, sp_xcalloc((size_t)n, sizeof *start.event)};
  for (long j = 0; j < n; j++)
    start.event[j] = end[j];
  sort_events(&start, by_start);
  for (long j = capacity; j < n && code == SP_OK; j++)
    if (before(rules, start.event[j]->start, end[j - capacity]->end))
      code = violation(rules, "%s: %s starts at %.12g while all %d ports are busy until %.12g",
                       where, rules->describe(start.event[j], what), start.event[j]->start,
                       capacity, end[j - capacity]->end);
  free(start.event);
  return code;
}

int check_resource(const struct rules *rules, const void *check, const struct resource *r)
{
  struct groups by = deal(r->users, r->places, r->place, check, by_end);
  char where[PLACE_NAME];
  int code = SP_OK;

  for (long p = 0; p < r->places && code == SP_OK; p++) {
    const struct sp_ports *ports = r->node ? &r->node[p].ports : NULL;
    if (r->name)
      r->name(check, p, where);
    else
      snprintf(where, sizeof where, r->text, p + 1);
    code = check_capacity(rules, where,
                          !ports     ? 1
                          : r->sends ? ports->send
                                     : ports->recv,
                          by.first[p + 1] - by.first[p], by.event + by.first[p]);
  }
  groups_clear(&by);
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
