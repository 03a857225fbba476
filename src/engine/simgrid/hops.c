/* The simgrid engine of hops; the model stands at the head of <starport/hops.h>. A hop under way is
 * a deed on the stage (stage.h), where time is SimGrid's.
 *
 * Every role of a node (it receives, sends, computes) and every bus is a place with a queue: the
 * hops that will need it, in the order of the list. A hop starts at the head of all its queues.
 * When something changes at a place, its head is looked at; places are looked at in the order of
 * their heads, so that hops of one date start in the order of the list. A direction of a link and a
 * processor carry one hop at a time: they give the deeds their numbers. */
#include "engine/hops.h"
#include "base/fifo.h"
#include "engine/simgrid/graph.h"
#include "engine/simgrid/stage.h"

/* The carriers of messages stand on the first node's host, since a flow between two hosts does not
 * depend on where it is begun; there come to be as many as flow at once. */
enum { DESK_CARRIER = DESK_ALARM + 1, DESK_PROCESSOR }; /* + node */

struct place {
  struct fifo queue; /* long: hops that have not started */
  int busy, capacity;
};

struct simgrid {
  struct stage stage;
  struct hop_run run;
  const struct sp_graph *g;
  struct graph_unit unit;
  struct deed *deed;   /* [2 * links] by link and direction, then [nodes] processors */
  bool *busy;          /* deeds under way */
  struct place *place; /* [nodes * HOP_ROLES] by node and role, then buses */
  struct sp_heap look; /* places whose head may be able to start, by its number */
  struct sp_heap date; /* places whose head waits for its date alone, by that date */
  bool news;           /* something has ended: the source is to be asked */
};

static int role_place(int node, enum hop_role role)
{
  return node * HOP_ROLES + (int)role;
}

/* The places that a hop needs, and how many: at most 3. */
static int places_of(const struct simgrid *e, const struct sp_hop *hop, int place[3])
{
  int n = 0;
  place[n++] = role_place(hop->from, hop_role_at_from(hop));
  if (hop->link < 0)
    return n;
  place[n++] = role_place(hop->to, HOP_RECV);
  if (e->run.bus[hop->link] >= 0)
    place[n++] = e->g->platform.nodes * HOP_ROLES + e->run.bus[hop->link];
  return n;
}

static int deed_of(const struct simgrid *e, const struct sp_hop *hop)
{
  return hop->link < 0 ? 2 * e->g->links + hop->from : 2 * hop->link + hop_direction(e->g, hop);
}

/* Number of the first hop that waits for the place; LONG_MAX: none. */
static long head_of(const struct simgrid *e, int place)
{
  const struct fifo *q = &e->place[place].queue;
  long head = LONG_MAX;
  if (q->n > 0)
    memcpy(&head, fifo_at(q, 0), sizeof head);
  return head;
}

/* The hop that has come to the head of the place's queue may be able to start. */
static void look_at(struct simgrid *e, int place)
{
  long head = head_of(e, place);
  if (head < LONG_MAX)
    sp_heap_set(&e->look, place, (double)head);
  else
    sp_heap_remove(&e->look, place);
}

static void look_at_node(struct simgrid *e, int node)
{
  for (enum hop_role role = HOP_RECV; role < HOP_ROLES; role++)
    look_at(e, role_place(node, role));
}

/* ---- Starts. */

/* May a hop go on in this role beside what the node's other roles do and were to do before it? */
static bool is_alone(const struct simgrid *e, int node, enum hop_role role, long number)
{
  for (enum hop_role other = HOP_RECV; other < HOP_ROLES; other++) {
    int place = role_place(node, other);
    if (hop_excludes(e->g, node, role, other) &&
        (e->place[place].busy > 0 || head_of(e, place) < number))
      return false;
  }
  return true;
}

/* Could it start but for its date? */
static bool can_start(const struct simgrid *e, const struct sp_hop *hop, long number)
{
  int place[3], n = places_of(e, hop, place);
  for (int k = 0; k < n; k++)
    if (head_of(e, place[k]) != number || e->place[place[k]].busy >= e->place[place[k]].capacity)
      return false;
  return !e->busy[deed_of(e, hop)] && e->run.node[hop->from].received >= hop->arrivals &&
         is_alone(e, hop->from, hop_role_at_from(hop), number) &&
         (hop->link < 0 || is_alone(e, hop->to, HOP_RECV, number));
}

/* Tells the deed of a message how it flows; false with the run failed. */
static bool describe_flow(struct simgrid *e, const struct sp_hop *hop, struct deed *deed,
                          double load)
{
  const struct sp_link *link = &e->g->link[hop->link];
  double bytes = load * e->unit.bytes, c = link->c[hop_direction(e->g, hop)].v;
  if (bytes >= 0x1p63) {
    sp_run_fails(e->run.result, "a message of %g bytes is more than SimGrid can move", bytes);
    return false;
  }
  deed->desk = DESK_CARRIER;
  deed->from = hop->from;
  deed->to = hop->to;
  deed->amount = bytes;
  deed->latency = link->latency.v;
  deed->slack = (bytes - (double)(uint64_t)bytes) / e->unit.bytes * c;
  deed->how = c == 0 || bytes < 1 ? DEED_SLEEPS : DEED_FLOWS; /* nothing flows: the latency */
  return true;
}

static void start(struct simgrid *e, const struct sp_hop *hop, long number, double now)
{
  int place[3], n = places_of(e, hop, place), at = deed_of(e, hop);
  struct deed *deed = &e->deed[at];
  double load = hop_run_load(&e->run, number);
  *deed = (struct deed){.number = at,
                        .rank = number,
                        .start = now,
                        .duration = hop_run_duration(&e->run, number),
                        .desk = DESK_PROCESSOR + hop->from,
                        .how = DEED_COMPUTES,
                        .amount = load * e->unit.flops};
  if (hop->link >= 0 && !describe_flow(e, hop, deed, load))
    return;
  for (int k = 0; k < n; k++) {
    long head;
    fifo_pop(&e->place[place[k]].queue, &head);
    e->place[place[k]].busy++;
    look_at(e, place[k]);
  }
  e->busy[at] = true;
  hop_run_started(&e->run, number);
  stage_start(&e->stage, deed);
}

/* Puts what the source adds into the queues. */
static void take_more(struct simgrid *e, double now)
{
  long added = hop_run_more(&e->run, now), end = e->run.first + e->run.list.n;
  for (long number = end - added; number < end; number++) {
    int place[3], n = places_of(e, hop_run_hop(&e->run, number), place);
    for (int k = 0; k < n; k++) {
      fifo_push(&e->place[place[k]].queue, &number);
      look_at(e, place[k]);
    }
  }
}

static bool decide(void *data, double now)
{
  struct simgrid *e = data;
  if (e->news)
    take_more(e, now);
  e->news = false;
  while (e->date.n > 0 && e->date.key[sp_heap_top(&e->date)].first <= now) {
    look_at(e, sp_heap_top(&e->date));
    sp_heap_remove(&e->date, sp_heap_top(&e->date));
  }
  while (e->look.n > 0 && e->run.result->status == SP_RUN_OK) {
    int place = sp_heap_top(&e->look);
    long number = head_of(e, place);
    sp_heap_remove(&e->look, place);
    const struct sp_hop *hop = hop_run_hop(&e->run, number);
    if (!can_start(e, hop, number))
      continue;
    if (hop->earliest <= now)
      start(e, hop, number, now);
    else
      sp_heap_set(&e->date, place, hop->earliest);
  }
  e->stage.wake = e->date.n > 0 ? e->date.key[sp_heap_top(&e->date)].first : INFINITY;
  return e->run.result->status == SP_RUN_OK;
}

/* ---- Ends. */

static void complete(void *data, struct deed *deed)
{
  struct simgrid *e = data;
  const struct sp_hop *hop = hop_run_hop(&e->run, deed->rank);
  int place[3], n = places_of(e, hop, place);
  for (int k = 0; k < n; k++) {
    e->place[place[k]].busy--;
    look_at(e, place[k]);
  }
  e->busy[deed->number] = false;
  look_at_node(e, hop->from);
  look_at_node(e, hop->to);
  e->news = true;
  hop_run_ended(&e->run, deed->rank, deed->start, deed->end);
}

/* ---- The run. */

static void set_places(struct simgrid *e)
{
  int nodes = e->g->platform.nodes, roles = nodes * HOP_ROLES, places = roles + e->run.buses;
  e->place = sp_xcalloc((size_t)places, sizeof *e->place);
  for (int p = 0; p < places; p++) {
    e->place[p].queue.size = sizeof(long);
    e->place[p].capacity =
        p < roles ? hop_capacity(e->g, p / HOP_ROLES, (enum hop_role)(p % HOP_ROLES)) : 1;
  }
  e->look = sp_heap_alloc(places);
  e->date = sp_heap_alloc(places);
  e->news = true; /* the source is asked at date 0 */
}

static void set_stage(struct simgrid *e)
{
  struct stage *s = &e->stage;
  int nodes = e->g->platform.nodes, deeds = 2 * e->g->links + nodes;
  e->deed = sp_xcalloc((size_t)deeds, sizeof *e->deed);
  e->busy = sp_xcalloc((size_t)deeds, sizeof *e->busy);
  stage_init(s, deeds, nodes, DESK_PROCESSOR + nodes);
  s->client = e;
  s->complete = complete;
  s->decide = decide;
  s->deadline = e->run.job->until;
  s->desk[DESK_CARRIER].name = "carrier";
  for (int i = 0; i < nodes; i++) {
    s->host[i] = simgrid_graph_host(e->g, i);
    s->desk[DESK_PROCESSOR + i] = (struct desk){.name = "processor", .host = i};
  }
}

static void clear(struct simgrid *e)
{
  for (int p = 0; e->place && p < e->g->platform.nodes * HOP_ROLES + e->run.buses; p++)
    free(e->place[p].queue.item);
  stage_clear(&e->stage);
  free(e->deed);
  free(e->busy);
  free(e->place);
  sp_heap_free(&e->look);
  sp_heap_free(&e->date);
}

void sp_simgrid_hops(const struct sp_hop_job *job, struct sp_result *result, struct sp_trace *trace)
{
  static const struct sp_conditions none = {0};
  const struct sp_conditions *conditions = job->conditions ? job->conditions : &none;
  struct simgrid e = {.g = job->g};
  struct sp_error error;
  hop_run_init(&e.run, job, result, trace);
  if (simgrid_load_graph(job->g, conditions, &e.unit, &error)) {
    set_places(&e);
    set_stage(&e);
    stage_run(&e.stage, conditions);
  } else {
    sp_run_fails(e.run.result, "%s", error.text);
  }
  clear(&e);
  hop_run_close(&e.run);
}
