/* The validator of switches, on which load flows: it checks the intervals of a trace alone.
 *
 * The amount that an activity has moved or computed by a date is piecewise linear. Two such amounts
 * are compared at the ends of the intervals of both. The rates on a link or a processor are summed:
 * added at the start of each interval and subtracted at its end. */
#include "validate/fluid.h"
#include "base/memory.h"
#include "base/num.h"
#include "validate/order.h"
#include <math.h>

/* Relative: of an amount, of the later of two dates, of the capacity that a rate may have. */
static const double TOLERANCE = 1e-9;
/* Dates and amounts are rounded: an interval may have been longer by this part of its end, an
 * amount greater by this part of the whole load, which engines move in small units. */
static const double ROUNDING = 1e-15;

struct checking {
  const struct fluid *f;
  const struct sp_trace *trace;
  struct groups by; /* events by activity, of each by start */
  struct sp_error *error;
};

#define REFUSE(error, ...) (sp_bad_input(error, __VA_ARGS__), false)

static int activity_of(const void *data, const struct sp_event *e, long place[MOST_PLACES])
{
  (void)data;
  place[0] = e->message;
  return 1;
}

/* Events name an activity and its hosts, and have dates. */
static bool check_events(struct checking *c)
{
  for (long k = 0; k < c->trace->n; k++) {
    const struct sp_event *e = &c->trace->event[k];
    if (e->message < 0 || e->message >= c->f->n)
      return REFUSE(c->error, "activity %ld, expected 0 to %ld", e->message, c->f->n - 1);
    const struct fluid_activity *a = &c->f->activity[e->message];
    if (e->to != a->to + 1 || e->from != a->from + 1 ||
        e->kind != (a->computes ? SP_COMPUTE : SP_TRANSFER))
      return REFUSE(c->error, "activity %ld is at %d -> %d, expected %d -> %d", e->message, e->from,
                    e->to, a->from + 1, a->to + 1);
    if (!(e->start >= 0 && e->end >= e->start && e->end < INFINITY && e->amount >= 0))
      return REFUSE(c->error, "activity %ld: %.17g in [%.17g, %.17g]", e->message, e->amount,
                    e->start, e->end);
  }
  return true;
}

/* The intervals of each activity follow each other and add up to its amount. */
static bool check_amounts(struct checking *c)
{
  for (long k = 0; k < c->f->n; k++) {
    double amount = 0, end = 0;
    for (long i = c->by.first[k]; i < c->by.first[k + 1]; i++) {
      const struct sp_event *e = c->by.event[i];
      if (e->start < end * (1 - TOLERANCE))
        return REFUSE(c->error, "activity %ld has two intervals at %.17g", k, e->start);
      end = e->end;
      amount += e->amount;
    }
    if (!(fabs(amount - c->f->activity[k].amount) <=
          TOLERANCE * c->f->activity[k].amount + ROUNDING * c->f->load))
      return REFUSE(c->error, "activity %ld: %.17g in all, expected %.17g", k, amount,
                    c->f->activity[k].amount);
  }
  return true;
}

/* ---- No load is computed before it has arrived. */

/* The amount of activity k by a date; *at and *before advance with the dates. */
static double amount_by(const struct checking *c, long k, double date, long *at, double *before)
{
  while (*at < c->by.first[k + 1] && c->by.event[*at]->end <= date)
    *before += c->by.event[(*at)++]->amount;
  if (*at == c->by.first[k + 1] || c->by.event[*at]->start >= date)
    return *before;
  const struct sp_event *e = c->by.event[*at];
  return *before + e->amount * ((date - e->start) / (e->end - e->start));
}

/* The next date after `date` at which an interval of activity k starts or ends. */
static double next_end(const struct checking *c, long k, long at, double date)
{
  for (; at < c->by.first[k + 1]; at++) {
    if (c->by.event[at]->start > date)
      return c->by.event[at]->start;
    if (c->by.event[at]->end > date)
      return c->by.event[at]->end;
  }
  return INFINITY;
}

static bool check_arrival(struct checking *c, long k)
{
  long stream = c->f->activity[k].stream, here = c->by.first[k], there = c->by.first[stream];
  double computed = 0, received = 0, date = 0;
  while ((date = fmin(next_end(c, k, here, date), next_end(c, stream, there, date))) < INFINITY) {
    double done = amount_by(c, k, date, &here, &computed);
    double arrived = amount_by(c, stream, date, &there, &received);
    if (!(done <= arrived + TOLERANCE * c->f->activity[stream].amount + ROUNDING * c->f->load))
      return REFUSE(c->error,
                    "processor %d has computed %.17g of the stream from %d by %.17g, when %.17g "
                    "have arrived",
                    c->f->activity[k].to + 1, done, c->f->activity[stream].from + 1, date, arrived);
  }
  return true;
}

/* ---- Rates. */

enum { UP, DOWN, PROCESSOR, PARTS };

struct change {
  double date, rate;
  double amount; /* of what is too short for a rate, all at its end */
  long part;
};

static int by_part(const void *a, const void *b)
{
  const struct change *x = a, *y = b;
  int order = SP_COMPARE(x->part, y->part);
  order = order ? order : SP_COMPARE(x->date, y->date);
  return order ? order : SP_COMPARE(x->rate, y->rate);
}

static long list_changes(const struct checking *c, struct change *change)
{
  long n = 0;
  for (long k = 0; k < c->trace->n; k++) {
    const struct sp_event *e = &c->trace->event[k];
    bool brief = e->end - e->start <= TOLERANCE * e->end; /* its rate would be rounding */
    double rate = brief ? 0 : e->amount / (e->end - e->start + ROUNDING * e->end);
    long part[2] = {PARTS * (e->from - 1) + UP, PARTS * (e->to - 1) + DOWN};
    if (e->kind == SP_COMPUTE)
      part[0] = PARTS * (e->to - 1) + PROCESSOR;
    for (int i = 0; i < (e->kind == SP_COMPUTE ? 1 : 2); i++) {
      change[n++] = (struct change){e->start, rate, 0, part[i]};
      change[n++] = (struct change){e->end, -rate, brief ? e->amount : 0, part[i]};
    }
  }
  qsort(change, (size_t)n, sizeof *change, by_part);
  return n;
}

/* `above`: the amount above what the part can do, since the date at which that is most. */
static bool check_rates(struct checking *c)
{
  static const char *const name[PARTS] = {"sends", "receives", "computes"};
  struct change *change = sp_xcalloc(4 * (size_t)c->trace->n, sizeof *change);
  long n = list_changes(c, change);
  double rate = 0, above = 0;
  bool good = true;
  for (long k = 0; good && k < n; k++) {
    long part = change[k].part, host = part / PARTS;
    double most = part % PARTS == PROCESSOR ? c->f->speed[host] : c->f->bandwidth[host];
    bool first = k == 0 || part != change[k - 1].part;
    double done = first ? 0 : (rate - most) * (change[k].date - change[k - 1].date);
    above = (first ? 0 : fmax(above + done, 0)) + change[k].amount;
    rate = (first ? 0 : rate) + change[k].rate;
    bool lasts = k + 1 < n && change[k + 1].part == part &&
                 change[k + 1].date - change[k].date > TOLERANCE * change[k + 1].date;
    if (lasts && !(rate <= most * (1 + TOLERANCE)))
      good = REFUSE(c->error, "processor %ld %s %.17g a unit of time at %.17g, expected %.17g",
                    host + 1, name[part % PARTS], rate, change[k].date, most);
    if (good && above > TOLERANCE * change[k].date * most + ROUNDING * c->f->load)
      good = REFUSE(c->error, "processor %ld %s %.17g by %.17g more than its %.17g a unit of time",
                    host + 1, name[part % PARTS], above, change[k].date, most);
  }
  free(change);
  return good;
}

static bool check(struct checking *c)
{
  if (!check_amounts(c) || (!c->f->means && !check_rates(c)))
    return false;
  for (long k = 0; k < c->f->n; k++)
    if (c->f->activity[k].computes && c->f->activity[k].stream >= 0 && !check_arrival(c, k))
      return false;
  return true;
}

int fluid_check(const struct fluid *f, const struct sp_trace *trace, struct sp_error *error)
{
  struct checking c = {.f = f, .trace = trace, .error = error};
  if (!check_events(&c))
    return SP_NOT_VERIFIED;
  struct selection all = select_all(trace);
  c.by = deal(&all, f->n, activity_of, NULL, by_start);
  bool good = check(&c);
  groups_clear(&c.by);
  free(all.event);
  return good ? SP_OK : SP_NOT_VERIFIED;
}
