/* How long each event of a star may last: as long as its amount takes, with speeds, bandwidths and
 * latencies that may change. See star.h. */
#include "validate/star.h"

/* Relative, of an integral: sums of pieces are rounded; and of a date: those of changes are. */
static const double ROUNDING = 1e-12, DATE_ROUNDING = 2e-13;
/* The same of the validator's own sums. */
static const double OWN_ROUNDING = 2e-14, OWN_DATE_ROUNDING = 2e-15;
/* What lacks less of its time at a change has ended there: half of what docs/model.md says, since
 * rounding decides what lacks as much. */
static const double AT_A_CHANGE = 5e-14;

static double nominal_duration(const struct sp_instance *in, const struct sp_event *e,
                               double latency)
{
  if (e->kind == SP_TRANSFER)
    return latency + e->amount * in->c[worker_of(e)].v;
  return e->amount > 0 ? e->amount * in->w[worker_of(e)].v : 0;
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
static int check_changing(struct check *check, const struct sp_event *e, enum sp_changing kind,
                          double nominal, double latency)
{
  struct rules *rules = &check->rules;
  const struct integral *integral = &check->integral[kind][worker_of(e)];
  const char *whose = kind == SP_BANDWIDTH ? "link" : "processor";
  const struct changing c = {integral, e->start + latency, nominal - latency};
  double rounding = ROUNDING * c.work + DATE_ROUNDING * e->end * integral->best;
  double slack = rules->tolerance * e->end, last = latest_end(&c, rounding);
  double first = date_of(&c, c.work - own_rounding(&c, e->end));
  char what[DESCRIPTION];

  if (first > e->end + slack) /* it may stand still, or nearly so, but for rounding */
    first = date_of(&c, c.work - rounding);
  note_short(rules, e, nominal);
  note_duration(rules, e, fmin(fmax(e->end, first), last) - e->start);
  if (rules->durations == SP_DURATIONS_EXACT && last < e->end - slack)
    return violation(rules,
                     "%s lasts from %.12g to %.12g, but its %s has done the %.12g that it takes at "
                     "factor 1 by %.12g",
                     rules->describe(e, what), e->start, e->end, whose, c.work, last);
  if (e->lost || rules->durations == SP_DURATIONS_ANY || e->end + slack >= first)
    return SP_OK;
  return violation(rules,
                   "%s lasts from %.12g to %.12g, in which its %s does %.12g of the %.12g that it "
                   "takes at factor 1",
                   rules->describe(e, what), e->start, e->end, whose,
                   integral_between(integral, c.from, fmax(e->end, c.from)), c.work);
}

/* What was lost had not ended: it may have lasted for its whole duration, but no longer. */
static int check_lost(struct rules *rules, const struct sp_event *e, double nominal)
{
  char what[DESCRIPTION];

  note_duration(rules, e, nominal);
  if (rules->durations != SP_DURATIONS_EXACT || !before(rules, e->start + nominal, e->end))
    return SP_OK;
  return violation(rules, "%s is lost at %.12g, after its end at %.12g", rules->describe(e, what),
                   e->end, e->start + nominal);
}

static int check_with_latency(struct check *check, const struct sp_event *e, double latency)
{
  enum sp_changing kind = e->kind == SP_TRANSFER ? SP_BANDWIDTH : SP_SPEED;
  double nominal = nominal_duration(check->in, e, latency);

  bool changing = check->integral[kind] && check->in->profile[kind][worker_of(e)].n > 0;
  if (!changing || isinf(nominal))
    return e->lost ? check_lost(&check->rules, e, nominal)
                   : check_duration(&check->rules, e, nominal);
  return check_changing(check, e, kind, nominal, latency);
}

/* A message has the latency of its start, if that changes there the one before or after. */
int check_lasting(struct check *check, const struct sp_event *e)
{
  bool transfer = e->kind == SP_TRANSFER;
  double latency = transfer ? check->in->latency[worker_of(e)].v : 0;
  const struct sp_profile *changing = transfer ? check->in->profile[SP_LATENCY] : NULL;

  if (!changing)
    return check_with_latency(check, e, latency);
  double slack = check->rules.tolerance * e->start;
  double before = integral_factor(&changing[worker_of(e)], fmax(e->start - slack, 0));
  double after = integral_factor(&changing[worker_of(e)], e->start + slack);
  int code = check_with_latency(check, e, latency * after);
  return code == SP_OK || before == after ? code : check_with_latency(check, e, latency * before);
}
