/* Tests heuristics of a caller's own that answer what they may not, or change the instance: each
 * run fails with the reason. */
#include "io/text/star.h"
#include <starport/starport.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct sp_registry *registry;

/* Runs the heuristic on the star; the words are in its reason. */
static void fails(const struct sp_heuristic *h, const char *star, const char *words)
{
  struct sp_error error = {""};
  struct sp_instance *in = sp_star_parse(star, &error);
  struct sp_method method = {.heuristic = h, .name = (char *)h->name};
  struct sp_conditions nominal = {.seed = 7};
  struct sp_result result;
  if (!in)
    fail_msg("%s", error.text);
  sp_native_run(in, registry, &method, &nominal, &result, NULL, NULL);
  if (result.status != SP_FAILED || !strstr(result.reason, words))
    fail_msg("status %d, '%s', expected '%s'", (int)result.status, result.reason, words);
  sp_instance_free(in);
}

/* ---- On line: the decision is always the same. */

static struct sp_decision decision;

static struct sp_decision answer(const struct sp_view *view, const void *options, void *state)
{
  (void)view, (void)options, (void)state;
  return decision;
}

#define EVERY_PROBLEM (SP_REDISTRIBUTION | SP_BAG | SP_DIVISIBLE | SP_IMBALANCE)
static const struct sp_heuristic online = {
    .abi = SP_ABI,
    .name = "answers",
    .summary = "gives a fixed answer",
    .source = "this test",
    .version = 1,
    .problems = EVERY_PROBLEM,
    .next = answer,
};

static void test_decisions(void **state)
{
  static const char bag[] = "c=1,2 w=3,4 tasks=5", load[] = "c=1,2 w=3,4 work=5";
  static const struct {
    const char *star;
    struct sp_decision decision;
    const char *words;
  } table[] = {
      {bag, {SP_SEND, 0, 1, 0}, "answers chose worker 0 of 2"},
      {bag, {SP_SEND, -1, 1, 0}, "answers chose worker -1 of 2"},
      {bag, {SP_SEND, 3, 1, 0}, "answers chose worker 3 of 2"},
      {bag, {SP_SEND, 1, 2, 0}, "answers sends 2 units in a message"},
      {load, {SP_SEND, 1, -0.5, 0}, "answers sends -0.5 units in a message"},
      {load, {SP_SEND, 1, INFINITY, 0}, "answers sends inf units in a message"},
      {load, {SP_SEND, 1, 5.5, 0}, "answers sends 5.5 units, 5 remain"},
      {load, {SP_SEND, 1, 0, 0}, "answers has waited or sent nothing 100000 times"},
      {"c=1,2 w=3,4 load=2,0", {SP_SEND, 2, 1, 0}, "takes a task from worker 2, which has none"},
      {"c=1,2 w=3,4 load=2,0", {SP_SEND, 1, 1, 0}, "answers has engaged "},
      {"c=1,2 w=3,4 delta=1,-1", {SP_SEND, 1, 1, 0}, "an imbalance is planned, not decided on"},
      {"c=1,2 w=3,4 work=inf deadline=9 send=inf", {SP_SEND, 1, 1, 0}, "any number of ports"},
      {"c=1,0 w=3,4 work=inf deadline=9", {SP_SEND, 1, 1, 0}, "worker 2 takes endless work in no"},
      {"c=1,0 w=3,4 latency=1,1 work=inf deadline=9 profile=latency2:3*0",
       {SP_SEND, 1, 1, 0},
       "worker 2 takes endless work in no"},
  };
  (void)state;
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    decision = table[k].decision;
    fails(&online, table[k].star, table[k].words);
  }
}

/* ---- Plans of nothing, with a change of the instance. */

static void (*change)(struct sp_instance *);

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  (void)cx, (void)options, (void)out;
  change((struct sp_instance *)in);
  return 0;
}

static const struct sp_heuristic changing = {
    .abi = SP_ABI,
    .name = "changes",
    .summary = "changes the instance",
    .source = "this test",
    .version = 1,
    .problems = EVERY_PROBLEM,
    .plan = plan,
};

static void change_problem(struct sp_instance *in)
{
  in->problem = SP_IMBALANCE;
}

static void change_bytes(struct sp_instance *in)
{
  in->task_bytes += 1;
}

static void change_flops(struct sp_instance *in)
{
  in->task_flops += 1;
}

static void change_total(struct sp_instance *in)
{
  in->total = sp_int(3);
}

static void change_deadline(struct sp_instance *in)
{
  in->deadline = sp_int(3);
}

static void change_ports(struct sp_instance *in)
{
  in->platform.node[0].ports.send = 2;
}

static void change_w(struct sp_instance *in)
{
  in->w[2] = sp_int(1);
}

static void change_latency(struct sp_instance *in)
{
  in->latency[2] = sp_int(1);
}

static void change_buffer(struct sp_instance *in)
{
  in->buffer[2] = 3;
}

static void change_nothing(struct sp_instance *in)
{
  (void)in;
}

static void test_nothing_planned(void **state)
{
  (void)state;
  change = change_nothing;
  fails(&changing, "c=1,2 w=3,4 tasks=5", "the plan leaves 5 of 5 units at the master");
}

static void test_changes(void **state)
{
  static void (*const all[])(struct sp_instance *) = {
      change_problem, change_bytes, change_flops,   change_total, change_deadline,
      change_ports,   change_w,     change_latency, change_buffer};
  (void)state;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    change = all[k];
    fails(&changing, "c=1,2 w=3,4 load=5,0",
          "changes has changed the instance, which is not its own");
  }
}

int main(void)
{
  registry = sp_registry_alloc(NULL);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_decisions),
      cmocka_unit_test(test_changes),
      cmocka_unit_test(test_nothing_planned),
  };
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  sp_registry_free(registry);
  return failures;
}
