/* Tests the beginning of a sequence that the cheapest links decide: what sp_prefix_late finds from
 * the last deadlines is the count over all of them. */
#include "redistributions.h"

#include <starport/redistribution.h>

struct seen {
  struct sp_deadlines D;
  int trial;
  long found, whole; /* beginnings, of these without an end */
};

/* The entries of the least c, counted from the first one to the last of the prefix. */
static long counted(struct sp_deadlines *D, const struct sp_target *t, struct sp_prefix prefix)
{
  long n = 0;
  int r;
  sp_deadlines_open(D, t);
  while ((r = sp_deadlines_cheapest(D, -INFINITY)) != 0) {
    if (n < t->Lsend && t->arrival[n] + D->cheapest <= D->date)
      n++;
    if (D->date == prefix.date && r == prefix.worker)
      return n;
  }
  fail_msg("no entry of worker %d at %.17g", prefix.worker, prefix.date);
  return 0;
}

static bool compare(struct sp_target *t, void *data)
{
  struct seen *seen = data;
  struct sp_prefix late = sp_prefix_late(&seen->D, t);
  if (late.n == 0)
    return t->M > t->p->tasks * t->p->w[1] / 2;
  assert_true(seen->D.cheapest <= t->first);
  long n = counted(&seen->D, t, late);
  if (late.n != n)
    fail_msg("trial %d, target %.17g: %ld entries instead of %ld", seen->trial, t->M, late.n, n);
  seen->found++;
  seen->whole += n == t->Lsend;
  return true;
}

/* One worker, sometimes three, hold all tasks. Targets are accepted, or half of them refused. */
static void late_beginnings(void **state)
{
  struct seen seen = {.trial = 0};
  uint64_t seed = 24017;
  for (; seen.trial < 2000; seen.trial++) {
    unsigned kind = seen.trial % 3 == 0 ? REALS : INTEGERS;
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 4, 40), 0, 3);
    for (int i = 1; i <= in->m; i++)
      in->w[i] = cost(&seed, kind, draw(&seed, 0, 1) ? 9 : 60);
    for (int i = 1; i <= (seen.trial % 4 ? 1 : 3); i++)
      in->load[i] = sp_int(draw(&seed, 20, 600));
    in->w[1] = sp_int(9);
    for (int i = 1; i <= in->m && seen.trial % 5 == 0; i++) /* a sender's link is the cheapest */
      in->c[i] = sp_int(i == 1 ? 1 : draw(&seed, 2, 3));
    struct sp_method method;
    struct sp_error error;
    assert_int_equal(sp_method_parse(*state, "fwd", &method, &error), 0);
    struct sp_context *cx = sp_context_alloc(*state, 1, in, &method);
    struct sp_schedule out = SP_SCHEDULE_EMPTY;
    const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
    seen.D = sp_deadlines_new(cx, p);
    sp_bisect(cx, p, SP_SENDERS_EACH, NULL, compare, &seen, &out);
    sp_schedule_clear(&out);
    sp_context_free(cx);
    sp_method_clear(&method);
    sp_instance_free(in);
  }
  assert_true(seen.whole > 500 && seen.found - seen.whole > 500);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(late_beginnings)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}
