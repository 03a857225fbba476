/* Tests the sequence of receivers whose most expensive entry can be removed, against counts of the
 * entries of each c. */
#include "redistributions.h"
#include "solve/redistribution/redistribution.h"

enum { WORKERS = 9000, STEPS = 60000 };

/* Workers i = 1..m with c = i: the largest i that is counted, 0: none. */
static int largest(const int *count, int m)
{
  while (m > 0 && count[m] == 0)
    m--;
  return m;
}

static void largest_is_removed(void **state)
{
  static int count[WORKERS + 1];
  uint64_t seed = 611;
  struct sp_instance *in = sp_instance_alloc(WORKERS);
  in->problem = SP_REDISTRIBUTION;
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = sp_int(i);
    in->w[i] = sp_int(1);
  }
  struct sp_method method;
  struct sp_error error;
  assert_int_equal(sp_method_parse(*state, "fwd", &method, &error), 0);
  struct sp_context *cx = sp_context_alloc(*state, 1, in, &method);
  struct sp_sigma sigma = sp_sigma_new(cx, sp_redistribution_new(cx, in, 1));
  assert_true(sp_sigma_largest(&sigma) == -INFINITY);
  for (int step = 0; step < STEPS; step++) {
    int most = largest(count, in->m);
    /* few entries, so that whole words are empty; sometimes dear ones far above the others */
    if (most == 0 || draw(&seed, 0, step % 2000 < 1000 ? 2 : 20) == 0) {
      int r = draw(&seed, 0, 3) ? draw(&seed, 1, 200) : draw(&seed, 1, in->m);
      sp_sigma_append(&sigma, r);
      count[r]++;
    } else {
      assert_true(sp_sigma_largest(&sigma) == most);
      assert_true(sp_sigma_remove_largest(&sigma) == most);
      count[most]--;
    }
  }
  sp_context_free(cx);
  sp_method_clear(&method);
  sp_instance_free(in);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(largest_is_removed)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}
