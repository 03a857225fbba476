/* Local search on the orders of one round whose results return: see round.h.
 *
 * A change moves a worker in one of the two orders, exchanges two, leaves one out or takes one in.
 * It is kept if the gain falls by at most a threshold, which decreases to 0 (Dueck and Scheuer
 * 1990, as in sa). Then all changes of the best orders are tried, while one helps. */
#include "base/memory.h"
#include "model/instance.h"
#include "solve/returns/round.h"

enum move { SHIFT, SWAP, LEAVE, ENTER, MOVES };
static const double GAINED = 1 + 1e-12;

static void remove_at(int *order, int *n, int k)
{
  memmove(order + k, order + k + 1, (size_t)(--*n - k) * sizeof(int));
}

static void insert_at(int *order, int *n, int k, int i)
{
  memmove(order + k + 1, order + k, (size_t)(*n - k) * sizeof(int));
  order[k] = i;
  ++*n;
}

static int find(const int *order, int n, int i)
{
  int k = 0;
  while (k < n && order[k] != i)
    k++;
  return k;
}

/* Changes place a of one order, or leaves its worker out; ENTER: takes worker a in at place b of
 * the messages, its result at `back`. */
static void apply(const struct sp_round *r, enum sp_tie tie, enum move move, bool sends, int a,
                  int b, int back, struct sp_orders *o)
{
  int *order = sends ? o->send : o->back;
  if (move == SHIFT) {
    sp_move_to(order, sizeof *order, a, b);
  } else if (move == SWAP) {
    sp_swap(order[a], order[b]);
  } else if (move == LEAVE) {
    int i = o->send[a];
    remove_at(o->send, &o->n, a);
    if (sp_returns(r->in, i))
      remove_at(o->back, &o->n_back, find(o->back, o->n_back, i));
  } else {
    insert_at(o->send, &o->n, b, a);
    if (sp_returns(r->in, a))
      insert_at(o->back, &o->n_back, back, a);
  }
  if (tie)
    sp_orders_tie(r, tie, o);
}

/* The worker at this place of those that are not used. */
static int unused(const struct sp_round *r, const struct sp_orders *o, int place)
{
  for (int k = 0; k < r->p; k++)
    if (find(o->send, o->n, r->worker[k]) == o->n && place-- == 0)
      return r->worker[k];
  return 0;
}

/* One change, chosen by one draw. */
static void change(const struct sp_round *r, enum sp_tie tie, double x, struct sp_orders *o)
{
  enum move move = (enum move)sp_pick(&x, r->start_ups ? MOVES : LEAVE);
  bool sends = tie || o->n_back < 2 || sp_pick(&x, 2) == 0;
  int n = sends ? o->n : o->n_back;
  if (move == ENTER && o->n < r->p) {
    int i = unused(r, o, (int)sp_pick(&x, r->p - o->n)), at = (int)sp_pick(&x, o->n + 1);
    apply(r, tie, ENTER, true, i, at, (int)sp_pick(&x, o->n_back + 1), o);
  } else if (move == LEAVE && o->n > 1) {
    apply(r, tie, LEAVE, true, (int)sp_pick(&x, o->n), 0, 0, o);
  } else if (n > 1) {
    int a = (int)sp_pick(&x, n);
    apply(r, tie, move == SWAP ? SWAP : SHIFT, sends, a, (int)sp_pick(&x, n), 0, o);
  }
}

struct improvement {
  const struct sp_round *round;
  enum sp_tie tie;
  struct sp_round_lp lp;
  struct sp_orders then, *best;
  long left;
};

/* Tries a change of the best orders. */
static bool try(struct improvement *m, enum move move, bool sends, int a, int b, int back)
{
  if (m->left <= 0)
    return false;
  m->left--;
  sp_orders_copy(&m->then, m->best);
  apply(m->round, m->tie, move, sends, a, b, back, &m->then);
  sp_orders_value(&m->lp, &m->then, NULL);
  if (m->then.gain <= m->best->gain * GAINED)
    return false;
  sp_orders_copy(m->best, &m->then);
  return true;
}

static bool try_leaving(struct improvement *m)
{
  bool improved = false;
  for (int a = 0; a < m->best->n && m->best->n > 1; a++)
    improved |= try(m, LEAVE, true, a, 0, 0);
  return improved;
}

static bool try_entering(struct improvement *m)
{
  bool improved = false;
  for (int place = 0; place < m->round->p - m->best->n; place++)
    for (int b = 0; b <= m->best->n && place < m->round->p - m->best->n; b++) {
      int i = unused(m->round, m->best, place);
      int backs = m->tie || !sp_returns(m->round->in, i) ? 0 : m->best->n_back;
      for (int back = 0; back <= backs; back++)
        if (try(m, ENTER, true, i, b, back)) {
          improved = true;
          break;
        }
    }
  return improved;
}

/* All changes, while one helps. */
static void polish(struct improvement *m)
{
  for (bool improved = true; improved && m->left > 0;) {
    improved = false;
    for (int sends = 1; sends >= (m->tie ? 1 : 0); sends--)
      for (int a = 0; a < (sends ? m->best->n : m->best->n_back); a++)
        for (int b = 0; b < (sends ? m->best->n : m->best->n_back); b++) {
          improved |= a != b && try(m, SHIFT, sends, a, b, 0);
          improved |= a < b && try(m, SWAP, sends, a, b, 0);
        }
    if (m->round->start_ups) {
      improved |= try_leaving(m);
      improved |= try_entering(m);
    }
  }
}

static struct improvement improvement_of(struct sp_context *cx, const struct sp_round *r,
                                         enum sp_tie tie, long evaluations, struct sp_orders *best)
{
  return (struct improvement){.round = r,
                              .tie = tie,
                              .lp = sp_round_lp_new(cx, r),
                              .then = sp_orders_new(cx, r),
                              .best = best,
                              .left = evaluations};
}

void sp_round_improve(struct sp_context *cx, const struct sp_round *r, enum sp_tie tie,
                      long evaluations, struct sp_orders *best)
{
  struct improvement m = improvement_of(cx, r, tie, evaluations, best);
  struct sp_orders now = sp_orders_new(cx, r);
  double cooling = 0.9 * (double)evaluations;
  sp_orders_copy(&now, best);
  for (long step = 0; step < evaluations && !sp_stopped(cx); step++) {
    sp_orders_copy(&m.then, &now);
    change(r, tie, sp_uniform(cx), &m.then);
    sp_orders_value(&m.lp, &m.then, NULL);
    double warmth = fmax(0, 1 - (double)step / cooling);
    if (!(m.then.gain >= now.gain * (1 - 0.03 * warmth)))
      continue;
    sp_orders_copy(&now, &m.then);
    if (now.gain > best->gain)
      sp_orders_copy(best, &now);
  }
  polish(&m);
}

/* Leaves out whom the programme gives nothing; false: all get something. */
static bool drop_empty(struct improvement *m, double *chunk)
{
  const struct sp_round *r = m->round;
  struct sp_orders *o = m->best;
  double sum = 0;
  int n = o->n;
  sp_orders_value(&m->lp, o, chunk);
  for (int k = 0; k < n; k++)
    sum += chunk[k];
  for (int k = n - 1; k >= 0 && o->n > 1; k--)
    if (chunk[k] <= 1e-12 * sum)
      apply(r, m->tie, LEAVE, true, k, 0, 0, o);
  return o->n < n;
}

void sp_round_select(struct sp_context *cx, const struct sp_round *r, enum sp_tie tie,
                     long evaluations, struct sp_orders *best)
{
  struct improvement m = improvement_of(cx, r, tie, evaluations, best);
  double *chunk = sp_new(cx, r->p, double);
  if (!r->start_ups)
    return;
  while (best->gain > 0 && drop_empty(&m, chunk))
    ;
  while (try_leaving(&m))
    ;
}
