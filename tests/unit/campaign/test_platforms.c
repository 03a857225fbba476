/* A campaign and a report draw each platform once: loops over platforms are outside, those over
 * methods, values and tables inside. */
#include "small_campaign.h"

#include "base/memory.h"
#include "campaign/run/cells.h"
#include "campaign/run/run_key.h"

static const char text[] = "id = drawn\n"
                           "problem = bag\n"
                           "seed = 5\n"
                           "count = 3\n"
                           "[platform]\n"
                           "workers = 3\n"
                           "c = int 1..9\n"
                           "w = int 1..9\n"
                           "[axis tasks]\n"
                           "tasks = 20, 40\n"
                           "[run]\n"
                           "methods = mct, min_c, 1d\n"
                           "engine = native\n"
                           "[table]\n"
                           "rows = tasks\n"
                           "cells = mean(makespan/total), mean(done/makespan/rho), sd(power)\n"
                           "claim = \"one\": mean(unbounded) mct <= 100\n"
                           "claim = \"two\": mean(makespan) mct <= min_c\n";

/* The last platform is borrowed; one of another place is drawn, with the same numbers each time. */
static void borrows_the_last(void **state)
{
  (void)state;
  struct sp_experiment e;
  struct sp_error error;
  assert_int_equal(sp_experiment_parse("x", text, NULL, &e, &error), SP_OK);
  struct sp_platforms platforms = {.experiment = &e};
  for (int k = 0; k < 12; k++) { /* two calls for each */
    int point = k / 6, index = k / 2 % 3;
    const struct sp_instance *in = sp_platform(&platforms, 0, point, (uint32_t)index, &error);
    assert_int_equal(platforms.drawn, k / 2 + 1);
    struct sp_instance *own = sp_experiment_instance(&e, 0, point, (uint32_t)index, &error);
    char *a = sp_instance_text(in), *b = sp_instance_text(own);
    assert_string_equal(a, b);
    free(b);
    free(a);
    sp_instance_free(own);
  }
  sp_platforms_clear(&platforms);
  sp_experiment_clear(&e);
}

static void visits_each_once(void **state)
{
  (void)state;
  struct small s;
  struct sp_overrides none = {.engine = -1};
  struct cells cells;
  struct sp_tally again = {0};
  struct sp_error error;
  struct sp_tally tally = small_compute(&s, text, &none, 5);
  assert_int_equal(tally.computed, 2 * 3 * 3);
  struct sp_conditions conditions = sp_experiment_conditions(&s.experiment);
  struct sp_campaign campaign = {.experiment = &s.experiment,
                                 .registry = s.registry,
                                 .store = s.store,
                                 .conditions = &conditions,
                                 .processes = 1,
                                 .shards = 1};
  assert_int_equal(cells_open(&cells, &campaign, &error), SP_OK);
  struct job job[3];
  for (int n; !cells.over;)
    assert_int_equal(cells_next(&cells, job, &n, &again, &error), SP_OK);
  assert_int_equal(again.present, 2 * 3 * 3);
  assert_int_equal(cells.platforms.drawn, 2 * 3);
  cells_close(&cells);
  small_close(&s);
}

/* Each is measured once for all values, and drawn once more for the runs that are repeated. */
static void reports_on_each_once(void **state)
{
  (void)state;
  struct small s;
  struct sp_overrides none = {.engine = -1};
  struct sp_matrix *m;
  struct sp_error error;
  struct sp_replay replay;
  small_compute(&s, text, &none, 5);
  assert_int_equal(sp_matrices_read(&s.experiment, s.store, &m, &error), SP_OK);
  assert_int_equal(m->platforms->drawn, 2 * 3);
  for (int method = 0; method < 3; method++) {
    assert_int_equal(sp_replay(m, s.registry, s.store, 0, 0, method, &replay, &error), SP_OK);
    sp_replay_clear(&replay);
  }
  assert_int_equal(m->platforms->drawn, 2 * 3 + 1);
  sp_matrices_free(m);
  small_close(&s);
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(borrows_the_last),
      cmocka_unit_test(visits_each_once),
      cmocka_unit_test(reports_on_each_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
