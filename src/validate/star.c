/* The validator of stars: does a trace obey the model? It knows the instance and the intervals, not
 * the decisions, so it can check traces of any origin. This file checks each event by itself, then
 * the ways of the units (units.c), then ports, links, processors and places. O(n log n). */
#include "validate/star.h"
#include "base/memory.h"
#include "model/instance.h"

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

  if (divisible && most != LONG_MAX && e->amount > (double)most * (1 + check->rules.amounts))
    return violation(&check->rules, "%s has the amount %.12g, more than the buffer of %ld",
                     describe(e, what), e->amount, most);
  if (divisible ? e->amount >= 0 && isfinite(e->amount) : e->amount == 1)
    return SP_OK; /* an empty chunk is a message that pays its latency */
  return violation(&check->rules, "%s has the amount %.12g, expected %s", describe(e, what),
                   e->amount, divisible ? "a positive one" : "1 task");
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
      code = check_lasting(check, e);
    if (code == SP_OK && sp_can_fail(check->in))
      code = check_state(check, e);
  }
  return code;
}

/* ---- Resources */

/* release[k]: the date at which the place of emission k is free again, INFINITY if the trace does
 * not show it. */
static void find_releases(const struct check *check, double *release)
{
  const struct sp_event *all = check->trace->event;
  double *of = sp_xcalloc((size_t)check->trace->n, sizeof *of); /* by place in the trace */

  for (long k = 0; k < check->messages; k++) {
    const struct sp_event *e = check->message[k].part[EMISSION];
    const struct sp_event *work = check->message[k].part[COMPUTATION];
    if (e) /* nothing to compute in an empty chunk */
      of[e - all] = work                        ? work->end
                    : e->lost || e->amount == 0 ? e->end
                    : sp_can_fail(check->in)    ? host_fails(check, e->to, e->end)
                                                : INFINITY;
  }
  for (long k = 0; k < check->of[EMISSION].n; k++)
    release[k] = of[check->at[EMISSION].event[k] - all];
  free(of);
}

/* A place is held from the start of the emission to the end of the computation of its unit. Places
 * released at the date of a start count, so it is enough to compare sorted dates. */
static int check_places(struct check *check)
{
  long sent = check->of[EMISSION].n;
  int m = check->in->m, code = SP_OK;
  bool bounded = false;

  for (int i = 1; i <= m; i++)
    bounded |= sp_places(check->in, i) < sent;
  if (!bounded)
    return SP_OK;
  double *release = sp_xrealloc(NULL, (size_t)sent, sizeof *release);

  sort_groups(&check->at[EMISSION], m + 1, by_start);
  find_releases(check, release);
  for (int i = 1; i <= m && code == SP_OK; i++)
    code = check_releases(&check->rules, i, check->in->buffer[i], count_at(check, EMISSION, i),
                          events_at(check, EMISSION, i), release + check->at[EMISSION].first[i]);
  free(release);
  return code;
}

static int check_resources(struct check *check)
{
  const struct sp_node *master = check->in->platform.node;
  long places = check->in->m + 1;
  const struct resource port[] = {
      [RECEPTION] = {1, "the master's reception port", NULL, master, false},
      [EMISSION] = {1, "the master's emission port", NULL, master, true},
  };
  const struct resource of_worker[] = {
      [RECEPTION] = {places, "a link towards the master", NULL, NULL, false},
      [EMISSION] = {places, "a link from the master", NULL, NULL, false},
      [COMPUTATION] = {places, "a processor", NULL, NULL, false},
  };
  int code = SP_OK;

  for (enum role r = RECEPTION; r <= EMISSION && code == SP_OK; r++) {
    long first[] = {0, check->of[r].n}; /* one place, which all use */
    code =
        check_resource(&check->rules, check, &port[r], &(struct groups){first, check->of[r].event});
  }
  for (enum role r = RECEPTION; r <= COMPUTATION && code == SP_OK; r++)
    code = check_resource(&check->rules, check, &of_worker[r], &check->at[r]);
  return code == SP_OK ? check_places(check) : code;
}

/* ---- The whole trace */

static void select_roles(struct check *check)
{
  const struct sp_trace *trace = check->trace;
  long n[ROLES] = {0};

  for (long j = 0; j < trace->n; j++)
    n[role_of(&trace->event[j])]++;
  check->of[0].event = sp_xrealloc(NULL, (size_t)trace->n, sizeof *check->of[0].event);
  for (int r = 1; r < ROLES; r++) /* one array for all */
    check->of[r].event = check->of[r - 1].event + n[r - 1];
  for (long j = 0; j < trace->n; j++) {
    struct selection *s = &check->of[role_of(&trace->event[j])];
    s->event[s->n++] = &trace->event[j];
  }
  for (int r = 0; r < ROLES; r++)
    check->at[r] = deal(&check->of[r], check->in->m + 1, place_of_worker, check, NULL);
}

static void clear(struct check *check)
{
  for (int kind = 0; kind < SP_CHANGING; kind++) {
    for (int i = 0; check->integral[kind] && i <= check->in->m; i++)
      integral_clear(&check->integral[kind][i]);
    free(check->integral[kind]);
  }
  for (int r = 0; r < ROLES; r++)
    groups_clear(&check->at[r]);
  free(check->of[0].event);
  free(check->message);
  free(check->rules.takes);
}

static void integrate_profiles(struct check *check)
{
  const struct sp_instance *in = check->in;
  for (int kind = 0; kind < SP_CHANGING; kind++) {
    if (!in->profile[kind])
      continue;
    check->integral[kind] = sp_xcalloc((size_t)in->m + 1, sizeof *check->integral[kind]);
    for (int i = 0; i <= in->m; i++)
      check->integral[kind][i] = integral_of(&in->profile[kind][i]);
  }
}

int sp_validate(const struct sp_instance *in, const struct sp_trace *trace, double tolerance,
                enum sp_durations durations, struct sp_error *error)
{
  struct check check = {.in = in,
                        .trace = trace,
                        .rules = {.tolerance = tolerance > 0 ? tolerance : DEFAULT_TOLERANCE,
                                  .amounts = fmax(tolerance, DEFAULT_TOLERANCE),
                                  .durations = durations,
                                  .until = in->deadline.v,
                                  .until_name = "the deadline",
                                  .node_name = "worker",
                                  .can_fail = sp_can_fail(in),
                                  .describe = describe,
                                  .event = trace->event,
                                  .takes = sp_xcalloc((size_t)trace->n, sizeof(double)),
                                  .error = error},
                        .partial = !isinf(in->deadline.v)};

  integrate_profiles(&check);
  int code = check_events(&check);
  if (code != SP_OK) {
    clear(&check);
    return code;
  }
  select_roles(&check);
  code = check_units(&check);
  if (code == SP_OK)
    code = check_resources(&check);
  if (code == SP_OK)
    code = check_orders(&check);
  clear(&check);
  return conclude(&check.rules, code);
}
