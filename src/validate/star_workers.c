/* What a star's workers do with what has come to them: the order in which they compute, and their
 * places. Also the events of all workers together. */
#include "base/memory.h"
#include "model/instance.h"
#include "validate/star.h"

struct selection star_sorted(const struct star *star, enum role role)
{
  struct selection s = star_all(star, role);
  s.event = sp_xmemdup(s.event, (size_t)s.n, sizeof(struct sp_event *));
  sort_events(&s, by_start);
  return s;
}

double star_sum(const struct star *star, enum role role)
{
  struct selection s = star_all(star, role);
  double sum = 0;
  for (long j = 0; j < s.n; j++)
    sum += s.event[j]->lost ? 0 : s.event[j]->amount;
  return sum;
}

double host_fails(const struct star *star, int i, double date)
{
  return fails_after(&star->world, star->world.lane[star_lane(star, COMPUTATION, i)].state[0],
                     date);
}

/* The date at which the computed unit leaves its place. */
static double left_at(const struct star *star, const struct sp_event *work)
{
  const struct sp_event *result = message_of(&star->world, work)->part[RECEPTION];
  if (work->lost || !star->in->hold_result || !sp_returns(star->in, work->from))
    return work->end;
  return result ? result->end : host_fails(star, work->from, work->end);
}

/* The date at which the place of an emission is free again, INFINITY if the trace does not show
 * it; nothing is computed of an empty chunk. */
static double release_of(const struct star *star, const struct sp_event *emission)
{
  const struct sp_event *work = message_of(&star->world, emission)->part[COMPUTATION];
  if (work)
    return left_at(star, work);
  if (emission->lost || emission->amount == 0)
    return emission->end;
  return host_fails(star, emission->to, emission->end);
}

/* Places that the messages take: one for each task of a bag. */
static long units_of(const struct star *star, const struct selection *sent)
{
  double units = 0;
  for (long j = 0; j < sent->n; j++)
    units += star->in->problem == SP_BAG ? sent->event[j]->amount : 1;
  return (long)units;
}

/* A place is held from the start of the emission to the end of the computation of its unit. Places
 * released at the date of a start count, so it is enough to compare sorted dates. */
bool check_star_places(const struct star *star)
{
  bool good = true;

  for (int i = 1; i <= star->in->m && good; i++) {
    struct selection sent = star_events(star, EMISSION, i);
    if (sp_places(star->in, i) >= units_of(star, &sent))
      continue;
    struct selection unit = {0, sp_xcalloc((size_t)units_of(star, &sent), sizeof *unit.event)};
    double *release = sp_xcalloc((size_t)units_of(star, &sent), sizeof *release);
    sort_events(&sent, by_start);
    for (long j = 0; j < sent.n; j++)
      for (long k = 0; k < (star->in->problem == SP_BAG ? (long)sent.event[j]->amount : 1); k++) {
        release[unit.n] = release_of(star, sent.event[j]);
        unit.event[unit.n++] = sent.event[j];
      }
    good = check_places(&star->world, i, sp_places(star->in, i), &unit, release);
    free(release);
    free(unit.event);
  }
  return good;
}

/* Two computations of a worker, one after the other: first come initial units, then the others in
 * the order of their arrival, at these dates. */
static bool check_pair(const struct world *w, const struct sp_event *earlier, double earlier_came,
                       const struct sp_event *e, double came)
{
  bool late = e->message < 0 && earlier->message >= 0;

  if (!late && !before(w, came, earlier_came))
    return true;
  if (!before(w, earlier->start, e->start) || e->amount == 0 || earlier->amount == 0)
    return true; /* which of them began first is not known, or nothing was computed */
  if (late)
    return violation(w,
                     "worker %d computes an initial unit at %.12g after message %ld, expected "
                     "initial units first",
                     e->from, e->start, earlier->message + 1);
  return violation(w,
                   "worker %d computes message %ld, which arrived at %.12g, after message %ld, "
                   "which arrived at %.12g, expected the order of arrival",
                   e->from, e->message + 1, came, earlier->message + 1, earlier_came);
}

/* Has worker i been down between the dates, the last one included? Then units whose reception was
 * engaged may be its own again, and are computed late. */
static bool was_down(const struct star *star, int i, double from, double to)
{
  return star->world.can_fail &&
         lane_fails(&star->world.lane[star_lane(star, EMISSION, i)], from) <= to;
}

bool check_orders(const struct star *star)
{
  bool good = true;

  for (int i = 1; i <= star->in->m; i++) {
    struct selection work = star_events(star, COMPUTATION, i);
    double came = 0, earlier_came;
    sort_events(&work, by_start);
    for (long j = 0; j < work.n && good; j++) {
      const struct sp_event *e = work.event[j];
      earlier_came = came;
      came = e->message < 0 ? 0 : message_of(&star->world, e)->part[EMISSION]->end;
      if (j > 0 && (sp_from_master(star->in) || !was_down(star, i, came, e->start)))
        good = check_pair(&star->world, work.event[j - 1], earlier_came, e, came);
    }
  }
  return good;
}
