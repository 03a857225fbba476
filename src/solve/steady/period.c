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

static void find_length(const struct sp_steady *s, struct sp_steady_period *p)
{
  p->length = sp_q_int(&p->pool, 1);
  for (int i = 0; i < s->nodes; i++)
    sp_q_lcm(p->length, s->work_exact[i]);
  for (int k = 0; k < 2 * s->links; k++)
    sp_q_lcm(p->length, s->flow_exact[k]);
  p->tasks = sp_q_of(&p->pool, p->length, '*', s->throughput_exact);
}

static void find_tasks(const struct sp_graph *g, const struct sp_steady *s,
                       struct sp_steady_period *p)
{
  p->work = sp_q_zeros(&p->pool, s->nodes);
  p->received = sp_q_zeros(&p->pool, s->nodes);
  p->flow = sp_xcalloc(2 * (size_t)s->links + 1, sizeof *p->flow);
  for (int i = 0; i < s->nodes; i++)
    p->work[i] = sp_q_of(&p->pool, s->work_exact[i], '*', p->length);
  for (int k = 0; k < 2 * s->links; k++) {
    const struct sp_link *link = &g->link[k / 2];
    if (!sp_q_sign(s->flow_exact[k]))
      continue;
    struct sp_flow *f = &p->flow[p->flows++];
    *f = (struct sp_flow){.from = k % 2 ? link->b : link->a,
                          .to = k % 2 ? link->a : link->b,
                          .link = k / 2,
                          .tasks = sp_q_of(&p->pool, s->flow_exact[k], '*', p->length)};
    f->busy = sp_q_of(&p->pool, sp_q_new(&p->pool, link->c[k % 2]), '*', f->tasks);
    sp_q_add(p->received[f->to], f->tasks);
  }
}

/* The cheapest way from a master to each node (Dijkstra; graphs with exact schedules are small). */
static void shortest_ways(struct sp_q_pool *pool, const struct sp_graph *g, int *via,
                          struct sp_rational **distance)
{
  int n = g->platform.nodes;
  bool *done = sp_xcalloc((size_t)n + 1, sizeof *done);
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
      struct sp_rational *sum = sp_q_of(pool, distance[at], '+', sp_q_new(pool, link->c[k % 2]));
      if (via[to] == -2 || sp_q_compare(sum, distance[to]) < 0) {
        via[to] = at;
        distance[to] = sum;
      }
    }
  }
  free(done);
}

static void start_and_drain(const struct sp_graph *g, struct sp_steady_period *p)
{
  struct sp_q_pool pool = {0};
  struct sp_rational **distance = sp_q_zeros(&pool, p->nodes);
  p->startup = sp_q_int(&p->pool, 0);
  p->drain = sp_q_int(&p->pool, 0);
  shortest_ways(&pool, g, p->via, distance);
  for (int i = 0; i < p->nodes; i++) {
    sp_q_add(p->startup, sp_q_of(&pool, p->received[i], '*', distance[i]));
    if (isinf(g->w[i].v) || !sp_q_sign(p->work[i]))
      continue;
    const struct sp_rational *tasks = g->master[i] ? p->work[i] : p->received[i];
    sp_q_raise(p->drain, sp_q_of(&pool, sp_q_new(&pool, g->w[i]), '*', tasks));
  }
  sp_q_clear(&pool);
}

/* A computation with a port of its own does not depend on the rounds. */
static bool shares_port(const struct sp_graph *g, int node)
{
  const struct sp_ports *ports = &g->platform.node[node].ports;
  return !ports->recv_work || !ports->send_work;
}

/* The time that each activity takes in a period, 0 if it is not part of the rounds. */
static struct sp_rational **weights(struct sp_q_pool *pool, const struct sp_graph *g,
                                    const struct activities *acts, const struct sp_steady *s,
                                    const struct sp_steady_period *p)
{
  struct sp_rational **weight = sp_q_zeros(pool, acts->n);
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    const struct sp_rational *rate = a->flow < 0 ? s->work_exact[a->from] : s->flow_exact[a->flow];
    if (a->flow >= 0 || shares_port(g, a->from))
      weight[k] = sp_q_of(pool, sp_q_of(pool, rate, '*', p->length), '*',
                          sp_q_new(pool, activity_time(g, a)));
  }
  return weight;
}

static void take_rounds(const struct colouring *c, const struct activities *acts,
                        struct sp_steady_period *p)
{
  p->rounds_end = sp_q_int(&p->pool, 0);
  p->round = sp_xcalloc((size_t)c->rounds + 1, sizeof *p->round);
  for (int r = 0; r < c->rounds; r++) {
    struct sp_round *round = &p->round[p->rounds++];
    round->start = p->rounds_end;
    p->rounds_end = sp_q_of(&p->pool, round->start, '+', c->round[r].length);
    round->length = sp_q_of(&p->pool, p->rounds_end, '-', round->start);
    round->n = c->round[r].n;
    round->pair = sp_xcalloc((size_t)round->n + 1, sizeof *round->pair);
    for (int k = 0; k < round->n; k++) {
      const struct activity *a = &acts->activity[c->round[r].edge[k]];
      round->pair[k][0] = a->from;
      round->pair[k][1] = a->to;
    }
  }
}

static bool round_holds(const struct sp_round *round, int from, int to)
{
  for (int k = 0; k < round->n; k++)
    if (round->pair[k][0] == from && round->pair[k][1] == to)
      return true;
  return false;
}

bool steady_next_run(const struct sp_steady_period *p, int from, int to, struct steady_run *run)
{
  int r = run->next;
  while (r < p->rounds && !round_holds(&p->round[r], from, to))
    r++;
  if (r == p->rounds)
    return false;
  run->start = p->round[r].start;
  while (r < p->rounds && round_holds(&p->round[r], from, to))
    r++;
  run->end = r < p->rounds ? p->round[r].start : p->rounds_end;
  run->next = r;
  return true;
}

/* An activity continues from one round into the next without interruption, so each run of
 * consecutive rounds must carry whole tasks. */
static void find_whole(const struct sp_graph *g, const struct activities *acts,
                       struct sp_steady_period *p)
{
  struct sp_q_pool pool = {0};
  p->whole = sp_q_int(&p->pool, 1);
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    struct sp_rational *each = sp_q_new(&pool, activity_time(g, a));
    for (struct steady_run run = {0}; steady_next_run(p, a->from, a->to, &run);)
      sp_q_lcm(p->whole, sp_q_of(&pool, sp_q_of(&pool, run.end, '-', run.start), '/', each));
  }
  sp_q_clear(&pool);
}

static void colour(const struct sp_graph *g, struct sp_steady *s, struct sp_steady_period *p)
{
  struct activities *acts = activities_alloc(g);
  struct sp_q_pool pool = {0};
  struct colouring c;
  struct colour_problem problem = {acts->vertices, acts->n, acts->ports, (const int(*)[2])acts->end,
                                   weights(&pool, g, acts, s, p)};
  double *busy = sp_xcalloc((size_t)acts->n + 1, sizeof *busy);
  for (int k = 0; k < acts->n; k++)
    busy[k] = sp_q_double(problem.weight[k]);
  if (edges_bipartite(acts->vertices, acts->n, problem.end, busy))
    colour_bipartite(&problem, &c);
  else
    colour_general(&problem, &c);
  take_rounds(&c, acts, p);
  find_whole(g, acts, p);
  p->reached = sp_q_compare(p->rounds_end, p->length) <= 0;
  p->achieved = sp_q_of(&p->pool, p->tasks, '/', p->reached ? p->length : p->rounds_end);
  s->upper_bound_only = !p->reached;
  free(busy);
  colouring_clear(&c);
  sp_q_clear(&pool);
  activities_free(acts);
}

int sp_steady_period_build(const struct sp_graph *g, struct sp_steady *s,
                           struct sp_steady_period *p, struct sp_error *error)
{
  if (!s->exact)
    return sp_failure(error, SP_CANNOT,
                      "no schedule without exact rates: the platform is too large");
  *p = (struct sp_steady_period){.nodes = s->nodes,
                                 .via = sp_xcalloc((size_t)s->nodes + 1, sizeof(int))};
  find_length(s, p);
  find_tasks(g, s, p);
  start_and_drain(g, p);
  colour(g, s, p);
  return SP_OK;
}

struct sp_rational *steady_periods(struct sp_q_pool *pool, const struct sp_steady_period *p,
                                   const struct sp_rational *date, const struct sp_rational *n,
                                   const struct sp_rational *T)
{
  struct sp_rational *ends = sp_q_of(pool, sp_q_of(pool, p->startup, '+', p->drain), '*', n);
  struct sp_rational *time = sp_q_of(pool, date, '-', ends);
  return sp_q_floor(pool, sp_q_of(pool, time, '/', sp_q_of(pool, T, '*', n)));
}

struct sp_rational *sp_steady_period_done_by(struct sp_q_pool *pool,
                                             const struct sp_steady_period *p,
                                             const struct sp_rational *date)
{
  struct sp_rational *one = sp_q_int(pool, 1), *r = steady_periods(pool, p, date, one, p->length);
  return sp_q_sign(r) < 0 ? sp_q_int(pool, 0)
                          : sp_q_of(pool, sp_q_of(pool, r, '+', one), '*', p->tasks);
}

void sp_steady_period_clear(struct sp_steady_period *p)
{
  for (int r = 0; r < p->rounds; r++)
    free(p->round[r].pair);
  free(p->flow);
  free(p->round);
  free(p->via);
  sp_q_clear(&p->pool);
  *p = (struct sp_steady_period){0};
}
