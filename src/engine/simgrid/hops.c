/* Runs hops on a graph in SimGrid: senders and the processor of each node are actors. The model is
 * at the head of <starport/hops.h>.
 *
 * Each actor takes its next hop, which can start at that date, does it in SimGrid and reports its
 * end. What decides when a hop can start is the order of the list: every role of a node (it
 * receives, sends, computes) and every bus is a resource with a queue of the hops that will need
 * it, in the order of the list. A hop starts at the head of all its queues. When something changes
 * at a resource its head is looked at; resources are looked at in the order of their heads, so that
 * hops of one date start in the order of the list. A direction of a link and a processor carry one
 * hop at a time: they give the activities their numbers. */
#include "base/fifo.h"
#include "engine/module.h"
#include "engine/simgrid/nominal.h"
#include <simgrid/host.h>

/* A role of a node, or a bus. */
struct resource {
  struct fifo queue; /* long: hops that have not started */
  int busy, capacity;
};

struct node {
  sg_host_t host;
  struct actor_pool sender, processor;
};

struct network {
  struct nominal nominal;
  struct hop_run run;
  const struct sp_graph *g;
  struct platform platform;
  struct node *node;         /* [0..nodes-1] */
  struct activity *activity; /* [2 * links] by link and direction, then [nodes] processors */
  struct resource *resource; /* [nodes * HOP_ROLES] by node and role, then buses */
  struct sp_heap look;       /* resources whose head may be able to start, by its number */
  struct sp_heap date;       /* resources whose head waits for its date alone, by that date */
  bool some_ended;           /* since the source was asked */
};

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

static int activity_of(const struct network *net, const struct sp_hop *hop)
{
  return hop->link < 0 ? 2 * net->g->links + hop->from : 2 * hop->link + hop_direction(net->g, hop);
}

/* Number of the first hop that waits for the resource; LONG_MAX: none. */
static long head_of(const struct network *net, int resource)
{
  const struct fifo *q = &net->resource[resource].queue;
  return q->n > 0 ? *fifo_at(q, 0, long) : LONG_MAX;
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
static bool can_start(const struct network *net, const struct sp_hop *hop, long number)
{
  int resource[3], n = resources_of(net, hop, resource);
  for (int k = 0; k < n; k++)
    if (head_of(net, resource[k]) != number ||
        net->resource[resource[k]].busy >= net->resource[resource[k]].capacity)
      return false;
  return !net->activity[activity_of(net, hop)].under_way &&
         net->run.node[hop->from].received >= hop->arrivals &&
         is_alone(net, hop->from, hop_role_at_from(hop), number) &&
         (hop->link < 0 || is_alone(net, hop->to, HOP_RECV, number));
}

static void start(struct network *net, const struct sp_hop *hop, long number, double now)
{
  int resource[3], n = resources_of(net, hop, resource), at = activity_of(net, hop);
  struct activity *a = &net->activity[at];
  double units = hop_run_load(&net->run, number);
  *a = (struct activity){.number = at,
                         .rank = number,
                         .start = now,
                         .duration = hop_run_duration(&net->run, number),
                         .amount = units * net->platform.flops};
  if (hop->link >= 0) {
    a->from = net->node[hop->from].host;
    a->to = net->node[hop->to].host;
    const struct sp_link *link = &net->g->link[hop->link];
    if (!nominal_message(&net->nominal, a, units, link->c[hop_direction(net->g, hop)].v,
                         link->latency.v))
      return;
  }
  for (int k = 0; k < n; k++) {
    long head;
    fifo_pop(&net->resource[resource[k]].queue, &head);
    net->resource[resource[k]].busy++;
    look_at(net, resource[k]);
  }
  hop_run_started(&net->run, number);
  /* A flow does not depend on where its sender is. So all messages are sent by actors on the first
   * node's host, as many as flow at once, whose stacks stay in the processor's caches (with 1000
   * nodes this saves 15 % of the time); but in a trace each node has senders of its own. */
  struct node *node = &net->node[hop->from];
  struct node *sends = net->nominal.traces ? node : &net->node[0];
  nominal_start(&net->nominal, hop->link < 0 ? &node->processor : &sends->sender, a);
}

/* ---- Decisions. */

/* Puts the hops that the source adds into the queues. */
static void take_more(struct network *net, double now)
{
  long added = hop_run_more(&net->run, now), end = net->run.first + net->run.list.n;
  for (long number = end - added; number < end; number++) {
    int resource[3], n = resources_of(net, hop_run_hop(&net->run, number), resource);
    for (int k = 0; k < n; k++) {
      fifo_push(&net->resource[resource[k]].queue, &number);
      look_at(net, resource[k]);
    }
  }
}

static bool decide(void *data, double now)
{
  struct network *net = data;
  if (net->some_ended)
    take_more(net, now);
  net->some_ended = false;
  while (net->date.n > 0 && net->date.key[sp_heap_top(&net->date)].first <= now) {
    look_at(net, sp_heap_top(&net->date));
    sp_heap_remove(&net->date, sp_heap_top(&net->date));
  }
  while (net->look.n > 0 && net->run.result->status == SP_RUN_OK) {
    int resource = sp_heap_top(&net->look);
    long number = head_of(net, resource);
    sp_heap_remove(&net->look, resource);
    const struct sp_hop *hop = hop_run_hop(&net->run, number);
    if (!can_start(net, hop, number))
      continue;
    if (hop->earliest <= now)
      start(net, hop, number, now);
    else
      sp_heap_set(&net->date, resource, hop->earliest);
  }
  net->nominal.wake = net->date.n > 0 ? net->date.key[sp_heap_top(&net->date)].first : INFINITY;
  return net->run.result->status == SP_RUN_OK;
}

/* ---- Ends. */

static void complete(void *data, struct activity *a)
{
  struct network *net = data;
  const struct sp_hop *hop = hop_run_hop(&net->run, a->rank);
  int resource[3], n = resources_of(net, hop, resource);
  for (int k = 0; k < n; k++) {
    net->resource[resource[k]].busy--;
    look_at(net, resource[k]);
  }
  look_at_node(net, hop->from);
  look_at_node(net, hop->to);
  net->some_ended = true;
  hop_run_ended(&net->run, a->rank, a->start, a->end);
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

static void set_nodes(struct network *net)
{
  int nodes = net->g->platform.nodes, activities = 2 * net->g->links + nodes;
  net->activity = sp_xcalloc((size_t)activities, sizeof *net->activity);
  net->node = sp_xcalloc((size_t)nodes, sizeof *net->node);
  for (int i = 0; i < nodes; i++) {
    sg_host_t host = sg_host_by_name(net->g->platform.node[i].name);
    net->node[i] = (struct node){.host = host,
                                 .sender = {.name = "sender", .host = host},
                                 .processor = {.name = "processor", .host = host}};
  }
  nominal_init(&net->nominal, activities);
  net->nominal.engine = net;
  net->nominal.platform = &net->platform;
  net->nominal.result = net->run.result;
  net->nominal.complete = complete;
  net->nominal.decide = decide;
  net->nominal.deadline = net->run.job->until;
  net->nominal.host = net->node[0].host;
}

static void clear(struct network *net)
{
  for (int r = 0; net->resource && r < net->g->platform.nodes * HOP_ROLES + net->run.buses; r++)
    free(net->resource[r].queue.item);
  nominal_clear(&net->nominal);
  free(net->node);
  free(net->activity);
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
  clear(&net);
  hop_run_close(&net.run);
}
