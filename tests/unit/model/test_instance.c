/* Tests instances and the containers of schedules and traces: valid instances are accepted, all
 * others are refused with the name and the value. */
#include "model/instance.h"
#include "model/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <starport/schedule.h>
#include <starport/starport.h>
#include <stdlib.h>
#include <string.h>

/* The trace platform of RR-6005, section 4.2. */
static struct sp_instance *trace_platform(void)
{
  static const int w[] = {0, 3, 3, 4, 4}, load[] = {0, 8, 1, 1, 0};
  struct sp_instance *in = sp_instance_alloc(4);
  for (int i = 1; i <= 4; i++) {
    in->c[i] = sp_int(2);
    in->w[i] = sp_int(w[i]);
    in->load[i] = sp_int(load[i]);
  }
  return in;
}

static void refused(struct sp_instance *in, const char *words)
{
  struct sp_error error = {""};
  assert_int_equal(sp_instance_check(in, &error), SP_BAD_INPUT);
  if (!strstr(error.text, words))
    fail_msg("'%s' does not say '%s'", error.text, words);
  assert_int_equal(sp_instance_check(in, NULL), SP_BAD_INPUT);
  sp_instance_free(in);
}

static void accepted(struct sp_instance *in)
{
  struct sp_error error = {"no reason"};
  if (sp_instance_check(in, &error) != SP_OK)
    fail_msg("%s", error.text);
  sp_instance_free(in);
}

static struct sp_num number(const char *text)
{
  struct sp_num x = {NAN, 0, 0};
  if (strcmp(text, "nan"))
    assert_int_equal(sp_num_parse(text, &x), 0);
  return x;
}

static void test_alloc(void **state)
{
  (void)state;
  struct sp_instance *in = sp_instance_alloc(3);
  assert_int_equal(in->platform.nodes, 4);
  assert_string_equal(in->platform.node[0].name, "P0");
  assert_string_equal(in->platform.node[3].name, "P3");
  for (int i = 0; i <= 3; i++) {
    assert_true(in->c[i].v == 0 && in->c[i].den == 1 && in->buffer[i] == LONG_MAX);
    assert_int_equal(in->platform.node[i].ports.recv, 1);
    assert_true(in->platform.node[i].ports.recv_work);
  }
  assert_true(isinf(in->deadline.v) && in->task_bytes == 1 && in->task_flops == 1);
  sp_instance_free(in);
  sp_instance_free(NULL);
}

static void test_copy(void **state)
{
  (void)state;
  struct sp_instance *in = trace_platform();
  in->platform.file = strdup("platforms/trace.xml");
  in->platform.node[0].ports.recv = INT_MAX;
  in->latency[2] = number("1/3");
  in->deadline = number("97.5");
  in->buffer[4] = 17;
  in->task_flops = 0x1p40;
  struct sp_instance *copy = sp_instance_copy(in);
  assert_string_equal(copy->platform.file, in->platform.file);
  assert_ptr_not_equal(copy->platform.file, in->platform.file);
  sp_instance_free(in);
  assert_string_equal(copy->platform.node[4].name, "P4");
  assert_int_equal(copy->platform.node[0].ports.recv, INT_MAX);
  assert_true(copy->latency[2].num == 1 && copy->latency[2].den == 3 && copy->deadline.v == 97.5);
  assert_true(copy->buffer[4] == 17 && copy->task_flops == 0x1p40 && copy->load[1].v == 8);
  assert_int_equal(copy->problem, SP_REDISTRIBUTION);
  sp_instance_free(copy);
}

static void test_total(void **state)
{
  (void)state;
  struct sp_instance *in = trace_platform();
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  assert_true(in->total.v == 10 && in->total.num == 10 && in->total.den == 1);
  in->c[4] = sp_int(3);
  assert_true(sp_message_time(in, 4, 2.5) == 7.5);
  sp_instance_free(in);
}

/* The trace platform with one number changed. */
#define WITH(member, text) ((in = trace_platform())->member = number(text))

static void test_costs(void **state)
{
  (void)state;
  struct sp_instance *in;
  WITH(c[3], "-1/4");
  refused(in, "worker 3: c is -0.25, expected a finite number >= 0");
  WITH(c[3], "inf");
  refused(in, "worker 3: c is inf");
  WITH(c[3], "nan");
  refused(in, "worker 3: c is nan");
  WITH(c[3], "0");
  accepted(in);
  WITH(latency[4], "-1e-9");
  refused(in, "worker 4: latency is -1e-09, expected");
  WITH(latency[4], "inf");
  refused(in, "worker 4: latency is inf");
  WITH(latency[4], "0.125");
  accepted(in);
  WITH(w[1], "0");
  refused(in, "worker 1: w is 0, expected a number > 0 or inf");
  WITH(w[1], "-3");
  refused(in, "worker 1: w is -3");
  WITH(w[1], "nan");
  refused(in, "worker 1: w is nan");
  WITH(w[1], "inf");
  accepted(in);
  WITH(deadline, "-5");
  refused(in, "deadline is -5, expected a number > 0 or inf");
  WITH(deadline, "nan");
  refused(in, "deadline is nan");
  WITH(deadline, "0");
  refused(in, "deadline is 0");
  in = sp_instance_alloc(0);
  refused(in, "0 workers, expected at least one");
  in = trace_platform();
  in->platform.node[0].ports.send = 0;
  refused(in, "recv=1 and send=0 ports");
  in = trace_platform();
  for (int i = 1; i <= 4; i++)
    in->w[i] = number("inf");
  refused(in, "w is inf for every worker");
  in = trace_platform();
  for (int i = 1; i <= 4; i++) {
    in->w[i] = number("inf");
    in->load[i] = sp_int(0);
  }
  accepted(in); /* no work, nobody needed */
}

static void test_loads(void **state)
{
  (void)state;
  struct sp_instance *in;
  WITH(load[3], "-1");
  refused(in, "worker 3: load is -1, expected a whole number of tasks");
  WITH(load[3], "2.5");
  refused(in, "worker 3: load is 2.5, expected a whole number of tasks");
  WITH(load[3], "inf");
  refused(in, "worker 3: load is inf");
  WITH(load[3], "nan");
  refused(in, "worker 3: load is nan");
  WITH(load[3], "1e16");
  refused(in, "at most 2^53 tasks");
  WITH(load[3], "9007199254740992");
  refused(in, "worker 3: load is 9007199254740992, expected at");
  in = trace_platform();
  in->buffer[2] = 3;
  refused(in, "worker 2: buffer is 3, expected none: initial loads with limits of places would be");
  in = trace_platform();
  in->problem = (enum sp_problem)3;
  refused(in, "problem number 3");
}

/* All the work at the master. */
static struct sp_instance *master_has(enum sp_problem problem, const char *amount)
{
  struct sp_instance *in = trace_platform();
  in->problem = problem;
  in->total = number(amount);
  for (int i = 1; i <= 4; i++)
    in->load[i] = sp_int(0);
  return in;
}

static void test_bag_and_divisible(void **state)
{
  (void)state;
  struct sp_instance *in;
  in = master_has(SP_BAG, "1000");
  in->buffer[2] = 1, accepted(in);
  in = master_has(SP_BAG, "1000");
  in->buffer[2] = 0;
  refused(in, "worker 2: buffer is 0, expected a whole number >= 1 or inf");
  in = master_has(SP_BAG, "1000.5");
  refused(in, "tasks is 1000.5, expected a whole number >= 0 or inf");
  in = master_has(SP_BAG, "-4");
  refused(in, "tasks is -4");
  in = master_has(SP_BAG, "nan");
  refused(in, "tasks is nan");
  in = master_has(SP_BAG, "1e17");
  refused(in, "tasks is 1e+17, expected at most 2^53");
  in = master_has(SP_BAG, "inf");
  refused(in, "tasks is inf, expected a finite amount, or a deadline");
  in = master_has(SP_BAG, "inf");
  in->deadline = sp_int(50);
  accepted(in);
  in = master_has(SP_BAG, "7");
  in->load[2] = sp_int(3);
  refused(in, "worker 2: load is 3 together with tasks, expected one of the two");
  in = master_has(SP_DIVISIBLE, "1000.5");
  accepted(in);
  in = master_has(SP_DIVISIBLE, "-1");
  refused(in, "work is -1, expected a number >= 0 or inf");
  in = master_has(SP_DIVISIBLE, "inf");
  refused(in, "work is inf, expected a finite amount");
  in = master_has(SP_DIVISIBLE, "inf");
  in->deadline = sp_double(12.5);
  accepted(in);
  in = master_has(SP_DIVISIBLE, "10");
  in->buffer[1] = 4; /* what a message may carry */
  accepted(in);
  in = master_has(SP_DIVISIBLE, "10");
  in->buffer[1] = 0;
  refused(in, "worker 1: buffer is 0, expected a whole number >= 1 or inf");
}

/* Figure 4 of RR-6005. */
static struct sp_instance *figure_4(void)
{
  static const int c[] = {0, 2, 5, 1, 3}, delta[] = {0, 3, 1, -2, -2};
  struct sp_instance *in = sp_instance_alloc(4);
  in->problem = SP_IMBALANCE;
  for (int i = 1; i <= 4; i++) {
    in->c[i] = sp_int(c[i]);
    in->load[i] = sp_int(delta[i]);
  }
  return in;
}

static void test_imbalance(void **state)
{
  (void)state;
  struct sp_instance *in;
  accepted(figure_4());
  (in = figure_4())->load[2] = sp_int(5);
  refused(in, "the sum of delta is 4, expected 0");
  (in = figure_4())->load[4] = sp_double(-2.5);
  refused(in, "worker 4: delta is -2.5, expected a whole");
  (in = figure_4())->load[1] = number("1e16");
  refused(in, "worker 1: delta is 1e+16, expected at most 2^53");
  (in = figure_4())->buffer[1] = 4;
  refused(in, "worker 1: buffer is 4, expected none: only a bag");
  (in = figure_4())->deadline = sp_int(9);
  refused(in, "deadline is 9, expected none");
  (in = figure_4())->w[1] = sp_int(-1);
  refused(in, "worker 1: w is -1");
}

static void test_names(void **state)
{
  (void)state;
  assert_string_equal(sp_problem_name(SP_REDISTRIBUTION), "redistribution");
  assert_string_equal(sp_problem_name(SP_BAG), "bag");
  assert_string_equal(sp_problem_name(SP_DIVISIBLE), "divisible");
  assert_string_equal(sp_problem_name(SP_IMBALANCE), "imbalance");
  assert_string_equal(sp_status_name(SP_RUN_OK), "ok");
  assert_string_equal(sp_status_name(SP_REFUSED), "refused");
  assert_string_equal(sp_status_name(SP_FAILED), "failed");
  assert_string_equal(sp_status_name(SP_CRASHED), "crashed");
  assert_string_equal(sp_status_name(SP_TIMEOUT), "timeout");
}

static void test_schedule(void **state)
{
  (void)state;
  struct sp_schedule s = SP_SCHEDULE_EMPTY, copy = SP_SCHEDULE_EMPTY;
  assert_true(isnan(s.planned));
  for (int k = 0; k < 1000; k++)
    sp_schedule_add(&s, k % 7, k % 11, k * 0.5, k - 1);
  s.planned = 42;
  sp_schedule_add(&copy, 1, 1, 1, 1);
  sp_schedule_copy(&copy, &s);
  sp_schedule_copy(&copy, &copy);
  sp_schedule_clear(&s);
  assert_true(s.n == 0 && !s.msg && isnan(s.planned));
  assert_true(copy.n == 1000 && copy.planned == 42);
  assert_true(copy.msg[999].from == 5 && copy.msg[999].to == 9 && copy.msg[999].amount == 499.5);
  assert_int_equal(copy.msg[999].after, 998);
  sp_schedule_add(&copy, 3, 4, 1, -1);
  assert_int_equal(copy.n, 1001);
  sp_schedule_copy(&copy, &s);
  assert_true(copy.n == 0 && isnan(copy.planned));
  sp_schedule_clear(&copy);
}

static void unfit(enum sp_problem problem, int from, int to, double amount, long after,
                  const char *words)
{
  struct sp_instance *in = trace_platform();
  struct sp_schedule s = SP_SCHEDULE_EMPTY;
  struct sp_error error = {""};
  bool bag = problem == SP_BAG || problem == SP_DIVISIBLE;
  in->problem = problem;
  sp_schedule_add(&s, bag ? 0 : 1, 2, 1, -1);
  if (!bag) {
    sp_schedule_add(&s, 1, 3, 1, -1);
    sp_schedule_add(&s, 3, 4, 1, 1);
  }
  assert_int_equal(sp_schedule_check(in, &s, &error), SP_OK);
  sp_schedule_add(&s, from, to, amount, after);
  assert_int_equal(sp_schedule_check(in, &s, &error), words ? SP_BAD_INPUT : SP_OK);
  if (words && !strstr(error.text, words))
    fail_msg("'%s' does not say '%s'", error.text, words);
  sp_schedule_clear(&s);
  sp_instance_free(in);
}

static void test_schedule_check(void **state)
{
  (void)state;
  unfit(SP_REDISTRIBUTION, 2, 4, 1, 0, NULL);
  unfit(SP_REDISTRIBUTION, 0, 4, 1, -1, "transfer 4: from is 0, expected a worker 1..4");
  unfit(SP_REDISTRIBUTION, 5, 4, 1, -1, "transfer 4: from is 5, expected a worker 1..4");
  unfit(SP_REDISTRIBUTION, 1, 0, 1, -1, "transfer 4: to is 0, expected a worker 1..4");
  unfit(SP_REDISTRIBUTION, 1, 5, 1, -1, "transfer 4: to is 5");
  unfit(SP_REDISTRIBUTION, 1, 2, 0.5, -1, "transfer 4: amount is 0.5, expected 1 task");
  unfit(SP_REDISTRIBUTION, 1, 2, NAN, -1, "transfer 4: amount is nan");
  unfit(SP_REDISTRIBUTION, 2, 4, 1, 3, "transfer 4: sends on the task of transfer 4");
  unfit(SP_REDISTRIBUTION, 4, 4, 1, 3, "transfer 4: sends on the task of transfer 4");
  unfit(SP_REDISTRIBUTION, 4, 1, 1, 0, "transfer 4: sends on the task of transfer 1, expected an");
  unfit(SP_REDISTRIBUTION, 3, 1, 1, 1, "transfer 4: the task of transfer 2 was sent on already");
  unfit(SP_REDISTRIBUTION, 3, 1, 1, -2, "transfer 4: sends on");
  unfit(SP_BAG, 1, 2, 1, -1, "transfer 2: from is 1, expected 0, the master");
  unfit(SP_BAG, 0, 2, 1.5, -1, "transfer 2: amount is 1.5, expected ");
  unfit(SP_BAG, 0, 2, 1, 0, "transfer 2: sends on");
  unfit(SP_DIVISIBLE, 0, 2, 0.125, -1, NULL);
  unfit(SP_DIVISIBLE, 0, 2, -0.5, -1, "transfer 2: amount is -0.5, expected a finite number >= 0");
  unfit(SP_DIVISIBLE, 0, 2, INFINITY, -1, "transfer 2: amount is inf");

  struct sp_instance *in = trace_platform();
  struct sp_schedule limited = SP_SCHEDULE_EMPTY;
  struct sp_error error;
  in->problem = SP_DIVISIBLE;
  in->buffer[2] = 4;
  sp_schedule_add(&limited, 0, 1, 99.5, -1);
  sp_schedule_add(&limited, 0, 2, 4, -1);
  assert_int_equal(sp_schedule_check(in, &limited, &error), SP_OK);
  sp_schedule_add(&limited, 0, 2, 4.0625, -1);
  assert_int_equal(sp_schedule_check(in, &limited, &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "transfer 3: amount is 4.0625, expected at most 4, the buffer");
  sp_schedule_clear(&limited);
  sp_instance_free(in);
}

/* Any order of insertion gives one order of events. */
static void test_trace_order(void **state)
{
  (void)state;
  static const struct sp_event sorted[] = {
      {0, 1, 1, 3, 3, -1, SP_COMPUTE, false},  {0, 2, 1, 1, 0, 0, SP_TRANSFER, false},
      {0, 2, 1, 2, 0, 3, SP_TRANSFER, false},  {0, 2, 1, 1, 1, -1, SP_COMPUTE, false},
      {0, 2, 1, 2, 2, -1, SP_COMPUTE, false},  {1, 2, 1, 2, 0, 4, SP_TRANSFER, false},
      {2, 4, 1, 0, 2, 0, SP_TRANSFER, false},  {2, 4, 1, 0, 2, 7, SP_TRANSFER, false},
      {2, 4, 1, 0, 3, 1, SP_TRANSFER, false},  {2, 4, 1, 1, 0, 1, SP_TRANSFER, false},
      {2, 4, 0.5, 2, 2, 3, SP_COMPUTE, false}, {2, 4, 0.75, 2, 2, 3, SP_COMPUTE, false},
      {2, 5, 1, 0, 1, 0, SP_TRANSFER, false},
  };
  enum { N = sizeof sorted / sizeof *sorted };
  for (int step = 1; step < N; step++) { /* N is prime: every step visits all */
    struct sp_trace t = SP_TRACE_EMPTY;
    for (int k = 0; k < N; k++)
      sp_trace_add(&t, &sorted[(k * step + 5) % N]);
    sp_trace_sort(&t);
    for (int k = 0; k < N; k++)
      assert_memory_equal(&t.event[k], &sorted[k], offsetof(struct sp_event, kind));
    sp_trace_clear(&t);
    assert_true(t.n == 0 && !t.event);
    sp_trace_sort(&t);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alloc),       cmocka_unit_test(test_copy),
      cmocka_unit_test(test_total),       cmocka_unit_test(test_costs),
      cmocka_unit_test(test_loads),       cmocka_unit_test(test_bag_and_divisible),
      cmocka_unit_test(test_imbalance),   cmocka_unit_test(test_names),
      cmocka_unit_test(test_schedule),    cmocka_unit_test(test_schedule_check),
      cmocka_unit_test(test_trace_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
