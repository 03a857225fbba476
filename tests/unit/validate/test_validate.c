/* Tests the validator: traces of the reference executor are accepted, damaged ones are refused,
 * each for its own reason. */
#include "executor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* An instance and the trace of a plan on it. */
struct scene {
  struct sp_instance *in;
  struct sp_trace trace;
};

static struct scene set_up(const char *star, int n, const int message[][3])
{
  struct sp_error error = {""};
  struct scene s = {sp_star_parse(star, &error), SP_TRACE_EMPTY};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  if (!s.in)
    fail_msg("%s", error.text);
  for (int k = 0; k < n; k++)
    sp_schedule_add(&plan, message[k][0], message[k][1], 1, message[k][2] - 1);
  execute(s.in, &plan, &s.trace);
  sp_trace_sort(&s.trace);
  sp_schedule_clear(&plan);
  return s;
}

static void strike(struct scene *s)
{
  sp_trace_clear(&s->trace);
  sp_instance_free(s->in);
}

/* RR-6005, section 4.2: the plan that ends at 13. Messages 1..4 go from worker 1 to 4, 2, 4, 2;
 * receptions at 0, 2, 4, 6, emissions at 2, 4, 6, 8; worker 4 computes 1 at 4 and 3 at 8, worker 2
 * computes 2 at 6 and 4 at 10. */
static struct scene section_4_2(void)
{
  return set_up("c=2,2,2,2 w=3,3,4,4 load=8,1,1,0", 4,
                (const int[][3]){{1, 4, 0}, {1, 2, 0}, {1, 4, 0}, {1, 2, 0}});
}

/* A bag of three for workers with c = 1,10, w = 2,20 and one place each: 1, 1, 2. */
static struct scene bag(void)
{
  return set_up("c=1,10 w=2,20 buffer=1,1 tasks=3", 3,
                (const int[][3]){{0, 1, 0}, {0, 1, 0}, {0, 2, 0}});
}

enum what { IN, OUT, CPU };

/* The event of a message (from 1; 0: the first initial unit of worker i). */
static struct sp_event *find(struct scene *s, enum what what, long message, int i)
{
  for (long j = 0; j < s->trace.n; j++) {
    struct sp_event *e = &s->trace.event[j];
    enum what is = e->kind == SP_COMPUTE ? CPU : e->from == 0 ? OUT : IN;
    if (is == what && e->message == message - 1 && (i == 0 || e->from == i || e->to == i))
      return e;
  }
  fail_msg("no such event");
  return NULL;
}

static void move(struct sp_event *e, double start)
{
  e->end += start - e->start;
  e->start = start;
}

static void drop(struct scene *s, const struct sp_event *e)
{
  s->trace.event[e - s->trace.event] = s->trace.event[--s->trace.n];
}

static void accepted(struct scene *s, enum sp_durations durations)
{
  struct sp_error error = {""};
  if (sp_validate(s->in, &s->trace, 0, durations, &error) != SP_OK)
    fail_msg("refused: %s", error.text);
}

/* Refused, with these words in the reason. */
static void refused(struct scene *s, const char *words)
{
  struct sp_error error = {""};
  assert_int_equal(sp_validate(s->in, &s->trace, 0, SP_DURATIONS_EXACT, &error), SP_NOT_VERIFIED);
  if (!strstr(error.text, words))
    fail_msg("refused with '%s', expected '%s'", error.text, words);
  assert_int_equal(sp_validate(s->in, &s->trace, 0, SP_DURATIONS_EXACT, NULL), SP_NOT_VERIFIED);
  strike(s);
}

static void test_undamaged(void **state)
{
  (void)state;
  struct scene s = section_4_2();
  accepted(&s, SP_DURATIONS_EXACT);
  for (long j = 0; j < s.trace.n / 2; j++) { /* in any order of lines */
    struct sp_event e = s.trace.event[j];
    s.trace.event[j] = s.trace.event[s.trace.n - 1 - j];
    s.trace.event[s.trace.n - 1 - j] = e;
  }
  accepted(&s, SP_DURATIONS_EXACT);
  strike(&s);
  s = bag();
  accepted(&s, SP_DURATIONS_EXACT);
  strike(&s);
  s = set_up("c=2,1,3 w=3,inf,2 load=2,0,0", 2, (const int[][3]){{1, 2, 0}, {2, 3, 1}});
  accepted(&s, SP_DURATIONS_EXACT); /* a relay */
  strike(&s);
  s = set_up("c=2,5,1,3 delta=3,1,-2,-2", 4,
             (const int[][3]){{1, 4, 0}, {1, 4, 0}, {1, 3, 0}, {2, 3, 0}});
  accepted(&s, SP_DURATIONS_EXACT);
  strike(&s);
}

static void test_damaged_dates(void **state)
{
  (void)state;
  struct scene s = section_4_2();
  find(&s, CPU, 2, 2)->end = NAN;
  refused(&s, "message 2: dates 6 to nan are not finite");
  s = section_4_2();
  find(&s, CPU, 2, 2)->end = INFINITY;
  refused(&s, "are not finite");
  s = section_4_2();
  move(find(&s, IN, 1, 0), -0.5);
  refused(&s, "message 1's reception from worker 1 starts at -0.5, a negative date");
  s = section_4_2();
  find(&s, OUT, 3, 0)->end = 5.75;
  refused(&s, "message 3's emission to worker 4 ends at 5.75 before its start at 6");
  s = section_4_2();
  s.in->deadline = sp_double(12.5);
  refused(&s, "worker 2's computation of message 4 ends at 13 after the deadline 12.5");
}

static void test_damaged_nodes(void **state)
{
  (void)state;
  struct scene s = section_4_2();
  find(&s, OUT, 4, 0)->to = 5;
  refused(&s, "unknown node 5");
  s = section_4_2();
  find(&s, IN, 4, 0)->from = -3;
  refused(&s, "unknown node -3");
  s = section_4_2();
  find(&s, IN, 4, 0)->to = 2;
  refused(&s, "a transfer from 1 to 2 is neither from nor to the master");
  s = section_4_2();
  find(&s, OUT, 4, 0)->to = 0;
  refused(&s, "a transfer from 0 to 0 is neither from nor to the master");
  s = section_4_2();
  find(&s, CPU, 4, 2)->to = 3;
  refused(&s, "a computation from 2 to 3");
  s = section_4_2();
  struct sp_event *e = find(&s, CPU, 4, 2);
  e->from = e->to = 0;
  refused(&s, "the master computes");
  s = section_4_2();
  find(&s, IN, 4, 0)->message = -1;
  refused(&s, "message number 0, expected at least 1");
  s = section_4_2();
  find(&s, IN, 4, 0)->kind = (enum sp_kind)7;
  refused(&s, "unknown kind 7");
}

static void test_damaged_amounts(void **state)
{
  (void)state;
  struct scene s = section_4_2();
  find(&s, IN, 3, 0)->amount = 2;
  refused(&s, "message 3's reception from worker 1 has the amount 2, expected 1 task");
  s = bag();
  find(&s, OUT, 3, 0)->amount = -1;
  refused(&s, "has the amount -1, expected a number of tasks");
  s = bag();
  s.in->problem = SP_DIVISIBLE;
  find(&s, OUT, 3, 0)->amount = -0.25;
  refused(&s, "has the amount -0.25, expected a positive one");
  s = bag();
  s.in->problem = SP_DIVISIBLE;
  find(&s, CPU, 2, 1)->amount = NAN;
  refused(&s, "has the amount nan");
  s = bag();
  s.in->problem = SP_DIVISIBLE;
  find(&s, CPU, 2, 1)->amount = 0.75;
  find(&s, CPU, 2, 1)->end -= 0.5;
  refused(&s, "worker 1 computes 0.75 units of message 2, which brought 1");
}

static void test_damaged_durations(void **state)
{
  (void)state;
  struct scene s = section_4_2();
  find(&s, OUT, 4, 0)->end = 9.5;
  refused(&s, "message 4's emission to worker 2 takes 1.5 from 8, shorter than the nominal 2");
  s = section_4_2();
  find(&s, CPU, 0, 3)->end = 4.5;
  accepted(&s, SP_DURATIONS_AT_LEAST);
  accepted(&s, SP_DURATIONS_ANY);
  refused(&s, "takes 4.5 from 0, longer than the nominal 4");
  s = section_4_2();
  find(&s, CPU, 0, 3)->end = 3.5;
  accepted(&s, SP_DURATIONS_ANY);
  assert_int_equal(sp_validate(s.in, &s.trace, 0, SP_DURATIONS_AT_LEAST, NULL), SP_NOT_VERIFIED);
  refused(&s, "shorter than the nominal 4");
  s = section_4_2();
  s.in->w[4].v = INFINITY;
  refused(&s, "worker 4's computation of message 1: this worker only relays");
}

static void test_damaged_ports(void **state)
{
  (void)state;
  struct scene s = section_4_2();
  move(find(&s, IN, 2, 0), 1);
  refused(&s, "the master's reception port: message 2's reception from worker 1 starts at 1 while "
              "message 1's reception from worker 1 lasts from 0 to 2");
  s = section_4_2();
  move(find(&s, OUT, 2, 0), 5);
  move(find(&s, CPU, 2, 0), 7);
  refused(&s, "the master's emission port: message 3's emission to worker 4 starts at 6 while "
              "message 2's emission to worker 2 lasts from 5 to 7");
  /* Two messages at once on one link, where the master has the ports for it. */
  s = section_4_2();
  s.in->platform.node[0].ports.recv = INT_MAX;
  move(find(&s, IN, 2, 0), 1);
  refused(&s, "a link towards the master: message 2's reception from worker 1 starts at 1 while");
  s = section_4_2();
  s.in->platform.node[0].ports.send = 2;
  move(find(&s, OUT, 1, 0), 4.5);
  move(find(&s, CPU, 1, 0), 12);
  refused(&s, "a link from the master: message 3's emission to worker 4 starts at 6 while");
  /* Three receptions where two fit. */
  s = set_up("c=5,5,5,1 w=1,1,1,1 load=1,1,1,0", 3,
             (const int[][3]){{1, 4, 0}, {2, 4, 0}, {3, 4, 0}});
  s.in->platform.node[0].ports.recv = 2;
  move(find(&s, IN, 3, 0), 3);
  move(find(&s, IN, 2, 0), 3.5);
  move(find(&s, IN, 1, 0), 3.75);
  move(find(&s, OUT, 1, 0), 11);
  move(find(&s, CPU, 1, 0), 21);
  move(find(&s, OUT, 2, 0), 12);
  move(find(&s, CPU, 2, 0), 22);
  refused(&s, "message 1's reception from worker 1 starts at 3.75 while all 2 ports are busy until "
              "8");
}

static void test_damaged_processor(void **state)
{
  (void)state;
  struct scene s = section_4_2();
  move(find(&s, CPU, 2, 0), 8);
  refused(&s, "a processor: worker 2's computation of message 4 starts at 10 while worker 2's "
              "computation of message 2 lasts from 8 to 11");
  s = section_4_2(); /* within another: starts later, ends first */
  find(&s, CPU, 1, 0)->end += 9;
  struct sp_error error;
  sp_validate(s.in, &s.trace, 0, SP_DURATIONS_AT_LEAST, &error);
  assert_non_null(strstr(error.text, "a processor: worker 4's computation of message 3 starts at 8 "
                                     "while"));
  strike(&s);
}

static void test_damaged_causality(void **state)
{
  (void)state;
  struct scene s = section_4_2();
  move(find(&s, OUT, 2, 0), 3.5);
  refused(&s,
          "store and forward: the emission of message 2 starts at 3.5 before its reception ends "
          "at 4");
  s = section_4_2();
  s.in->platform.node[0].ports.recv = 2;
  move(find(&s, OUT, 2, 0), 3.5);
  refused(&s, "store and forward: message 2 leaves the master at 3.5, when only 1 of those");
  s = section_4_2();
  move(find(&s, CPU, 3, 0), 7.5);
  refused(&s, "worker 4 computes message 3 at 7.5 before its arrival at 8");
  s = section_4_2();
  find(&s, CPU, 3, 0)->from = find(&s, CPU, 3, 0)->to = 3;
  refused(&s, "worker 3 computes message 3, which never arrived there but at 4");
  s = section_4_2();
  find(&s, CPU, 3, 0)->message = 8;
  refused(&s, "worker 4 computes message 9, which was never sent");
  s = section_4_2();
  find(&s, IN, 4, 0)->from = 4;
  refused(&s, "worker 4 sends message 4 at 6 without a task to send");
  s = set_up("c=2,1,3 w=3,inf,2 load=2,0,0", 2, (const int[][3]){{1, 2, 0}, {2, 3, 1}});
  move(find(&s, IN, 2, 0), 2);
  refused(&s, "worker 2 sends message 2 at 2 before the task that it sends on arrives (message 1, "
              "at 3)");
}

static void test_damaged_conservation(void **state)
{
  (void)state;
  struct scene s = section_4_2();
  struct sp_event again = *find(&s, CPU, 3, 0);
  move(&again, 13);
  sp_trace_add(&s.trace, &again);
  refused(&s, "message 3 is computed twice, from ");
  s = section_4_2();
  again = *find(&s, OUT, 3, 0);
  move(&again, 13);
  sp_trace_add(&s.trace, &again);
  refused(&s, "message 3 is sent by the master twice");
  s = section_4_2();
  again = *find(&s, IN, 3, 0);
  sp_trace_add(&s.trace, &again);
  refused(&s, "message 3 is received by the master twice");
  s = section_4_2(); /* of several the least number is reported */
  for (int k = 4; k >= 3; k--) {
    again = *find(&s, IN, k, 0);
    sp_trace_add(&s.trace, &again);
  }
  for (long j = 0; j < s.trace.n; j++) /* numbers far apart */
    s.trace.event[j].message *= s.trace.event[j].message > 0 ? 1000000 : 1;
  refused(&s, "message 2000001 is received by the master twice");
  s = section_4_2();
  drop(&s, find(&s, CPU, 4, 0));
  refused(&s, "message 4, which arrived at worker 2 at 10, is never computed");
  s = section_4_2();
  drop(&s, find(&s, CPU, 0, 1));
  refused(&s, "worker 1 never computes nor sends 1 of its initial units");
  s = section_4_2();
  again = *find(&s, CPU, 0, 3);
  move(&again, 4);
  sp_trace_add(&s.trace, &again);
  refused(&s, "worker 3 computes an initial unit at 4, more than the 1 that it had");
  s = section_4_2();
  drop(&s, find(&s, IN, 3, 0));
  refused(&s, "the master sends message 3, which it never received");
  s = section_4_2();
  drop(&s, find(&s, CPU, 4, 0));
  drop(&s, find(&s, OUT, 4, 0));
  refused(&s, "message 4 is received by the master but never sent on");
  s = section_4_2();
  s.in->platform.node[0].ports.recv = INT_MAX;
  drop(&s, find(&s, CPU, 4, 0));
  drop(&s, find(&s, OUT, 4, 0));
  refused(&s, "the master received 4 messages but sent only 3 on");
  s = section_4_2();
  s.in->platform.node[0].ports.recv = INT_MAX;
  drop(&s, find(&s, IN, 2, 0));
  refused(&s, "store and forward: message 2 leaves the master at 4, when only 1 of those");
}

static void test_damaged_bag(void **state)
{
  (void)state;
  struct scene s = bag(); /* emissions at 0, 3, 4; computations at 1, 4, 14 */
  move(find(&s, OUT, 2, 0), 2);
  refused(
      &s,
      "worker 1: message 2's emission to worker 1 starts at 2 while its 1 place is taken until 3");
  s = bag();
  s.in->total = sp_int(4);
  refused(&s, "the master sends only 3 units of its 4");
  s = bag();
  s.in->total = sp_int(2);
  refused(&s, "the master sends 3 units, more than the 2 that it had");
  s = bag();
  find(&s, CPU, 3, 0)->message = -1;
  refused(&s, "worker 2 computes an initial unit at 14, more than the 0");
  s = bag();
  sp_trace_add(&s.trace, &(struct sp_event){50, 51, 1, 1, 0, 9, SP_TRANSFER, false});
  refused(&s, "message 10's reception from worker 1: all units are at the master");
}

static void test_damaged_imbalance(void **state)
{
  (void)state;
  const char *star = "c=2,5,1,3 delta=3,1,-2,-2";
  const int plan[][3] = {{1, 4, 0}, {1, 4, 0}, {1, 3, 0}, {2, 3, 0}};
  struct scene s = set_up(star, 3, plan);
  refused(&s, "worker 2 is left with 1 task after its transfers, expected 0");
  s = set_up(star, 4, (const int[][3]){{1, 4, 0}, {1, 4, 0}, {1, 4, 0}, {2, 3, 0}});
  refused(&s, "worker 3 is left with 1 task after its transfers, expected 2");
  s = set_up(star, 4, plan);
  sp_trace_add(&s.trace, &(struct sp_event){3, 6, 1, 2, 2, -1, SP_COMPUTE, false});
  refused(&s, "nothing is computed in an imbalance problem");
  s = set_up(star, 4, plan);
  find(&s, IN, 4, 0)->from = 1;
  find(&s, IN, 4, 0)->end = find(&s, IN, 4, 0)->start + 2;
  refused(&s, "worker 1 sends message 4 at 6 without a task to send");
}

/* Amounts may be wrong by 1e-9, however close the dates are: a plan's, of what a place takes. */
static void test_amounts(void **state)
{
  (void)state;
  const double amount = 5 * (1 + 5e-10);
  struct sp_error error;
  struct scene s = {sp_star_parse("c=1 w=1 buffer=5 work=5", &error), SP_TRACE_EMPTY};
  sp_trace_add(&s.trace, &(struct sp_event){0, amount, amount, 0, 1, 0, SP_TRANSFER, false});
  sp_trace_add(&s.trace,
               &(struct sp_event){amount, 2 * amount, amount, 1, 1, 0, SP_COMPUTE, false});
  assert_int_equal(sp_validate(s.in, &s.trace, SP_ENGINE_TOLERANCE, SP_DURATIONS_EXACT, &error),
                   SP_OK);
  s.trace.event[0].amount = 5 * (1 + 2e-9);
  assert_int_equal(sp_validate(s.in, &s.trace, SP_ENGINE_TOLERANCE, SP_DURATIONS_EXACT, &error),
                   SP_NOT_VERIFIED);
  strike(&s);
}

/* Rounding of dates is no violation; more than the tolerance is. */
static void test_tolerance(void **state)
{
  (void)state;
  struct scene s = section_4_2();
  struct sp_error error;
  for (long j = 0; j < s.trace.n; j++) {
    struct sp_event *e = &s.trace.event[j];
    e->start *= 1 + (double)(j % 3 - 1) * 3e-10;
    e->end *= 1 + (j % 2 ? 1 : -1) * 3e-10;
  }
  accepted(&s, SP_DURATIONS_EXACT);
  assert_int_equal(sp_validate(s.in, &s.trace, 1e-12, SP_DURATIONS_EXACT, &error), SP_NOT_VERIFIED);
  find(&s, CPU, 4, 0)->end += 0.01;
  assert_int_equal(sp_validate(s.in, &s.trace, 0.01, SP_DURATIONS_EXACT, &error), SP_OK);
  refused(&s, "longer than the nominal");
}

/* Dates are compared with the tolerance of these dates, not of the last one: four emissions at once
 * are seen though the makespan is 10^9 times as long as they are. */
static void test_time_scales(void **state)
{
  (void)state;
  struct scene s = set_up("c=1e-6 w=1000,1000 tasks=4", 4,
                          (const int[][3]){{0, 1, 0}, {0, 2, 0}, {0, 1, 0}, {0, 2, 0}});
  accepted(&s, SP_DURATIONS_EXACT);
  for (int k = 1; k <= 4; k++)
    move(find(&s, OUT, k, 0), 0);
  refused(&s, "the master's emission port: message 1's emission to worker 1 starts at 0 while");
  s = set_up("c=1000 w=1e-6 tasks=2", 2, (const int[][3]){{0, 1, 0}, {0, 1, 0}});
  struct sp_error error = {"before"};
  find(&s, CPU, 2, 0)->end = 2000;
  assert_int_equal(sp_validate(s.in, &s.trace, 0, SP_DURATIONS_EXACT, &error), SP_OK);
  assert_string_equal(error.text,
                      "2 nominal durations are below 100 times the tolerance, 1e-09 of a date, and "
                      "hardly checked; the first is that of worker 1's computation of message 1 at "
                      "1000");
  assert_int_equal(sp_validate(s.in, &s.trace, 1e-12, SP_DURATIONS_EXACT, &error), SP_NOT_VERIFIED);
  assert_int_equal(sp_validate(s.in, &s.trace, 0, SP_DURATIONS_ANY, &error), SP_OK);
  assert_string_equal(error.text, "");
  strike(&s);
}

/* Twenty messages, to the workers in turn, one every so often from date 1000 on, and their
 * computations, each of which lasts so long, with a tolerance of about 1: accepted, or refused with
 * these words. */
static void squeezed(const char *star, double every, double lasts, enum sp_durations durations,
                     const char *words)
{
  struct sp_error error = {""};
  struct scene s = {sp_star_parse(star, &error), SP_TRACE_EMPTY};
  assert_non_null(s.in);
  for (int k = 0; k < 20; k++) {
    double start = 1000 + k * every, middle = start + lasts;
    int i = 1 + k % s.in->m;
    sp_trace_add(&s.trace, &(struct sp_event){start, middle, 1, 0, i, k, SP_TRANSFER, false});
    sp_trace_add(&s.trace,
                 &(struct sp_event){middle, middle + lasts, 1, i, i, k, SP_COMPUTE, false});
  }
  int code = sp_validate(s.in, &s.trace, 1e-3, durations, &error);
  assert_int_equal(code, words ? SP_NOT_VERIFIED : SP_OK);
  if (words && !strstr(error.text, words))
    fail_msg("refused with '%s', expected '%s'", error.text, words);
  strike(&s);
}

/* The tolerance of many dates does not add up. */
static void test_spans(void **state)
{
  (void)state;
  const enum sp_durations exact = SP_DURATIONS_EXACT, least = SP_DURATIONS_AT_LEAST,
                          any = SP_DURATIONS_ANY;
  const char *port = "the master's emission port: message 2's emission to worker 2 ends at 1000.7, "
                     "expected 1003 or later, after the durations of those before it";
  squeezed("c=1.5,1.5 w=1.5,1.5 tasks=20", 1.5, 1.5, exact, NULL);
  squeezed("c=1.5,1.5 w=1.5,1.5 tasks=20", 0.1, 0.6, exact, port);
  squeezed("c=1.5,1.5 w=1.5,1.5 tasks=20", 0.1, 0.6, least, port);
  squeezed("c=1.5,1.5 w=1.5,1.5 tasks=20", 0.1, 0.6, any, "the master's emission port: message 4");
  squeezed("c=1.5,1.5 w=1.5,1.5 tasks=20", 0.6, 0.6, any, NULL);
  squeezed("c=1.5,1.5,1.5 w=1,1,1 send=2 tasks=20", 0.75, 1.5, exact, NULL);
  squeezed("c=1.5,1.5,1.5 w=1,1,1 send=2 tasks=20", 0.6, 1.2, exact, "the master's emission port");
  squeezed("c=1.5 w=.1 send=2 tasks=20", 0.8, 0.9, exact, "a link from the master");
  squeezed("c=.1 w=1.5 tasks=20", 0.1, 0.6, exact, "a processor");
  squeezed("c=.1 w=1.5 tasks=20 profile=w1:0*1", 0.1, 0.6, exact, "a processor");
  squeezed("c=.1 w=.015 tasks=20 profile=w1:0*0.01,9000*1", 0.1, 0.6, exact, "a processor");
  squeezed("c=1 w=.015 tasks=20 profile=w1:0*0.01,9000*1", 1.5, 1.5, exact, NULL);
  squeezed("c=1 w=.1 latency=.5 tasks=20 profile=c1:0*1", 0.1, 0.6, exact, "emission port");
  squeezed("c=1 w=.1 latency=1 tasks=20 profile=latency:0*0.5", 0.1, 0.6, exact, "emission port");
}

/* A computation from date 1 on, which stands still from 3 to 10, ends where it is done. */
static void test_stand_still(void **state)
{
  (void)state;
  static const struct {
    const char *w, *profile;
    double end;
    const char *words;
  } end[] = {
      {"2", "3*0,10*1", 3, NULL},
      {"2", "3*0,10*1", 10, "but its processor has done the 2 that it takes at factor 1 by 3"},
      {"2", "3*0,10*1", 3.1, "by 3"},
      {"2", "3*0,10*1,every:20", 3, NULL},
      {"2", "3*0,10*1,every:20", 10, "by 3"},
      {"15", "3*0,10*1,every:20", 30, "by 23"},
      {"15.0001", "3*0,10*1,every:20", 30.0001, NULL},
      {"2", "2*0.5,3*2,3.25*0,1e12*1", 1e12, "by 3.25"},
      {"2.00000000000002", "3*0,10*1", 3, NULL}, /* 1e-14 of its time is lacking */
      {"2.00000000000002", "3*0,10*1", 10, "by 3"},
      {"2.0001", "3*0,10*1", 10.0001, NULL},
      {"2.0001", "3*0,10*1", 3, "in which its processor does 2 of the 2.0001"},
      {"2.0001", "3*0,10*1", 10.1, "by 10.0001"},
  };
  for (size_t k = 0; k < sizeof end / sizeof *end; k++) {
    char star[100];
    snprintf(star, sizeof star, "c=1 w=%s tasks=1 profile=w1:%s", end[k].w, end[k].profile);
    struct scene s = set_up(star, 1, (const int[][3]){{0, 1, 0}});
    find(&s, CPU, 1, 1)->end = end[k].end;
    if (end[k].words) {
      refused(&s, end[k].words);
    } else {
      accepted(&s, SP_DURATIONS_EXACT);
      strike(&s);
    }
  }
}

/* Rule 5: initial units first, then the others in the order of their arrival. */
static void test_order(void **state)
{
  (void)state;
  struct scene s = section_4_2();
  move(find(&s, CPU, 1, 4), 12);
  refused(&s,
          "worker 4 computes message 1, which arrived at 4, after message 3, which arrived at 8, "
          "expected the order of arrival");
  s = section_4_2();
  move(find(&s, CPU, 0, 2), 13);
  refused(&s,
          "worker 2 computes an initial unit at 13 after message 4, expected initial units first");
}

/* ---- Random traces. */
static const enum sp_problem problem[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE, SP_IMBALANCE};

static struct scene random_scene(uint64_t *chance, enum sp_problem p)
{
  struct scene s = {random_instance(chance, p), SP_TRACE_EMPTY};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  random_plan(chance, s.in, &plan);
  execute(s.in, &plan, &s.trace);
  sp_schedule_clear(&plan);
  return s;
}

static void test_random_valid(void **state)
{
  (void)state;
  uint64_t chance = 5196;
  for (int k = 0; k < 1200; k++) {
    struct scene s = random_scene(&chance, problem[k % 4]);
    struct sp_error error;
    if (sp_validate(s.in, &s.trace, 0, SP_DURATIONS_EXACT, &error) != SP_OK)
      fail_msg("trace %d: %s", k, error.text);
    /* Cut off by a deadline, what has ended by then remains valid. */
    double deadline = below(&chance, 60);
    long kept = 0;
    for (long j = 0; j < s.trace.n; j++)
      if (s.trace.event[j].end <= deadline)
        s.trace.event[kept++] = s.trace.event[j];
    bool cut = kept < s.trace.n;
    s.trace.n = kept;
    if (cut && sp_validate(s.in, &s.trace, 0, SP_DURATIONS_EXACT, &error) == SP_OK)
      fail_msg("trace %d: cut at %g without a deadline, accepted", k, deadline);
    s.in->deadline = sp_double(deadline);
    if (sp_validate(s.in, &s.trace, 0, SP_DURATIONS_EXACT, &error) != SP_OK)
      fail_msg("trace %d by %g: %s", k, deadline, error.text);
    strike(&s);
  }
}

/* Date before which event e of the trace cannot start because of what it needs. */
static double earliest(const struct sp_trace *trace, const struct sp_event *e)
{
  double date = 0;
  for (long j = 0; j < trace->n; j++) {
    const struct sp_event *cause = &trace->event[j];
    bool brings = e->kind == SP_COMPUTE ? cause->kind == SP_TRANSFER && cause->from == 0
                                        : e->from == 0 && cause->to == 0;
    if (e->message >= 0 && cause->message == e->message && brings)
      date = fmax(date, cause->end);
  }
  return date;
}

/* Damages one event so that the trace is wrong by construction; tells how. */
static const char *damage(uint64_t *chance, struct scene *s)
{
  struct sp_event *e = &s->trace.event[below(chance, (int)s->trace.n)], copy = *e;
  int i = 1 + below(chance, s->in->m);
  switch (below(chance, 7)) {
  case 0:
    e->end += 0.5;
    return "stretched";
  case 1:
    e->end -= 0.5;
    return "shortened";
  case 2: /* of one reception port each task has its own number */
    s->in->platform.node[0].ports.recv = 1;
    move(e, earliest(&s->trace, e) - 0.5);
    return "moved before its cause";
  case 3:
    drop(s, e);
    return "dropped";
  case 4:
    sp_trace_add(&s->trace, &copy);
    return "doubled";
  case 5: /* with several reception ports a hop's number may only matter to the computation */
    if (e->kind == SP_TRANSFER && s->in->platform.node[0].ports.recv > 1)
      return NULL;
    e->message += 1000;
    return "renumbered";
  default:
    if (i == e->from || i == e->to)
      return NULL;
    *(e->from ? &e->from : &e->to) = i;
    if (e->kind == SP_COMPUTE)
      e->to = i;
    return "given to another worker";
  }
}

/* Every one of these mutations is a violation, so all of them must be refused; so must at least
 * half of those that move one event anywhere, which may be legal where there is slack. */
static void test_random_damage(void **state)
{
  (void)state;
  uint64_t chance = 1997;
  int moved = 0, noticed = 0;
  for (int k = 0; k < 2400; k++) {
    struct scene s = random_scene(&chance, problem[k % 4]);
    struct sp_error error;
    if (s.trace.n > 0 && k % 3 == 0) {
      move(&s.trace.event[below(&chance, (int)s.trace.n)], below(&chance, 40) + 0.5);
      moved++;
      noticed += sp_validate(s.in, &s.trace, 0, SP_DURATIONS_EXACT, &error) != SP_OK;
    } else if (s.trace.n > 0) {
      const char *how = damage(&chance, &s);
      if (how && sp_validate(s.in, &s.trace, 0, SP_DURATIONS_EXACT, &error) == SP_OK)
        fail_msg("trace %d (%s): accepted though one event was %s", k,
                 sp_problem_name(problem[k % 4]), how);
    }
    strike(&s);
  }
  if (2 * noticed < moved)
    fail_msg("%d of %d moved events noticed", noticed, moved);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_undamaged),
      cmocka_unit_test(test_damaged_dates),
      cmocka_unit_test(test_damaged_nodes),
      cmocka_unit_test(test_damaged_amounts),
      cmocka_unit_test(test_damaged_durations),
      cmocka_unit_test(test_damaged_ports),
      cmocka_unit_test(test_damaged_processor),
      cmocka_unit_test(test_damaged_causality),
      cmocka_unit_test(test_damaged_conservation),
      cmocka_unit_test(test_damaged_bag),
      cmocka_unit_test(test_damaged_imbalance),
      cmocka_unit_test(test_amounts),
      cmocka_unit_test(test_tolerance),
      cmocka_unit_test(test_time_scales),
      cmocka_unit_test(test_spans),
      cmocka_unit_test(test_stand_still),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_random_valid),
      cmocka_unit_test(test_random_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
