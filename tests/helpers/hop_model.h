/* A reference executor of hops on graphs. It follows the text at the head of model/hops.h
 * literally, in quadratic time. It shares no code with the engines or the validator. */
#pragma once

#include "base/stream.h"
#include "model/hops.h"
#include "model/schedule.h"

struct naive {
  const struct sp_graph *g;
  const struct sp_hops *hops;
  const struct sp_conditions *conditions;
  int *progress; /* [hop] 0: waits, 1: under way, 2: ended */
  double *start, *end;
  long *received, *results; /* [node] */
};

/* The resources of hops: a role of a node (3 * node + 0 receives, 1 sends, 2 computes), each at
 * most two; a bus. */
static inline int needs(const struct sp_hop *hop, int place[2])
{
  place[0] = 3 * hop->from + (hop->link < 0 ? 2 : 1);
  place[1] = 3 * hop->to;
  return hop->link < 0 ? 1 : 2;
}

static inline bool exclude(const struct sp_graph *g, int a, int b)
{
  if (a / 3 != b / 3 || a == b)
    return false;
  const struct sp_ports *p = &g->platform.node[a / 3].ports;
  int left = 3 - a % 3 - b % 3; /* the third role */
  return left == 2 ? !p->recv_send : left == 1 ? !p->recv_work : !p->send_work;
}

static inline int bus_number(const struct sp_graph *g, const struct sp_hop *hop)
{
  return hop->link < 0 ? 0 : g->link[hop->link].bus;
}

/* True if two hops need the same port, excluded roles or the same bus. */
static inline bool meet(const struct sp_graph *g, const struct sp_hop *a, const struct sp_hop *b)
{
  int p[2], q[2], n = needs(a, p), m = needs(b, q);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (p[i] == q[j] || exclude(g, p[i], q[j]))
        return true;
  return bus_number(g, a) > 0 && bus_number(g, a) == bus_number(g, b);
}

/* True if a port, the link and the bus are free and no excluded activity is under way. */
static inline bool is_free(const struct naive *x, long k)
{
  const struct sp_hop *hop = &x->hops->hop[k];
  int p[2], n = needs(hop, p);
  for (int i = 0; i < n; i++) {
    const struct sp_ports *ports = &x->g->platform.node[p[i] / 3].ports;
    int used = 0, most = p[i] % 3 == 0 ? ports->recv : p[i] % 3 == 1 ? ports->send : 1;
    for (long j = 0; j < x->hops->n; j++) {
      int q[2], m = x->progress[j] == 1 ? needs(&x->hops->hop[j], q) : 0;
      for (int o = 0; o < m; o++) {
        used += p[i] == q[o];
        if (exclude(x->g, p[i], q[o]))
          return false;
      }
    }
    if (used >= most)
      return false;
  }
  for (long j = 0; j < x->hops->n; j++) {
    const struct sp_hop *other = &x->hops->hop[j];
    if (x->progress[j] == 1 && hop->link >= 0 &&
        ((other->link == hop->link && other->from == hop->from) ||
         (bus_number(x->g, hop) > 0 && bus_number(x->g, hop) == bus_number(x->g, other))))
      return false;
  }
  return true;
}

static inline bool can_start(const struct naive *x, long k, double now)
{
  const struct sp_hop *hop = &x->hops->hop[k];
  if (x->progress[k] != 0 || hop->earliest > now || !is_free(x, k) ||
      (hop->result ? x->results : x->received)[hop->from] < hop->arrivals)
    return false;
  for (long j = 0; j < k; j++)
    if (x->progress[j] == 0 && meet(x->g, &x->hops->hop[j], hop))
      return false;
  return true;
}

static inline double duration(const struct naive *x, long k)
{
  const struct sp_hop *hop = &x->hops->hop[k];
  bool computes = hop->link < 0;
  double noise = computes ? x->conditions->noise_cpu : x->conditions->noise_link, factor = 1;
  if (noise > 0)
    factor = 1 + noise * (2 * sp_stream_noise(x->conditions->seed,
                                              computes ? SP_STREAM_CPU_NOISE : SP_STREAM_LINK_NOISE,
                                              x->conditions->platform, 0, 0, (uint64_t)k) -
                          1);
  if (computes)
    return factor * hop->amount * x->g->w[hop->from].v;
  const struct sp_link *link = &x->g->link[hop->link];
  double units = hop->result ? hop->amount * x->g->result.v : hop->amount;
  return link->latency.v + factor * units * link->c[link->a != hop->from].v;
}

/* Executes until no event is left; returns how many hops have ended. */
static inline long execute(struct naive *x, double until)
{
  double now = 0;
  long ended = 0;
  for (;;) {
    for (long k = 0; k < x->hops->n; k++)
      if (can_start(x, k, now)) {
        x->progress[k] = 1;
        x->start[k] = now;
        x->end[k] = now + duration(x, k);
      }
    double next = INFINITY;
    for (long k = 0; k < x->hops->n; k++) {
      double date = x->progress[k] == 0 ? x->hops->hop[k].earliest : x->end[k];
      if (x->progress[k] == 1 ? date < next : x->progress[k] == 0 && date > now && date < next)
        next = date;
    }
    if (next == INFINITY || next > until)
      return ended;
    now = next;
    for (long k = 0; k < x->hops->n; k++)
      if (x->progress[k] == 1 && x->end[k] == now) {
        x->progress[k] = 2;
        ended++;
        const struct sp_hop *hop = &x->hops->hop[k];
        (hop->link < 0 || hop->result ? x->results : x->received)[hop->to]++;
      }
  }
}

static inline enum sp_kind kind_of(const struct sp_hop *hop)
{
  return hop->link < 0 ? SP_COMPUTE : hop->result ? SP_RESULT : SP_TRANSFER;
}

/* What is done when the hop ends: where results return, that of tasks at a master. */
static inline double done_by(const struct sp_graph *g, const struct sp_hop *hop)
{
  bool done = g->result.v > 0 ? g->master[hop->to] && kind_of(hop) != SP_TRANSFER : hop->link < 0;
  return done ? hop->amount : 0;
}

static inline void naive_open(struct naive *x, const struct sp_graph *g, const struct sp_hops *hops,
                              const struct sp_conditions *conditions)
{
  size_t n = (size_t)hops->n + 1;
  *x = (struct naive){.g = g,
                      .hops = hops,
                      .conditions = conditions,
                      .progress = calloc(n, sizeof *x->progress),
                      .start = calloc(n, sizeof *x->start),
                      .end = calloc(n, sizeof *x->end),
                      .received = calloc((size_t)g->platform.nodes, sizeof *x->received),
                      .results = calloc((size_t)g->platform.nodes, sizeof *x->results)};
  assert_true(x->progress && x->start && x->end && x->received && x->results);
}

static inline void naive_close(struct naive *x)
{
  free(x->progress);
  free(x->start);
  free(x->end);
  free(x->received);
  free(x->results);
}

/* Adds the events of the whole list, without noise, to the trace; false if it is stuck. */
static inline bool naive_trace(const struct sp_graph *g, const struct sp_hops *hops,
                               struct sp_trace *trace)
{
  struct sp_conditions none = {0};
  struct naive x;
  naive_open(&x, g, hops, &none);
  bool whole = execute(&x, INFINITY) == hops->n;
  for (long k = 0; k < hops->n; k++) {
    const struct sp_hop *hop = &hops->hop[k];
    if (x.progress[k] == 2)
      sp_trace_add(trace, &(struct sp_event){x.start[k], x.end[k], hop->amount, hop->from + 1,
                                             hop->to + 1, k, kind_of(hop), false});
  }
  naive_close(&x);
  return whole;
}
