/* The validator: does a trace obey the model? It knows the instance and the intervals and nothing
 * of what was decided, so it judges traces from anywhere. This file checks each event by itself,
 * then hands the trace, sorted as they need it, to the checks of resources and units. O(n log n).
 *
 * Dates that differ by less than `slack` count as equal, and always in the trace's favour. */
#include "validate/star.h"
#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_TOLERANCE 1e-9

int violation(struct sp_error *error, const char *format, ...)
{
  if (error) {
    va_list values;
    va_start(values, format);
    vsnprintf(error->text, sizeof error->text, format, values);
    va_end(values);
  }
  return SP_NOT_VERIFIED;
}

const char *description(const struct sp_event *e, char text[DESCRIPTION])
{
  static const char *const hop[] = {"reception from", "emission to"};

  if (e->kind == SP_TRANSFER)
    snprintf(text, DESCRIPTION, "message %ld's %s worker %d", e->message + 1, hop[role_of(e)],
             worker_of(e));
  else if (e->message < 0)
    snprintf(text, DESCRIPTION, "worker %d's computation of an initial unit", e->from);
  else
    snprintf(text, DESCRIPTION, "worker %d's computation of message %ld", e->from, e->message + 1);
  return text;
}

static int check_nodes(struct check *check, long rank, const struct sp_event *e)
{
  int m = check->in->m;

  if (e->kind != SP_TRANSFER && e->kind != SP_COMPUTE)
    return violation(check->error, "event %ld: unknown kind %d", rank, (int)e->kind);
  if (e->from < 0 || e->from > m || e->to < 0 || e->to > m)
    return violation(check->error, "event %ld: unknown node %d, expected 0 (master) to %d", rank,
                     e->from < 0 || e->from > m ? e->from : e->to, m);
  if (e->kind == SP_COMPUTE && e->from != e->to)
    return violation(check->error, "event %ld: a computation from %d to %d, expected one node",
                     rank, e->from, e->to);
  if (e->kind == SP_COMPUTE && e->from == 0)
    return violation(check->error, "event %ld: the master computes", rank);
  if (e->kind == SP_TRANSFER && (e->from == 0) == (e->to == 0))
    return violation(check->error,
                     "event %ld: a transfer from %d to %d is neither from nor to the master", rank,
                     e->from, e->to);
  if (e->message < (e->kind == SP_TRANSFER ? 0 : -1))
    return violation(check->error, "event %ld: message number %ld, expected at least %d", rank,
                     e->message + 1, e->kind == SP_TRANSFER);
  return SP_OK;
}

static int check_dates(struct check *check, const struct sp_event *e)
{
  double latest = check->in->deadline.v + check->slack;
  char what[DESCRIPTION];

  if (e->start >= 0 && e->end >= e->start && e->end <= latest && isfinite(e->end))
    return SP_OK;
  description(e, what);
  if (!isfinite(e->start) || !isfinite(e->end))
    return violation(check->error, "%s: dates %.12g to %.12g are not finite", what, e->start,
                     e->end);
  if (e->start < 0)
    return violation(check->error, "%s starts at %.12g, a negative date", what, e->start);
  if (e->end < e->start)
    return violation(check->error, "%s ends at %.12g before its start at %.12g", what, e->end,
                     e->start);
  return violation(check->error, "%s ends at %.12g after the deadline %.12g", what, e->end,
                   check->in->deadline.v);
}

static int check_amount(struct check *check, const struct sp_event *e)
{
  bool divisible = check->in->problem == SP_DIVISIBLE;
  long most = check->in->buffer[worker_of(e)];
  char what[DESCRIPTION];

  if (divisible && most != LONG_MAX && e->amount > (double)most * (1 + check->relative))
    return violation(check->error, "%s has the amount %.12g, more than the buffer of %ld",
                     description(e, what), e->amount, most);
  if (divisible ? e->amount >= 0 && isfinite(e->amount) : e->amount == 1)
    return SP_OK; /* an empty chunk is a message that pays its latency */
  return violation(check->error, "%s has the amount %.12g, expected %s", description(e, what),
                   e->amount, divisible ? "a positive one" : "1 task");
}

static int check_duration(struct check *check, const struct sp_event *e)
{
  const struct sp_instance *in = check->in;
  int i = worker_of(e);
  double lasted = e->end - e->start, nominal;
  char what[DESCRIPTION];

  if (e->kind == SP_TRANSFER)
    nominal = in->latency[i].v + e->amount * in->c[i].v;
  else
    nominal = e->amount > 0 ? e->amount * in->w[i].v : 0;
  if (isinf(nominal))
    return violation(check->error, "%s: this worker only relays (w is infinite)",
                     description(e, what));
  if (check->durations != SP_DURATIONS_ANY && lasted < nominal - check->slack)
    return violation(check->error, "%s takes %.12g from %.12g, shorter than the nominal %.12g",
                     description(e, what), lasted, e->start, nominal);
  if (check->durations == SP_DURATIONS_EXACT && lasted > nominal + check->slack)
    return violation(check->error, "%s takes %.12g from %.12g, longer than the nominal %.12g",
                     description(e, what), lasted, e->start, nominal);
  return SP_OK;
}

static int check_problem(struct check *check, const struct sp_event *e)
{
  enum sp_problem problem = check->in->problem;
  char what[DESCRIPTION];

  if (problem == SP_IMBALANCE && e->kind == SP_COMPUTE)
    return violation(check->error, "%s: nothing is computed in an imbalance problem",
                     description(e, what));
  if ((problem == SP_BAG || problem == SP_DIVISIBLE) && role_of(e) == RECEPTION)
    return violation(check->error, "%s: all units are at the master, which receives nothing",
                     description(e, what));
  return SP_OK;
}

static int check_events(struct check *check)
{
  int code = SP_OK;

  for (long j = 0; j < check->trace->n && code == SP_OK; j++) {
    const struct sp_event *e = &check->trace->event[j];
    code = check_nodes(check, j + 1, e);
    if (code == SP_OK)
      code = check_dates(check, e);
    if (code == SP_OK)
      code = check_problem(check, e);
    if (code == SP_OK)
      code = check_amount(check, e);
    if (code == SP_OK)
      code = check_duration(check, e);
  }
  return code;
}

static struct selection select_role(const struct sp_trace *trace, enum role role)
{
  struct selection s = {0, sp_xcalloc((size_t)trace->n, sizeof *s.event)};

  for (long j = 0; j < trace->n; j++)
    if (role_of(&trace->event[j]) == role)
      s.event[s.n++] = &trace->event[j];
  return s;
}

int sp_validate(const struct sp_instance *in, const struct sp_trace *trace, double tolerance,
                enum sp_durations durations, struct sp_error *error)
{
  struct check check = {.in = in,
                        .trace = trace,
                        .relative = tolerance > 0 ? tolerance : DEFAULT_TOLERANCE,
                        .durations = durations,
                        .partial = !isinf(in->deadline.v),
                        .error = error};
  double greatest = 0;

  for (long j = 0; j < trace->n; j++)
    if (isfinite(trace->event[j].end) && trace->event[j].end > greatest)
      greatest = trace->event[j].end;
  check.slack = check.relative * greatest;
  int code = check_events(&check);
  if (code != SP_OK)
    return code;
  check.hop[RECEPTION] = select_role(trace, RECEPTION);
  check.hop[EMISSION] = select_role(trace, EMISSION);
  check.work = select_role(trace, COMPUTATION);
  code = check_units(&check);
  if (code == SP_OK)
    code = check_resources(&check);
  free(check.hop[RECEPTION].event);
  free(check.hop[EMISSION].event);
  free(check.work.event);
  return code;
}
