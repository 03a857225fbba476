/* Exact optimum of a tiny redistribution by depth-first branch and bound.
 *
 * Three facts reduce the plans to search, each for plans executed as soon as possible:
 * (1) No task needs to pass the master twice. Let reception k' at the master take from worker i the
 *     task that emission k < k' brought there. Omit both: each emission between them now waits for
 * an earlier reception than before and has less before it on its port, and all later emissions keep
 *     their receptions or get earlier ones. Worker i computes the same tasks. So every task sent is
 *     an initial one. (A worker may still both send and receive: Figure 2 needs that.)
 * (2) Senders may be sorted by (c, index). Initial tasks are available from date 0, so the k-th
 *     arrival at the master is the sum of the first k costs, and increasing order minimises all
 *     these sums.
 * (3) s = r is useless: without it, as in (1), nothing gets later.
 * A plan is then a list of pairs (s_k, r_k) with s_1 <= s_2 <= .. by (c, index); the order of the
 * receivers is free. The state of a worker is n_i = L_i - sent + received, and g_i, the end of its
 * received tasks if it had no other: it ends at max(n_i w_i, g_i), as own tasks are computed first.
 *
 * A node is a partial list; it is itself a plan. The search looks for a list that ends by M, the
 * greatest makespan that would be an improvement. A node is cut off if
 * (a) some g_i > M: received tasks stay where they are (1);
 * (b) worker i has n_i > floor(M/w_i) and can no longer send (2);
 * (c) the excess tasks cannot arrive and be sent on in time, by the relaxation of arrivals.c from
 *     here on: receptions after `in`, emissions after `out`, and worker i can receive at most
 *     floor((M - max(g_i, out + c_i))/w_i) more tasks;
 * (d) the worker tried as receiver, or as sender, has the costs and state (n, g, initial tasks
 * left) of a worker before it; for senders, one that can still send; (e) a list with the same
 * numbers sent and received by each worker and no later date, out or g_i, was searched before (as
 * far as they are stored: dominance.c). A g_i before out counts as out: tasks still to be sent
 * arrive and end after out. An improvement found lowers M. On real numbers it must be at least
 * 2^-41 of M.
 *
 * Why (d) loses no optimum. Of the optimal plans take those of fewest messages, and of these the
 * one whose list of pairs (s_k, r_k) is least in lexicographic order, workers compared by (c,
 * index). Suppose that (d) cuts it off where q is tried and an equal worker k is before q. Exchange
 * the names of k and q from there on, which changes no date. If the sender's place lies between
 * theirs, then k, which could no longer send, may now send; but then all three have the same c, so
 * the senders of the list can be sorted again without changing a date. This makes the list smaller
 * from the first additional task of k on; a pair s = r that results is dropped (3). Otherwise the
 * first pair that changes is the present one, where q becomes k. So there would be an optimal plan
 * with fewer messages or a smaller list: a contradiction. For workers that send nothing even g need
 * not be equal: i ends by M iff its j-th last task arrives by M - j w_i for all j, so the tasks
 * that the two receive can be divided so that the first is always ahead.
 *
 * Why (e) loses none either: lists are searched in lexicographic order. Suppose that this least
 * optimal plan is cut off at a list v because of u. Then u, of equal length, searched before, and
 * followed by the rest of the plan after v would also be an optimal plan, and smaller. */
#include "model/schedule.h"
#include "solve/bounds/bounds.h"
#include "solve/optimum/optimum.h"

#include <starport/state.h>

struct worker {
  double n;    /* tasks it computes if nothing more moves */
  double sent; /* of its initial ones */
};

struct bb {
  struct optimum *o;
  const struct sp_redistribution *p;
  struct worker *worker;    /* [1..m] */
  struct sp_state state;    /* idle: g, the end of the tasks received, own ones not counted */
  struct arrivals arrivals; /* the relaxation */
  struct dominance searched;
  struct sp_schedule list;
};

/* The greatest makespan that improves on the best. */
static double goal(const struct bb *b)
{
  return b->o->exact ? b->o->makespan - 1 : b->o->makespan * (1 - 0x1p-41);
}

static double g(const struct bb *b, int i)
{
  return b->state.worker[i].idle;
}

static double end_of(const struct bb *b, int i)
{
  double n = b->worker[i].n;
  return n > 0 ? fmax(n * b->p->w[i], g(b, i)) : 0;
}

/* Keeps the partial list if it is the best plan. */
static void keep_best(struct bb *b)
{
  double makespan = 0;
  for (int i = 1; i <= b->p->m; i++)
    makespan = fmax(makespan, end_of(b, i));
  if (makespan < b->o->makespan) {
    b->o->makespan = makespan;
    sp_schedule_copy(b->o->best, &b->list);
  }
}

/* Tests (a), (b), (c): false if no plan that begins like this ends by M. */
static bool hopeful(struct bb *b, int turn)
{
  const struct sp_redistribution *p = b->p;
  struct arrivals *a = &b->arrivals;
  double M = goal(b), most = p->exact ? M : M * (1 + 0x1p-44), out = b->state.port[SP_OUT];
  for (int j = 0; j < p->m; j++) {
    int i = p->by_c[j];
    const struct worker *x = &b->worker[i];
    arrivals_set(a, i, x->n, j < turn ? 0 : p->load[i] - x->sent, most);
    if (g(b, i) > M || (a->leaves[i] > 0 && j < turn))
      return false;
    a->later[i] = fmax(0, floor((most - fmax(g(b, i), out + p->c[i])) / p->w[i] * (1 + 0x1p-50)));
  }
  return arrivals_in_time(a, most, b->state.port[SP_IN], out);
}

/* Test (e). */
static bool known(struct bb *b)
{
  size_t m = (size_t)b->p->m;
  double *state = b->searched.state, out = b->state.port[SP_OUT];
  for (size_t i = 1; i <= m; i++) {
    state[2 * i - 2] = 1 + b->worker[i].sent;
    state[2 * i - 1] = b->worker[i].n;
    state[2 * m + i] = fmax(g(b, (int)i), out);
  }
  state[2 * m] = out;
  return dominance_known(&b->searched);
}

/* True if workers i and k have equal costs and states. */
static bool equal(const struct bb *b, int i, int k)
{
  const struct worker *x = &b->worker[i], *y = &b->worker[k];
  return b->p->c[i] == b->p->c[k] && b->p->w[i] == b->p->w[k] && x->n == y->n &&
         g(b, i) == g(b, k) && b->p->load[i] - x->sent == b->p->load[k] - y->sent;
}

/* Test (d): true if a place in from..q-1 other than `except` has a worker equal to that at q. */
static bool repeated(const struct bb *b, int from, int except, int q)
{
  for (int k = from; k < q; k++)
    if (k != except && equal(b, b->p->by_c[k], b->p->by_c[q]))
      return true;
  return false;
}

static void branch(struct bb *b, int turn);

/* Tries all receivers of the next task of the worker at place j. */
static void send_from(struct bb *b, int j)
{
  const struct sp_redistribution *p = b->p;
  int s = p->by_c[j];
  for (int q = 0; q < p->m; q++) {
    int r = p->by_c[q];
    if (r == s || p->w[r] == INFINITY || repeated(b, 0, j, q))
      continue;
    struct sp_state_before before = sp_state_try(&b->state, s, r);
    b->worker[s].n--;
    b->worker[s].sent++;
    b->worker[r].n++;
    sp_schedule_add(&b->list, s, r, 1, -1);
    branch(b, j);
    b->list.n--;
    b->worker[s].n++;
    b->worker[s].sent--;
    b->worker[r].n--;
    sp_state_take_back(&b->state, r, &before);
  }
}

/* turn: the place of the last sender in the senders' order; earlier places can no longer send. */
static void branch(struct bb *b, int turn)
{
  const struct sp_redistribution *p = b->p;
  if (!optimum_visit(b->o))
    return;
  keep_best(b);
  if (!hopeful(b, turn) || known(b))
    return;
  for (int j = turn; j < p->m; j++) {
    const struct worker *x = &b->worker[p->by_c[j]];
    if (x->sent < p->load[p->by_c[j]] && !repeated(b, turn, -1, j))
      send_from(b, j);
    if (x->n * p->w[p->by_c[j]] > goal(b))
      return;
  }
}

void optimum_redistribution(struct optimum *o)
{
  const struct sp_redistribution *p = o->p;
  size_t m = (size_t)p->m;
  struct bb b = {.o = o, .p = p, .list = SP_SCHEDULE_EMPTY};
  b.worker = sp_new(o->cx, p->m + 1, struct worker);
  b.state = sp_redistribution_state(o->cx, p, 0);
  b.arrivals = arrivals_new(o->cx, p);
  b.searched = dominance_new(o->cx, 2 * m, m + 1, o->nodes);
  for (int i = 1; i <= p->m; i++)
    b.worker[i].n = p->load[i];
  branch(&b, 0);
  sp_schedule_clear(&b.list);
}
