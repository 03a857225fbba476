/* Tests packing programmes: the optimum is that of GLPK, the answer is feasible and adds up to it.
 */
#include "method/context.h"
#include "redistributions.h"
#include "solve/lp/lp.h"
#include "solve/lp/packing.h"

static double by_glpk(const struct sp_packing *p)
{
  struct sp_lp *lp = sp_lp_alloc(true);
  struct sp_lp_solution s;
  for (int j = 0; j < p->columns; j++)
    sp_lp_column(lp, sp_int(0), SP_LP_FREE, sp_int(1), false);
  for (int i = 0; i < p->rows; i++) {
    sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), inexact(p->limit[i]));
    for (int j = 0; j < p->columns; j++)
      if (p->a[i * p->columns + j] != 0)
        sp_lp_set(lp, i, j, inexact(p->a[i * p->columns + j]));
  }
  assert_int_equal(sp_lp_solve(lp, 0, &s, NULL), SP_OK);
  assert_int_equal(s.status, SP_LP_OPTIMAL);
  double value = s.value;
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);
  return value;
}

static void is_optimal(struct sp_packing *p)
{
  double value = sp_packing_solve(p), sum = 0;
  for (int j = 0; j < p->columns; j++)
    sum += p->x[j];
  for (int i = 0; i < p->rows; i++) {
    double left = 0;
    for (int j = 0; j < p->columns; j++)
      left += p->a[i * p->columns + j] * p->x[j];
    assert_true(left <= p->limit[i] * (1 + 1e-10) + 1e-9);
  }
  assert_true(fabs(sum - value) <= 1e-12 * value && fabs(value - by_glpk(p)) <= 1e-9 * value);
}

/* Integers make ties and limits of 0 degenerate vertices; every column has an entry. */
static void small(void **state)
{
  (void)state;
  uint64_t seed = 9;
  for (int k = 0; k < 2000; k++) {
    struct sp_context *cx = sp_context_plain();
    struct sp_packing p = sp_packing_new(cx, draw(&seed, 1, 9), draw(&seed, 1, 8));
    int largest = k % 2 ? 4 : 1000;
    for (int i = 0; i < p.rows; i++) {
      p.limit[i] = draw(&seed, 0, 7) ? draw(&seed, 1, largest) : 0;
      for (int j = 0; j < p.columns; j++)
        p.a[i * p.columns + j] = i == 0 || draw(&seed, 0, 2) ? draw(&seed, 1, largest) : 0;
    }
    is_optimal(&p);
    sp_context_free(cx);
  }
}

/* Those of one round whose results return, of up to 60 workers in random orders, without and with
 * the row of the half duplex: pivots that are rounding made them infeasible, or without a limit. */
static void rounds(void **state)
{
  (void)state;
  uint64_t seed = 3;
  for (int k = 0; k < 600; k++) {
    struct sp_context *cx = sp_context_plain();
    int n = draw(&seed, 10, 60), half = k % 2;
    struct sp_packing p = sp_packing_new(cx, n + half, n);
    int *back = sp_new(cx, n, int), *c = sp_new(cx, n, int), *d = sp_new(cx, n, int);
    for (int j = 0; j < n; j++) {
      c[j] = draw(&seed, 1, 99);
      d[j] = draw(&seed, 1, 99);
      back[j] = draw(&seed, 0, 1000000);
    }
    for (int i = 0; i < p.rows; i++) {
      p.limit[i] = 1;
      for (int j = 0; j < n; j++)
        p.a[i * n + j] = i == n ? c[j] + d[j]
                                : (j <= i ? c[j] : 0) + (back[j] >= back[i] ? d[j] : 0) +
                                      (i == j ? draw(&seed, 1, 99) : 0);
    }
    is_optimal(&p);
    sp_context_free(cx);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(small), cmocka_unit_test(rounds)};
  return cmocka_run_group_tests_name("packing", tests, NULL, NULL);
}
