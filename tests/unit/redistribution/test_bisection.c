/* Tests the bisection over the makespan: what a heuristic foresees changes neither the result nor
 * the plan where acceptance is monotone, and elsewhere the result is between a target that fails
 * and one that succeeds. */
#include "redistributions.h"
#include "solve/redistribution/redistribution.h"

struct probes {
  double least;     /* targets from here on are accepted */
  uint64_t pattern; /* and some below it, by their last bits */
  int foreseen;     /* share of the answers that are foreseen, of 100 */
  uint64_t seed;
  long n;
};

static bool accepts(const struct probes *x, double M)
{
  return M >= x->least || (x->pattern >> ((uint64_t)M % 64) & 1);
}

static bool probe(struct sp_target *t, void *data)
{
  struct probes *x = data;
  x->n++;
  for (long k = 0; k < t->Lsend; k++)
    t->receiver[k] = 1 + (int)((uint64_t)t->M % 7); /* tells the target of the plan */
  return accepts(x, t->M);
}

static enum sp_answer foresee(const struct sp_target *t, void *data)
{
  struct probes *x = data;
  if (draw(&x->seed, 0, 99) >= x->foreseen)
    return SP_UNKNOWN;
  return accepts(x, t->M) ? SP_YES : SP_NO;
}

/* The result, with the receiver of the plan. */
static double search(struct sp_context *cx, const struct sp_redistribution *p, struct probes *x,
                     int *receiver)
{
  struct sp_schedule out = SP_SCHEDULE_EMPTY;
  assert_int_equal(sp_bisect(cx, p, SP_SENDERS_CUMULATIVE, foresee, probe, x, &out), 0);
  *receiver = out.n > 0 ? out.msg[0].to : 0;
  double planned = out.planned;
  sp_schedule_clear(&out);
  return planned;
}

/* One worker holds 10000 tasks: 29999 targets between the capacity bound and nothing moved. */
static void foreseen_answers(void **state)
{
  uint64_t seed = 4711;
  struct sp_method method;
  struct sp_error error;
  assert_int_equal(sp_method_parse(*state, "fwd", &method, &error), 0);
  struct sp_instance *in = sp_instance_alloc(8);
  in->problem = SP_REDISTRIBUTION;
  for (int i = 1; i <= 8; i++) {
    in->c[i] = sp_int(1);
    in->w[i] = sp_int(i == 1 ? 4 : 2);
  }
  in->load[1] = sp_int(10000);
  long all = 0, probed = 0;
  for (int trial = 0; trial < 400; trial++) {
    struct sp_context *cx = sp_context_alloc(*state, 1, in, &method);
    const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
    struct probes x = {draw(&seed, 9000, 39000), 0, 0, seed, 0}, y = x;
    y.foreseen = trial % 4 == 0 ? 100 : 50;
    if (trial % 2)
      x.pattern = y.pattern = draw64(&seed) & draw64(&seed);
    int receiver[2];
    double plain = search(cx, p, &x, &receiver[0]);
    double with = search(cx, p, &y, &receiver[1]);
    assert_true(plain == with);
    assert_int_equal(receiver[0], receiver[1]);
    assert_true(accepts(&y, with) && !accepts(&y, with - 1));
    assert_int_equal(receiver[1], 1 + (int)((uint64_t)with % 7));
    all += y.foreseen == 100 ? x.n : 0;
    probed += y.foreseen == 100 ? y.n : 0;
    sp_context_free(cx);
  }
  assert_true(probed <= 100 && all > 1000);
  sp_method_clear(&method);
  sp_instance_free(in);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(foreseen_answers)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}
