/* Tests methods and their options, the registry, the start-up check, the context of a run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <starport/starport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "base/text.h"
#include "method/context.h"
#include "method/registry.h"
#include "model/instance.h"

struct toy_options {
  int cost;
  long rounds;
  double rate;
  const char *sequence;
};

static const struct sp_option toy_options[] = {
    {"cost", SP_CHOICE, offsetof(struct toy_options, cost), "own", "own|mean|median|in-first", 0, 0,
     "which c"},
    {"rounds", SP_INTEGER, offsetof(struct toy_options, rounds), "12", NULL, 1, 200, "how many"},
    {"rate", SP_REAL, offsetof(struct toy_options, rate), "0.25", NULL, 0, 1, "how fast"},
    {"first_sequence", SP_TEXT, offsetof(struct toy_options, sequence), "", NULL, 0, 0, "order"},
    SP_OPTIONS_END};

static int toy_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                    struct sp_schedule *out)
{
  (void)cx, (void)in, (void)options, (void)out;
  return 0;
}

static struct sp_decision toy_next(const struct sp_view *view, const void *options, void *state)
{
  (void)view, (void)options, (void)state;
  return (struct sp_decision){SP_DONE, 0, 0, 0};
}

static int toy_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                     void **state)
{
  (void)cx, (void)in, (void)options, (void)state;
  return 0;
}

#define TOY(NAME)                                                                         \
  {                                                                                       \
    .abi = SP_ABI, .name = NAME, .summary = "a toy", .source = "this test", .version = 1, \
    .problems = SP_REDISTRIBUTION | SP_BAG, .plan = toy_plan                              \
  }

static const struct sp_heuristic mbbsa = TOY("mbbsa"), r_bsa = TOY("r-bsa"), min_c = TOY("min_c"),
                                 one_d = TOY("1d");
static const struct sp_heuristic bba = {.abi = SP_ABI,
                                        .name = "bba",
                                        .summary = "a toy",
                                        .source = "this test",
                                        .version = 3,
                                        .problems = SP_REDISTRIBUTION,
                                        .options = toy_options,
                                        .options_size = sizeof(struct toy_options),
                                        .plan = toy_plan};

static struct sp_registry *toys(void)
{
  static const struct sp_heuristic *const all[] = {&r_bsa, &min_c, &bba, &one_d, &mbbsa};
  struct sp_registry *r = calloc(1, sizeof *r);
  struct sp_error error = {""};
  for (int i = 0; i < 5; i++)
    if (sp_registry_add(r, all[i], &error) != SP_OK)
      fail_msg("%s", error.text);
  return r;
}

static void test_registry(void **state)
{
  (void)state;
  static const char *const sorted[] = {"1d", "bba", "mbbsa", "min_c", "r-bsa"};
  struct sp_registry *r = toys();
  assert_int_equal(r->n, 5);
  for (int i = 0; i < 5; i++)
    assert_string_equal(r->item[i]->name, sorted[i]);
  assert_ptr_equal(sp_registry_find(r, "R_BSA"), &r_bsa);
  assert_ptr_equal(sp_registry_find(r, "Min-C"), &min_c);
  assert_ptr_equal(sp_registry_find(r, "RBSA"), &r_bsa);
  assert_null(sp_registry_find(r, ""));
  assert_null(sp_registry_find(r, "zzz"));
  assert_string_equal(sp_registry_nearest(r, "mbsa"), "mbbsa");
  assert_string_equal(sp_registry_nearest(r, "rbssa"), "r-bsa");
  assert_string_equal(sp_registry_nearest(r, "BBB"), "bba");
  assert_string_equal(sp_registry_nearest(r, "minc"), "min_c");
  assert_null(sp_registry_nearest(r, "genetic"));
  struct sp_error error;
  static const struct sp_heuristic again = TOY("MIN-C");
  assert_int_equal(sp_registry_add(r, &again, &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "heuristic 'MIN-C': the name is taken by 'min_c' (this test)");
  assert_int_equal(r->n, 5);
  sp_registry_free(r);
  sp_registry_free(NULL);
}

/* The table that the build generates: all of it passes the start-up check. */
static void test_builtin(void **state)
{
  (void)state;
  struct sp_error error = {""};
  struct sp_registry *r = sp_registry_alloc(&error);
  if (!r)
    fail_msg("%s", error.text);
  for (int i = 0; i < r->n; i++) {
    struct sp_method method;
    assert_int_equal(sp_method_parse(r, r->item[i]->name, &method, &error), SP_OK);
    assert_string_equal(method.name, r->item[i]->name);
    sp_method_clear(&method);
    assert_true(i == 0 || sp_name_compare(r->item[i - 1]->name, r->item[i]->name) < 0);
  }
  sp_registry_free(r);
}

static void test_presets(void **state)
{
  (void)state;
  struct sp_registry *r = toys();
  struct sp_method method;
  assert_int_equal(sp_method_parse(r, "BBA", &method, NULL), SP_OK);
  const struct toy_options *o = method.options;
  assert_true(o->cost == 0 && o->rounds == 12 && o->rate == 0.25);
  assert_string_equal(o->sequence, "");
  assert_string_equal(method.name, "bba");
  sp_method_clear(&method);
  sp_method_clear(&method);
  assert_null(method.options);
  assert_int_equal(sp_method_parse(r, "Min-C", &method, NULL), SP_OK);
  assert_string_equal(method.name, "min_c");
  sp_method_clear(&method);
  sp_registry_free(r);
}

static void normal(const char *text, const char *name)
{
  struct sp_registry *r = toys();
  struct sp_method method, again;
  struct sp_error error = {""};
  if (sp_method_parse(r, text, &method, &error) != SP_OK)
    fail_msg("%s", error.text);
  assert_string_equal(method.name, name);
  assert_int_equal(sp_method_parse(r, name, &again, NULL), SP_OK);
  assert_string_equal(again.name, name);
  sp_method_clear(&again);
  sp_method_clear(&method);
  sp_registry_free(r);
}

static void test_normal_form(void **state)
{
  (void)state;
  normal("bba:cost=own", "bba");
  normal("BBA:Cost=IN_FIRST", "bba:cost=in-first");
  normal("bba:rounds=+012:rate=1/4:first-sequence=x", "bba:first_sequence=x");
  normal("bba:rate=0.1:rounds=007:cost=mean", "bba:cost=mean:rounds=7:rate=0.1");
  normal("bba:rate=1/3", "bba:rate=0.3333333333333333");
  normal("bba:FIRST-SEQUENCE=2-1_2=a:rounds=200", "bba:rounds=200:first_sequence=2-1_2=a");
}

static void test_values(void **state)
{
  (void)state;
  struct sp_registry *r = toys();
  struct sp_method method;
  char text[] = "bba:first_sequence=2-1-2:rounds=1:cost=median:rate=1e-3";
  assert_int_equal(sp_method_parse(r, text, &method, NULL), SP_OK);
  memset(text, 'x', sizeof text - 1); /* the method keeps nothing of the text */
  const struct toy_options *o = method.options;
  assert_true(o->cost == 2 && o->rounds == 1 && o->rate == 1e-3);
  assert_string_equal(o->sequence, "2-1-2");
  sp_method_clear(&method);
  sp_registry_free(r);
}

static void refused(const char *text, const char *words)
{
  struct sp_registry *r = toys();
  struct sp_method method = {&bba, NULL, NULL};
  struct sp_error error = {""};
  assert_int_equal(sp_method_parse(r, text, &method, &error), SP_BAD_INPUT);
  if (!strstr(error.text, words))
    fail_msg("'%s' does not say '%s'", error.text, words);
  assert_true(!method.heuristic && !method.options && !method.name);
  assert_int_equal(sp_method_parse(r, text, &method, NULL), SP_BAD_INPUT);
  sp_registry_free(r);
}

static void test_refused(void **state)
{
  (void)state;
  refused("", "no heuristic is named; `starport list`");
  refused(":cost=own", "no heuristic is named");
  refused("mbsa", "unknown heuristic 'mbsa'; did you mean mbbsa? (`starport list`");
  refused("genetic", "unknown heuristic 'genetic' (`starport list` shows them all)");
  refused("bba:cost=foo", "bba: cost=foo: expected own, mean, median or in-first");
  refused("bba:cost=", "bba: cost=: expected own, mean, median or in-first");
  refused("bba:cost=own|mean", "bba: cost=own|mean: expected own");
  refused("bba:rounds=0", "bba: rounds=0: expected a whole number from 1 to 200");
  refused("bba:rounds=201", "bba: rounds=201: expected a whole number from 1 to 200");
  refused("bba:rounds=1.5", "bba: rounds=1.5: expected a whole number");
  refused("bba:rounds=0x10", "rounds=0x10: expected");
  refused("bba:rounds= 5", "rounds= 5: expected");
  refused("bba:rounds=99999999999999999999", "expected a whole number from 1 to 200");
  refused("bba:rate=-0.1", "bba: rate=-0.1: expected a number from 0 to 1");
  refused("bba:rate=nan", "bba: rate=nan: expected a number from 0 to 1");
  refused("bba:rate=inf", "bba: rate=inf: expected a number from 0 to 1");
  refused("bba:first_sequence=", "bba: first_sequence=: expected text");
  refused("bba:color=red",
          "bba: unknown option 'color': it takes cost, rounds, rate and first_sequence");
  refused("mbbsa:color=red", "mbbsa: unknown option 'color': it takes none");
  refused("bba:cost", "bba: option 'cost', expected key=value");
  refused("bba:", "bba: option '', expected key=value");
  refused("bba:cost=own:", "bba: option '', expected key=value");
  refused("bba:cost=own:Cost=mean", "bba: option cost is given twice");
  char longest[600];
  memset(longest, 'b', sizeof longest);
  longest[sizeof longest - 1] = '\0';
  refused(longest, "unknown heuristic 'bbb");
  memcpy(longest, "bba:cost=", 9);
  refused(longest, "bba: cost=bbb");
  memcpy(longest, "bba:rate=", 9);
  refused(longest, "expected a number from 0 to 1");
}

static void malformed(const struct sp_heuristic *h, const char *words)
{
  struct sp_error error = {""};
  assert_int_equal(sp_heuristic_check(h, &error), SP_BAD_INPUT);
  if (!strstr(error.text, words))
    fail_msg("'%s' does not say '%s'", error.text, words);
}

static void test_malformed(void **state)
{
  (void)state;
  struct sp_heuristic h;
#define BREAK(change) (h = bba, h.change, &h)
  assert_int_equal(sp_heuristic_check(&bba, NULL), SP_OK);
  malformed(NULL, "a heuristic is missing");
  malformed(BREAK(abi = 1), "was compiled for interface 1, expected 2");
  malformed(BREAK(name = NULL), "heuristic '': expected a name of letters");
  malformed(BREAK(name = ""), "expected a name of letters");
  malformed(BREAK(name = "a:b"), "heuristic 'a:b': expected a name");
  malformed(BREAK(name = "a,b"), "expected a name");
  malformed(BREAK(summary = NULL), "heuristic 'bba': it has no summary");
  malformed(BREAK(source = ""), "heuristic 'bba': it has no source");
  malformed(BREAK(version = 0), "its version is not >= 1");
  malformed(BREAK(problems = 0), "its problems are none");
  malformed(BREAK(problems = 16), "or unknown ones");
  malformed(BREAK(plan = NULL), "it has neither plan (off-line) nor next (on-line)");
  malformed(BREAK(next = toy_next), "it has plan (off-line) beside start or next");
  malformed(BREAK(start = toy_start), "it has plan (off-line) beside start or next");
  malformed(BREAK(options_size = 8), "option 'rounds': its offset lies outside");
  malformed(BREAK(options_size = 2), "option 'cost': its offset lies outside");
  h = bba;
  h.plan = NULL;
  h.start = toy_start;
  malformed(&h, "it has neither");
  h.next = toy_next;
  assert_int_equal(sp_heuristic_check(&h, NULL), SP_OK);
}

static void test_malformed_options(void **state)
{
  (void)state;
  struct sp_option o[5];
  struct sp_heuristic h = bba;
  h.options = o;
#define SPOIL(i, change) (memcpy(o, toy_options, sizeof o), o[i].change, &h)
  malformed(SPOIL(0, name = "a=b"), "heuristic 'bba': option 'a=b': its name is not made of");
  malformed(SPOIL(1, name = "COST"), "option 'COST': its name is taken by another option");
  malformed(SPOIL(2, type = (enum sp_option_type)9), "option 'rate': its type is unknown");
  malformed(SPOIL(1, offset = 12), "option 'rounds': its offset is not aligned");
  malformed(SPOIL(1, offset = SIZE_MAX), "option 'rounds': its offset lies outside");
  malformed(SPOIL(3, help = NULL), "option 'first_sequence': it has no help");
  malformed(SPOIL(0, choices = NULL), "option 'cost': it has no choices");
  malformed(SPOIL(0, preset = NULL), "option 'cost': it has no preset");
  malformed(SPOIL(0, preset = "owm"), "option 'cost': its preset is not a value that it accepts");
  malformed(SPOIL(1, preset = "201"), "option 'rounds': its preset is not a value");
  malformed(SPOIL(2, preset = "fast"), "option 'rate': its preset is not a value");
  malformed(SPOIL(2, min = 2), "option 'rate': its min is greater than its max");
  struct sp_option endless[70];
  static char names[70][16];
  for (int i = 0; i < 70; i++) {
    endless[i] = toy_options[0];
    snprintf(names[i], sizeof names[i], "o%d", i);
    endless[i].name = i < 69 ? names[i] : NULL;
  }
  h.options = endless;
  malformed(&h, "option 'o64': there are too many: does SP_OPTIONS_END close them?");
}

static void test_names(void **state)
{
  (void)state;
  assert_int_equal(sp_name_compare("R_BSA", "r-bsa"), 0);
  assert_int_equal(sp_name_compare("BestOf", "best-of"), 0);
  assert_true(sp_name_is("best-of", "bestof:search=1", 6));
  assert_true(sp_name_compare("bb", "bba") < 0 && sp_name_compare("bbb", "bba") > 0);
  assert_true(sp_name_is("in-first", "IN_FIRST,x", 8) && !sp_name_is("in-first", "in-firs", 7));
  assert_int_equal(sp_name_distance("kitten", "sitting"), 3);
  assert_int_equal(sp_name_distance("", "abc"), 3);
  assert_int_equal(sp_name_distance("R_BSA", "r-bsa"), 0);
  assert_int_equal(sp_name_distance("mbbsa", "mbsa"), 1);
}

static struct sp_context *context(const struct sp_instance *in, const char *text, uint64_t seed)
{
  struct sp_registry *r = toys();
  struct sp_method method;
  assert_int_equal(sp_method_parse(r, text, &method, NULL), SP_OK);
  struct sp_context *cx = sp_context_alloc(r, seed, in, &method);
  sp_method_clear(&method);
  sp_registry_free(r);
  return cx;
}

static void test_arena(void **state)
{
  (void)state;
  struct sp_instance *in = sp_instance_alloc(1);
  struct sp_context *cx = context(in, "bba", 1);
  unsigned char *kept[3000];
  size_t size[3000];
  for (size_t i = 0; i < 3000; i++) {
    size[i] = i % 100 == 7 ? 40000 + i : i * 31 % 700;
    kept[i] = sp_alloc(cx, size[i], 1);
    assert_non_null(kept[i]);
    assert_int_equal((uintptr_t)kept[i] % _Alignof(max_align_t), 0);
    for (size_t k = 0; k < size[i]; k++)
      assert_int_equal(kept[i][k], 0);
    memset(kept[i], (int)(i % 251) + 1, size[i]);
  }
  for (size_t i = 0; i < 3000; i++) /* no block overlaps another */
    for (size_t k = 0; k < size[i]; k++)
      assert_int_equal(kept[i][k], i % 251 + 1);
  long *numbers = sp_new(cx, 5, long);
  assert_int_equal(numbers[4], 0);
  sp_context_free(cx);
  sp_context_free(NULL);
  sp_instance_free(in);
}

static struct sp_instance *star(void)
{
  struct sp_error error = {""};
  struct sp_instance *in = sp_star_parse("c=0.7,3 w=1.9,inf,5 load=4,0,9 latency=0.125", &error);
  if (in)
    fail_msg("lists of different lengths were accepted");
  in = sp_star_parse("c=0.7,3,2 w=1.9,inf,5 load=4,0,9 latency=0.125", &error);
  if (!in)
    fail_msg("%s", error.text);
  return in;
}

static double third_draw(const struct sp_instance *in, const char *method, uint64_t seed)
{
  struct sp_context *cx = context(in, method, seed);
  double u[3];
  for (int i = 0; i < 3; i++)
    u[i] = sp_uniform(cx);
  assert_true(u[0] != u[1] && u[1] != u[2] && u[2] >= 0 && u[2] < 1);
  sp_context_free(cx);
  return u[2];
}

/* The stream depends on seed, numbers and method; not on names, nor on the unit of time. */
static void test_stream_of_a_run(void **state)
{
  (void)state;
  struct sp_instance *in = star();
  double u = third_draw(in, "bba", 6005);
  assert_true(u == third_draw(in, "BBA:cost=own", 6005));
  assert_true(u != third_draw(in, "bba:cost=mean", 6005));
  assert_true(u != third_draw(in, "r-bsa", 6005));
  assert_true(u != third_draw(in, "bba", 6006));
  for (int i = 0; i <= 3; i++) {
    in->platform.node[i].name[0] = 'Q';
    in->c[i] = sp_double(in->c[i].v * 0x1p-7);
    in->w[i].v *= 0x1p-7;
    in->latency[i] = sp_double(in->latency[i].v * 0x1p-7);
  }
  assert_true(u == third_draw(in, "bba", 6005));
  in->load[2] = sp_int(1);
  assert_true(u != third_draw(in, "bba", 6005));
  in->load[2] = sp_int(0);
  in->w[3] = sp_double(5.5 * 0x1p-7);
  assert_true(u != third_draw(in, "bba", 6005));
  sp_instance_free(in);
}

static void test_refusals(void **state)
{
  (void)state;
  struct sp_instance *in = star();
  struct sp_context *cx = context(in, "bba", 1);
  assert_string_equal(sp_context_reason(cx), "");
  assert_int_equal(sp_check_problem(cx, &bba, in), 0);
  assert_string_equal(sp_context_reason(cx), "");
  assert_int_equal(sp_refuse(cx, "%d workers are %s", 3, "too many"), -1);
  assert_string_equal(sp_context_reason(cx), "3 workers are too many");
  in->problem = SP_BAG;
  assert_int_equal(sp_check_problem(cx, &mbbsa, in), 0);
  assert_int_equal(sp_check_problem(cx, &bba, in), -1);
  assert_string_equal(sp_context_reason(cx), "bba does redistribution; this is a bag");
  in->problem = SP_DIVISIBLE;
  assert_int_equal(sp_check_problem(cx, &mbbsa, in), -1);
  assert_string_equal(sp_context_reason(cx),
                      "mbbsa does redistribution and bag; this is divisible");
  sp_context_free(cx);
  sp_instance_free(in);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_registry),        cmocka_unit_test(test_builtin),
      cmocka_unit_test(test_presets),         cmocka_unit_test(test_normal_form),
      cmocka_unit_test(test_values),          cmocka_unit_test(test_refused),
      cmocka_unit_test(test_malformed),       cmocka_unit_test(test_malformed_options),
      cmocka_unit_test(test_names),           cmocka_unit_test(test_arena),
      cmocka_unit_test(test_stream_of_a_run), cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
