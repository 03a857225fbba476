/* The profiles of hosts and ways: traces as factors of what is there without them. */
#include "base/memory.h"
#include "io/platform/platform.h"

#include <math.h>
#include <stdlib.h>

/* A trace, and the value before its first date. */
struct part {
  const struct trace *trace;
  double base;
  long passed; /* pieces that have begun */
};

static int check_part(const struct part *part, bool state, struct sp_error *error)
{
  const struct sp_profile *p = &part->trace->profile;
  const struct trace *t = part->trace;
  double last = p->factor[p->n - 1], most = 0;
  for (long k = 0; k < p->n; k++)
    most = fmax(most, p->factor[k]);
  if (!state && (isinf(p->period) ? last : most) == 0)
    return sp_bad_input(error, "%s:%ld: 0 for ever, expected a value > 0 in the end", t->file,
                        t->last_line);
  return SP_OK;
}

/* The date from which on a trace is the same in each round: before its first date it has the base
 * in the first round, and the last value in a further one. */
static double same_from(const struct part *part)
{
  const struct sp_profile *p = &part->trace->profile;
  return isfinite(p->period) && p->factor[p->n - 1] != part->base ? p->date[0] : 0;
}

/* The start of piece k of a trace, counted over its rounds. */
static double start_of(const struct sp_profile *p, long k)
{
  return k < p->n ? p->date[k] : p->date[k % p->n] + (double)(k / p->n) * p->period;
}

/* The value at a date; the dates of calls do not go back. *next: lowered to the next change. */
static double value_at(struct part *part, double date, double *next)
{
  const struct sp_profile *p = &part->trace->profile;
  while (start_of(p, part->passed) <= date)
    part->passed++;
  *next = fmin(*next, start_of(p, part->passed));
  return part->passed > 0 ? p->factor[(part->passed - 1) % p->n] : part->base;
}

/* Parts that can be combined repeat with one period, or none does. */
static int check_parts(const struct part *part, int n, bool state, struct sp_error *error)
{
  int code = SP_OK;
  for (int i = 0; i < n && code == SP_OK; i++) {
    code = check_part(&part[i], state, error);
    if (code == SP_OK && part[i].trace->profile.period != part[0].trace->profile.period)
      code = sp_bad_input(error,
                          "%s:%ld: period %g on one route with period %g (%s:%ld), expected one "
                          "period",
                          part[i].trace->file, part[i].trace->last_line,
                          part[i].trace->profile.period, part[0].trace->profile.period,
                          part[0].trace->file, part[0].trace->last_line);
  }
  return code;
}

/* The least value of n > 0 parts and of `rest` at each date, relative to `base`. */
static int least_of(struct part *part, int n, double rest, double base, bool state,
                    struct sp_profile *out, struct sp_error *error)
{
  if (check_parts(part, n, state, error) != SP_OK)
    return SP_BAD_INPUT;
  long cap = 0;
  double from = 0;
  out->period = part[0].trace->profile.period;
  for (int i = 0; i < n; i++)
    from = fmax(from, same_from(&part[i]));
  for (double date = 0, next; date < from + out->period; date = next) {
    double least = rest;
    next = INFINITY;
    for (int i = 0; i < n; i++)
      least = fmin(least, value_at(&part[i], date, &next));
    double factor = state ? least > 0 : least / base;
    if (date == from)
      out->again = out->n;
    if (out->n == 0 || factor != out->factor[out->n - 1] || date == from)
      sp_profile_add(out, &cap, date, factor);
  }
  return SP_OK;
}

int topology_host_profile(const struct topology *t, int point, enum sp_changing kind,
                          struct sp_profile *out, struct sp_error *error)
{
  const struct point *p = &t->point[point];
  bool state = kind == SP_HOST_STATE;
  int trace = state ? p->state_trace : p->speed_trace;
  *out = (struct sp_profile){.period = INFINITY};
  if (trace < 0)
    return SP_OK;
  return least_of(&(struct part){&t->trace[trace], 1, 0}, 1, INFINITY, 1, state, out, error);
}

int topology_way_profile(const struct topology *t, const struct passage *way, enum sp_changing kind,
                         struct sp_profile *out, struct sp_error *error)
{
  bool state = kind == SP_LINK_STATE;
  struct part *part = sp_xcalloc((size_t)way->n, sizeof *part);
  double rest = INFINITY;
  int n = 0;
  *out = (struct sp_profile){.period = INFINITY};
  for (int k = 0; k < way->n; k++) {
    const struct resource *r = &t->resource[way->resource[k]];
    int trace = state ? t->link[r->link].state_trace : t->link[r->link].bandwidth_trace;
    if (trace >= 0)
      part[n++] = (struct part){&t->trace[trace], state ? 1 : r->bandwidth, 0};
    else if (!state)
      rest = fmin(rest, r->bandwidth);
  }
  int code =
      n == 0 ? SP_OK : least_of(part, n, rest, state ? 1 : way->bandwidth, state, out, error);
  free(part);
  return code;
}

const char *topology_changing(const struct topology *t, long *line)
{
  for (int i = 0; i < t->n_points; i++)
    if (t->point[i].speed_trace >= 0 || t->point[i].state_trace >= 0) {
      *line = t->point[i].line;
      return t->point[i].name;
    }
  for (int i = 0; i < t->n_links; i++)
    if (t->link[i].bandwidth_trace >= 0 || t->link[i].state_trace >= 0) {
      *line = t->link[i].line;
      return t->link[i].name;
    }
  return NULL;
}
