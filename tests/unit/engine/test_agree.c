/* Tests the comparison of two engines' runs: equal ones agree in any order of events, and each
 * difference is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/perform/perform.h"
#include <cmocka.h>
#include <string.h>

/* Two messages, of which worker 2 computes both. */
struct side {
  struct sp_result result;
  struct sp_event event[4];
  struct sp_message message[2];
  long events, messages;
};

static struct side side(void)
{
  return (struct side){
      .result = {.status = SP_RUN_OK, .order_hash = 77},
      .event = {{0, 2.5, 1, 0, 2, 0, SP_TRANSFER, false},
                {2.5, 5, 1, 0, 2, 1, SP_TRANSFER, false},
                {2.5, 6.5, 1, 2, 2, 0, SP_COMPUTE, false},
                {6.5, 10.5, 1, 2, 2, 1, SP_COMPUTE, false}},
      .message = {{.from = 0, .to = 2, .amount = 1, .after = -1},
                  {.from = 0, .to = 2, .amount = 1, .after = -1}},
      .events = 4,
      .messages = 2,
  };
}

static int compare(struct side *a, struct side *b, struct sp_error *error)
{
  struct sp_trace trace[] = {{.n = a->events, .event = a->event},
                             {.n = b->events, .event = b->event}};
  struct sp_schedule decided[] = {{.n = a->messages, .msg = a->message},
                                  {.n = b->messages, .msg = b->message}};
  return sp_engines_agree(&a->result, &trace[0], &decided[0], &b->result, &trace[1], &decided[1],
                          error);
}

/* b, another side, does not agree with side(), whichever comes first; *words are of that order. */
static void differs(struct side b, const char *words)
{
  struct side a = side();
  struct sp_error error = {""};
  assert_int_equal(compare(&b, &a, &error), SP_NOT_VERIFIED);
  assert_int_equal(compare(&a, &b, &error), SP_NOT_VERIFIED);
  assert_string_equal(error.text, words);
}

static void test_equal(void **state)
{
  struct side a = side(), b = side();
  struct sp_event first = b.event[0];
  struct sp_error error = {""};
  (void)state;
  b.event[0] = b.event[3];
  b.event[3] = first;
  b.event[1].end *= 1 + 5e-10;
  assert_int_equal(compare(&a, &b, &error), SP_OK);
  a.events = b.events = 0;
  assert_int_equal(compare(&a, &b, &error), SP_OK);
  a.result.status = b.result.status = SP_FAILED;
  b.messages = 0;
  assert_int_equal(compare(&a, &b, &error), SP_OK); /* without a result nothing is compared */
}

static void test_decisions(void **state)
{
  struct side b = side();
  (void)state;
  b.result.status = SP_FAILED;
  differs(b, "status ok against failed: ");
  b = side();
  b.message[1].from = 1;
  differs(b, "decision 2: 0 -> 2 of 1 against 1 -> 2 of 1");
  b = side();
  b.message[1].to = 1;
  differs(b, "decision 2: 0 -> 2 of 1 against 0 -> 1 of 1");
  b = side();
  b.message[0].amount = 0.5;
  differs(b, "decision 1: 0 -> 2 of 1 against 0 -> 2 of 0.5");
  b = side();
  b.message[1].after = 0;
  differs(b, "decision 2: 0 -> 2 of 1 against 0 -> 2 of 1");
  b = side();
  b.messages = 1;
  differs(b, "2 decisions against 1");
  b = side();
  b.result.order_hash = 78;
  differs(b, "the ports' decisions differ in order");
}

/* A run that an engine could not execute to its end is not compared. */
static void test_not_executed(void **state)
{
  struct side a = side(), b = side();
  struct sp_error error = {""};
  (void)state;
  b.result.status = SP_TIMEOUT;
  strcpy(b.result.reason, "stopped after 1 s");
  assert_int_equal(compare(&a, &b, &error), SP_CANNOT);
  assert_string_equal(error.text, "status ok against timeout: stopped after 1 s");
  assert_int_equal(compare(&b, &a, &error), SP_CANNOT);
  assert_string_equal(error.text, "status timeout against ok: stopped after 1 s");
}

static void test_dates(void **state)
{
  struct side b = side();
  (void)state;
  b.events = 3;
  differs(b, "4 events against 3");
  b = side();
  b.event[1].lost = true;
  differs(b, "transfer 0 -> 2 of message 2 in [2.5, 5] against 0 -> 2 of 2 in [2.5, 5]");
  b = side();
  b.event[1].kind = SP_COMPUTE;
  differs(b, "transfer 0 -> 2 of message 2 in [2.5, 5] against 0 -> 2 of 2 in [2.5, 5]");
  b = side();
  b.event[2].from = b.event[3].from = 1;
  differs(b, "computation 2 -> 2 of message 1 in [2.5, 6.5] against 1 -> 2 of 1 in [2.5, 6.5]");
  b = side();
  b.event[3].to = 3;
  differs(b, "computation 2 -> 2 of message 2 in [6.5, 10.5] against 2 -> 3 of 2 in [6.5, 10.5]");
  b = side();
  b.event[3].message = 4;
  differs(b, "computation 2 -> 2 of message 2 in [6.5, 10.5] against 2 -> 2 of 5 in [6.5, 10.5]");
  b = side();
  b.event[3].start = 6.75;
  differs(b, "computation 2 -> 2 of message 2 in [6.5, 10.5] against 2 -> 2 of 2 in [6.75, 10.5]");
  b = side();
  b.event[3].end = 10.75;
  differs(b, "computation 2 -> 2 of message 2 in [6.5, 10.5] against 2 -> 2 of 2 in [6.5, 10.75]");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equal),
      cmocka_unit_test(test_decisions),
      cmocka_unit_test(test_not_executed),
      cmocka_unit_test(test_dates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
