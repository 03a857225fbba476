/* Builds the periodic schedule of an exact steady state (the paper's Sections 2.3 and 5.1).
 *
 * The period is the least common multiple of the denominators of all rates, so that every node
 * computes and every link carries a whole number of tasks in it. The activities that share ports
 * are coloured, which gives the rounds of the period. In a period a node sends the tasks that it
 * received in the period before, so the order of the rounds does not matter, and a node that starts
 * with the tasks of one period never waits.
 *
 * Start-up: the masters send every node its first tasks, one after another over the shortest way.
 * Clean-up: every node computes its share of one more period in place. In the paper nodes compute
 * all tasks that they have, but the tasks of one period are counted; here tasks that would have
 * been sent on, and those of relays, are left out. J leaves time for all tasks that a node has, as
 * in the paper, and for a master's share, which the paper omits: a master without neighbours would
 * compute more than it can.
 *
 * Example (Figure 2): T = 12, 21 tasks, rounds of 12 in all, I = 4*2 + 7*1 + 4*4 = 31, J = 7*4. */
#include "base/memory.h"
#include "solve/steady/activity.h"
#include "solve/steady/colouring.h"
#include "solve/steady/odd_sets.h"

#include <stdlib.h>
#include <string.h>

static void find_length(const struct sp_steady *s, struct sp_steady_period *p)
{
  sp_q_set_ratio(p->length, 1, 1);
  for (int i = 0; i < s->nodes; i++)
    sp_q_lcm(p->length, s->work_exact[i]);
  for (int k = 0; k < 2 * s->links; k++)
    sp_q_lcm(p->length, s->flow_exact[k]);
  sp_q_mul(p->tasks, p->length, s->throughput_exact);
}

static void find_tasks(const struct sp_graph *g, const struct sp_steady *s,
                       struct sp_steady_period *p)
{
  p->flow = sp_xcalloc(2 * (size_t)s->links + 1, sizeof *p->flow);
  for (int i = 0; i < s->nodes; i++)
    sp_q_mul(p->work[i], s->work_exact[i], p->length);
  for (int k = 0; k < 2 * s->links; k++) {
    const struct sp_link *link = &g->link[k / 2];
    if (!sp_q_sign(s->flow_exact[k]))
      continue;
    struct sp_flow *f = &p->flow[p->flows++];
    *f = (struct sp_flow){k % 2 ? link->b : link->a, k % 2 ? link->a : link->b, k / 2, sp_q_alloc(),
                          sp_q_alloc()};
    sp_q_mul(f->tasks, s->flow_exact[k], p->length);
    sp_q_set_num(f->busy, link->c[k % 2]);
    sp_q_mul(f->busy, f->busy, f->tasks);
    sp_q_add(p->received[f->to], p->received[f->to], f->tasks);
  }
}

/* The cheapest way from a master to each node (Dijkstra; graphs with exact schedules are small). */
static void shortest_ways(const struct sp_graph *g, int *via, struct sp_rational **distance)
{
  int n = g->platform.nodes;
  bool *done = sp_xcalloc((size_t)n + 1, sizeof *done);
  struct sp_rational *sum = sp_q_alloc();
  for (int i = 0; i < n; i++)
    via[i] = g->master[i] ? -1 : -2; /* -2: not visited */
  for (int round = 0; round < n; round++) {
    int at = -1;
    for (int i = 0; i < n; i++)
      if (!done[i] && via[i] != -2 && (at < 0 || sp_q_compare(distance[i], distance[at]) < 0))
        at = i;
    if (at < 0)
      break;
    done[at] = true;
    for (int k = 0; k < 2 * g->links; k++) {
      const struct sp_link *link = &g->link[k / 2];
      int to = k % 2 ? link->a : link->b;
      if ((k % 2 ? link->b : link->a) != at || done[to] || isinf(link->c[k % 2].v))
        continue;
      sp_q_set_num(sum, link->c[k % 2]);
      sp_q_add(sum, sum, distance[at]);
      if (via[to] == -2 || sp_q_compare(sum, distance[to]) < 0) {
        via[to] = at;
        sp_q_set(distance[to], sum);
      }
    }
  }
  sp_q_free(sum);
  free(done);
}

static void start_and_drain(const struct sp_graph *g, struct sp_steady_period *p)
{
  struct sp_rational **distance = sp_q_array_alloc(p->nodes), *time = sp_q_alloc();
  shortest_ways(g, p->via, distance);
  for (int i = 0; i < p->nodes; i++) {
    sp_q_mul(time, p->received[i], distance[i]);
    sp_q_add(p->startup, p->startup, time);
    if (isinf(g->w[i].v) || !sp_q_sign(p->work[i]))
      continue;
    sp_q_set_num(time, g->w[i]);
    sp_q_mul(time, time, g->master[i] ? p->work[i] : p->received[i]);
    if (sp_q_compare(time, p->drain) > 0)
      sp_q_set(p->drain, time);
  }
  sp_q_array_free(distance, p->nodes);
  sp_q_free(time);
}

/* The activities of the rounds, with the time that each takes in a period. */
struct to_colour {
  int n;
  int (*pair)[2], (*end)[2];
  struct sp_rational **weight;
  struct sp_num *each; /* time of one task */
};

/* A computation with a port of its own does not depend on the rounds. */
static bool shares_port(const struct sp_graph *g, int node)
{
  const struct sp_ports *ports = &g->platform.node[node].ports;
  return !ports->recv_work || !ports->send_work;
}

static void collect(const struct sp_graph *g, const struct activities *acts,
                    const struct sp_steady_period *p, struct to_colour *t)
{
  size_t room = (size_t)acts->n + 1;
  t->pair = sp_xcalloc(room, sizeof *t->pair);
  t->end = sp_xcalloc(room, sizeof *t->end);
  t->each = sp_xcalloc(room, sizeof *t->each);
  t->weight = sp_q_array_alloc(acts->n);
  int f = 0;
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    if (a->link < 0) {
      if (!shares_port(g, a->from) || !sp_q_sign(p->work[a->from]))
        continue;
      sp_q_set_num(t->weight[t->n], g->w[a->from]);
      sp_q_mul(t->weight[t->n], t->weight[t->n], p->work[a->from]);
    } else {
      /* flows come in the same order as the activities, by link and way */
      if (f == p->flows || p->flow[f].link != a->link || p->flow[f].from != a->from)
        continue;
      sp_q_set(t->weight[t->n], p->flow[f++].busy);
    }
    t->pair[t->n][0] = a->from;
    t->pair[t->n][1] = a->to;
    t->each[t->n] = activity_time(g, a);
    memcpy(t->end[t->n++], a->end, sizeof a->end);
  }
}

static void take_rounds(const struct colouring *c, const struct to_colour *t,
                        struct sp_steady_period *p)
{
  p->round = sp_xcalloc((size_t)c->rounds + 1, sizeof *p->round);
  for (int r = 0; r < c->rounds; r++) {
    struct sp_round *round = &p->round[p->rounds++];
    *round = (struct sp_round){sp_q_alloc(), sp_q_alloc(), c->round[r].n, NULL};
    sp_q_set(round->start, p->rounds_end);
    sp_q_set(round->length, c->round[r].length);
    sp_q_add(p->rounds_end, p->rounds_end, round->length);
    round->pair = sp_xcalloc((size_t)round->n + 1, sizeof *round->pair);
    for (int k = 0; k < round->n; k++)
      memcpy(round->pair[k], t->pair[c->round[r].edge[k]], sizeof *round->pair);
  }
}

static bool round_holds(const struct colour_round *round, int edge)
{
  for (int k = 0; k < round->n; k++)
    if (round->edge[k] == edge)
      return true;
  return false;
}

/* An activity continues from one round into the next without interruption, so each run of
 * consecutive rounds must carry whole tasks. */
static void find_whole(const struct colouring *c, const struct to_colour *t,
                       struct sp_steady_period *p)
{
  struct sp_rational *run = sp_q_alloc(), *each = sp_q_alloc();
  sp_q_set_ratio(p->whole, 1, 1);
  for (int e = 0; e < t->n; e++) {
    sp_q_set_num(each, t->each[e]);
    for (int r = 0; r <= c->rounds; r++) {
      if (r < c->rounds && round_holds(&c->round[r], e)) {
        sp_q_add(run, run, c->round[r].length);
        continue;
      }
      sp_q_div(run, run, each);
      sp_q_lcm(p->whole, run);
      sp_q_set_ratio(run, 0, 1);
    }
  }
  sp_q_free(run);
  sp_q_free(each);
}

static void colour(const struct sp_graph *g, struct sp_steady *s, struct sp_steady_period *p)
{
  struct activities *acts = activities_alloc(g);
  struct to_colour t = {0};
  struct colouring c;
  collect(g, acts, p, &t);
  struct colour_problem problem = {acts->vertices, t.n, acts->ports, (const int(*)[2])t.end,
                                   t.weight};
  if (edges_bipartite(acts->vertices, t.n, problem.end, NULL))
    colour_bipartite(&problem, &c);
  else
    colour_general(&problem, &c);
  take_rounds(&c, &t, p);
  find_whole(&c, &t, p);
  p->reached = sp_q_compare(p->rounds_end, p->length) <= 0;
  sp_q_div(p->achieved, p->tasks, p->reached ? p->length : p->rounds_end);
  s->upper_bound_only = !p->reached;
  colouring_clear(&c);
  sp_q_array_free(t.weight, acts->n);
  free(t.pair);
  free(t.end);
  free(t.each);
  activities_free(acts);
}

int sp_steady_period_build(const struct sp_graph *g, struct sp_steady *s,
                           struct sp_steady_period *p, struct sp_error *error)
{
  if (!s->exact)
    return sp_failure(error, SP_CANNOT,
                      "no schedule without exact rates: the platform is too large");
  *p = (struct sp_steady_period){.nodes = s->nodes,
                                 .length = sp_q_alloc(),
                                 .tasks = sp_q_alloc(),
                                 .achieved = sp_q_alloc(),
                                 .work = sp_q_array_alloc(s->nodes),
                                 .received = sp_q_array_alloc(s->nodes),
                                 .rounds_end = sp_q_alloc(),
                                 .whole = sp_q_alloc(),
                                 .via = sp_xcalloc((size_t)s->nodes + 1, sizeof(int)),
                                 .startup = sp_q_alloc(),
                                 .drain = sp_q_alloc()};
  find_length(s, p);
  find_tasks(g, s, p);
  start_and_drain(g, p);
  colour(g, s, p);
  return SP_OK;
}

void sp_steady_period_done_by(const struct sp_steady_period *p, const struct sp_rational *date,
                              struct sp_rational *done)
{
  struct sp_rational *periods = sp_q_alloc(), *one = sp_q_alloc();
  sp_q_set_ratio(one, 1, 1);
  sp_q_sub(periods, date, p->startup);
  sp_q_sub(periods, periods, p->drain);
  sp_q_div(periods, periods, p->length);
  sp_q_floor(periods, periods);
  if (sp_q_sign(periods) < 0)
    sp_q_set_ratio(done, 0, 1);
  else {
    sp_q_add(periods, periods, one);
    sp_q_mul(done, periods, p->tasks);
  }
  sp_q_free(periods);
  sp_q_free(one);
}

void sp_steady_period_clear(struct sp_steady_period *p)
{
  sp_q_free(p->length);
  sp_q_free(p->tasks);
  sp_q_free(p->achieved);
  sp_q_free(p->rounds_end);
  sp_q_free(p->whole);
  sp_q_free(p->startup);
  sp_q_free(p->drain);
  sp_q_array_free(p->work, p->nodes);
  sp_q_array_free(p->received, p->nodes);
  for (int k = 0; k < p->flows; k++) {
    sp_q_free(p->flow[k].tasks);
    sp_q_free(p->flow[k].busy);
  }
  for (int r = 0; r < p->rounds; r++) {
    sp_q_free(p->round[r].start);
    sp_q_free(p->round[r].length);
    free(p->round[r].pair);
  }
  free(p->flow);
  free(p->round);
  free(p->via);
  *p = (struct sp_steady_period){0};
}
