/* The native engine of hops: a graph is a world of the core. The model is at the head of
 * model/hops.h.
 *
 * Resources: the ports of each role of each node, each bus, and, where roles of a node exclude each
 * other, one for each two of them, whose modes are the roles. Tokens: the transfers that have come
 * to each node, its free places, and the results that are there. */
#include "engine/hops.h"

#define CORE_FRONTS 0
#include "engine/native/core_loop.h"

#include <stdlib.h>

struct native {
  struct hop_run run;
  const struct sp_graph *g;
  struct core core;
  struct hop_task *task; /* [activity] */
  int cap;               /* of task */
  bool some_ended;       /* or changed, since the source was asked */
};

/* ---- The world. */

static const enum hop_role pairs[][2] = {
    {HOP_RECV, HOP_SEND}, {HOP_RECV, HOP_WORK}, {HOP_SEND, HOP_WORK}};
enum { PAIRS = 3, OF_NODE = HOP_ROLES + PAIRS };

/* Tokens. */
enum { ARRIVALS, PLACES, RESULTS, TOKENS };
static int arrivals(int node)
{
  return TOKENS * node + ARRIVALS;
}
static int places(const struct sp_graph *g, int node)
{
  return hop_places(g, node) < LONG_MAX ? TOKENS * node + PLACES : CORE_NONE;
}
static int results(const struct sp_graph *g, int node)
{
  return sp_graph_has_results(g) ? TOKENS * node + RESULTS : CORE_NONE;
}

static void add_hold(struct core *c, struct core_lane *lane, int resource, int mode)
{
  c->hold[lane->first + lane->holds++] = (struct core_hold){resource, mode};
}

/* The lane needs this role of the node, and none that it excludes. */
static void add_role(struct native *e, struct core_lane *lane, int node, enum hop_role role)
{
  add_hold(&e->core, lane, node * OF_NODE + (int)role, 0);
  for (int p = 0; p < PAIRS; p++)
    if ((pairs[p][0] == role || pairs[p][1] == role) &&
        hop_excludes(e->g, node, pairs[p][0], pairs[p][1]))
      add_hold(&e->core, lane, node * OF_NODE + HOP_ROLES + p, (int)role);
}

static void set_resources(struct native *e)
{
  const struct sp_graph *g = e->g;
  int of_nodes = g->platform.nodes * OF_NODE, of_buses = of_nodes + e->run.buses;
  int resources = of_buses + 2 * g->links;
  e->core.resource = sp_xcalloc((size_t)resources, sizeof *e->core.resource);
  for (int r = 0; r < resources; r++) {
    int kind = r < of_nodes ? r % OF_NODE : OF_NODE;
    e->core.resource[r] = (struct core_resource){
        .capacity = kind < HOP_ROLES ? hop_capacity(g, r / OF_NODE, (enum hop_role)kind)
                    : kind < OF_NODE ? INT_MAX
                                     : 1,
        .line = {CORE_NONE, CORE_NONE}};
  }
  e->core.token = sp_xcalloc(TOKENS * (size_t)g->platform.nodes, sizeof *e->core.token);
  for (int i = 0; i < g->platform.nodes; i++)
    for (int k = 0; k < TOKENS; k++)
      e->core.token[TOKENS * i + k] = (struct core_token){
          .given = k == PLACES ? hop_places(g, i) : 0, .line = {CORE_NONE, CORE_NONE}};
}

/* The lane of this hop, which is any of those that go on there. */
static void set_lane(struct native *e, const struct sp_hop *hop, int *holds)
{
  const struct sp_graph *g = e->g;
  int from = hop->from, to = hop->to, link = hop->link, number = hop_lane(g, hop);
  struct core_lane *lane = &e->core.lane[number];
  *lane = (struct core_lane){.first = *holds,
                             .waits = hop->result ? results(g, from) : arrivals(from),
                             .claims = link < 0 || hop->result ? CORE_NONE : places(g, to),
                             .gives = {hop->result ? CORE_NONE : places(g, from),
                                       link < 0 || hop->result ? results(g, to) : arrivals(to)},
                             .slot = number};
  add_role(e, lane, from, link < 0 ? HOP_WORK : HOP_SEND);
  if (link >= 0) {
    add_role(e, lane, to, HOP_RECV);
    if (e->run.bus[link] >= 0)
      add_hold(&e->core, lane, g->platform.nodes * OF_NODE + e->run.bus[link], 0);
    if (hop_capacity(g, from, HOP_SEND) > 1 && hop_capacity(g, to, HOP_RECV) > 1)
      add_hold(&e->core, lane,
               g->platform.nodes * OF_NODE + e->run.buses + 2 * link + hop_direction(g, hop), 0);
  }
  *holds += lane->holds;
}

static void set_world(struct native *e)
{
  const struct sp_graph *g = e->g;
  int lanes = hop_lanes(g), holds = 0;
  core_init(&e->core, lanes);
  set_resources(e);
  e->core.lane = sp_xcalloc((size_t)lanes, sizeof *e->core.lane);
  e->core.hold = sp_xcalloc((size_t)lanes * CORE_HOLDS, sizeof *e->core.hold);
  for (int k = 0; k < 4 * g->links; k++) {
    int l = k / 2 % g->links, from = k % 2 ? g->link[l].b : g->link[l].a;
    int to = k % 2 ? g->link[l].a : g->link[l].b;
    bool result = k >= 2 * g->links;
    if (!result || sp_graph_has_results(g))
      set_lane(e, &(struct sp_hop){.from = from, .to = to, .link = l, .result = result}, &holds);
  }
  for (int i = 0; i < g->platform.nodes; i++)
    set_lane(e, &(struct sp_hop){.from = i, .to = i, .link = -1}, &holds);
}

/* ---- The source. */

static const struct core_source source; /* the functions of this part, below */

static inline bool decide(void *user, struct core *c)
{
  struct native *e = user;
  long added = e->some_ended ? hop_run_more(&e->run, c->now) : 0;
  e->some_ended = false;
  for (long n = 0; n < added; n++) {
    const struct sp_hop *hop = &e->run.added.hop[n];
    long number = e->run.taken - added + n;
    int k = core_new(c);
    if (e->cap < c->cap) {
      e->cap = c->cap;
      e->task = sp_xrealloc(e->task, (size_t)e->cap, sizeof *e->task);
    }
    e->task[k].hop = *hop;
    e->task[k].number = number;
    core_engage(c, &source, e, k, hop_lane(e->g, hop), number, hop->earliest, hop->arrivals, 1);
  }
  return e->run.result->status == SP_RUN_OK;
}

static inline double start(void *user, struct core *c, int k)
{
  struct native *e = user;
  return hop_run_start(&e->run, &e->task[k], c->now).duration;
}

static inline void end(void *user, struct core *c, int k)
{
  struct native *e = user;
  e->some_ended = true;
  hop_run_ended(&e->run, &e->task[k], c->now);
}

static inline double next_change(void *user)
{
  const struct native *e = user;
  return e->run.states ? hop_run_next_change(&e->run) : INFINITY;
}

static void change(void *user, struct core *c)
{
  struct native *e = user;
  e->some_ended = true;
  hop_run_change_states(&e->run, c->now);
}

static inline bool counts(void *user, double date)
{
  return hop_run_counts(&((struct native *)user)->run, date);
}

/* ---- Nodes and links that go down. */

/* A lost message of tasks leaves the place at its receiver; a lost hop that is not kept, its own.
 */
static void lose(void *engine, int lane, bool kept, double date)
{
  struct native *e = engine;
  int k = core_under_way(&e->core, lane);
  if (k == CORE_NONE)
    return;
  struct hop_task task = e->task[k];
  bool tasks = !task.hop.result;
  int place_at_to = tasks && task.hop.link >= 0 ? places(e->g, task.hop.to) : CORE_NONE;
  core_cancel(&e->core, k);
  hop_run_lost(&e->run, &task, kept, date);
  if (place_at_to != CORE_NONE)
    core_give(&e->core, place_at_to, 1);
  if (!kept && tasks && places(e->g, task.hop.from) != CORE_NONE)
    core_give(&e->core, places(e->g, task.hop.from), 1);
}

static void empty(void *engine, int node, long held)
{
  struct native *e = engine;
  if (places(e->g, node) != CORE_NONE)
    core_give(&e->core, places(e->g, node), held);
}

static bool waits(void *engine)
{
  return ((struct native *)engine)->run.waiting > 0;
}

/* ---- The run. */

/* The first hop that waits, and whether one waits for its date alone. */
static const struct hop_task *first_waiting(const struct native *e, bool *dated)
{
  const struct hop_task *first = NULL;
  *dated = false;
  for (int k = 0; k < e->core.cap; k++) {
    enum core_state state = (enum core_state)e->core.activity[k].state;
    *dated |= state == CORE_DATED;
    if (state == CORE_WAITING && (!first || e->task[k].number < first->number))
      first = &e->task[k];
  }
  return first;
}

static const struct core_source source = {decide, NULL, start, end, next_change, change, counts};

void sp_native_hops(const struct sp_hop_job *job, struct sp_result *result, struct sp_trace *trace)
{
  struct native e = {.g = job->g, .some_ended = true};
  bool dated;
  hop_run_init(&e.run, job, result, trace);
  set_world(&e);
  if (e.run.states) {
    hop_run_set_loser(&e.run, &(struct hop_loser){&e, lose, empty, waits});
    hop_run_change_states(&e.run, 0);
  }
  core_run(&e.core, &source, &e);
  const struct hop_task *first = first_waiting(&e, &dated);
  hop_run_close(&e.run, first, dated);
  core_clear(&e.core);
  free(e.task);
}
