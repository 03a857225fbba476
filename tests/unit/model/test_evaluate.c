/* Tests the evaluator: the papers' examples as plans written by hand, each reason for which a plan
 * cannot be executed, and random plans against the reference executor. */
#include "executor.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* Parses the star and makes a plan of n messages {from, to, after (from 1; 0: own)}. */
struct test {
  struct sp_instance *in;
  struct sp_schedule plan;
};

static struct test set(const char *star, int n, const int message[][3])
{
  struct sp_error error = {""};
  struct test t = {sp_star_parse(star, &error), SP_SCHEDULE_EMPTY};
  if (!t.in)
    fail_msg("%s", error.text);
  for (int k = 0; k < n; k++)
    sp_schedule_add(&t.plan, message[k][0], message[k][1], 1, message[k][2] - 1);
  return t;
}

static void unset(struct test *t)
{
  sp_schedule_clear(&t->plan);
  sp_instance_free(t->in);
}

static void expect(const char *star, int n, const int message[][3], double makespan)
{
  struct test t = set(star, n, message);
  double got = sp_makespan(t.in, &t.plan);
  if (!(got == makespan) && !(isnan(got) && isnan(makespan)))
    fail_msg("%s: makespan %.17g, expected %.17g", star, got, makespan);
  unset(&t);
}

static const char trace42[] = "c=2,2,2,2 w=3,3,4,4 load=8,1,1,0";
static const char figure2[] = "c=1,8,1,1 w=1,1,9,10 load=13,13,0,0";

static void test_section_4_2(void **state)
{
  (void)state;
  expect(trace42, 0, NULL, 24);
  expect(trace42, 4, (const int[][3]){{1, 2, 0}, {1, 4, 0}, {1, 2, 0}, {1, 4, 0}}, 14);
  expect(trace42, 4, (const int[][3]){{1, 4, 0}, {1, 2, 0}, {1, 4, 0}, {1, 2, 0}}, 13);
}

static void test_figure_2(void **state)
{
  (void)state;
  expect(figure2, 0, NULL, 13);
  expect(figure2, 2, (const int[][3]){{1, 4, 0}, {2, 3, 0}}, 19);
  expect(figure2, 3, (const int[][3]){{1, 4, 0}, {1, 3, 0}, {2, 1, 0}}, 12);
}

static void test_end_dates(void **state)
{
  (void)state;
  double end[5] = {-1, -1, -1, -1, -1};
  struct test t = set(trace42, 4, (const int[][3]){{1, 4, 0}, {1, 2, 0}, {1, 4, 0}, {1, 2, 0}});
  assert_true(sp_end_dates(t.in, &t.plan, end) == 13);
  assert_true(end[0] == 0 && end[1] == 12 && end[2] == 13 && end[3] == 4 && end[4] == 12);
  unset(&t);
}

static void test_load_by(void **state)
{
  (void)state;
  struct test t = set(trace42, 4, (const int[][3]){{1, 4, 0}, {1, 2, 0}, {1, 4, 0}, {1, 2, 0}});
  /* Ends: worker 1 at 3, 6, 9, 12; 2 at 3, 9, 13; 3 at 4; 4 at 8, 12. */
  assert_true(sp_load_by(t.in, &t.plan, 2.5) == 0);
  assert_true(sp_load_by(t.in, &t.plan, 3) == 2);
  assert_true(sp_load_by(t.in, &t.plan, 8.75) == 5);
  assert_true(sp_load_by(t.in, &t.plan, 9) == 7);
  assert_true(sp_load_by(t.in, &t.plan, 12) == 9);
  assert_true(sp_load_by(t.in, &t.plan, INFINITY) == 10);
  unset(&t);
  /* Seven computations of 0.1 end at 0.7 for everybody but floating point. */
  t = set("c=1 w=0.1 load=9", 0, NULL);
  assert_true(sp_load_by(t.in, &t.plan, 0.7) == 7);
  assert_true(sp_load_by(t.in, &t.plan, 0.69) == 6);
  unset(&t);
}

/* Worker 2 computes nothing; it can relay. in 1.5, out 2; in 2.5, out 4.5, end 6.5. */
static void test_relay(void **state)
{
  (void)state;
  const char *star = "c=1.5,0.5,2 w=3,inf,2 load=2,0,0";
  expect(star, 2, (const int[][3]){{1, 2, 0}, {2, 3, 1}}, 6.5);
  expect(star, 1, (const int[][3]){{1, 2, 0}}, NAN);
  /* The port waits for the relayed task though worker 1's could go: strict list order.
   * in 1.5, out 2; in 2.5, out 4.5; in 4, out 6.5; worker 3: 6.5, 8.5. */
  expect(star, 3, (const int[][3]){{1, 2, 0}, {2, 3, 1}, {1, 3, 0}}, 8.5);
}

static void test_latency(void **state)
{
  (void)state;
  /* in 2.25, 4.5; out 2.25+1.5+0.75 = 4.5, 6.75; ends 4.5+1.25, 8. */
  expect("c=2,1.5 latency=0.25,0.75 w=8,1.25 load=3,0", 2, (const int[][3]){{1, 2, 0}, {1, 2, 0}},
         8);
}

static void test_many_receptions(void **state)
{
  (void)state;
  /* Receptions end at 4 and 1; the first to arrive leaves first: out 4, 7; ends 5, 8. */
  struct test t = set("c=4,1,3 w=2,5,1 load=1,1,0", 2, (const int[][3]){{1, 3, 0}, {2, 3, 0}});
  assert_true(sp_makespan(t.in, &t.plan) == 11);
  t.in->platform.node[0].ports.recv = INT_MAX;
  assert_true(sp_makespan(t.in, &t.plan) == 8);
  unset(&t);
  /* Reception 3 (end 1) feeds emission 1 (end 3), which relay 2 waits for (in 5, out 6);
   * reception 1 ends at 10 and goes to worker 1 at 20. */
  t = set("c=10,2,1 w=1,1,1 load=1,0,1", 3, (const int[][3]){{1, 2, 0}, {2, 3, 1}, {3, 1, 0}});
  t.in->platform.node[0].ports.recv = INT_MAX;
  double end[4];
  assert_true(sp_end_dates(t.in, &t.plan, end) == 21);
  assert_true(end[3] == 7 && end[2] == 0);
  unset(&t);
}

/* RR-5196, Figure 8: c = 1,10, w = 2,20, one place each. */
static void test_buffers(void **state)
{
  (void)state;
  const int one[10][3] = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0},
                          {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
  const int min_c[10][3] = {{0, 1, 0}, {0, 2, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0},
                            {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 2, 0}};
  expect("c=1,10 w=2,20 buffer=1,1 tasks=10", 10, one, 30);
  expect("c=1,10 w=2,20 buffer=2,1 tasks=10", 10, one, 21);
  expect("c=1,10 w=2,20 tasks=10", 10, one, 21);
  expect("c=1,10 w=2,20 buffer=1,1 tasks=10", 10, min_c, 61);
  expect("c=1,10 w=2,20 buffer=1,1 tasks=9", 10, one, NAN);
}

static void test_divisible(void **state)
{
  (void)state;
  /* (S, c, w) = (1,10,1), (2,1,1), sequence 2-1 with chunks 7/4, 1/4: the papers' T = 70/12 is
   * for 2 units. Here 3.75: messages end at 3.75 and 7.25; ends 5.5 and 7.5. */
  struct test t = set("latency=1,2 c=10,1 w=1,1 work=2", 0, NULL);
  sp_schedule_add(&t.plan, 0, 2, 1.75, -1);
  sp_schedule_add(&t.plan, 0, 1, 0.25, -1);
  assert_true(sp_makespan(t.in, &t.plan) == 7.5);
  assert_true(sp_load_by(t.in, &t.plan, 5.5) == 1.75);
  sp_schedule_add(&t.plan, 0, 2, 0.5, -1); /* more than there is */
  assert_true(isnan(sp_makespan(t.in, &t.plan)));
  t.plan.msg[2].amount = 0; /* empty messages pay their latency: 2, 5.5, 7.5, 9.5 */
  sp_schedule_add(&t.plan, 0, 2, 0, -1);
  t.plan.msg[0].amount = 0;
  assert_true(sp_makespan(t.in, &t.plan) == 9.5);
  t.plan.msg[0].amount = -1.75;
  assert_true(isnan(sp_makespan(t.in, &t.plan)));
  t.plan.msg[0].amount = NAN;
  assert_true(isnan(sp_makespan(t.in, &t.plan)));
  unset(&t);
}

/* RR-6005, Figure 4: receivers by non-increasing c take 12, by non-decreasing c 14. */
static void test_imbalance(void **state)
{
  (void)state;
  const char *star = "c=2,5,1,3 delta=3,1,-2,-2";
  expect(star, 4, (const int[][3]){{1, 4, 0}, {1, 4, 0}, {1, 3, 0}, {2, 3, 0}}, 12);
  expect(star, 4, (const int[][3]){{1, 3, 0}, {1, 3, 0}, {1, 4, 0}, {2, 4, 0}}, 14);
  expect(star, 2, (const int[][3]){{2, 3, 0}, {2, 3, 0}}, NAN);
  expect(star, 1, (const int[][3]){{3, 1, 0}}, NAN);
}

static void test_not_executable(void **state)
{
  (void)state;
  const char *star = "c=2.5,1.25 w=3,7 load=2,0";
  expect(star, 3, (const int[][3]){{1, 2, 0}, {1, 2, 0}, {1, 2, 0}}, NAN); /* one too many */
  expect(star, 1, (const int[][3]){{2, 1, 0}}, NAN);                       /* has none */
  expect(star, 1, (const int[][3]){{0, 1, 0}}, NAN);                       /* master has none */
  expect(star, 1, (const int[][3]){{1, 3, 0}}, NAN);
  expect(star, 1, (const int[][3]){{1, 0, 0}}, NAN);
  expect(star, 1, (const int[][3]){{-1, 2, 0}}, NAN);
  expect(star, 2, (const int[][3]){{1, 2, 0}, {1, 2, 1}}, NAN); /* brought to 2, not to 1 */
  expect(star, 1, (const int[][3]){{1, 2, 1}}, NAN);            /* itself */
  expect(star, 2, (const int[][3]){{1, 2, 2}, {1, 1, 0}}, NAN); /* later */
  expect(star, 1, (const int[][3]){{1, 2, -7}}, NAN);
  expect(star, 3, (const int[][3]){{1, 2, 0}, {2, 1, 1}, {2, 1, 1}}, NAN); /* sent on twice */
  expect("c=1,1 w=inf,2 load=1,0", 0, NULL, NAN); /* keeps what it can't do */
  expect("c=1,1 w=inf,2 load=1,0", 1, (const int[][3]){{1, 2, 0}}, 4);
  expect("c=1,1 w=3,2 tasks=4", 1, (const int[][3]){{1, 2, 0}}, NAN); /* a bag is at the master */
  struct test t = set(star, 1, (const int[][3]){{1, 2, 0}});
  t.plan.msg[0].amount = 0.5;
  assert_true(isnan(sp_makespan(t.in, &t.plan)));
  t.plan.msg[0].amount = 1;
  t.in->platform.node[0].ports.send = 0;
  assert_true(isnan(sp_load_by(t.in, &t.plan, 4)));
  unset(&t);
  t = set("c=1,1 w=3,2 tasks=4", 1, (const int[][3]){{0, 2, 0}});
  t.in->buffer[2] = 0;
  assert_true(isnan(sp_makespan(t.in, &t.plan)));
  unset(&t);
}

/* 400 instances of each problem, with all numbers of ports: same makespan, same dates of every
 * worker, same units by any deadline as the reference. */
static void test_random(void **state)
{
  (void)state;
  static const enum sp_problem problem[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE, SP_IMBALANCE};
  uint64_t chance = 6005;
  for (int k = 0; k < 1600; k++) {
    struct sp_instance *in = random_instance(&chance, problem[k % 4]);
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    struct sp_trace trace = SP_TRACE_EMPTY;
    double end[8], done = 0, deadline = 0;
    random_plan(&chance, in, &plan);
    double makespan = execute(in, &plan, &trace);
    if (sp_end_dates(in, &plan, end) != makespan || sp_makespan(in, &plan) != makespan)
      fail_msg("instance %d: %.17g, reference %.17g", k, sp_makespan(in, &plan), makespan);
    deadline = below(&chance, (int)makespan + 2);
    for (long j = 0; j < trace.n; j++) {
      const struct sp_event *e = &trace.event[j];
      bool counts = in->problem == SP_IMBALANCE ? e->from == 0 : e->kind == SP_COMPUTE;
      done += counts && e->end <= deadline ? e->amount : 0;
      if (e->kind == SP_COMPUTE && e->end > end[e->from])
        fail_msg("instance %d: worker %d ends at %g, reference %g", k, e->from, end[e->from],
                 e->end);
    }
    if (sp_load_by(in, &plan, deadline) != done)
      fail_msg("instance %d: %g by %g, reference %g", k, sp_load_by(in, &plan, deadline), deadline,
               done);
    sp_trace_clear(&trace);
    sp_schedule_clear(&plan);
    sp_instance_free(in);
  }
}

/* In one port, a long plan takes what the closed form says. */
static void test_long(void **state)
{
  (void)state;
  struct test t = set("c=0.75,0.5 w=3,0.25 load=100000,0", 0, NULL);
  for (int k = 0; k < 100000; k++)
    sp_schedule_add(&t.plan, 1, 2, 1, -1);
  assert_true(sp_makespan(t.in, &t.plan) == 0.75 * 100000 + 0.5 + 0.25);
  t.in->platform.node[0].ports.send = 2; /* one link each: the same */
  assert_true(sp_makespan(t.in, &t.plan) == 0.75 * 100000 + 0.5 + 0.25);
  unset(&t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_section_4_2),
      cmocka_unit_test(test_figure_2),
      cmocka_unit_test(test_end_dates),
      cmocka_unit_test(test_load_by),
      cmocka_unit_test(test_relay),
      cmocka_unit_test(test_latency),
      cmocka_unit_test(test_many_receptions),
      cmocka_unit_test(test_buffers),
      cmocka_unit_test(test_divisible),
      cmocka_unit_test(test_imbalance),
      cmocka_unit_test(test_not_executable),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_long),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
