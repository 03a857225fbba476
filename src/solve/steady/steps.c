/* Computes how many periods of the steady state fit before a date, and the hops of one period, its
 * steps. The steps follow from the rounds: in each run of consecutive rounds that hold an activity,
 * its tasks follow one another. */
#include "base/memory.h"
#include "solve/steady/hops_parts.h"

#include <stdlib.h>

/* Limits on the hops of one block and of a run, for memory and time. */
static const double most_in_block = 1 << 22, most_in_all = 1e9;

struct moment moment_of(const struct sp_rational *q, struct sp_rational *scratch)
{
  struct moment m = {sp_q_double(q), 0};
  sp_q_set_num(scratch, (struct sp_num){m.high, 0, 0});
  sp_q_sub(scratch, q, scratch);
  m.low = sp_q_double(scratch);
  return m;
}

double steady_hops_received(const struct steady_hops *s, int i)
{
  return sp_q_double(s->p->received[i]) * sp_q_double(s->p->whole);
}

/* ---- One period */

static void add_step(struct steady_hops *s, const struct step *step)
{
  sp_grow(s->step, s->steps, s->cap);
  s->step[s->steps++] = *step;
}

/* Adds tasks one after another, the first at `start`: as many as fit in `time`, each takes `each`.
 */
static void add_run(struct steady_hops *s, struct step step, const struct sp_rational *start,
                    const struct sp_rational *time, const struct sp_rational *each)
{
  struct sp_rational *at = sp_q_alloc(), *scratch = sp_q_alloc();
  sp_q_div(at, time, each);
  long n = (long)sp_q_double(at);
  sp_q_set(at, start);
  for (long k = 0; k < n; k++) {
    step.at = moment_of(at, scratch);
    add_step(s, &step);
    sp_q_add(at, at, each);
  }
  sp_q_free(at);
  sp_q_free(scratch);
}

static bool round_holds(const struct sp_round *round, int from, int to)
{
  for (int k = 0; k < round->n; k++)
    if (round->pair[k][0] == from && round->pair[k][1] == to)
      return true;
  return false;
}

/* Adds the tasks of an activity in each run of rounds that hold it; false if no round does. */
static bool add_activity(struct steady_hops *s, struct step step, const struct sp_rational *each)
{
  const struct sp_steady_period *p = s->p;
  struct sp_rational *start = sp_q_alloc(), *run = sp_q_alloc();
  bool found = false;
  for (int r = 0; r <= p->rounds; r++) {
    if (r < p->rounds && round_holds(&p->round[r], step.from, step.to)) {
      if (!sp_q_sign(run))
        sp_q_mul(start, p->round[r].start, p->whole);
      sp_q_add(run, run, p->round[r].length);
      found = true;
      continue;
    }
    sp_q_mul(run, run, p->whole);
    add_run(s, step, start, run, each);
    sp_q_set_ratio(run, 0, 1);
  }
  sp_q_free(start);
  sp_q_free(run);
  return found;
}

static int by_date(const void *left, const void *right)
{
  const struct step *a = left, *b = right;
  if (a->at.high != b->at.high)
    return a->at.high < b->at.high ? -1 : 1;
  if (a->at.low != b->at.low)
    return a->at.low < b->at.low ? -1 : 1;
  if (a->from != b->from)
    return a->from - b->from;
  return a->to - b->to;
}

static void find_steps(struct steady_hops *s)
{
  const struct sp_steady_period *p = s->p;
  struct sp_rational *each = sp_q_alloc(), *time = sp_q_alloc(), *zero = sp_q_alloc();
  for (int k = 0; k < p->flows; k++) {
    const struct sp_flow *f = &p->flow[k];
    sp_q_div(each, f->busy, f->tasks);
    add_activity(s, (struct step){.from = f->from, .to = f->to, .link = f->link}, each);
  }
  for (int i = 0; i < p->nodes; i++) {
    struct step step = {.from = i, .to = i, .link = -1};
    if (!sp_q_sign(p->work[i]))
      continue;
    sp_q_set_num(each, s->g->w[i]);
    if (add_activity(s, step, each))
      continue;
    sp_q_mul(time, p->work[i], p->whole); /* it does not depend on the rounds */
    sp_q_mul(time, time, each);
    add_run(s, step, zero, time, each);
  }
  qsort(s->step, (size_t)s->steps, sizeof *s->step, by_date);
  sp_q_free(each);
  sp_q_free(time);
  sp_q_free(zero);
}

/* ---- Sizes */

/* r = floor((K - I - J) / T), all of them times `whole` but K. */
static void find_periods(struct steady_hops *s, double date)
{
  const struct sp_steady_period *p = s->p;
  struct sp_rational *r = sp_q_alloc(), *drain = sp_q_alloc();
  bool over = sp_q_compare(p->rounds_end, p->length) > 0;
  sp_q_mul(s->length, over ? p->rounds_end : p->length, p->whole);
  sp_q_mul(s->startup, p->startup, p->whole);
  sp_q_mul(drain, p->drain, p->whole);
  sp_q_set_num(r, (struct sp_num){date, 0, 0});
  sp_q_sub(r, r, s->startup);
  sp_q_sub(r, r, drain);
  sp_q_div(r, r, s->length);
  sp_q_floor(r, r);
  s->r = sp_q_sign(r) < 0 ? -1 : sp_q_double(r);
  sp_q_set_ratio(drain, 1, 1);
  sp_q_add(r, r, drain);
  sp_q_mul(r, r, p->tasks);
  sp_q_mul(r, r, p->whole);
  s->tasks = s->r < 0 ? 0 : sp_q_double(r);
  sp_q_free(r);
  sp_q_free(drain);
}

/* Links and lengths of the ways of the start-up. */
static void find_ways(struct steady_hops *s)
{
  const struct sp_graph *g = s->g;
  const int *via = s->p->via;
  struct sp_rational *c = sp_q_alloc();
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
      sp_q_set_num(c, link->c[link->a != via[at]]);
      sp_q_add(s->distance[i], s->distance[i], c);
    }
  sp_q_free(c);
}

/* The number of hops of all blocks; *block: of the longest block. */
static double count_hops(const struct steady_hops *s, double *block)
{
  double startup = 0, period = sp_q_double(s->p->tasks), whole = sp_q_double(s->p->whole);
  for (int i = 0; i < s->p->nodes; i++) {
    double hops = 0;
    for (int at = i; s->p->via[at] >= 0; at = s->p->via[at])
      hops++;
    startup += hops * steady_hops_received(s, i);
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
                            .length = sp_q_alloc(),
                            .startup = sp_q_alloc(),
                            .start = sp_q_alloc(),
                            .up = sp_xcalloc(nodes, sizeof(int)),
                            .taken = sp_xcalloc(nodes, sizeof(long)),
                            .distance = sp_q_array_alloc(p->nodes)};
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
    find_steps(s);
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
  sp_q_free(s->length);
  sp_q_free(s->startup);
  sp_q_free(s->start);
  sp_q_array_free(s->distance, s->p->nodes);
  free(s->step);
  free(s->up);
  free(s->taken);
  free(s);
}
