/* Exact optimum of a tiny redistribution by depth-first branch and bound.
 *
 * What has to be searched. Three facts, each for plans executed as soon as possible:
 * (1) No task needs to pass the master twice. Say reception k' at the master takes from worker i
 * the task that emission k < k' brought there. Leave both out: of the emissions between, each now
 *     waits for an earlier reception than before and has less before it on its port, and all after
 *     keep their receptions or get them earlier. Worker i computes what it computed. So every task
 *     sent is an initial one. (A worker may still both send and receive: Figure 2 needs that.)
 * (2) Senders may go by (c, index). Initial tasks are there from date 0, so the k-th arrival at the
 *     master is the sum of the first k costs, and increasing order makes all these sums least.
 * (3) s = r is useless: without it, as in (1), nothing gets later.
 * A plan is then a list of pairs (s_k, r_k) with s_1 <= s_2 <= .. by (c, index); the receivers'
 * order is free. Of a worker one needs n_i = L_i - sent + received, and g_i, the end of its
 * received tasks if it had no other: it ends at max(n_i w_i, g_i), own tasks being computed first.
 *
 * A node is a list so far; it is a plan itself. To find one that ends by M, the greatest makespan
 * that would be an improvement, a node is left if
 * (a) some g_i > M: received tasks stay where they are (1);
 * (b) worker i has n_i > floor(M/w_i) and its turn to send is over (2);
 * (c) what workers have too much cannot arrive and be sent on in time, by the relaxation of
 *     arrivals.c from here on: receptions after `in`, emissions after `out`, and worker i can
 *     receive floor((M - max(g_i, out + c_i))/w_i) more at most;
 * (d) of two workers alike in costs and in state (n, g, initial tasks left) not the first is tried,
 *     as receiver, or as sender while the turn of both is to come.
 * (e) a list was searched before with the same numbers sent and received by each worker, and with
 *     no date, out or g_i, later (as far as they are remembered: dominance.c). A g_i before out
 * counts as out: what is still sent arrives after that, and is not over before. An improvement
 * found lowers M. On reals it must be one by 2^-41 of M at least.
 *
 * Why (d) loses no optimum. Of the optimal plans take those of fewest messages, and of these the
 * one whose list of pairs (s_k, r_k) is least in lexicographic order, workers compared by (c,
 * index). Suppose that (d) leaves it where q is tried and k stands before q and is alike. Exchange
 * the names of k and q from there on, which changes no date. If the sender's place lies between
 * theirs, then k, whose turn was over, may now send; but then all three have the same c, so the
 * senders of the list can be sorted again without changing a date, which makes the list smaller
 * from the first task on that k sends in addition; a pair s = r that arises is dropped (3). If not,
 * the first pair that changes is the present one, q in it becoming k. So there would be an optimal
 * plan with fewer messages or a smaller list. For workers that send nothing g need not even be
 * equal: i ends by M iff its j-th last task arrives by M - j w_i for all j, so what the two receive
 * can be shared out as to let the first be ahead throughout.
 *
 * Why (e) loses none either: lists are searched in lexicographic order. Were that least optimal
 * plan left at a list v for the sake of u, then u, as long, searched before, and followed by what
 * follows v would be an optimal plan, too, and smaller. */
#include "method/context.h"
#include "solve/bounds/arrivals.h"
#include "solve/bounds/bounds.h"
#include "solve/optimum/dominance.h"
#include "solve/optimum/optimum.h"

#include <starport/redistribution.h>
#include <starport/starport.h>

struct worker {
  double n;    /* tasks it computes if nothing more moves */
  double sent; /* of its initial ones */
  double g;    /* end of its received tasks, own ones not counted */
};

struct bb {
  const struct sp_redistribution *p;
  struct worker *worker;    /* [1..m] */
  struct arrivals arrivals; /* the relaxation */
  struct dominance searched;
  struct sp_schedule list, *best;
  double makespan; /* of the best */
  long nodes;      /* left */
};

/* The greatest makespan that improves on the best. */
static double goal(const struct bb *b)
{
  return b->p->exact ? b->makespan - 1 : b->makespan * (1 - 0x1p-41);
}

static double end_of(const struct bb *b, int i)
{
  const struct worker *x = &b->worker[i];
  return x->n > 0 ? fmax(x->n * b->p->w[i], x->g) : 0;
}

/* Is the list so far the best plan? */
static void judge(struct bb *b)
{
  double makespan = 0;
  for (int i = 1; i <= b->p->m; i++)
    makespan = fmax(makespan, end_of(b, i));
  if (makespan < b->makespan) {
    b->makespan = makespan;
    sp_schedule_copy(b->best, &b->list);
  }
}

/* Tests (a), (b), (c): false if no plan that begins like this ends by M. */
static bool hopeful(struct bb *b, int turn, double in, double out)
{
  const struct sp_redistribution *p = b->p;
  struct arrivals *a = &b->arrivals;
  double M = goal(b), most = p->exact ? M : M * (1 + 0x1p-44);
  for (int j = 0; j < p->m; j++) {
    int i = p->by_c[j];
    const struct worker *x = &b->worker[i];
    arrivals_set(a, i, x->n, j < turn ? 0 : p->load[i] - x->sent, most);
    if (x->g > M || (a->leaves[i] > 0 && j < turn))
      return false;
    a->later[i] = fmax(0, floor((most - fmax(x->g, out + p->c[i])) / p->w[i] * (1 + 0x1p-50)));
  }
  return arrivals_in_time(a, most, in, out);
}

/* Test (e). */
static bool known(struct bb *b, double out)
{
  size_t m = (size_t)b->p->m;
  double *state = b->searched.state;
  for (size_t i = 1; i <= m; i++) {
    const struct worker *x = &b->worker[i];
    state[2 * i - 2] = 1 + x->sent;
    state[2 * i - 1] = x->n;
    state[2 * m + i] = fmax(x->g, out);
  }
  state[2 * m] = out;
  return dominance_known(&b->searched);
}

/* Are workers a and b alike, so that what follows for one follows for the other? */
static bool alike(const struct bb *b, int i, int k)
{
  const struct worker *x = &b->worker[i], *y = &b->worker[k];
  return b->p->c[i] == b->p->c[k] && b->p->w[i] == b->p->w[k] && x->n == y->n && x->g == y->g &&
         b->p->load[i] - x->sent == b->p->load[k] - y->sent;
}

/* A worker alike stands before place q, at a place from `from` on other than `except`: (d). */
static bool repeated(const struct bb *b, int from, int except, int q)
{
  for (int k = from; k < q; k++)
    if (k != except && alike(b, b->p->by_c[k], b->p->by_c[q]))
      return true;
  return false;
}

static void branch(struct bb *b, int turn, double in, double out);

/* Tries all receivers of the next task of the worker at place j. */
static void send_from(struct bb *b, int j, double in, double out)
{
  const struct sp_redistribution *p = b->p;
  int s = p->by_c[j];
  in += p->c[s];
  for (int q = 0; q < p->m; q++) {
    int r = p->by_c[q];
    if (r == s || p->w[r] == INFINITY || repeated(b, 0, j, q))
      continue;
    struct worker kept[2] = {b->worker[s], b->worker[r]};
    double arrival = fmax(in, out) + p->c[r];
    b->worker[s].n--;
    b->worker[s].sent++;
    b->worker[r].n++;
    b->worker[r].g = fmax(b->worker[r].g, arrival) + p->w[r];
    sp_schedule_add(&b->list, s, r, 1, -1);
    branch(b, j, in, arrival);
    b->list.n--;
    b->worker[s] = kept[0];
    b->worker[r] = kept[1];
  }
}

/* turn: place in the senders' order of the last one; earlier places send no more. */
static void branch(struct bb *b, int turn, double in, double out)
{
  const struct sp_redistribution *p = b->p;
  if (b->nodes <= 0)
    return;
  b->nodes--;
  judge(b);
  if (!hopeful(b, turn, in, out) || known(b, out))
    return;
  for (int j = turn; j < p->m; j++) {
    const struct worker *x = &b->worker[p->by_c[j]];
    if (x->sent < p->load[p->by_c[j]] && !repeated(b, turn, -1, j))
      send_from(b, j, in, out);
    if (x->n * p->w[p->by_c[j]] > goal(b))
      return;
  }
}

static void search(struct bb *b, struct sp_context *cx)
{
  const struct sp_redistribution *p = b->p;
  size_t m = (size_t)p->m;
  b->worker = sp_new(cx, p->m + 1, struct worker);
  b->arrivals = arrivals_new(cx, p);
  b->searched = dominance_new(cx, 2 * m, m + 1, b->nodes);
  for (int i = 1; i <= p->m; i++)
    b->worker[i].n = p->load[i];
  branch(b, 0, 0, 0);
  sp_schedule_clear(&b->list);
}

/* The makespan of the plan to beat, in the units of p. */
static double to_beat(const struct sp_redistribution *p, const struct sp_schedule *best)
{
  double makespan = best->n > 0 ? sp_makespan(p->in, best) * (p->div / p->mul) : NAN;
  if (isnan(makespan))
    return INFINITY;
  return p->exact ? round(makespan) : makespan;
}

int sp_optimum_redistribution(const struct sp_instance *in, long node_limit,
                              struct sp_schedule *best, double *makespan, double *lower_bound,
                              bool *proven)
{
  const struct sp_ports *ports = &in->platform.node[0].ports;
  if (in->problem != SP_REDISTRIBUTION || in->deadline.v < INFINITY || ports->recv != 1 ||
      ports->send != 1)
    return SP_CANNOT;
  struct sp_context *cx = sp_context_plain();
  struct bb b = {.p = sp_redistribution_new(cx, in, 1),
                 .list = SP_SCHEDULE_EMPTY,
                 .best = best,
                 .nodes = node_limit};
  if (!b.p) {
    sp_context_free(cx);
    return SP_CANNOT;
  }
  b.makespan = to_beat(b.p, best);
  double bound = bounds_greatest(in);
  *proven = bound >= sp_redistribution_time(b.p, b.makespan);
  if (!*proven) {
    search(&b, cx);
    *proven = b.nodes > 0;
  }
  *makespan = best->planned = sp_redistribution_time(b.p, b.makespan);
  *lower_bound = *proven ? *makespan : fmin(bound, *makespan);
  sp_context_free(cx);
  return SP_OK;
}
