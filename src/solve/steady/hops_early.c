/* Writes the periods of the steady state without a start-up, as early as they can be.
 *
 * Let D_i be the number of links of the longest way of flows to node i (flows have no cycle). In
 * block b = 0, 1, .. node i does its share of a period if b >= D_i: what it takes in a block has
 * been sent to it in blocks before. So no hop waits for one that comes later in the list, and all
 * start as soon as they can: none is later than if block b began at b T, since the list gives the
 * order of every port.
 *
 * If a period is longer than the whole run only its steps before the date are listed, and of these
 * no node takes more tasks than are sent to it. */
#include "base/memory.h"
#include "solve/lp/rational.h"
#include "solve/steady/hops.h"
#include "solve/steady/steps.h"

#include <stdlib.h>
#include <string.h>

static const double most_listed = 1 << 22;

struct early_hops {
  const struct sp_graph *g;
  struct steady_steps steps;
  double until;
  int *depth, deepest;
  long block, *taken, *sent; /* [node] of what was sent to it */
};

static void find_depths(struct early_hops *s, const struct sp_steady_period *p)
{
  for (bool deeper = true; deeper;) {
    deeper = false;
    for (int k = 0; k < p->flows; k++) {
      int below = s->depth[p->flow[k].from] + 1;
      if (below <= s->depth[p->flow[k].to])
        continue;
      s->depth[p->flow[k].to] = below;
      s->deepest = below > s->deepest ? below : s->deepest;
      deeper = true;
    }
  }
}

/* No more steps than these begin by the date: each node and link does one at a time. */
static double most_steps(const struct sp_graph *g, const struct sp_steady_period *p, double until)
{
  double whole = sp_q_double(p->whole), steps = 0;
  for (int k = 0; k < p->flows; k++) {
    const struct sp_flow *f = &p->flow[k];
    double each = g->link[f->link].c[g->link[f->link].a != f->from].v;
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
  size_t nodes = (size_t)p->nodes + 1;
  struct early_hops *s = *hops = sp_xcalloc(1, sizeof *s);
  *s = (struct early_hops){.g = g,
                           .until = until,
                           .depth = sp_xcalloc(nodes, sizeof(int)),
                           .taken = sp_xcalloc(nodes, sizeof(long)),
                           .sent = sp_xcalloc(nodes, sizeof(long))};
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
  free(s->depth);
  free(s->taken);
  free(s->sent);
  free(s);
}

static void add_block(struct early_hops *s, struct sp_hops *add)
{
  for (long k = 0; k < s->steps.n; k++) {
    const struct step *step = &s->steps.step[k];
    int i = step->from;
    bool endless = s->g->master[i];
    if (s->block < s->depth[i] || (!endless && s->taken[i] >= s->sent[i]))
      continue;
    s->sent[step->to] += step->to != i;
    sp_hops_add(add, &(struct sp_hop){.from = i,
                                      .to = step->to,
                                      .link = step->link,
                                      .amount = 1,
                                      .arrivals = endless ? 0 : ++s->taken[i]});
  }
  s->block++;
}

static void start(void *state)
{
  struct early_hops *s = state;
  size_t size = (size_t)s->g->platform.nodes * sizeof(long);
  s->block = 0;
  memset(s->taken, 0, size);
  memset(s->sent, 0, size);
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
