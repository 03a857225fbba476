/* Tests the exact optimum against the known cases, and against a search of all lists of transfers
 * without dominance that executes each by the evaluator. */
#include "redistributions.h"

#include "solve/optimum/optimum.h"

#include <jansson.h>

static const long node_limit = 50000000;

static double optimum_of(const struct sp_instance *in, struct sp_schedule *best)
{
  double makespan, bound;
  bool proven;
  assert_int_equal(sp_optimum(in, node_limit, best, &makespan, &bound, &proven), SP_OK);
  assert_true(proven);
  assert_true(bound == makespan && best->planned == makespan);
  assert_true(near(sp_makespan(in, best), makespan, 1e-12));
  return makespan;
}

static void known_cases(void **state)
{
  (void)state;
  json_error_t error;
  json_t *root = json_load_file("tests/data/redistribution.json", 0, &error), *one;
  assert_non_null(root);
  size_t k;
  int proven = 0;
  json_array_foreach(json_object_get(root, "instances"), k, one)
  {
    const json_t *c = json_object_get(one, "c"), *optimum = json_object_get(one, "optimum");
    if (json_is_null(optimum))
      continue;
    struct sp_instance *in = sp_instance_alloc((int)json_array_size(c));
    in->problem = SP_REDISTRIBUTION;
    for (int i = 1; i <= in->m; i++) {
      size_t j = (size_t)i - 1;
      in->c[i] = sp_int(json_integer_value(json_array_get(c, j)));
      in->w[i] = sp_int(json_integer_value(json_array_get(json_object_get(one, "w"), j)));
      in->load[i] = sp_int(json_integer_value(json_array_get(json_object_get(one, "load"), j)));
    }
    assert_int_equal(sp_instance_check(in, NULL), SP_OK);
    struct sp_schedule best = SP_SCHEDULE_EMPTY;
    double makespan = optimum_of(in, &best);
    if (makespan != json_number_value(optimum))
      fail_msg("%s: optimum %g", json_string_value(json_object_get(one, "name")), makespan);
    proven++;
    sp_schedule_clear(&best);
    sp_instance_free(in);
  }
  assert_int_equal(proven, 21);
  json_decref(root);
}

/* All lists of up to `left` more transfers of initial or received tasks, including s = r. */
static void all_lists(const struct sp_instance *in, struct sp_schedule *list, int left,
                      double *least)
{
  double makespan = sp_makespan(in, list);
  if (makespan < *least)
    *least = makespan;
  if (left == 0)
    return;
  for (int s = 1; s <= in->m; s++)
    for (int r = 1; r <= in->m; r++)
      for (long after = -1; after < list->n; after++) {
        if (after >= 0 && list->msg[after].to != s)
          continue;
        sp_schedule_add(list, s, r, 1, after);
        if (!isnan(sp_makespan(in, list)) || in->w[r].v == INFINITY)
          all_lists(in, list, left - 1, least);
        list->n--;
      }
}

static void against_all_lists(void **state)
{
  (void)state;
  uint64_t seed = 990017;
  int helped = 0;
  for (int trial = 0; trial < 400; trial++) {
    unsigned kind = (unsigned)trial % 3 | (trial & 4 ? LATENCY : 0);
    bool twins = trial % 2; /* few different costs: equal workers */
    struct sp_instance *in =
        random_instance(&seed, twins ? 0 : kind, draw(&seed, 2, twins ? 4 : 3), 4, twins ? 2 : 6);
    if (in->total.v <= 4) {
      struct sp_schedule list = SP_SCHEDULE_EMPTY, best = SP_SCHEDULE_EMPTY;
      double least = INFINITY;
      all_lists(in, &list, 4, &least);
      double makespan = optimum_of(in, &best);
      if (!near(makespan, least, 1e-12))
        fail_msg("trial %d: %.17g, all lists %.17g", trial, makespan, least);
      helped += best.n > 0;
      sp_schedule_clear(&list);
      sp_schedule_clear(&best);
    }
    sp_instance_free(in);
  }
  assert_true(helped > 20);
}

static void a_limit_is_reported(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_instance *in = sp_star_parse("c=1,8,1,1 w=1,1,9,10 load=13,13,0,0", &error);
  struct sp_schedule best = SP_SCHEDULE_EMPTY;
  double makespan, bound;
  bool proven;
  assert_int_equal(sp_optimum(in, 1, &best, &makespan, &bound, &proven), SP_OK);
  assert_false(proven);
  assert_true(makespan == 13 && bound == 12);
  in->platform.node[0].ports.recv = 2;
  assert_int_equal(sp_optimum(in, 1, &best, &makespan, &bound, &proven), SP_CANNOT);
  sp_schedule_clear(&best);
  sp_instance_free(in);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(known_cases),
                                     cmocka_unit_test(against_all_lists),
                                     cmocka_unit_test(a_limit_is_reported)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
