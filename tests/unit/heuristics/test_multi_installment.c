/* Tests multi-installment: on equal workers each message is there exactly when its worker has
 * computed the one before, all end together, and no other number of installments is better. */
#include "model/schedule.h"
#include "searches.h"

/* Equal workers, with a load or a deadline. */
static struct sp_instance *equal_workers(uint64_t *seed, bool by_deadline)
{
  struct sp_num nothing = {NAN, 0, 0};
  struct sp_instance *in =
      divisible(draw(seed, 1, 4), by_deadline ? nothing : sp_int(draw(seed, 1, 200)),
                by_deadline ? sp_int(draw(seed, 30, 300)) : nothing);
  int c = draw(seed, 0, 5), w = draw(seed, 1, 20), S = draw(seed, 1, 9);
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = sp_int(c);
    in->w[i] = sp_int(w);
    in->latency[i] = sp_int(S);
  }
  return in;
}

/* The condition of the paper, on the messages one after the other. */
static void check_dates(const struct sp_instance *in, const struct sp_schedule *plan)
{
  double now = 0, end[5] = {0}, makespan = sp_makespan(in, plan), near = 1e-9 * makespan;
  for (long k = 0; k < plan->n; k++) {
    int i = (int)(k % in->m) + 1;
    assert_int_equal(plan->msg[k].to, i);
    now += in->latency[i].v + plan->msg[k].amount * in->c[i].v;
    assert_true(k < in->m || fabs(end[i] - now) <= near);
    end[i] = now + plan->msg[k].amount * in->w[i].v;
  }
  for (int i = 1; i <= in->m; i++)
    assert_true(fabs(end[i] - makespan) <= near);
}

/* The value with this number of installments, NAN: refused; checks its dates (if the very last
 * message is empty it is not sent). */
static double installments(const struct sp_registry *registry, const struct sp_instance *in, long k)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_method method;
  char text[64];
  snprintf(text, sizeof text, "multi-installment:installments=%ld", k);
  assert_int_equal(sp_method_parse(registry, text, &method, NULL), SP_OK);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  double value = NAN;
  if (sp_plan(cx, &method, in, &plan) == 0) {
    value =
        in->deadline.v < INFINITY ? sp_load_by(in, &plan, in->deadline.v) : sp_makespan(in, &plan);
    assert_true(k == 0 || plan.n == 0 || plan.n == k * in->m || plan.n == k * in->m - 1);
    if (plan.n % in->m == 0)
      check_dates(in, &plan);
  }
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  sp_method_clear(&method);
  return value;
}

static void best_number(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 1995;
  int several = 0;
  for (int trial = 0; trial < 200; trial++) {
    struct sp_instance *in = equal_workers(&seed, trial % 3 == 2);
    double found = installments(registry, in, 0), best = NAN;
    long best_k = 0;
    for (long k = 1; k <= 60; k++) {
      double value = installments(registry, in, k);
      if (isnan(best) || (in->deadline.v < INFINITY ? value > best : value < best)) {
        best = value;
        best_k = k;
      }
    }
    if (!(isnan(found) && isnan(best)) && !close_to(found, best, 1e-12))
      fail_msg("trial %d: %.17g, %ld installments %.17g", trial, found, best_k, best);
    several += best_k > 1;
    sp_instance_free(in);
  }
  assert_true(several > 100);
  sp_registry_free(registry);
}

static void known_values(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  const char *text = "c=1,1 w=2,2 latency=1 work=10";
  check_star(registry, text, "multi-installment:installments=1", 98.0 / 5);
  check_star(registry, text, "multi-installment:installments=2", 676.0 / 41);
  check_star(registry, text, "multi-installment", 4022.0 / 249);
  check_star(registry, "c=1,1 w=2,2 latency=1 deadline=98/5", "multi-installment:installments=1",
             10);
  check_star(registry, "c=1 w=1 latency=1 work=21", "multi-installment", 28); /* Theorem 11 */
  check_star(registry, "c=1,1 w=2,2 latency=1 work=0", "multi-installment", 0);
  check_star(registry, "c=1,1 w=2,2 latency=5 deadline=5", "multi-installment", 0);
  sp_registry_free(registry);
}

static void bad_input(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  const char *text = "c=1,1 w=2,2 latency=1 work=10";
  refuse_star(registry, text, "multi-installment:installments=4", "installments=4: a chunk");
  refuse_star(registry, text, "multi-installment:installments=500001", "more than 1000000");
  refuse_star(registry, "c=1,2 w=2 latency=1 work=9", "multi-installment", "differ");
  refuse_star(registry, "c=1,1 w=2 latency=1 work=9 buffer=4", "multi-installment", "at most 4");
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_values),
      cmocka_unit_test(best_number),
      cmocka_unit_test(bad_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
