/* Tests the way from a method to a schedule: planners, plans of on-line methods, plans within
 * plans, refusals. */
#include "method/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include <starport/starport.h>

/* Asks for itself, always. */
static int mirror_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                       struct sp_schedule *out)
{
  (void)options;
  return sp_plan_with(cx, "mirror", in, out);
}

/* Sends a task from a worker that does not exist. */
static int wrong_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                      struct sp_schedule *out)
{
  (void)cx, (void)options;
  sp_schedule_add(out, in->m + 1, 1, 1, -1);
  return 0;
}

static int silent_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                       struct sp_schedule *out)
{
  (void)cx, (void)in, (void)options;
  sp_schedule_add(out, 1, 2, 1, -1);
  return -1;
}

static int asking_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                       struct sp_schedule *out)
{
  (void)options;
  return sp_plan_with(cx, "bba:cost=foo", in, out);
}

#define TOY(NAME, PLAN)                                                                   \
  {                                                                                       \
    .abi = SP_ABI, .name = NAME, .summary = "a toy", .source = "this test", .version = 1, \
    .problems = SP_REDISTRIBUTION, .plan = PLAN                                           \
  }

static const struct sp_heuristic toy[] = {TOY("mirror", mirror_plan), TOY("wrong", wrong_plan),
                                          TOY("silent", silent_plan), TOY("asking", asking_plan)};

/* Plans METHOD on a --star text. The reason, or NULL; the caller frees it and clears *out. */
static char *plan(const char *text, const char *star, struct sp_schedule *out)
{
  struct sp_error error = {""};
  struct sp_registry *r = sp_registry_alloc(&error);
  struct sp_instance *in = sp_star_parse(star, &error);
  struct sp_method method;
  assert_true(r && in);
  for (int i = 0; i < 4; i++)
    assert_int_equal(sp_registry_add(r, &toy[i], &error), SP_OK);
  if (sp_method_parse(r, text, &method, &error) != SP_OK)
    fail_msg("%s", error.text);
  struct sp_context *cx = sp_context_alloc(r, 6005, in, &method);
  int failed = sp_plan(cx, &method, in, out);
  char *reason = failed ? strdup(sp_context_reason(cx)) : NULL;
  assert_true(!failed || (out->n == 0 && isnan(out->planned)));
  sp_context_free(cx);
  sp_method_clear(&method);
  sp_instance_free(in);
  sp_registry_free(r);
  return reason;
}

static const char trace_platform[] = "c=2,2,2,2 w=3,3,4,4 load=8,1,1,0";

/* RR-6005, section 4.2. */
static void test_planners(void **state)
{
  (void)state;
  static const struct {
    const char *method;
    double planned;
  } known[] = {{"bba", 14}, {"mbbsa", 13}, {"R_BSA", 13}};
  for (int i = 0; i < 3; i++) {
    struct sp_schedule out = SP_SCHEDULE_EMPTY;
    assert_null(plan(known[i].method, trace_platform, &out));
    assert_true(out.planned == known[i].planned && out.n > 0);
    sp_schedule_clear(&out);
  }
}

/* One worker, c = 2, w = 3, four tasks: the first arrives at 2, the last is computed at 14. */
static void test_on_line(void **state)
{
  (void)state;
  struct sp_schedule out = SP_SCHEDULE_EMPTY;
  assert_null(plan("min_c", "c=2 w=3 tasks=4", &out));
  assert_int_equal(out.n, 4);
  for (int k = 0; k < 4; k++)
    assert_true(out.msg[k].from == 0 && out.msg[k].to == 1 && out.msg[k].amount == 1);
  assert_true(out.planned == 14);
  sp_schedule_clear(&out);
}

/* Takes two tasks from worker 1 at date 7 and sends them at date 20. */
static struct sp_decision patient_next(const struct sp_view *view, const void *options, void *state)
{
  (void)options, (void)state;
  double date = view->port == SP_IN ? 7 : 20;
  if (view->now < date)
    return (struct sp_decision){SP_WAIT, 0, 0, date};
  if (view->port == SP_OUT)
    return (struct sp_decision){SP_SEND, 2, 1, 0};
  bool more = view->worker[1].movable > 3;
  return (struct sp_decision){more ? SP_SEND : SP_DONE, 1, 1, 0};
}

/* The plan of an on-line heuristic keeps the dates for which it waited, so that it ends as planned;
 * without them it ends earlier. */
static void test_waits(void **state)
{
  (void)state;
  static const struct sp_heuristic patient = {.abi = SP_ABI,
                                              .name = "patient",
                                              .summary = "a toy",
                                              .source = "this test",
                                              .version = 1,
                                              .problems = SP_REDISTRIBUTION,
                                              .next = patient_next};
  struct sp_error error;
  struct sp_registry *r = sp_registry_alloc(&error);
  struct sp_instance *in = sp_star_parse(trace_platform, &error);
  struct sp_method method;
  struct sp_schedule out = SP_SCHEDULE_EMPTY;
  assert_int_equal(sp_registry_add(r, &patient, &error), SP_OK);
  assert_int_equal(sp_method_parse(r, "patient", &method, &error), SP_OK);
  struct sp_context *cx = sp_context_alloc(r, 6005, in, &method);
  assert_int_equal(sp_plan(cx, &method, in, &out), 0);
  assert_int_equal(out.n, 2);
  assert_true(out.msg[0].earliest[SP_IN] == 7 && out.msg[0].earliest[SP_OUT] == 20);
  assert_true(out.msg[1].earliest[SP_IN] == 0 && out.msg[1].earliest[SP_OUT] == 0);
  assert_true(sp_makespan(in, &out) == out.planned && out.planned == 28);
  out.msg[0].earliest[SP_OUT] = 0;
  assert_true(sp_makespan(in, &out) < 28);
  out.msg[1].earliest[SP_IN] = INFINITY;
  assert_true(isnan(sp_makespan(in, &out)));
  sp_schedule_clear(&out);
  sp_context_free(cx);
  sp_method_clear(&method);
  sp_instance_free(in);
  sp_registry_free(r);
}

static void refused(const char *method, const char *star, const char *words)
{
  struct sp_schedule out = SP_SCHEDULE_EMPTY;
  char *reason = plan(method, star, &out);
  assert_non_null(reason);
  if (!strstr(reason, words))
    fail_msg("'%s' does not say '%s'", reason, words);
  free(reason);
}

static void test_refused(void **state)
{
  (void)state;
  refused("bba", "c=2 w=3 tasks=4", "bba does redistribution; this is a bag");
  refused("min_c", trace_platform, "min_c does bag; this is redistribution");
  refused("mirror", trace_platform, "plans within plans, 8 deep, ask for mirror");
  refused("wrong", trace_platform, "wrong: transfer 1: from is 5, expected a worker 1..4");
  refused("silent", trace_platform, "silent refuses this instance without a reason");
  refused("asking", trace_platform, "bba: cost=foo: expected own, mean, median or in-first");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_planners),
      cmocka_unit_test(test_on_line),
      cmocka_unit_test(test_waits),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
