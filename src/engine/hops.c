/* A run of hops on a graph: what both engines share; see hops.h. */
#include "engine/hops.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *left, const void *right)
{
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

/* Numbers the buses of the graph from 0. */
static void number_buses(struct hop_run *r)
{
  const struct sp_graph *g = r->job->g;
  int *found = sp_xcalloc((size_t)g->links, sizeof *found), n = 0;
  r->bus = sp_xcalloc((size_t)g->links, sizeof *r->bus);
  for (int l = 0; l < g->links; l++)
    if (g->link[l].bus > 0)
      found[n++] = g->link[l].bus;
  qsort(found, (size_t)n, sizeof *found, by_value);
  for (int k = 0; k < n; k++)
    if (k == 0 || found[k] != found[r->buses - 1])
      found[r->buses++] = found[k];
  for (int l = 0; l < g->links; l++) {
    const int *at = bsearch(&g->link[l].bus, found, (size_t)r->buses, sizeof *found, by_value);
    r->bus[l] = at ? (int)(at - found) : -1;
  }
  free(found);
}

void hop_run_init(struct hop_run *r, const struct sp_hop_job *job, struct sp_result *result,
                  struct sp_trace *trace)
{
  size_t nodes = (size_t)job->g->platform.nodes;
  *result = (struct sp_result){.status = SP_RUN_OK, .planned = NAN, .planning = NAN};
  *r = (struct hop_run){.job = job, .result = result, .trace = trace};
  r->node = sp_xcalloc(nodes, sizeof *r->node);
  r->starts = sp_xcalloc(nodes * HOP_ROLES, sizeof *r->starts);
  number_buses(r);
  if (job->source.start)
    job->source.start(job->source.state);
}

/* ---- The list. */

/* Appends what the source has added, each hop waiting. */
static void append(struct hop_run *r)
{
  long n = r->list.n + r->added.n;
  if (n > r->cap) {
    r->cap = n > 2 * r->cap ? n : 2 * r->cap;
    r->state = sp_xrealloc(r->state, (size_t)r->cap, sizeof *r->state);
    r->list.hop = sp_xrealloc(r->list.hop, (size_t)r->cap, sizeof *r->list.hop);
    r->list.cap = r->cap;
  }
  memcpy(&r->list.hop[r->list.n], r->added.hop, (size_t)r->added.n * sizeof *r->added.hop);
  for (long k = r->list.n; k < n; k++)
    r->state[k].progress = HOP_WAITING;
  r->list.n = n;
  r->waiting += r->added.n;
}

long hop_run_more(struct hop_run *r, double now)
{
  const struct sp_hop_view view = {now, r->job->g, r->node, r->waiting, r->news.hop, r->news.n};
  if (r->closed || r->result->status != SP_RUN_OK)
    return 0;
  r->added.n = 0;
  r->closed = !r->job->source.more(r->job->source.state, &view, &r->added);
  r->news.n = 0;
  for (long k = 0; k < r->added.n; k++)
    if (!hop_run_accepts(r, r->first + r->list.n + k, &r->added.hop[k]))
      return 0;
  if (r->added.n > 0)
    append(r);
  return r->added.n;
}

/* Forgets the hops at the head of the list that have ended, when they are half of it: each hop is
 * moved once on average, and the memory of an endless list is bounded. */
static void forget(struct hop_run *r)
{
  while (r->ended < r->list.n && r->state[r->ended].progress == HOP_ENDED)
    r->ended++;
  if (r->ended < 64 || 2 * r->ended < r->list.n)
    return;
  r->first += r->ended;
  r->list.n -= r->ended;
  memmove(r->list.hop, r->list.hop + r->ended, (size_t)r->list.n * sizeof *r->list.hop);
  memmove(r->state, r->state + r->ended, (size_t)r->list.n * sizeof *r->state);
  r->ended = 0;
}

/* ---- A hop. */

double hop_run_load(const struct hop_run *r, long number)
{
  const struct sp_conditions *c = r->job->conditions;
  const struct sp_hop *hop = hop_run_hop(r, number);
  double x = !c ? 0 : hop->link < 0 ? c->noise_cpu : c->noise_link;
  if (!(x > 0))
    return hop->amount;
  enum sp_stream stream = hop->link < 0 ? SP_STREAM_CPU_NOISE : SP_STREAM_LINK_NOISE;
  double u = sp_stream_noise(c->seed, stream, c->platform, 0, 0, (uint64_t)number);
  return (1 + x * (2 * u - 1)) * hop->amount;
}

double hop_run_duration(const struct hop_run *r, long number)
{
  const struct sp_graph *g = r->job->g;
  const struct sp_hop *hop = hop_run_hop(r, number);
  double load = hop_run_load(r, number);
  if (hop->link < 0)
    return load * g->w[hop->from].v;
  const struct sp_link *link = &g->link[hop->link];
  return link->latency.v + load * link->c[hop_direction(g, hop)].v;
}

void hop_run_started(struct hop_run *r, long number)
{
  const struct sp_hop *hop = hop_run_hop(r, number);
  struct hop_state *state = &r->state[number - r->first];
  long *at_from = &r->starts[hop->from * HOP_ROLES + (int)hop_role_at_from(hop)];
  long *at_to = &r->starts[hop->to * HOP_ROLES + HOP_RECV];
  state->progress = HOP_UNDER_WAY;
  state->rank[0] = (*at_from)++;
  r->node[hop->from].begun++;
  if (hop->link < 0) {
    state->rank[1] = 0;
    r->node[hop->from].computing++;
  } else {
    state->rank[1] = (*at_to)++;
    r->node[hop->from].sending++;
    r->node[hop->to].receiving++;
  }
  r->waiting--;
  r->under_way++;
}

/* Hash of one hop: what it is, and when its turn came at both nodes. */
static uint64_t hash_of(long number, const struct sp_hop *hop, const struct hop_state *state)
{
  uint64_t nodes = (uint64_t)hop->from << 32 | (uint32_t)hop->to;
  uint64_t hash = hash_mix(hash_mix(hash_mix(0, (uint64_t)number), nodes), hash_bits(hop->amount));
  return hash_mix(hash_mix(hash, (uint64_t)state->rank[0]), (uint64_t)state->rank[1]);
}

void hop_run_ended(struct hop_run *r, long number, double start, double end)
{
  const struct sp_hop *hop = hop_run_hop(r, number);
  struct hop_state *state = &r->state[number - r->first];
  bool computed = hop->link < 0;
  r->under_way--;
  state->progress = HOP_ENDED;
  if (hop_run_counts(r, end)) {
    r->node[hop->from].ended++;
    r->node[hop->from].computing -= computed;
    r->node[hop->from].sending -= !computed;
    r->node[hop->to].receiving -= !computed;
    r->node[hop->to].received += !computed;
    r->result->messages += !computed;
    r->result->done += computed ? hop->amount : 0;
    r->result->makespan = end > r->result->makespan ? end : r->result->makespan;
    /* A sum, since two engines may report the ends of one date in another order. */
    r->order += hash_of(number, hop, state);
    r->bits += hash_mix(hash_mix(hash_mix(0, (uint64_t)number), hash_bits(start)), hash_bits(end));
    if (!r->closed)
      sp_hops_add(&r->news, hop);
    if (r->trace)
      sp_trace_add(r->trace,
                   &(struct sp_event){start, end, hop->amount, hop->from + 1, hop->to + 1, number,
                                      computed ? SP_COMPUTE : SP_TRANSFER, false});
  }
  forget(r);
}

void hop_run_close(struct hop_run *r)
{
  if (r->result->status == SP_RUN_OK)
    hop_run_check_stuck(r);
  r->result->order_hash = hash_mix(0, r->order);
  r->result->bits_hash = hash_mix(r->bits, r->order);
  sp_hops_clear(&r->list);
  sp_hops_clear(&r->added);
  sp_hops_clear(&r->news);
  free(r->state);
  free(r->node);
  free(r->starts);
  free(r->bus);
}
