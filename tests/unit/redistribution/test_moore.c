/* Tests Moore's algorithm against all subsets of jobs. */
#include "redistributions.h"

enum { MOST = 11 };

/* True if the jobs of the set, earliest deadline first, are all on time. */
static bool on_time(int n, const double *duration, const double *deadline, unsigned set)
{
  for (int j = 0; j < n; j++) {
    double t = 0;
    for (int i = 0; i < n; i++)
      if ((set >> i & 1) && (deadline[i] < deadline[j] || (deadline[i] == deadline[j] && i <= j)))
        t += duration[i];
    if ((set >> j & 1) && t > deadline[j])
      return false;
  }
  return true;
}

static void against_all_subsets(void **state)
{
  (void)state;
  uint64_t seed = 1968;
  for (int trial = 0; trial < 1500; trial++) {
    double duration[MOST], deadline[MOST];
    int n = draw(&seed, 1, MOST), chosen[MOST], best = 0;
    for (int j = 0; j < n; j++) {
      duration[j] = draw(&seed, 0, 9) * 0.5;
      deadline[j] = draw(&seed, 0, 24) * 0.5;
    }
    for (unsigned set = 0; set < 1u << n; set++)
      if (__builtin_popcount(set) > best && on_time(n, duration, deadline, set))
        best = __builtin_popcount(set);
    assert_int_equal(sp_moore(n, duration, deadline, chosen), best);
    unsigned set = 0;
    for (int k = 0; k < best; k++) {
      int j = chosen[k], i = k > 0 ? chosen[k - 1] : -1;
      set |= 1u << j;
      assert_true(k == 0 || deadline[i] < deadline[j] || (deadline[i] == deadline[j] && i < j));
    }
    assert_true(on_time(n, duration, deadline, set));
    assert_int_equal(__builtin_popcount(set), best);
  }
}

/* The example of moore.c, and a tie: of equal durations the latest added is removed. */
static void examples(void **state)
{
  (void)state;
  int chosen[5];
  const double duration[] = {4, 3, 2, 5, 6}, deadline[] = {6, 7, 8, 9, 11};
  assert_int_equal(sp_moore(5, duration, deadline, chosen), 3);
  assert_true(chosen[0] == 1 && chosen[1] == 2 && chosen[2] == 4);
  const double equal[] = {3.5, 3.5}, due[] = {4.25, 3.75};
  assert_int_equal(sp_moore(2, equal, due, chosen), 1);
  assert_int_equal(chosen[0], 1);
  assert_int_equal(sp_moore(0, NULL, NULL, NULL), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(against_all_subsets),
                                     cmocka_unit_test(examples)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
