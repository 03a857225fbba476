/* Tests replay: its order is that of the method in the nominal model, whatever the noise, where the
 * method itself decides otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bags.h"

enum { TRIALS = 60 };

static struct sp_registry *registry;

/* The makespan of the method under the noise and, in *decided, its messages. */
static double run(const struct sp_instance *in, const char *text, double noise,
                  struct sp_schedule *decided)
{
  struct sp_conditions conditions = {.seed = 7, .noise_link = noise, .noise_cpu = noise};
  struct sp_method method;
  struct sp_result result;
  assert_int_equal(sp_method_parse(registry, text, &method, NULL), 0);
  sp_native_run(in, registry, &method, &conditions, &result, NULL, decided);
  sp_method_clear(&method);
  assert_int_equal(result.status, SP_RUN_OK);
  return result.makespan;
}

static bool same_order(const struct sp_schedule *a, const struct sp_schedule *b)
{
  bool same = a->n == b->n;
  for (long k = 0; same && k < a->n; k++)
    same = a->msg[k].to == b->msg[k].to;
  return same;
}

static void keeps_the_order(void **state)
{
  (void)state;
  static const char *const pair[][2] = {{"star-bounded-buffer", "replay"},
                                        {"min_c", "replay:method=min_c"},
                                        {"mct", "replay:method=mct"}};
  for (size_t k = 0; k < sizeof pair / sizeof *pair; k++) {
    uint64_t s = 20260 + k;
    int otherwise = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      struct sp_instance *in = random_bag(&s, 3, 5, 40, 20, 2);
      struct sp_schedule nominal = SP_SCHEDULE_EMPTY, on_line = SP_SCHEDULE_EMPTY,
                         kept = SP_SCHEDULE_EMPTY;
      double makespan = run(in, pair[k][0], 0, &nominal);
      assert_true(run(in, pair[k][1], 0, NULL) <= makespan * (1 + 1e-12));
      run(in, pair[k][0], 0.5, &on_line);
      run(in, pair[k][1], 0.5, &kept);
      assert_true(same_order(&kept, &nominal));
      otherwise += !same_order(&on_line, &nominal);
      sp_schedule_clear(&nominal);
      sp_schedule_clear(&on_line);
      sp_schedule_clear(&kept);
      sp_instance_free(in);
    }
    assert_true(otherwise > 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(keeps_the_order)};
  struct sp_error error;
  registry = sp_registry_alloc(&error);
  int code = cmocka_run_group_tests(tests, NULL, NULL);
  sp_registry_free(registry);
  return code;
}
