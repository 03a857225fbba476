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
               "%ld nominal duration%s below 100 times the tolerance, %g of a date, and hardly "
               "checked; the first is that of %s at %.12g",
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

void note_short(struct rules *rules, const struct sp_event *e, double nominal)
{
  if (rules->durations != SP_DURATIONS_ANY && nominal > 0 && is_short(rules, e, nominal) &&
      rules->too_short++ == 0)
    rules->first = e;
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
  note_short(rules, e, nominal);
  if (!shorter && !longer)
    return SP_OK;
  return violation(rules, "%s takes %.12g from %.12g, %s than the nominal %.12g",
                   rules->describe(e, what), lasted, e->start, shorter ? "shorter" : "longer",
                   nominal);
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
