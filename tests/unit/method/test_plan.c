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

static int counted; /* plans of `counts` */

static double amount_of(const struct sp_instance *in, int k)
{
  return in->problem == SP_BAG ? 1 : k % 2 ? 1.5 : 0.5;
}

static int counting_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                         struct sp_schedule *out)
{
  (void)cx, (void)options;
  counted++;
  for (int k = 0; k < (int)in->total.v; k++)
    sp_schedule_add(out, 0, 1 + k % in->m, amount_of(in, k), -1);
  out->planned = in->c[1].v;
  return 0;
}

static void ask(struct sp_context *cx, const char *method, const struct sp_instance *in)
{
  struct sp_schedule out = SP_SCHEDULE_EMPTY;
  assert_int_equal(sp_plan_with(cx, method, in, &out), 0);
  assert_int_equal(out.n, in->total.v);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(out.msg[k].to, k + 1);
    assert_true(out.msg[k].amount == amount_of(in, k));
  }
  assert_true(out.planned == in->c[1].v);
  sp_schedule_clear(&out);
}

static int repeating_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                          struct sp_schedule *out)
{
  (void)options;
  struct sp_instance *other = sp_instance_copy(in);
  other->c[1] = sp_int(7);
  ask(cx, "counts", in);
  ask(cx, "counts", other);
  ask(cx, "counts", in);
  sp_instance_free(other);
  return sp_plan_with(cx, "counts", in, out);
}

static int outer_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                      struct sp_schedule *out)
{
  (void)options;
  ask(cx, "counts", in);
  return sp_plan_with(cx, "repeats", in, out);
}

/* Of so many plans the first 64 are remembered. */
static int many_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                     struct sp_schedule *out)
{
  (void)options;
  struct sp_instance *other = sp_instance_copy(in);
  for (int k = 1; k <= 70; k++) {
    other->c[1] = sp_int(k);
    ask(cx, "counts", other);
  }
  ask(cx, "counts", other);
  other->c[1] = sp_int(64);
  ask(cx, "counts", other);
  sp_instance_free(other);
  return sp_plan_with(cx, "counts", in, out);
}

/* One that asks again for a plan of the same instance, at any depth, gets it as it was. */
static void test_remembered(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    int (*plan)(struct sp_context *, const struct sp_instance *, const void *,
                struct sp_schedule *);
  } asked[] = {{"counts", counting_plan},
               {"repeats", repeating_plan},
               {"outer", outer_plan},
               {"many", many_plan}};
  static struct sp_heuristic heuristic[4];
  static const char *const star[] = {"c=1,2 w=3,4 tasks=6", "c=1,2 w=3,4 work=6"};
  struct sp_error error = {""};
  struct sp_registry *r = sp_registry_alloc(&error);
  for (int k = 0; k < 4; k++) {
    heuristic[k] = (struct sp_heuristic){.abi = SP_ABI,
                                         .name = asked[k].name,
                                         .summary = "a toy",
                                         .source = "this test",
                                         .version = 1,
                                         .problems = SP_BAG | SP_DIVISIBLE,
                                         .plan = asked[k].plan};
    assert_int_equal(sp_registry_add(r, &heuristic[k], &error), SP_OK);
  }
  for (int run = 0; run < 8; run++) { /* not from one run to the next */
    struct sp_method method;
    struct sp_schedule out = SP_SCHEDULE_EMPTY;
    struct sp_instance *in = sp_star_parse(star[run % 2], &error);
    assert_int_equal(sp_method_parse(r, run < 4 ? "outer" : "many", &method, &error), SP_OK);
    struct sp_context *cx = sp_context_alloc(r, 1, in, &method);
    counted = 0;
    assert_int_equal(sp_plan(cx, &method, in, &out), 0);
    assert_int_equal(out.n, 6);
    assert_int_equal(counted, run < 4 ? 2 : 71);
    sp_context_free(cx);
    sp_method_clear(&method);
    sp_schedule_clear(&out);
    sp_instance_free(in);
  }
  sp_registry_free(r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_planners),   cmocka_unit_test(test_on_line),
      cmocka_unit_test(test_waits),      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_remembered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
