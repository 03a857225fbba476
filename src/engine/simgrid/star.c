/* Runs a star in SimGrid: the master's reception and emission ports and each worker's processor are
 * actors. The model is at the head of controller.h.
 *
 * At every date at which something ends (nominal.h, which also keeps the dates equal) the ports
 * engage messages, as the plan or the heuristic decides; then every worker at which something has
 * happened ("touched") starts what it can: a message of each direction of its link, and a
 * computation.
 *
 * Hosts and links that go down do so in SimGrid, which then fails what is under way (lossy.h). All
 * actors that lead activities are on the master's host, which is always up. */
#include "base/fifo.h"
#include "engine/controller.h"
#include "engine/module.h"
#include "engine/simgrid/nominal.h"
#include "model/instance.h"
#include <simgrid/host.h>

/* In the order in which those that end at one date are completed. */
enum kind { RECEPTION, EMISSION, COMPUTATION, KINDS };

/* The message that one direction of a worker's link carries. */
struct transfer {
  struct activity activity; /* first */
  struct hop hop;
};

/* A unit (or chunk) that has come to a worker. */
struct unit {
  long rank, message; /* of the emission that brought it; -1: an initial unit */
  double amount;
};

/* The unit on a worker's processor. */
struct computation {
  struct activity activity; /* first; its rank is the worker */
  struct unit unit;
};

struct worker {
  struct transfer link[2]; /* by port: its direction of the link */
  struct fifo engaged[2];  /* struct hop, by port: engaged and not started */
  struct actor_pool processor;
  struct computation computation; /* the processor's */
  struct fifo received;           /* struct unit: wait for the processor; or n alone, the count */
  long own;                       /* initial units not begun and not set apart */
  long begun;                     /* initial units begun */
  long held;                      /* places taken */
  bool touched;                   /* is in star.touched */
};

struct star {
  struct nominal nominal;
  struct controller controller;
  struct platform platform;
  const struct sp_instance *in;
  struct actor_pool port[2]; /* the actors of each port: as many as it has capacity */
  struct worker *worker;     /* [0..m] */
  int used[2];               /* capacity taken, by port */
  struct fifo touched;       /* int: workers where something may be able to start */
  struct fifo expecting;     /* int: targets of the emissions engaged before their task arrived */
  struct fifo arrival;       /* long: number of the k-th task at the master, if order may change */
  bool numbered;   /* units carry their message's number; else received ones are counted */
  bool through;    /* tasks go worker -> master -> worker */
  bool *at_sender; /* [rank] plan with relays: this reception's task has come to its sender */
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

/* ---- Ports: decisions. */

static void touch(struct star *star, int i)
{
  if (!star->worker[i].touched) {
    star->worker[i].touched = true;
    fifo_push(&star->touched, &i);
  }
}

/* A message has brought a unit to the worker. */
static void add_received(const struct star *star, struct worker *worker, const struct unit *unit)
{
  if (star->numbered)
    fifo_push(&worker->received, unit);
  else
    worker->received.n++;
}

/* The earliest unit that was received. */
static void take_received(const struct star *star, struct worker *worker, struct unit *unit)
{
  *unit = (struct unit){0, 0, 1};
  if (star->numbered)
    fifo_pop(&worker->received, unit);
  else
    worker->received.n--;
}

/* On line a reception takes its unit when it is engaged: from then on it cannot be begun. */
static void take_unit(struct star *star, struct hop *hop)
{
  struct worker *worker = &star->worker[hop->worker];
  if (hop->relay == CONTROLLER_OWN) {
    worker->own--;
    return;
  }
  struct unit unit;
  take_received(star, worker, &unit);
  hop->relay = unit.rank;
  controller_relayed(&star->controller, hop);
}

/* Engages messages as long as the port has capacity and the controller has one for it. */
static void engage(struct star *star, enum sp_port port, double now)
{
  struct controller *c = &star->controller;
  struct hop hop;
  while (star->used[port] < controller_capacity(c, port) &&
         controller_ask(c, port, now, &hop) == CONTROLLER_ENGAGED) {
    if (port == SP_IN && c->online)
      take_unit(star, &hop);
    if (port == SP_OUT && star->through && hop.rank >= c->moved[SP_IN])
      fifo_push(&star->expecting, &hop.worker);
    star->used[port]++;
    fifo_push(&star->worker[hop.worker].engaged[port], &hop);
    touch(star, hop.worker);
  }
}

static bool is_down(const struct star *star, enum part part, int i)
{
  return controller_is_down(&star->controller, part, i);
}

/* ---- Links, places, store and forward: what can start. */

/* Store and forward: has the task of a hop come to where the hop starts? */
static bool has_task(const struct star *star, enum sp_port port, const struct hop *hop)
{
  if (port == SP_OUT)
    return !star->through || hop->rank < star->controller.moved[SP_IN];
  return star->controller.online || hop->relay == CONTROLLER_OWN || star->at_sender[hop->rank];
}

/* Tells nominal.c of the profile of an activity that takes `time` at factor 1, if there is one, or
 * that it may be lost. */
static void note_changes(const struct star *star, struct activity *a, enum sp_changing kind, int i,
                         double time)
{
  const struct sp_profile *p = star->in->profile[kind];
  a->changing = p && p[i].n > 0;
  if (a->changing)
    nominal_shorten(a, time, sp_profile_factor(&p[i], a->start + a->latency),
                    sp_profile_factor(&p[i], (a->start + a->duration) * (1 - 1e-12)));
  else if (star->nominal.fails)
    nominal_shorten(a, time, 1, 1);
}

/* The next message engaged on this direction of the link starts if the link is idle, its task is
 * there and, for an emission, the worker has a place for it. */
static void start_transfer(struct star *star, enum sp_port port, int i, double now)
{
  const struct sp_instance *in = star->in;
  struct worker *worker = &star->worker[i];
  struct transfer *t = &worker->link[port];
  struct activity *a = &t->activity;
  if (a->under_way || worker->engaged[port].n == 0 || is_down(star, HOST, i) ||
      is_down(star, LINK, i) ||
      !has_task(star, port, fifo_at(&worker->engaged[port], 0, struct hop)) ||
      (port == SP_OUT && worker->held >= sp_places(in, i)))
    return;
  fifo_pop(&worker->engaged[port], &t->hop);
  if (port == SP_OUT) {
    worker->held++;
    if (star->arrival.n > 0)
      t->hop.message = *fifo_at(&star->arrival, t->hop.rank, long);
  }
  double units = controller_noise_hop(&star->controller, port, t->hop.message) * t->hop.amount;
  a->rank = t->hop.rank;
  a->start = now;
  a->duration = controller_hop_time(&star->controller, port, &t->hop, now);
  double latency = controller_latency(&star->controller, i, now);
  if (!nominal_message(&star->nominal, a, units, in->c[i].v, latency))
    return;
  note_changes(star, a, SP_BANDWIDTH, i, units * in->c[i].v);
  nominal_start(&star->nominal, &star->port[port], a);
}

/* The processor, if it is idle, begins an initial unit if there is one, else the earliest that was
 * received. */
static void start_computation(struct star *star, int i, double now)
{
  struct controller *c = &star->controller;
  struct worker *worker = &star->worker[i];
  struct activity *a = &worker->computation.activity;
  struct unit *unit = &worker->computation.unit;
  bool relays = star->in->problem == SP_IMBALANCE || isinf(star->in->w[i].v);
  if (a->under_way || relays || is_down(star, HOST, i) || worker->own + worker->received.n == 0)
    return;
  long begun = worker->begun;
  if (worker->own > 0) {
    *unit = (struct unit){-1, -1, 1};
    worker->own--;
    worker->begun++;
  } else {
    take_received(star, worker, unit);
  }
  controller_begun(c, i, unit->message, unit->amount, now);
  double units = controller_noise_cpu(c, i, unit->message, begun) * unit->amount;
  a->rank = i;
  a->start = now;
  a->duration = controller_cpu_time(c, i, unit->message, begun, unit->amount, now);
  a->amount = units * star->in->task_flops;
  note_changes(star, a, SP_SPEED, i, units * star->in->w[i].v);
  nominal_start(&star->nominal, &worker->processor, a);
}

/* ---- Hosts and links that go down (bag, divisible). */

static void lose_transfer(void *engine, int i, double now)
{
  struct star *star = engine;
  struct transfer *t = &star->worker[i].link[SP_OUT];
  if (!t->activity.under_way)
    return;
  nominal_lose(&star->nominal, &t->activity);
  star->worker[i].held--;
  star->used[SP_OUT]--;
  controller_lost_transfer(&star->controller, &t->hop, t->activity.start, now);
}

static void lose_units(void *engine, int i, double now)
{
  struct star *star = engine;
  struct worker *worker = &star->worker[i];
  struct computation *c = &worker->computation;
  struct unit unit = c->unit;
  if (c->activity.under_way) {
    nominal_lose(&star->nominal, &c->activity);
    worker->held--;
    controller_lost_computation(&star->controller, i, unit.rank, unit.message, unit.amount,
                                c->activity.start, now);
  }
  while (worker->received.n > 0) {
    fifo_pop(&worker->received, &unit);
    worker->held--;
    controller_lost_unit(&star->controller, i, unit.rank, unit.amount);
  }
}

static void take_back(void *engine, int i)
{
  struct star *star = engine;
  struct fifo *engaged = &star->worker[i].engaged[SP_OUT];
  struct hop hop;
  while (engaged->n > 0) {
    fifo_pop(engaged, &hop);
    star->used[SP_OUT]--;
    controller_taken_back(&star->controller, &hop);
  }
}

static void touch_worker(void *engine, int i)
{
  touch(engine, i);
}

static bool decide(void *data, double now)
{
  struct star *star = data;
  struct nominal *n = &star->nominal;
  const double *wake = star->controller.wake;
  int i;
  if (n->fails)
    controller_change_states(&star->controller, now);
  if (star->controller.result->status != SP_RUN_OK)
    return false;
  engage(star, SP_IN, now);
  engage(star, SP_OUT, now);
  while (star->touched.n > 0) {
    fifo_pop(&star->touched, &i);
    star->worker[i].touched = false;
    start_transfer(star, SP_IN, i, now);
    start_transfer(star, SP_OUT, i, now);
    start_computation(star, i, now);
  }
  n->wake = wake[SP_OUT] < wake[SP_IN] ? wake[SP_OUT] : wake[SP_IN];
  n->change = n->fails ? controller_next_change(&star->controller) : INFINITY;
  if (n->change <= controller_reach(n->wake))
    n->wake = n->change;
  return star->controller.result->status == SP_RUN_OK;
}

/* ---- Ends. */

static void end_reception(struct star *star, const struct transfer *t)
{
  star->used[SP_IN]--;
  if (controller_capacity(&star->controller, SP_IN) > 1)
    fifo_push(&star->arrival, &t->hop.message);
  controller_transferred(&star->controller, SP_IN, &t->hop, t->activity.start, t->activity.end);
  if (star->expecting.n > 0) {
    int target;
    fifo_pop(&star->expecting, &target);
    touch(star, target);
  }
  touch(star, t->hop.worker);
}

static void end_emission(struct star *star, const struct transfer *t)
{
  star->used[SP_OUT]--;
  controller_transferred(&star->controller, SP_OUT, &t->hop, t->activity.start, t->activity.end);
  long relay = controller_relay(&star->controller, t->hop.rank);
  struct unit unit = {t->hop.rank, t->hop.message, t->hop.amount};
  if (relay >= 0)
    star->at_sender[relay] = true;
  else
    add_received(star, &star->worker[t->hop.worker], &unit);
  touch(star, t->hop.worker);
}

static void end_computation(struct star *star, const struct computation *c)
{
  int i = (int)c->activity.rank;
  star->worker[i].held--;
  controller_computed(&star->controller, i, c->unit.message, c->unit.amount, c->activity.start,
                      c->activity.end);
  touch(star, i);
}

static void complete(void *data, struct activity *a)
{
  switch ((enum kind)a->kind) {
  case RECEPTION:
    end_reception(data, (struct transfer *)a);
    break;
  case EMISSION:
    end_emission(data, (struct transfer *)a);
    break;
  default:
    end_computation(data, (struct computation *)a);
  }
}

/* ---- The run. */

static void set_worker(struct star *star, int i)
{
  struct worker *worker = &star->worker[i];
  int lines = star->in->m + 1;
  sg_host_t host = sg_host_by_name(star->in->platform.node[i].name), master = star->nominal.host;
  worker->link[SP_IN].activity =
      (struct activity){.number = i, .kind = RECEPTION, .from = host, .to = master};
  worker->link[SP_OUT].activity =
      (struct activity){.number = lines + i, .kind = EMISSION, .from = master, .to = host};
  worker->computation.activity = (struct activity){.number = 2 * lines + i, .kind = COMPUTATION};
  worker->own = worker->held = controller_kept(&star->controller, i);
  worker->processor = (struct actor_pool){"processor", host, worker_process, NULL};
  if (star->nominal.fails) { /* an actor there would be lost as well */
    worker->processor.host = master;
    worker->computation.activity.on = host;
  }
  touch(star, i);
}

/* The first date after 0 at which something changes; INFINITY: none. */
static double first_change(const struct sp_instance *in)
{
  double first = INFINITY;
  for (int kind = 0; kind < SP_CHANGING; kind++)
    for (int i = 1; in->profile[kind] && i <= in->m; i++)
      first = fmin(first, profile_next(&in->profile[kind][i], 0));
  return first;
}

static void star_init(struct star *star)
{
  const struct sp_instance *in = star->in;
  size_t lines = (size_t)in->m + 1;
  star->numbered = !star->controller.online || star->controller.recording || sp_can_fail(in);
  star->through = in->problem == SP_REDISTRIBUTION || in->problem == SP_IMBALANCE;
  star->worker = sp_xcalloc(lines, sizeof *star->worker);
  if (star->controller.relay)
    star->at_sender = sp_xcalloc((size_t)star->controller.job->plan->n, sizeof *star->at_sender);
  nominal_init(&star->nominal, KINDS * (in->m + 1));
  sg_host_t master = sg_host_by_name(in->platform.node[0].name);
  star->nominal.host = master;
  star->nominal.fails = sp_can_fail(in);
  if (star->nominal.fails)
    controller_set_loser(&star->controller,
                         &(struct loser){star, lose_transfer, lose_units, take_back, touch_worker});
  for (int i = 1; i <= in->m; i++)
    set_worker(star, i);
  star->port[SP_IN] = (struct actor_pool){"reception_port", master, reception_port, NULL};
  star->port[SP_OUT] = (struct actor_pool){"emission_port", master, emission_port, NULL};
  star->nominal.engine = star;
  star->nominal.platform = &star->platform;
  star->nominal.result = star->controller.result;
  star->nominal.decide = decide;
  star->nominal.complete = complete;
  star->nominal.deadline = in->deadline.v;
  star->nominal.least = first_change(in);
  star->nominal.changes = sp_is_changing(in);
  star->nominal.latencies = in->profile[SP_LATENCY];
}

static void star_clear(struct star *star)
{
  for (int i = 1; star->worker && i <= star->in->m; i++) {
    free(star->worker[i].engaged[SP_OUT].item);
    free(star->worker[i].engaged[SP_IN].item);
    free(star->worker[i].received.item);
  }
  nominal_clear(&star->nominal);
  free(star->worker);
  free(star->touched.item);
  free(star->expecting.item);
  free(star->arrival.item);
  free(star->at_sender);
}

void simgrid_execute(const struct sp_job *job, struct sp_result *result, struct sp_trace *trace,
                     struct sp_schedule *decided)
{
  struct star star = {.in = job->in};
  struct sp_error error;
  /* A file may describe shared links or availability over time: dates may be others, too. */
  bool deviations = job->conditions->n_cfg > 0 || job->in->platform.file;
  if (controller_init(&star.controller, job, deviations, result, trace)) {
    if (simgrid_load_star(job->in, job->conditions, &star.platform, &error)) {
      star_init(&star);
      nominal_run(&star.nominal, job->conditions);
    } else {
      sp_run_fails(result, "%s", error.text);
    }
  }
  controller_close(&star.controller, decided);
  star_clear(&star);
}
