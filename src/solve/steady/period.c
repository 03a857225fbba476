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
 * Results: those of a period are sent in periods after it. Node i sends its share from period F_i
 * on, the first that follows one in which it has computed and has got its share of results from all
 * that send it some: F_i = 2, or 1 more than the greatest of those. So after r >= max F - 1
 * periods, and once the tasks left are computed, F_i a_i + sum_j (F_i - F_j) g_ji of them are at
 * node i, for any r; they are sent one after another over the shortest way. On a direction of a
 * link that carries both a period's tasks go first.
 *
 * Example (Figure 2): T = 12, 21 tasks, rounds of 12 in all, I = 4*2 + 7*1 + 4*4 = 31, J = 7*4. */
#include "base/memory.h"
#include "method/context.h"
#include "solve/steady/activity.h"
#include "solve/steady/colouring.h"
#include "solve/steady/odd_sets.h"

static void find_length(const struct sp_steady *s, struct sp_steady_period *p)
{
  p->length = sp_q_int(&p->pool, 1);
  for (int i = 0; i < s->nodes; i++)
    sp_q_lcm(p->length, s->work_exact[i]);
  for (int k = 0; k < 2 * s->links; k++)
    sp_q_lcm(p->length, s->flow_exact[k]);
  for (int k = 0; s->results_exact && k < 2 * s->links; k++)
    sp_q_lcm(p->length, s->results_exact[k]);
  p->tasks = sp_q_of(&p->pool, p->length, '*', s->throughput_exact);
}

static void add_flows(const struct sp_graph *g, struct sp_rational *const *rate, bool result,
                      struct sp_steady_period *p)
{
  for (int k = 0; k < 2 * g->links; k++) {
    if (!sp_q_sign(rate[k]))
      continue;
    struct sp_flow *f = &p->flow[p->flows++];
    *f = (struct sp_flow){.from = arc_from(g, k),
                          .to = arc_to(g, k),
                          .link = k / 2,
                          .result = result,
                          .tasks = sp_q_of(&p->pool, rate[k], '*', p->length)};
    f->busy = sp_q_of(&p->pool, flow_time(&p->pool, g, f), '*', f->tasks);
    if (!result)
      sp_q_add(p->received[f->to], f->tasks);
  }
}

static void find_tasks(const struct sp_graph *g, const struct sp_steady *s,
                       struct sp_steady_period *p)
{
  p->work = sp_q_zeros(&p->pool, s->nodes);
  p->received = sp_q_zeros(&p->pool, s->nodes);
  p->flow = sp_new(p->cx, 4 * s->links, struct sp_flow);
  for (int i = 0; i < s->nodes; i++)
    p->work[i] = sp_q_of(&p->pool, s->work_exact[i], '*', p->length);
  add_flows(g, s->flow_exact, false, p);
  if (s->results_exact)
    add_flows(g, s->results_exact, true, p);
}

/* The cheapest way of a task from a master to each node, or (back) of a result to a master
 * (Dijkstra; graphs with exact schedules are small). */
static struct steady_way *shortest_ways(struct sp_steady_period *p, const struct sp_graph *g,
                                        bool back)
{
  struct sp_rational *size = sp_q_new(&p->pool, back ? g->result : sp_int(1));
  int n = g->platform.nodes;
  bool *done = sp_new(p->cx, n, bool);
  struct steady_way *way = sp_new(p->cx, n, struct steady_way);
  for (int i = 0; i < n; i++) /* -2: not visited */
    way[i] = (struct steady_way){g->master[i] ? -1 : -2, -1, sp_q_int(&p->pool, 0)};
  for (int round = 0; round < n; round++) {
    int at = -1;
    for (int i = 0; i < n; i++)
      if (!done[i] && way[i].next != -2 && (at < 0 || sp_q_compare(way[i].time, way[at].time) < 0))
        at = i;
    if (at < 0)
      break;
    done[at] = true;
    for (int k = 0; k < 2 * g->links; k++) {
      int to = arc_to(g, k);
      struct sp_num c = arc_cost(g, back ? k ^ 1 : k);
      if (arc_from(g, k) != at || done[to] || isinf(c.v))
        continue;
      struct sp_rational *time = sp_q_of(&p->pool, size, '*', sp_q_new(&p->pool, c));
      struct sp_rational *sum = sp_q_of(&p->pool, way[at].time, '+', time);
      if (way[to].next == -2 || sp_q_compare(sum, way[to].time) < 0)
        way[to] = (struct steady_way){at, k / 2, sum};
    }
  }
  return way;
}

static void start_and_drain(const struct sp_graph *g, struct sp_steady_period *p)
{
  p->via = shortest_ways(p, g, false);
  p->startup = sp_q_int(&p->pool, 0);
  p->drain = sp_q_int(&p->pool, 0);
  for (int i = 0; i < p->nodes; i++) {
    sp_q_add(p->startup, sp_q_of(&p->pool, p->received[i], '*', p->via[i].time));
    if (isinf(g->w[i].v) || !sp_q_sign(p->work[i]))
      continue;
    const struct sp_rational *tasks = g->master[i] ? p->work[i] : p->received[i];
    sp_q_raise(p->drain, sp_q_of(&p->pool, sp_q_new(&p->pool, g->w[i]), '*', tasks));
  }
}

void steady_deepen(const struct sp_steady_period *p, bool results, int *depth)
{
  for (bool deeper = true; deeper;) {
    deeper = false;
    for (int k = 0; k < p->flows; k++) {
      const struct sp_flow *f = &p->flow[k];
      int below = depth[f->from] + 1;
      if (f->result != results || below <= depth[f->to])
        continue;
      depth[f->to] = below;
      deeper = true;
    }
  }
}

/* Results that are at the nodes at the end, F_i a_i + sum_j (F_i - F_j) g_ji. */
static void find_left(const struct sp_graph *g, struct sp_steady_period *p)
{
  p->left = sp_q_zeros(&p->pool, p->nodes);
  for (int i = 0; i < p->nodes; i++)
    if (!g->master[i])
      sp_q_add(p->left[i], sp_q_of(&p->pool, sp_q_int(&p->pool, p->first[i]), '*', p->work[i]));
  for (int k = 0; k < p->flows; k++) {
    const struct sp_flow *f = &p->flow[k];
    struct sp_rational *later = sp_q_int(&p->pool, p->first[f->to] - p->first[f->from]);
    if (f->result && !g->master[f->to])
      sp_q_add(p->left[f->to], sp_q_of(&p->pool, later, '*', f->tasks));
  }
}

static void return_results(const struct sp_graph *g, struct sp_steady_period *p)
{
  p->returning = sp_q_int(&p->pool, 0);
  if (!sp_graph_has_results(g))
    return;
  p->home = shortest_ways(p, g, true);
  p->first = sp_new(p->cx, p->nodes, int);
  for (int i = 0; i < p->nodes; i++)
    p->first[i] = sp_q_sign(p->work[i]) ? 2 : 0;
  steady_deepen(p, true, p->first);
  find_left(g, p);
  for (int i = 0; i < p->nodes; i++) {
    sp_q_add(p->returning, sp_q_of(&p->pool, p->left[i], '*', p->home[i].time));
    if (!g->master[i] && p->first[i] - 1 > p->least)
      p->least = p->first[i] - 1;
  }
  sp_q_add(p->drain, p->returning);
}

/* A computation with a port of its own does not depend on the rounds. */
static bool shares_port(const struct sp_graph *g, int node)
{
  const struct sp_ports *ports = &g->platform.node[node].ports;
  return !ports->recv_work || !ports->send_work;
}

/* The time that each activity takes in a period, with results or without; 0 if it is not part of
 * the rounds. */
static struct sp_rational **weights(struct sp_q_pool *pool, const struct sp_graph *g,
                                    const struct activities *acts, const struct sp_steady_period *p,
                                    bool results)
{
  struct sp_rational **weight = sp_q_zeros(pool, acts->n);
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    if (a->flow < 0 && shares_port(g, a->from))
      weight[k] = sp_q_of(pool, p->work[a->from], '*', sp_q_new(pool, g->w[a->from]));
    for (int j = 0; j < p->flows && a->flow >= 0; j++)
      if (p->flow[j].from == a->from && p->flow[j].to == a->to && p->flow[j].result <= results)
        sp_q_add(weight[k], p->flow[j].busy);
  }
  return weight;
}

/* Adds a round of these activities. left: of the time of their tasks, from which the round's is
 * taken; where none is left they carry results. */
static void add_round(const struct colour_round *c, const struct activities *acts,
                      const struct sp_rational *length, struct sp_rational *const *left,
                      struct sp_steady_period *p)
{
  sp_grow(p->round, p->rounds, p->cap_rounds);
  struct sp_round *round = &p->round[p->rounds++];
  *round = (struct sp_round){.start = p->rounds_end,
                             .length = sp_q_copy(&p->pool, length),
                             .n = c->n,
                             .pair = sp_alloc(p->cx, (size_t)c->n, sizeof *round->pair),
                             .result = sp_new(p->cx, c->n, bool)};
  p->rounds_end = sp_q_of(&p->pool, round->start, '+', length);
  for (int k = 0; k < round->n; k++) {
    int edge = c->edge[k];
    round->pair[k][0] = acts->activity[edge].from;
    round->pair[k][1] = acts->activity[edge].to;
    round->result[k] = acts->activity[edge].results && !sp_q_sign(left[edge]);
    if (acts->activity[edge].results && !round->result[k])
      sp_q_subtract(left[edge], length);
  }
}

/* The rounds of the colouring, each cut where an activity goes on with results. */
static void take_rounds(const struct colouring *c, const struct activities *acts,
                        struct sp_rational *const *left, struct sp_steady_period *p)
{
  p->rounds_end = sp_q_int(&p->pool, 0);
  for (int r = 0; r < c->rounds; r++) {
    const struct colour_round *round = &c->round[r];
    struct sp_rational *rest = sp_q_copy(&p->pool, round->length);
    while (sp_q_sign(rest) > 0) {
      struct sp_rational *length = sp_q_copy(&p->pool, rest);
      for (int k = 0; k < round->n; k++)
        if (acts->activity[round->edge[k]].results && sp_q_sign(left[round->edge[k]]))
          sp_q_lower(length, left[round->edge[k]]);
      add_round(round, acts, length, left, p);
      sp_q_subtract(rest, length);
    }
  }
}

static bool round_holds(const struct sp_round *round, int from, int to, bool result)
{
  for (int k = 0; k < round->n; k++)
    if (round->pair[k][0] == from && round->pair[k][1] == to && round->result[k] == result)
      return true;
  return false;
}

bool steady_next_run(const struct sp_steady_period *p, int from, int to, bool result,
                     struct steady_run *run)
{
  int r = run->next;
  while (r < p->rounds && !round_holds(&p->round[r], from, to, result))
    r++;
  if (r == p->rounds)
    return false;
  run->start = p->round[r].start;
  while (r < p->rounds && round_holds(&p->round[r], from, to, result))
    r++;
  run->end = r < p->rounds ? p->round[r].start : p->rounds_end;
  run->next = r;
  return true;
}

/* Each run of consecutive rounds must carry whole tasks, which take `each`. */
static void make_whole(struct sp_steady_period *p, int from, int to, bool result,
                       const struct sp_rational *each)
{
  for (struct steady_run run = {0}; steady_next_run(p, from, to, result, &run);)
    sp_q_lcm(p->whole, sp_q_of(&p->pool, sp_q_of(&p->pool, run.end, '-', run.start), '/', each));
}

/* An activity continues from one round into the next without interruption. */
static void find_whole(const struct sp_graph *g, struct sp_steady_period *p)
{
  p->whole = sp_q_int(&p->pool, 1);
  for (int i = 0; i < p->nodes; i++)
    if (isfinite(g->w[i].v))
      make_whole(p, i, i, false, sp_q_new(&p->pool, g->w[i]));
  for (int k = 0; k < p->flows; k++)
    make_whole(p, p->flow[k].from, p->flow[k].to, p->flow[k].result,
               flow_time(&p->pool, g, &p->flow[k]));
}

static void colour(const struct sp_graph *g, struct sp_steady *s, struct sp_steady_period *p)
{
  struct activities *acts = activities_alloc(g);
  struct sp_q_pool pool = {0};
  struct colouring c;
  struct colour_problem problem = activities_problem(acts, weights(&pool, g, acts, p, true));
  double *busy = sp_new(acts->cx, acts->n, double);
  for (int k = 0; k < acts->n; k++)
    busy[k] = sp_q_double(problem.weight[k]);
  if (edges_bipartite(&problem, busy))
    colour_bipartite(&problem, &c);
  else
    colour_general(&problem, &c);
  take_rounds(&c, acts, weights(&pool, g, acts, p, false), p);
  find_whole(g, p);
  p->reached = sp_q_compare(p->rounds_end, p->length) <= 0;
  p->achieved = sp_q_of(&p->pool, p->tasks, '/', p->reached ? p->length : p->rounds_end);
  s->upper_bound_only = !p->reached;
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
  *p = (struct sp_steady_period){.cx = sp_context_plain(), .nodes = s->nodes};
  find_length(s, p);
  find_tasks(g, s, p);
  start_and_drain(g, p);
  return_results(g, p);
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
  return sp_q_compare(r, sp_q_int(pool, p->least)) < 0
             ? sp_q_int(pool, 0)
             : sp_q_of(pool, sp_q_of(pool, r, '+', one), '*', p->tasks);
}

void sp_steady_period_clear(struct sp_steady_period *p)
{
  free(p->round);
  sp_context_free(p->cx);
  sp_q_clear(&p->pool);
  *p = (struct sp_steady_period){0};
}
