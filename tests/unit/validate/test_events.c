/* Tests what the validator of stars says about short traces, each wrong in one way, and that what
 * is only unusual in them is accepted. */
#include "io/text/star.h"
#include "model/schedule.h"
#include <starport/starport.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 8 };

static int validate(const char *star, const struct sp_event *event, enum sp_durations durations,
                    struct sp_error *error)
{
  struct sp_instance *in = sp_star_parse(star, error);
  struct sp_trace trace = SP_TRACE_EMPTY;
  if (!in)
    fail_msg("%s", error->text);
  for (int k = 0; k < MOST && event[k].end > 0; k++)
    sp_trace_add(&trace, &event[k]);
  int code = sp_validate(in, &trace, 0, durations, error);
  sp_trace_clear(&trace);
  sp_instance_free(in);
  return code;
}

struct wrong {
  const char *star;
  struct sp_event event[MOST];
  const char *words; /* of the error, a part; NULL: it is accepted */
  enum sp_durations durations;
};

static void check(const struct wrong *table, size_t n)
{
  for (size_t k = 0; k < n; k++) {
    struct sp_error error = {""};
    int code = validate(table[k].star, table[k].event, table[k].durations, &error);
    if (code != (table[k].words ? SP_NOT_VERIFIED : SP_OK) ||
        (table[k].words && !strstr(error.text, table[k].words)))
      fail_msg("case %zu: '%s', expected '%s'", k, error.text,
               table[k].words ? table[k].words : "");
  }
}
#define CHECK(table) check(table, sizeof table / sizeof *table)

/* start, end, amount, from, to, number (from 0), kind, lost */
#define MOVES SP_TRANSFER, false
#define RUNS  SP_COMPUTE, false

static void test_single_events(void **state)
{
  static const char bag[] = "c=1,2 w=3,4 tasks=1", load[] = "c=1,2 w=3,4 work=1";
  static const struct wrong table[] = {
      {bag, {{0, 1, 1, 0, 1, 0, SP_TRANSFER, true}}, "event 1 is lost at 1, but no host", 0},
      {bag, {{0, 3, 1, 1, 1, -1, SP_COMPUTE, true}}, "event 1 is lost at 3, but no host", 0},
      {bag, {{0, 3, 1, 1, 2, 0, SP_COMPUTE, true}}, "event 1 is lost at 3, but no host", 0},
      {bag, {{0, 3, 1, 1, 1, 0, (enum sp_kind)7, true}}, "event 1: unknown kind 7", 0},
      {bag, {{0, 1, 1, -1, 0, 0, MOVES}}, "unknown node -1, expected 0 (master) to 2", 0},
      {bag, {{0, 1, 1, 3, 0, 0, MOVES}}, "unknown node 3, expected 0 (master) to 2", 0},
      {bag, {{0, 1, 1, 0, -1, 0, MOVES}}, "unknown node -1, expected 0 (master) to 2", 0},
      {bag, {{0, 3, 1, 1, 1, -2, RUNS}}, "message number -1, expected at least 0", 0},
      {load, {{0, 1, INFINITY, 0, 1, 0, MOVES}}, "the amount inf, expected a positive one", 0},
      {bag, {{0, 1, INFINITY, 0, 1, 0, MOVES}}, "the amount inf, expected", 0},
      {bag, {{0, 1, 1.5, 0, 1, 0, MOVES}}, "the amount 1.5, expected", 0},
      {"c=1 w=3 load=1", {{0, 3, 1, 1, 1, -1, RUNS}}, NULL, 0},
  };
  (void)state;
  CHECK(table);
  struct sp_event own[MOST] = {{0, 3, 1, 1, 1, -1, RUNS}};
  struct sp_instance *in = sp_star_parse("c=1 w=3 load=1", NULL);
  struct sp_trace trace = {1, 1, own};
  assert_int_equal(sp_validate(in, &trace, 0, SP_DURATIONS_EXACT, NULL), SP_OK);
  sp_instance_free(in);
}

/* From date 2 on worker 1's processor and link work at half their speeds. */
static void test_changing(void **state)
{
  static const char star[] = "c=1 w=3 tasks=1 profile=w1:2*0.5;c1:2*0.5";
  static const char relay[] = "c=1,1 w=inf,1 tasks=1 profile=w1:2*0.5";
  static const struct wrong table[] = {
      {star, {{0, 1, 1, 0, 1, 0, MOVES}, {1, 6, 1, 1, 1, 0, RUNS}}, NULL, SP_DURATIONS_EXACT},
      {star,
       {{0, 1, 1, 0, 1, 0, MOVES}, {1, 5, 1, 1, 1, 0, RUNS}},
       "worker 1's computation of message 1 lasts from 1 to 5, in which its processor does 2.5 of "
       "the 3 ",
       SP_DURATIONS_AT_LEAST},
      {star,
       {{0, 1, 1, 0, 1, 0, MOVES}, {1, 7, 1, 1, 1, 0, RUNS}},
       "worker 1's computation of message 1 lasts from 1 to 7, but its processor has done the 3 "
       "that "
       "it takes at factor 1 by 6",
       SP_DURATIONS_EXACT},
      {star, {{0, 1, 1, 0, 1, 0, MOVES}, {1, 7, 1, 1, 1, 0, RUNS}}, NULL, SP_DURATIONS_AT_LEAST},
      {star, {{0, 1, 1, 0, 1, 0, MOVES}, {1, 5, 1, 1, 1, 0, RUNS}}, NULL, SP_DURATIONS_ANY},
      {star,
       {{3, 4, 1, 0, 1, 0, MOVES}, {4, 10, 1, 1, 1, 0, RUNS}},
       "message 1's emission to worker 1 lasts from 3 to 4, in which its link does 0.5 of the 1 ",
       SP_DURATIONS_EXACT},
      {relay,
       {{0, 1, 1, 0, 1, 0, MOVES}, {1, 6, 1, 1, 1, 0, RUNS}},
       "this worker only relays",
       SP_DURATIONS_EXACT},
  };
  (void)state;
  CHECK(table);
}

/* Worker 1's link is down from 0.5 to 1; the message that was lost is sent again. */
static void test_lost(void **state)
{
  static const char star[] = "c=1,9 w=3,9 tasks=1 profile=link1:0.5*0,1*1";
  static const char two[] = "c=1,1 w=3,3 tasks=2 profile=link1:0.5*0,1*1";
  static const char load[] = "c=1,1 w=3,3 work=1 profile=link1:0.5*0,1*1";
  static const char later[] = "c=1,9 w=3,9 tasks=1 profile=link1:3*0,4*1";
  static const struct wrong table[] = {
      {later,
       {{0, 3, 1, 0, 1, 0, SP_TRANSFER, true}, {4, 5, 1, 0, 1, 1, MOVES}, {5, 8, 1, 1, 1, 1, RUNS}},
       "is lost at 3, after its end at 1",
       SP_DURATIONS_EXACT},
      {star,
       {{0, 0.5, 1, 0, 1, 0, SP_TRANSFER, true},
        {1, 2, 1, 0, 1, 1, MOVES},
        {2, 5, 1, 1, 1, 1, RUNS}},
       NULL,
       SP_DURATIONS_EXACT},
      {star,
       {{0, 0.5, 1, 0, 1, 0, SP_TRANSFER, true},
        {1, 2, 1, 0, 1, 1, MOVES},
        {2, 5, 1, 1, 1, 1, RUNS}},
       NULL,
       SP_DURATIONS_ANY},
      {star,
       {{0, 0.5, 1, 0, 1, 0, SP_TRANSFER, true}, {0.5, 3.5, 1, 1, 1, 0, RUNS}},
       "worker 1 computes message 1, which was lost on its way at 0.5",
       SP_DURATIONS_EXACT},
      {star, {{0, 3, 1, 1, 1, -1, RUNS}}, "computes an initial unit at 0, but has none", 0},
      {two,
       {{0, 1, 1, 0, 2, 0, MOVES}, {1, 2, 1, 0, 2, 1, MOVES}, {1, 4, 1, 2, 2, 0, RUNS}},
       "message 2, which arrived at worker 2 at 2, is neither computed nor lost",
       0},
      {two,
       {{0, 1, 1, 0, 2, 0, MOVES},
        {1, 2, 1, 0, 2, 1, MOVES},
        {2, 3, 1, 0, 2, 2, MOVES},
        {1, 4, 1, 2, 2, 0, RUNS},
        {4, 7, 1, 2, 2, 1, RUNS},
        {7, 10, 1, 2, 2, 2, RUNS}},
       "by 2 the master has sent 3 units, but only 2 were there or known to be lost",
       0},
      {two,
       {{0, 0.5, 1, 0, 1, 0, SP_TRANSFER, true},
        {1, 2, 1, 0, 2, 1, MOVES},
        {2, 5, 1, 2, 2, 1, RUNS}},
       "1 unit is computed, expected 2",
       0},
      {two, {{0, 0.5, 1, 0, 1, 0, SP_TRANSFER, true}}, "0 units are computed, expected 2", 0},
      {load,
       {{0, 1, 1, 0, 2, 0, MOVES}, {1, 1, 0, 0, 2, 1, MOVES}, {1, 4, 1, 2, 2, 0, RUNS}},
       NULL,
       0},
  };
  (void)state;
  CHECK(table);
}

static void test_units(void **state)
{
  static const char two[] = "c=1,1 w=2,2 load=1,1", chunks[] = "c=1 w=1 work=2 buffer=2";
  static const struct wrong table[] = {
      /* two messages twice: of the first it is said */
      {"c=1 w=1 tasks=2",
       {{0, 1, 1, 0, 1, 0, MOVES},
        {1, 2, 1, 0, 1, 1, MOVES},
        {2, 3, 1, 0, 1, 0, MOVES},
        {3, 4, 1, 0, 1, 1, MOVES}},
       "message 1 is sent by the master twice, from 0 and from 2",
       0},
      /* two workers compute more than they have: said of the one that does so first */
      {two,
       {{0, 2, 1, 1, 1, -1, RUNS},
        {3, 5, 1, 1, 1, -1, RUNS},
        {0, 2, 1, 2, 2, -1, RUNS},
        {2, 4, 1, 2, 2, -1, RUNS}},
       "worker 2 computes an initial unit at 2, more than the 1 that it had",
       0},
      {two,
       {{0, 2, 1, 1, 1, -1, RUNS},
        {2, 4, 1, 1, 1, -1, RUNS},
        {0, 2, 1, 2, 2, -1, RUNS},
        {3, 5, 1, 2, 2, -1, RUNS}},
       "worker 1 computes an initial unit at 2, more than the 1 that it had",
       0},
      /* an empty chunk is not computed, or at any time */
      {chunks,
       {{0, 2, 2, 0, 1, 0, MOVES}, {2, 4, 2, 1, 1, 0, RUNS}, {2, 2, 0, 0, 1, 1, MOVES}},
       NULL,
       0},
      {chunks,
       {{0, 2, 2, 0, 1, 0, MOVES},
        {2, 2, 0, 0, 1, 1, MOVES},
        {2, 2, 0, 1, 1, 1, RUNS},
        {2, 4, 2, 1, 1, 0, RUNS}},
       NULL,
       0},
      {chunks,
       {{0, 1, 1, 0, 1, 0, MOVES},
        {1, 1, 0, 0, 1, 1, MOVES},
        {1, 2, 1, 0, 1, 2, MOVES},
        {1, 2, 1, 1, 1, 0, RUNS},
        {2, 3, 1, 1, 1, 2, RUNS},
        {3, 3, 0, 1, 1, 1, RUNS}},
       NULL,
       0},
  };
  (void)state;
  CHECK(table);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_single_events),
      cmocka_unit_test(test_changing),
      cmocka_unit_test(test_lost),
      cmocka_unit_test(test_units),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
