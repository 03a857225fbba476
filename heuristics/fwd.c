/* fwd: arrival-aware forward search, MBBSA with the dates of arrival at the master.
 *
 * MBBSA lets a machine work from the first arrival on, as if all other tasks were at the master
 * when their turn comes. Here the k-th task is sent no earlier than A_k, the date at which the k-th
 * task of the senders, sorted by c, is at the master. A receiver that would be late replaces the
 * most expensive one accepted, if that makes it early enough. The executed makespan is at most
 * `planned`.
 *
 *   A_k = sum of the first k costs of the sorted senders ; out = 0 ; sigma = []
 *   for (d, r) in D = {(M - k w_r, r) : k >= 1, f_r <= M - k w_r} by (deadline, index):
 *     k = |sigma| + 1
 *     if max(A_k, out) + c_r <= d: append r to sigma ; out = max(A_k, out) + c_r
 *     else: e = entry of largest c (ties: latest added) with c_e > c_r ; remove e, append r and
 *           recompute the dates, if r then arrives by d
 *     success when |sigma| = Lsend
 *
 * Removing an entry makes all later entries earlier, so only the date of r has to be tested.
 *
 * Source: RR-6005, Algorithms 2-4, whose Algorithm 3 has no test on arrivals. Optimal on uniform
 * links. On 6000 tiny platforms of different links and processors (tests/bench/ratios.c) its
 * executed makespan is 1.0007 optima on average, at most 1.20; that of MBBSA 1.0171 and 1.78.
 * Cost: O(n log m) a probe and O(n) for each entry tried as a replacement; where that is too much,
 * or D has too many entries, the instance is refused.
 *
 * Example (Figure 2): c = 1,8,1,1, w = 1,1,9,10, load = 13,13,0,0: planned and executed 13; the
 * plan of MBBSA has `planned` 12 and takes 19. */
#include <starport/redistribution.h>

/* Dates that replacements look at, in all; more would take minutes. */
static const double most_dates = 0x1p34;

struct work {
  struct sp_deadlines D;
  struct sp_interruptible idle;
  long n, room;        /* entries of sigma, room for them */
  int *worker;         /* [0..n-1] sigma */
  double *out;         /* [0..n-1] the date each is at its receiver */
  long *count;         /* [rank of c] entries */
  struct sp_heap rank; /* of the c present, largest first */
  double dates;        /* looked at by replacements */
};

static double largest(const struct work *sigma)
{
  int rank = sp_heap_top(&sigma->rank);
  return rank < 0 ? -INFINITY : sigma->D.p->cost[rank];
}

/* Empties sigma, and makes room for n entries. */
static void clear(struct work *sigma, struct sp_context *cx, long n)
{
  if (n > sigma->room) {
    sigma->room = 2 * n;
    sigma->worker = sp_new(cx, sigma->room, int);
    sigma->out = sp_new(cx, sigma->room, double);
  }
  sp_heap_clear(&sigma->rank);
  for (int k = 0; k < sigma->D.p->ranks; k++)
    sigma->count[k] = 0;
  sigma->n = 0;
}

static void append(struct work *sigma, int r, double start)
{
  int rank = sigma->D.p->rank[r];
  sigma->worker[sigma->n] = r;
  sigma->out[sigma->n++] = start + sigma->D.p->c[r];
  if (sigma->count[rank]++ == 0)
    sp_heap_set(&sigma->rank, rank, -rank);
}

/* Removes the entry at position e, of the largest c. */
static void take_out(struct work *sigma, const double *arrival, long e)
{
  const double *c = sigma->D.p->c;
  int rank = sigma->D.p->rank[sigma->worker[e]];
  double out = e > 0 ? sigma->out[e - 1] : 0;
  for (long k = e; k < sigma->n - 1; k++) {
    sigma->worker[k] = sigma->worker[k + 1];
    sigma->out[k] = out = fmax(arrival[k], out) + c[sigma->worker[k]];
  }
  sigma->n--;
  if (--sigma->count[rank] == 0)
    sp_heap_remove(&sigma->rank, rank);
}

/* Tries r in place of the latest entry of largest c, which is known to exceed c_r. */
static void replace(struct work *sigma, const double *arrival, int r, double d)
{
  const double *c = sigma->D.p->c;
  long e = sigma->n - 1;
  if (arrival[e] + c[r] > d)
    return;
  while (c[sigma->worker[e]] < largest(sigma))
    e--;
  sigma->dates += (double)(sigma->n - e);
  double out = e > 0 ? sigma->out[e - 1] : 0;
  for (long k = e; k < sigma->n - 1; k++)
    out = fmax(arrival[k], out) + c[sigma->worker[k + 1]];
  double start = fmax(arrival[sigma->n - 1], out);
  if (start + c[r] > d)
    return;
  take_out(sigma, arrival, e);
  append(sigma, r, start);
}

/* No, if no worker can compute the task that arrives last. Yes, if one can compute each task before
 * the next arrives: of its deadlines one is in each interval between two arrivals, early enough, so
 * the port is free again at each arrival whatever has been chosen. If no link of a sender is slower
 * than that of any receiver, the port never waits after the first arrival: then no arrival matters,
 * a replacement never fails, and the number of tasks is that of Moore's algorithm. */
static enum sp_answer foresee(const struct sp_target *target, void *data)
{
  struct work *work = data;
  const struct sp_redistribution *p = target->p;
  double arrival = target->arrival[target->Lsend - 1], cheapest = INFINITY;
  double rounding = p->exact ? 0 : 0x1p-40 * target->M;
  enum sp_answer answer = SP_NO;
  for (int r = 1; r <= p->m; r++) {
    if (!(p->f[r] < target->M))
      continue;
    cheapest = fmin(cheapest, p->c[r]);
    if (arrival + p->c[r] <= target->M - p->w[r]) {
      answer = SP_UNKNOWN;
      if (p->f[r] <= target->first && p->c[r] + p->w[r] <= target->first - rounding)
        return SP_YES;
    }
  }
  if (answer == SP_NO)
    return SP_NO;
  if (p->c[target->sender[target->Lsend - 1]] <= cheapest)
    return sp_interruptible_foresees(&work->idle, target);
  return sp_interruptible_refuses(&work->idle, target) ? SP_NO : SP_UNKNOWN;
}

static bool probe(struct sp_target *target, void *data)
{
  struct work *sigma = data;
  const double *A = target->arrival, *c = target->p->c;
  double d;
  int r;
  sp_deadlines_open(&sigma->D, target);
  clear(sigma, target->cx, target->Lsend);
  while (sigma->n < target->Lsend && sigma->dates < most_dates) {
    long n = sigma->n;
    double start = fmax(A[n], n > 0 ? sigma->out[n - 1] : 0), last = n > 0 ? A[n - 1] : start;
    if ((r = sp_deadlines_next(&sigma->D, start, last, largest(sigma), &d)) == 0)
      return false;
    if (start + c[r] <= d)
      append(sigma, r, start);
    else
      replace(sigma, A, r, d);
  }
  if (sigma->n < target->Lsend)
    return false;
  for (long k = 0; k < target->Lsend; k++)
    target->receiver[k] = sigma->worker[k];
  return true;
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  (void)options;
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  if (!p)
    return -1;
  struct work work = {.D = sp_deadlines_new(cx, p),
                      .idle = sp_interruptible_new(cx, p),
                      .count = sp_new(cx, p->ranks, long),
                      .rank = sp_heap_new(cx, p->ranks)};
  sp_bisect(cx, p, SP_SENDERS_EACH, foresee, probe, &work, out);
  if (work.dates >= most_dates)
    return sp_refuse(cx, "replacements look at more than %.0f dates", most_dates);
  return sp_deadlines_refuse(&work.D, cx);
}

const struct sp_heuristic sp_heuristic_fwd = {
    .abi = SP_ABI,
    .name = "fwd",
    .summary = "MBBSA with the dates of arrival at the master",
    .source = "after RR-6005, Algorithms 2-4",
    .version = 3,
    .problems = SP_REDISTRIBUTION,
    .plan = plan,
};
