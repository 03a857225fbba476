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
 * bounds on a replacement are not exact, and some more leaves are looked at. Where the links that
 * are no slower than those of the senders serve all but the last tasks, a target is answered from
 * its last deadlines (sp_prefix_late), and one probe finds the plan. On uniform links a probe is
 * that of mbbsa.
 *
 * Example (Figure 2): c = 1,8,1,1, w = 1,1,9,10, load = 13,13,0,0: planned and executed 13; the
 * plan of MBBSA has `planned` 12 and takes 19. */
#include <starport/redistribution.h>

#include <string.h>

enum { LEAF = 16 };

/* The positions of sigma are the leaves of a binary tree, LEAF each. */
struct node {
  long n;        /* entries */
  double cost;   /* sum of their c */
  double latest; /* at least the date of the last one if the port is free before the first one, */
  long rank;     /* when that many entries preceded the node */
  bool exact;    /* it is that date */
};

struct work {
  const struct sp_redistribution *p;
  struct sp_deadlines D;
  struct sp_sigma sigma;
  struct sp_interruptible idle;
  struct sp_uniform_links *grid;
  double end;        /* date at which the last entry is at its receiver, */
  double before;     /* and the one before it */
  long leaves;       /* a power of 2 */
  struct node *node; /* [1..2*leaves-1]: q has the children 2q and 2q+1 */
};

static double later(double a, double b)
{
  return a > b ? a : b;
}

/* The bound when `rank` entries precede the node. If they are fewer than before all of its entries
 * are earlier by at least as much as the first one, since the intervals between arrivals grow. */
static double latest_at(const struct node *node, const double *arrival, long rank)
{
  if (node->n == 0)
    return -INFINITY;
  return node->rank < rank ? INFINITY : node->latest - (arrival[node->rank] - arrival[rank]);
}

/* Adds an entry of cost c, with k entries of sigma before it. */
static void add(struct node *leaf, const double *arrival, long k, double c)
{
  long rank = k - leaf->n;
  leaf->exact = leaf->n == 0 || (leaf->exact && leaf->rank == rank);
  leaf->latest = later(latest_at(leaf, arrival, rank), arrival[k]) + c;
  leaf->rank = rank;
  leaf->n++;
  leaf->cost += c;
}

/* Sets inner node q, which `rank` entries precede, from its children. */
static void join(struct work *work, const double *arrival, long q, long rank)
{
  const struct node *left = &work->node[2 * q], *right = left + 1;
  double through = latest_at(left, arrival, rank) + right->cost;
  double behind = latest_at(right, arrival, rank + left->n);
  bool exact = through > behind ? left->exact && left->rank == rank
                                : right->exact && right->rank == rank + left->n;
  work->node[q] = (struct node){left->n + right->n, left->cost + right->cost,
                                later(through, behind), rank, exact};
}

/* Sets all nodes above leaf q, which `rank` entries precede. */
static void join_above(struct work *work, const double *arrival, long q, long rank)
{
  for (; q > 1; q /= 2) {
    rank -= q % 2 ? work->node[q - 1].n : 0;
    join(work, arrival, q / 2, rank);
  }
}

/* Appends r. The nodes above the last leaf are set when it is full. */
static void append(struct work *work, struct sp_context *cx, const double *arrival, int r)
{
  struct sp_sigma *sigma = &work->sigma;
  long used = sigma->used;
  sp_sigma_append(sigma, r);
  if (sigma->cap > work->leaves * LEAF) {
    for (work->leaves = 1; work->leaves * LEAF < sigma->cap;)
      work->leaves *= 2;
    work->node = sp_new(cx, 2 * work->leaves, struct node);
    used = 0;
  }
  if (sigma->used <= used) /* without the gaps */
    used = 0;
  if (used == 0) {
    work->end = 0;
    memset(work->node, 0, (size_t)(2 * work->leaves) * sizeof *work->node);
  }
  for (long k = used; k < sigma->used; k++) {
    long q = work->leaves + k / LEAF, rank = k < sigma->used - 1 ? k : sigma->n - 1;
    double c = work->p->c[sigma->worker[k]];
    if (k % LEAF == 0 && k > 0)
      join_above(work, arrival, q - 1, rank - work->node[q - 1].n);
    add(&work->node[q], arrival, rank, c);
    work->end = later(arrival[rank], work->end) + c;
  }
}

/* Sets leaf q, which `rank` entries precede, without a bound. */
static void set_leaf(struct work *work, const double *arrival, long q, long rank)
{
  const struct sp_sigma *sigma = &work->sigma;
  struct node leaf = {.rank = rank};
  long first = (q - work->leaves) * LEAF;
  for (long k = first; k < first + LEAF && k < sigma->used; k++)
    if (sigma->worker[k] != 0)
      add(&leaf, arrival, rank + leaf.n, work->p->c[sigma->worker[k]]);
  work->node[q] = leaf;
}

/* The entries before leaf q. */
static long entries_before(const struct work *work, long q)
{
  long n = 0;
  for (; q > 1; q /= 2)
    n += q % 2 ? work->node[q - 1].n : 0;
  return n;
}

/* The later of `end` and the date of the last entry of sigma if the port is free before node q,
 * which `rank` entries precede and entries of cost `after` follow. Looks only at leaves whose bound
 * is later than what is known, and replaces it by the date. */
static double end_from(struct work *work, const double *arrival, long q, long rank, double after,
                       double end)
{
  if (!(latest_at(&work->node[q], arrival, rank) + after > end))
    return end;
  if (work->node[q].exact && work->node[q].rank == rank)
    return work->node[q].latest + after;
  if (q >= work->leaves) {
    set_leaf(work, arrival, q, rank);
    return later(end, work->node[q].latest + after);
  }
  const struct node *left = &work->node[2 * q], *right = left + 1;
  double behind = after + right->cost;
  long ahead = rank + left->n;
  bool first = latest_at(left, arrival, rank) + behind > latest_at(right, arrival, ahead) + after;
  if (first)
    end = end_from(work, arrival, 2 * q, rank, behind, end);
  end = end_from(work, arrival, 2 * q + 1, ahead, after, end);
  if (!first)
    end = end_from(work, arrival, 2 * q, rank, behind, end);
  join(work, arrival, q, rank);
  return end;
}

/* A part of the tree: `rank` entries precede it, and entries of cost `after` follow. */
struct part {
  long q, rank;
  double after, bound;
};

/* Adds a part, the latest bound first, and goes on to what precedes it. */
static void add_part(const struct work *work, const double *arrival, long q, struct part *next,
                     struct part *part, int parts)
{
  next->q = q;
  next->rank -= work->node[q].n;
  next->bound = latest_at(&work->node[q], arrival, next->rank) + next->after;
  for (; parts > 0 && part[parts - 1].bound < next->bound; parts--)
    part[parts] = part[parts - 1];
  part[parts] = *next;
  next->after += work->node[q].cost;
}

/* The date of the last entry of sigma. Its parts are the last leaf, above which no node is set, and
 * the nodes on the left of the way from it to the root. */
static double end_of(struct work *work, const double *arrival)
{
  struct part part[64], next = {.rank = work->sigma.n};
  long q = work->leaves + (work->sigma.used - 1) / LEAF;
  int parts = 0;
  double end = 0;
  add_part(work, arrival, q, &next, part, parts++);
  for (; q > 1; q /= 2)
    if (q % 2)
      add_part(work, arrival, q - 1, &next, part, parts++);
  for (int k = 0; k < parts && part[k].bound > end; k++)
    end = end_from(work, arrival, part[k].q, part[k].rank, part[k].after, end);
  return end;
}

/* Removes the entry at position e. The bounds on dates stay, too large. */
static void take_out(struct work *work, long e)
{
  double c = work->p->c[work->sigma.worker[e]];
  work->sigma.worker[e] = 0;
  for (long q = work->leaves + e / LEAF; q >= 1; q /= 2) {
    work->node[q].n--;
    work->node[q].cost -= c;
    work->node[q].exact = false;
  }
}

/* Puts r at position e again. */
static void put_back(struct work *work, const double *arrival, long e, int r)
{
  long q = work->leaves + e / LEAF, rank = entries_before(work, q);
  work->sigma.worker[e] = r;
  set_leaf(work, arrival, q, rank);
  join_above(work, arrival, q, rank);
}

/* Tries r in place of the latest entry of largest c, which is known to exceed c_r. */
static void replace(struct work *work, struct sp_context *cx, const double *arrival, int r,
                    double d)
{
  struct sp_sigma *sigma = &work->sigma;
  double c = work->p->c[r], last = arrival[sigma->n - 1];
  long e = sigma->top[sigma->largest];
  int replaced = sigma->worker[e];
  if (last + c > d)
    return;
  take_out(work, e);
  sigma->n--;
  double before = end_of(work, arrival);
  sigma->n++;
  if (fmax(last, before) + c > d) {
    put_back(work, arrival, e, replaced);
    return;
  }
  sp_sigma_remove_largest(sigma);
  work->end = work->before = before;
  append(work, cx, arrival, r);
}

/* Finds the receivers that follow the prefix; false: there are not enough. */
static bool search(struct work *work, const struct sp_target *target, struct sp_prefix prefix)
{
  struct sp_sigma *sigma = &work->sigma;
  const double *A = target->arrival + prefix.n;
  long wanted = target->Lsend - prefix.n;
  double d;
  int r;
  sp_deadlines_open_after(&work->D, target, prefix);
  sp_sigma_clear(sigma);
  work->end = 0; /* or the end of the prefix, which is not after the next arrival */
  while (sigma->n < wanted) {
    double start = fmax(A[sigma->n], work->end), last = sigma->n > 0 ? A[sigma->n - 1] : start;
    double next = sigma->n + 1 < wanted ? A[sigma->n + 1] : -INFINITY;
    if ((r = sp_deadlines_next(&work->D, start, last, next, sp_sigma_largest(sigma), &d)) == 0)
      return false;
    if (start + target->p->c[r] > d) {
      replace(work, target->cx, A, r, d);
      continue;
    }
    work->before = work->end;
    append(work, target->cx, A, r);
  }
  return true;
}

/* The answer from the last deadlines alone, where the cheapest links decide what precedes them. */
static enum sp_answer answer_of_end(struct work *work, const struct sp_target *target)
{
  struct sp_prefix prefix = sp_prefix_late(target);
  if (prefix.n == 0)
    return SP_UNKNOWN;
  return prefix.n == target->Lsend || search(work, target, prefix) ? SP_YES : SP_NO;
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
  answer = answer_of_end(work, target);
  if (answer == SP_UNKNOWN && sp_interruptible_refuses(&work->idle, target))
    answer = SP_NO;
  return answer;
}

static bool probe(struct sp_target *target, void *data)
{
  struct work *work = data;
  enum sp_answer answer = sp_uniform_links_receivers(work->grid, &work->D, target);
  if (answer != SP_UNKNOWN)
    return answer == SP_YES;
  struct sp_prefix prefix = sp_prefix_longest(&work->D, target, target->receiver);
  if (!search(work, target, prefix))
    return false;
  sp_sigma_first(&work->sigma, target->Lsend - prefix.n, target->receiver + prefix.n);
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
                      .sigma = sp_sigma_new(cx, p),
                      .idle = sp_interruptible_new(cx, p),
                      .grid = sp_uniform_links_new(cx, p)};
  return sp_bisect(cx, p, SP_SENDERS_EACH, foresee, probe, &work, out);
}

const struct sp_heuristic sp_heuristic_fwd = {
    .abi = SP_ABI,
    .name = "fwd",
    .summary = "MBBSA with the dates of arrival at the master",
    .source = "after RR-6005, Algorithms 2-4",
    .version = 2,
    .problems = SP_REDISTRIBUTION,
    .plan = plan,
};
