/* beam: beam search over the orders of sending, for small bags.
 *
 * The heuristics of Figure 7 build one order of sending, task by task, and never revise it. Beam
 * search builds the best `width` orders in parallel: it extends each by every worker as the next
 * receiver, estimates when the whole bag would end, and keeps the `width` orders of the least
 * estimate. The estimate is a plan: the tasks left are sent by min_c, or each to the worker that
 * ends it first, whichever ends earlier. So the result is never worse than min_c or mct.
 *
 *   send to i: s = max(a_i, link) ; link = s + c_i ; idle_i = max(link, idle_i) + w_i
 *   ties of the estimate: the earlier link, then the order found first ; equal states are kept once
 *
 * places=paper lets a worker hold b_i + 1 tasks: the report prints Available = max(t, Idle - b w),
 * where (b - 1) w is meant. The option shows the consequence: `planned` is then less than the
 * executed makespan, and Theorem 1 would not hold. Refused where (N m)^2 times the width exceeds
 * 10^9, with several emissions at once or with a deadline.
 * Cost: O(N^2 m^2 width).
 * Example (Theorem 1 from a = 6,6,6,8,8,8, which has no 3-partition): "c=6,6,6,8,8,8,21
 * w=84,84,84,84,84,84,21 buffer=1 tasks=10": makespan 180, the optimum is 169 and K = 168; the plan
 * of places=paper has `planned` 147 and takes 210. */

#include "solve/bag/bag.h"

#include <stdlib.h>

struct options {
  long width;
  int places;
};

/* A partial order. */
struct partial {
  struct sp_state sent;
  double estimate;
  long trail; /* its line in the tree of orders */
};

/* A tree of orders: each line adds a worker to the order of its parent. */
struct step {
  long parent;
  int worker;
};

/* A successor, not built yet. */
struct successor {
  double estimate, link;
  int state, worker;
};

struct beam {
  struct sp_bag bag;
  int width;
  struct partial *now, *later; /* [0..width-1] */
  struct successor *tried;     /* [0..width*m-1] */
  struct sp_state scratch, rollout;
  struct step *step;
  long steps;
};

/* The makespan if the tasks left are sent by the better of the two simple rules. */
static double estimate(struct beam *b, const struct sp_state *s, long left)
{
  double best = INFINITY;
  for (int rule = 0; rule < SP_BAG_RULES; rule++) {
    struct sp_state *r = &b->rollout;
    sp_state_copy(r, s);
    for (long k = 0; k < left && r->last < best; k++)
      sp_state_send(r, 0, sp_bag_choose(&b->bag, r, (enum sp_bag_rule)rule, INFINITY), 1);
    best = r->last < best ? r->last : best;
  }
  return best;
}

static int best_first(const void *a, const void *b)
{
  const struct successor *x = a, *y = b;
  if (x->estimate != y->estimate)
    return x->estimate < y->estimate ? -1 : 1;
  if (x->link != y->link)
    return x->link < y->link ? -1 : 1;
  return x->state != y->state ? x->state - y->state : x->worker - y->worker;
}

/* True if nothing that is still to come differs. */
static bool equal(const struct sp_state *x, const struct sp_state *y)
{
  if (x->port[SP_OUT] != y->port[SP_OUT])
    return false;
  for (int i = 1; i <= x->m; i++) {
    const struct sp_state_worker *mine = &x->worker[i], *other = &y->worker[i];
    if (mine->idle != other->idle)
      return false;
    for (long k = 0; k < mine->places; k++)
      if (x->finish[mine->first + (mine->sent + k) % mine->places] !=
          y->finish[other->first + (other->sent + k) % mine->places])
        return false;
  }
  return true;
}

static bool present(const struct beam *b, int kept, const struct partial *s)
{
  for (int k = 0; k < kept; k++)
    if (b->later[k].estimate == s->estimate && equal(&b->later[k].sent, &s->sent))
      return true;
  return false;
}

/* Replaces the beam of n states by their best successors; returns how many. */
static int advance(struct beam *b, int n, long left)
{
  int tried = 0, kept = 0;
  for (int k = 0; k < n; k++)
    for (int i = 1; i <= b->bag.m; i++) {
      if (b->scratch.worker[i].w == INFINITY)
        continue;
      sp_state_copy(&b->scratch, &b->now[k].sent);
      sp_state_send(&b->scratch, 0, i, 1);
      double T = estimate(b, &b->scratch, left - 1);
      b->tried[tried++] = (struct successor){T, b->scratch.port[SP_OUT], k, i};
    }
  qsort(b->tried, (size_t)tried, sizeof *b->tried, best_first);
  for (int k = 0; k < tried && kept < b->width; k++) {
    const struct partial *from = &b->now[b->tried[k].state];
    struct partial *to = &b->later[kept];
    sp_state_copy(&to->sent, &from->sent);
    sp_state_send(&to->sent, 0, b->tried[k].worker, 1);
    to->estimate = b->tried[k].estimate;
    if (present(b, kept, to))
      continue;
    to->trail = b->steps;
    b->step[b->steps++] = (struct step){from->trail, b->tried[k].worker};
    kept++;
  }
  sp_swap(b->now, b->later);
  return kept;
}

static struct beam prepare(struct sp_context *cx, const struct sp_instance *in,
                           const struct options *o)
{
  struct beam b = {.bag = sp_bag_new(cx, in), .width = (int)o->width};
  b.now = sp_new(cx, b.width, struct partial);
  b.later = sp_new(cx, b.width, struct partial);
  for (int k = 0; k < b.width; k++) {
    b.now[k].sent = sp_state_new(cx, in, in->total.v, o->places);
    b.later[k].sent = sp_state_new(cx, in, in->total.v, o->places);
  }
  b.tried = sp_new(cx, b.width * b.bag.m, struct successor);
  b.scratch = sp_state_new(cx, in, in->total.v, o->places);
  b.rollout = sp_state_new(cx, in, in->total.v, o->places);
  b.step = sp_new(cx, b.bag.N * b.width + 1, struct step);
  b.steps = 1; /* line 0: the empty order */
  return b;
}

static int refuse(struct sp_context *cx, const struct sp_instance *in, const struct options *o)
{
  if (sp_bag_served(cx, in, false))
    return -1;
  double choices = in->total.v * in->m;
  if (choices * choices * (double)o->width > 1e9)
    return sp_refuse(cx, "%.0f tasks on %d worker%s are too many for a beam of %ld orders",
                     in->total.v, in->m, in->m == 1 ? "" : "s", o->width);
  return 0;
}

static int beam_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                     struct sp_schedule *out)
{
  const struct options *o = data;
  if (refuse(cx, in, o))
    return -1;
  struct beam b = prepare(cx, in, o);
  long N = b.bag.N;
  int n = 1, best = 0;
  for (long k = 0; k < N; k++)
    n = advance(&b, n, N - k);
  for (int k = 1; k < n; k++)
    if (b.now[k].sent.last < b.now[best].sent.last)
      best = k;
  int *order = sp_new(cx, N, int);
  long trail = b.now[best].trail;
  for (long k = N; k-- > 0; trail = b.step[trail].parent)
    order[k] = b.step[trail].worker;
  for (long k = 0; k < N; k++)
    sp_schedule_add(out, 0, order[k], 1, -1);
  out->planned = b.now[best].sent.last;
  return 0;
}

static const struct sp_option options[] = {
    {"width", SP_INTEGER, offsetof(struct options, width), "64", NULL, 1, 1000000,
     "orders of sending kept in parallel"},
    {"places", SP_CHOICE, offsetof(struct options, places), "bounded", "bounded|paper", 0, 0,
     "paper: one place more, by the formula printed in the report"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_beam = {
    .abi = SP_ABI,
    .name = "beam",
    .summary = "beam search over the orders of sending, for small bags",
    .source = "starport; after RR-5196, Figure 7",
    .version = 2,
    .problems = SP_BAG,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = beam_plan,
};
