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
 * Cost: O(n (log m + log n)) a probe where one worker holds all tasks; among many senders the
 * bounds on a replacement are not exact, and some more leaves are looked at. On uniform links a
 * probe is that of mbbsa. Of many tasks most targets are not probed: those near a probed one have
 * nearly its sequence, or waits of the port only at the start, so their answer is guessed, and the
 * two targets at the end of the bisection are probed.
 *
 * Example (Figure 2): c = 1,8,1,1, w = 1,1,9,10, load = 13,13,0,0: planned and executed 13; the
 * plan of MBBSA has `planned` 12 and takes 19. */
#include <starport/redistribution.h>

/* The entries of D up to (date, worker), and n receivers, all of the least c, chosen from them. */
struct prefix {
  long n;
  double date;
  int worker;
};

struct work {
  struct sp_deadlines D;
  struct sp_emissions sigma;
  struct sp_interruptible idle;
  struct sp_uniform_links *grid;
  struct sp_late_point point; /* of the last probe, */
  struct sp_emissions saved;  /* its sequence there, */
  long prefix;                /* the receivers before, */
  double last_wait;           /* and the date at which the port has waited last */
  long *count;                /* [rank of c] scratch: entries */
};

/* The longest known beginning, n < Lsend; receiver[0..n-1] are its receivers. */
static struct prefix longest_prefix(struct sp_deadlines *D, const struct sp_target *t,
                                    int *receiver)
{
  struct prefix known = {0, -INFINITY, 0};
  int r;
  sp_deadlines_open(D, t);
  if (D->cheapest > t->first)
    return known;
  for (long n = 0;
       n < t->Lsend && (r = sp_deadlines_cheapest(D, t->arrival[n] + D->cheapest)) != 0;) {
    receiver[n++] = r;
    /* Of a whole sequence the receivers are not known: fwd may have had enough before. */
    if (n < t->Lsend && t->arrival[n] + D->cheapest > D->date)
      known = (struct prefix){n, D->date, r};
  }
  return known;
}

/* Finds the receivers that follow those of sigma and the prefix, with deadlines up to `until`;
 * false: there are not enough. */
static bool search(struct work *work, const struct sp_target *target, long prefix, double until)
{
  struct sp_emissions *sigma = &work->sigma;
  const double *A = target->arrival + prefix, *c = target->p->c;
  long wanted = target->Lsend - prefix;
  double d;
  int r;
  while (sigma->sigma.n < wanted) {
    long n = sigma->sigma.n;
    if (sp_late_point_passed(&work->point, &work->D)) {
      sp_emissions_compact(sigma, A);
      sp_emissions_copy(&work->saved, sigma);
      work->prefix = prefix;
    }
    double start = fmax(A[n], sigma->end), last = n > 0 ? A[n - 1] : start;
    double next = n + 1 < wanted ? A[n + 1] : -INFINITY;
    r = sp_deadlines_next(&work->D, start, last, next, sp_sigma_largest(&sigma->sigma), &d);
    if (r == 0 || d > until)
      return false;
    if (start + c[r] <= d)
      sp_emissions_append(sigma, A, r);
    else
      sp_emissions_replace(sigma, A, r, d);
  }
  return true;
}

/* No, if no worker can compute the task that arrives last. Yes, if one can compute each task before
 * the next arrives: of its deadlines one is in each interval between two arrivals, early enough, so
 * the port is free again at each arrival whatever has been chosen. If no link of a sender is slower
 * than that of any receiver, the port never waits after the first arrival: then no arrival matters,
 * a replacement never fails, and the number of tasks is that of Moore's algorithm. */
static enum sp_answer foresee(struct sp_target *target, void *data)
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
  if (p->c[target->sender[target->Lsend - 1]] <= cheapest) {
    answer = sp_interruptible_foresees(&work->idle, target);
    if (answer == SP_YES)
      target->makespan = sp_uniform_links_makespan(work->grid, &work->D, target);
    return answer;
  }
  return sp_interruptible_refuses(&work->idle, target) ? SP_NO : SP_UNKNOWN;
}

/* The answer, if the port waits only early, as in the last probe; unknown if it does not. After
 * date t all tasks that are sent are at the master: so many are sent as if transfers could be
 * interrupted. Those that are not sent by then compete with the sequence up to t for the time
 * before. */
static enum sp_answer guess_of_start(struct work *work, const struct sp_target *target)
{
  const struct sp_interruptible_state *late = &work->idle.late[0];
  double t = target->M - late->now, waits, last;
  if (t < 2 * work->last_wait || t > target->M / 8 || target->M > work->idle.least_f)
    return SP_UNKNOWN;
  sp_deadlines_open(&work->D, target);
  sp_emissions_clear(&work->sigma, target->Lsend - late->done);
  search(work, target, 0, t);
  waits = sp_emissions_waits(&work->sigma, target->arrival, &last);
  sp_sigma_count(&work->sigma.sigma, work->count);
  long sent = late->done + sp_interruptible_sent(&work->idle, late, work->count, t - waits);
  return sent >= target->Lsend ? SP_YES : SP_NO;
}

/* The answer, if the sequence is that of the last probe but for its last deadlines. */
static bool guess_of_end(struct work *work, const struct sp_target *target)
{
  sp_emissions_copy(&work->sigma, &work->saved);
  return search(work, target, work->prefix, INFINITY);
}

static bool guess(const struct sp_target *target, void *data)
{
  struct work *work = data;
  enum sp_answer answer = guess_of_start(work, target);
  if (answer != SP_UNKNOWN)
    return answer == SP_YES;
  if (!sp_late_point_open(&work->point, target, &work->D))
    return target->M > work->point.M;
  return guess_of_end(work, target);
}

static bool probe(struct sp_target *target, void *data)
{
  struct work *work = data;
  enum sp_answer answer = sp_uniform_links_receivers(work->grid, &work->D, target);
  if (answer != SP_UNKNOWN)
    return answer == SP_YES;
  struct prefix prefix = longest_prefix(&work->D, target, target->receiver);
  long wanted = target->Lsend - prefix.n;
  sp_deadlines_open_after(&work->D, target, prefix.date, prefix.worker);
  sp_emissions_clear(&work->sigma, wanted); /* the prefix has ended when the next task arrives */
  work->point.wanted = true;
  bool found = search(work, target, prefix.n, INFINITY);
  work->point.wanted = false;
  sp_emissions_waits(&work->sigma, target->arrival + prefix.n, &work->last_wait);
  if (prefix.n > 0)
    work->last_wait = INFINITY; /* when more is sent than is known here */
  if (!found)
    return false;
  sp_sigma_first(&work->sigma.sigma, wanted, target->receiver + prefix.n);
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
                      .sigma = sp_emissions_new(cx, p),
                      .idle = sp_interruptible_new(cx, p),
                      .grid = sp_uniform_links_new(cx, p),
                      .saved = sp_emissions_new(cx, p),
                      .last_wait = INFINITY,
                      .count = sp_new(cx, p->ranks, long)};
  struct sp_search by = {SP_SENDERS_EACH, probe, foresee, p->tasks < SP_MANY ? NULL : guess, &work};
  return sp_bisect(cx, p, &by, out);
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
