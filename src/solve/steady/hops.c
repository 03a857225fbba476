/* Writes the periodic schedule as hops.
 *
 * It is a sequence of blocks: 0 the start-up, 1..r the periods, r+1 the clean-up. Block b is added
 * when block b-1 has begun, so that at most two are waiting. Within a block hops are in the order
 * of their dates, so the list gives the order of every port.
 *
 * Dates are sums of exact rationals, rounded once: a period begins at I + (b-1) T, and each of its
 * hops a fixed time after that. Both are pairs of doubles, high part and rest, so that their sum is
 * correctly rounded even after a million periods.
 *
 * Tasks are identical, so counts decide when one is available: the k-th task that a node takes (to
 * compute or to send on) is the k-th that it received.
 *
 * Example (Figure 2, K = 100): I = 31 for 4 tasks to P2, 7 to P3 and 4 by P3 to P4; r = 3 periods
 * of 12 from 31 to 67; 21 tasks computed in each and 21 from 67 on: 84. */
#include "solve/steady/hops.h"
#include "base/memory.h"
#include "solve/lp/rational.h"
#include "solve/steady/activity.h"
#include "solve/steady/steps.h"

#include <stdlib.h>
#include <string.h>

/* Limits on the hops of one block and of a run, for memory and time. */
static const double most_in_block = 1 << 22, most_in_all = 1e9;

struct steady_hops {
  const struct sp_graph *g;
  const struct sp_steady_period *p;
  struct sp_q_pool pool;
  double r; /* periods, each whole * T; -1: there is no time for a period */
  struct sp_rational *length, *startup; /* of these periods; and their I */
  struct steady_steps steps;            /* of a period */
  double tasks;
  int *up; /* [0..nodes-1] link from via; -1 at masters */
  struct sp_rational **distance;
  /* the run */
  double block;              /* the next */
  double begin;              /* date at which the one before begins */
  struct sp_rational *start; /* date at which the next begins, after the start-up */
  long *taken;               /* [0..nodes-1] */
};

/* Tasks that node i receives in a period: whole * received. */
static double received(const struct steady_hops *s, int i)
{
  return sp_q_double(s->p->received[i]) * sp_q_double(s->p->whole);
}

/* ---- Sizes */

/* Periods and tasks until a date, and lengths, all of them times `whole`. */
static void find_periods(struct steady_hops *s, double date)
{
  const struct sp_steady_period *p = s->p;
  struct sp_q_pool *pool = &s->pool;
  const struct sp_rational *T = p->reached ? p->length : p->rounds_end;
  struct sp_rational *K = sp_q_new(pool, (struct sp_num){date, 0, 0});
  struct sp_rational *r = steady_periods(pool, p, K, p->whole, T);
  s->length = sp_q_of(pool, T, '*', p->whole);
  s->startup = sp_q_of(pool, p->startup, '*', p->whole);
  s->start = sp_q_int(pool, 0);
  s->r = sp_q_sign(r) < 0 ? -1 : sp_q_double(r);
  struct sp_rational *tasks = sp_q_of(pool, p->tasks, '*', p->whole);
  tasks = sp_q_of(pool, sp_q_of(pool, r, '+', sp_q_int(pool, 1)), '*', tasks);
  s->tasks = s->r < 0 ? 0 : sp_q_double(tasks);
}

/* Links and lengths of the ways of the start-up. */
static void find_ways(struct steady_hops *s)
{
  const struct sp_graph *g = s->g;
  const int *via = s->p->via;
  s->distance = sp_q_zeros(&s->pool, s->p->nodes);
  for (int i = 0; i < s->p->nodes; i++)
    s->up[i] = -1;
  for (int k = 0; k < 2 * g->links; k++) {
    int from = k % 2 ? g->link[k / 2].b : g->link[k / 2].a;
    int to = k % 2 ? g->link[k / 2].a : g->link[k / 2].b;
    if (via[to] == from)
      s->up[to] = k / 2;
  }
  for (int i = 0; i < s->p->nodes; i++)
    for (int at = i; via[at] >= 0; at = via[at]) {
      const struct sp_link *link = &g->link[s->up[at]];
      sp_q_add(s->distance[i], sp_q_new(&s->pool, link->c[link->a != via[at]]));
    }
}

/* The number of hops of all blocks; *block: of the longest block. */
static double count_hops(const struct steady_hops *s, double *block)
{
  double startup = 0, period = sp_q_double(s->p->tasks), whole = sp_q_double(s->p->whole);
  for (int i = 0; i < s->p->nodes; i++) {
    double hops = 0;
    for (int at = i; s->p->via[at] >= 0; at = s->p->via[at])
      hops++;
    startup += hops * received(s, i);
  }
  for (int k = 0; k < s->p->flows; k++)
    period += sp_q_double(s->p->flow[k].tasks);
  period *= whole;
  *block = fmax(startup, period);
  return s->r < 0 ? 0 : startup + s->r * period + sp_q_double(s->p->tasks) * whole;
}

int steady_hops_alloc(const struct sp_graph *g, const struct sp_steady_period *p, double date,
                      struct steady_hops **hops, struct sp_error *error)
{
  struct steady_hops *s = *hops = sp_xcalloc(1, sizeof *s);
  size_t nodes = (size_t)p->nodes + 1;
  double block, count;
  *s = (struct steady_hops){.g = g,
                            .p = p,
                            .up = sp_xcalloc(nodes, sizeof(int)),
                            .taken = sp_xcalloc(nodes, sizeof(long))};
  find_periods(s, date);
  find_ways(s);
  count = count_hops(s, &block);
  int code = SP_OK;
  if (s->r >= 0 && block > most_in_block)
    code = sp_failure(error, SP_CANNOT,
                      "a period without an interrupted message has %.0f messages and "
                      "computations, expected at most %.0f",
                      block, most_in_block);
  else if (s->r >= 0 && count > most_in_all)
    code = sp_failure(error, SP_CANNOT,
                      "%.0f messages and computations by that date, expected at most %.0f", count,
                      most_in_all);
  else if (s->r >= 0)
    s->steps = steady_steps_find(g, p, INFINITY);
  if (code != SP_OK) {
    steady_hops_free(s);
    *hops = NULL;
  }
  return code;
}

void steady_hops_free(struct steady_hops *s)
{
  if (!s)
    return;
  sp_q_clear(&s->pool);
  free(s->steps.step);
  free(s->up);
  free(s->taken);
  free(s);
}

/* ---- The blocks */

/* The double nearest to a + b: the rounding error of the sum of the high parts is computed exactly
 * (Knuth) and added with the low parts. */
static double date_of(struct moment a, struct moment b)
{
  double sum = a.high + b.high, part = sum - a.high;
  double error = (a.high - (sum - part)) + (b.high - part);
  return sum + (error + (a.low + b.low));
}

static void emit(struct steady_hops *s, struct sp_hops *add, const struct step *step, double date)
{
  bool endless = s->g->master[step->from];
  struct sp_hop hop = {step->from, step->to, step->link,
                       1,          date,     endless ? 0 : ++s->taken[step->from]};
  sp_hops_add(add, &hop);
}

/* Adds the hops of one task to node i that leaves its master at `start`. */
static void send_task(struct steady_hops *s, struct sp_hops *add, int i, struct moment start)
{
  long first = add->n;
  for (int at = i; s->p->via[at] >= 0; at = s->p->via[at]) {
    int from = s->p->via[at];
    struct step step = {.from = from, .to = at, .link = s->up[at]};
    emit(s, add, &step, date_of(start, moment_of(s->distance[from])));
  }
  for (long a = first, b = add->n - 1; a < b; a++, b--) { /* the hop from the master is first */
    struct sp_hop hop = add->hop[a];
    add->hop[a] = add->hop[b];
    add->hop[b] = hop;
  }
}

static void add_startup(struct steady_hops *s, struct sp_hops *add)
{
  struct sp_q_pool pool = {0};
  struct sp_rational *at = sp_q_int(&pool, 0);
  for (int i = 0; i < s->p->nodes; i++)
    for (double n = received(s, i); n > 0; n--) {
      send_task(s, add, i, moment_of(at));
      sp_q_add(at, s->distance[i]);
    }
  sp_q_clear(&pool);
}

static void add_period(struct steady_hops *s, struct moment start, struct sp_hops *add)
{
  for (long k = 0; k < s->steps.n; k++)
    emit(s, add, &s->steps.step[k], date_of(start, s->steps.step[k].at));
}

/* Every node computes its share of one more period, without idle time. */
static void add_cleanup(struct steady_hops *s, struct sp_hops *add)
{
  struct sp_q_pool pool = {0};
  struct sp_rational *at = sp_q_int(&pool, 0);
  for (int i = 0; i < s->p->nodes; i++) {
    struct step step = {.from = i, .to = i, .link = -1};
    double n = sp_q_double(s->p->work[i]) * sp_q_double(s->p->whole);
    if (!(n > 0))
      continue;
    struct sp_rational *each = sp_q_new(&pool, s->g->w[i]);
    for (sp_q_set(at, s->start); n > 0; n--) {
      emit(s, add, &step, date_of(moment_of(at), (struct moment){0, 0}));
      sp_q_add(at, each);
    }
  }
  sp_q_clear(&pool);
}

static void add_block(struct steady_hops *s, struct sp_hops *add)
{
  struct moment start = moment_of(s->start);
  if (s->block == 0)
    add_startup(s, add);
  else if (s->block <= s->r)
    add_period(s, start, add);
  else
    add_cleanup(s, add);
  s->begin = s->block == 0 ? 0 : date_of(start, (struct moment){0, 0});
  if (s->block > 0)
    sp_q_add(s->start, s->length);
  s->block++;
}

static void start(void *state)
{
  struct steady_hops *s = state;
  s->block = s->begin = 0;
  sp_q_set(s->start, s->startup);
  memset(s->taken, 0, (size_t)s->p->nodes * sizeof *s->taken);
}

static bool more(void *state, const struct sp_hop_view *view, struct sp_hops *add)
{
  struct steady_hops *s = state;
  double last = s->r < 0 ? -1 : s->r + 1;
  while (s->block <= last && view->now >= s->begin)
    add_block(s, add);
  return s->block <= last;
}

struct sp_hop_source steady_hops_source(struct steady_hops *s)
{
  return (struct sp_hop_source){start, more, s};
}

double steady_hops_tasks(const struct steady_hops *s)
{
  return s->tasks;
}

double steady_hops_periods(const struct steady_hops *s)
{
  return s->r < 0 ? 0 : s->r * sp_q_double(s->p->whole);
}
