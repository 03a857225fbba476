/* Runs hops on a graph in SimGrid: senders and the processor of each node are actors. The model is
 * at the head of model/hops.h.
 *
 * Each actor takes its next hop, which can start at that date, does it in SimGrid and reports its
 * end. What decides when a hop can start is the order of the list: every role of a node (it
 * receives, sends, computes) and every bus is a resource with a queue of the hops that will need
 * it, in the order of the list. A hop starts at the head of all its queues. When something changes
 * at a resource its head is looked at; resources are looked at in the order of their heads, so that
 * hops of one date start in the order of the list. A direction of a link and a processor carry one
 * hop at a time: they give the activities their numbers. */
#include "base/fifo.h"
#include "base/memory.h"
#include "engine/controller.h"
#include "engine/module.h"
#include "engine/simgrid/nominal.h"
#include <simgrid/host.h>
#include <stdlib.h>

/* A hop that has not started; its number, which is compared often, stands in the queue. */
struct waiting {
  long number;
  struct hop_task *task;
};

/* A role of a node, or a bus. */
struct resource {
  struct fifo queue; /* struct waiting */
  int busy, capacity;
};

struct node {
  sg_host_t host;
  struct actor_pool sender, processor;
  long places; /* that are free */
};

/* What carries one hop at a time. */
struct lane {
  struct activity activity; /* first */
  struct hop_task task;
};

struct network {
  struct nominal nominal;
  struct hop_run run;
  const struct sp_graph *g;
  struct platform platform;
  struct node *node;         /* [0..nodes-1] */
  struct lane *lane;         /* [hop_lane()] */
  struct resource *resource; /* [nodes * HOP_ROLES] by node and role, then buses */
  struct sp_heap look;       /* resources whose head may be able to start, by its number */
  struct sp_heap date;       /* resources whose head waits for its date alone, by that date */
  bool some_ended;           /* or changed, since the source was asked */
  int leader;                /* a node that is always up */
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

/* ---- What can start. */

/* The number of the resource of a node's role. */
static int role_of(int node, enum hop_role role)
{
  return node * HOP_ROLES + (int)role;
}

/* The resources that a hop needs, and how many: at most 3. */
static int resources_of(const struct network *net, const struct sp_hop *hop, int resource[3])
{
  int n = 0;
  resource[n++] = role_of(hop->from, hop_role_at_from(hop));
  if (hop->link < 0)
    return n;
  resource[n++] = role_of(hop->to, HOP_RECV);
  if (net->run.bus[hop->link] >= 0)
    resource[n++] = net->g->platform.nodes * HOP_ROLES + net->run.bus[hop->link];
  return n;
}

/* Number of the first hop that waits for the resource; LONG_MAX: none. */
static long head_of(const struct network *net, int resource)
{
  const struct fifo *q = &net->resource[resource].queue;
  return q->n > 0 ? fifo_at(q, 0, struct waiting)->number : LONG_MAX;
}

/* The hop that has come to the head of the resource's queue may be able to start. */
static void look_at(struct network *net, int resource)
{
  long head = head_of(net, resource);
  if (head < LONG_MAX)
    sp_heap_set(&net->look, resource, (double)head);
  else
    sp_heap_remove(&net->look, resource);
}

static void look_at_node(struct network *net, int node)
{
  for (enum hop_role role = HOP_RECV; role < HOP_ROLES; role++)
    look_at(net, role_of(node, role));
}

/* Do the node's roles that this one excludes do nothing, and have they nothing to do before this
 * hop? */
static bool is_alone(const struct network *net, int node, enum hop_role role, long number)
{
  for (enum hop_role other = HOP_RECV; other < HOP_ROLES; other++) {
    int resource = role_of(node, other);
    if (hop_excludes(net->g, node, role, other) &&
        (net->resource[resource].busy > 0 || head_of(net, resource) < number))
      return false;
  }
  return true;
}

/* Could it start but for its date? */
static bool can_start(const struct network *net, const struct hop_task *task)
{
  const struct sp_hop *hop = &task->hop;
  int resource[3], n = resources_of(net, hop, resource);
  for (int k = 0; k < n; k++)
    if (head_of(net, resource[k]) != task->number ||
        net->resource[resource[k]].busy >= net->resource[resource[k]].capacity)
      return false;
  return !net->lane[hop_lane(net->g, hop)].activity.under_way &&
         net->run.node[hop->from].received >= hop->arrivals &&
         is_alone(net, hop->from, hop_role_at_from(hop), task->number) &&
         (hop->link < 0 ||
          (net->node[hop->to].places > 0 && is_alone(net, hop->to, HOP_RECV, task->number)));
}

/* Tells nominal.c of the profile of what the lane does, which takes `time` at factor 1, or that it
 * may be lost. */
static void note_changes(const struct network *net, struct activity *a, const struct sp_hop *hop,
                         double time)
{
  const struct sp_profile *p = net->g->profile[hop->link < 0 ? SP_SPEED : SP_BANDWIDTH];
  p = p ? &p[hop->link < 0 ? hop->from : hop->link] : NULL;
  a->changing = p && p->n > 0;
  if (a->changing)
    nominal_shorten(a, time, sp_profile_factor(p, a->start + a->latency),
                    sp_profile_factor(p, (a->start + a->duration) * (1 - 1e-12)));
  else if (net->nominal.fails)
    nominal_shorten(a, time, 1, 1);
}

/* Describes what SimGrid is to do; false, with the run failed: it cannot. */
static bool describe(struct network *net, struct lane *lane, double now)
{
  const struct hop_task *task = &lane->task;
  const struct sp_hop *hop = &task->hop;
  struct activity *a = &lane->activity;
  double units = hop_run_load(&net->run, task);
  bool dropped = a->dropped;
  *a = (struct activity){.number = (int)(lane - net->lane),
                         .rank = task->number,
                         .start = now,
                         .duration = hop_run_duration(&net->run, task, now),
                         .amount = units * net->platform.flops,
                         .dropped = dropped};
  if (hop->link < 0) {
    a->on = net->nominal.fails ? net->node[hop->from].host : NULL;
    note_changes(net, a, hop, units * net->g->w[hop->from].v);
    return true;
  }
  double c = net->g->link[hop->link].c[hop_direction(net->g, hop)].v;
  a->from = net->node[hop->from].host;
  a->to = net->node[hop->to].host;
  if (!nominal_message(&net->nominal, a, units, c, hop_run_latency(&net->run, task, now)))
    return false;
  note_changes(net, a, hop, units * c);
  return true;
}

static void start(struct network *net, struct hop_task *task, double now)
{
  struct lane *lane = &net->lane[hop_lane(net->g, &task->hop)];
  const struct sp_hop *hop = &lane->task.hop;
  lane->task = *task;
  if (!describe(net, lane, now))
    return;
  int resource[3], n = resources_of(net, hop, resource);
  struct waiting head;
  for (int k = 0; k < n; k++) {
    fifo_pop(&net->resource[resource[k]].queue, &head);
    net->resource[resource[k]].busy++;
    look_at(net, resource[k]);
  }
  free(task);
  if (hop->link >= 0 && net->node[hop->to].places < LONG_MAX)
    net->node[hop->to].places--;
  hop_run_started(&net->run, &lane->task, now);
  /* A flow does not depend on where its sender is. So all messages are sent by actors on one node's
   * host, as many as flow at once, whose stacks stay in the processor's caches (with 1000 nodes
   * this saves 15 % of the time); but in a trace each node has senders of its own. */
  struct node *node = &net->node[hop->from], *leader = &net->node[net->leader];
  if (hop->link < 0)
    nominal_start(&net->nominal, &node->processor, &lane->activity);
  else
    nominal_start(&net->nominal, &(net->nominal.traces ? node : leader)->sender, &lane->activity);
}

/* ---- Decisions. */

/* Puts the hops that the source adds into the queues. */
static void take_more(struct network *net, double now)
{
  long added = hop_run_more(&net->run, now);
  for (long k = 0; k < added; k++) {
    struct hop_task *task = sp_xcalloc(1, sizeof *task);
    task->hop = net->run.added.hop[k];
    task->number = net->run.taken - added + k;
    int resource[3], n = resources_of(net, &task->hop, resource);
    for (int at = 0; at < n; at++) {
      *fifo_add(&net->resource[resource[at]].queue, struct waiting) =
          (struct waiting){task->number, task};
      look_at(net, resource[at]);
    }
  }
}

static void change_states(struct network *net, double now)
{
  if (hop_run_next_change(&net->run) > controller_reach(now))
    return;
  hop_run_change_states(&net->run, now);
  net->some_ended = true;
}

/* When to decide again at the latest. */
static void set_alarm(struct network *net)
{
  struct nominal *n = &net->nominal;
  n->wake = net->date.n > 0 ? net->date.key[sp_heap_top(&net->date)].first : INFINITY;
  n->change = n->fails ? hop_run_next_change(&net->run) : INFINITY;
  if (n->change <= controller_reach(n->wake))
    n->wake = n->change;
}

static bool decide(void *data, double now)
{
  struct network *net = data;
  if (net->nominal.fails)
    change_states(net, now);
  if (net->some_ended)
    take_more(net, now);
  net->some_ended = false;
  while (net->date.n > 0 && net->date.key[sp_heap_top(&net->date)].first <= now) {
    look_at(net, sp_heap_top(&net->date));
    sp_heap_remove(&net->date, sp_heap_top(&net->date));
  }
  while (net->look.n > 0 && net->run.result->status == SP_RUN_OK) {
    int resource = sp_heap_top(&net->look);
    struct hop_task *task = fifo_at(&net->resource[resource].queue, 0, struct waiting)->task;
    sp_heap_remove(&net->look, resource);
    if (!can_start(net, task))
      continue;
    if (task->hop.earliest <= now)
      start(net, task, now);
    else
      sp_heap_set(&net->date, resource, task->hop.earliest);
  }
  set_alarm(net);
  return net->run.result->status == SP_RUN_OK;
}

/* ---- Ends. */

/* What the hop needed is free. */
static void release(struct network *net, const struct sp_hop *hop)
{
  int resource[3], n = resources_of(net, hop, resource);
  for (int k = 0; k < n; k++) {
    net->resource[resource[k]].busy--;
    look_at(net, resource[k]);
  }
  look_at_node(net, hop->from);
  look_at_node(net, hop->to);
  net->some_ended = true;
}

static void free_places(struct network *net, int node, long places)
{
  if (net->node[node].places < LONG_MAX)
    net->node[node].places += places;
}

static void complete(void *data, struct activity *a)
{
  struct network *net = data;
  struct lane *lane = (struct lane *)a;
  release(net, &lane->task.hop);
  free_places(net, lane->task.hop.from, 1);
  hop_run_ended(&net->run, &lane->task, a->end);
}

/* ---- Nodes and links that go down. */

static void lose(void *engine, int number, bool kept, double date)
{
  struct network *net = engine;
  struct lane *lane = &net->lane[number];
  const struct sp_hop *hop = &lane->task.hop;
  if (!lane->activity.under_way)
    return;
  nominal_lose(&net->nominal, &lane->activity);
  release(net, hop);
  free_places(net, hop->to, hop->link >= 0);
  free_places(net, hop->from, !kept);
  hop_run_lost(&net->run, &lane->task, kept, date);
}

static void empty(void *engine, int node, long held)
{
  free_places(engine, node, held);
}

static bool waits(void *engine)
{
  return ((struct network *)engine)->run.waiting > 0;
}

/* ---- The run. */

static void set_resources(struct network *net)
{
  int roles = net->g->platform.nodes * HOP_ROLES, resources = roles + net->run.buses;
  net->resource = sp_xcalloc((size_t)resources, sizeof *net->resource);
  for (int r = 0; r < resources; r++)
    net->resource[r].capacity =
        r < roles ? hop_capacity(net->g, r / HOP_ROLES, (enum hop_role)(r % HOP_ROLES)) : 1;
  net->look = sp_heap_alloc(resources);
  net->date = sp_heap_alloc(resources);
  net->some_ended = true; /* the source is asked at date 0 */
}

/* The first date after 0 at which something changes; INFINITY: none. */
static double first_change(const struct sp_graph *g)
{
  double first = INFINITY;
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++) {
    int n = kind == SP_SPEED || kind == SP_HOST_STATE ? g->platform.nodes : g->links;
    for (int at = 0; g->profile[kind] && at < n; at++)
      first = fmin(first, profile_next(&g->profile[kind][at], 0));
  }
  return first;
}

static void set_nodes(struct network *net)
{
  int nodes = net->g->platform.nodes, lanes = hop_lanes(net->g);
  net->lane = sp_xcalloc((size_t)lanes, sizeof *net->lane);
  net->node = sp_xcalloc((size_t)nodes, sizeof *net->node);
  while (sp_graph_can_fail(net->g) && !net->g->master[net->leader])
    net->leader++;
  for (int i = 0; i < nodes; i++) {
    sg_host_t host = sg_host_by_name(net->g->platform.node[i].name);
    net->node[i] = (struct node){.host = host,
                                 .sender = {"sender", host, sender, NULL},
                                 .processor = {"processor", host, processor, NULL},
                                 .places = hop_places(net->g, i)};
  }
  for (int i = 0; sp_graph_can_fail(net->g) && i < nodes;
       i++) /* an actor there would be lost, too */
    net->node[i].processor.host = net->node[net->leader].host;
  nominal_init(&net->nominal, lanes);
  net->nominal.engine = net;
  net->nominal.platform = &net->platform;
  net->nominal.result = net->run.result;
  net->nominal.complete = complete;
  net->nominal.decide = decide;
  net->nominal.deadline = net->run.job->until;
  net->nominal.host = net->node[net->leader].host;
  net->nominal.least = first_change(net->g);
  net->nominal.changes = sp_graph_is_changing(net->g);
  net->nominal.latencies = net->g->profile[SP_LATENCY];
  net->nominal.fails = sp_graph_can_fail(net->g);
  if (net->nominal.fails)
    hop_run_set_loser(&net->run, &(struct hop_loser){net, lose, empty, waits});
}

/* Of the hops that wait, each once, the first; the others are freed. Roles of senders and
 * processors have each hop once. */
static struct hop_task *first_waiting(struct network *net)
{
  struct hop_task *first = NULL;
  struct waiting head;
  for (int r = 0; net->resource && r < net->g->platform.nodes * HOP_ROLES; r++)
    while (r % HOP_ROLES != HOP_RECV && net->resource[r].queue.n > 0) {
      fifo_pop(&net->resource[r].queue, &head);
      bool sooner = !first || head.number < first->number;
      free(sooner ? first : head.task);
      first = sooner ? head.task : first;
    }
  return first;
}

static void clear(struct network *net)
{
  for (int r = 0; net->resource && r < net->g->platform.nodes * HOP_ROLES + net->run.buses; r++)
    free(net->resource[r].queue.item);
  nominal_clear(&net->nominal);
  free(net->node);
  free(net->lane);
  free(net->resource);
  sp_heap_free(&net->look);
  sp_heap_free(&net->date);
}

void simgrid_hops(const struct sp_hop_job *job, struct sp_result *result, struct sp_trace *trace)
{
  static const struct sp_conditions none = {0};
  const struct sp_conditions *conditions = job->conditions ? job->conditions : &none;
  struct network net = {.g = job->g};
  struct sp_error error;
  hop_run_init(&net.run, job, result, trace);
  if (simgrid_load_graph(job->g, conditions, &net.platform, &error)) {
    set_resources(&net);
    set_nodes(&net);
    nominal_run(&net.nominal, conditions);
  } else {
    sp_run_fails(net.run.result, "%s", error.text);
  }
  struct hop_task *first = first_waiting(&net);
  hop_run_close(&net.run, first, net.date.n > 0);
  free(first);
  clear(&net);
}
