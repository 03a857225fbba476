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
 * Cost: O(n log m) a probe, and some O(n/256 + 256) for each entry tried as a replacement. Where
 * these are too many, or the entries of D, the instance is refused.
 *
 * Example (Figure 2): "c=1,8,1,1 w=1,1,9,10 load=13,13,0,0": planned and executed 13; the plan of
 * MBBSA has `planned` 12 and takes 19. */
#include "solve/redistribution/redistribution.h"

enum { BLOCK = 256 };
/* Blocks and entries that replacements look at, in all; more would take minutes. */
static const double most_looked = 4e10;

/* Positions BLOCK b to BLOCK (b + 1) - 1 of sigma. If the port is free before them and `rank`
 * entries precede them the last one is at its receiver at date `latest`, or before if not exact. */
struct block {
  long n, rank; /* entries of the block, and before it */
  double cost;  /* sum of their c */
  double latest;
  bool exact;
  double start;      /* the date at which the port is free before it; NAN: not known */
  long before;       /* entries before it now, */
  double after, end; /* the c of those after it, and the date to which it leads at their end */
};

struct work {
  struct sp_deadlines D;
  struct sp_interruptible idle;
  struct sp_sigma sigma;
  double end; /* the date at which its last entry is at its receiver */
  double looked;
  long blocks;
  struct block *block;
};

/* The bound when `rank` entries precede the block. If they are fewer than before all of its entries
 * are earlier by at least as much as the first one, since the intervals between arrivals grow. */
static double latest_at(const struct block *block, const double *arrival, long rank)
{
  if (block->n == 0)
    return -INFINITY;
  return block->rank < rank ? INFINITY : block->latest - (arrival[block->rank] - arrival[rank]);
}

/* Adds an entry of cost c, with k entries of sigma before it. */
static void add(struct block *block, const double *arrival, long k, double c)
{
  long rank = k - block->n;
  block->exact = block->n == 0 || (block->exact && block->rank == rank);
  block->latest = fmax(latest_at(block, arrival, rank), arrival[k]) + c;
  block->rank = rank;
  block->n++;
  block->cost += c;
}

/* Sets a block, which `rank` entries precede, from its positions. */
static void set_block(struct work *work, const double *arrival, long b, long rank)
{
  const struct sp_sigma *sigma = &work->sigma;
  const struct block *old = &work->block[b];
  struct block block = {.rank = rank, .start = old->start, .before = rank, .after = old->after};
  for (long k = b * BLOCK; k < (b + 1) * BLOCK && k < sigma->used; k++)
    if (sigma->worker[k] != 0)
      add(&block, arrival, rank + block.n, sigma->p->c[sigma->worker[k]]);
  work->block[b] = block;
}

/* Adds the last entry of sigma, at position k, with `rank` entries before it. */
static void add_last(struct work *work, const double *arrival, long k, long rank)
{
  double c = work->D.p->c[work->sigma.worker[k]];
  if (k % BLOCK == 0)
    work->block[k / BLOCK] = (struct block){.start = work->end};
  add(&work->block[k / BLOCK], arrival, rank, c);
  work->end = fmax(arrival[rank], work->end) + c;
}

/* Sets all blocks; sigma has no gaps. */
static void set_blocks(struct work *work, const double *arrival)
{
  const struct sp_sigma *sigma = &work->sigma;
  if (sigma->cap / BLOCK >= work->blocks) {
    work->blocks = sigma->cap / BLOCK + 1;
    work->block = sp_new(sigma->cx, work->blocks, struct block);
  }
  work->end = 0;
  for (long k = 0; k < sigma->used; k++)
    add_last(work, arrival, k, k);
}

static void append(struct work *work, const double *arrival, int r)
{
  struct sp_sigma *sigma = &work->sigma;
  bool full = sigma->used == sigma->cap;
  sp_sigma_append(sigma, r);
  if (full)
    set_blocks(work, arrival);
  else
    add_last(work, arrival, sigma->used - 1, sigma->n - 1);
}

/* The date at which the last entry is at its receiver, after a change in block `changed`: the
 * latest that a block leads to, or the port, from the first block whose start is known. Only the
 * blocks of the latest bounds are looked at entry by entry. */
static double last_end(struct work *work, const double *arrival, long changed)
{
  long first = (work->sigma.used - 1) / BLOCK + 1, last = first - 1, rank = work->sigma.n;
  double after = 0;
  struct block *block;
  do {
    block = &work->block[--first];
    block->before = rank -= block->n;
    block->after = after;
    block->end = latest_at(block, arrival, rank) + after;
    after += block->cost;
  } while (first > changed || isnan(block->start));
  double port = block->start + after;
  for (;;) {
    work->looked += (double)(last - first + BLOCK);
    long latest = first;
    for (long b = first + 1; b <= last; b++)
      latest = work->block[b].end > work->block[latest].end ? b : latest;
    block = &work->block[latest];
    if (!(block->end > port) || (block->exact && block->rank == block->before))
      return fmax(block->end, port);
    set_block(work, arrival, latest, block->before);
    block->end = block->latest + block->after;
  }
}

/* Tries r in place of the latest entry of largest c, which is known to exceed c_r. */
static void replace(struct work *work, const double *arrival, int r, double d)
{
  struct sp_sigma *sigma = &work->sigma;
  long e = sp_sigma_top(sigma);
  int replaced = sigma->worker[e];
  struct block *block = &work->block[e / BLOCK], kept = *block;
  double c = sigma->p->c[r], last = arrival[sigma->n - 1];
  if (last + c > d)
    return;
  sigma->worker[e] = 0;
  sigma->n--;
  block->n--;
  block->cost -= sigma->p->c[replaced];
  block->exact = false;
  double end = last_end(work, arrival, e / BLOCK);
  sigma->worker[e] = replaced;
  sigma->n++;
  if (fmax(last, end) + c > d) {
    *block = kept;
    return;
  }
  sp_sigma_remove_largest(sigma);
  for (long b = e / BLOCK + 1; b <= (sigma->used - 1) / BLOCK; b++)
    work->block[b].start = NAN;
  work->end = end;
  append(work, arrival, r);
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
  struct work *work = data;
  struct sp_sigma *sigma = &work->sigma;
  const double *A = target->arrival;
  double d;
  int r;
  sp_deadlines_open(&work->D, target);
  sp_sigma_clear(sigma);
  set_blocks(work, A);
  while (sigma->n < target->Lsend && work->looked < most_looked) {
    long n = sigma->n;
    double start = fmax(A[n], work->end), last = n > 0 ? A[n - 1] : start;
    if ((r = sp_deadlines_next(&work->D, start, last, sp_sigma_largest(sigma), &d)) == 0)
      return false;
    if (start + target->p->c[r] <= d)
      append(work, A, r);
    else
      replace(work, A, r, d);
  }
  if (sigma->n < target->Lsend)
    return false;
  sp_sigma_first(sigma, target->Lsend, target->receiver);
  return true;
}

static int fwd_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                    struct sp_schedule *out)
{
  (void)options;
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  struct work work = {.D = sp_deadlines_new(cx, p),
                      .idle = sp_interruptible_new(cx, p),
                      .sigma = sp_sigma_new(cx, p)};
  sp_bisect(cx, p, SP_SENDERS_EACH, foresee, probe, &work, out);
  if (work.looked >= most_looked)
    return sp_refuse(cx, "replacements look at more than %g dates: there are too many tasks",
                     most_looked);
  return sp_deadlines_refuse(&work.D, cx);
}

const struct sp_heuristic sp_heuristic_fwd = {
    .abi = SP_ABI,
    .name = "fwd",
    .summary = "MBBSA with the dates of arrival at the master",
    .source = "after RR-6005, Algorithms 2-4",
    .version = 3,
    .problems = SP_REDISTRIBUTION,
    .plan = fwd_plan,
};
