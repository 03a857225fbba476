/* Tests the transfers that can be interrupted, against the same in unit steps of time: how many
 * have ended, and how many of what is left can end in a given time, among others. */
#include "redistributions.h"

#include <starport/redistribution.h>

#include <stdlib.h>

enum { WORKERS = 6, TASKS = SP_MANY + 500, MOST = 60000 };

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

static int increasing(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* How many of n transfers end in this time, the shortest first. */
static long sent(double *transfer, long n, double time)
{
  long k = 0;
  qsort(transfer, (size_t)n, sizeof *transfer, increasing);
  for (; k < n && transfer[k] <= time; k++)
    time -= transfer[k];
  return k;
}

/* What is left in the state, and `others` of each worker's cost. */
static long all_left(const struct plain *s, const long *others, double *transfer)
{
  long n = 0;
  for (int r = 1; r <= s->p->m; r++) {
    long asked = s->p->f[r] > 0 ? 0 : (long)floor((double)s->now / s->p->w[r]);
    for (long k = s->begun[r] - others[r]; k < asked; k++)
      transfer[n++] = s->p->c[r];
    if (s->rest[r] > 0)
      transfer[n++] = s->rest[r];
  }
  return n;
}

static void compare(const struct sp_interruptible *x, const struct plain *s, uint64_t *seed)
{
  static double transfer[MOST];
  long others[WORKERS + 1] = {0}, count[WORKERS] = {0};
  for (int r = 1; r <= s->p->m && draw(seed, 0, 2); r++)
    count[s->p->rank[r]] += others[r] = draw(seed, 0, 500);
  long n = all_left(s, others, transfer);
  double time = draw(seed, 0, draw(seed, 0, 1) ? 100 : 20000);
  assert_int_equal(sp_interruptible_sent(x, &x->late[0], count, time), sent(transfer, n, time));
}

static void what_is_left(struct sp_registry *registry, uint64_t *seed, long *open)
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
  const struct sp_interruptible_state *late = &x.late[0];
  struct plain s = {.p = p};
  sp_interruptible_end(&x, TASKS / 50);
  assert_true(late->now == 0);
  sp_interruptible_end(&x, TASKS);
  assert_in_range(TASKS - late->done, TASKS / 64, TASKS / 32 + 1);
  while ((double)s.now < late->now)
    step(&s);
  assert_int_equal(s.done, late->done);
  *open += late->open > 0;
  for (int k = 0; k < 100; k++)
    compare(&x, &s, seed);
  sp_context_free(cx);
  sp_method_clear(&method);
  sp_instance_free(in);
}

static void rests(void **state)
{
  uint64_t seed = 1968;
  long open = 0;
  for (int trial = 0; trial < 200; trial++)
    what_is_left(*state, &seed, &open);
  assert_true(open > 20);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(rests)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}
