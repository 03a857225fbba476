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
 * (c) x = sum of the excesses n_i - floor(M/w_i), all of which must still be received by the master
 *     and sent on: the last cannot be received before in + sum of their c, then is sent on and
 *     computed; and filling the workers' gaps by the cheapest links, the port needs that long.
 * (d) of two workers alike in costs and in state (n, g, initial tasks left) not the first is tried,
 *     as receiver, or as sender while the turn of both is to come.
 * An improvement found lowers M.
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
 * can be shared out as to let the first be ahead throughout. */
#include "solve/optimum.h"

#include <starport/redistribution.h>
#include <starport/starport.h>

struct worker {
  double n;    /* tasks it computes if nothing more moves */
  double sent; /* of its initial ones */
  double g;    /* end of its received tasks, own ones not counted */
};

struct bb {
  const struct sp_redistribution *p;
  struct worker *worker; /* [1..m] */
  struct sp_schedule list, *best;
  double makespan;  /* of the best */
  double least_leg; /* min c_r + w_r */
  double least_w;
  long nodes; /* left */
};

/* The greatest makespan that improves on the best. */
static double goal(const struct bb *b)
{
  return b->p->exact ? b->makespan - 1 : nextafter(b->makespan, 0);
}

/* Tasks that worker i can compute by M. */
static double room(const struct bb *b, int i, double M)
{
  double w = b->p->w[i], n = floor(M / w);
  if (w == INFINITY)
    return 0;
  return (n + 1) * w <= M ? n + 1 : n * w > M ? n - 1 : n;
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
static bool hopeful(const struct bb *b, int turn, double in, double out)
{
  const struct sp_redistribution *p = b->p;
  double M = goal(b), excess = 0, next = INFINITY, received = in, sent;
  for (int j = 0; j < p->m; j++) {
    int i = p->by_c[j];
    double over = b->worker[i].n - room(b, i, M);
    if (b->worker[i].g > M || (over > 0 && j < turn))
      return false;
    if (over <= 0)
      continue;
    excess += over;
    received += over * p->c[i];
  }
  if (excess == 0)
    return true;
  for (int j = turn; j < p->m && next == INFINITY; j++)
    if (p->load[p->by_c[j]] > b->worker[p->by_c[j]].sent)
      next = p->c[p->by_c[j]];
  sent = fmax(out, in + next);
  for (int j = 0; j < p->m && excess > 0; j++) {
    int i = p->by_c[j];
    double gap = fmin(excess, fmax(0, room(b, i, M) - b->worker[i].n));
    excess -= gap;
    sent += gap * p->c[i];
  }
  return excess == 0 && received + b->least_leg <= M && sent + b->least_w <= M;
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
  if (b->nodes <= 0)
    return;
  b->nodes--;
  judge(b);
  for (int j = turn; j < b->p->m && hopeful(b, j, in, out); j++)
    if (b->worker[b->p->by_c[j]].sent < b->p->load[b->p->by_c[j]] && !repeated(b, turn, -1, j))
      send_from(b, j, in, out);
}

static double greatest_bound(const struct sp_instance *in)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  return sp_bounds(in, bound) > 0 ? bound[0].value : 0;
}

static void search(struct bb *b, struct sp_context *cx)
{
  const struct sp_redistribution *p = b->p;
  b->worker = sp_new(cx, p->m + 1, struct worker);
  b->least_leg = b->least_w = INFINITY;
  for (int i = 1; i <= p->m; i++) {
    b->worker[i].n = p->load[i];
    b->least_leg = fmin(b->least_leg, p->c[i] + p->w[i]);
    b->least_w = fmin(b->least_w, p->w[i]);
  }
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
  char name[] = "";
  struct sp_method nobody = {.name = name};
  struct sp_context *cx = sp_context_alloc(NULL, 0, in, &nobody);
  struct bb b = {.p = sp_redistribution_new(cx, in, 1),
                 .list = SP_SCHEDULE_EMPTY,
                 .best = best,
                 .nodes = node_limit};
  if (!b.p) {
    sp_context_free(cx);
    return SP_CANNOT;
  }
  b.makespan = to_beat(b.p, best);
  double bound = greatest_bound(in);
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
