/* The profiles of hosts and ways: traces as factors of what is there without them. */
#include "base/memory.h"
#include "io/platform/platform.h"
#include "model/profile.h"

/* A trace, and the value before its first date. */
struct part {
  const struct trace *trace; /* NULL: the value is always the base */
  double base;
  int link;
  long passed; /* pieces that have begun */
};

static int check_part(const struct part *part, enum sp_changing kind, struct sp_error *error)
{
  const struct sp_profile *p = &part->trace->profile;
  const struct trace *t = part->trace;
  double last = p->factor[p->n - 1], most = 0;
  for (long k = 0; k < p->n; k++)
    most = fmax(most, p->factor[k]);
  if ((kind == SP_SPEED || kind == SP_BANDWIDTH) && (isinf(p->period) ? last : most) == 0)
    return sp_bad_input(error, "%s:%ld: 0 for ever, expected a value > 0 in the end", t->file,
                        t->last_line);
  return SP_OK;
}

/* The date from which on a trace is the same in each round: before its first date it has the base
 * in the first round, and the last value in a further one. */
static double same_from(const struct part *part)
{
  const struct sp_profile *p = part->trace ? &part->trace->profile : NULL;
  return p && isfinite(p->period) && p->factor[p->n - 1] != part->base ? p->date[0] : 0;
}

/* The start of piece k of a trace, counted over its rounds. */
static double start_of(const struct sp_profile *p, long k)
{
  return k < p->n ? p->date[k] : p->date[k % p->n] + (double)(k / p->n) * p->period;
}

/* The value at a date; the dates of calls do not go back. *next: lowered to the next change. */
static double value_at(struct part *part, double date, double *next)
{
  if (!part->trace)
    return part->base;
  const struct sp_profile *p = &part->trace->profile;
  while (start_of(p, part->passed) <= date)
    part->passed++;
  *next = fmin(*next, start_of(p, part->passed));
  return part->passed > 0 ? p->factor[(part->passed - 1) % p->n] : part->base;
}

/* Parts that can be combined repeat with one period, or none does. *period: theirs. */
static int check_parts(const struct part *part, int n, enum sp_changing kind, double *period,
                       struct sp_error *error)
{
  const struct trace *first = NULL;
  int code = SP_OK;
  for (int i = 0; i < n && code == SP_OK; i++) {
    const struct trace *t = part[i].trace;
    if (!t)
      continue;
    first = first ? first : t;
    code = check_part(&part[i], kind, error);
    if (code == SP_OK && t->profile.period != first->profile.period)
      code = sp_bad_input(error,
                          "%s:%ld: period %g on one route with period %g (%s:%ld), expected one "
                          "period",
                          t->file, t->last_line, t->profile.period, first->profile.period,
                          first->file, first->last_line);
  }
  *period = first ? first->profile.period : INFINITY;
  return code;
}

/* The sum of the latencies of n > 0 parts at a date, or the least of their other values. */
static double value_of(struct part *part, int n, enum sp_changing kind, double date, double *next)
{
  double value = value_at(&part[0], date, next);
  for (int i = 1; i < n; i++) {
    double other = value_at(&part[i], date, next);
    value = kind == SP_LATENCY ? value + other : fmin(value, other);
  }
  return value;
}

/* The profile of n > 0 parts, relative to `base`. */
static int combine(struct part *part, int n, double base, enum sp_changing kind,
                   struct sp_profile *out, struct sp_error *error)
{
  if (check_parts(part, n, kind, &out->period, error) != SP_OK)
    return SP_BAD_INPUT;
  long cap = 0;
  double from = 0;
  for (int i = 0; i < n; i++)
    from = fmax(from, same_from(&part[i]));
  for (double date = 0, next; date < from + out->period; date = next) {
    next = INFINITY;
    double value = value_of(part, n, kind, date, &next);
    double factor = profile_is_state(kind) ? value > 0 : value == base ? 1 : value / base;
    if (date == from)
      out->again = out->n;
    if (out->n == 0 || factor != out->factor[out->n - 1] || date == from)
      sp_profile_add(out, &cap, date, factor);
  }
  return SP_OK;
}

static int host_profile(const struct topology *t, const struct point *p, enum sp_changing kind,
                        struct sp_profile *out, struct sp_error *error)
{
  int trace = kind == SP_HOST_STATE ? p->state_trace : p->speed_trace;
  if (trace < 0)
    return SP_OK;
  return combine(&(struct part){.trace = &t->trace[trace], .base = 1}, 1, 1, kind, out, error);
}

static int way_profile(const struct topology *t, const struct passage *way, enum sp_changing kind,
                       struct sp_profile *out, struct sp_error *error)
{
  struct part *part = sp_xcalloc((size_t)way->n, sizeof *part);
  const struct trace *changing = NULL;
  for (int k = 0; k < way->n; k++) {
    const struct resource *r = &t->resource[way->resource[k]];
    const struct link *link = &t->link[r->link];
    int at = k; /* by link, so that the sums of both directions are the same */
    for (; at > 0 && part[at - 1].link > r->link; at--)
      part[at] = part[at - 1];
    int trace = kind == SP_LATENCY      ? link->latency_trace
                : kind == SP_LINK_STATE ? link->state_trace
                                        : link->bandwidth_trace;
    double base = kind == SP_LATENCY ? r->latency : kind == SP_LINK_STATE ? 1 : r->bandwidth;
    part[at] = (struct part){trace >= 0 ? &t->trace[trace] : NULL, base, r->link, 0};
    changing = trace >= 0 ? &t->trace[trace] : changing;
  }
  double unused = INFINITY;
  double base = changing ? value_of(part, way->n, kind, -1, &unused) : 1;
  int code = changing ? combine(part, way->n, base, kind, out, error) : SP_OK;
  if (base == 0 && out->n > 0 && isinf(profile_best(out)))
    code = sp_bad_input(error,
                        "%s:%ld: a latency > 0 on a route whose latency is 0 without profiles, "
                        "expected one of which it is a multiple",
                        changing->file, changing->last_line);
  free(part);
  return code;
}

static int ways_profile(const struct topology *t, const struct passage *there,
                        const struct passage *back, enum sp_changing kind, struct sp_profile *out,
                        struct sp_error *error)
{
  struct sp_profile other = {.period = INFINITY};
  int code = way_profile(t, there, kind, out, error);
  if (code == SP_OK && back)
    code = way_profile(t, back, kind, &other, error);
  if (code == SP_OK && back && !sp_profile_same(out, &other))
    code = SP_NOT_VERIFIED;
  sp_profile_clear(&other);
  return code;
}

int topology_profiles(const struct topology *t, int host, const struct passage *there,
                      const struct passage *back, struct sp_profile out[SP_CHANGING],
                      struct sp_error *error)
{
  static const enum sp_changing kinds[SP_CHANGING] = {SP_BANDWIDTH, SP_LINK_STATE, SP_LATENCY,
                                                      SP_SPEED, SP_HOST_STATE};
  int code = SP_OK;
  for (int k = 0; k < SP_CHANGING; k++)
    out[k] = (struct sp_profile){.period = INFINITY};
  for (int k = 0; k < SP_CHANGING && code == SP_OK; k++)
    if (!profile_is_of_node(kinds[k]) && there)
      code = ways_profile(t, there, back, kinds[k], &out[kinds[k]], error);
    else if (profile_is_of_node(kinds[k]) && host >= 0)
      code = host_profile(t, &t->point[host], kinds[k], &out[kinds[k]], error);
  return code;
}
