/* Tests that BBA, MBBSA, R-BSA, fwd and bwd give exactly the messages of the paper's pseudo-code.
 * This file writes the pseudo-code directly: no heaps, no skipped entries, all integers in long. */
#include "redistributions.h"

#include <string.h>

enum { MOST_WORKERS = 8, MOST_TASKS = 200, MOST_DEADLINES = 40000 };

/* One instance in integers, and a plan. Workers from 1. */
struct toy {
  int m;
  long c[MOST_WORKERS + 1], w[MOST_WORKERS + 1], L[MOST_WORKERS + 1], f[MOST_WORKERS + 1];
  int sender[MOST_TASKS], receiver[MOST_TASKS];
  long n;
};

static long larger(long a, long b)
{
  return a > b ? a : b;
}

/* All times multiplied by D. */
static struct toy toy_of(const struct sp_instance *in, long D)
{
  struct toy t = {.m = in->m};
  for (int i = 1; i <= in->m; i++) {
    t.c[i] = in->c[i].num * (D / in->c[i].den) + in->latency[i].num * (D / in->latency[i].den);
    t.w[i] = in->w[i].num * (D / in->w[i].den);
    t.L[i] = in->load[i].num;
    t.f[i] = t.L[i] * t.w[i];
  }
  return t;
}

/* ---- BBA. cost: 0 own, 1 mean, 2 median, 3 in-first; times are multiples of m and of 2. */
static int by_value(const void *a, const void *b)
{
  long x = *(const long *)a, y = *(const long *)b;
  return (x > y) - (x < y);
}

static long scalar(const struct toy *t, int cost)
{
  long sorted[MOST_WORKERS], sum = 0;
  for (int i = 0; i < t->m; i++)
    sum += sorted[i] = t->c[i + 1];
  qsort(sorted, (size_t)t->m, sizeof *sorted, by_value);
  return cost == 1   ? sum / t->m
         : cost == 2 ? (sorted[(t->m - 1) / 2] + sorted[t->m / 2]) / 2
                     : t->c[1];
}

static void bba(struct toy *t, int cost, bool last)
{
  long end[MOST_WORKERS + 1], e[MOST_WORKERS + 1], a[MOST_WORKERS + 1], left[MOST_WORKERS + 1];
  long in = 0, out = 0, cc = scalar(t, cost);
  memcpy(end, t->f, sizeof end);
  memcpy(left, t->L, sizeof left);
  for (t->n = 0;; t->n++) {
    int s = 1, r = 1;
    for (int i = 2; i <= t->m; i++)
      if (end[i] > end[s] || (last && end[i] == end[s]))
        s = i;
    in += cost == 0 ? t->c[s] : cc;
    for (int k = 1; k <= t->m; k++) {
      a[k] = larger(in, out) + (cost == 0 || cost == 3 ? t->c[k] : cc);
      e[k] = larger(end[k], a[k]) + t->w[k];
      bool less = e[k] < e[r] || (e[k] == e[r] && (last || end[k] < end[r]));
      if (k > 1 && less)
        r = k;
    }
    if (end[s] <= e[r] || left[s] == 0 || (cost > 0 && r == s))
      return;
    out = a[r];
    end[s] -= t->w[s];
    end[r] = e[r];
    left[s]--;
    t->sender[t->n] = s;
    t->receiver[t->n] = r;
  }
}

/* ---- Common start of a probe: fills the senders; Lsend, or -1 if M fails. */
static long start(struct toy *t, long M, bool cumulative)
{
  long n = 0, port = 0;
  bool done[MOST_WORKERS + 1] = {false};
  for (int turn = 0; turn < t->m; turn++) {
    int s = 0;
    for (int i = 1; i <= t->m; i++)
      if (!done[i] && (s == 0 || t->c[i] < t->c[s]))
        s = i;
    done[s] = true;
    if (t->f[s] <= M)
      continue;
    long l = (t->f[s] - M + t->w[s] - 1) / t->w[s];
    port += l * t->c[s];
    if (cumulative ? port > M : t->c[s] > 0 && M / t->c[s] < l)
      return -1;
    while (l-- > 0)
      t->sender[n++] = s;
  }
  return n;
}

struct due {
  long d;
  int r;
};

static int by_due(const void *a, const void *b)
{
  const struct due *x = a, *y = b;
  return x->d != y->d ? (x->d > y->d) - (x->d < y->d) : x->r - y->r;
}

static long all_deadlines(const struct toy *t, long M, struct due *D)
{
  long n = 0;
  for (int r = 1; r <= t->m; r++)
    for (long k = 1; t->f[r] < M && t->f[r] <= M - k * t->w[r]; k++) {
      assert_true(n < MOST_DEADLINES);
      D[n++] = (struct due){M - k * t->w[r], r};
    }
  qsort(D, (size_t)n, sizeof *D, by_due);
  return n;
}

/* Position of the entry of largest c, ties the latest. */
static long largest(const struct toy *t, const int *sigma, long n)
{
  long e = 0;
  for (long k = 1; k < n; k++)
    if (t->c[sigma[k]] >= t->c[sigma[e]])
      e = k;
  return e;
}

static void drop(int *sigma, long *n, long e)
{
  memmove(sigma + e, sigma + e + 1, (size_t)(*n - e - 1) * sizeof *sigma);
  --*n;
}

static bool mbbsa(struct toy *t, long M, long Lsend)
{
  static struct due D[MOST_DEADLINES];
  static int sigma[MOST_DEADLINES];
  long entries = all_deadlines(t, M, D), n = 0, time = t->c[t->sender[0]];
  for (long k = 0; k < entries; k++) {
    sigma[n++] = D[k].r;
    time += t->c[D[k].r];
    if (time > D[k].d) {
      long e = largest(t, sigma, n);
      time -= t->c[sigma[e]];
      drop(sigma, &n, e);
    }
  }
  if (n < Lsend)
    return false;
  memcpy(t->receiver, sigma, (size_t)Lsend * sizeof *sigma);
  return true;
}

static long last_out(const struct toy *t, const int *sigma, long n)
{
  long in = 0, out = 0;
  for (long k = 0; k < n; k++) {
    in += t->c[t->sender[k]];
    out = larger(in, out) + t->c[sigma[k]];
  }
  return out;
}

static bool fwd(struct toy *t, long M, long Lsend)
{
  static struct due D[MOST_DEADLINES];
  int sigma[MOST_TASKS + 1];
  long entries = all_deadlines(t, M, D), n = 0;
  for (long k = 0; k < entries && n < Lsend; k++) {
    sigma[n] = D[k].r;
    if (last_out(t, sigma, n + 1) <= D[k].d) {
      n++;
      continue;
    }
    long e = n > 0 ? largest(t, sigma, n) : 0;
    if (n == 0 || t->c[sigma[e]] <= t->c[D[k].r])
      continue;
    int trial[MOST_TASKS + 1];
    long length = n + 1;
    memcpy(trial, sigma, (size_t)length * sizeof *trial);
    drop(trial, &length, e);
    if (last_out(t, trial, length) <= D[k].d)
      memcpy(sigma, trial, (size_t)length * sizeof *trial);
  }
  memcpy(t->receiver, sigma, (size_t)n * sizeof *sigma);
  return n == Lsend;
}

/* R-BSA; begin: ties to the greatest (begin - w, index); every: bwd's test of each arrival. */
static bool backward(struct toy *t, long M, long Lsend, bool forward, bool begin, bool every)
{
  long T = M, free[MOST_WORKERS + 1], A[MOST_TASKS] = {t->c[t->sender[0]]};
  for (long k = 1; k < Lsend; k++)
    A[k] = A[k - 1] + t->c[t->sender[k]];
  for (int r = 1; r <= t->m; r++)
    free[r] = M;
  for (long found = 0; found < Lsend; found++) {
    int best = 0;
    long best_st = 0, earliest = A[every ? Lsend - 1 - found : 0];
    for (int r = 1; r <= t->m; r++) {
      long need = free[r] - t->w[r], st = (need < T ? need : T) - t->c[r];
      if (t->f[r] >= M || need < t->f[r] || st < earliest)
        continue;
      long best_need = best ? free[best] - t->w[best] : 0;
      if (best == 0 || st > best_st || (begin && st == best_st && need >= best_need)) {
        best = r;
        best_st = st;
      }
    }
    if (best == 0)
      return false;
    free[best] -= t->w[best];
    T = best_st;
    t->receiver[forward ? found : Lsend - 1 - found] = best;
  }
  return true;
}

/* ---- The search, on the least integers, and the comparison. */
enum method { MBBSA, MBBSA_CUMULATIVE, R_BSA, R_BSA_PUBLISHED, FWD, BWD, METHODS };
static const char *const names[METHODS] = {
    "mbbsa", "mbbsa:senders=cumulative",
    "r-bsa", "r-bsa:order=forward:tie=begin:senders=cumulative",
    "fwd",   "bwd"};

static bool probe(struct toy *t, enum method method, long M)
{
  t->n = start(t, M, method == MBBSA_CUMULATIVE || method == R_BSA_PUBLISHED);
  if (t->n <= 0)
    return t->n == 0;
  if (method == MBBSA || method == MBBSA_CUMULATIVE)
    return mbbsa(t, M, t->n);
  if (method == FWD)
    return fwd(t, M, t->n);
  bool published = method == R_BSA_PUBLISHED;
  return backward(t, M, t->n, published, published, method == BWD);
}

static long bisect(struct toy *t, enum method method)
{
  long lo = t->f[1], hi = 0, tasks = 0, capacity = 0;
  for (int i = 1; i <= t->m; i++) {
    lo = t->f[i] < lo ? t->f[i] : lo;
    hi = larger(hi, t->f[i]);
    tasks += t->L[i];
  }
  for (long M = 0; capacity < tasks; M++) {
    capacity = 0;
    for (int i = 1; i <= t->m; i++)
      capacity += M / t->w[i];
    lo = larger(lo, M - 1);
  }
  struct toy best = *t;
  best.n = 0;
  while (hi - lo > 1) {
    long M = (lo + hi) / 2;
    if (probe(t, method, M)) {
      hi = M;
      best = *t;
    } else {
      lo = M;
    }
  }
  *t = best;
  return hi;
}

static void compare(const struct sp_registry *registry, const char *name, const struct toy *t,
                    const struct sp_instance *in, double planned, int trial)
{
  struct sp_schedule plan = planned_by(registry, name, in);
  bool same = plan.n == t->n && (isnan(planned) || near(plan.planned, planned, 1e-15));
  for (long k = 0; same && k < plan.n; k++)
    same = plan.msg[k].from == t->sender[k] && plan.msg[k].to == t->receiver[k] &&
           plan.msg[k].after == -1;
  if (!same)
    fail_msg("trial %d: %s plans %ld messages, %g; the pseudo-code %ld, %g", trial, name, plan.n,
             plan.planned, t->n, planned);
  sp_schedule_clear(&plan);
}

static long gcd(long a, long b)
{
  return b ? gcd(b, a % b) : a;
}

/* The least integers in the proportions of the instance; time of the instance = *unit * integer. */
static struct toy least_integers(const struct sp_instance *in, double *unit)
{
  long common = 0;
  struct toy t = toy_of(in, 12);
  for (int i = 1; i <= t.m; i++)
    common = gcd(gcd(t.c[i], t.w[i]), common);
  for (int i = 1; i <= t.m; i++) {
    t.c[i] /= common;
    t.w[i] /= common;
    t.f[i] /= common;
  }
  *unit = (double)common / 12;
  return t;
}

static void searches(void **state)
{
  struct sp_registry *registry = *state;
  uint64_t seed = 600551;
  for (int trial = 0; trial < 4000; trial++) {
    unsigned kind = (unsigned)(trial % 2) | (trial & 4 ? LATENCY : 0) | (trial % 5 ? 0 : UNIFORM);
    int largest_cost = trial & 8 ? 5 : 31;
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 1, 6), 10, largest_cost);
    for (int method = 0; method < METHODS; method++) {
      double unit;
      struct toy t = least_integers(in, &unit);
      long planned = bisect(&t, (enum method)method);
      compare(registry, names[method], &t, in, (double)planned * unit, trial);
    }
    sp_instance_free(in);
  }
}

/* One worker holds all tasks, many of which move: the port is late, or waits for each arrival. */
static void one_holder(void **state)
{
  struct sp_registry *registry = *state;
  uint64_t seed = 600552;
  for (int trial = 0; trial < 300; trial++) {
    struct sp_instance *in = random_instance(&seed, 0, draw(&seed, 2, 6), 0, trial & 8 ? 4 : 9);
    in->load[1] = sp_int(draw(&seed, 40, MOST_TASKS));
    in->c[1] = sp_int(draw(&seed, 1, trial & 1 ? 3 : 12));
    for (int i = 1; i <= in->m; i++)
      in->w[i] = sp_int(in->w[i].num * draw(&seed, 1, 2 * in->m));
    double unit;
    struct toy t = least_integers(in, &unit);
    long planned = bisect(&t, FWD);
    compare(registry, "fwd", &t, in, (double)planned * unit, trial);
    sp_instance_free(in);
  }
}

static void best_balance(void **state)
{
  struct sp_registry *registry = *state;
  static const char *const variants[] = {"bba",
                                         "bba:cost=mean",
                                         "bba:cost=median",
                                         "bba:cost=in-first",
                                         "bba:tie=last",
                                         "bba:cost=mean:tie=last",
                                         "bba:cost=median:tie=last",
                                         "bba:cost=in-first:tie=last"};
  uint64_t seed = 141414;
  for (int trial = 0; trial < 6000; trial++) {
    unsigned kind = (unsigned)(trial % 2) | (trial & 4 ? LATENCY : 0) | (trial % 5 ? 0 : UNIFORM);
    int largest_cost = trial & 8 ? 4 : 31;
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 1, 8), 20, largest_cost);
    for (int variant = 0; variant < 8; variant++) {
      struct toy t = toy_of(in, 24 * in->m);
      bba(&t, variant % 4, variant >= 4);
      compare(registry, variants[variant], &t, in, NAN, trial);
    }
    sp_instance_free(in);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(best_balance), cmocka_unit_test(searches),
                                     cmocka_unit_test(one_holder)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}
