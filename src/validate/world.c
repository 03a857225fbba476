/* Each event by itself: what every platform's events have in common. Also makes and frees the
 * world; see world.h. */
#include "validate/world.h"
#include "base/memory.h"

void world_init(struct world *w, const struct sp_trace *trace, int lanes, int resources)
{
  w->trace = trace;
  w->lanes = lanes;
  w->lane = sp_xcalloc((size_t)lanes, sizeof *w->lane);
  for (int l = 0; l < lanes; l++)
    w->lane[l].hold[0] = NONE;
  w->resources = resources;
  w->resource = sp_xcalloc((size_t)resources, sizeof *w->resource);
  w->of = sp_xcalloc((size_t)trace->n, sizeof *w->of);
  w->takes = sp_xcalloc((size_t)trace->n, sizeof *w->takes);
}

void world_integrate(struct world *w, enum sp_changing kind, const struct sp_profile *profile,
                     int n)
{
  if (!profile)
    return;
  w->integrals[kind] = n;
  w->integral[kind] = sp_xcalloc((size_t)n, sizeof *w->integral[kind]);
  for (int i = 0; i < n; i++)
    w->integral[kind][i] = integral_of(&profile[i]);
}

const struct integral *world_integral(const struct world *w, enum sp_changing kind, int at)
{
  const struct integral *of = w->integral[kind] ? &w->integral[kind][at] : NULL;
  return of && of->profile->n > 0 ? of : NULL;
}

static bool check_kind(const struct world *w, long rank, const struct sp_event *e)
{
  if (e->kind != SP_TRANSFER && e->kind != SP_COMPUTE && e->kind != SP_RESULT)
    return violation(w, "event %ld: unknown kind %d", rank, (int)e->kind);
  if (e->lost && !w->can_fail)
    return violation(w, "event %ld is lost at %.12g, but no host or link goes down", rank, e->end);
  if (e->kind == SP_COMPUTE && e->from != e->to)
    return violation(w, "event %ld: a computation from %d to %d, expected one node", rank, e->from,
                     e->to);
  return true;
}

static bool check_dates(const struct world *w, const struct sp_event *e)
{
  char what[DESCRIPTION];

  if (e->start >= 0 && e->end >= e->start && !before(w, w->until, e->end) && isfinite(e->end))
    return true;
  w->describe(e, what);
  if (!isfinite(e->start) || !isfinite(e->end))
    return violation(w, "%s: dates %.12g to %.12g are not finite", what, e->start, e->end);
  if (e->start < 0)
    return violation(w, "%s starts at %.12g, a negative date", what, e->start);
  if (e->end < e->start)
    return violation(w, "%s ends at %.12g before its start at %.12g", what, e->end, e->start);
  return violation(w, "%s ends at %.12g after %s %.12g", what, e->end, w->until_name, w->until);
}

static bool check_event(struct world *w, long j)
{
  const struct sp_event *e = &w->trace->event[j];
  return check_kind(w, j + 1, e) && w->check_names(w, j + 1, e) && check_dates(w, e) &&
         w->find_lane(w, e, &w->of[j]) && check_duration(w, e, &w->lane[w->of[j]]) &&
         (!w->can_fail || check_state(w, e, &w->lane[w->of[j]]));
}

static int lane_of(const void *data, const struct sp_event *e, long place[MOST_PLACES])
{
  const struct world *w = data;
  place[0] = w->of[e - w->trace->event];
  return 1;
}

/* Numbers the messages by their ranks. */
static void rank_messages(struct world *w)
{
  struct selection s = select_all(w->trace);
  long rank = 0;

  sort_events(&s, by_message);
  w->rank = sp_xcalloc((size_t)s.n, sizeof *w->rank);
  for (long j = 0; j < s.n; j++) {
    rank += j > 0 && s.event[j]->message != s.event[j - 1]->message;
    w->rank[s.event[j] - w->trace->event] = rank;
  }
  w->messages = rank + 1;
  free(s.event);
}

static const struct sp_event **part_of(const struct world *w, const struct sp_event *e)
{
  int role = w->lane[w->of[e - w->trace->event]].role;
  return &((struct message_events *)message_of(w, e))->part[role];
}

static bool is_part(const struct world *w, const struct sp_event *e)
{
  return e->message >= 0 && !(w->lost_apart && e->lost && e->kind == SP_COMPUTE);
}

static void gather_messages(struct world *w)
{
  const struct sp_trace *trace = w->trace;
  long greatest = -1;

  for (long j = 0; j < trace->n; j++)
    greatest = trace->event[j].message > greatest ? trace->event[j].message : greatest;
  w->messages = greatest + 1;
  if (greatest / 4 > trace->n)
    rank_messages(w);
  w->message = sp_xcalloc((size_t)w->messages, sizeof *w->message);
  for (long j = trace->n; j-- > 0;)
    if (is_part(w, &trace->event[j])) {
      const struct sp_event **part = part_of(w, &trace->event[j]);
      w->repeats |= *part != NULL;
      *part = &trace->event[j];
    }
}

bool world_repeats(const struct world *w, const struct sp_event *pair[2])
{
  pair[1] = NULL;
  for (long j = 0; w->repeats && j < w->trace->n; j++) {
    const struct sp_event *e = &w->trace->event[j];
    if (!is_part(w, e) || *part_of(w, e) == e || (pair[1] && pair[1]->message <= e->message))
      continue;
    pair[0] = *part_of(w, e);
    pair[1] = e;
  }
  return pair[1];
}

bool world_check_events(struct world *w)
{
  for (long j = 0; j < w->trace->n; j++)
    if (!check_event(w, j))
      return false;
  w->all = select_all(w->trace);
  w->by_lane = deal(&w->all, w->lanes, lane_of, w, NULL);
  gather_messages(w);
  return true;
}

static void warn_of_short(const struct world *w)
{
  char what[DESCRIPTION];

  sp_failure(w->error, SP_OK,
             "%ld nominal duration%s below 100 times the tolerance, %g of a date, and hardly "
             "checked; the first is that of %s at %.12g",
             w->too_short, w->too_short == 1 ? " is" : "s are", w->tolerance,
             w->describe(w->first_short, what), w->first_short->start);
}

int world_close(struct world *w, bool good)
{
  if (good && w->error) {
    w->error->text[0] = '\0';
    if (w->too_short > 0)
      warn_of_short(w);
  }
  for (int kind = 0; kind < SP_CHANGING; kind++) {
    for (int i = 0; i < w->integrals[kind]; i++)
      integral_clear(&w->integral[kind][i]);
    free(w->integral[kind]);
  }
  groups_clear(&w->by_lane);
  free(w->all.event);
  free(w->message);
  free(w->rank);
  free(w->lane);
  free(w->resource);
  free(w->of);
  free(w->takes);
  return good ? SP_OK : SP_NOT_VERIFIED;
}
