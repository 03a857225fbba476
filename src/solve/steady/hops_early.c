/* Writes the periods of the steady state without a start-up, as early as they can be.
 *
 * Let D_i be the number of links of the longest way of flows to node i (flows have no cycle). In
 * block b = 0, 1, .. node i does its share of a period if b >= D_i: what it takes in a block has
 * been sent to it in blocks before. So no hop waits for one that comes later in the list, and all
 * start as soon as they can: none is later than if block b began at b T, since the list gives the
 * order of every port. In the same way it sends its share of results from a block on before which
 * it has computed, and has been sent those of others.
 *
 * If a period is longer than the whole run only its steps before the date are listed, and of these
 * no node takes more tasks than are sent to it. */
#include "method/context.h"
#include "solve/lp/rational.h"
#include "solve/steady/activity.h"
#include "solve/steady/hops.h"
#include "solve/steady/steps.h"

#include <stdlib.h>
#include <string.h>

static const double most_listed = 1 << 22;

struct early_hops {
  struct sp_context *cx;
  const struct sp_graph *g;
  struct steady_steps steps;
  double until;
  int deepest; /* the last block in which a node begins with something */
  long block;
  struct counts {
    int *depth;         /* [node] the first block */
    long *taken, *sent; /* [node] of what was sent to it, or computed there */
  } tasks, results;
};

static void find_depths(struct early_hops *s, const struct sp_steady_period *p)
{
  steady_deepen(p, false, s->tasks.depth);
  for (int i = 0; i < p->nodes; i++)
    s->results.depth[i] = sp_q_sign(p->work[i]) ? s->tasks.depth[i] + 1 : 0;
  steady_deepen(p, true, s->results.depth);
  for (int k = 0; k < p->flows; k++) {
    const struct counts *of = p->flow[k].result ? &s->results : &s->tasks;
    int begins = of->depth[p->flow[k].result ? p->flow[k].from : p->flow[k].to];
    s->deepest = begins > s->deepest ? begins : s->deepest;
  }
}

static struct counts counts_new(struct sp_context *cx, int nodes)
{
  return (struct counts){sp_new(cx, nodes, int), sp_new(cx, nodes, long), sp_new(cx, nodes, long)};
}

/* No more steps than these begin by the date: each node and link does one at a time. */
static double most_steps(const struct sp_graph *g, const struct sp_steady_period *p, double until)
{
  double whole = sp_q_double(p->whole), steps = 0;
  for (int k = 0; k < p->flows; k++) {
    const struct sp_flow *f = &p->flow[k];
    double each = g->link[f->link].c[g->link[f->link].a != f->from].v;
    each *= f->result ? g->result.v : 1;
    steps += fmin(until / each + 1, sp_q_double(f->tasks) * whole);
  }
  for (int i = 0; i < p->nodes; i++)
    if (sp_q_sign(p->work[i]))
      steps += fmin(until / g->w[i].v + 1, sp_q_double(p->work[i]) * whole);
  return steps;
}

int early_hops_alloc(const struct sp_graph *g, const struct sp_steady_period *p, double until,
                     struct early_hops **hops, struct sp_error *error)
{
  struct sp_context *cx = sp_context_plain();
  struct early_hops *s = *hops = sp_new(cx, 1, struct early_hops);
  *s = (struct early_hops){.cx = cx,
                           .g = g,
                           .until = until,
                           .tasks = counts_new(cx, p->nodes),
                           .results = counts_new(cx, p->nodes)};
  find_depths(s, p);
  double listed = most_steps(g, p, until) * (s->deepest + 2);
  if (listed > most_listed) {
    early_hops_free(s);
    *hops = NULL;
    return sp_failure(error, SP_CANNOT,
                      "%.0f messages and computations are listed at once, expected at most %.0f",
                      listed, most_listed);
  }
  s->steps = steady_steps_find(g, p, until);
  return SP_OK;
}

void early_hops_free(struct early_hops *s)
{
  if (!s)
    return;
  free(s->steps.step);
  sp_context_free(s->cx);
}

static void add_block(struct early_hops *s, struct sp_hops *add)
{
  for (long k = 0; k < s->steps.n; k++) {
    const struct step *step = &s->steps.step[k];
    struct counts *of = step->result ? &s->results : &s->tasks;
    int i = step->from;
    bool endless = s->g->master[i];
    if (s->block < of->depth[i] || (!endless && of->taken[i] >= of->sent[i]))
      continue;
    struct counts *to = step->result || step->link < 0 ? &s->results : &s->tasks;
    to->sent[step->to]++;
    sp_hops_add(add, &(struct sp_hop){.from = i,
                                      .to = step->to,
                                      .link = step->link,
                                      .amount = 1,
                                      .arrivals = endless ? 0 : ++of->taken[i],
                                      .result = step->result});
  }
  s->block++;
}

static void counts_start(struct counts *c, int nodes)
{
  memset(c->taken, 0, (size_t)nodes * sizeof *c->taken);
  memset(c->sent, 0, (size_t)nodes * sizeof *c->sent);
}

static void start(void *state)
{
  struct early_hops *s = state;
  s->block = 0;
  counts_start(&s->tasks, s->g->platform.nodes);
  counts_start(&s->results, s->g->platform.nodes);
}

static bool more(void *state, const struct sp_hop_view *view, struct sp_hops *add)
{
  struct early_hops *s = state;
  if (view->now >= s->until || !s->steps.n)
    return false;
  while (s->block <= s->deepest || view->waiting + add->n < s->steps.n)
    add_block(s, add);
  return true;
}

struct sp_hop_source early_hops_source(struct early_hops *s)
{
  return (struct sp_hop_source){start, more, s};
}
