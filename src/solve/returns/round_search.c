/* The best orders of one round whose results return, by branch and bound: see round.h.
 *
 * s1 is built from its last message, s2 from its first result, in turn: the middle of the schedule
 * is decided first, so the search of the star with c and d exchanged, whose time runs backwards, is
 * the same. With a tie s1 alone is built. What workers that are not placed wait for of each other
 * is left out of their rows; the gain of that programme bounds those of all orders that begin so.
 * The next worker is the one of the greatest bound, and a bound that is greater than the best gain
 * by less than 1e-9 relative is cut.
 *
 * With start-ups each subset of the workers is searched, those of greater bounds first; without
 * them the programme of all workers leaves empty whom it does not use. Of workers with equal costs
 * the first are used, and sent to in the order of their numbers. */
#include "base/num.h"
#include "model/instance.h"
#include "solve/returns/round.h"

#include <stdlib.h>

static const double TOLERANCE = 1e-9;

struct search {
  struct sp_context *cx;
  enum sp_tie tie;
  struct sp_round_lp lp;
  int returning;        /* of the members */
  int *twin;            /* [0..m] an equal worker with the next lower place, 0: none */
  long left;            /* programmes that may still be solved */
  double open;          /* greatest bound of what was not searched */
  struct sp_orders now; /* from the last message, from the first result */
  struct sp_orders *best;
};

static bool is_cut(const struct search *s, double bound)
{
  return bound <= s->best->gain * (1 + TOLERANCE);
}

static bool equal_costs(const struct sp_instance *in, int i, int j)
{
  return in->c[i].v == in->c[j].v && in->w[i].v == in->w[j].v &&
         in->result[i].v == in->result[j].v && in->latency[i].v == in->latency[j].v;
}

static void find_twins(struct search *s)
{
  const struct sp_round *r = s->lp.round;
  s->twin = sp_new(s->cx, r->in->m + 1, int);
  for (int k = 0; k < r->p; k++)
    for (int q = 0; q < k; q++)
      if (equal_costs(r->in, r->worker[k], r->worker[q]))
        s->twin[r->worker[k]] = r->worker[q];
}

/* A worker is last only after those that equal it and have higher places. */
static bool is_before_twin(const struct search *s, int i, const int *rank)
{
  for (int k = 0; k < s->lp.n; k++)
    if (s->twin[s->lp.member[k]] == i && rank[s->lp.member[k]] == s->lp.n)
      return true;
  return false;
}

/* Places of the order of results that a tie implies: the last one sent is the first, or the last,
 * whose result comes. */
static void tie_rank(struct search *s, int i, bool placed)
{
  if (s->tie == SP_TIE_LIFO)
    s->lp.back_rank[i] = s->lp.send_rank[i];
  if (s->tie == SP_TIE_FIFO)
    s->lp.back_rank[i] = placed ? s->lp.n - 1 - s->lp.send_rank[i] : -1;
}

static void place(struct search *s, int *rank, int i, int value)
{
  rank[i] = value;
  tie_rank(s, i, value < s->lp.n);
}

/* All are placed. */
static void keep_if_better(struct search *s, double gain)
{
  int n = s->lp.n;
  if (gain <= s->best->gain)
    return;
  for (int k = 0; k < n; k++)
    s->best->send[k] = s->now.send[n - 1 - k];
  for (int k = 0; k < s->returning; k++)
    s->best->back[k] = s->now.back[k];
  s->best->n = n;
  s->best->n_back = s->returning;
  if (s->tie)
    sp_orders_tie(s->lp.round, s->tie, s->best);
  s->best->gain = gain;
}

struct child {
  int worker;
  double bound;
};

/* The children of a node on one side, by bound; those that complete the orders are settled. */
static int children(struct search *s, bool sends, int depth, bool last, struct child *child)
{
  int *rank = sends ? s->lp.send_rank : s->lp.back_rank, n = 0;
  for (int k = 0; k < s->lp.n; k++) {
    int i = s->lp.member[k];
    if (rank[i] != s->lp.n || (!sends && !sp_returns(s->lp.round->in, i)) ||
        (sends && is_before_twin(s, i, rank)))
      continue;
    place(s, rank, i, depth);
    double bound = sp_round_lp_gain(&s->lp);
    place(s, rank, i, s->lp.n);
    s->left--;
    if (last) {
      (sends ? s->now.send : s->now.back)[depth] = i;
      keep_if_better(s, bound);
      continue;
    }
    int at = n++;
    for (; at > 0 && child[at - 1].bound < bound; at--)
      child[at] = child[at - 1];
    child[at] = (struct child){i, bound};
  }
  return n;
}

static void branch(struct search *s, int sent, int back)
{
  int backs = s->tie ? 0 : s->returning;
  bool sends = sent < s->lp.n && (sent <= back || back == backs);
  int depth = sends ? sent : back, *rank = sends ? s->lp.send_rank : s->lp.back_rank;
  const void *mark = sp_mark(s->cx);
  struct child *child = sp_new(s->cx, s->lp.n, struct child);
  int n = children(s, sends, depth, sent + back + 1 == s->lp.n + backs, child);
  for (int k = 0; k < n && !is_cut(s, child[k].bound); k++) {
    if (s->left <= 0 || sp_stopped(s->cx)) {
      s->open = fmax(s->open, child[k].bound);
      break;
    }
    (sends ? s->now.send : s->now.back)[depth] = child[k].worker;
    place(s, rank, child[k].worker, depth);
    branch(s, sent + sends, back + !sends);
    place(s, rank, child[k].worker, s->lp.n);
  }
  sp_release(s->cx, mark);
}

/* Sets the members of the subset, none of them placed; returns the bound. */
static double open_subset(struct search *s, unsigned subset)
{
  const struct sp_round *r = s->lp.round;
  s->lp.n = s->returning = 0;
  for (int k = 0; k < r->p; k++)
    if (subset >> k & 1) {
      s->lp.member[s->lp.n++] = r->worker[k];
      s->returning += sp_returns(r->in, r->worker[k]);
    }
  for (int k = 0; k < s->lp.n; k++) {
    s->lp.send_rank[s->lp.member[k]] = s->lp.back_rank[s->lp.member[k]] = s->lp.n;
    tie_rank(s, s->lp.member[k], false);
  }
  return sp_round_lp_gain(&s->lp);
}

/* Is an equal worker left out that comes before one of the subset? */
static bool skips_twin(const struct search *s, unsigned subset)
{
  const struct sp_round *r = s->lp.round;
  for (int k = 0; k < r->p; k++)
    for (int q = 0; q < k; q++)
      if (subset >> k & 1 && !(subset >> q & 1) && s->twin[r->worker[k]] == r->worker[q])
        return true;
  return false;
}

struct subset {
  unsigned members;
  double bound;
};

static int by_bound(const void *a, const void *b)
{
  const struct subset *x = a, *y = b;
  int order = SP_COMPARE(y->bound, x->bound);
  return order ? order : SP_COMPARE(x->members, y->members);
}

static void search_subsets(struct search *s)
{
  unsigned all = 1U << s->lp.round->p;
  struct subset *subset = sp_new(s->cx, all, struct subset);
  int n = 0;
  for (unsigned members = 1; members < all; members++)
    if (!skips_twin(s, members))
      subset[n++] = (struct subset){members, open_subset(s, members)};
  s->left -= n;
  qsort(subset, (size_t)n, sizeof *subset, by_bound);
  for (int k = 0; k < n && !is_cut(s, subset[k].bound); k++) {
    if (s->left <= 0 || sp_stopped(s->cx)) {
      s->open = fmax(s->open, subset[k].bound);
      return;
    }
    open_subset(s, subset[k].members);
    branch(s, 0, 0);
  }
}

double sp_round_search(struct sp_context *cx, const struct sp_round *r, enum sp_tie tie, long nodes,
                       struct sp_orders *best)
{
  struct search s = {.cx = cx,
                     .tie = tie,
                     .lp = sp_round_lp_new(cx, r),
                     .left = nodes,
                     .now = sp_orders_new(cx, r),
                     .best = best};
  if (r->p > SP_ROUND_SEARCHED)
    return INFINITY;
  find_twins(&s);
  if (r->start_ups)
    search_subsets(&s);
  else if (!is_cut(&s, open_subset(&s, (1U << r->p) - 1)))
    branch(&s, 0, 0);
  return fmax(s.open, best->gain);
}
