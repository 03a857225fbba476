/* Helpers of the tests of the multi-round heuristics: planning in both directions, with checks that
 * hold for any plan. */
#pragma once

#include "sequences.h"

static const struct sp_num UNLIMITED = {INFINITY, 0, 0};

/* T, or W by the deadline; NAN: refused, with a reason. messages may be NULL. */
static inline double solved_by(const struct sp_registry *registry, const char *text,
                               const struct sp_instance *in, long *messages)
{
  struct sp_method method;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  assert_int_equal(sp_method_parse(registry, text, &method, NULL), SP_OK);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  bool refused = sp_plan(cx, &method, in, &plan);
  assert_true(!refused || sp_context_reason(cx)[0]);
  double load = 0, T = refused ? NAN : sp_makespan(in, &plan);
  for (long k = 0; k < plan.n; k++)
    load += plan.msg[k].amount;
  if (!refused && strcmp(method.heuristic->name, "periodic") == 0)
    assert_true(T <= plan.planned * (1 + 1e-12));
  else if (!refused && !close_to(T, plan.planned, 1e-12))
    fail_msg("%s plans %.17g and takes %.17g", text, plan.planned, T);
  if (!refused && in->deadline.v == INFINITY && !close_to(load, in->total.v, 1e-12))
    fail_msg("%s carries %.17g of %.17g", text, load, in->total.v);
  if (!refused)
    assert_true(T <= in->deadline.v * (1 + 1e-12) && load <= in->total.v * (1 + 1e-12));
  if (messages)
    *messages = plan.n;
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  sp_method_clear(&method);
  return refused || in->deadline.v == INFINITY ? T : load;
}

/* The greatest load by T, for an instance of either direction. */
static inline double load_by(const struct sp_registry *registry, const char *text,
                             struct sp_instance *in, double T)
{
  struct sp_num total = in->total, deadline = in->deadline;
  in->total = UNLIMITED;
  in->deadline = sp_double(T);
  double load = solved_by(registry, text, in, NULL);
  in->total = total;
  in->deadline = deadline;
  return load;
}

/* Checks every method of the kind without load, without time, and with both a load and a deadline.
 */
static inline void check_limits(const struct sp_registry *registry, const char *text,
                                struct sp_instance *in)
{
  long messages;
  double T = solved_by(registry, text, in, NULL), W = in->total.v;
  in->deadline = sp_double(1.5 * T);
  if (!isnan(T) && !close_to(solved_by(registry, text, in, NULL), W, 1e-12))
    fail_msg("%s: the load is not all there long after %.17g", text, T);
  in->deadline = sp_double(0.75 * T);
  if (!isnan(T) && solved_by(registry, text, in, NULL) > W)
    fail_msg("%s: more load than there is", text);
  in->deadline = sp_int(0);
  assert_true(solved_by(registry, text, in, &messages) == 0 && messages == 0);
  in->deadline = UNLIMITED;
  struct sp_num total = in->total;
  in->total = sp_int(0);
  assert_true(solved_by(registry, text, in, &messages) == 0 && messages == 0);
  in->total = total;
}

/* Checks that the method refuses, with this text in the reason. */
static inline void check_refused(const struct sp_registry *registry, const char *text,
                                 const struct sp_instance *in, const char *word)
{
  struct sp_method method;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  assert_int_equal(sp_method_parse(registry, text, &method, NULL), SP_OK);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  if (!sp_plan(cx, &method, in, &plan) || !strstr(sp_context_reason(cx), word))
    fail_msg("%s: \"%s\", expected a refusal with '%s'", text, sp_context_reason(cx), word);
  sp_context_free(cx);
  sp_method_clear(&method);
}
