/* Tests the plans of fwd and mbbsa where targets are guessed, with many tasks: their pseudo-code
 * accepts the target of the plan and refuses the one before it. */
#include "redistributions.h"

#include <starport/redistribution.h>

#include <string.h>

enum { MOST = 400000, TASKS = SP_MANY + 500 };

struct entry {
  double d;
  int r;
};

struct checked {
  bool arrivals;          /* of fwd */
  double planned, before; /* the greatest target that was refused */
  bool asks;
  int accepted, refused;
};

static int in_order(const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  if (x->d != y->d)
    return x->d < y->d ? -1 : 1;
  return x->r - y->r;
}

static double end(const struct sp_target *t, const int *sigma, long n)
{
  double out = 0;
  for (long k = 0; k < n; k++)
    out = fmax(out, t->arrival[k]) + t->p->c[sigma[k]];
  return out;
}

/* The position of the latest entry of largest c. */
static long largest(const struct sp_target *t, const int *sigma, long n)
{
  long e = 0;
  for (long k = 1; k < n; k++)
    if (t->p->c[sigma[k]] >= t->p->c[sigma[e]])
      e = k;
  return e;
}

/* Tries r in place of the dearest of n entries, as fwd does. */
static void replace(const struct sp_target *t, int *sigma, long n, struct entry x)
{
  long e = largest(t, sigma, n);
  int replaced = sigma[e];
  if (t->p->c[replaced] <= t->p->c[x.r])
    return;
  memmove(&sigma[e], &sigma[e + 1], (size_t)(n - 1 - e) * sizeof *sigma);
  sigma[n - 1] = x.r;
  if (end(t, sigma, n) <= x.d)
    return;
  memmove(&sigma[e + 1], &sigma[e], (size_t)(n - 1 - e) * sizeof *sigma);
  sigma[e] = replaced;
}

/* The pseudo-code of fwd. */
static bool fwd(const struct sp_target *t, const struct entry *D, long entries)
{
  static int sigma[MOST];
  long n = 0;
  double out = 0;
  for (long j = 0; j < entries && n < t->Lsend; j++) {
    double sent = fmax(out, t->arrival[n]) + t->p->c[D[j].r];
    if (sent <= D[j].d) {
      sigma[n++] = D[j].r;
      out = sent;
    } else if (n > 0) {
      replace(t, sigma, n, D[j]);
      out = end(t, sigma, n);
    }
  }
  return n == t->Lsend;
}

/* The pseudo-code of mbbsa. */
static bool mbbsa(const struct sp_target *t, const struct entry *D, long entries)
{
  static int sigma[MOST];
  long n = 0;
  double end = t->first;
  for (long j = 0; j < entries; j++) {
    sigma[n++] = D[j].r;
    end += t->p->c[D[j].r];
    if (end > D[j].d) {
      long e = largest(t, sigma, n);
      end -= t->p->c[sigma[e]];
      memmove(&sigma[e], &sigma[e + 1], (size_t)(--n - e) * sizeof *sigma);
    }
  }
  return n >= t->Lsend;
}

/* Leads the bisection to the plan's target as it was led before, and asks the pseudo-code there. */
static bool answer(struct sp_target *t, void *data)
{
  static struct entry D[MOST];
  struct checked *x = data;
  const struct sp_redistribution *p = t->p;
  bool yes = t->M >= x->planned;
  if (!yes)
    x->before = fmax(x->before, t->M);
  if (!x->asks || t->M != (yes ? x->planned : x->before))
    return yes;
  long n = 0;
  for (int r = 1; r <= p->m; r++)
    for (double k = 1; p->f[r] < t->M && p->f[r] <= t->M - k * p->w[r]; k++) {
      assert_true(n < MOST);
      D[n++] = (struct entry){t->M - k * p->w[r], r};
    }
  qsort(D, (size_t)n, sizeof *D, in_order);
  assert_true((x->arrivals ? fwd : mbbsa)(t, D, n) == yes);
  x->accepted += yes;
  x->refused += !yes;
  return yes;
}

static void check(struct sp_registry *registry, const struct sp_instance *in, const char *name)
{
  struct sp_method method;
  struct sp_error error;
  assert_int_equal(sp_method_parse(registry, name, &method, &error), 0);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  struct sp_schedule out = SP_SCHEDULE_EMPTY;
  struct checked x = {.arrivals = strcmp(name, "fwd") == 0};
  struct sp_search by = {SP_SENDERS_EACH, answer, NULL, NULL, &x};
  assert_int_equal(sp_plan(cx, &method, in, &out), 0);
  assert_true(p->mul == 1 && p->div == 1);
  x.planned = out.planned;
  assert_int_equal(sp_bisect(cx, p, &by, &out), 0); /* finds the target before it */
  x.asks = true;
  assert_int_equal(sp_bisect(cx, p, &by, &out), 0);
  assert_true(out.planned == x.planned && x.accepted == 1);
  assert_true(x.refused == (x.before > 0));
  sp_schedule_clear(&out);
  sp_context_free(cx);
  sp_method_clear(&method);
}

/* One worker holds all tasks, in the last instance most of them; its link is cheap. */
static void plans_of_guesses(void **state)
{
  uint64_t seed = 60601;
  for (int trial = 0; trial < 3; trial++) {
    struct sp_instance *in = sp_instance_alloc(40);
    in->problem = SP_REDISTRIBUTION;
    for (int i = 1; i <= in->m; i++) {
      in->c[i] = trial ? inexact(1 + draw(&seed, 0, 2000000) * 1e-6) : sp_int(draw(&seed, 1, 5));
      in->w[i] =
          trial ? inexact(draw(&seed, 8000000, 80000000) * 1e-6) : sp_int(draw(&seed, 8, 80));
      in->load[i] = sp_int(i == 1 ? TASKS : trial / 2 * draw(&seed, 0, 60));
    }
    in->c[1] = sp_int(1 + trial % 2);
    check(*state, in, "fwd");
    if (trial == 2) /* of one worker with all tasks mbbsa knows all answers */
      check(*state, in, "mbbsa");
    sp_instance_free(in);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(plans_of_guesses)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}
