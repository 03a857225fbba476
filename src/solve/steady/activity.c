/* Lists the activities of a graph and the ports that they share. */
#include "solve/steady/activity.h"
#include "method/context.h"

enum { SEND, RECEIVE, WORK };

/* The vertex of one kind of activity; activities that exclude each other have the same vertex. */
static int vertex(const struct sp_graph *g, int node, int kind)
{
  const struct sp_ports *p = &g->platform.node[node].ports;
  if (kind == WORK && !p->send_work)
    kind = SEND;
  else if (kind == WORK && !p->recv_work)
    kind = RECEIVE;
  if (kind == RECEIVE && !p->recv_send)
    kind = SEND;
  return 3 * node + kind;
}

static void add(struct activities *a, struct activity activity, int end, int other)
{
  a->end[a->n][0] = end;
  a->end[a->n][1] = other;
  a->activity[a->n++] = activity;
}

struct activities *activities_alloc(const struct sp_graph *g)
{
  struct sp_context *cx = sp_context_plain();
  struct activities *a = sp_new(cx, 1, struct activities);
  int n = g->platform.nodes, room = n + 4 * g->links;
  *a = (struct activities){.cx = cx,
                           .vertices = 3 * n,
                           .activity = sp_new(cx, room, struct activity),
                           .end = sp_alloc(cx, (size_t)room, sizeof *a->end),
                           .ports = sp_new(cx, 3 * n, int)};
  for (int i = 0; i < n; i++) {
    a->ports[3 * i + SEND] = g->platform.node[i].ports.send;
    a->ports[3 * i + RECEIVE] = g->platform.node[i].ports.recv;
    a->ports[3 * i + WORK] = 1;
    if (isfinite(g->w[i].v))
      add(a, (struct activity){i, i, -1, true, false}, vertex(g, i, WORK), -1);
  }
  for (int k = 0; k < 2 * g->links; k++) {
    int from = arc_from(g, k), to = arc_to(g, k);
    bool tasks = !g->master[to], results = sp_graph_has_results(g) && !g->master[from];
    if ((tasks || results) && isfinite(arc_cost(g, k).v))
      add(a, (struct activity){from, to, k, tasks, results}, vertex(g, from, SEND),
          vertex(g, to, RECEIVE));
  }
  return a;
}

struct activities *activities_apart(const struct sp_graph *g)
{
  struct activities *a = activities_alloc(g);
  for (int k = 0, n = a->n; k < n; k++) {
    struct activity both = a->activity[k];
    if (!both.tasks || !both.results)
      continue;
    a->activity[k].results = false;
    both.tasks = false;
    add(a, both, a->end[k][0], a->end[k][1]);
  }
  return a;
}

void activities_free(struct activities *a)
{
  sp_context_free(a->cx);
}

struct sp_rational *flow_time(struct sp_q_pool *pool, const struct sp_graph *g,
                              const struct sp_flow *f)
{
  const struct sp_link *link = &g->link[f->link];
  struct sp_rational *each = sp_q_new(pool, link->c[link->a != f->from]);
  return f->result ? sp_q_of(pool, each, '*', sp_q_new(pool, g->result)) : each;
}

struct sp_num activity_time(const struct sp_graph *g, const struct activity *a)
{
  return a->flow < 0 ? g->w[a->from] : arc_cost(g, a->flow);
}
