/* Helpers of the tests of hops: random graphs with all kinds of ports, and random lists of hops on
 * them that can be executed to the end. */
#pragma once

#include "graphs.h"
#include "model/hops.h"

struct hop_shape {
  int nodes, extra;  /* links in addition to a tree */
  int hops;          /* at most */
  int ports;         /* 0: one of the six operating models; 1: one port, roles excluded at random;
                        more: the largest finite number of ports, too */
  int latency, free; /* percent of links with a latency; percent of links and hops that cost 0 */
  int bus;           /* percent of links on one of two buses */
  int earliest;      /* percent of hops that have a date before which they do not start */
  int results;       /* percent of messages that carry results; then all hops have one amount, so
                        that counts of hops are counts of units */
  int largest;       /* of the whole numbers that costs and amounts are made of */
};

/* A cost k/8, whose sums are exact in any order. */
static inline struct sp_num eighths(uint64_t *state, int largest)
{
  return ratio(draw(state, 1, 8 * largest), 8);
}

static inline bool chance(uint64_t *state, int percent)
{
  return draw(state, 1, 100) <= percent;
}

/* Ports of any kind, each pair of roles excluded or not. */
static inline struct sp_ports any_ports(uint64_t *state, int largest)
{
  struct sp_ports ports = {draw(state, 1, largest), draw(state, 1, largest), true, true, true};
  if (largest > 1 && !draw(state, 0, 4))
    ports.recv = INT_MAX;
  if (largest > 1 && !draw(state, 0, 4))
    ports.send = INT_MAX;
  ports.recv_send = draw(state, 0, 2);
  ports.recv_work = draw(state, 0, 2);
  ports.send_work = draw(state, 0, 2);
  return ports;
}

static inline struct sp_graph *hop_graph(uint64_t *state, const struct hop_shape *shape)
{
  struct sp_graph *g = random_graph(state, shape->nodes, shape->extra, shape->largest);
  for (int i = 0; i < shape->nodes; i++) {
    g->platform.node[i].ports = shape->ports
                                    ? any_ports(state, shape->ports)
                                    : sp_model_ports((enum sp_model)draw(state, 0, SP_MODELS - 1));
    if (!isinf(g->w[i].v))
      g->w[i] = eighths(state, shape->largest);
  }
  for (int l = 0; l < g->links; l++) {
    struct sp_link *link = &g->link[l];
    for (int way = 0; way < 2; way++)
      link->c[way] = chance(state, shape->free) ? sp_int(0) : eighths(state, shape->largest);
    if (draw(state, 0, 9) == 0)
      link->c[draw(state, 0, 1)] = (struct sp_num){INFINITY, 0, 0};
    if (chance(state, shape->latency))
      link->latency = eighths(state, shape->largest);
    if (chance(state, shape->bus))
      link->bus = draw(state, 0, 1) ? 7 : 1000000;
  }
  if (shape->results)
    g->result = ratio(1, 1 << draw(state, 0, 2));
  return g;
}

/* A random walk of units that are all at node 0 at date 0: each hop takes units that are at a node
 * by then, or their results; `arrivals` counts the transfers into it so far, of results those that
 * are there. Since a hop waits only for earlier hops,
 * the list can be executed whatever the dates are. (`arrivals` does not name the transfers, so a
 * node that receives several at once may send units that have not arrived.) held[0..nodes-1], if
 * not NULL, gets the units needed at date 0. */
static inline struct sp_hops hop_list(uint64_t *state, const struct hop_shape *shape,
                                      const struct sp_graph *g, double *held)
{
  struct sp_hops hops = SP_HOPS_EMPTY;
  int nodes = g->platform.nodes;
  double *stock = calloc((size_t)nodes, sizeof *stock), each = 0;
  double *results = calloc((size_t)nodes, sizeof *results);
  long *received = calloc((size_t)nodes, sizeof *received);
  long *there = calloc((size_t)nodes, sizeof *there); /* results, as hops count them */
  assert_true(stock && received && results && there);
  if (shape->results)
    each = draw(state, 1, 4) / 2.0;
  stock[0] = shape->hops * shape->largest;
  for (int i = 0; held && i < nodes; i++)
    held[i] = stock[i];
  for (int k = 0; k < shape->hops; k++) {
    int link = draw(state, -1, g->links - 1), way = draw(state, 0, 1);
    struct sp_hop hop = {.link = link, .from = draw(state, 0, nodes - 1)};
    if (link >= 0)
      hop.from = way ? g->link[link].b : g->link[link].a;
    hop.to = link < 0 ? hop.from : way ? g->link[link].a : g->link[link].b;
    double cost = link < 0 ? g->w[hop.from].v : g->link[link].c[way].v;
    hop.result = shape->results && link >= 0 && chance(state, shape->results);
    double *taken = hop.result ? results : stock;
    double *gained = hop.result || link < 0 ? results : stock;
    double most = taken[hop.from] < shape->largest ? taken[hop.from] : shape->largest;
    if (isinf(cost) || (shape->results && taken[hop.from] < each))
      continue;
    hop.amount = shape->results               ? each
                 : chance(state, shape->free) ? 0
                                              : (double)draw(state, 0, (int)(2 * most)) / 2;
    hop.arrivals = hop.result ? there[hop.from] : received[hop.from];
    if (chance(state, shape->earliest))
      hop.earliest = (double)draw(state, 0, 8 * shape->largest * shape->hops) / 8;
    taken[hop.from] -= hop.amount;
    gained[hop.to] += hop.amount;
    (gained == results ? there : received)[hop.to]++;
    sp_hops_add(&hops, &hop);
  }
  free(stock);
  free(results);
  free(received);
  free(there);
  return hops;
}

/* Tasks that walk from node 0, which holds them all, down a random tree's links to random
 * processors; hops of one node in the order of its arrivals. */
static inline struct sp_hops task_walks(uint64_t *state, const struct sp_graph *g, int tasks)
{
  struct sp_hops hops = SP_HOPS_EMPTY;
  long *begun = calloc((size_t)g->platform.nodes, sizeof *begun);
  for (int t = 0; t < tasks; t++) {
    int at = 0;
    for (;;) {
      int links[64], n = 0;
      for (int l = 0; l < g->links && n < 64; l++)
        if (g->link[l].a == at && !isinf(g->link[l].c[0].v))
          links[n++] = l;
      bool works = !isinf(g->w[at].v);
      if (n == 0 && !works)
        break; /* a relay at the end of a branch keeps the task */
      bool computes = works && (n == 0 || draw(state, 0, 1));
      int link = computes ? -1 : links[draw(state, 0, n - 1)];
      int to = computes ? at : g->link[link].b;
      long number = ++begun[at];
      sp_hops_add(&hops, &(struct sp_hop){at, to, link, false, 1, 0, at == 0 ? 0 : number});
      if (computes)
        break;
      at = to;
    }
  }
  free(begun);
  return hops;
}
