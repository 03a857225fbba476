/* The validator of graphs: the world of a graph, and the order of its checks; see world.h. Nodes
 * are numbered from 1; each direction of a link and each processor is a lane, and where results
 * return each direction is one more, for them. */
#include "base/map.h"
#include "base/memory.h"
#include "base/text.h"
#include "validate/graph_sizes.h"
#include "validate/hop_check.h"
#include "validate/world.h"

#include <stdio.h>

struct graph {
  struct world world; /* first: the world's functions get it */
  const struct sp_graph *g;
  const struct sp_hop_check *asked;
  struct map ways; /* the lane of a message by its two nodes */
  double *worth;   /* [event] where tasks have sizes */
};

static const char *describe(const struct sp_event *e, char text[DESCRIPTION])
{
  if (e->kind != SP_COMPUTE)
    snprintf(text, DESCRIPTION, "%s %ld from node %d to node %d",
             e->kind == SP_RESULT ? "result" : "message", e->message + 1, e->from, e->to);
  else
    snprintf(text, DESCRIPTION, "computation %ld of node %d", e->message + 1, e->from);
  return text;
}

static bool check_names(const struct world *w, long rank, const struct sp_event *e)
{
  int n = ((const struct graph *)w)->g->platform.nodes;
  int unknown = e->from < 1 || e->from > n ? e->from : e->to;

  if (unknown == 0)
    return violation(w,
                     "event %ld: node 0, as in a star's trace; expected a graph's, whose nodes "
                     "are 1 to %d",
                     rank, n);
  if (unknown < 1 || unknown > n)
    return violation(w, "event %ld: unknown node %d, expected 1 to %d", rank, unknown, n);
  if (e->kind != SP_COMPUTE && e->from == e->to)
    return violation(w, "event %ld: a message from node %d to itself", rank, e->from);
  if (e->message < 0)
    return violation(w, "event %ld: number %ld, expected at least 1", rank, e->message + 1);
  return true;
}

static int first_of_results(const struct sp_graph *g)
{
  return 2 * g->links + g->platform.nodes;
}

/* A message pays its latency even if it carries nothing; a node without a processor can compute
 * nothing, but no more. */
static bool find_lane(const struct world *w, const struct sp_event *e, int *lane)
{
  const struct graph *graph = (const struct graph *)w;
  int nodes[2] = {e->from, e->to};
  char what[DESCRIPTION];

  *lane = e->kind == SP_COMPUTE ? 2 * graph->g->links + e->from - 1
                                : map_find(&graph->ways, nodes, sizeof nodes);
  if (*lane < 0)
    return violation(w, "%s: there is no link between them", describe(e, what));
  if (e->kind == SP_RESULT && !sp_graph_has_results(graph->g))
    return violation(w, "%s: no results return on this graph", describe(e, what));
  if (e->kind == SP_RESULT)
    *lane += first_of_results(graph->g);
  if (!(e->amount >= 0) || isinf(e->amount))
    return violation(w, "%s has the amount %.12g, expected a finite one, at least 0",
                     describe(e, what), e->amount);
  if (e->kind != SP_COMPUTE && isinf(w->lane[*lane].cost))
    return violation(w, "%s: this link carries nothing in this direction (c is infinite)",
                     describe(e, what));
  return true;
}

/* ---- The world. */

/* Numbers of resources: the reception ports of the nodes, their emission ports, all processors, all
 * directions of links, then buses, and nodes some of whose activities exclude each other. */
static int resource_of_port(const struct sp_graph *g, int node, bool sends)
{
  return (sends ? g->platform.nodes : 0) + node;
}

static bool has_exclusions(const struct sp_ports *ports)
{
  return !ports->recv_send || !ports->recv_work || !ports->send_work;
}

static void hold(struct lane *lane, int resource)
{
  int n = 0;
  while (lane->hold[n] != NONE)
    n++;
  lane->hold[n] = resource;
  if (n + 1 < HOLDS)
    lane->hold[n + 1] = NONE;
}

/* The messages of a direction of a link hold it, those of results, too. */
static void hold_way(struct graph *graph, int way, int resource)
{
  struct lane *lane = graph->world.lane;
  hold(&lane[way], resource);
  if (sp_graph_has_results(graph->g))
    hold(&lane[first_of_results(graph->g) + way], resource);
}

static void add_resource(struct world *w, struct resource resource)
{
  w->resource[w->resources++] = resource;
}

/* Masters do not go down. */
static const struct integral *node_state(const struct graph *graph, int node)
{
  return graph->g->master[node] ? NULL : world_integral(&graph->world, SP_HOST_STATE, node);
}

/* The same as of tasks, but for the cost. */
static void set_lanes_of_results(struct graph *graph)
{
  const struct sp_graph *g = graph->g;
  struct lane *lane = graph->world.lane;

  for (int way = 0; way < 2 * g->links; way++) {
    lane[first_of_results(g) + way] = lane[way];
    lane[first_of_results(g) + way].cost *= g->result.v;
  }
}

static void set_lanes(struct graph *graph)
{
  const struct sp_graph *g = graph->g;
  struct world *w = &graph->world;

  for (int way = 0; way < 2 * g->links; way++) {
    const struct sp_link *link = &g->link[way / 2];
    int from = way % 2 ? link->b : link->a, to = way % 2 ? link->a : link->b;
    map_add(&graph->ways, (int[]){from + 1, to + 1}, 2 * sizeof(int), way);
    w->lane[way] = (struct lane){
        .cost = link->c[way % 2].v,
        .latency = link->latency.v,
        .rate = world_integral(w, SP_BANDWIDTH, way / 2),
        .latencies = g->profile[SP_LATENCY] ? &g->profile[SP_LATENCY][way / 2] : NULL,
        .state = {world_integral(w, SP_LINK_STATE, way / 2), node_state(graph, from),
                  node_state(graph, to)},
        .hold = {resource_of_port(g, from, true), resource_of_port(g, to, false), NONE}};
  }
  for (int i = 0; i < g->platform.nodes; i++)
    w->lane[2 * g->links + i] = (struct lane){.cost = g->w[i].v,
                                              .rate = world_integral(w, SP_SPEED, i),
                                              .state = {node_state(graph, i)},
                                              .hold = {NONE}};
}

static void set_ports_and_lanes(struct graph *graph)
{
  const struct sp_graph *g = graph->g;
  struct world *w = &graph->world;
  int nodes = g->platform.nodes;

  for (int i = 0; i < 2 * nodes; i++) {
    const struct sp_ports *ports = &g->platform.node[i % nodes].ports;
    add_resource(w, (struct resource){i < nodes ? "the reception port of node %d"
                                                : "the emission port of node %d",
                                      i % nodes + 1, 0, i < nodes ? ports->recv : ports->send, NONE,
                                      NULL});
  }
  for (int i = 0; i < nodes; i++)
    add_resource(
        w, (struct resource){"the processor of node %d", i + 1, 0, 1, 2 * g->links + i, NULL});
  for (int way = 0; way < 2 * g->links; way++) {
    const struct sp_link *link = &g->link[way / 2];
    bool back = way % 2, results = sp_graph_has_results(g);
    if (results)
      hold_way(graph, way, w->resources);
    add_resource(w,
                 (struct resource){"the link from %d to %d", (back ? link->b : link->a) + 1,
                                   (back ? link->a : link->b) + 1, 1, results ? NONE : way, NULL});
  }
}

static void set_buses(struct graph *graph)
{
  const struct sp_graph *g = graph->g;
  struct world *w = &graph->world;
  struct map buses = {0};

  for (int l = 0; l < g->links; l++) {
    const int *bus = &g->link[l].bus;
    if (*bus > 0 && map_add(&buses, bus, sizeof *bus, w->resources))
      add_resource(w, (struct resource){"bus %d", *bus, 0, 1, NONE, NULL});
    for (int way = 2 * l; *bus > 0 && way <= 2 * l + 1; way++)
      hold_way(graph, way, map_find(&buses, bus, sizeof *bus));
  }
  map_clear(&buses);
}

static void set_exclusions(struct graph *graph)
{
  const struct sp_graph *g = graph->g;
  struct world *w = &graph->world;
  int *resource = sp_xcalloc((size_t)g->platform.nodes, sizeof *resource);

  for (int i = 0; i < g->platform.nodes; i++) {
    const struct sp_ports *ports = &g->platform.node[i].ports;
    resource[i] = has_exclusions(ports) ? w->resources : NONE;
    if (resource[i] == NONE)
      continue;
    add_resource(w, (struct resource){.name = "node %d", .a = i + 1, .lane = NONE, .ports = ports});
    hold(&w->lane[2 * g->links + i], resource[i]);
  }
  for (int way = 0; way < 2 * g->links; way++)
    for (int k = 0; k < 2; k++) {
      int of = resource[k ? g->link[way / 2].a : g->link[way / 2].b];
      if (of != NONE)
        hold_way(graph, way, of);
    }
  free(resource);
}

static void build_world(struct graph *graph, const struct sp_trace *trace)
{
  const struct sp_graph *g = graph->g;
  struct world *w = &graph->world;
  int nodes = g->platform.nodes;

  int lanes = first_of_results(g) + (sp_graph_has_results(g) ? 2 * g->links : 0);
  world_init(w, trace, lanes, 4 * nodes + 3 * g->links);
  w->resources = 0;
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++)
    world_integrate(w, kind, g->profile[kind],
                    kind == SP_SPEED || kind == SP_HOST_STATE ? nodes : g->links);
  set_lanes(graph);
  if (sp_graph_has_results(g))
    set_lanes_of_results(graph);
  set_ports_and_lanes(graph);
  set_buses(graph);
  set_exclusions(graph);
}

/* ---- Stocks and places of nodes. */

/* A message that is lost while its sender stays up has not left it. */
static bool is_kept(const struct graph *graph, const struct sp_event *e)
{
  double slack = graph->world.tolerance * e->end;
  const struct integral *state = node_state(graph, e->from - 1);
  return e->lost && e->kind != SP_COMPUTE &&
         !(state && integral_first(state, fmax(e->end - slack, 0), true) <= e->end + slack);
}

/* What a node does with units: it sends or computes them, receives messages, and has units that
 * come, or come back; and with results: it sends them, and has some that it has computed and that
 * come, or come back. */
enum { OWN, RECEPTIONS, GAINS, RESULTS_SENT, RESULTS, OF_NODE };

static int parts_of(const void *data, const struct sp_event *e, long place[MOST_PLACES])
{
  bool result = e->kind == SP_RESULT, computed = e->kind == SP_COMPUTE;
  bool back = e->lost && is_kept(data, e);
  int n = 0;

  place[n++] = OF_NODE * (e->from - 1) + (result ? RESULTS_SENT : OWN);
  if (e->kind == SP_TRANSFER)
    place[n++] = OF_NODE * (e->to - 1) + RECEPTIONS;
  if (!e->lost || back)
    place[n++] = OF_NODE * ((back ? e->from : e->to) - 1) + (result || computed ? RESULTS : GAINS);
  return n;
}

static bool check_stock(const struct graph *graph, int i, const struct stock *s)
{
  char what[DESCRIPTION];

  if (!(s->held >= 0))
    return violation(&graph->world, "node %d holds %.12g units at date 0, expected at least 0", i,
                     s->held);
  struct lack lack = find_lack(&graph->world, s);
  if (!lack.event)
    return true;
  if (s->state)
    return violation(&graph->world,
                     "node %d has begun %.12g unit%s when %s starts at %.12g, more than the %.12g "
                     "that it has and has not lost",
                     i, lack.begun, sp_plural(lack.begun), describe(lack.event, what),
                     lack.event->start, lack.had);
  return violation(&graph->world,
                   "node %d has begun %.12g unit%s when %s starts at %.12g, more than the "
                   "%.12g that it has: held %.12g, received %.12g",
                   i, lack.begun, sp_plural(lack.begun), describe(lack.event, what),
                   lack.event->start, lack.had, s->held, lack.had - s->held);
}

/* No result leaves a node where it was not computed and to which it has not come. */
static bool check_results(const struct graph *graph, int i, const struct groups *parts)
{
  struct selection sent = group(parts, OF_NODE * i + RESULTS_SENT);
  struct selection gains = group(parts, OF_NODE * i + RESULTS);
  struct arrival *arrival = arrivals_of(&gains);
  struct stock s = {0, gains.n, arrival, sent, node_state(graph, i)};
  char what[DESCRIPTION];

  sort_events(&s.own, by_start);
  struct lack lack = find_lack(&graph->world, &s);
  free(arrival);
  return !lack.event ||
         violation(
             &graph->world,
             "node %d has begun to send %.12g result%s when %s starts at %.12g, more than the "
             "%.12g that were computed there or have come",
             i + 1, lack.begun, sp_plural(lack.begun), describe(lack.event, what),
             lack.event->start, lack.had);
}

/* When each message to the node has left its place: at the end of the last hop that took of it, or
 * when it is lost. Hops take what has been there longest, and units held at date 0, which need no
 * place, only where no message is left. */
static void find_releases(const struct graph *graph, const struct stock *s,
                          const struct selection *receptions, double *release)
{
  const struct world *w = &graph->world;
  long there = 0, oldest = 0;
  double rest = 0, last = 0; /* of the oldest message; end of the last hop that took of it */

  for (long j = 0; j < receptions->n; j++) {
    const struct sp_event *e = receptions->event[j];
    release[j] = e->lost || !(e->amount > 0) ? e->end : fails_after(w, s->state, e->end);
  }
  for (long k = 0; k < s->own.n; k++) {
    const struct sp_event *e = s->own.event[k];
    double wanted = is_kept(graph, e) ? 0 : e->amount;
    while (there < receptions->n && !before(w, e->start, receptions->event[there]->end))
      there++;
    while (oldest < there && wanted > w->amounts * e->amount) {
      const struct sp_event *message = receptions->event[oldest];
      bool lost = message->lost || (s->state && before(w, release[oldest], e->start));
      if (rest <= 0)
        rest = message->amount;
      double taken = lost ? 0 : fmin(rest, wanted);
      last = fmax(last, e->end);
      wanted -= taken;
      rest -= taken;
      if (lost || rest <= w->amounts * message->amount) {
        release[oldest] = lost ? release[oldest] : fmax(last, message->end);
        oldest++;
        rest = last = 0;
      }
    }
  }
}

/* b: places of a node for messages; masters have any number unless it is asked. */
static long places_of_node(const struct graph *graph, int i)
{
  long asked = graph->asked->places ? graph->asked->places[i] : LONG_MAX;
  long own = graph->g->places && !graph->g->master[i] ? graph->g->places[i] : LONG_MAX;
  return own < asked ? own : asked;
}

static bool check_node(const struct graph *graph, int i, const struct stock *s,
                       struct selection receptions)
{
  long places = places_of_node(graph, i);

  if (!check_stock(graph, i + 1, s))
    return false;
  if (places >= receptions.n)
    return true;
  double *release = sp_xcalloc((size_t)receptions.n, sizeof *release);
  sort_events(&receptions, by_end);
  find_releases(graph, s, &receptions, release);
  sort_events(&receptions, by_start);
  bool good = check_places(&graph->world, i + 1, places, &receptions, release);
  free(release);
  return good;
}

static bool check_nodes(const struct graph *graph)
{
  int nodes = graph->g->platform.nodes;
  struct groups parts = deal(&graph->world.all, OF_NODE * nodes, parts_of, graph, NULL);
  bool good = true;

  for (int i = 0; i < nodes && good; i++) {
    struct selection own = group(&parts, OF_NODE * i + OWN);
    struct selection gains = group(&parts, OF_NODE * i + GAINS);
    struct arrival *arrival = arrivals_of(&gains);
    struct stock s = {graph->asked->held[i], gains.n, arrival, own, node_state(graph, i)};
    sort_events(&own, by_start);
    good = check_node(graph, i, &s, group(&parts, OF_NODE * i + RECEPTIONS)) &&
           check_results(graph, i, &parts);
    free(arrival);
  }
  groups_clear(&parts);
  return good;
}

/* ---- The whole trace. */

static double worth_of(const struct world *w, const struct sp_event *e)
{
  return ((const struct graph *)w)->worth[e - w->trace->event];
}

/* Every hop has a number of its own. */
static bool check_numbers(const struct world *w)
{
  const struct sp_event *pair[2];
  char first[DESCRIPTION], second[DESCRIPTION];

  return !world_repeats(w, pair) ||
         violation(w, "number %ld occurs twice: %s at %.12g and %s at %.12g", pair[0]->message + 1,
                   describe(pair[0], first), pair[0]->start, describe(pair[1], second),
                   pair[1]->start);
}

static bool check_total(const struct graph *graph)
{
  const struct sp_trace *trace = graph->world.trace;
  bool results = sp_graph_has_results(graph->g);
  double total = graph->asked->total, done = 0;

  for (long j = 0; j < trace->n; j++) {
    const struct sp_event *e = &trace->event[j];
    bool computed = e->kind == SP_COMPUTE, at_master = graph->g->master[e->to - 1];
    if (!e->lost && (results ? at_master && e->kind != SP_TRANSFER : computed))
      done += e->amount;
  }
  if (isnan(total) || fabs(done - total) <= graph->world.amounts * fmax(done, total))
    return true;
  return violation(&graph->world, "%.12g unit%s %s, expected %.12g", done,
                   done == 1 ? " is" : "s are", results ? "done" : "computed", total);
}

int sp_validate_hops(const struct sp_graph *g, const struct sp_trace *trace,
                     const struct sp_hop_check *asked, struct sp_error *error)
{
  struct graph graph = {
      .g = g,
      .asked = asked,
      .world = {.tolerance = asked->tolerance > 0 ? asked->tolerance : DEFAULT_TOLERANCE,
                .amounts = fmax(asked->tolerance, DEFAULT_TOLERANCE),
                .durations = asked->durations,
                .until = asked->until,
                .until_name = "the last date",
                .node_name = "node",
                .can_fail = sp_graph_can_fail(g),
                .error = error,
                .describe = describe,
                .check_names = check_names,
                .find_lane = find_lane}};

  build_world(&graph, trace);
  if (g->sizes) {
    graph.worth = graph_worth(g, trace);
    graph.world.worth = worth_of;
  }
  bool good = world_check_events(&graph.world) && check_numbers(&graph.world) &&
              check_resources(&graph.world) && check_nodes(&graph) && check_total(&graph);
  map_clear(&graph.ways);
  free(graph.worth);
  return world_close(&graph.world, good);
}
