/* Tests the sequence with dates of emission: each append, replacement and copy against all dates,
 * computed one after another. */
#include "redistributions.h"

#include <starport/redistribution.h>

#include <string.h>

enum { TASKS = 700, STEPS = 3000 };

struct plain {
  long n;
  int receiver[TASKS];
};

/* The date of the last emission. */
static double end(const struct plain *s, const double *c, const double *arrival)
{
  double out = 0;
  for (long k = 0; k < s->n; k++)
    out = fmax(out, arrival[k]) + c[s->receiver[k]];
  return out;
}

/* Appends r in place of the latest entry of largest c, as in fwd's pseudo-code. */
static bool replace(struct plain *s, const double *c, const double *arrival, int r, double d)
{
  struct plain changed = *s;
  long e = 0;
  for (long k = 1; k < s->n; k++)
    if (c[s->receiver[k]] >= c[s->receiver[e]])
      e = k;
  memmove(&changed.receiver[e], &changed.receiver[e + 1],
          (size_t)(s->n - e - 1) * sizeof *changed.receiver);
  changed.receiver[s->n - 1] = r;
  if (end(&changed, c, arrival) > d)
    return false;
  *s = changed;
  return true;
}

static void compare(const struct sp_emissions *x, const struct plain *s, const double *c,
                    const double *arrival)
{
  int receiver[TASKS];
  assert_int_equal(x->sigma.n, s->n);
  assert_true(x->end == end(s, c, arrival));
  double free = 0, waits = 0, last = 0, last_wait;
  for (long k = 0; k < s->n; k++) {
    last = arrival[k] > free ? arrival[k] : last;
    waits += fmax(0, arrival[k] - free);
    free = fmax(arrival[k], free) + c[s->receiver[k]];
  }
  assert_true(sp_emissions_waits(x, arrival, &last_wait) == waits);
  assert_true(last_wait == last);
  sp_sigma_first(&x->sigma, s->n, receiver);
  assert_memory_equal(receiver, s->receiver, (size_t)s->n * sizeof *receiver);
}

/* Integer costs; tasks arrive at one interval, or at intervals that grow. */
static void dates(struct sp_registry *registry, uint64_t *seed, int trial, long *kept)
{
  struct sp_instance *in = random_instance(seed, INTEGERS, draw(seed, 2, 30), 9, trial % 2 ? 9 : 3);
  struct sp_method method;
  struct sp_error error;
  assert_int_equal(sp_method_parse(registry, "fwd", &method, &error), 0);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  struct sp_emissions x = sp_emissions_new(cx, p), saved = sp_emissions_new(cx, p);
  struct plain s = {.n = 0}, then = {.n = 0};
  double arrival[TASKS], interval = draw(seed, 1, 4), slack = 0;
  for (int k = 0; k < TASKS; k++) {
    arrival[k] = (k > 0 ? arrival[k - 1] : 0) + interval;
    interval += draw(seed, 0, 99) == 0 && trial % 3 == 0;
  }
  sp_emissions_clear(&x, trial % 4 ? TASKS : 10);
  sp_emissions_copy(&saved, &x);
  for (int step = 0; step < STEPS && s.n < TASKS; step++) {
    int r = draw(seed, 1, in->m);
    if (draw(seed, 0, 200) == 0) {
      sp_emissions_copy(&saved, &x);
      then = s;
    }
    if (draw(seed, 0, 400) == 0) {
      sp_emissions_copy(&x, &saved);
      s = then;
    }
    if (draw(seed, 0, 300) == 0)
      sp_emissions_compact(&x, arrival);
    if (s.n == 0 || draw(seed, 0, 3) == 0 || sp_sigma_largest(&x.sigma) <= p->c[r]) {
      sp_emissions_append(&x, arrival, r);
      s.receiver[s.n++] = r;
    } else {
      slack = draw(seed, -3, 12);
      double d = end(&s, p->c, arrival) + slack - 4;
      bool replaced = replace(&s, p->c, arrival, r, d);
      assert_true(sp_emissions_replace(&x, arrival, r, d) == replaced);
      *kept += !replaced;
    }
    compare(&x, &s, p->c, arrival);
  }
  sp_context_free(cx);
  sp_method_clear(&method);
  sp_instance_free(in);
}

static void dates_of_all_emissions(void **state)
{
  uint64_t seed = 90210;
  long kept = 0;
  for (int trial = 0; trial < 60; trial++)
    dates(*state, &seed, trial, &kept);
  assert_true(kept > 5000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(dates_of_all_emissions)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}
