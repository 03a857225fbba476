/* Tests the tournament of dates (starport/dates.h) against a scan of all dates. */
#include "base/stream.h"
#include <setjmp.h>
#include <starport/dates.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 70, CHANGES = 2000 };

static double draw(int n, int change, int what)
{
  return sp_stream_uniform(977, (uint32_t)what, (uint32_t)n, 0, (uint64_t)change);
}

/* The first index due by t, by a scan; -1: none. */
static int scan(const double *date, int n, double t)
{
  for (int k = 0; k < n; k++)
    if (date[k] <= t)
      return k;
  return -1;
}

static void compare(const struct sp_dates *d, const double *date, int n)
{
  double least = INFINITY, others = INFINITY;
  for (int k = 0; k < n; k++) {
    assert_true(sp_dates_get(d, k) == date[k]);
    least = date[k] < least ? date[k] : least;
  }
  for (int k = 0; k < n; k++)
    others = k != scan(date, n, least) && date[k] < others ? date[k] : others;
  assert_true(sp_dates_least(d) == least);
  assert_true(sp_dates_least_but(d, sp_dates_first(d)) == others);
  assert_int_equal(sp_dates_first(d), scan(date, n, least));
  for (double t = 0; t < 6; t += 0.75) {
    bool due = least <= t;
    assert_true(sp_dates_are_due(d, t) == due);
    assert_true(sp_dates_earliest(d, t) == (due ? least : t));
    assert_int_equal(sp_dates_due(d, t), scan(date, n, due ? t : least));
  }
}

/* Few distinct dates, so that ties abound; some reals; some INFINITY. */
static void same_as_a_scan(void **state)
{
  (void)state;
  for (int n = 1; n <= MOST; n += n < 10 ? 1 : 12) {
    double date[MOST];
    int64_t *memory = malloc(sp_dates_room(n) * sizeof *memory);
    assert_non_null(memory);
    struct sp_dates d = sp_dates_in(memory, n);
    for (int k = 0; k < n; k++)
      date[k] = INFINITY;
    compare(&d, date, n);
    for (int change = 0; change < CHANGES; change++) {
      int k = (int)(draw(n, change, 0) * n);
      double kind = draw(n, change, 1), value = draw(n, change, 2) * 5;
      date[k] = kind < 0.2 ? INFINITY : kind < 0.8 ? floor(value) : value;
      sp_dates_set(&d, k, date[k]);
      compare(&d, date, n);
    }
    free(memory);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_a_scan)};
  return cmocka_run_group_tests_name("dates", tests, NULL, NULL);
}
