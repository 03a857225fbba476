/* Tests the on-line list heuristics of RR-5196: the known cases of tests/data/limited-memory.json,
 * the tables of figures 8 and 9, and a naive kernel of figure 7 that tests every worker at every
 * decision. */
#include "figure7.h"
#include "redistributions.h"
#include "stars.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static struct sp_registry *registry;

static int load_registry(void **state)
{
  (void)state;
  registry = heuristics();
  return 0;
}

static int free_registry(void **state)
{
  (void)state;
  sp_registry_free(registry);
  return 0;
}

/* Runs the method natively; *decided, if not NULL, gets the messages. */
static struct sp_result run(const char *name, const struct sp_instance *in,
                            struct sp_schedule *decided)
{
  struct sp_conditions nominal = {.seed = 1};
  struct sp_method method;
  struct sp_error error;
  struct sp_result result;
  if (sp_method_parse(registry, name, &method, &error) != SP_OK)
    fail_msg("%s", error.text);
  sp_native_run(in, registry, &method, &nominal, &result, NULL, decided);
  sp_method_clear(&method);
  if (result.status != SP_RUN_OK)
    fail_msg("%s: %s", name, result.reason);
  return result;
}

static double makespan(const char *method, const char *text)
{
  struct sp_instance *in = parse(text);
  double end = run(method, in, NULL).makespan;
  sp_instance_free(in);
  return end;
}

/* The first messages go to the workers listed, "1 2 1 3". */
static void expect_order(const char *method, const struct sp_instance *in, const char *workers)
{
  struct sp_schedule decided = SP_SCHEDULE_EMPTY;
  run(method, in, &decided);
  long k = 0;
  for (const char *at = workers; *at; k++) {
    char *next;
    int worker = (int)strtol(at, &next, 10);
    assert_true(k < decided.n);
    assert_int_equal(decided.msg[k].to, worker);
    at = next;
  }
  sp_schedule_clear(&decided);
}

/* ---- known cases */

static const struct {
  const char *key, *method;
} NAMES[] = {{"min_c", "min_c"},       {"min_w", "min_w"},
             {"min_loss", "min_loss"}, {"min_loss_x", "min_loss:self=no"},
             {"mct", "mct"},           {"1D", "1d"}};
enum { METHODS = sizeof NAMES / sizeof NAMES[0] };

static struct sp_instance *case_instance(const json_t *one)
{
  const json_t *c = json_object_get(one, "c"), *w = json_object_get(one, "w");
  const json_t *b = json_object_get(one, "b");
  struct sp_instance *in = sp_instance_alloc((int)json_array_size(c));
  struct sp_error error;
  in->problem = SP_BAG;
  in->total = sp_int(json_integer_value(json_object_get(one, "N")));
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = sp_int(json_integer_value(json_array_get(c, (size_t)i - 1)));
    in->w[i] = sp_int(json_integer_value(json_array_get(w, (size_t)i - 1)));
    in->buffer[i] = (long)json_integer_value(json_array_get(b, (size_t)i - 1));
  }
  if (sp_instance_check(in, &error) != SP_OK)
    fail_msg("%s", error.text);
  return in;
}

static void check_case(const json_t *one)
{
  const char *name = json_string_value(json_object_get(one, "name"));
  struct sp_instance *in = case_instance(one);
  for (int k = 0; k < METHODS; k++) {
    struct sp_schedule decided = SP_SCHEDULE_EMPTY;
    struct sp_result r = run(NAMES[k].method, in, &decided);
    const json_t *makespans = json_object_get(one, "makespan");
    const json_t *order = json_object_get(json_object_get(one, "order"), NAMES[k].key);
    double expected = json_number_value(json_object_get(makespans, NAMES[k].key));
    if (r.makespan != expected)
      fail_msg("%s: %s takes %g, expected %g", name, NAMES[k].method, r.makespan, expected);
    for (size_t n = 0; n < json_array_size(order); n++)
      if (decided.msg[n].to != (int)json_integer_value(json_array_get(order, n)) + 1)
        fail_msg("%s: %s sends task %zu to worker %d", name, NAMES[k].method, n + 1,
                 decided.msg[n].to);
    sp_schedule_clear(&decided);
  }
  sp_instance_free(in);
}

static void known_cases(void **state)
{
  (void)state;
  json_error_t error;
  json_t *root = json_load_file("tests/data/limited-memory.json", 0, &error);
  if (!root)
    fail_msg("%s:%d: %s", error.source, error.line, error.text);
  const json_t *cases = json_object_get(root, "cases");
  assert_int_equal(json_array_size(cases), 20);
  for (size_t k = 0; k < json_array_size(cases); k++)
    check_case(json_array_get(cases, k));
  json_decref(root);
}

static void figure_8(void **state)
{
  (void)state;
  static const struct {
    int tasks;
    double ripe, all, stream; /* min_c = min_w; min_loss = mct; 1d */
  } ROWS[] = {{2, 31, 6, 6}, {10, 61, 30, 30}, {20, 91, 60, 65}, {1000, 3751, 3000, 3450}};
  for (int row = 0; row < 4; row++) {
    char text[80];
    snprintf(text, sizeof text, "c=1,10 w=2,20 buffer=1,1 tasks=%d", ROWS[row].tasks);
    assert_true(makespan("min_c", text) == ROWS[row].ripe);
    assert_true(makespan("min_w", text) == ROWS[row].ripe);
    assert_true(makespan("min_loss", text) == ROWS[row].all);
    assert_true(makespan("mct", text) == ROWS[row].all);
    assert_true(makespan("1d", text) == ROWS[row].stream);
  }
}

/* Workers that compute 8, 5, 3 tasks a period of 1; a worker that gets the port time left. */
static void figure_9(void **state)
{
  (void)state;
  struct sp_instance *in = parse("c=1/32 w=1/8,1/5,1/3 tasks=32 buffer=2");
  expect_order("1d", in, "1 2 1 3 1 2 1 2 1 3 1 2 1 1 2 3 1 2 1 3 1 2 1 2 1 3 1 2 1 1 2 3");
  sp_instance_free(in);
  in = parse("c=1,10 w=2,20 tasks=22");
  expect_order("1d", in, "1 1 1 1 1 1 1 1 1 1 2 1 1 1 1 1 1 1 1 1 1 2");
  sp_instance_free(in);
  in = parse("c=1/3,1/3,1/3,1/3 w=1 tasks=9"); /* the port time is used up exactly: none is left for
                                                 the last */
  expect_order("1d", in, "1 2 3 1 2 3 1 2 3");
  sp_instance_free(in);
}

/* ---- figure 7, literally */

/* Times on a grid, on which every sum is exact: integers with many ties, or multiples of 2^-20. */
static struct sp_instance *grid_instance(uint64_t *state)
{
  struct sp_instance *in = sp_instance_alloc(draw(state, 1, WORKERS));
  int style = draw(state, 0, 2), largest = style == 0 ? 6 : style == 1 ? 300 : 1 << 24;
  bool latencies = draw(state, 0, 3) == 0, shared = draw(state, 0, 5) == 0;
  double grid = style == 2 ? 0x1p-20 : 1;
  in->problem = SP_BAG;
  in->total = sp_int(draw(state, 0, TASKS));
  for (int i = 1; i <= in->m; i++) {
    int least_c = draw(state, 0, 9) > 0;
    in->c[i] = sp_double(draw(state, least_c, largest) * grid);
    in->w[i] = sp_double(draw(state, 1, 4 * largest) * grid);
    if (shared && i > 1)
      in->c[i] = in->c[1], in->w[i] = in->w[1];
    if (latencies)
      in->latency[i] = sp_double(draw(state, 0, largest) * grid);
    if (i > 1 && draw(state, 0, 19) == 0)
      in->w[i] = (struct sp_num){INFINITY, 0, 0};
    if (draw(state, 0, 5) > 0)
      in->buffer[i] = draw(state, 1, 8);
  }
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}

static void compare(const struct sp_instance *in, enum rule rule, bool paper, int index)
{
  static struct naive k;
  struct sp_schedule decided = SP_SCHEDULE_EMPTY;
  char name[64];
  double end = 0;
  snprintf(name, sizeof name, "%s%s", RULE_NAME[rule], paper ? ":places=paper" : "");
  struct sp_result r = run(name, in, &decided);
  memset(&k, 0, sizeof k);
  k.in = in;
  k.paper = paper;
  assert_true((double)decided.n == in->total.v);
  for (long task = 0; task < decided.n; task++) {
    int expected = choose(&k, rule);
    if (decided.msg[task].to != expected)
      fail_msg("instance %d, %s: task %ld goes to worker %d, expected %d", index, name, task + 1,
               decided.msg[task].to, expected);
    end = fmax(end, naive_send(&k, expected));
  }
  if (r.makespan != end)
    fail_msg("instance %d, %s: %.17g, expected %.17g", index, name, r.makespan, end);
  sp_schedule_clear(&decided);
}

static void same_as_figure_7(void **state)
{
  (void)state;
  uint64_t seed = 5196;
  for (int index = 0; index < 10000; index++) {
    struct sp_instance *in = grid_instance(&seed);
    for (int rule = 0; rule < RULES; rule++)
      compare(in, (enum rule)rule, false, index);
    compare(in, (enum rule)(index % RULES), true, index);
    sp_instance_free(in);
  }
}

/* ---- the printed Available */

/* One place too many: the second task goes to worker 1, which is full, and the port waits with it.
 * That is good by luck if the other workers are slow, and very bad if they are needed. */
static void printed_places(void **state)
{
  (void)state;
  struct sp_instance *in = parse("c=1,10 w=2,20 buffer=1 tasks=4");
  expect_order("min_c", in, "1 2 1 1");
  expect_order("min_c:places=paper", in, "1 1 1 1");
  sp_instance_free(in);
  assert_true(makespan("min_c", "c=1,10 w=2,20 buffer=1 tasks=10") == 61);
  assert_true(makespan("min_c:places=paper", "c=1,10 w=2,20 buffer=1 tasks=10") == 30);
  static const char needed[] = "c=6,6,6,8,8,8,21 w=84 buffer=1 tasks=10";
  assert_true(makespan("min_c", needed) == 192);
  assert_true(makespan("min_c:places=paper", needed) == 900);
}

/* ---- edges */

static void nothing_to_do(void **state)
{
  (void)state;
  for (int rule = 0; rule < RULES; rule++) {
    assert_true(makespan(RULE_NAME[rule], "c=1,10 w=2,20 buffer=1 tasks=0") == 0);
    assert_true(makespan(RULE_NAME[rule], "c=1,10 w=inf,inf tasks=0") == 0);
  }
  assert_true(makespan("1d", "c=1,10 w=inf,inf tasks=0") == 0);
}

/* Links of cost 0; workers that cannot compute are never chosen. */
static void extreme_costs(void **state)
{
  (void)state;
  static const char *const all[] = {"min_c", "min_w", "mct", "min_loss", "min_loss:self=no", "1d"};
  for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
    assert_true(makespan(all[k], "c=0 w=3,5 buffer=2,1 tasks=8") == 15);
    assert_true(makespan(all[k], "c=0,1 w=inf,2 buffer=1 tasks=5") == 15);
  }
}

static void refuse(const char *text, const char *why)
{
  struct sp_error error = {""};
  struct sp_instance *in = sp_star_parse(text, &error);
  assert_null(in);
  if (!strstr(error.text, why))
    fail_msg("%s: \"%s\", expected \"%s\"", text, error.text, why);
}

static void bad_input(void **state)
{
  (void)state;
  refuse("c=1,1 w=2,2 buffer=1,0 tasks=3", "buffer");
  refuse("c=1,1 w=2,2 buffer=1 tasks=2.5", "whole number");
  refuse("c=1,1 w=inf buffer=1 tasks=3", "w is inf for every worker");
  refuse("c=1,-1 w=2,2 tasks=3", "c is -1");
  refuse("c=1,1 w=2,0 tasks=3", "w is 0");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_cases),    cmocka_unit_test(figure_8),
      cmocka_unit_test(figure_9),       cmocka_unit_test(same_as_figure_7),
      cmocka_unit_test(printed_places), cmocka_unit_test(nothing_to_do),
      cmocka_unit_test(extreme_costs),  cmocka_unit_test(bad_input),
  };
  return cmocka_run_group_tests_name("list", tests, load_registry, free_registry);
}
