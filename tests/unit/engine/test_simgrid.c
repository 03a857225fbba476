/* Tests the simgrid engine: closed forms, agreement with the native engine to the bit, SimGrid's
 * other models, refusals. Every run is in a child process, since SimGrid runs once in a process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/engine.h"
#include "engine/perform/perform.h"
#include "io/star/star.h"
#include "method/plugin/apart.h"
#include "model/instance.h"
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void execute(void *data, struct sp_result *result, const struct sp_records *to)
{
  sp_simgrid_execute(data, result, to->trace, to->decided);
}

static struct sp_result simgrid(const struct sp_job *job, struct sp_trace *trace)
{
  struct sp_result result;
  struct sp_job copy = *job;
  sp_perform_apart(execute, &copy, true, 20, 0, &result, &(struct sp_records){.trace = trace});
  return result;
}

static struct sp_instance *instance(const char *star)
{
  struct sp_error error = {""};
  struct sp_instance *in = sp_star_parse(star, &error);
  if (!in)
    fail_msg("%s", error.text);
  if (in->task_bytes == 1)
    sp_exact_units(in, &error);
  return in;
}

static const struct sp_conditions plain = {.seed = 11};

/* Runs the job on both engines, which must agree to the bit. */
static struct sp_result agreed(const struct sp_job *job)
{
  struct sp_result native, result;
  struct sp_trace expected = SP_TRACE_EMPTY, trace = SP_TRACE_EMPTY;
  sp_native_execute(job, &native, &expected, NULL);
  result = simgrid(job, &trace);
  sp_trace_sort(&expected);
  sp_trace_sort(&trace);
  assert_string_equal(result.reason, native.reason);
  assert_int_equal(result.status, native.status);
  assert_true(result.makespan == native.makespan && result.done == native.done);
  assert_true(result.order_hash == native.order_hash);
  assert_int_equal(trace.n, expected.n);
  for (long k = 0; k < trace.n; k++) {
    const struct sp_event *a = &trace.event[k], *b = &expected.event[k];
    if (a->start != b->start || a->end != b->end || a->from != b->from || a->to != b->to ||
        a->message != b->message)
      fail_msg("event %ld: [%.17g, %.17g] %d -> %d, expected [%.17g, %.17g] %d -> %d", k, a->start,
               a->end, a->from, a->to, b->start, b->end, b->from, b->to);
  }
  sp_trace_clear(&trace);
  sp_trace_clear(&expected);
  return result;
}

/* Without a trace a worker that holds many tasks only counts them. */
static void held_tasks_take_no_memory(void **state)
{
  (void)state;
  struct sp_instance *in = instance("c=1e-5 w=1 tasks=inf deadline=4");
  struct sp_error error;
  struct sp_registry *known = sp_registry_alloc(&error);
  struct sp_method method;
  assert_int_equal(sp_method_parse(known, "min_c", &method, &error), SP_OK);
  struct sp_context *cx = sp_context_alloc(known, 0, in, &method);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_job job;
  assert_int_equal(sp_method_job(cx, &method, in, &plain, &plan, &job), 0);
  struct sp_result result;
  sp_perform_apart(execute, &job, true, 300, 12, &result, &(struct sp_records){0});
  assert_string_equal(result.reason, "");
  assert_int_equal(result.status, SP_RUN_OK);
  assert_true(result.messages > 399990);
  sp_context_free(cx);
  sp_method_clear(&method);
  sp_registry_free(known);
  sp_instance_free(in);
}

/* Ends with changes and within breaks, a change during a latency, rounds, changes far apart. */
static void changing_stars_have_equal_dates(void **state)
{
  static const char *const star[] = {
      "c=1 w=3 tasks=3 profile=w1:1*0.5,4*2",
      "c=2 w=3 tasks=3 profile=c1:1*0.5,4*2", /* faster than at its start */
      "c=2 w=3 tasks=3 latency=1 profile=c1:0*0.5,4*2",
      "c=2 w=3 tasks=3 profile=c1:0*0,4*1", /* a break at date 0 */
      "c=2 w=3 tasks=3 profile=w1:3*0,7*1",
      "c=0.1 w=7 tasks=4 profile=c:0.3*0,1*1", /* 3 messages end with the change */
      "c=0.1,0.2 w=0.3 tasks=9 profile=w:0.7*0.1,0.9*0,every:1.1",
      "c=2,3 w=5 tasks=30 send=2 profile=c:1*0,4*.5,every:5;w:0*.1,1*3,every:2",
      "c=2,0 w=1,9 tasks=30 profile=c:1*0,4*.5,every:5",
      "c=1,2 w=9 load=9,0 recv=2 profile=c:0.5*.25,9*4,every:12;w1:3*0,6*1",
      "c=1 w=1 tasks=20 profile=w:1e-9*0.5,1e9*2,3e9*1;c1:7*1e-6,1e7*1",
      "c=1 w=2 tasks=9 latency=0.5 profile=latency:1.5*2,3.5*0,every:4.5,from:1.5", /* ties */
      "c=1,2 w=9 load=9,0 latency=1,2 recv=2 profile=latency:3*0,5*2,every:7;c1:2*0,3*1",
      "c=0 w=2 tasks=9 latency=0.1 timeout=1 profile=latency:0.3*3;link:0.7*0,0.8*1",
  };
  (void)state;
  for (size_t k = 0; k < sizeof star / sizeof *star; k++) {
    struct sp_instance *in = instance(star[k]);
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    for (int n = 0; n < (int)in->total.v; n++) {
      bool through = in->problem == SP_REDISTRIBUTION;
      sp_schedule_add(&plan, through ? 1 : 0, 1 + n % in->m, 1, -1);
    }
    struct sp_job job = {.in = in, .plan = &plan, .conditions = &plain};
    assert_int_equal(agreed(&job).status, SP_RUN_OK);
    sp_schedule_clear(&plan);
    sp_instance_free(in);
  }
}

static struct sp_result of_ten(const char *star)
{
  struct sp_instance *in = instance(star);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  for (int n = 0; n < 10; n++)
    sp_schedule_add(&plan, 0, 1 + n % 2, 1, -1);
  struct sp_job job = {.in = in, .plan = &plan, .conditions = &plain};
  struct sp_result result = agreed(&job);
  sp_schedule_clear(&plan);
  sp_instance_free(in);
  return result;
}

static void a_constant_profile_changes_nothing(void **state)
{
  (void)state;
  struct sp_result without = of_ten("c=0.1,0.3 w=0.7,1.1 latency=0.3,0 tasks=10");
  struct sp_result with =
      of_ten("c=0.1,0.3 w=0.7,1.1 latency=0.3,0 tasks=10 profile=w:0*1;c:0*1,every:7");
  assert_true(with.bits_hash == without.bits_hash && with.order_hash == without.order_hash);
}

/* SimGrid drops part of a byte of each of 1000 messages: they must not end earlier and earlier. */
static void small_messages_do_not_move_the_clock(void **state)
{
  (void)state;
  struct sp_instance *in =
      instance("c=10,10 w=1,94 work=11.5 profile=w2:0*2,150*0,1000*0.25 deadline=5000");
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  for (int k = 0; k < 1000; k++)
    sp_schedule_add(&plan, 0, 1, 0.01 + 1e-7 * k / 3, -1);
  sp_schedule_add(&plan, 0, 2, 1.4, -1);
  struct sp_job job = {.in = in, .plan = &plan, .conditions = &plain};
  assert_int_equal(agreed(&job).status, SP_RUN_OK);
  sp_schedule_clear(&plan);
  sp_instance_free(in);
}

static void one_worker_is_the_closed_form(void **state)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_instance *in = instance("c=2.375 w=1.625 latency=0.75 tasks=5");
  struct sp_job job = {.in = in, .plan = &plan, .conditions = &plain};
  (void)state;
  for (int k = 0; k < 5; k++)
    sp_schedule_add(&plan, 0, 1, 1, -1);
  struct sp_result result = agreed(&job);
  assert_int_equal(result.status, SP_RUN_OK);
  assert_true(result.makespan == 5 * (0.75 + 2.375) + 1.625);
  assert_int_equal(result.messages, 5);
  sp_schedule_clear(&plan);
  sp_instance_free(in);
}

/* With SimGrid's lazy update the emission to worker 4 that starts at date 13 would end with its
 * latency, at 15: the master's link carries another one. */
static void flows_do_not_end_early(void **state)
{
  static const struct sp_message messages[] = {{2, 3, 1, -1, {0, 0}, 0}, {3, 3, 1, -1, {0, 0}, 0},
                                               {3, 4, 1, 1, {0, 0}, 0},  {2, 4, 1, -1, {0, 0}, 0},
                                               {2, 5, 1, -1, {0, 0}, 0}, {3, 4, 1, -1, {0, 0}, 0},
                                               {3, 4, 1, 0, {0, 0}, 0}};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_instance *in = instance("c=3,2,2,3,1 w=1,1,1,3,3 latency=0,0,0,2,3 load=0,3,2,0,0");
  (void)state;
  in->platform.node[0].ports.send = 3;
  for (size_t k = 0; k < sizeof messages / sizeof *messages; k++)
    sp_schedule_add(&plan, messages[k].from, messages[k].to, 1, messages[k].after);
  struct sp_result result = agreed(&(struct sp_job){.in = in, .plan = &plan, .conditions = &plain});
  assert_true(result.makespan == 31);
  sp_schedule_clear(&plan);
  sp_instance_free(in);
}

/* Random numbers of this test. */
static uint64_t draw(uint64_t *state)
{
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *state >> 33;
}

static struct sp_num number(uint64_t *state, int style)
{
  double v = style == 0   ? (double)(1 + draw(state) % 9)
             : style == 1 ? 0.1 * (double)(draw(state) % 30)
                          : 0.01 + 9 * (double)draw(state) * 0x1p-31;
  return sp_double(v);
}

/* Without the clock guard, in some of these instances SimGrid's clock steps from the end of the
 * latency past the end of the first computation, by one bit, and the run hangs. */
static void the_clock_never_passes_an_event(void **state)
{
  uint64_t s = 31;
  (void)state;
  for (int k = 0; k < 200; k++) {
    struct sp_error error;
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    struct sp_instance *in = sp_instance_alloc(1);
    in->problem = SP_REDISTRIBUTION;
    in->c[1] = sp_int(12);
    in->latency[1] = sp_double(0.2 + number(&s, 2).v / 10);
    in->w[1] = sp_double(4 + number(&s, 2).v / 2);
    in->load[1] = sp_int(2);
    assert_int_equal(sp_instance_check(in, &error), SP_OK);
    sp_exact_units(in, &error);
    sp_schedule_add(&plan, 1, 1, 1, -1);
    agreed(&(struct sp_job){.in = in, .plan = &plan, .conditions = &plain});
    sp_schedule_clear(&plan);
    sp_instance_free(in);
  }
}

/* Redistributions with relays, several ports, noise and deadlines, on integers, tenths, reals. */
static void random_plans_agree(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 150; seed++) {
    uint64_t s = seed * 7919;
    int m = 1 + (int)(draw(&s) % 5), style = (int)(draw(&s) % 3);
    struct sp_instance *in = sp_instance_alloc(m);
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    struct sp_conditions conditions = {.seed = seed};
    struct sp_error error;
    long load[8] = {0};
    in->problem = SP_REDISTRIBUTION;
    for (int i = 1; i <= m; i++) {
      in->c[i] = number(&s, style);
      in->w[i] = number(&s, style);
      if (!(in->w[i].v > 0))
        in->w[i] = sp_int(2);
      if (seed % 2)
        in->latency[i] = number(&s, style);
      load[i] = (long)(draw(&s) % 6) + (i == 1);
      in->load[i] = sp_int(load[i]);
    }
    in->platform.node[0].ports.recv = seed % 3 ? 1 : 2;
    in->platform.node[0].ports.send = seed % 5 ? 1 : 3;
    if (seed % 7 == 0)
      in->deadline = sp_double(17.25);
    if (seed % 4 == 0)
      conditions.noise_link = conditions.noise_cpu = 0.25;
    assert_int_equal(sp_instance_check(in, &error), SP_OK);
    sp_exact_units(in, &error);
    for (int k = 0; k < 14; k++) {
      int from = 1 + (int)(draw(&s) % (uint64_t)m);
      if (plan.n > 0 && draw(&s) % 4 == 0 && plan.msg[plan.n - 1].to == from)
        sp_schedule_add(&plan, from, 1 + (int)(draw(&s) % (uint64_t)m), 1, plan.n - 1);
      else if (load[from]-- > 0)
        sp_schedule_add(&plan, from, 1 + (int)(draw(&s) % (uint64_t)m), 1, -1);
    }
    agreed(&(struct sp_job){.in = in, .plan = &plan, .conditions = &conditions});
    sp_schedule_clear(&plan);
    sp_instance_free(in);
  }
}

/* Sends to the worker that is idle first, or waits a little: dates decide. */
static struct sp_decision next(const struct sp_view *view, const void *options, void *state)
{
  int best = 1;
  (void)options, (void)state;
  for (int i = 2; i <= view->m; i++)
    if (view->worker[i].idle_at < view->worker[best].idle_at)
      best = i;
  if (view->worker[best].idle_at > view->now + 3)
    return (struct sp_decision){.verb = SP_WAIT, .until = view->now + 0.7};
  return (struct sp_decision){.verb = SP_SEND, .worker = best, .amount = 1};
}

static void decisions_agree(void **state)
{
  static const struct sp_heuristic heuristic = {.abi = SP_ABI,
                                                .name = "test",
                                                .summary = "s",
                                                .source = "s",
                                                .version = 1,
                                                .problems = SP_BAG,
                                                .next = next};
  static const char *const stars[] = {
      "c=1,2,3 w=4,4,5 tasks=37", "c=0.1,0.3,0.2 w=0.7,0.6,0.9 latency=0.1 tasks=60",
      "c=0,1,0 w=3.3,1.7,2.9 latency=0.4,0,0 buffer=1,2,3 tasks=23",
      "c=1/3,1/7 w=2/3,5/7 buffer=2 tasks=80", "c=2 w=1 tasks=9 deadline=11"};
  (void)state;
  for (size_t k = 0; k < sizeof stars / sizeof *stars; k++) {
    struct sp_instance *in = instance(stars[k]);
    agreed(&(struct sp_job){.in = in, .heuristic = &heuristic, .conditions = &plain});
    sp_instance_free(in);
  }
}

static void another_model_changes_the_dates(void **state)
{
  static const char *const cfg[] = {"network/model:LV08"}, *const log[] = {"root.thresh:critical"};
  struct sp_conditions conditions = {.n_cfg = 1, .cfg = cfg, .n_log = 1, .log = log};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_instance *in = instance("c=3 w=5 tasks=1");
  (void)state;
  sp_schedule_add(&plan, 0, 1, 1, -1);
  struct sp_job job = {.in = in, .plan = &plan, .conditions = &conditions};
  struct sp_result result = simgrid(&job, NULL);
  assert_int_equal(result.status, SP_RUN_OK);
  assert_true(fabs(result.makespan - (3 / 0.97 + 5)) < 1e-9); /* its bandwidth factor */
  sp_schedule_clear(&plan);
  sp_instance_free(in);
}

static void a_run_without_end_is_stuck(void **state)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_instance *in = instance("c=3,3 w=inf,1 load=2,0");
  (void)state;
  struct sp_job job = {.in = in, .plan = &plan, .conditions = &plain};
  struct sp_result result = agreed(&job);
  assert_int_equal(result.status, SP_FAILED);
  assert_non_null(strstr(result.reason, "stuck"));
  sp_instance_free(in);
}

static void refusals(void **state)
{
  static const char *const cfg[] = {"contexts/nthreads:2"};
  struct sp_conditions threads = {.n_cfg = 1, .cfg = cfg};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_instance *in = instance("c=3 w=5 tasks=1");
  struct sp_job job = {.in = in, .plan = &plan, .conditions = &threads};
  char name[] = "/tmp/starport-XXXXXX";
  (void)state;
  sp_schedule_add(&plan, 0, 1, 1, -1);
  assert_non_null(strstr(simgrid(&job, NULL).reason, "nthreads must be 1"));

  int file = mkstemp(name);
  FILE *stream = fdopen(file, "w");
  sp_write_platform(stream, in, NULL, NULL);
  fclose(stream);
  job.conditions = &plain;
  in->platform.file = strdup(name);
  assert_int_equal(simgrid(&job, NULL).status, SP_RUN_OK);
  in->w[1] = sp_int(6); /* not what the file says */
  assert_string_equal(simgrid(&job, NULL).reason,
                      "worker 1: a unit takes 5 on SimGrid's host, 6 in the instance");
  in->w[1] = sp_int(5);
  in->c[1] = sp_double(3.5);
  assert_string_equal(simgrid(&job, NULL).reason,
                      "worker 1: a unit takes 3 on SimGrid's link, 3.5 in the instance");
  in->c[1] = sp_int(3);
  in->latency[1] = sp_double(0.25);
  assert_string_equal(simgrid(&job, NULL).reason,
                      "worker 1: SimGrid's latency is 0, the instance's 0.25");
  in->latency[1] = sp_int(0);
  strcpy(in->platform.node[1].name, "X");
  assert_string_equal(simgrid(&job, NULL).reason, "SimGrid's platform has no host 'X'");
  in->task_bytes = 1.5;
  assert_string_equal(simgrid(&job, NULL).reason,
                      "a task of 1.5 bytes: SimGrid moves whole bytes only");
  strcpy(in->platform.file, "/");
  in->task_bytes = 1048576;
  assert_string_equal(simgrid(&job, NULL).reason, "/: not a regular file");
  remove(name);
  sp_schedule_clear(&plan);
  sp_instance_free(in);
}

static void a_warm_parent_serves_its_own_settings(void **state)
{
  static const char *const cfg[] = {"network/model:LV08"};
  struct sp_conditions other = {.n_cfg = 1, .cfg = cfg};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_instance *in = instance("c=3 w=5 tasks=1");
  struct sp_job job = {.in = in, .plan = &plan, .conditions = &plain};
  (void)state;
  sp_schedule_add(&plan, 0, 1, 1, -1);
  sp_simgrid_warm(&plain);
  assert_true(simgrid(&job, NULL).makespan == 8);
  job.conditions = &other;
  assert_non_null(strstr(simgrid(&job, NULL).reason, "other --cfg"));
  assert_memory_equal(sp_simgrid_version(), "SimGrid ", 8);
  sp_schedule_clear(&plan);
  sp_instance_free(in);
}

/* The dates of two engines are compared with the tolerance of these dates, not of the makespan. */
static void early_dates_must_agree(void **state)
{
  (void)state;
  struct sp_event event[2] = {{0, 1e-6, 1, 0, 1, 0, SP_TRANSFER, false},
                              {1e-6, 1e4, 1, 1, 1, 0, SP_COMPUTE, false}};
  struct sp_event other[2] = {event[0], event[1]};
  struct sp_trace a = {2, 2, event}, b = {2, 2, other};
  struct sp_schedule none = SP_SCHEDULE_EMPTY;
  struct sp_result result = {.makespan = 1e4};
  struct sp_error error;
  assert_int_equal(sp_engines_agree(&result, &a, &none, &result, &b, &none, &error), SP_OK);
  other[0].end = other[1].start = 1e-6 * (1 + 1e-8);
  assert_int_equal(sp_engines_agree(&result, &a, &none, &result, &b, &none, &error),
                   SP_NOT_VERIFIED);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changing_stars_have_equal_dates),
      cmocka_unit_test(a_constant_profile_changes_nothing),
      cmocka_unit_test(small_messages_do_not_move_the_clock),
      cmocka_unit_test(one_worker_is_the_closed_form),
      cmocka_unit_test(flows_do_not_end_early),
      cmocka_unit_test(another_model_changes_the_dates),
      cmocka_unit_test(a_run_without_end_is_stuck),
      cmocka_unit_test(refusals),
      cmocka_unit_test(a_warm_parent_serves_its_own_settings),
      cmocka_unit_test(the_clock_never_passes_an_event), /* warm from here on */
      cmocka_unit_test(held_tasks_take_no_memory),
      cmocka_unit_test(random_plans_agree),
      cmocka_unit_test(decisions_agree),
      cmocka_unit_test(early_dates_must_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
