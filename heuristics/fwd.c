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
 * Cost: O(n log m) a probe and some O(n/1000 + 1000) for each replacement of an entry that is not
 * the last one.
 * Example (Figure 2): c = 1,8,1,1, w = 1,1,9,10, load = 13,13,0,0: planned and executed 13; the
 * plan of MBBSA has `planned` 12 and takes 19. */
#include <starport/redistribution.h>

enum { BLOCK = 1024 };

/* Positions BLOCK k to BLOCK (k + 1) - 1 of sigma. */
struct block {
  long n;        /* entries */
  double cost;   /* sum of their c */
  double latest; /* at least the date of the last one if the port is free before the first one, */
  long rank;     /* when that many entries preceded the block */
  bool known;    /* start is known */
  double start;  /* the date at which the last entry before the block is at its receiver */
  /* Without an entry: */
  long before;  /* entries before the block */
  double after; /* sum of the c of those after it */
  double bound; /* no entry of the block makes the last entry of sigma later */
};

struct work {
  const struct sp_redistribution *p;
  struct sp_deadlines D;
  struct sp_sigma sigma;
  double end;    /* date at which the last entry is at its receiver, */
  double before; /* and the one before it */
  long blocks;
  struct block *block;
};

/* The bound when `rank` entries, perhaps fewer than before, precede the block: the intervals
 * between arrivals grow, so all of its entries are earlier by at least as much as the first one. */
static double latest_at(const struct block *block, const double *arrival, long rank)
{
  return block->latest - (arrival[block->rank] - arrival[rank]);
}

/* Adds the entry at a position, with k entries before it, the last of which ends at work->end. */
static void add_to_block(struct work *work, long position, long k, const double *arrival)
{
  struct block *block = &work->block[position / BLOCK];
  double c = work->p->c[work->sigma.worker[position]];
  if (position % BLOCK == 0)
    *block = (struct block){.latest = -INFINITY, .rank = k, .known = true, .start = work->end};
  block->latest = fmax(latest_at(block, arrival, k - block->n), arrival[k]) + c;
  block->rank = k - block->n;
  block->n++;
  block->cost += c;
  work->end = fmax(arrival[k], work->end) + c;
}

/* Appends r. */
static void append(struct work *work, struct sp_context *cx, const double *arrival, int r)
{
  struct sp_sigma *sigma = &work->sigma;
  long used = sigma->used;
  sp_sigma_append(sigma, r);
  if (sigma->used <= used) /* without the gaps */
    used = 0;
  if (sigma->cap / BLOCK >= work->blocks) {
    work->blocks = sigma->cap / BLOCK + 1;
    work->block = sp_new(cx, work->blocks, struct block);
    used = 0;
  }
  if (used == 0)
    work->end = 0;
  for (long k = used; k < sigma->used; k++)
    add_to_block(work, k, k < sigma->used - 1 ? k : sigma->n - 1, arrival);
}

/* The date at which the last entry of sigma is at its receiver without position e if the port is
 * free before the block. Sets `latest` of the block. */
static double latest_without(struct work *work, const double *arrival, long b, long e)
{
  const struct sp_sigma *sigma = &work->sigma;
  struct block *block = &work->block[b];
  double with = -INFINITY, without = -INFINITY;
  long rank = block->rank = block->before;
  for (long k = b * BLOCK; k < sigma->used && k < (b + 1) * BLOCK; k++) {
    if (sigma->worker[k] == 0)
      continue;
    double c = work->p->c[sigma->worker[k]], here = arrival[rank - (k > e)];
    with = (with > arrival[rank] ? with : arrival[rank]) + c;
    if (k != e)
      without = (without > here ? without : here) + c;
    rank++;
  }
  block->latest = with;
  return without + block->after;
}

/* The date at which the last entry is at its receiver without position e: the latest, over all
 * entries k, of A_k and the costs from k on. Only blocks whose bound is later than that of the
 * block of the latest bound are looked at entry by entry, and none before one whose start is
 * known. */
static double end_without(struct work *work, const double *arrival, long e)
{
  const struct sp_sigma *sigma = &work->sigma;
  long last = (sigma->used - 1) / BLOCK, latest = last, first = last + 1, rank = sigma->n;
  double after = 0;
  bool known = false;
  while (!known) {
    struct block *block = &work->block[--first];
    rank -= block->n;
    block->before = rank;
    block->after = after;
    block->bound = latest_at(block, arrival, rank - (first > e / BLOCK)) + after;
    if (block->bound > work->block[latest].bound)
      latest = first;
    after += block->cost - (first == e / BLOCK ? work->p->c[sigma->worker[e]] : 0);
    known = block->known && first <= e / BLOCK;
  }
  double end = fmax(work->block[first].start + after, latest_without(work, arrival, latest, e));
  for (long b = last; b >= first; b--)
    if (work->block[b].bound > end && b != latest)
      end = fmax(end, latest_without(work, arrival, b, e));
  return end;
}

/* Tries r in place of the latest entry of largest c, which is known to exceed c_r. */
static void replace(struct work *work, struct sp_context *cx, const double *arrival, int r,
                    double d)
{
  struct sp_sigma *sigma = &work->sigma;
  double c = work->p->c[r], last = arrival[sigma->n - 1];
  long e = sigma->top[sp_heap_top(&sigma->rank)];
  if (last + c > d)
    return;
  double before = e == sigma->used - 1 ? work->before : end_without(work, arrival, e);
  if (fmax(last, before) + c > d)
    return;
  struct block *block = &work->block[e / BLOCK];
  block->n--;
  block->cost -= sp_sigma_remove_largest(sigma);
  for (long b = e / BLOCK + 1; b <= (sigma->used - 1) / BLOCK; b++)
    work->block[b].known = false;
  work->end = work->before = before;
  append(work, cx, arrival, r);
}

/* No, if no worker can compute the task that arrives last. Yes, if one can compute each task before
 * the next arrives: of its deadlines one is in each interval between two arrivals, early enough, so
 * the port is free again at each arrival whatever has been chosen. */
static enum sp_answer foresee(const struct sp_target *target, void *data)
{
  (void)data;
  const struct sp_redistribution *p = target->p;
  double arrival = target->arrival[target->Lsend - 1];
  double rounding = p->exact ? 0 : 0x1p-40 * target->M;
  enum sp_answer answer = SP_NO;
  for (int r = 1; r <= p->m; r++)
    if (p->f[r] < target->M && arrival + p->c[r] <= target->M - p->w[r]) {
      answer = SP_UNKNOWN;
      if (p->f[r] <= target->first && p->c[r] + p->w[r] <= target->first - rounding)
        return SP_YES;
    }
  return answer;
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
  work->end = 0;
  while (sigma->n < target->Lsend) {
    double start = fmax(A[sigma->n], work->end), last = sigma->n > 0 ? A[sigma->n - 1] : start;
    if ((r = sp_deadlines_next(&work->D, start, last, sp_sigma_largest(sigma), &d)) == 0)
      return false;
    if (start + target->p->c[r] > d) {
      replace(work, target->cx, A, r, d);
      continue;
    }
    work->before = work->end;
    append(work, target->cx, A, r);
  }
  sp_sigma_first(sigma, target->Lsend, target->receiver);
  return true;
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  (void)options;
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  if (!p)
    return -1;
  struct work work = {.p = p, .D = sp_deadlines_new(cx, p), .sigma = sp_sigma_new(cx, p)};
  return sp_bisect(cx, p, SP_SENDERS_EACH, foresee, probe, &work, out);
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
