/* Tests that plans end soon once the run is given up, whatever they may still do, and are refused.
 */
#include "../../laws/random_instance.h"
#include "method/registry.h"
#include "share.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <unistd.h>

enum { SECONDS = 120 }; /* the searches would take days */

/* Plans with a run that is given up from the beginning. */
static void expect_end(const struct sp_registry *registry, const char *star, const char *name)
{
  struct sp_method method;
  struct sp_error error;
  struct sp_schedule out = SP_SCHEDULE_EMPTY;
  struct sp_instance *in = sp_star_parse(star, &error);
  assert_non_null(in);
  assert_int_equal(sp_method_parse(registry, name, &method, &error), SP_OK);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  const int stop = 1;
  assert_false(sp_stopped(cx));
  sp_context_stop_when(cx, &stop);
  assert_true(sp_stopped(cx));
  assert_int_equal(sp_plan(cx, &method, in, &out), -1);
  assert_true(sp_context_reason(cx)[0]);
  assert_int_equal(out.n, 0);
  sp_schedule_clear(&out);
  sp_context_free(cx);
  sp_method_clear(&method);
  sp_instance_free(in);
}

static void searches(void **state)
{
  (void)state;
  static const char *const star = "c=1,2,3,1,2,4 w=5,7,3,9,4,6 latency=1 work=1000";
  struct sp_registry *registry = all_heuristics();
  alarm(SECONDS);
  expect_end(registry, star, "sa:evaluations=1000000000000:actmax=60");
  expect_end(registry, star, "bb-light:nodes=1000000000000:actmax=40");
  alarm(0);
  sp_registry_free(registry);
}

/* Every method, on stars on which many of them take minutes. */
static void methods(void **state)
{
  (void)state;
  char many[100];
  snprintf(many, sizeof many, "c=1,2,3,1,2,4 w=50,70,30.5,90,40,60 tasks=%d", share(15000000));
  const struct {
    enum sp_problem problem;
    const char *star;
  } kind[] = {{SP_BAG, many},
              {SP_BAG, "c=1,2,3,1,2,4 w=50,70,30.5,90,40,60 buffer=2 tasks=200"},
              {SP_REDISTRIBUTION, "c=1,2,3,1,2,4 w=50,70,30.5,90,40,60 "
                                  "load=4000000,0,5000000,0,3000000,0"},
              {SP_REDISTRIBUTION, "c=1,2,3,1,2,4 w=50,70,30.5,90,40,60 load=90,0,80,0,70,0"},
              {SP_DIVISIBLE, "c=1,2,3,1,2,4 w=5,7,3,9,4,6 latency=1 work=1000"}};
  struct sp_registry *registry = all_heuristics();
  alarm(SECONDS);
  for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
    int n;
    const struct sp_heuristic **solving = registry_solving(registry, kind[k].problem, &n);
    assert_true(n > 5);
    for (int i = 0; i < n; i++)
      expect_end(registry, kind[k].star, solving[i]->name);
    free(solving);
  }
  alarm(0);
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(searches), cmocka_unit_test(methods)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
