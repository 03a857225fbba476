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
#include "base/memory.h"
#include "solve/steady/hops_parts.h"

#include <string.h>

/* The double nearest to a + b: the rounding error of the sum of the high parts is computed exactly
 * (Knuth) and added with the low parts. */
static double date_of(struct moment a, struct moment b)
{
  double sum = a.high + b.high, part = sum - a.high;
  double error = (a.high - (sum - part)) + (b.high - part);
  return sum + (error + (a.low + b.low));
}

/* ---- The blocks */

static void emit(struct steady_hops *s, struct sp_hops *add, const struct step *step, double date)
{
  bool endless = s->g->master[step->from];
  struct sp_hop hop = {step->from, step->to, step->link,
                       1,          date,     endless ? 0 : ++s->taken[step->from]};
  sp_hops_add(add, &hop);
}

/* Adds the hops of one task to node i that leaves its master at `start`. */
static void send_task(struct steady_hops *s, struct sp_hops *add, int i, struct moment start,
                      struct sp_rational *scratch)
{
  long first = add->n;
  for (int at = i; s->p->via[at] >= 0; at = s->p->via[at]) {
    int from = s->p->via[at];
    struct step step = {.from = from, .to = at, .link = s->up[at]};
    emit(s, add, &step, date_of(start, moment_of(s->distance[from], scratch)));
  }
  for (long a = first, b = add->n - 1; a < b; a++, b--) { /* the hop from the master is first */
    struct sp_hop hop = add->hop[a];
    add->hop[a] = add->hop[b];
    add->hop[b] = hop;
  }
}

static void add_startup(struct steady_hops *s, struct sp_hops *add)
{
  struct sp_rational *at = sp_q_alloc(), *scratch = sp_q_alloc();
  for (int i = 0; i < s->p->nodes; i++)
    for (double n = steady_hops_received(s, i); n > 0; n--) {
      send_task(s, add, i, moment_of(at, scratch), scratch);
      sp_q_add(at, at, s->distance[i]);
    }
  sp_q_free(at);
  sp_q_free(scratch);
}

static void add_period(struct steady_hops *s, struct moment start, struct sp_hops *add)
{
  for (long k = 0; k < s->steps; k++)
    emit(s, add, &s->step[k], date_of(start, s->step[k].at));
}

/* Every node computes its share of one more period, without idle time. */
static void add_cleanup(struct steady_hops *s, struct sp_hops *add)
{
  struct sp_rational *at = sp_q_alloc(), *each = sp_q_alloc(), *scratch = sp_q_alloc();
  for (int i = 0; i < s->p->nodes; i++) {
    struct step step = {.from = i, .to = i, .link = -1};
    double n = sp_q_double(s->p->work[i]) * sp_q_double(s->p->whole);
    if (!(n > 0))
      continue;
    sp_q_set_num(each, s->g->w[i]);
    sp_q_set(at, s->start);
    for (; n > 0; n--) {
      emit(s, add, &step, date_of(moment_of(at, scratch), (struct moment){0, 0}));
      sp_q_add(at, at, each);
    }
  }
  sp_q_free(at);
  sp_q_free(each);
  sp_q_free(scratch);
}

static void add_block(struct steady_hops *s, struct sp_hops *add)
{
  struct sp_rational *scratch = sp_q_alloc();
  struct moment start = moment_of(s->start, scratch);
  if (s->block == 0)
    add_startup(s, add);
  else if (s->block <= s->r)
    add_period(s, start, add);
  else
    add_cleanup(s, add);
  s->begin = s->block == 0 ? 0 : date_of(start, (struct moment){0, 0});
  if (s->block > 0)
    sp_q_add(s->start, s->start, s->length);
  s->block++;
  sp_q_free(scratch);
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
