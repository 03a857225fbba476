/* Tests plans in JSON: starport reads back the plans that it prints, and refuses other texts with
 * the line of the transfer. */

#include "io/trace/trace.h"
#include <jansson.h>
#include <setjmp.h>
#include <starport/heuristic.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char redistribution[] = "c=2,2,2,2 w=3,3,4,4 load=8,1,1,0";

static int read_plan(const char *star, const char *text, struct sp_schedule *plan,
                     struct sp_error *error)
{
  char name[] = "/tmp/starport-test-XXXXXX";
  int fd = mkstemp(name);
  struct sp_instance *in = sp_star_parse(star, error);
  assert_non_null(in);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
  close(fd);
  int code = sp_read_plan(name, in, plan, error);
  if (code != SP_OK) /* the file and a line are named */
    assert_true(strncmp(error->text, name, strlen(name)) == 0);
  unlink(name);
  sp_instance_free(in);
  return code;
}

static void refused_on(const char *star, const char *text, const char *words)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_error error;
  assert_int_equal(read_plan(star, text, &plan, &error), SP_BAD_INPUT);
  if (!strstr(error.text, words))
    fail_msg("'%s': refused with '%s', expected '%s'", text, error.text, words);
  assert_int_equal(plan.n, 0);
}

static void refused(const char *text, const char *words)
{
  refused_on(redistribution, text, words);
}

static void test_read(void **state)
{
  (void)state;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_error error;
  sp_schedule_add(&plan, 3, 3, 1, -1); /* replaced */
  assert_int_equal(
      read_plan(redistribution,
                "{\"schema\":1,\"heuristic\":\"mine\",\"planned\":13.25,\"transfers\":["
                "{\"from\":1,\"to\":4,\"amount\":1},"
                "{\"from\":4,\"to\":2,\"amount\":1.0,\"after\":1}]}",
                &plan, &error),
      SP_OK);
  assert_int_equal(plan.n, 2);
  assert_true(plan.planned == 13.25);
  assert_true(plan.msg[0].from == 1 && plan.msg[0].to == 4 && plan.msg[0].amount == 1);
  assert_true(plan.msg[0].after == -1 && plan.msg[1].after == 0 && plan.msg[1].from == 4);
  assert_int_equal(read_plan(redistribution, "{\"transfers\":[]}", &plan, &error), SP_OK);
  assert_true(plan.n == 0 && isnan(plan.planned));
  assert_int_equal(read_plan(redistribution, "{\"planned\":null,\"transfers\":[]}", &plan, &error),
                   SP_OK);
  assert_true(isnan(plan.planned));
  sp_schedule_clear(&plan);
}

static void test_round_trip(void **state)
{
  (void)state;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY, read = SP_SCHEDULE_EMPTY;
  struct sp_error error;
  sp_schedule_add(&plan, 0, 2, 1.0 / 3, -1);
  sp_schedule_add(&plan, 0, 1, 4, -1);
  json_t *document = json_pack("{s:o}", "transfers", sp_schedule_json(&plan));
  char *text = json_dumps(document, JSON_REAL_PRECISION(17) | JSON_COMPACT);
  assert_string_equal(text, "{\"transfers\":[{\"from\":0,\"to\":2,\"amount\":0.33333333333333331},"
                            "{\"from\":0,\"to\":1,\"amount\":4}]}");
  assert_int_equal(read_plan("c=1,2 w=3,4 work=5.5", text, &read, &error), SP_OK);
  assert_int_equal(read.n, 2);
  assert_true(read.msg[0].amount == 1.0 / 3 && read.msg[1].amount == 4);
  free(text);
  json_decref(document);
  sp_schedule_clear(&plan);
  sp_schedule_clear(&read);
  sp_schedule_add(&plan, 1, 2, 1, -1);
  sp_schedule_add(&plan, 2, 4, 1, 0);
  plan.msg[0].earliest[SP_OUT] = 7.5;
  plan.msg[1].earliest[SP_IN] = 4;
  document = sp_schedule_json(&plan);
  text = json_dumps(document, JSON_COMPACT);
  assert_string_equal(text, "[{\"from\":1,\"to\":2,\"amount\":1,\"earliest\":7.5},"
                            "{\"from\":2,\"to\":4,\"amount\":1,\"after\":1,\"earliest_in\":4}]");
  assert_int_equal(read_plan(redistribution,
                             "{\"transfers\":[{\"from\":1,\"to\":2,\"amount\":1,\"earliest\":7.5,"
                             "\"earliest_in\":4}]}",
                             &read, &error),
                   SP_OK);
  assert_true(read.msg[0].earliest[SP_OUT] == 7.5 && read.msg[0].earliest[SP_IN] == 4);
  sp_schedule_clear(&read);
  refused("{\"transfers\":[{\"from\":1,\"to\":2,\"amount\":1,\n\"earliest\":-1}]}",
          ":1: transfer 1: earliest is -1, expected a finite date >= 0");
  refused("{\"transfers\":[{\"from\":1,\"to\":2,\"amount\":1,\"earliest\":\"7\"}]}",
          "transfer 1: \"earliest\" is not a number, expected a date");
  free(text);
  json_decref(document);
  sp_schedule_clear(&plan);
}

static void test_no_document(void **state)
{
  (void)state;
  refused("", ":1: ");
  refused("{\n\"transfers\": [\n}", ":3: ");
  refused("[]", ":1: no list, expected \"transfers\":[..]");
  refused("{\"a\":1,\n\"transfers\":{}}", ":2: no list");
  refused("{\"transfers\":[],\"transfers\":[]}", "duplicate");
  refused("{\"schema\":2,\"transfers\":[]}", "read another \"schema\", expected 1");
  refused("{\"planned\":\"13\",\"transfers\":[]}", "\"planned\" is neither a number nor null");
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_error error;
  assert_int_equal(sp_read_plan("/nowhere/plan.json", NULL, &plan, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "/nowhere/plan.json: cannot read: No such file"));
}

#define FIRST                             \
  "{\"heuristic\":\"a \\\"transfers\\\" " \
  "{\",\n\"transfers\":[{\"from\":1,\"to\":2,\"amount\":1},\n"

static void test_bad_transfers(void **state)
{
  (void)state;
  refused(FIRST "7]}", ": transfer 2: not an object");
  refused(FIRST "{\"from\":1,\"to\":2,\"amount\":1,\"form\":1}]}",
          ":3: transfer 2: read an unknown key");
  refused(FIRST "\n{\"to\":2,\"amount\":1}]}", ":4: transfer 2: \"from\" or \"to\" is missing");
  refused(FIRST "{\"from\":1.5,\"to\":2,\"amount\":1}]}",
          "\"from\" or \"to\" is missing or not a node");
  refused(FIRST "{\"from\":1,\"to\":-2,\"amount\":1}]}",
          "\"from\" or \"to\" is missing or not a node");
  refused(FIRST "{\"from\":1,\"to\":2}]}", ":3: transfer 2: \"amount\" is missing");
  refused(FIRST "{\"from\":1,\"to\":2,\"amount\":\"1\"}]}",
          "\"amount\" is missing or not a number");
  refused(FIRST "{\"from\":2,\"to\":1,\"amount\":1,\"after\":0}]}", "\"after\" is not the number");
  refused(FIRST "{\"from\":2,\"to\":1,\"amount\":1,\"after\":2}]}", ":3: transfer 2: sends on");
  refused(FIRST "{\"from\":3,\"to\":1,\"amount\":1,\"after\":1}]}", ":3: transfer 2: sends on");
  refused(FIRST "{\"from\":1,\"to\":5,\"amount\":1}]}", ":3: transfer 2: to is 5");
  refused(FIRST "{\"from\":0,\"to\":2,\"amount\":1}]}", ":3: transfer 2: from is 0");
  refused(FIRST "{\"from\":1,\"to\":2,\"amount\":2.5}]}", ":3: transfer 2: amount is 2.5");
  refused(FIRST "{\"from\":1,\"to\":2,\"amount\":1},\n{\"from\":9,\"to\":2,\"amount\":1}]}",
          ":4: transfer 3: from is 9");
  refused_on("c=1,2 w=3,4 tasks=5", FIRST "{\"from\":0,\"to\":2,\"amount\":1}]}",
             ":2: transfer 1: from is 1, expected 0, the master");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_no_document),
      cmocka_unit_test(test_bad_transfers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
