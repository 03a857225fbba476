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
 * compute or to send on) is the k-th that it received. The k-th result that it sends is the k-th
 * that it had, computed there or received. Nodes begin to send results in the periods that
 * sp_steady_period names, and in the clean-up those that are left follow, once all is computed.
 *
 * Example (Figure 2, K = 100): I = 31 for 4 tasks to P2, 7 to P3 and 4 by P3 to P4; r = 3 periods
 * of 12 from 31 to 67; 21 tasks computed in each and 21 from 67 on: 84. */
#include "solve/steady/hops.h"
#include "method/context.h"
#include "solve/lp/rational.h"
#include "solve/steady/activity.h"
#include "solve/steady/steps.h"

#include <stdlib.h>
#include <string.h>

/* Limits on the hops of one block and of a run, for memory and time. */
static const double most_in_block = 1 << 22, most_in_all = 1e9;

struct steady_hops {
  struct sp_context *cx;
  const struct sp_graph *g;
  const struct sp_steady_period *p;
  struct sp_q_pool pool;
  double r; /* periods, each whole * T; -1: there is no time for a period */
  struct sp_rational *length, *startup; /* of these periods; and their I */
  struct steady_steps steps;            /* of a period */
  double tasks;
  /* the run */
  double block;              /* the next */
  double begin;              /* date at which the one before begins */
  struct sp_rational *start; /* date at which the next begins, after the start-up */
  long *taken, *sent;        /* [0..nodes-1] tasks taken, results sent */
};

/* Of all that is done together in `whole` periods, where it is so much of one. */
static double whole_of(const struct steady_hops *s, const struct sp_rational *of_period)
{
  return sp_q_double(of_period) * sp_q_double(s->p->whole);
}

static double received(const struct steady_hops *s, int i)
{
  return whole_of(s, s->p->received[i]);
}

/* Results that are sent to masters in the clean-up. */
static double left(const struct steady_hops *s, int i)
{
  return s->p->home ? whole_of(s, s->p->left[i]) : 0;
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
  s->r = sp_q_compare(r, sp_q_int(pool, p->least)) < 0 ? -1 : sp_q_double(r);
  struct sp_rational *tasks = sp_q_of(pool, p->tasks, '*', p->whole);
  tasks = sp_q_of(pool, sp_q_of(pool, r, '+', sp_q_int(pool, 1)), '*', tasks);
  s->tasks = s->r < 0 ? 0 : sp_q_double(tasks);
}

static double links_of_way(const struct steady_way *way, int i)
{
  double links = 0;
  for (int at = i; way[at].next >= 0; at = way[at].next)
    links++;
  return links;
}

/* The number of hops of all blocks; *block: of the longest block. */
static double count_hops(const struct steady_hops *s, double *block)
{
  const struct sp_steady_period *p = s->p;
  double startup = 0, period = sp_q_double(p->tasks), end = whole_of(s, p->tasks);
  for (int i = 0; i < p->nodes; i++) {
    startup += links_of_way(p->via, i) * received(s, i);
    if (left(s, i) > 0)
      end += links_of_way(p->home, i) * left(s, i);
  }
  for (int k = 0; k < p->flows; k++)
    period += sp_q_double(p->flow[k].tasks);
  period *= sp_q_double(p->whole);
  *block = fmax(fmax(startup, period), end);
  return s->r < 0 ? 0 : startup + s->r * period + end;
}

int steady_hops_alloc(const struct sp_graph *g, const struct sp_steady_period *p, double date,
                      struct steady_hops **hops, struct sp_error *error)
{
  struct sp_context *cx = sp_context_plain();
  struct steady_hops *s = *hops = sp_new(cx, 1, struct steady_hops);
  double block, count;
  *s = (struct steady_hops){.cx = cx,
                            .g = g,
                            .p = p,
                            .taken = sp_new(cx, p->nodes, long),
                            .sent = sp_new(cx, p->nodes, long)};
  find_periods(s, date);
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
  sp_context_free(s->cx);
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
  long *count = step->result ? s->sent : s->taken;
  sp_hops_add(add, &(struct sp_hop){.from = step->from,
                                    .to = step->to,
                                    .link = step->link,
                                    .amount = 1,
                                    .earliest = date,
                                    .arrivals = endless ? 0 : ++count[step->from],
                                    .result = step->result});
}

/* Adds the hops of one task to node i that leaves its master at `start`. */
static void send_task(struct steady_hops *s, struct sp_hops *add, int i, struct moment start)
{
  const struct steady_way *way = &s->p->via[i];
  if (way->next < 0)
    return;
  struct step step = {.from = way->next, .to = i, .link = way->link};
  send_task(s, add, way->next, start);
  emit(s, add, &step, date_of(start, moment_of(s->p->via[way->next].time)));
}

static void add_startup(struct steady_hops *s, struct sp_hops *add)
{
  struct sp_rational *at = sp_q_int(&s->pool, 0);
  for (int i = 0; i < s->p->nodes; i++)
    for (double n = received(s, i); n > 0; n--) {
      send_task(s, add, i, moment_of(at));
      sp_q_add(at, s->p->via[i].time);
    }
}

static void add_period(struct steady_hops *s, struct moment start, struct sp_hops *add)
{
  for (long k = 0; k < s->steps.n; k++) {
    const struct step *step = &s->steps.step[k];
    if (!step->result || s->block >= s->p->first[step->from])
      emit(s, add, step, date_of(start, step->at));
  }
}

/* Adds the hops of the results left to the masters, one after another from `at` on. */
static void return_results(struct steady_hops *s, struct sp_rational *at, struct sp_hops *add)
{
  for (int i = 0; i < s->p->nodes; i++)
    for (double n = left(s, i); n > 0; n--)
      for (int from = i; s->p->home[from].next >= 0; from = s->p->home[from].next) {
        const struct steady_way *way = &s->p->home[from];
        struct step step = {.from = from, .to = way->next, .link = way->link, .result = true};
        emit(s, add, &step, date_of(moment_of(at), (struct moment){0, 0}));
        sp_q_add(at, way->time);
        sp_q_subtract(at, s->p->home[way->next].time);
      }
}

/* Every node computes its share of one more period, without idle time, and results return. */
static void add_cleanup(struct steady_hops *s, struct sp_hops *add)
{
  struct sp_rational *at = sp_q_int(&s->pool, 0);
  for (int i = 0; i < s->p->nodes; i++) {
    struct step step = {.from = i, .to = i, .link = -1};
    double n = whole_of(s, s->p->work[i]);
    if (!(n > 0))
      continue;
    struct sp_rational *each = sp_q_new(&s->pool, s->g->w[i]);
    for (sp_q_set(at, s->start); n > 0; n--) {
      emit(s, add, &step, date_of(moment_of(at), (struct moment){0, 0}));
      sp_q_add(at, each);
    }
  }
  struct sp_rational *computing = sp_q_of(&s->pool, s->p->drain, '-', s->p->returning);
  sp_q_set(at, sp_q_of(&s->pool, s->start, '+', sp_q_of(&s->pool, computing, '*', s->p->whole)));
  return_results(s, at, add);
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
  memset(s->sent, 0, (size_t)s->p->nodes * sizeof *s->sent);
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
