/* The validator of stars: the world of a star, and the order of its checks; see world.h. Nodes are
 * the master, 0, and the workers; each worker has three lanes: to the master, from there, and its
 * processor. */
#include "validate/star.h"
#include "base/memory.h"
#include "model/instance.h"

#include <stdio.h>

static const char *describe(const struct sp_event *e, char text[DESCRIPTION])
{
  static const char *const hop[] = {"reception from", "emission to"};

  if (e->kind == SP_TRANSFER)
    snprintf(text, DESCRIPTION, "message %ld's %s worker %d", e->message + 1, hop[role_of(e)],
             worker_of(e));
  else if (e->message < 0)
    snprintf(text, DESCRIPTION, "worker %d's computation of an initial unit", e->from);
  else
    snprintf(text, DESCRIPTION, "worker %d's computation of message %ld", e->from, e->message + 1);
  return text;
}

static bool check_names(const struct world *w, long rank, const struct sp_event *e)
{
  int m = ((const struct star *)w)->in->m;

  if (e->from < 0 || e->from > m || e->to < 0 || e->to > m)
    return violation(w, "event %ld: unknown node %d, expected 0 (master) to %d", rank,
                     e->from < 0 || e->from > m ? e->from : e->to, m);
  if (e->kind == SP_RESULT)
    return violation(w, "event %ld: a result of a graph, expected a transfer to the master", rank);
  if (e->kind == SP_COMPUTE && e->from == 0)
    return violation(w, "event %ld: the master computes", rank);
  if (e->kind == SP_TRANSFER && (e->from == 0) == (e->to == 0))
    return violation(w, "event %ld: a transfer from %d to %d is neither from nor to the master",
                     rank, e->from, e->to);
  if (e->message < (e->kind == SP_TRANSFER ? 0 : -1))
    return violation(w, "event %ld: message number %ld, expected at least %d", rank, e->message + 1,
                     e->kind == SP_TRANSFER);
  return true;
}

/* An empty chunk is a message that pays its latency. */
static bool check_amount(const struct star *star, const struct sp_event *e)
{
  const struct world *w = &star->world;
  bool divisible = star->in->problem == SP_DIVISIBLE, bag = star->in->problem == SP_BAG;
  long most = star->in->buffer[worker_of(e)];
  char what[DESCRIPTION];

  if (bag && most != LONG_MAX && e->amount > (double)most)
    return violation(w, "%s has the amount %.12g, more than the places, %ld", describe(e, what),
                     e->amount, most);
  if (bag && e->amount >= 1 && isfinite(e->amount) && e->amount == floor(e->amount))
    return true;

  if (divisible && most != LONG_MAX && e->amount > (double)most * (1 + w->amounts))
    return violation(w, "%s has the amount %.12g, more than the buffer of %ld", describe(e, what),
                     e->amount, most);
  if (divisible ? e->amount >= 0 && isfinite(e->amount) : e->amount == 1)
    return true;
  return violation(w, "%s has the amount %.12g, expected %s", describe(e, what), e->amount,
                   divisible ? "a positive one"
                   : bag     ? "a number of tasks"
                             : "1 task");
}

static bool find_lane(const struct world *w, const struct sp_event *e, int *lane)
{
  const struct star *star = (const struct star *)w;
  char what[DESCRIPTION];

  *lane = star_lane(star, role_of(e), worker_of(e));
  if (star->in->problem == SP_IMBALANCE && e->kind == SP_COMPUTE)
    return violation(w, "%s: nothing is computed in an imbalance problem", describe(e, what));
  if (sp_from_master(star->in) && role_of(e) == RECEPTION && !sp_returns(star->in, worker_of(e)))
    return violation(w, "%s: all units are at the master, and no result of this worker returns",
                     describe(e, what));
  return check_amount(star, e);
}

/* ---- The world. */

/* The master sends or receives: its resource for that, after all others. */
static bool is_half_duplex(const struct sp_instance *in)
{
  return !in->platform.node[0].ports.recv_send;
}
static int half_duplex(const struct star *star)
{
  return COMPUTATION + star_lane(star, COMPUTATION + 1, 0);
}

static struct lane lane_of(const struct star *star, enum role role, int i)
{
  const struct sp_instance *in = star->in;
  const struct world *w = &star->world;
  const struct integral *host = world_integral(w, SP_HOST_STATE, i);

  if (role == COMPUTATION)
    return (struct lane){.role = COMPUTATION,
                         .cost = in->w[i].v,
                         .extra = in->overhead.v,
                         .rate = world_integral(w, SP_SPEED, i),
                         .state = {host},
                         .hold = {NONE}};
  bool result = role == RECEPTION && sp_from_master(in);
  return (struct lane){.role = (int)role,
                       .cost = result ? in->result[i].v : in->c[i].v,
                       .latency = in->latency[i].v,
                       .rate = world_integral(w, SP_BANDWIDTH, i),
                       .latencies = in->profile[SP_LATENCY] ? &in->profile[SP_LATENCY][i] : NULL,
                       .state = {host, world_integral(w, SP_LINK_STATE, i)},
                       .hold = {(int)role, is_half_duplex(in) ? half_duplex(star) : NONE, NONE}};
}

/* The ports of the master, which have the numbers of their roles, then all lanes. */
static void build_world(struct star *star, const struct sp_trace *trace)
{
  static const char *const lane_name[] = {"a link towards the master", "a link from the master",
                                          "a processor"};
  const struct sp_instance *in = star->in;
  const struct sp_ports *ports = &in->platform.node[0].ports;
  struct world *w = &star->world;

  world_init(w, trace, ROLES * (in->m + 1), half_duplex(star) + is_half_duplex(in));
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++)
    world_integrate(w, kind, in->profile[kind], in->m + 1);
  w->resource[RECEPTION] = (struct resource){
      .name = "the master's reception port", .capacity = ports->recv, .lane = NONE};
  w->resource[EMISSION] = (struct resource){
      .name = "the master's emission port", .capacity = ports->send, .lane = NONE};
  if (is_half_duplex(in))
    w->resource[half_duplex(star)] =
        (struct resource){.name = "the master", .lane = NONE, .ports = ports};
  for (enum role role = RECEPTION; role <= COMPUTATION; role++)
    for (int i = 0; i <= in->m; i++) {
      int lane = star_lane(star, role, i);
      if (i > 0)
        w->lane[lane] = lane_of(star, role, i);
      w->resource[COMPUTATION + lane] =
          (struct resource){.name = lane_name[role], .capacity = 1, .lane = lane};
    }
}

/* ---- Sizes of tasks. */

static double size_of(const struct world *w, const struct sp_event *e)
{
  const struct star *star = (const struct star *)w;
  if (role_of(e) != COMPUTATION)
    return e->amount;
  if (e->message >= 0 && e->message < star->sizes)
    return star->size[e->message];
  return sp_can_fail(star->in) ? NAN : e->amount; /* messages taken back left out numbers */
}

/* From the number of tasks of each message to their sizes. */
static void add_tasks(struct star *star, long messages)
{
  const struct sp_instance *in = star->in;
  long task = 0;
  for (long j = 0; j < messages; j++) {
    long n = (long)star->size[j];
    star->size[j] = sp_can_fail(in) ? NAN : 0;
    for (long k = task; k < task + n && (double)k < in->total.v; k++)
      star->size[j] += in->sizes[k];
    task += n;
  }
}

/* From the amount of each message to the sizes of the part of the load that it carries: unit k is
 * what lies from k to k + 1, the last one all behind it. */
static void add_load(struct star *star, long messages)
{
  const struct sp_instance *in = star->in;
  double last = ceil(in->total.v) - 1, sent = 0;
  for (long j = 0; j < messages; j++) {
    double end = sent + star->size[j], size = 0;
    for (double unit = fmin(floor(sent), last); star->size[j] > 0 && unit < end && unit <= last;
         unit++) {
      double upper = unit == last ? end : fmin(end, unit + 1);
      size += (upper - fmax(sent, unit)) * in->sizes[(long)unit];
    }
    star->size[j] = size;
    sent = end;
  }
}

/* The tasks, or the load, leave the master in their order, under the numbers of the messages. Which
 * of them are sent again after a loss a trace does not tell. */
static void add_sizes(struct star *star, const struct sp_trace *trace)
{
  const struct sp_instance *in = star->in;
  long messages = 0;
  if (!in->sizes)
    return;
  for (long k = 0; k < trace->n; k++)
    if (trace->event[k].message < trace->n && trace->event[k].message >= messages)
      messages = trace->event[k].message + 1;
  star->sizes = messages;
  star->size = sp_xcalloc((size_t)messages, sizeof *star->size);
  for (long k = 0; k < trace->n; k++) {
    const struct sp_event *e = &trace->event[k];
    bool sent = e->kind == SP_TRANSFER && e->from == 0 && e->message >= 0 && e->message < messages;
    double least = in->problem == SP_DIVISIBLE ? 0 : 1;
    if (sent && e->amount >= least && e->amount <= in->total.v * (1 + DEFAULT_TOLERANCE))
      star->size[e->message] = e->amount;
  }
  if (in->problem == SP_DIVISIBLE)
    add_load(star, messages);
  else
    add_tasks(star, messages);
  star->world.worth = size_of;
}

/* What becomes of the units. */
static bool check_fates(const struct star *star)
{
  if (!star->world.can_fail)
    return check_kept(star);
  return sp_from_master(star->in) ? check_losses(star) : check_moved_losses(star);
}

int sp_validate(const struct sp_instance *in, const struct sp_trace *trace, double tolerance,
                enum sp_durations durations, struct sp_error *error)
{
  bool divisible = in->problem == SP_DIVISIBLE;
  struct star star = {.in = in,
                      .partial = !isinf(in->deadline.v),
                      .world = {.tolerance = tolerance > 0 ? tolerance : DEFAULT_TOLERANCE,
                                .amounts = divisible ? fmax(tolerance, DEFAULT_TOLERANCE) : 0,
                                .durations = durations,
                                .until = in->deadline.v,
                                .until_name = "the deadline",
                                .node_name = "worker",
                                .can_fail = sp_can_fail(in),
                                .lost_apart = in->problem == SP_REDISTRIBUTION,
                                .error = error,
                                .describe = describe,
                                .check_names = check_names,
                                .find_lane = find_lane}};

  build_world(&star, trace);
  add_sizes(&star, trace);
  bool good = world_check_events(&star.world) && check_units(&star) && check_fates(&star) &&
              check_resources(&star.world) && check_star_places(&star) && check_memory(&star) &&
              check_orders(&star);
  free(star.size);
  return world_close(&star.world, good);
}
