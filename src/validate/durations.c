/* How long each event may last: as long as its amount takes, on a lane whose speed, bandwidth or
 * latency may change, and which may go down. */
#include "validate/world.h"

/* Relative, of an integral: sums of pieces are rounded; and of a date: those of changes are. */
static const double ROUNDING = 1e-12, DATE_ROUNDING = 2e-13;
/* The same of the validator's own sums. */
static const double OWN_ROUNDING = 2e-14, OWN_DATE_ROUNDING = 2e-15;
/* What lacks less of its time at a change has ended there: half of what docs/model.md says, since
 * rounding decides what lacks as much. */
static const double AT_A_CHANGE = 5e-14;
/* A duration is short below so many times the tolerance. */
enum { SHORT = 100 };

/* Notes how long the event takes: its nominal duration, or as long as it lasted if it need not have
 * that; and counts it if it is short. */
static inline void note_duration(struct world *w, const struct sp_event *e, double takes)
{
  double lasted = e->end - e->start;
  bool any = e->lost || w->durations == SP_DURATIONS_ANY;
  bool exact = w->durations == SP_DURATIONS_EXACT;
  w->takes[e - w->trace->event] = any ? lasted : exact ? takes : fmax(lasted, takes);
}

/* The first is the same however the trace is sorted. */
static inline void note_short(struct world *w, const struct sp_event *e, double nominal)
{
  bool is_short = nominal > 0 && nominal < SHORT * w->tolerance * e->end;
  if (is_short && w->durations != SP_DURATIONS_ANY &&
      (w->too_short++ == 0 || by_start(&e, &w->first_short) < 0))
    w->first_short = e;
}

/* What was lost had not ended: it may have lasted for its whole duration, but no longer. */
static bool check_constant(struct world *w, const struct sp_event *e, double nominal)
{
  double lasted = e->end - e->start, slack = w->tolerance * e->end;
  bool shorter = w->durations != SP_DURATIONS_ANY && lasted < nominal - slack;
  bool longer = w->durations == SP_DURATIONS_EXACT && lasted > nominal + slack;
  char what[DESCRIPTION];

  note_duration(w, e, nominal);
  if (e->lost && w->durations == SP_DURATIONS_EXACT && before(w, e->start + nominal, e->end))
    return violation(w, "%s is lost at %.12g, after its end at %.12g", w->describe(e, what), e->end,
                     e->start + nominal);
  if (e->lost)
    return true;
  if (isinf(nominal))
    return violation(w, "%s: this %s only relays (w is infinite)", w->describe(e, what),
                     w->node_name);
  note_short(w, e, nominal);
  if (!shorter && !longer)
    return true;
  return violation(w, "%s takes %.12g from %.12g, %s than the nominal %.12g", w->describe(e, what),
                   lasted, e->start, shorter ? "shorter" : "longer", nominal);
}

/* What an event does where speeds or bandwidths change: it begins at `from`, after its latency, and
 * takes `work` at factor 1. */
struct changing {
  const struct integral *integral;
  double from, work;
};

/* By how much the validator's own integral until that date may be wrong. */
static double own_rounding(const struct changing *c, double date)
{
  return OWN_ROUNDING * c->work + OWN_DATE_ROUNDING * date * c->integral->best;
}

static double date_of(const struct changing *c, double work)
{
  return integral_reach(c->integral, c->from, work).date;
}

/* The last date at which the work can end: that at which the integral reaches it, or the change
 * before at which nearly nothing is lacking. */
static double latest_end(const struct changing *c, double rounding)
{
  if (!(c->work > 0))
    return c->from;
  double nearly = date_of(c, c->work * (1 - 2 * AT_A_CHANGE));
  double less = AT_A_CHANGE * (c->work + nearly * c->integral->best);
  struct reach near = integral_reach(c->integral, c->from, c->work - less);
  double lack = c->work - integral_between(c->integral, c->from, near.until);
  double most = AT_A_CHANGE * (c->work + near.date * near.factor) - own_rounding(c, near.date);
  double latest = date_of(c, c->work + rounding);
  return near.factor > 0 && lack <= most ? fmin(latest, near.until) : latest;
}

/* Has the event, after its latency, lasted until what changes reached the time that it takes at
 * factor 1, and no longer? */
static bool check_changing(struct world *w, const struct sp_event *e, const struct changing *c,
                           double nominal)
{
  const char *whose = e->kind == SP_COMPUTE ? "processor" : "link";
  double rounding = ROUNDING * c->work + DATE_ROUNDING * e->end * c->integral->best;
  double slack = w->tolerance * e->end, last = latest_end(c, rounding);
  double first = date_of(c, c->work - own_rounding(c, e->end));
  char what[DESCRIPTION];

  if (first > e->end + slack) /* it may stand still, or nearly so, but for rounding */
    first = date_of(c, c->work - rounding);
  note_short(w, e, nominal);
  note_duration(w, e, fmin(fmax(e->end, first), last) - e->start);
  if (w->durations == SP_DURATIONS_EXACT && last < e->end - slack)
    return violation(w,
                     "%s lasts from %.12g to %.12g, but its %s has done the %.12g that it takes at "
                     "factor 1 by %.12g",
                     w->describe(e, what), e->start, e->end, whose, c->work, last);
  if (e->lost || w->durations == SP_DURATIONS_ANY || e->end + slack >= first)
    return true;
  return violation(w,
                   "%s lasts from %.12g to %.12g, in which its %s does %.12g of the %.12g that it "
                   "takes at factor 1",
                   w->describe(e, what), e->start, e->end, whose,
                   integral_between(c->integral, c->from, fmax(e->end, c->from)), c->work);
}

static bool check_with_latency(struct world *w, const struct sp_event *e, const struct lane *lane,
                               double latency)
{
  double worth = w->worth ? w->worth(w, e) : e->amount;
  double work = (worth > 0 ? worth * lane->cost : 0) + lane->extra, nominal = latency + work;

  if (isnan(worth)) {
    note_duration(w, e, 0);
    return true;
  }
  if (!lane->rate || isinf(nominal))
    return check_constant(w, e, nominal);
  return check_changing(w, e, &(struct changing){lane->rate, e->start + latency, nominal - latency},
                        nominal);
}

/* A message has the latency of its start, if that changes there the one before or after. */
bool check_duration(struct world *w, const struct sp_event *e, const struct lane *lane)
{
  if (!lane->latencies)
    return check_with_latency(w, e, lane, lane->latency);
  double slack = w->tolerance * e->start;
  double earlier = integral_factor(lane->latencies, fmax(e->start - slack, 0));
  double later = integral_factor(lane->latencies, e->start + slack);
  return check_with_latency(w, e, lane, lane->latency * later) ||
         (earlier != later && check_with_latency(w, e, lane, lane->latency * earlier));
}

/* ---- What goes down. */

double lane_fails(const struct lane *lane, double date)
{
  double first = INFINITY;
  for (int k = 0; k < STATES; k++)
    if (lane->state[k])
      first = fmin(first, integral_first(lane->state[k], date, true));
  return first;
}

double fails_after(const struct world *w, const struct integral *node, double date)
{
  double later = date + w->tolerance * date;
  double down = node ? integral_first(node, later, true) : INFINITY;
  return down > later ? down : date;
}

bool check_state(const struct world *w, const struct sp_event *e, const struct lane *lane)
{
  double slack = w->tolerance * e->end;
  double down = lane_fails(lane, e->start + slack);
  char what[DESCRIPTION];

  if (e->start < e->end && down < e->end - slack)
    return violation(w, "%s lasts from %.12g to %.12g, but its host or link is down at %.12g",
                     w->describe(e, what), e->start, e->end, down);
  if (e->lost && fmin(down, lane_fails(lane, fmax(e->end - slack, 0))) > e->end + slack)
    return violation(w, "%s is lost at %.12g, when its host and link are up", w->describe(e, what),
                     e->end);
  return true;
}
