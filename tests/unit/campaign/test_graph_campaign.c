/* Tests networks and steady states in campaigns: draws of settings, and the methods of graphs. */
#include "campaign/generate/generate.h"
#include "campaign/run/run_key.h"
#include "engine/perform/perform_graph.h"
#include "io/graph/graph.h"
#include "io/graph/network_spec.h"
#include "method/registry.h"
#include "model/instance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_SETTINGS = 32 };

/* The settings "key=value" of a list that NULL closes; sp_generate_graph of them. */
static struct sp_instance *generate(enum sp_problem problem, const char *const *pair, uint64_t seed,
                                    uint32_t index, struct sp_error *error)
{
  char room[2048], *end = room;
  struct sp_setting setting[MOST_SETTINGS];
  const struct sp_setting *list[MOST_SETTINGS];
  struct sp_settings settings = {.n = 0, .setting = list};
  for (; *pair; pair++) {
    char *key = strcpy(end, *pair), *value = strchr(key, '=');
    *value++ = '\0';
    end = value + strlen(value) + 1;
    setting[settings.n] = (struct sp_setting){key, value, 0};
    list[settings.n] = &setting[settings.n];
    settings.n++;
  }
  return sp_generate_graph(problem, &settings, seed, index, error);
}

#define MAKE(problem, index, ...) make(problem, index, (const char *const[]){__VA_ARGS__, NULL})

static struct sp_instance *make(enum sp_problem problem, uint32_t index, const char *const *pair)
{
  struct sp_error error = {""};
  struct sp_instance *in = generate(problem, pair, 20261121, index, &error);
  if (!in)
    fail_msg("%s", error.text);
  return in;
}

static void refused(enum sp_problem problem, const char *const *pair, const char *expected)
{
  struct sp_error error = {""};
  assert_null(generate(problem, pair, 1, 0, &error));
  if (!strstr(error.text, expected))
    fail_msg("'%s' does not say '%s'", error.text, expected);
}

static struct sp_result perform(const struct sp_instance *in, const char *text)
{
  struct sp_error error = {""};
  struct sp_registry *registry = sp_registry_with_graphs(&error);
  struct sp_method method;
  struct sp_conditions conditions = {.seed = 1};
  struct sp_result result;
  if (sp_method_parse(registry, text, &method, &error))
    fail_msg("%s", error.text);
  struct sp_request request = {.registry = registry,
                               .method = &method,
                               .engine = SP_ENGINE_NATIVE,
                               .conditions = &conditions};
  sp_perform(in, &request, &result, NULL, NULL);
  sp_method_clear(&method);
  sp_registry_free(registry);
  return result;
}

/* ---- Words. */

static void test_words(void **state)
{
  (void)state;
  struct sp_instance *in = MAKE(SP_NETWORK, 0, "kind=chain", "w=1 1,1  1/2 1/2", "z=1,1,1/2,1/2",
                                "r=.2 .2 .1 .1", "tcp=2");
  assert_string_equal(in->spec, "chain w=1,1,1,1/2,1/2 z=1,1,1/2,1/2 r=.2,.2,.1,.1 tcp=2");
  sp_instance_free(in);
  in = MAKE(SP_NETWORK, 0, "kind=bus", "n=6", "buses=2", "w=3", "z=1/5", "r=0");
  assert_string_equal(in->spec, "bus w1=3 bus1=1/5:0:3,3,3 bus2=1/5:0:3,3");
  sp_instance_free(in);
  in = MAKE(SP_STEADY, 0, "w=1,3,4,6", "edges=1-2:2,1-3:1,3-4:3,2-4:3", "master=1,4",
            "model=multiport", "time=100");
  assert_string_equal(in->spec, " model=multiport master=1,4 w=1,3,4,6 "
                                "edges=1-2:2,1-3:1,3-4:3,2-4:3");
  assert_true(in->deadline.v == 100);
  sp_instance_free(in);
}

/* Another range of r does not change w and z: draws are paired. */
static void test_paired(void **state)
{
  (void)state;
  struct sp_instance *a = MAKE(SP_NETWORK, 7, "kind=loop", "n=9", "w=1..100", "z=real 0..1",
                               "r=0..3"),
                     *b = MAKE(SP_NETWORK, 7, "kind=loop", "n=9", "w=1..100", "z=real 0..1",
                               "r=5..9"),
                     *c = MAKE(SP_NETWORK, 8, "kind=loop", "n=9", "w=1..100", "z=real 0..1",
                               "r=5..9");
  size_t same = (size_t)(strstr(a->spec, " r=") - a->spec);
  assert_true(same == (size_t)(strstr(b->spec, " r=") - b->spec));
  assert_memory_equal(a->spec, b->spec, same);
  assert_string_not_equal(a->spec, b->spec);
  assert_string_not_equal(b->spec, c->spec);
  assert_non_null(strstr(a->spec, "/1048576"));
  long w[9]; /* each processor draws for itself */
  assert_int_equal(sscanf(strstr(a->spec, " w="), " w=%ld,%ld,%ld,%ld,%ld,%ld,%ld,%ld,%ld", w,
                          w + 1, w + 2, w + 3, w + 4, w + 5, w + 6, w + 7, w + 8),
                   9);
  int unlike = 0;
  for (int i = 0; i < 9; i++) {
    assert_in_range(w[i], 1, 100);
    unlike += w[i] != w[0];
  }
  assert_true(unlike > 5);
  sp_instance_free(a);
  sp_instance_free(b);
  sp_instance_free(c);
}

/* Every kind can be drawn, and its execution ends at the date that was solved. */
static void simulated_as_solved(const char *const *pair)
{
  for (uint32_t index = 0; index < 20; index++) {
    struct sp_instance *in = make(SP_NETWORK, index, pair);
    struct sp_result solved = perform(in, "solve"), simulated = perform(in, "simulate");
    if (solved.status == SP_REFUSED) { /* a tree or bus that cannot be reached in time */
      assert_int_equal(simulated.status, SP_REFUSED);
    } else {
      if (simulated.status != SP_RUN_OK)
        fail_msg("%s: %s", in->spec, simulated.reason);
      assert_true(fabs(simulated.makespan - solved.makespan) <= 1e-9 * solved.makespan);
      assert_true(simulated.planned == solved.makespan);
    }
    sp_instance_free(in);
  }
}

static void test_kinds(void **state)
{
  (void)state;
#define KIND(...) simulated_as_solved((const char *const[]){__VA_ARGS__, NULL})
  KIND("kind=chain", "n=2..12", "w=1..10", "z=real 0.125..2", "r=real 0..0.125");
  KIND("kind=chain", "n=7", "originator=3", "w=1..10", "z=0..3", "r=real 0..0.125", "beta=1/4");
  KIND("kind=loop", "n=3..8", "w=1..10", "z=real 0.125..2", "r=real 0..0.125");
  KIND("kind=star", "n=2..8", "w=1..10", "z=real 0.125..2", "r=real 0..0.5");
  KIND("kind=star", "n=2..7", "w=1..10", "z=real 0.125..2", "r=0", "mode=sequential");
  KIND("kind=tree", "n=2..9", "parent=random", "w=1..10", "z=real 0.0078125..0.125",
       "r=real 0..0.015625");
  KIND("kind=bus", "n=2..9", "buses=1", "w=1..10", "z=real 0.0078125..0.125", "r=real 0..0.015625");
  KIND("kind=hypercube", "d=4", "w=1..10", "z=real 0..1", "r=real 0..0.125");
  KIND("kind=switch", "n=5", "alpha=1..10", "s=1..10", "b=1..10");
}

/* ---- Steady state. */

static struct sp_graph *graph_of(const struct sp_instance *in)
{
  struct sp_error error;
  struct sp_graph *g = sp_read_graph_spec(in->spec, &error);
  if (!g)
    fail_msg("%s", error.text);
  return g;
}

static void test_families(void **state)
{
  (void)state;
  for (uint32_t index = 0; index < 50; index++) {
    struct sp_instance *star =
                           MAKE(SP_STEADY, index, "kind=star", "nodes=2..9", "c=1..5", "w=1..9"),
                       *tree = MAKE(SP_STEADY, index, "kind=tree", "nodes=12", "c=1..5", "w=2"),
                       *any = MAKE(SP_STEADY, index, "kind=connected", "nodes=8", "links=13",
                                   "c=real 1..5", "w=1..9");
    struct sp_graph *g = graph_of(star);
    assert_in_range(g->platform.nodes, 2, 9);
    for (int l = 0; l < g->links; l++)
      assert_int_equal(g->link[l].a, 0);
    sp_graph_free(g);
    g = graph_of(tree);
    assert_int_equal(g->links, 11);
    sp_graph_free(g);
    g = graph_of(any); /* sp_graph_check has refused parallel links, and nodes out of reach */
    assert_int_equal(g->links, 13);
    sp_graph_free(g);
    sp_instance_free(star);
    sp_instance_free(tree);
    sp_instance_free(any);
  }
}

static void test_changes(void **state)
{
  (void)state;
  struct sp_instance *in =
      MAKE(SP_STEADY, 0, "kind=star", "nodes=3", "c=2", "w=4", "buffer=2",
           "profile=w2:10*0.5,20*1,every:30 host:5*0,7*1 c1-3:5*2", "master=2");
  struct sp_graph *g = graph_of(in);
  assert_true(g->places[0] == 2 && g->profile[SP_SPEED][1].period == 30);
  assert_true(g->profile[SP_HOST_STATE][0].n == 3 && g->profile[SP_HOST_STATE][1].n == 0);
  assert_true(g->profile[SP_BANDWIDTH][0].n == 0 && g->profile[SP_BANDWIDTH][1].factor[1] == 2);
  assert_string_equal(in->spec, " buffer=2 master=2 "
                                "profile=w2:10*0.5,20*1,every:30;host:5*0,7*1;c1-3:5*2"
                                " edges=1-2:2,1-3:2 w=4,4,4");
  sp_graph_free(g);
  sp_instance_free(in);
}

static double measure(const struct sp_instance *in, const char *name)
{
  double value = NAN;
  sp_graph_measure(in, 1, &name, &value);
  return value;
}

static void test_theorem_3(void **state)
{
  (void)state;
  static const char *const k[] = {"K=1", "K=2", "K=5", "K=9"};
  static const double slower[] = {1, 2, 5, 9};
  for (int i = 0; i < 4; i++) {
    struct sp_instance *in = MAKE(SP_STEADY, 0, "kind=thm3", k[i]);
    struct sp_result solved = perform(in, "solve"), tree = perform(in, "tree");
    assert_true(solved.done == 1 && solved.makespan == 1);
    assert_true(fabs(tree.makespan - slower[i]) < 1e-12);
    assert_true(measure(in, "throughput") == 1);
    assert_true(isnan(measure(in, "usable")));
    sp_instance_free(in);
  }
}

/* Two processors of equal speed and a link that takes no time compute a unit in w / 2. */
static void test_measures(void **state)
{
  struct sp_instance *in = MAKE(SP_NETWORK, 0, "kind=chain", "w=3,3", "z=0");
  (void)state;
  assert_true(measure(in, "usable") == 2);
  assert_true(fabs(measure(in, "speedup") - 2) < 1e-12);
  assert_true(fabs(measure(in, "utilisation") - 1) < 1e-12);
  assert_true(fabs(measure(in, "alone") - 3) < 1e-12);
  assert_true(isnan(measure(in, "throughput")));
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_result result;
  sp_perform_graph(in, &(struct sp_request){.plan = &plan}, &result, NULL);
  assert_int_equal(result.status, SP_REFUSED);
  assert_string_equal(result.reason, "a plan of a star's messages, expected a method of graphs");
  sp_instance_free(in);
}

/* The example of the paper by 1 000: floor((1000 - 31 - 28)/12) + 1 = 79 periods of 21 tasks. */
static void test_execution(void **state)
{
  (void)state;
  struct sp_instance *in =
      MAKE(SP_STEADY, 0, "w=1,3,4,6", "edges=1-2:2,1-3:1,3-4:3,2-4:3", "time=1000");
  struct sp_result done = perform(in, "simulate"), on_line = perform(in, "on-line:places=3"),
                   one = perform(in, "online:places=1");
  assert_true(done.status == SP_RUN_OK && done.verified);
  assert_true(done.done == 79 * 21 && done.planned == 79 * 21);
  assert_true(done.makespan == 1000.0 / (79 * 21));
  assert_true(on_line.status == SP_RUN_OK && on_line.done > one.done);
  assert_true(on_line.done <= 1000 * 41.0 / 24);
  assert_true(measure(in, "time") == 1000);
  sp_instance_free(in);
}

/* ---- Refusals, keys, names. */

static void test_refusals(void **state)
{
  (void)state;
#define REFUSED(problem, words, ...) \
  refused(problem, (const char *const[]){__VA_ARGS__, NULL}, words)
  REFUSED(SP_NETWORK, "no n is set", "kind=tree", "parent=random", "w=1", "z=1", "r=0");
  REFUSED(SP_NETWORK, "n=0..3: expected a whole number from 1", "kind=chain", "n=0..3", "w=1");
  REFUSED(SP_NETWORK, "z=real 0..1/3: expected", "kind=chain", "n=3", "w=1", "z=real 0..1/3");
  REFUSED(SP_NETWORK, "buses=4: expected a whole number from 1 to 2", "kind=bus", "n=3", "buses=4");
  REFUSED(SP_STEADY, "nodes=1: expected a whole number from 2", "kind=star", "nodes=1");
  REFUSED(SP_STEADY, "no K is set", "kind=thm3");
  REFUSED(SP_STEADY, "kind=ring: expected graph", "kind=ring");
  REFUSED(SP_STEADY, "time=-1: expected a number > 0", "kind=thm3", "K=2", "time=-1");
  struct sp_instance *in = MAKE(SP_STEADY, 0, "w=1,3,4,6", "edges=1-2:2,1-3:1,3-4:3,2-4:3");
  struct sp_result result = perform(in, "simulate");
  assert_int_equal(result.status, SP_REFUSED);
  assert_non_null(strstr(result.reason, "expected time=K"));
  result = perform(in, "bba");
  assert_int_equal(result.status, SP_REFUSED);
  sp_instance_free(in);
  in = MAKE(SP_STEADY, 0, "w=1,3,4,6", "edges=1-2:2,1-3:1,3-4:3,2-4:3", "time=20");
  result = perform(in, "simulate");
  assert_int_equal(result.status, SP_REFUSED);
  assert_non_null(strstr(result.reason, "nothing is done by that time"));
  sp_instance_free(in);
}

static void test_keys(void **state)
{
  (void)state;
  struct sp_instance *a = MAKE(SP_STEADY, 0, "w=1,3", "edges=1-2:2", "time=100"),
                     *b = MAKE(SP_STEADY, 0, "w=1,3", "edges=1-2:2", "time=100", "time=1000"),
                     *copy = sp_instance_copy(a);
  char *text[] = {sp_instance_text(a), sp_instance_text(b), sp_instance_text(copy)};
  assert_string_equal(text[0], "steady\n w=1,3 edges=1-2:2\ndeadline 100\n");
  assert_string_not_equal(text[0], text[1]);
  assert_string_equal(text[0], text[2]);
  struct sp_bound bound[SP_MAX_BOUNDS];
  assert_int_equal(sp_bounds(a, bound), 0);
  for (int i = 0; i < 3; i++)
    free(text[i]);
  sp_instance_free(a);
  sp_instance_free(b);
  sp_instance_free(copy);
  assert_string_equal(sp_setting_find(SP_NETWORK, "bus12"), "bus12");
  assert_string_equal(sp_setting_find(SP_NETWORK, "W-1"), "w1");
  assert_null(sp_setting_find(SP_NETWORK, "bus"));
  assert_null(sp_setting_find(SP_NETWORK, "bus03"));
  assert_null(sp_setting_find(SP_NETWORK, "busK"));
  assert_null(sp_setting_find(SP_STEADY, "tcp"));
}

/* No registry lists the methods of graphs, and no heuristic may take their names. */
static void test_names(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_registry *registry = sp_registry_with_graphs(&error);
  assert_int_equal(registry->graph_methods, 6);
  for (int i = 0; i < registry->graph_methods; i++)
    assert_null(sp_registry_find(registry, registry->graph_method[i]->name));
  struct sp_heuristic thief = *sp_registry_find(registry, "min_c");
  thief.name = "sol-ve";
  assert_int_equal(sp_registry_add(registry, &thief, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "the name is taken by a method of graphs"));
  sp_registry_free(registry);
  struct sp_instance *star = sp_instance_alloc(1);
  star->problem = SP_BAG;
  star->total = sp_int(3);
  star->c[1] = star->w[1] = sp_int(1);
  struct sp_result result = perform(star, "solve");
  assert_int_equal(result.status, SP_REFUSED);
  assert_string_equal(result.reason, "solve does steady and network; this is a bag");
  sp_instance_free(star);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),    cmocka_unit_test(test_paired),
      cmocka_unit_test(test_kinds),    cmocka_unit_test(test_families),
      cmocka_unit_test(test_changes),  cmocka_unit_test(test_theorem_3),
      cmocka_unit_test(test_measures), cmocka_unit_test(test_execution),
      cmocka_unit_test(test_refusals), cmocka_unit_test(test_keys),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
