/* Tests that nothing is better than the optimum of tasks with sizes: on tiny random bags all plans,
 * with any number of tasks in a message, are executed; no heuristic of the registry takes less time
 * than the best of them, and no bound is above it. Heuristics that know the sizes are near it.
 * SIZES_COUNT sets the number of instances (default 300). */
#include "random_method.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { SEED = 33004 };

static struct sp_registry *registry;
static long compared, knowing;
static double distances; /* of heuristics that know the sizes */

static struct sp_instance *tiny(uint32_t index)
{
  struct dice dice = {SEED, 0, index}, *d = &dice;
  int m = dice_int(d, 1, 3), style = dice_int(d, 0, 3);
  struct sp_instance *in = sp_instance_alloc(m);
  bool latencies = dice_int(d, 0, 2) == 0, limits = dice_int(d, 0, 2) == 0;
  bool free_links = dice_int(d, 0, 3) == 0;
  in->problem = SP_BAG;
  in->total = sp_int(dice_int(d, 1, 6));
  in->told = in->chunks = true;
  in->size_sd = 0.6;
  in->overhead = dice_int(d, 0, 1) ? dice_cost(d, style) : sp_int(0);
  in->sizes = sp_xcalloc((size_t)in->total.v, sizeof *in->sizes);
  for (long k = 0; k < (long)in->total.v; k++)
    in->sizes[k] = style < 2 ? dice_int(d, k == 0, 4) : 0.01 + 2 * dice_uniform(d);
  for (int i = 1; i <= m; i++) {
    in->c[i] = free_links ? sp_int(0) : dice_cost(d, style);
    in->w[i] = dice_cost(d, style);
    if (latencies)
      in->latency[i] = dice_cost(d, style);
    if (limits)
      in->buffer[i] = dice_int(d, 1, 3);
  }
  if (index % 8 == 0)
    in->platform.node[0].ports.send = 2;
  return in;
}

/* The least makespan of all plans that begin with this one. */
static double best_of(const struct sp_instance *in, struct sp_schedule *plan, long left)
{
  double best = INFINITY;
  if (left == 0)
    return sp_makespan(in, plan);
  for (int i = 1; i <= in->m; i++)
    for (long k = 1; k <= left && k <= in->buffer[i]; k++) {
      sp_schedule_add(plan, 0, i, (double)k, -1);
      best = fmin(best, best_of(in, plan, left - k));
      plan->n--;
    }
  return best;
}

static _Noreturn void complain(const struct sp_instance *in, const char *name, double value,
                               double optimum)
{
  fprintf(stderr, "%s: %.17g, the optimum is %.17g\n  ", name, value, optimum);
  print_star(stderr, in);
  fail();
  abort();
}

static void check(struct sp_instance *in)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_bound bound[SP_MAX_BOUNDS];
  struct sp_conditions nominal = {.seed = 7};
  double optimum = best_of(in, &plan, (long)in->total.v);
  int n = sp_bounds(in, bound);
  sp_schedule_clear(&plan);
  for (int b = 0; b < n; b++)
    if (bound[b].value > optimum)
      complain(in, bound[b].name, bound[b].value, optimum);
  for (int k = 0; k < registry->n; k++) {
    struct sp_result r;
    struct sp_method method;
    char name[256];
    if (!(registry->item[k]->problems & SP_BAG))
      continue;
    thrifty_method(registry->item[k], name, sizeof name);
    assert_int_equal(sp_method_parse(registry, name, &method, NULL), SP_OK);
    sp_native_run(in, registry, &method, &nominal, &r, NULL, NULL);
    sp_method_clear(&method);
    if (r.status != SP_RUN_OK)
      continue;
    if (r.makespan < optimum * (1 - 1e-12))
      complain(in, name, r.makespan, optimum);
    compared++;
    if (registry->item[k]->clairvoyant) {
      distances += r.makespan / optimum;
      knowing++;
    }
  }
}

static void test_nothing_is_better_than_the_best_plan(void **state)
{
  (void)state;
  long count = setting("SIZES_COUNT", 300);
  for (long index = 0; index < count; index++) {
    struct sp_instance *in = tiny(first_case() + (uint32_t)index);
    assert_int_equal(sp_instance_check(in, NULL), SP_OK);
    check(in);
    sp_instance_free(in);
  }
  printf("sizes: %ld runs compared; those that know the sizes take %.4f times the optimum\n",
         compared, distances / (double)knowing);
  assert_true(compared > 10 * count && knowing >= count);
  assert_true(distances <= 1.05 * (double)knowing);
}

int main(void)
{
  registry = all_heuristics();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_is_better_than_the_best_plan),
  };
  int failures = cmocka_run_group_tests_name("sizes", tests, NULL, NULL);
  sp_registry_free(registry);
  return failures;
}
