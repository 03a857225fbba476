/* Tests one round of a divisible load whose results return: known optima as fractions, closed
 * forms, the programme against exact linear programming. The law `returns` compares with an
 * exhaustive search. */
#include "method/context.h"
#include "redistributions.h"
#include "solve/lp/lp.h"
#include "solve/returns/round.h"
#include "stars.h"

#include <stdio.h>
#include <string.h>

static int place_in(const int *order, int n, int i)
{
  int k = 0;
  while (k < n && order[k] != i)
    k++;
  return k;
}

/* Load of a unit of time by these orders of all workers, without start-ups, exactly. */
static struct sp_lp_solution exact(const struct sp_instance *in, const struct sp_orders *o)
{
  struct sp_lp *lp = sp_lp_alloc(true);
  struct sp_lp_solution s;
  struct sp_num none = sp_int(0), free = sp_lp_minus(SP_LP_FREE);
  int m = in->m, half = !in->platform.node[0].ports.recv_send;
  for (int j = 0; j < m; j++)
    sp_lp_column(lp, none, SP_LP_FREE, sp_int(1), false);
  for (int i = 0; i < m + half; i++)
    sp_lp_row(lp, free, sp_int(1));
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      int a = o->send[i], b = o->send[j];
      struct sp_num sum = none;
      bool before = j <= i;
      bool after = place_in(o->back, m, b) >= place_in(o->back, m, a);
      sum.num = (before ? in->c[b].num : 0) + (i == j ? in->w[b].num : 0) +
                (after ? in->result[b].num : 0);
      sum.v = (double)sum.num;
      if (sum.num)
        sp_lp_set(lp, i, j, sum);
      if (half && i == 0)
        sp_lp_set(lp, m, j, sp_int(in->c[b].num + in->result[b].num));
    }
  assert_int_equal(sp_exact_lp_solve(lp, &s, NULL), SP_OK);
  assert_int_equal(s.status, SP_LP_OPTIMAL);
  sp_lp_free(lp);
  return s;
}

static const int ALL[6][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};

/* Of all 36 pairs of orders of three workers: the optimum and the best FIFO and LIFO. */
static void check_fractions(const char *text, const char *best, const char *lifo, const char *fifo)
{
  struct sp_instance *in = parse(text);
  struct sp_context *cx = sp_context_plain();
  const struct sp_round *r = sp_round_new(cx, in);
  struct sp_round_lp lp = sp_round_lp_new(cx, r);
  char found[3][64] = {"", "", ""};
  double most[3] = {0};
  for (int k = 0; k < 36; k++) {
    struct sp_orders o = sp_orders_new(cx, r), tied = sp_orders_new(cx, r);
    memcpy(o.send, ALL[k / 6], sizeof ALL[0]);
    memcpy(o.back, ALL[k % 6], sizeof ALL[0]);
    o.n = o.n_back = 3;
    sp_orders_copy(&tied, &o);
    struct sp_lp_solution s = exact(in, &o);
    sp_orders_value(&lp, &o, NULL);
    assert_true(fabs(o.gain - s.value) <= 1e-14 * s.value);
    for (int tie = SP_TIE_NONE; tie <= SP_TIE_LIFO; tie++) {
      if (tie)
        sp_orders_tie(r, (enum sp_tie)tie, &tied);
      if (s.value > most[tie] && !memcmp(tied.back, o.back, sizeof ALL[0])) {
        most[tie] = s.value;
        snprintf(found[tie], sizeof found[tie], "%s", s.value_text);
      }
    }
    sp_lp_solution_clear(&s);
  }
  assert_string_equal(found[SP_TIE_NONE], best);
  assert_string_equal(found[SP_TIE_LIFO], lifo);
  assert_string_equal(found[SP_TIE_FIFO], fifo);
  for (int tie = SP_TIE_NONE; tie <= SP_TIE_LIFO; tie++) {
    struct sp_orders o = sp_orders_new(cx, r);
    double bound = sp_round_search(cx, r, (enum sp_tie)tie, 1000000, &o);
    assert_true(bound == o.gain && fabs(o.gain - most[tie]) <= 1e-12 * most[tie]);
  }
  sp_context_free(cx);
  sp_instance_free(in);
}

static void known_optima(void **state)
{
  (void)state;
  check_fractions("c=1,2,6 w=6,4,6 result=2,1,6 work=1 duplex=half", "68/279", "43/189", "7/31");
  check_fractions("c=3,6,2 w=3,3,2 result=1,1,5 work=1 duplex=half", "10/49", "1/5", "68/341");
}

/* One worker, all sent, computed and returned: 10 + 10 + 5 (DLT Studio's single round). */
static void one_worker(void **state)
{
  (void)state;
  struct sp_instance *in = parse("c=1 w=1 result=0.5 work=10");
  struct sp_context *cx = sp_context_plain();
  const struct sp_round *r = sp_round_new(cx, in);
  struct sp_orders o = sp_orders_new(cx, r);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  sp_round_search(cx, r, SP_TIE_NONE, 100, &o);
  sp_orders_plan(cx, r, &o, &plan);
  assert_true(plan.planned == 25 && plan.n == 1 && plan.msg[0].returns == 1);
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  sp_instance_free(in);
}

/* A star without start-ups and costs of 1 to 20; of all workers c and d times z, or all equal. */
static struct sp_instance *random_round(uint64_t *state, int m, double z, bool bus)
{
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_DIVISIBLE;
  in->total = sp_int(1);
  in->platform.node[0].ports.recv_send = bus ? false : draw(state, 0, 1);
  for (int i = 1; i <= m; i++) {
    in->c[i] = bus && i > 1 ? in->c[1] : sp_int(draw(state, 1, 20));
    in->w[i] = sp_int(draw(state, 1, 20));
    in->result[i] = sp_double(in->c[i].v * z);
  }
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}

static struct sp_orders in_order(struct sp_context *cx, const struct sp_round *r, bool reversed,
                                 enum sp_tie tie)
{
  struct sp_orders o = sp_orders_new(cx, r);
  struct sp_round_lp lp = sp_round_lp_new(cx, r);
  o.n = r->p;
  for (int k = 0; k < r->p; k++)
    o.send[k] = r->worker[reversed ? r->p - 1 - k : k];
  sp_orders_tie(r, tie, &o);
  sp_orders_value(&lp, &o, NULL);
  return o;
}

/* FIFO on a bus, half duplex: u_i = 1/(d + w_i) prod_{j<=i} (d + w_j)/(c + w_j), U their sum, rho =
 * min(1/(c + d), U/(1 + d U)), in any order. */
static void bus(void **state)
{
  (void)state;
  uint64_t seed = 4;
  for (int k = 0; k < 400; k++) {
    struct sp_instance *in = random_round(&seed, draw(&seed, 1, 6), draw(&seed, 1, 30) / 8.0, true);
    struct sp_context *cx = sp_context_plain();
    const struct sp_round *r = sp_round_new(cx, in);
    double c = in->c[1].v, d = in->result[1].v, product = 1, U = 0;
    struct sp_orders o = in_order(cx, r, draw(&seed, 0, 1), SP_TIE_FIFO);
    for (int i = 0; i < o.n; i++) {
      double w = in->w[o.send[i]].v;
      product *= (d + w) / (c + w);
      U += product / (d + w);
    }
    double rho = fmin(1 / (c + d), U / (1 + d * U));
    assert_true(fabs(o.gain - rho) <= 1e-12 * rho);
    sp_context_free(cx);
    sp_instance_free(in);
  }
}

/* Where d = z c the best LIFO has its messages by c, and so has the best FIFO if z < 1; if z > 1 by
 * c descending. */
static void by_links(void **state)
{
  (void)state;
  uint64_t seed = 5;
  for (int k = 0; k < 400; k++) {
    double z = k % 2 ? draw(&seed, 1, 7) / 8.0 : draw(&seed, 9, 40) / 8.0;
    struct sp_instance *in = random_round(&seed, draw(&seed, 2, 5), z, false);
    struct sp_context *cx = sp_context_plain();
    const struct sp_round *r = sp_round_new(cx, in);
    for (enum sp_tie tie = SP_TIE_FIFO; tie <= SP_TIE_LIFO; tie++) {
      struct sp_orders o = in_order(cx, r, z > 1 && tie == SP_TIE_FIFO, tie),
                       best = sp_orders_new(cx, r);
      sp_round_search(cx, r, tie, 1000000, &best);
      assert_true(o.gain >= best.gain * (1 - 1e-9));
    }
    sp_context_free(cx);
    sp_instance_free(in);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(known_optima), cmocka_unit_test(one_worker),
                                     cmocka_unit_test(bus), cmocka_unit_test(by_links)};
  return cmocka_run_group_tests_name("round", tests, NULL, NULL);
}
