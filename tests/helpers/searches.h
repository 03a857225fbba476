/* Helpers of the tests of the searches for an activation sequence. */
#pragma once

#include "sequences.h"

/* The time of a method's plan, or its load by the deadline; NAN if it refuses. Checks `planned`. */
static inline double value_of(const struct sp_registry *registry, const struct sp_instance *in,
                              const char *text, char reason[256], long *messages)
{
  struct sp_method method;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_error error;
  assert_int_equal(sp_method_parse(registry, text, &method, &error), SP_OK);
  struct sp_context *cx = sp_context_alloc(registry, 7, in, &method);
  double value = NAN, load = 0;
  if (sp_plan(cx, &method, in, &plan) == 0) {
    for (long k = 0; k < plan.n; k++) {
      assert_true(plan.msg[k].amount > 0);
      load += plan.msg[k].amount;
    }
    double makespan = plan.n > 0 ? sp_makespan(in, &plan) : 0;
    if (!isnan(plan.planned) && strncmp(text, "periodic", 9) != 0)
      assert_true(close_to(plan.planned, makespan, 1e-11));
    assert_true(makespan <= in->deadline.v * (1 + 1e-11));
    assert_true(in->deadline.v < INFINITY ? load <= in->total.v * (1 + 1e-12)
                                          : close_to(load, in->total.v, 1e-12));
    value = in->deadline.v < INFINITY ? load : makespan;
  }
  if (reason)
    snprintf(reason, 256, "%s", isnan(value) ? sp_context_reason(cx) : "");
  if (messages)
    *messages = plan.n;
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  sp_method_clear(&method);
  return value;
}

static inline void expect(const struct sp_registry *registry, const struct sp_instance *in,
                          const char *method, double value, const char *id)
{
  char reason[256];
  double found = value_of(registry, in, method, reason, NULL);
  if (!close_to(found, value, 1e-11))
    fail_msg("%s: %s gives %.17g, expected %.17g %s", id, method, found, value, reason);
}

/* Small stars: work or deadline, often equal workers. */
static inline struct sp_instance *small_star(uint64_t *state, int workers)
{
  struct sp_instance *in = random_star(state, (unsigned)draw(state, 0, 2), workers);
  if (in->m > 1 && draw(state, 0, 3) == 0) {
    in->c[2] = in->c[1];
    in->w[2] = in->w[1];
    in->latency[2] = in->latency[1];
  }
  if (draw(state, 0, 1)) {
    in->deadline = sp_int(draw(state, 1, 120));
    in->total = (struct sp_num){INFINITY, 0, 0};
    if (draw(state, 0, 4) == 0)
      in->total = sp_int(draw(state, 1, 20));
  }
  return in;
}

static inline void refused(const struct sp_registry *registry, const struct sp_instance *in,
                           const char *method, const char *words)
{
  char reason[256];
  assert_true(isnan(value_of(registry, in, method, reason, NULL)));
  if (!strstr(reason, words))
    fail_msg("%s: \"%s\", expected \"%s\"", method, reason, words);
}

static inline struct sp_instance *star(const char *text)
{
  struct sp_error error = {""};
  struct sp_instance *in = sp_star_parse(text, &error);
  if (!in)
    fail_msg("%s", error.text);
  return in;
}

static inline void check_star(const struct sp_registry *registry, const char *text,
                              const char *method, double value)
{
  struct sp_instance *in = star(text);
  expect(registry, in, method, value, text);
  sp_instance_free(in);
}

static inline void refuse_star(const struct sp_registry *registry, const char *text,
                               const char *method, const char *words)
{
  struct sp_instance *in = star(text);
  refused(registry, in, method, words);
  sp_instance_free(in);
}
