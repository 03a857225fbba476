/* Tests that no result depends on the order in which qsort leaves equal elements: C does not say
 * it, and C libraries differ. Every heuristic and every lower bound is computed with equal elements
 * in their order and in reverse. LAWS_COUNT sets the number of instances for each heuristic and
 * problem (default 25). */
#include "method/registry.h"
#include "random_method.h"
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 60054 };

static struct sp_registry *registry;
static bool reversed;
static long sorted_equal; /* pairs of equal elements that were met */

/* True if the address is in the tested library, not in one that it uses. */
static bool is_tested(const void *address)
{
  Dl_info place;
  return dladdr(address, &place) && strstr(place.dli_fname, "libtested.so");
}

/* Takes the place of the C library's, also in the tested library: sorts by insertion. */
void qsort(void *array, size_t n, size_t size, int (*compare)(const void *, const void *))
{
  char *first = array, moved[256];
  bool backward = reversed && is_tested(__builtin_return_address(0));
  assert_true(size <= sizeof moved);
  for (size_t k = 1; k < n; k++) {
    size_t to = k;
    memcpy(moved, first + k * size, size);
    for (; to > 0; to--) {
      int order = compare(first + (to - 1) * size, moved);
      sorted_equal += order == 0 && backward;
      if (order < 0 || (order == 0 && !backward))
        break;
      memcpy(first + to * size, first + (to - 1) * size, size);
    }
    memcpy(first + to * size, moved, size);
  }
}

static struct sp_result run(const struct sp_heuristic *h, const struct sp_instance *in,
                            bool in_reverse)
{
  struct sp_conditions nominal = {.seed = 7};
  struct sp_result result;
  struct sp_method method;
  char name[256];
  thrifty_method(h, name, sizeof name);
  assert_int_equal(sp_method_parse(registry, name, &method, NULL), SP_OK);
  reversed = in_reverse;
  sp_native_run(in, registry, &method, &nominal, &result, NULL, NULL);
  sp_method_clear(&method);
  return result;
}

static void check_heuristics(const struct sp_instance *in)
{
  int n;
  const struct sp_heuristic **all = registry_solving(registry, in->problem, &n);
  for (int i = 0; i < n; i++) {
    struct sp_result a = run(all[i], in, false), b = run(all[i], in, true);
    if (a.status != b.status || (a.status == SP_RUN_OK && a.bits_hash != b.bits_hash)) {
      fprintf(stderr, "%s: %.17g against %.17g: ", all[i]->name, a.makespan, b.makespan);
      print_star(stderr, in);
      fail();
    }
  }
  free(all);
}

static void check_bounds(const struct sp_instance *in)
{
  struct sp_bound a[SP_MAX_BOUNDS], b[SP_MAX_BOUNDS];
  reversed = false;
  int n = sp_bounds(in, a);
  reversed = true;
  assert_int_equal(sp_bounds(in, b), n);
  for (int k = 0; k < n; k++) {
    assert_string_equal(a[k].name, b[k].name);
    assert_true(a[k].value == b[k].value);
  }
}

static void law_sorting(void **state)
{
  static const enum sp_problem problem[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE, SP_IMBALANCE};
  (void)state;
  for (int p = 0; p < 4; p++)
    for (uint32_t k = 0; k < setting("LAWS_COUNT", 25); k++) {
      struct sp_instance *in = random_instance(SEED, first_case() + k, problem[p]);
      check_bounds(in);
      check_heuristics(in);
      sp_instance_free(in);
    }
  printf("sorting: %ld instances\n", 4 * setting("LAWS_COUNT", 25));
  assert_true(sorted_equal > 0);
}

int main(void)
{
  registry = all_heuristics();
  const struct CMUnitTest tests[] = {cmocka_unit_test(law_sorting)};
  int failures = cmocka_run_group_tests_name("sorting", tests, NULL, NULL);
  sp_registry_free(registry);
  return failures;
}
