/* Runs a star in SimGrid: the master's reception and emission ports and each worker's processor are
 * actors. The model is at the head of controller.h.
 *
 * Lanes (core.h): the two directions of each worker's link, and its processor; each needs itself
 * alone, since a port is taken when the controller engages a message for it. Tokens: the tasks that
 * have come to the master, for which emissions wait; the free places of each worker, of which an
 * emission takes one, or the messages that its memory lets in; and, in a plan, one for each
 * reception that sends a received task on, given when that has come, or the units that each worker
 * has computed, for which the results of an order wait.
 *
 * Hosts and links that go down do so in SimGrid, which then fails what is under way (lossy.c). All
 * actors that lead activities are on the master's host, which is always up. */
#include "engine/module.h"
#include "engine/results.h"
#include "engine/simgrid/core.h"
#include "engine/stock.h"
#include "engine/store.h"
#include "model/instance.h"
#include <simgrid/host.h>

/* Of a worker's lanes, in the order in which what ends at one date is completed. */
enum kind { RECEPTION, EMISSION, COMPUTATION, KINDS };

/* A message, or a unit that is computed. */
struct load {
  struct activity activity; /* first */
  struct hop hop;
};

struct star {
  struct core core;
  struct controller controller;
  struct platform platform;
  const struct sp_instance *in;
  struct actor_pool port[2]; /* the actors of each port: as many as it has capacity */
  int used[2];               /* capacity taken, by port */
  struct stock *stock;       /* [0..m] of each worker */
  struct store *store;       /* [0..m] where memory is limited; or NULL */
};

/* ---- The actors: each does its activities one after the other until the run is over. A port that
 * carries several messages at once has as many actors. */

static void reception_port(struct actor *self)
{
  for (struct activity *message; (message = driver_next(self));)
    nominal_transfer(self, message);
}

static void emission_port(struct actor *self)
{
  for (struct activity *message; (message = driver_next(self));)
    nominal_transfer(self, message);
}

static void worker_process(struct actor *self)
{
  for (struct activity *unit; (unit = driver_next(self));)
    nominal_compute(self, unit);
}

/* ---- Lanes and tokens. */

static int lane_of(int worker, enum kind kind)
{
  return KINDS * worker + (int)kind;
}

static enum sp_port port_of(const struct activity *a)
{
  return a->lane->kind == RECEPTION ? SP_IN : SP_OUT;
}

/* The tasks that have come to the master. */
static struct token *arrived(const struct star *s)
{
  return &s->core.token[0];
}

/* The task that this reception of a plan sends on has come to its sender. */
static struct token *relayed(const struct star *s, long reception)
{
  return &s->core.token[1 + s->in->m + reception];
}

/* The units that worker i has computed, where results come in the order of a plan. */
static struct token *computed(const struct star *s, int i)
{
  return &s->core.token[1 + s->in->m + i];
}

/* Is the memory of worker i limited? */
static bool has_store(const struct star *s, int i)
{
  return s->store && s->in->memory[i].v < INFINITY;
}

/* The free places of worker i are the token that its emissions take; NULL: any number. */
static struct token *places(const struct star *s, int i)
{
  return s->core.lane[lane_of(i, EMISSION)].claims;
}

/* So many places of worker i are free. */
static void give_places(struct star *s, int i, long n)
{
  if (n > 0)
    core_give(&s->core, places(s, i), n);
}

/* ---- Decisions. */

/* A result that a plan names waits until its unit is computed; units of one worker are computed in
 * the order of their messages. */
static void await_result(struct star *s, struct load *load, const struct hop *hop)
{
  const struct controller *c = &s->controller;
  if (results_ordered(c))
    core_wait(&load->activity, computed(s, hop->worker), c->results->ordinal[hop->message]);
}

static void engage_message(struct star *s, enum sp_port port, struct hop *hop)
{
  struct controller *c = &s->controller;
  enum kind kind = port == SP_IN ? RECEPTION : EMISSION;
  struct load *load = core_new(&s->core, lane_of(hop->worker, kind), sizeof *load, hop->rank);
  if (port == SP_IN && c->results)
    await_result(s, load, hop);
  else if (port == SP_IN && c->online)
    stock_send(&s->stock[hop->worker], c, hop);
  else if (port == SP_IN && hop->relay != CONTROLLER_OWN)
    core_wait(&load->activity, relayed(s, hop->rank), 1);
  else if (port == SP_OUT && !c->failures && !sp_from_master(s->in))
    core_wait(&load->activity, arrived(s), hop->rank + 1);
  load->hop = *hop;
  load->activity.units = sp_places_taken(s->in, hop->amount);
  s->used[port]++;
  if (port == SP_OUT && has_store(s, hop->worker))
    store_engage(&s->store[hop->worker], c, hop->worker, hop->amount);
  core_engage(&s->core, &load->activity);
}

/* Asks for messages as long as the port has capacity and there is one. */
static void ask(struct star *s, enum sp_port port, double now)
{
  struct controller *c = &s->controller;
  struct hop hop;
  while (s->used[port] < controller_capacity(c, port) &&
         controller_ask(c, port, now, &hop) == CONTROLLER_ENGAGED)
    engage_message(s, port, &hop);
}

/* Lets in what fits by now; returns the next date at which a message does. */
static double let_in(struct star *s, double now)
{
  double next = INFINITY;
  for (int i = 1; s->store && i <= s->in->m; i++) {
    while (store_let_in(&s->store[i], &s->controller, i, now))
      core_give(&s->core, places(s, i), 1);
    next = fmin(next, s->store[i].date);
  }
  return next;
}

static void decide(void *star, double now)
{
  struct star *s = star;
  struct controller *c = &s->controller;
  controller_change(c, now);
  if (c->result->status != SP_RUN_OK)
    return;
  ask(s, SP_IN, now);
  ask(s, SP_OUT, now);
  s->core.nominal.wake = fmin(let_in(s, now), fmin(c->wake[SP_IN], c->wake[SP_OUT]));
  if (c->changes)
    s->core.nominal.change = controller_next_change(c);
}

/* A processor that is idle begins a unit, if there is one. */
static void fill(void *star, struct lane *lane)
{
  struct star *s = star;
  int i = lane->number / KINDS;
  if (lane->kind != COMPUTATION || stock_is_empty(&s->stock[i]))
    return;
  struct load *load = core_new(&s->core, lane->number, sizeof *load, i);
  stock_begin(&s->stock[i], &load->hop);
  core_engage(&s->core, &load->activity);
}

/* ---- Starts and ends. */

static struct cost start(void *star, struct activity *a)
{
  struct star *s = star;
  struct controller *c = &s->controller;
  struct hop *hop = &((struct load *)a)->hop;
  if (a->lane->kind != COMPUTATION)
    return controller_start_hop(c, port_of(a), hop, a->start);
  struct cost cost = controller_start_unit(c, hop, a->start);
  if (has_store(s, hop->worker)) {
    store_begun(&s->store[hop->worker], c, hop->worker, a->start, &cost);
    s->core.nominal.wake = fmin(s->core.nominal.wake, s->store[hop->worker].date);
  }
  return cost;
}

/* A unit has come to its worker, whose processor may be idle. */
static void receive(struct star *s, const struct hop *hop)
{
  stock_receive(&s->stock[hop->worker], hop);
  core_look(&s->core, lane_of(hop->worker, COMPUTATION));
}

static void end_message(struct star *s, const struct load *load)
{
  struct controller *c = &s->controller;
  const struct hop *hop = &load->hop;
  enum sp_port port = port_of(&load->activity);
  s->used[port]--;
  controller_transferred(c, port, hop, load->activity.start, load->activity.end);
  long relay = port == SP_OUT ? controller_relay(c, hop->rank) : -1;
  if (port == SP_IN && c->results)
    give_places(s, hop->worker,
                results_hold(c, hop->worker) ? sp_places_taken(s->in, hop->amount) : 0);
  else if (port == SP_IN)
    core_give(&s->core, arrived(s), 1);
  else if (relay >= 0)
    core_give(&s->core, relayed(s, relay), 1);
  else
    receive(s, hop);
}

static void end(void *star, struct activity *a)
{
  struct star *s = star;
  const struct load *load = (const struct load *)a;
  if (a->lane->kind != COMPUTATION) {
    end_message(s, load);
    return;
  }
  int i = load->hop.worker;
  if (has_store(s, i))
    store_computed(&s->store[i]);
  else
    give_places(s, i,
                results_hold(&s->controller, i) ? 0 : sp_places_taken(s->in, load->hop.amount));
  if (results_ordered(&s->controller))
    core_give(&s->core, computed(s, i), 1);
  controller_computed(&s->controller, &load->hop, a->start, a->end);
}

/* ---- Hosts and links that go down. */

static void lose_message(struct star *s, int i, enum kind kind, double now)
{
  struct lane *lane = &s->core.lane[lane_of(i, kind)];
  const struct load *load = (const struct load *)lane->under_way;
  if (!load)
    return;
  enum sp_port port = port_of(&load->activity);
  s->used[port]--;
  if (port == SP_IN && results_hold(&s->controller, i))
    give_places(s, i, sp_places_taken(s->in, load->hop.amount));
  if (port == SP_IN && !s->controller.results)
    stock_take_back(&s->stock[i], &s->controller, &load->hop);
  controller_lost_transfer(&s->controller, port, &load->hop, load->activity.start, now);
  core_lose(&s->core, lane);
}

static void lose_transfer(void *engine, int i, double now)
{
  lose_message(engine, i, EMISSION, now);
  lose_message(engine, i, RECEPTION, now);
}

static void lose_units(void *engine, int i, double now)
{
  struct star *s = engine;
  struct lane *lane = &s->core.lane[lane_of(i, COMPUTATION)];
  const struct load *load = (const struct load *)lane->under_way;
  struct hop unit;
  core_give(&s->core, places(s, i),
            stock_units(&s->stock[i]) + (load ? (long)load->hop.amount : 0));
  if (load) {
    unit = load->hop;
    controller_lost_computation(&s->controller, &unit, load->activity.start, now);
    core_lose(&s->core, lane);
  }
  stock_lose(&s->stock[i], &s->controller, load ? &unit : NULL);
  long results = controller_lost_results(&s->controller, i);
  give_places(s, i, results_hold(&s->controller, i) ? results : 0);
}

static void take_back(void *engine, int i, double now)
{
  struct star *s = engine;
  static const enum kind kinds[] = {[SP_OUT] = EMISSION, [SP_IN] = RECEPTION};
  for (int port = SP_OUT; port <= SP_IN; port++) {
    struct lane *lane = &s->core.lane[lane_of(i, kinds[port])];
    for (struct activity *a; (a = core_withdraw(&s->core, lane)); free(a)) {
      const struct hop *hop = &((struct load *)a)->hop;
      if (port == SP_IN)
        stock_take_back(&s->stock[i], &s->controller, hop);
      controller_taken_back(&s->controller, (enum sp_port)port, hop, now);
      s->used[port]--;
    }
  }
}

/* The states of worker i have changed. */
static void touch_worker(void *engine, int i)
{
  struct star *s = engine;
  bool host = !controller_is_down(&s->controller, HOST, i);
  bool link = !controller_is_down(&s->controller, LINK, i);
  core_set_capacity(&s->core, lane_of(i, EMISSION), host && link);
  core_set_capacity(&s->core, lane_of(i, RECEPTION), host && link);
  core_set_capacity(&s->core, lane_of(i, COMPUTATION), host && isfinite(s->in->w[i].v));
}

/* ---- The run. */

/* Does the master send or receive, not both? Then messages need the first resource beside the
 * lanes: as many at once as the ports carry, in one direction. */
static bool is_half_duplex(const struct star *s)
{
  return !s->in->platform.node[0].ports.recv_send && controller_capacity(&s->controller, SP_IN) > 0;
}

static void set_worker(struct star *s, int i)
{
  const struct sp_instance *in = s->in;
  bool computes = in->problem != SP_IMBALANCE && isfinite(in->w[i].v);
  stock_open(&s->stock[i], &s->controller, i);
  core_set_way(&s->core, lane_of(i, RECEPTION), RECEPTION, i, 0, &s->port[SP_IN]);
  core_set_way(&s->core, lane_of(i, EMISSION), EMISSION, 0, i, &s->port[SP_OUT]);
  core_set_processor(&s->core, lane_of(i, COMPUTATION), COMPUTATION, i, worker_process);
  core_set_capacity(&s->core, lane_of(i, COMPUTATION), computes);
  if (is_half_duplex(s))
    for (enum kind kind = RECEPTION; kind <= EMISSION; kind++)
      core_hold_late(&s->core.lane[lane_of(i, kind)], s->core.lanes, (int)kind);
  if (sp_places(in, i) < LONG_MAX) {
    s->core.lane[lane_of(i, EMISSION)].claims = &s->core.token[i];
    s->core.token[i].given = sp_places(in, i) - s->stock[i].own;
  }
  if (has_store(s, i))
    s->core.lane[lane_of(i, EMISSION)].claims = &s->core.token[i];
}

static void set_star(struct star *s)
{
  static const struct core_source source = {decide, fill, start, end};
  const struct sp_instance *in = s->in;
  const struct controller *c = &s->controller;
  int relays = c->relay ? (int)c->job->plan->n : c->results ? 1 + in->m : 0;
  core_init(&s->core, &source, s, &s->platform, lane_of(in->m + 1, 0), 1, 1 + in->m + relays);
  core_set_capacity(&s->core, s->core.lanes, INT_MAX);
  sg_host_t master = s->core.nominal.host;
  s->core.nominal.result = c->result;
  s->core.nominal.deadline = in->deadline.v;
  s->port[SP_IN] = (struct actor_pool){"reception_port", master, reception_port, NULL};
  s->port[SP_OUT] = (struct actor_pool){"emission_port", master, emission_port, NULL};
  s->stock = sp_xcalloc((size_t)in->m + 1, sizeof *s->stock);
  s->store = stores_of(in);
  for (int i = 1; i <= in->m; i++)
    set_worker(s, i);
  if (c->failures)
    controller_set_loser(&s->controller,
                         &(struct loser){s, lose_transfer, lose_units, take_back, touch_worker});
}

static void clear_star(struct star *s)
{
  for (int i = 1; s->stock && i <= s->in->m; i++)
    free(s->stock[i].received.item);
  free(s->stock);
  stores_free(s->store, s->in->m);
  core_clear(&s->core);
}

void simgrid_execute(const struct sp_job *job, struct sp_result *result, struct sp_trace *trace,
                     struct sp_schedule *decided)
{
  struct star s = {.in = job->in};
  struct sp_error error;
  /* A file may describe shared links or availability over time: dates may be others, too. */
  bool deviations = job->conditions->n_cfg > 0 || job->in->platform.file;
  if (controller_init(&s.controller, job, deviations, result, trace)) {
    if (simgrid_load_star(job->in, job->conditions, &s.platform, &error)) {
      set_star(&s);
      nominal_run(&s.core.nominal, job->conditions);
    } else {
      sp_run_fails(result, "%s", error.text);
    }
  }
  controller_close(&s.controller, decided);
  clear_star(&s);
}
