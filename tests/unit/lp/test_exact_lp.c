/* Tests linear programmes in rationals: exact values as text, agreement with doubles, refusals, and
 * GMP's allocator restored. */
#include "redistributions.h"
#include "solve/lp/lp.h"

#include <gmp.h>
#include <malloc.h>
#include <string.h>

static const struct sp_num zero = {0, 0, 1};

/* max x/3 + y/7, x + y <= 10/11, x - y in -1/13..1/13 (a row of two bounds), x <= 2. */
static struct sp_lp *fractions(void)
{
  struct sp_lp *lp = sp_lp_alloc(true);
  struct sp_num third = ratio(1, 3), seventh = ratio(1, 7), thirteenth = ratio(1, 13);
  sp_lp_column(lp, zero, sp_int(2), third, false);
  sp_lp_column(lp, sp_lp_minus(SP_LP_FREE), SP_LP_FREE, seventh, false);
  sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), ratio(10, 11));
  sp_lp_row(lp, sp_lp_minus(thirteenth), thirteenth);
  sp_lp_set(lp, 1, 1, sp_int(-1));
  sp_lp_set(lp, 0, 0, sp_int(1));
  sp_lp_set(lp, 1, 0, sp_int(1));
  sp_lp_set(lp, 0, 1, sp_int(1));
  return lp;
}

static struct sp_lp_solution solved(const struct sp_lp *lp)
{
  struct sp_lp_solution s;
  struct sp_error error = {"no reason"};
  if (sp_exact_lp_solve(lp, &s, &error) != SP_OK)
    fail_msg("%s", error.text);
  return s;
}

static void known_optimum(void **state)
{
  (void)state;
  struct sp_lp *lp = fractions();
  struct sp_lp_solution s = solved(lp);
  assert_int_equal(s.status, SP_LP_OPTIMAL);
  /* x = (10/11 + 1/13)/2 = 141/286, y = x - 1/13 = 119/286 */
  assert_string_equal(s.primal_text[0], "141/286");
  assert_string_equal(s.primal_text[1], "119/286");
  assert_string_equal(s.value_text, "32/143");
  assert_true(s.value == 32.0 / 143 && s.primal[0] == 141.0 / 286 && s.primal[1] == 119.0 / 286);
  sp_lp_solution_clear(&s);
  assert_null(s.value_text);
  sp_lp_free(lp);
}

/* A double without a fraction is read as a dyadic number; an equality; a negative minimum. */
static void doubles_are_exact(void **state)
{
  (void)state;
  struct sp_lp *lp = sp_lp_alloc(false);
  sp_lp_column(lp, sp_lp_minus(SP_LP_FREE), SP_LP_FREE, inexact(-0.1), false);
  sp_lp_row(lp, sp_int(3), sp_int(3));
  sp_lp_set(lp, 0, 0, sp_int(1));
  struct sp_lp_solution s = solved(lp);
  assert_string_equal(s.primal_text[0], "3");
  assert_string_equal(s.value_text, "-10808639105689191/36028797018963968");
  assert_true(s.value == 3 * -0.1);
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);
}

static void no_solution(void **state)
{
  (void)state;
  struct sp_lp *lp = fractions();
  sp_lp_row(lp, ratio(11, 12), SP_LP_FREE);
  sp_lp_set(lp, 2, 0, sp_int(1));
  sp_lp_set(lp, 2, 1, sp_int(1));
  struct sp_lp_solution s = solved(lp);
  assert_int_equal(s.status, SP_LP_INFEASIBLE);
  assert_true(isnan(s.value) && !s.value_text && !s.primal_text);
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);
  lp = sp_lp_alloc(true);
  sp_lp_column(lp, zero, SP_LP_FREE, sp_int(1), false);
  sp_lp_row(lp, zero, SP_LP_FREE);
  sp_lp_set(lp, 0, 0, sp_int(1));
  s = solved(lp);
  assert_int_equal(s.status, SP_LP_UNBOUNDED);
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);
}

static void refused(struct sp_lp *lp, const char *why)
{
  struct sp_lp_solution s;
  struct sp_error error = {""};
  assert_int_equal(sp_exact_lp_solve(lp, &s, &error), SP_CANNOT);
  if (!strstr(error.text, why))
    fail_msg("'%s' does not say '%s'", error.text, why);
  sp_lp_free(lp);
}

static void no_programme(void **state)
{
  (void)state;
  struct sp_lp *lp = fractions();
  sp_lp_column(lp, zero, sp_int(1), zero, true);
  refused(lp, "without integer columns");
  lp = fractions();
  sp_lp_row(lp, sp_int(2), sp_int(1));
  refused(lp, "row 2: the lower bound is above the upper one");
}

/* min cx, Ax >= b, x in 0..u: feasible and bounded. */
static struct sp_lp *random_lp(uint64_t *seed)
{
  struct sp_lp *lp = sp_lp_alloc(false);
  int n = draw(seed, 1, 12), rows = draw(seed, 1, 12);
  for (int j = 0; j < n; j++)
    sp_lp_column(lp, zero, draw(seed, 0, 1) ? SP_LP_FREE : sp_int(draw(seed, 20, 30)),
                 cost(seed, RATIONALS, 50), false);
  for (int i = 0; i < rows; i++) {
    sp_lp_row(lp, cost(seed, RATIONALS, 40), SP_LP_FREE);
    for (int j = 0; j < n; j++)
      if (j == i % n || draw(seed, 0, 2) == 0)
        sp_lp_set(lp, i, j, j == i % n ? sp_int(draw(seed, 4, 9)) : cost(seed, RATIONALS, 9));
  }
  return lp;
}

static void agrees_with_doubles(void **state)
{
  (void)state;
  uint64_t seed = 1947;
  for (int trial = 0; trial < 300; trial++) {
    struct sp_lp *lp = random_lp(&seed);
    struct sp_lp_solution exact = solved(lp);
    struct sp_lp_solution s;
    assert_int_equal(exact.status, SP_LP_OPTIMAL);
    assert_int_equal(sp_lp_solve(lp, 0, &s, NULL), SP_OK);
    assert_int_equal(s.status, SP_LP_OPTIMAL);
    double dual = 0;
    for (int i = 0; i < lp->rows; i++)
      dual += s.dual[i] * lp->row[i].lower.v;
    if (fabs(s.value - exact.value) > 1e-12 * exact.value)
      fail_msg("trial %d: %.17g, exactly %s", trial, s.value, exact.value_text);
    assert_true(dual >= exact.value * (1 - 1e-12)); /* upper bounds have prices <= 0 */
    sp_lp_solution_clear(&s);
    sp_lp_solution_clear(&exact);
    sp_lp_free(lp);
  }
}

/* QSopt_ex replaces GMP's allocator while it works. */
static void allocator_is_given_back(void **state)
{
  (void)state;
  void *(*allocate[2])(size_t), *(*reallocate[2])(void *, size_t, size_t);
  void (*release[2])(void *, size_t);
  mpq_t q;
  mpq_init(q);
  mpq_set_si(q, 1, 3);
  mp_get_memory_functions(&allocate[0], &reallocate[0], &release[0]);
  struct sp_lp *lp = fractions();
  struct sp_lp_solution s = solved(lp);
  mp_get_memory_functions(&allocate[1], &reallocate[1], &release[1]);
  assert_true(allocate[0] == allocate[1] && reallocate[0] == reallocate[1]);
  assert_true(release[0] == release[1]);
  for (int k = 0; k < 10; k++)
    mpq_mul(q, q, q);
  mpq_clear(q);
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);
}

static void solve_and_forget(void)
{
  struct sp_lp *lp = fractions();
  struct sp_lp_solution s = solved(lp);
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);
}

/* The leak detector cannot see the owner of QSopt_ex's memory (tests/lsan.supp), so this test
 * compares the heap before and after. Under sanitizers, which replace the heap, it finds nothing.
 */
static void nothing_is_left(void **state)
{
  (void)state;
  solve_and_forget();
  size_t before = mallinfo2().uordblks;
  for (int k = 0; k < 10; k++)
    solve_and_forget();
  assert_int_equal(mallinfo2().uordblks, before);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_optimum),       cmocka_unit_test(doubles_are_exact),
      cmocka_unit_test(no_solution),         cmocka_unit_test(no_programme),
      cmocka_unit_test(agrees_with_doubles), cmocka_unit_test(allocator_is_given_back),
      cmocka_unit_test(nothing_is_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
