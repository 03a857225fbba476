/* Tests the beginning of a sequence that the cheap links decide: where sp_prefix_late says that n
 * entries are the whole sequence and cheap, the sequence of fwd's pseudo-code has them. */
#include "redistributions.h"

#include <starport/redistribution.h>

#include <string.h>

enum { MOST = 20000 };

struct seen {
  int trial;
  long found, whole; /* beginnings, of these without an end */
};

struct entry {
  double d;
  int r;
};

static int in_order(const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  if (x->d != y->d)
    return x->d < y->d ? -1 : 1;
  return x->r - y->r;
}

/* The entries of D before `date`, in order; -1: they are more than MOST. */
static long deadlines_before(const struct sp_target *t, double date, struct entry *D)
{
  const struct sp_redistribution *p = t->p;
  long n = 0;
  for (int r = 1; r <= p->m; r++)
    for (double k = 1; p->f[r] <= t->M - k * p->w[r] && p->f[r] < t->M; k++) {
      if (!(t->M - k * p->w[r] < date))
        continue;
      if (n == MOST)
        return -1;
      D[n++] = (struct entry){t->M - k * p->w[r], r};
    }
  qsort(D, (size_t)n, sizeof *D, in_order);
  return n;
}

/* The date of the last of n entries. */
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

/* Runs fwd over the entries before `date`, up to Lsend; returns their number in sigma, -1: too many
 * to look at. */
static long run(const struct sp_target *t, double date, int *sigma)
{
  static struct entry D[MOST];
  long n = 0, entries = deadlines_before(t, date, D);
  if (entries < 0)
    return -1;
  for (long j = 0; j < entries && n < t->Lsend; j++) {
    const double *c = t->p->c;
    int r = D[j].r;
    sigma[n] = r;
    if (end(t, sigma, n + 1) <= D[j].d) {
      n++;
      continue;
    }
    long e = n > 0 ? largest(t, sigma, n) : -1;
    if (e < 0 || c[sigma[e]] <= c[r])
      continue;
    int replaced = sigma[e];
    memmove(&sigma[e], &sigma[e + 1], (size_t)(n - e) * sizeof *sigma);
    if (end(t, sigma, n) <= D[j].d)
      continue;
    memmove(&sigma[e + 1], &sigma[e], (size_t)(n - 1 - e) * sizeof *sigma);
    sigma[e] = replaced;
  }
  return n;
}

static bool compare(struct sp_target *t, void *data)
{
  struct seen *seen = data;
  int sigma[MOST];
  struct sp_prefix late = sp_prefix_late(t);
  if (late.n == 0)
    return t->M > t->p->tasks * t->p->w[1] / 2;
  assert_true(t->Lsend < MOST);
  long n = run(t, late.date, sigma);
  if (n < 0)
    return true;
  if (late.n != n)
    fail_msg("trial %d, target %.17g: %ld entries instead of %ld", seen->trial, t->M, late.n, n);
  for (long k = 0; k < n && n < t->Lsend; k++)
    assert_true(t->p->c[sigma[k]] <= t->first);
  seen->found++;
  seen->whole += n == t->Lsend;
  return true;
}

/* One worker, sometimes three, hold all tasks. Targets are accepted, or half of them refused. */
static void late_beginnings(void **state)
{
  struct seen seen = {.trial = 0};
  uint64_t seed = 24017;
  for (; seen.trial < 1500; seen.trial++) {
    unsigned kind = seen.trial % 3 == 0 ? REALS : INTEGERS;
    int most = seen.trial % 4 ? 3 : 9;
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 4, 40), 0, most);
    for (int i = 1; i <= in->m; i++) {
      in->c[i] = cost(&seed, kind, most);
      in->w[i] = cost(&seed, kind, draw(&seed, 0, 1) ? 9 : 60);
    }
    for (int i = 1; i <= (seen.trial % 4 ? 1 : 3); i++)
      in->load[i] = sp_int(draw(&seed, 10, 120));
    in->w[1] = sp_int(9);
    for (int i = 1; i <= in->m && seen.trial % 5 == 0; i++) /* a sender's link is the cheapest */
      in->c[i] = sp_int(i == 1 ? 1 : draw(&seed, 2, 3));
    struct sp_method method;
    struct sp_error error;
    assert_int_equal(sp_method_parse(*state, "fwd", &method, &error), 0);
    struct sp_context *cx = sp_context_alloc(*state, 1, in, &method);
    struct sp_schedule out = SP_SCHEDULE_EMPTY;
    const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
    sp_bisect(cx, p, SP_SENDERS_EACH, NULL, compare, &seen, &out);
    sp_schedule_clear(&out);
    sp_context_free(cx);
    sp_method_clear(&method);
    sp_instance_free(in);
  }
  print_message("%ld beginnings, %ld of them whole\n", seen.found, seen.whole);
  assert_true(seen.whole > 500 && seen.found - seen.whole > 500);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(late_beginnings)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}
