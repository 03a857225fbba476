/* Runs hops on a graph in SimGrid: senders and the processor of each node are actors. The model is
 * at the head of model/hops.h.
 *
 * Lanes (core.h): each direction of a link, and each processor. A message also needs the port of
 * its sender and that of its receiver, and the bus of its link. Where roles of a node exclude each
 * other there is a resource for each two of them, whose modes are the roles. Tokens: the transfers
 * that have come to each node, its free places, and the results that are there. Results have lanes
 * of their own, which share a resource with those of tasks, one for each direction of a link. */
#include "engine/controller.h"
#include "engine/module.h"
#include "engine/simgrid/core.h"
#include <simgrid/host.h>

/* A hop that has been added and has not ended. */
struct load {
  struct activity activity; /* first */
  struct hop_task task;
};

struct network {
  struct core core;
  struct hop_run run;
  const struct sp_graph *g;
  struct platform platform;
  struct actor_pool *senders; /* [0..nodes-1] */
  bool some_ended;            /* or changed, since the source was asked */
};

/* ---- The actors. */

static void sender(struct actor *self)
{
  for (struct activity *message; (message = driver_next(self));)
    nominal_transfer(self, message);
}

static void processor(struct actor *self)
{
  for (struct activity *load; (load = driver_next(self));)
    nominal_compute(self, load);
}

/* ---- Resources, tokens and lanes. */

static const enum hop_role pairs[][2] = {
    {HOP_RECV, HOP_SEND}, {HOP_RECV, HOP_WORK}, {HOP_SEND, HOP_WORK}};
enum { PAIRS = 3, PORTS = 2, OF_NODE = PORTS + PAIRS };

/* The first resource of the node: its ports, then those of pairs. Those of buses follow those of
 * all nodes. */
static int resource_of(const struct network *net, int node)
{
  return hop_lanes(net->g) + node * OF_NODE;
}

/* The tokens of a node. */
enum { ARRIVALS, PLACES, RESULTS, TOKENS };

/* The transfers that have come to the node. */
static struct token *arrivals(const struct network *net, int node)
{
  return &net->core.token[TOKENS * node + ARRIVALS];
}

/* The free places of the node; NULL: any number. */
static struct token *places(const struct network *net, int node)
{
  return hop_places(net->g, node) < LONG_MAX ? &net->core.token[TOKENS * node + PLACES] : NULL;
}

/* The results that have been there. */
static struct token *results(const struct network *net, int node)
{
  return &net->core.token[TOKENS * node + RESULTS];
}

/* The lane needs the port of this role, if it has one, and that the roles which it excludes rest.
 */
static void hold_role(struct network *net, struct lane *lane, int node, enum hop_role role)
{
  int first = resource_of(net, node);
  if (role != HOP_WORK) {
    core_hold(lane, first + (int)role, 0);
    core_set_capacity(&net->core, first + (int)role, hop_capacity(net->g, node, role));
  }
  for (int p = 0; p < PAIRS; p++)
    if ((pairs[p][0] == role || pairs[p][1] == role) &&
        hop_excludes(net->g, node, pairs[p][0], pairs[p][1])) {
      core_hold(lane, first + PORTS + p, (int)role);
      core_set_capacity(&net->core, first + PORTS + p, INT_MAX);
    }
}

/* ---- The source. */

static void engage(struct network *net, const struct sp_hop *hop, long number)
{
  struct load *load = core_new(&net->core, hop_lane(net->g, hop), sizeof *load, number);
  load->task.hop = *hop;
  load->task.number = number;
  load->activity.earliest = hop->earliest;
  core_wait(&load->activity, hop->result ? results(net, hop->from) : arrivals(net, hop->from),
            hop->arrivals);
  core_engage(&net->core, &load->activity);
}

static void decide(void *network, double now)
{
  struct network *net = network;
  struct hop_run *r = &net->run;
  if (r->states && hop_run_next_change(r) <= controller_reach(now)) {
    hop_run_change_states(r, now);
    net->some_ended = true;
  }
  long added = net->some_ended ? hop_run_more(r, now) : 0;
  for (long k = 0; k < added; k++)
    engage(net, &r->added.hop[k], r->taken - added + k);
  net->some_ended = false;
  if (r->states)
    net->core.nominal.change = hop_run_next_change(r);
}

static struct cost start(void *network, struct activity *a)
{
  return hop_run_start(&((struct network *)network)->run, &((struct load *)a)->task, a->start);
}

static void end(void *network, struct activity *a)
{
  struct network *net = network;
  const struct hop_task *task = &((const struct load *)a)->task;
  const struct sp_hop *hop = &task->hop;
  bool result = hop->link < 0 || hop->result;
  core_give(&net->core, result ? results(net, hop->to) : arrivals(net, hop->to), 1);
  if (!hop->result)
    core_give(&net->core, places(net, hop->from), 1);
  hop_run_ended(&net->run, task, a->end);
  net->some_ended = true;
}

/* ---- Nodes and links that go down. */

static void lose(void *engine, int number, bool kept, double date)
{
  struct network *net = engine;
  struct lane *lane = &net->core.lane[number];
  const struct load *load = (const struct load *)lane->under_way;
  if (!load)
    return;
  if (!kept && !load->task.hop.result)
    core_give(&net->core, places(net, load->task.hop.from), 1);
  hop_run_lost(&net->run, &load->task, kept, date);
  net->some_ended = true;
  core_lose(&net->core, lane);
}

static void empty(void *engine, int node, long held)
{
  struct network *net = engine;
  core_give(&net->core, places(net, node), held);
}

static bool waits(void *engine)
{
  return ((struct network *)engine)->run.waiting > 0;
}

/* ---- The run. */

/* The lane needs a resource that carries one message at a time. */
static void hold_one(struct network *net, struct lane *lane, int resource)
{
  core_hold(lane, resource, 0);
  core_set_capacity(&net->core, resource, 1);
}

/* A flow does not depend on where its sender is. So all messages are sent by actors on the host of
 * one node, as many as flow at once, whose stacks stay in the processor's caches (with 1000 nodes
 * this saves 15 % of the time); but in a trace each node has senders of its own. */
static void set_direction(struct network *net, int link, int way, bool result)
{
  const struct sp_link *l = &net->g->link[link];
  int from = way ? l->b : l->a, to = way ? l->a : l->b;
  int number = (result ? hop_lanes_of_results(net->g) : 0) + 2 * link + way;
  int sends = net->core.nominal.traces ? from : net->platform.leader;
  struct lane *lane = &net->core.lane[number];
  core_set_way(&net->core, number, 0, from, to, &net->senders[sends]);
  lane->claims = result ? NULL : places(net, to);
  hold_role(net, lane, from, HOP_SEND);
  hold_role(net, lane, to, HOP_RECV);
  int buses = resource_of(net, net->g->platform.nodes), directions = buses + net->run.buses;
  if (net->run.bus[link] >= 0)
    hold_one(net, lane, buses + net->run.bus[link]);
  if (sp_graph_has_results(net->g))
    hold_one(net, lane, directions + 2 * link + way);
}

static void set_directions(struct network *net, bool results)
{
  for (int l = 0; l < net->g->links; l++)
    for (int way = 0; way < 2; way++)
      set_direction(net, l, way, results);
}

static void set_network(struct network *net)
{
  static const struct core_source source = {decide, NULL, start, end};
  const struct sp_graph *g = net->g;
  int nodes = g->platform.nodes, directions = sp_graph_has_results(g) ? 2 * g->links : 0;
  core_init(&net->core, &source, net, &net->platform, hop_lanes(g),
            nodes * OF_NODE + net->run.buses + directions, TOKENS * nodes);
  net->core.nominal.result = net->run.result;
  net->core.nominal.deadline = net->run.job->until;
  net->senders = sp_xcalloc((size_t)nodes, sizeof *net->senders);
  for (int i = 0; i < nodes; i++) {
    int lane = 2 * g->links + i;
    core_set_processor(&net->core, lane, 0, i, processor);
    hold_role(net, &net->core.lane[lane], i, HOP_WORK);
    net->senders[i] = (struct actor_pool){"sender", net->core.lane[lane].from, sender, NULL};
    net->core.token[TOKENS * i + PLACES].given = hop_places(g, i);
  }
  set_directions(net, false);
  if (sp_graph_has_results(g))
    set_directions(net, true);
  if (net->run.states)
    hop_run_set_loser(&net->run, &(struct hop_loser){net, lose, empty, waits});
}

void simgrid_hops(const struct sp_hop_job *job, struct sp_result *result, struct sp_trace *trace)
{
  static const struct sp_conditions none = {0};
  const struct sp_conditions *conditions = job->conditions ? job->conditions : &none;
  struct network net = {.g = job->g, .some_ended = true};
  struct sp_error error;
  hop_run_init(&net.run, job, result, trace);
  if (simgrid_load_graph(job->g, conditions, &net.platform, &error)) {
    set_network(&net);
    nominal_run(&net.core.nominal, conditions);
  } else {
    sp_run_fails(result, "%s", error.text);
  }
  const struct load *first = (const struct load *)core_first_waiting(&net.core);
  bool comes = net.core.lanes > 0 && sp_dates_least(&net.core.dated) < INFINITY;
  hop_run_close(&net.run, first ? &first->task : NULL, comes);
  core_clear(&net.core);
  free(net.senders);
}
