/* Tests linear and integer programmes by GLPK: known optima, limits, refusals, and the environment
 * that GLPK keeps for a thread. */
#include "redistributions.h"
#include "solve/lp/lp.h"

#include <glpk.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct sp_num number(double v)
{
  return sp_double(v);
}

static const struct sp_num zero = {0, 0, 1};

static struct sp_lp_solution solved(const struct sp_lp *lp, long nodes)
{
  struct sp_lp_solution s;
  struct sp_error error = {"no reason"};
  if (sp_lp_solve(lp, nodes, &s, &error) != SP_OK)
    fail_msg("%s", error.text);
  return s;
}

/* max 3x + 5y, x <= 4, 2y <= 12, 3x + 2y <= 18: 36 at (2, 6), prices 0, 3/2, 1. */
static struct sp_lp *textbook(void)
{
  struct sp_lp *lp = sp_lp_alloc(true);
  int x = sp_lp_column(lp, zero, SP_LP_FREE, sp_int(3), false);
  int y = sp_lp_column(lp, zero, SP_LP_FREE, sp_int(5), false);
  static const double limit[] = {4, 12, 18}, a[] = {1, 0, 3}, b[] = {0, 2, 2};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), number(limit[i])), i);
    sp_lp_set(lp, i, x, number(a[i]));
    sp_lp_set(lp, i, y, number(b[i]));
  }
  return lp;
}

static void check_textbook(const struct sp_lp *lp)
{
  static const double price[] = {0, 1.5, 1};
  struct sp_lp_solution s = solved(lp, 0);
  assert_int_equal(s.status, SP_LP_OPTIMAL);
  assert_true(fabs(s.value - 36) < 1e-12 && s.bound == s.value);
  assert_true(fabs(s.primal[0] - 2) < 1e-12 && fabs(s.primal[1] - 6) < 1e-12);
  for (int i = 0; i < 3; i++)
    assert_true(fabs(s.dual[i] - price[i]) < 1e-12);
  assert_true(s.nodes == 0);
  sp_lp_solution_clear(&s);
  assert_null(s.primal);
}

static void known_optimum(void **state)
{
  (void)state;
  struct sp_lp *lp = textbook();
  check_textbook(lp);
  sp_lp_free(lp);
  sp_lp_free(NULL);
}

/* min x + y with -7 <= x <= 1/4, y free, y - x >= 3/2, x + y in -5..10, z fixed and useless. */
static void kinds_of_bounds(void **state)
{
  (void)state;
  struct sp_lp *lp = sp_lp_alloc(false);
  sp_lp_column(lp, number(-7), number(0.25), sp_int(1), false);
  sp_lp_column(lp, sp_lp_minus(SP_LP_FREE), SP_LP_FREE, sp_int(1), false);
  sp_lp_column(lp, number(2.5), number(2.5), sp_int(2), false);
  sp_lp_row(lp, number(1.5), SP_LP_FREE);
  sp_lp_row(lp, number(-5), number(10));
  sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), SP_LP_FREE);
  sp_lp_row(lp, number(2.5), number(2.5));
  for (int i = 0; i < 2; i++) {
    sp_lp_set(lp, i, 0, sp_int(i ? 1 : -1));
    sp_lp_set(lp, i, 1, sp_int(1));
  }
  sp_lp_set(lp, 3, 2, sp_int(1));
  struct sp_lp_solution s = solved(lp, 0);
  assert_int_equal(s.status, SP_LP_OPTIMAL);
  assert_true(fabs(s.value - 0) < 1e-12);
  assert_true(s.primal[1] - s.primal[0] >= 1.5 - 1e-12 && s.primal[2] == 2.5);
  assert_true(fabs(s.dual[1] - 1) < 1e-12);
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);
}

static void no_solution(void **state)
{
  (void)state;
  struct sp_lp *lp = textbook();
  struct sp_lp_solution s;
  sp_lp_row(lp, number(100), SP_LP_FREE);
  sp_lp_set(lp, 3, 0, sp_int(1));
  s = solved(lp, 0);
  assert_int_equal(s.status, SP_LP_INFEASIBLE);
  assert_true(isnan(s.value) && isnan(s.bound));
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);

  lp = sp_lp_alloc(true);
  sp_lp_column(lp, zero, SP_LP_FREE, sp_int(1), false);
  sp_lp_row(lp, zero, SP_LP_FREE);
  sp_lp_set(lp, 0, 0, sp_int(1));
  s = solved(lp, 0);
  assert_int_equal(s.status, SP_LP_UNBOUNDED);
  assert_string_equal(sp_lp_status_name(s.status), "unbounded");
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);

  lp = sp_lp_alloc(false); /* no integer between the bounds */
  sp_lp_column(lp, number(0.25), number(0.75), sp_int(1), true);
  s = solved(lp, 0);
  assert_int_equal(s.status, SP_LP_INFEASIBLE);
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);

  lp = sp_lp_alloc(false); /* an empty programme */
  s = solved(lp, 0);
  assert_int_equal(s.status, SP_LP_OPTIMAL);
  assert_true(s.value == 0);
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);
}

static void refused(struct sp_lp *lp, const char *why)
{
  struct sp_lp_solution s;
  struct sp_error error = {""};
  assert_int_equal(sp_lp_solve(lp, 0, &s, &error), SP_CANNOT);
  if (!strstr(error.text, why))
    fail_msg("'%s' does not say '%s'", error.text, why);
  sp_lp_free(lp);
}

static void no_programme(void **state)
{
  (void)state;
  struct sp_lp *lp = textbook();
  sp_lp_column(lp, number(2), number(1), zero, false);
  refused(lp, "column 2: the lower bound is above the upper one");
  lp = textbook();
  sp_lp_column(lp, (struct sp_num){NAN, 0, 0}, number(1), zero, false);
  refused(lp, "column 2: a bound is not a number");
  lp = textbook();
  sp_lp_column(lp, SP_LP_FREE, SP_LP_FREE, zero, false);
  refused(lp, "column 2: a bound is not a number");
  lp = textbook();
  sp_lp_column(lp, zero, number(1), SP_LP_FREE, false);
  refused(lp, "column 2: its cost is not a finite number");
  lp = textbook();
  sp_lp_row(lp, number(-3), number(-4));
  refused(lp, "row 3: the lower bound is above the upper one");
  lp = textbook();
  sp_lp_set(lp, 3, 0, sp_int(1));
  refused(lp, "row 3: outside of the programme");
  lp = textbook();
  sp_lp_set(lp, 1, -1, sp_int(1));
  refused(lp, "row 1: outside of the programme");
  lp = textbook();
  sp_lp_set(lp, 2, 1, sp_int(7));
  refused(lp, "row 2: an entry is set twice");
  lp = textbook();
  sp_lp_row(lp, zero, zero);
  sp_lp_set(lp, 3, 1, (struct sp_num){NAN, 0, 0});
  refused(lp, "row 3: not a finite number");
}

/* GLPK cannot scale these sizes, which is a fatal error for it: a reason, and nothing printed. */
static void no_scale(void **state)
{
  (void)state;
  struct sp_lp *lp = textbook();
  sp_lp_column(lp, zero, SP_LP_FREE, sp_int(1), false);
  sp_lp_set(lp, 0, 2, number(1e200));
  FILE *file = tmpfile();
  int terminal = dup(STDOUT_FILENO);
  assert_true(fflush(stdout) == 0 && dup2(fileno(file), STDOUT_FILENO) >= 0);
  struct sp_lp_solution s;
  struct sp_error error = {""};
  int code = sp_lp_solve(lp, 0, &s, &error);
  assert_true(fflush(stdout) == 0 && dup2(terminal, STDOUT_FILENO) >= 0);
  assert_int_equal(code, SP_CANNOT);
  assert_non_null(strstr(error.text, "refused the programme: glp_set_"));
  assert_int_equal(lseek(fileno(file), 0, SEEK_END), 0);
  close(terminal);
  fclose(file);
  sp_lp_free(lp);
}

enum { ITEMS = 14 };

struct knapsack {
  int value[ITEMS], weight[2][ITEMS], room[2];
};

static struct knapsack random_knapsack(uint64_t *seed)
{
  struct knapsack k = {.room = {0, 0}};
  for (int j = 0; j < ITEMS; j++) {
    k.value[j] = draw(seed, 10, 99);
    for (int i = 0; i < 2; i++)
      k.room[i] += k.weight[i][j] = draw(seed, 10, 99);
  }
  k.room[0] /= 3;
  k.room[1] /= 2;
  return k;
}

static struct sp_lp *knapsack_lp(const struct knapsack *k)
{
  struct sp_lp *lp = sp_lp_alloc(true);
  for (int j = 0; j < ITEMS; j++)
    sp_lp_column(lp, number(-0.5), number(1.5), sp_int(k->value[j]), true);
  for (int i = 0; i < 2; i++) {
    sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_int(k->room[i]));
    for (int j = 0; j < ITEMS; j++)
      sp_lp_set(lp, i, j, sp_int(k->weight[i][j]));
  }
  return lp;
}

/* The value of the best subset. */
static int enumerate(const struct knapsack *k)
{
  int most = -1;
  for (unsigned set = 0; set < 1u << ITEMS; set++) {
    int value = 0, weight[2] = {0, 0};
    for (int j = 0; j < ITEMS; j++)
      if (set >> j & 1) {
        value += k->value[j];
        weight[0] += k->weight[0][j];
        weight[1] += k->weight[1][j];
      }
    if (value > most && weight[0] <= k->room[0] && weight[1] <= k->room[1])
      most = value;
  }
  return most;
}

static void check_limits(const struct sp_lp *lp, int most)
{
  struct sp_lp_solution s = solved(lp, 1);
  assert_true(s.status != SP_LP_INFEASIBLE && s.nodes <= 3 && s.bound >= most - 1e-9);
  sp_lp_solution_clear(&s);
}

static void integers(void **state)
{
  (void)state;
  uint64_t seed = 1957;
  long nodes = 0;
  for (int trial = 0; trial < 60; trial++) {
    struct knapsack k = random_knapsack(&seed);
    struct sp_lp *lp = knapsack_lp(&k);
    int most = enumerate(&k);
    struct sp_lp_solution s = solved(lp, 0);
    assert_int_equal(s.status, SP_LP_OPTIMAL);
    if (fabs(s.value - most) > 1e-9 || s.bound != s.value)
      fail_msg("trial %d: %.17g, expected %d", trial, s.value, most);
    for (int j = 0; j < ITEMS; j++)
      assert_true(s.primal[j] == 0 || s.primal[j] == 1);
    assert_null(s.dual);
    nodes += s.nodes;
    sp_lp_solution_clear(&s);
    check_limits(lp, most);
    sp_lp_free(lp);
  }
  assert_true(nodes > 100);
}

/* A program that uses GLPK itself keeps its problem and its settings; another keeps no environment.
 */
static void nothing_is_left(void **state)
{
  (void)state;
  struct sp_lp *lp = textbook();
  check_textbook(lp);
  assert_int_equal(glp_init_env(), 0); /* there was none */
  glp_prob *own = glp_create_prob();
  glp_add_cols(own, 3);
  assert_int_equal(glp_term_out(GLP_ON), GLP_ON);
  check_textbook(lp);
  assert_int_equal(glp_term_out(GLP_ON), GLP_ON);
  assert_int_equal(glp_get_num_cols(own), 3);
  assert_int_equal(glp_init_env(), 1);
  glp_delete_prob(own);
  glp_free_env();
  sp_lp_free(lp);
}

/* Four threads at once, each with an environment of its own. */
static void *solve_often(void *lp)
{
  for (int k = 0; k < 500; k++) {
    struct sp_lp_solution s;
    if (sp_lp_solve(lp, 0, &s, NULL) != SP_OK || fabs(s.value - 36) > 1e-12)
      return lp;
    sp_lp_solution_clear(&s);
  }
  return NULL;
}

static void threads(void **state)
{
  (void)state;
  struct sp_lp *lp = textbook();
  pthread_t thread[4];
  void *failed;
  for (int k = 0; k < 4; k++)
    assert_int_equal(pthread_create(&thread[k], NULL, solve_often, lp), 0);
  for (int k = 0; k < 4; k++) {
    assert_int_equal(pthread_join(thread[k], &failed), 0);
    assert_null(failed);
  }
  sp_lp_free(lp);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_optimum),   cmocka_unit_test(kinds_of_bounds),
      cmocka_unit_test(no_solution),     cmocka_unit_test(no_programme),
      cmocka_unit_test(no_scale),        cmocka_unit_test(integers),
      cmocka_unit_test(nothing_is_left), cmocka_unit_test(threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
