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
 * Cost: O(n log m) a probe and O(n) for each entry tried as a replacement.
 * Example (Figure 2): c = 1,8,1,1, w = 1,1,9,10, load = 13,13,0,0: planned and executed 13; the
 * plan of MBBSA has `planned` 12 and takes 19. */
#include <starport/redistribution.h>

struct work {
  const struct sp_redistribution *p;
  struct sp_deadlines D;
  long n, cap;         /* entries of sigma, room for them */
  int *worker;         /* [0..n-1] sigma */
  double *out;         /* [0..n-1] date each is at its receiver */
  long *count;         /* [rank of c] entries */
  struct sp_heap rank; /* of the c present, largest first */
};

static double largest(const struct work *sigma)
{
  int rank = sp_heap_top(&sigma->rank);
  return rank < 0 ? -INFINITY : sigma->p->cost[rank];
}

static void count(struct work *sigma, int r, long change)
{
  int rank = sigma->p->rank[r];
  sigma->count[rank] += change;
  if (sigma->count[rank] > 0)
    sp_heap_set(&sigma->rank, rank, -rank);
  else
    sp_heap_remove(&sigma->rank, rank);
}

static void clear(struct work *sigma, struct sp_context *cx, long room)
{
  if (room > sigma->cap) {
    sigma->cap = 2 * room;
    sigma->worker = sp_new(cx, sigma->cap, int);
    sigma->out = sp_new(cx, sigma->cap, double);
  }
  sp_heap_clear(&sigma->rank);
  for (int k = 0; k < sigma->p->ranks; k++)
    sigma->count[k] = 0;
  sigma->n = 0;
}

static void append(struct work *sigma, int r, double start)
{
  sigma->worker[sigma->n] = r;
  sigma->out[sigma->n++] = start + sigma->p->c[r];
  count(sigma, r, 1);
}

/* Tries r in place of the latest entry of largest c, which is known to exceed c_r. */
static void replace(struct work *sigma, const double *arrival, int r, double d)
{
  const double *c = sigma->p->c;
  long e = sigma->n - 1;
  if (arrival[sigma->n - 1] + c[r] > d)
    return;
  while (c[sigma->worker[e]] < largest(sigma))
    e--;
  double out = e > 0 ? sigma->out[e - 1] : 0;
  for (long k = e; k < sigma->n - 1; k++)
    out = fmax(arrival[k], out) + c[sigma->worker[k + 1]];
  if (fmax(arrival[sigma->n - 1], out) + c[r] > d)
    return;
  count(sigma, sigma->worker[e], -1);
  out = e > 0 ? sigma->out[e - 1] : 0;
  for (long k = e; k < sigma->n - 1; k++) {
    sigma->worker[k] = sigma->worker[k + 1];
    sigma->out[k] = out = fmax(arrival[k], out) + c[sigma->worker[k]];
  }
  sigma->n--;
  append(sigma, r, fmax(arrival[sigma->n], out));
}

/* True if some worker can compute the task that arrives last. */
static bool last_fits(const struct sp_target *target)
{
  const struct sp_redistribution *p = target->p;
  double arrival = target->arrival[target->Lsend - 1];
  for (int r = 1; r <= p->m; r++)
    if (p->f[r] < target->M && arrival + p->c[r] <= target->M - p->w[r])
      return true;
  return false;
}

static bool probe(struct sp_target *target, void *data)
{
  struct work *sigma = data;
  const double *c = target->p->c;
  double d;
  int r;
  if (!last_fits(target))
    return false;
  sp_deadlines_open(&sigma->D, target);
  clear(sigma, target->cx, target->Lsend);
  const double *A = target->arrival;
  while (sigma->n < target->Lsend) {
    double start = fmax(A[sigma->n], sigma->n > 0 ? sigma->out[sigma->n - 1] : 0);
    if ((r = sp_deadlines_next(&sigma->D, start, largest(sigma), &d)) == 0)
      return false;
    if (start + c[r] <= d)
      append(sigma, r, start);
    else
      replace(sigma, A, r, d);
  }
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
  struct work work = {.p = p,
                      .D = sp_deadlines_new(cx, p),
                      .count = sp_new(cx, p->ranks, long),
                      .rank = sp_heap_new(cx, p->ranks)};
  return sp_bisect(cx, p, SP_SENDERS_EACH, probe, &work, out);
}

const struct sp_heuristic sp_heuristic_fwd = {
    .abi = SP_ABI,
    .name = "fwd",
    .summary = "MBBSA with the dates of arrival at the master",
    .source = "after RR-6005, Algorithms 2-4",
    .version = 1,
    .problems = SP_REDISTRIBUTION,
    .plan = plan,
};
