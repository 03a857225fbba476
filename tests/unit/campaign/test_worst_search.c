/* Tests the search for bad instances: the ratio is that of the instance found, the instance is
 * shrunk and always the same, and its star text reads back to the same instance. */
#include "base/stream.h"
#include "campaign/run/worst_search.h"
#include "io/text/star.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
  struct sp_registry *registry;
  struct sp_method bba, fwd, best_of, min_c, beam, optimal, rounds, sa;
};

static void parse(struct fixture *f, const char *text, struct sp_method *method)
{
  struct sp_error error;
  assert_int_equal(sp_method_parse(f->registry, text, method, &error), SP_OK);
}

static int make(void **state)
{
  struct fixture *f = calloc(1, sizeof *f);
  assert_non_null(f);
  f->registry = sp_registry_alloc(NULL);
  parse(f, "bba", &f->bba);
  parse(f, "fwd", &f->fwd);
  parse(f, "min_c", &f->min_c);
  parse(f, "best-of", &f->best_of);
  parse(f, "beam", &f->beam);
  parse(f, "optimal", &f->optimal);
  parse(f, "communication-first", &f->rounds);
  parse(f, "sa:evaluations=500", &f->sa);
  *state = f;
  return 0;
}

static int unmake(void **state)
{
  struct fixture *f = *state;
  struct sp_method *all[] = {&f->bba,  &f->fwd,     &f->best_of, &f->min_c,
                             &f->beam, &f->optimal, &f->rounds,  &f->sa};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    sp_method_clear(all[k]);
  sp_registry_free(f->registry);
  free(f);
  return 0;
}

static double makespan(const struct fixture *f, const struct sp_instance *in,
                       const struct sp_method *method)
{
  struct sp_conditions conditions = {0};
  struct sp_result result;
  sp_native_run(in, f->registry, method, &conditions, &result, NULL, NULL);
  assert_int_equal(result.status, SP_RUN_OK);
  return result.makespan;
}

static char *star_of(const struct sp_instance *in)
{
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  star_write(stream, in);
  fclose(stream);
  return text;
}

static const struct sp_worst_space tasks = {
    .problem = SP_REDISTRIBUTION, .workers = 3, .tasks = 9, .cost = 8};

static void test_ratio_is_that_of_the_instance(void **state)
{
  const struct fixture *f = *state;
  struct sp_worst_query a = {.space = tasks,
                             .registry = f->registry,
                             .method = &f->bba,
                             .reference = &f->fwd,
                             .seed = 11,
                             .evaluations = 3000};
  struct sp_worst_found found, again;
  sp_worst_search(&a, &found);
  assert_non_null(found.in);
  assert_true(found.makespan == makespan(f, found.in, &f->bba));
  assert_true(found.reference == makespan(f, found.in, &f->fwd));
  assert_true(found.ratio == found.makespan / found.reference);
  assert_true(found.ratio >= found.searched);
  assert_true(found.searched > 1.3); /* RR-6005's BBA ignores that links differ */
  assert_true(found.evaluations >= 3000);
  assert_true(found.in->m <= 3 && found.in->total.v <= 9);
  sp_worst_search(&a, &again);
  char *one = star_of(found.in), *two = star_of(again.in);
  assert_string_equal(one, two);
  free(one);
  free(two);
  sp_instance_free(found.in);
  sp_instance_free(again.in);
}

/* No number can be reduced: with one less the ratio falls below the limit. */
static void test_shrinks_to_a_corner(void **state)
{
  const struct fixture *f = *state;
  struct sp_worst_query a = {.space = tasks,
                             .registry = f->registry,
                             .method = &f->bba,
                             .reference = &f->fwd,
                             .seed = 5,
                             .evaluations = 1000,
                             .at_least = 1.0000001};
  struct sp_worst_found found;
  sp_worst_search(&a, &found);
  assert_non_null(found.in);
  assert_true(found.ratio >= a.at_least);
  assert_true(found.ratio < found.searched);
  for (int i = 1; i <= found.in->m; i++) {
    struct sp_num *number[] = {&found.in->load[i], &found.in->c[i], &found.in->w[i]};
    for (int k = 0; k < 3; k++) {
      struct sp_num before = *number[k];
      if (before.num <= (k > 0))
        continue;
      *number[k] = sp_int(before.num - 1);
      if (sp_instance_check(found.in, NULL) == SP_OK)
        assert_true(makespan(f, found.in, &f->bba) / makespan(f, found.in, &f->fwd) < a.at_least);
      *number[k] = before;
    }
  }
  sp_instance_free(found.in);
}

/* Against the proven optimum: no ratio is below 1, and the best of the paper's methods lose where a
 * worker that sends should also receive. */
static void test_against_the_optimum(void **state)
{
  const struct fixture *f = *state;
  struct sp_worst_query a = {.space = tasks,
                             .registry = f->registry,
                             .method = &f->best_of,
                             .reference = &f->optimal,
                             .seed = 3,
                             .evaluations = 3000};
  struct sp_worst_found found;
  sp_worst_search(&a, &found);
  assert_non_null(found.in);
  assert_true(found.ratio >= 1.2);
  assert_true(found.reference == makespan(f, found.in, &f->optimal));
  sp_instance_free(found.in);
  a.method = &f->optimal;
  a.evaluations = 300;
  sp_worst_search(&a, &found);
  assert_true(found.ratio == 1 && found.searched == 1);
  sp_instance_free(found.in);
}

/* If `at_least` is out of reach nothing is shrunk; the instances lie in the given ranges. */
static void test_keeps_to_the_space(void **state)
{
  const struct fixture *f = *state;
  for (uint64_t seed = 0; seed < 8; seed++) {
    struct sp_worst_query a = {.space = {.problem = SP_DIVISIBLE,
                                         .workers = 3,
                                         .tasks = 7,
                                         .cost = 5,
                                         .latency = seed % 2 ? 4 : 0,
                                         .hom_w = true},
                               .registry = f->registry,
                               .method = &f->rounds,
                               .reference = &f->rounds,
                               .seed = seed,
                               .evaluations = 8,
                               .at_least = 9};
    struct sp_worst_found found;
    sp_worst_search(&a, &found);
    assert_non_null(found.in);
    assert_int_equal(found.in->m, 3);
    assert_true(found.in->total.v >= 1 && found.in->total.v <= 7);
    for (int i = 1; i <= 3; i++) {
      assert_true(found.in->c[i].v >= 1 && found.in->c[i].v <= 5);
      assert_true(found.in->w[i].v == found.in->w[1].v);
      assert_true(seed % 2 ? found.in->latency[i].v >= 1 && found.in->latency[i].v <= 4
                           : found.in->latency[i].v == 0);
    }
    sp_instance_free(found.in);
  }
}

static void test_other_problems(void **state)
{
  const struct fixture *f = *state;
  struct sp_worst_query a = {
      .space = {.problem = SP_BAG, .workers = 2, .tasks = 6, .cost = 9, .buffer = 1},
      .registry = f->registry,
      .method = &f->min_c,
      .reference = &f->beam,
      .evaluations = 2000};
  struct sp_worst_found found;
  sp_worst_search(&a, &found);
  assert_non_null(found.in);
  assert_true(found.ratio > 2); /* min_c feeds the slow processor behind the fast link */
  for (int i = 1; i <= found.in->m; i++)
    assert_int_equal(found.in->buffer[i], 1);
  sp_instance_free(found.in);
  a.space = (struct sp_worst_space){.problem = SP_DIVISIBLE,
                                    .workers = 2,
                                    .tasks = 20,
                                    .cost = 5,
                                    .latency = 3,
                                    .hom_c = true,
                                    .hom_w = true};
  a.method = &f->rounds;
  a.reference = &f->sa;
  a.evaluations = 300;
  sp_worst_search(&a, &found);
  assert_non_null(found.in);
  assert_true(found.ratio > 1);
  assert_true(found.in->c[1].v == found.in->c[found.in->m].v);
  assert_true(found.in->w[1].v == found.in->w[found.in->m].v);
  sp_instance_free(found.in);
}

static void test_star_text(void **state)
{
  static const char *const texts[] = {
      "c=1/3,0.25 w=7,inf load=3,4",
      "c=2,2,2 w=3 tasks=20 buffer=1,inf,4",
      "c=1 w=2 latency=1/7 work=100 send=2",
      "c=1,5 w=2,3 tasks=inf deadline=40 buffer=2,2 send=inf",
      "c=4,5,6 w=1 delta=2,-1,-1 recv=2",
  };
  (void)state;
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    struct sp_error error;
    struct sp_instance *in = sp_star_parse(texts[k], &error);
    assert_non_null(in);
    char *once = star_of(in);
    struct sp_instance *back = sp_star_parse(once, &error);
    assert_non_null(back);
    assert_int_equal(in->m, back->m);
    assert_int_equal(in->problem, back->problem);
    assert_true(in->total.v == back->total.v && in->deadline.v == back->deadline.v);
    assert_memory_equal(&in->platform.node[0].ports, &back->platform.node[0].ports,
                        sizeof in->platform.node[0].ports);
    for (int i = 1; i <= in->m; i++) {
      assert_memory_equal(&in->c[i], &back->c[i], sizeof in->c[i]);
      assert_memory_equal(&in->w[i], &back->w[i], sizeof in->w[i]);
      assert_memory_equal(&in->latency[i], &back->latency[i], sizeof in->latency[i]);
      assert_memory_equal(&in->load[i], &back->load[i], sizeof in->load[i]);
      assert_true(in->buffer[i] == back->buffer[i]);
    }
    free(once);
    sp_instance_free(in);
    sp_instance_free(back);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ratio_is_that_of_the_instance),
      cmocka_unit_test(test_shrinks_to_a_corner),
      cmocka_unit_test(test_against_the_optimum),
      cmocka_unit_test(test_keeps_to_the_space),
      cmocka_unit_test(test_other_problems),
      cmocka_unit_test(test_star_text),
  };
  return cmocka_run_group_tests(tests, make, unmake);
}
