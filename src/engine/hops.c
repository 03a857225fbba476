/* A run of hops on a graph: what both engines share; see hops.h. */
#include "engine/hops.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/result.h"
#include "base/stream.h"
#include "model/instance.h"
#include "model/schedule.h"

/* Numbers the buses of the graph from 0. */
static void number_buses(struct hop_run *r)
{
  const struct sp_graph *g = r->job->g;
  struct map numbers = {0};
  r->bus = sp_xcalloc((size_t)g->links, sizeof *r->bus);
  for (int l = 0; l < g->links; l++) {
    const int *bus = &g->link[l].bus;
    if (*bus > 0)
      r->buses += map_add(&numbers, bus, sizeof *bus, r->buses);
    r->bus[l] = map_find(&numbers, bus, sizeof *bus);
  }
  map_clear(&numbers);
}

void hop_run_init(struct hop_run *r, const struct sp_hop_job *job, struct sp_result *result,
                  struct sp_trace *trace)
{
  size_t nodes = (size_t)job->g->platform.nodes;
  *result = sp_result_of(SP_RUN_OK);
  *r = (struct hop_run){.job = job, .result = result, .trace = trace};
  r->node = sp_xcalloc(nodes, sizeof *r->node);
  r->starts = sp_xcalloc(nodes * HOP_ROLES, sizeof *r->starts);
  number_buses(r);
  hop_states_open(r);
  hop_sizes_open(r);
  if (job->source.start)
    job->source.start(job->source.state);
}

long hop_run_more(struct hop_run *r, double now)
{
  const struct hop_states *states = r->states;
  const struct sp_hop_view view = {.now = now,
                                   .g = r->job->g,
                                   .node = r->node,
                                   .waiting = r->waiting,
                                   .ended = r->ended.hop,
                                   .n_ended = r->ended.n,
                                   .lost = r->lost.hop,
                                   .n_lost = r->lost.n,
                                   .node_down = states ? states->node_down : NULL,
                                   .link_down = states ? states->link_down : NULL};
  if (r->closed || r->result->status != SP_RUN_OK)
    return 0;
  r->added.n = 0;
  r->closed = !r->job->source.more(r->job->source.state, &view, &r->added);
  r->ended.n = r->lost.n = 0;
  for (long k = 0; k < r->added.n; k++)
    if (!hop_run_accepts(r, r->taken + k, &r->added.hop[k]))
      return 0;
  for (long k = 0; r->sizes && k < r->added.n; k++)
    hop_sizes_added(r, &r->added.hop[k]);
  r->taken += r->added.n;
  r->waiting += r->added.n;
  return r->added.n;
}

/* ---- A hop. */

/* Units that flow or are computed. */
static double noisy_units(struct hop_run *r, const struct hop_task *task)
{
  const struct sp_conditions *c = r->job->conditions;
  const struct sp_hop *hop = &task->hop;
  double x = !c ? 0 : hop->link < 0 ? c->noise_cpu : c->noise_link;
  double units = hop->result                 ? hop->amount * r->job->g->result.v
                 : r->sizes && hop->link < 0 ? hop_sizes_of(r, task)
                                             : hop->amount;
  if (!(x > 0))
    return units;
  enum sp_stream stream = hop->link < 0 ? SP_STREAM_CPU_NOISE : SP_STREAM_LINK_NOISE;
  double u = sp_stream_noise(c->seed, stream, c->platform, 0, 0, (uint64_t)task->number);
  return (1 + x * (2 * u - 1)) * units;
}

static struct cost cost_of(struct hop_run *r, const struct hop_task *task, double now)
{
  const struct sp_graph *g = r->job->g;
  const struct sp_hop *hop = &task->hop;
  bool computes = hop->link < 0;
  const struct sp_link *link = computes ? NULL : &g->link[hop->link];
  const struct sp_profile *latency = g->profile[SP_LATENCY];
  const struct sp_profile *profile = g->profile[computes ? SP_SPEED : SP_BANDWIDTH];
  struct cost cost = {.units = noisy_units(r, task),
                      .unit = link ? link->c[hop_direction(g, hop)].v : g->w[hop->from].v,
                      .latency = link ? link->latency.v : 0,
                      .profile = profile ? &profile[computes ? hop->from : hop->link] : NULL};
  if (link && latency)
    cost.latency *= sp_profile_factor(&latency[hop->link], now);
  double time = cost.units * cost.unit; /* at factor 1 */
  if (profile)
    time = profile_time(cost.profile, now + cost.latency, time);
  cost.duration = cost.latency + time;
  return cost;
}

/* Counts that the hop takes of what its node has, or (sign -1) that it does not. */
static void take(struct hop_states *states, const struct sp_hop *hop, int sign)
{
  if (hop->result) {
    states->results[hop->from] -= sign * hop->amount;
    return;
  }
  states->stock[hop->from] -= sign * hop->amount;
  states->held[hop->from] -= sign;
}

/* Counts what the hop has brought to a node that is not a master. */
static void bring(const struct hop_run *r, const struct sp_hop *hop)
{
  bool result = hop->result || hop->link < 0;
  if (result && sp_graph_has_results(r->job->g))
    r->states->results[hop->to] += hop->amount;
  if (result)
    return;
  r->states->stock[hop->to] += hop->amount;
  r->states->held[hop->to]++;
}

struct cost hop_run_start(struct hop_run *r, struct hop_task *task, double now)
{
  const struct sp_hop *hop = &task->hop;
  task->start = now;
  task->rank[0] = r->starts[hop->from * HOP_ROLES + (int)hop_role_at_from(hop)]++;
  task->rank[1] = hop->link < 0 ? 0 : r->starts[hop->to * HOP_ROLES + HOP_RECV]++;
  r->node[hop->from].begun++;
  r->node[hop->from].computing += hop->link < 0;
  r->node[hop->from].sending += hop->link >= 0;
  r->node[hop->to].receiving += hop->link >= 0;
  if (r->states && !r->job->g->master[hop->from])
    take(r->states, hop, 1);
  r->waiting--;
  r->under_way++;
  return cost_of(r, task, now);
}

/* Hash of one hop: what it is, and when its turn came at both nodes. */
static uint64_t hash_of(const struct hop_task *task)
{
  const struct sp_hop *hop = &task->hop;
  uint64_t nodes = (uint64_t)hop->from << 32 | (uint32_t)hop->to;
  uint64_t hash =
      hash_mix(hash_mix(hash_mix(0, (uint64_t)task->number), nodes), hash_bits(hop->amount));
  hash = hash_mix(hash_mix(hash, (uint64_t)task->rank[0]), (uint64_t)task->rank[1]);
  return hop->result ? hash_mix(hash, 1) : hash;
}

/* Records the event. The hashes are sums, since two engines may report the ends of one date in
 * another order. */
static void record(struct hop_run *r, const struct hop_task *task, double end, bool lost)
{
  const struct sp_hop *hop = &task->hop;
  enum sp_kind kind = hop->link < 0 ? SP_COMPUTE : hop->result ? SP_RESULT : SP_TRANSFER;
  uint64_t dates = hash_mix(hash_mix(0, (uint64_t)task->number), hash_bits(task->start));
  r->order += hash_of(task) + lost;
  r->bits += hash_mix(dates, hash_bits(end));
  if (r->trace)
    sp_trace_add(r->trace, &(struct sp_event){task->start, end, hop->amount, hop->from + 1,
                                              hop->to + 1, task->number, kind, lost});
}

/* The hop is no longer under way. */
static void leave(struct hop_run *r, const struct sp_hop *hop)
{
  r->under_way--;
  r->node[hop->from].computing -= hop->link < 0;
  r->node[hop->from].sending -= hop->link >= 0;
  r->node[hop->to].receiving -= hop->link >= 0;
}

void hop_run_ended(struct hop_run *r, const struct hop_task *task, double end)
{
  const struct sp_hop *hop = &task->hop;
  bool computed = hop->link < 0;
  leave(r, hop);
  if (!hop_run_counts(r, end))
    return;
  r->node[hop->from].ended++;
  r->node[hop->to].received += !computed && !hop->result;
  r->node[hop->to].results += computed || hop->result;
  r->result->messages += !computed;
  r->result->done += hop_is_done(r->job->g, hop) ? hop->amount : 0;
  r->result->makespan = end > r->result->makespan ? end : r->result->makespan;
  record(r, task, end, false);
  if (r->sizes)
    hop_sizes_ended(r, task);
  if (!r->closed)
    sp_hops_add(&r->ended, hop);
  if (!r->states)
    return;
  r->states->pieces = computed ? 0 : r->states->pieces;
  if (!r->job->g->master[hop->to])
    bring(r, hop);
}

void hop_run_lost(struct hop_run *r, const struct hop_task *task, bool kept, double date)
{
  const struct sp_hop *hop = &task->hop;
  leave(r, hop);
  r->result->wasted += hop->amount;
  if (kept && !r->job->g->master[hop->from])
    take(r->states, hop, -1);
  if (hop_run_counts(r, date))
    record(r, task, date, true);
  sp_hops_add(&r->lost, hop);
}

void hop_run_close(struct hop_run *r, const struct hop_task *first, bool comes)
{
  if (r->result->status == SP_RUN_OK)
    hop_run_check_stuck(r, first, comes);
  r->result->order_hash = hash_mix(0, r->order);
  r->result->bits_hash = hash_mix(r->bits, r->order);
  hop_states_close(r);
  hop_sizes_close(r);
  sp_hops_clear(&r->added);
  sp_hops_clear(&r->ended);
  sp_hops_clear(&r->lost);
  free(r->node);
  free(r->starts);
  free(r->bus);
}
