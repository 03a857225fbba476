/* The validator of stars: does a trace obey the model? It knows the instance and the intervals, not
 * the decisions, so it can check traces of any origin. This file checks each event by itself, then
 * the other files check units and resources. O(n log n). */
#include "validate/star.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

static const char *describe(const struct sp_event *e, char text[DESCRIPTION])
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

  if (e->from < 0 || e->from > m || e->to < 0 || e->to > m)
    return violation(&check->rules, "event %ld: unknown node %d, expected 0 (master) to %d", rank,
                     e->from < 0 || e->from > m ? e->from : e->to, m);
  if (e->kind == SP_COMPUTE && e->from == 0)
    return violation(&check->rules, "event %ld: the master computes", rank);
  if (e->kind == SP_TRANSFER && (e->from == 0) == (e->to == 0))
    return violation(&check->rules,
                     "event %ld: a transfer from %d to %d is neither from nor to the master", rank,
                     e->from, e->to);
  if (e->message < (e->kind == SP_TRANSFER ? 0 : -1))
    return violation(&check->rules, "event %ld: message number %ld, expected at least %d", rank,
                     e->message + 1, e->kind == SP_TRANSFER);
  return SP_OK;
}

static int check_amount(struct check *check, const struct sp_event *e)
{
  bool divisible = check->in->problem == SP_DIVISIBLE;
  long most = check->in->buffer[worker_of(e)];
  char what[DESCRIPTION];

  if (divisible && most != LONG_MAX && e->amount > (double)most * (1 + check->rules.relative))
    return violation(&check->rules, "%s has the amount %.12g, more than the buffer of %ld",
                     describe(e, what), e->amount, most);
  if (divisible ? e->amount >= 0 && isfinite(e->amount) : e->amount == 1)
    return SP_OK; /* an empty chunk is a message that pays its latency */
  return violation(&check->rules, "%s has the amount %.12g, expected %s", describe(e, what),
                   e->amount, divisible ? "a positive one" : "1 task");
}

static double nominal_duration(const struct sp_instance *in, const struct sp_event *e)
{
  if (e->kind == SP_TRANSFER)
    return sp_message_time(in, worker_of(e), e->amount);
  return e->amount > 0 ? e->amount * in->w[worker_of(e)].v : 0;
}

static int check_problem(struct check *check, const struct sp_event *e)
{
  char what[DESCRIPTION];

  if (check->in->problem == SP_IMBALANCE && e->kind == SP_COMPUTE)
    return violation(&check->rules, "%s: nothing is computed in an imbalance problem",
                     describe(e, what));
  if (sp_from_master(check->in) && role_of(e) == RECEPTION)
    return violation(&check->rules, "%s: all units are at the master, which receives nothing",
                     describe(e, what));
  return SP_OK;
}

static int check_events(struct check *check)
{
  int code = SP_OK;

  for (long j = 0; j < check->trace->n && code == SP_OK; j++) {
    const struct sp_event *e = &check->trace->event[j];
    code = check_kind(&check->rules, j + 1, e);
    if (code == SP_OK)
      code = check_nodes(check, j + 1, e);
    if (code == SP_OK)
      code = check_dates(&check->rules, e);
    if (code == SP_OK)
      code = check_problem(check, e);
    if (code == SP_OK)
      code = check_amount(check, e);
    if (code == SP_OK)
      code = check_duration(&check->rules, e, nominal_duration(check->in, e));
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
                        .rules = {.durations = durations,
                                  .until = in->deadline.v,
                                  .until_name = "the deadline",
                                  .node_name = "worker",
                                  .describe = describe,
                                  .error = error},
                        .partial = !isinf(in->deadline.v)};

  set_tolerance(&check.rules, trace, tolerance);
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
  free(check.message);
  return code;
}
