/* Tests the heuristic `fixed` and divisible loads in general: reasons of refusals, both engines,
 * chunk limits, loads and dates of extreme sizes. */
#include "engine/perform/perform.h"
#include "io/text/star.h"
#include "sequences.h"
#include "simgrid.h"
#include "stars.h"

#include <stdio.h>

static void perform(const struct sp_registry *registry, const struct sp_instance *in,
                    const char *text, enum sp_engine engine, struct sp_result *result,
                    struct sp_trace *trace, struct sp_schedule *decided)
{
  struct sp_conditions plain = {.seed = 1};
  struct sp_method method;
  struct sp_error error;
  if (sp_method_parse(registry, text, &method, &error))
    fail_msg("%s", error.text);
  struct sp_request request = {
      .registry = registry, .method = &method, .engine = engine, .conditions = &plain};
  sp_perform(in, &request, result, trace, decided);
  sp_method_clear(&method);
}

/* Runs on both engines, which must agree with each other and with the plan. */
static struct sp_result agreed(const struct sp_registry *registry, const struct sp_instance *in,
                               const char *text)
{
  struct sp_result result[2];
  struct sp_trace trace[2] = {SP_TRACE_EMPTY, SP_TRACE_EMPTY};
  struct sp_schedule decided[2] = {SP_SCHEDULE_EMPTY, SP_SCHEDULE_EMPTY};
  struct sp_error error;
  need_simgrid();
  for (int e = 0; e < 2; e++) {
    perform(registry, in, text, (enum sp_engine)e, &result[e], &trace[e], &decided[e]);
    if (result[e].status != SP_RUN_OK || !result[e].verified)
      fail_msg("%s: %s: %s", sp_engine_name((enum sp_engine)e), text, result[e].reason);
    if (!close_to(result[e].makespan, result[e].planned, 1e-9))
      fail_msg("%s: planned %.17g, executed %.17g", sp_engine_name((enum sp_engine)e),
               result[e].planned, result[e].makespan);
  }
  if (sp_engines_agree(&result[0], &trace[0], &decided[0], &result[1], &trace[1], &decided[1],
                       &error))
    fail_msg("%s: %s", text, error.text);
  for (int e = 0; e < 2; e++) {
    sp_trace_clear(&trace[e]);
    sp_schedule_clear(&decided[e]);
  }
  return result[1];
}

static void examples(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_instance *in = parse("c=10,1 w=1,1 latency=1,2 deadline=19");
  struct sp_result r = agreed(registry, in, "fixed:sequence=2-1-2-1-2");
  assert_true(close_to(r.done, 10.5, 1e-12) && r.messages == 5);
  r = agreed(registry, in, "fixed:sequence=2-2-2-1");
  assert_true(close_to(r.done, 249.0 / 22, 1e-12) && close_to(r.makespan, 19, 1e-12));
  r = agreed(registry, in, "fixed:sequence=2-2-2-1:method=linear");
  assert_true(close_to(r.done, 249.0 / 22, 1e-12));
  sp_instance_free(in);
  in = parse("c=10,1 w=1,1 latency=1,2 work=5 deadline=19"); /* less than T allows */
  r = agreed(registry, in, "fixed:sequence=2-1:method=linear");
  assert_true(close_to(r.done, 5, 1e-12) && r.makespan < 18);
  assert_true(close_to(agreed(registry, in, "fixed:sequence=2-2-2-1").done, 5, 1e-12));
  sp_instance_free(in);
  in = parse("c=9,2,5,6 w=4,9,5,1 latency=2,8,5,7 work=47");
  assert_true(close_to(agreed(registry, in, "fixed:sequence=1-4-1").makespan, 315.5, 1e-12));
  r = agreed(registry, in, "fixed:sequence=1-4-1:method=linear");
  assert_true(close_to(r.makespan, 55639.0 / 143, 1e-12));
  sp_instance_free(in);
  sp_registry_free(registry);
}

/* No load, or none in time: a plan without messages. */
static void nothing_to_do(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  static const char *const text[] = {"c=10,1 w=1,1 latency=1,2 work=0",
                                     "c=10,1 w=1,1 latency=1,2 deadline=4.99"};
  static const char *const method[] = {"fixed:sequence=2-1-2",
                                       "fixed:sequence=2-1-2:method=linear"};
  for (int k = 0; k < 4; k++) {
    struct sp_instance *in = parse(text[k / 2]);
    struct sp_result r = agreed(registry, in, method[k % 2]);
    assert_true(r.messages == 0 && r.makespan == 0 && r.done == 0 && r.planned == 0);
    sp_instance_free(in);
  }
  struct sp_instance *in = parse("c=10,1 w=1,1 latency=1,2 deadline=5"); /* just the start-ups */
  struct sp_result r = agreed(registry, in, "fixed:sequence=2-1-2");
  assert_true(r.done == 0 && r.messages == 3);
  sp_instance_free(in);
  sp_registry_free(registry);
}

static void refused(const struct sp_registry *registry, const char *text, const char *method,
                    const char *why)
{
  struct sp_instance *in = parse(text);
  struct sp_result r;
  perform(registry, in, method, SP_ENGINE_NATIVE, &r, NULL, NULL);
  if (r.status != SP_REFUSED || !strstr(r.reason, why))
    fail_msg("%s: %s '%s', expected '%s'", method, sp_status_name(r.status), r.reason, why);
  sp_instance_free(in);
}

static void refusals(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  static const char *const two = "c=10,1 w=1,1 latency=1,2 work=5";
  refused(registry, two, "fixed", "no sequence: give the worker of each message");
  refused(registry, two, "fixed:sequence=1-3", "there is no worker 3, expected 1..2");
  refused(registry, two, "fixed:sequence=0-1", "there is no worker 0, expected 1..2");
  refused(registry, two, "fixed:sequence=99999999999999999999", "there is no worker 9999");
  refused(registry, two, "fixed:sequence=1-", "expected workers 1..2 with - between them");
  refused(registry, two, "fixed:sequence=1--2", "expected workers 1..2");
  refused(registry, two, "fixed:sequence=1x2", "sequence=1x2: expected workers 1..2");
  refused(registry, two, "fixed:sequence=-1", "expected workers 1..2");
  refused(registry, "c=1,1 w=1,inf work=5", "fixed:sequence=1-2", "worker 2 only relays (w = inf)");
  refused(registry, "c=1 w=1 work=5 send=2", "fixed:sequence=1", "one message at a time");
  refused(registry, "c=10,1 w=1,1 latency=1,2 deadline=19",
          "fixed:sequence=2-1-2-1-2:method=linear", "5 messages are too many for this deadline");
  refused(registry, "c=1 w=1 latency=10 work=1", "fixed:sequence=1-1:method=linear",
          "take method=lp, which leaves it empty");
  refused(registry, "c=1 w=1 work=5 buffer=2", "fixed:sequence=1-1", "limited by the buffers");
  refused(registry, "c=1 w=1 work=5 buffer=2", "fixed:sequence=1-1:method=linear",
          "more than its buffer; take method=lp");
  sp_registry_free(registry);
}

/* The limit concerns each chunk alone: five chunks of 2 are at the worker at once. */
static void chunk_limits(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_instance *in = parse("c=1 w=100 buffer=2 work=10");
  struct sp_result r = agreed(registry, in, "fixed:sequence=1-1-1-1-1");
  assert_true(close_to(r.makespan, 2 + 1000, 1e-12));
  sp_instance_free(in);
  in = parse("c=1,2 w=2,3 latency=1 buffer=4,7 work=15");
  assert_true(close_to(agreed(registry, in, "fixed:sequence=1-2-1").done, 15, 1e-12));
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_error error;
  struct sp_schedule decided = SP_SCHEDULE_EMPTY;
  perform(registry, in, "fixed:sequence=1-2-1", SP_ENGINE_NATIVE, &r, &trace, &decided);
  assert_int_equal(sp_validate(in, &trace, SP_ENGINE_TOLERANCE, SP_DURATIONS_EXACT, &error), SP_OK);
  in->buffer[2] = 6; /* it carries 7 */
  assert_int_equal(sp_validate(in, &trace, SP_ENGINE_TOLERANCE, SP_DURATIONS_EXACT, &error),
                   SP_NOT_VERIFIED);
  assert_non_null(strstr(error.text, "message 2's emission to worker 2 has the amount 7, more "
                                     "than the buffer of 6"));
  sp_trace_clear(&trace);
  sp_schedule_clear(&decided);
  sp_instance_free(in);
  sp_registry_free(registry);
}

static void write_method(char *text, const int *sequence, long n)
{
  char *end = stpcpy(text, "fixed:sequence=");
  for (long k = 0; k < n; k++)
    end += snprintf(end, 8, "%s%d", k ? "-" : "", sequence[k]);
}

/* Loads and dates from 1e-6 to 1e9, costs of very different sizes: SimGrid's integer bytes do no
 * harm. */
static void extreme_sizes(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 63;
  for (int trial = 0; trial < 120; trial++) {
    struct sp_instance *in = random_star(&seed, REALS, 5);
    double load = pow(10, draw(&seed, -6, 9)), time = pow(10, draw(&seed, -3, 6));
    int sequence[12];
    char text[128];
    in->total = sp_double(load * (1 + (double)draw(&seed, 0, 999) / 1000));
    for (int i = 1; i <= in->m; i++) {
      in->c[i] = sp_double(in->c[i].v * time / load * pow(10, draw(&seed, -3, 1)));
      in->w[i] = sp_double(in->w[i].v * time / load);
      in->latency[i] = sp_double(in->latency[i].v * time * pow(10, draw(&seed, -6, 0)));
    }
    if (trial % 3 == 0) {
      in->deadline = sp_double(30 * time);
      in->total = trial % 2 ? in->total : (struct sp_num){INFINITY, 0, 0};
    }
    assert_int_equal(sp_instance_check(in, NULL), SP_OK);
    star_choose_units(in);
    long n = random_sequence(&seed, in->m, 12, sequence);
    write_method(text, sequence, n);
    struct sp_result r = agreed(registry, in, text);
    if (in->deadline.v < INFINITY)
      assert_true(r.done <= in->total.v * (1 + 1e-12));
    else
      assert_true(close_to(r.done, in->total.v, 1e-12));
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples),     cmocka_unit_test(nothing_to_do), cmocka_unit_test(refusals),
      cmocka_unit_test(chunk_limits), cmocka_unit_test(extreme_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
