/* Tests the transfers that can be interrupted, against the same in unit steps of time: the dates at
 * which they end. */
#include "redistributions.h"
#include "solve/redistribution/redistribution.h"

enum { WORKERS = 6, TASKS = 500 };

/* In unit steps: of each worker the transfers that it waits for, and what is left of one of them
 * (0: none has begun). */
struct plain {
  const struct sp_redistribution *p;
  long now, done, asked[WORKERS + 1], begun[WORKERS + 1];
  double rest[WORKERS + 1];
};

static double left(const struct plain *s, int r)
{
  return s->rest[r] > 0 ? s->rest[r] : s->begun[r] < s->asked[r] ? s->p->c[r] : INFINITY;
}

static void step(struct plain *s)
{
  int least = 1;
  for (int r = 1; r <= s->p->m; r++) {
    s->asked[r] = s->p->f[r] > 0 ? 0 : (long)floor((double)s->now / s->p->w[r]);
    least = left(s, r) < left(s, least) ? r : least;
  }
  s->now++;
  double rest = left(s, least) - 1;
  if (rest == INFINITY)
    return;
  s->begun[least] += s->rest[least] == 0;
  s->rest[least] = rest;
  s->done += rest == 0;
}

static void dates_of_ends(struct sp_registry *registry, uint64_t *seed)
{
  struct sp_instance *in = sp_instance_alloc(draw(seed, 2, WORKERS));
  struct sp_method method;
  struct sp_error error;
  in->problem = SP_REDISTRIBUTION;
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = sp_int(draw(seed, 1, 40));
    in->w[i] = sp_int(draw(seed, 5, 200));
  }
  in->load[1] = sp_int(TASKS);
  assert_int_equal(sp_method_parse(registry, "fwd", &method, &error), 0);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  struct sp_interruptible x = sp_interruptible_new(cx, p);
  struct plain s = {.p = p};
  for (long n = 1; n <= TASKS; n++) {
    while (s.done < n)
      step(&s);
    assert_true(sp_interruptible_end(&x, n, INFINITY) == (double)s.now);
  }
  sp_context_free(cx);
  sp_method_clear(&method);
  sp_instance_free(in);
}

static void ends(void **state)
{
  uint64_t seed = 1968;
  for (int trial = 0; trial < 200; trial++)
    dates_of_ends(*state, &seed);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(ends)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}
