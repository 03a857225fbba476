/* The native engine of stars: event calculus on a queue of dates. The model is at the head of
 * controller.h; here is one loop:
 *
 *   repeat  complete everything that ends at the least date
 *           ask for messages (receptions, then emissions)
 *           start what can start, at the workers that were touched
 *
 * Each worker has three activities, each with one place in the queue: its link towards the master
 * (IN), its link from the master (OUT), its processor. O(log m) a message. */
#include "base/fifo.h"
#include "base/memory.h"
#include "base/num.h"
#include "engine/controller.h"
#include "method/context.h"
#include <starport/dates.h>
#include <stdlib.h>

/* One direction of a worker's link, and the hop on it. */
struct link {
  enum { IDLE, ENGAGED, MOVING } state; /* ENGAGED: waits for its task or for room */
  struct hop hop;
  double start;
  struct fifo waiting; /* struct hop: engaged while the link was taken; only with several ports */
};

/* A unit at a worker. */
struct unit {
  long rank, message;
  double amount;
};

struct worker {
  int i;      /* its number */
  bool busy;  /* computing, or a relay that never computes */
  bool ended; /* its computation has ended, and its date is still among those of CPU */
  bool touched;
  struct link link[2];  /* by enum sp_port */
  struct fifo received; /* struct unit: wait for the processor; not numbered: only counted */
  struct unit current;
  double start;
  long own;   /* initial units not begun and not set apart */
  long begun; /* initial units begun */
  long held;  /* places taken */
};

enum { CPU = 2, ACTIVITIES = 3 }; /* kinds of activity: SP_OUT, SP_IN, CPU */

struct native {
  struct controller controller;
  const struct sp_instance *in;
  struct worker *worker;              /* [0..m] */
  struct sp_dates ending[ACTIVITIES]; /* by worker; a single port has one slot: 0 */
  int carried[2];                     /* by port: the worker of slot 0, see worker_of() */
  int capacity[2], used[2];           /* by port */
  int engaged[2];                     /* by port: hops that have not started */
  struct worker **finished;           /* [0..m] whose hops of a port end at this date */
  struct worker **touched;            /* [0..m] to look at for starts */
  int n_touched;
  bool numbered;   /* units carry their message's number */
  bool *at_sender; /* [rank] plan with relays: the task of this reception has come to its sender */
  bool crossing;   /* several reception ports: tasks may arrive in another order than engaged */
  struct fifo arrival; /* long; crossing: number of the rank-th task at the master */
};

/* A single port carries one message at a time, so one slot serves all its links. */
static int slot(const struct native *e, enum sp_port port, int i)
{
  return e->capacity[port] == 1 ? 0 : i;
}

static int worker_of(const struct native *e, enum sp_port port, int at)
{
  return e->capacity[port] == 1 ? e->carried[port] : at;
}

static inline void touch(struct native *e, struct worker *worker)
{
  if (!worker->touched) {
    worker->touched = true;
    e->touched[e->n_touched++] = worker;
  }
}

static inline void add_received(const struct native *e, struct worker *worker,
                                const struct hop *hop)
{
  struct unit unit = {hop->rank, hop->message, hop->amount};
  if (e->numbered)
    fifo_push(&worker->received, &unit);
  else
    worker->received.n++;
}

static inline struct unit next_received(const struct native *e, struct worker *worker)
{
  struct unit unit = {0, 0, 1};
  if (e->numbered)
    fifo_pop(&worker->received, &unit);
  else
    worker->received.n--;
  return unit;
}

static inline bool is_down(const struct native *e, enum part part, const struct worker *worker)
{
  return controller_is_down(&e->controller, part, worker->i);
}

/* Is the worker's link engaged by a hop that can start? */
static inline bool ready(const struct native *e, enum sp_port port, const struct worker *worker)
{
  const struct hop *hop = &worker->link[port].hop;
  if (worker->link[port].state != ENGAGED || is_down(e, HOST, worker) || is_down(e, LINK, worker))
    return false;
  if (port == SP_IN)
    return e->controller.online || hop->relay < 0 || e->at_sender[hop->rank];
  return (e->capacity[SP_IN] == 0 || hop->rank < e->controller.moved[SP_IN]) &&
         worker->held < sp_places(e->in, worker->i);
}

/* hop: that of the link. To read a copy of it that has just been made would wait for the copy. */
static inline void start_hop(struct native *e, enum sp_port port, struct worker *worker,
                             const struct hop *hop, double now)
{
  struct link *link = &worker->link[port];
  if (port == SP_OUT) {
    worker->held++;
    if (e->crossing)
      link->hop.message = *fifo_at(&e->arrival, link->hop.rank, long);
  }
  link->start = now;
  link->state = MOVING;
  e->engaged[port]--;
  e->carried[port] = worker->i;
  sp_dates_set(&e->ending[port], slot(e, port, worker->i),
               now + controller_hop_time(&e->controller, port, hop, now));
}

/* The port is engaged: the hop starts on the worker's link, or waits. */
static inline void engage(struct native *e, enum sp_port port, struct hop *hop, double now)
{
  struct worker *worker = &e->worker[hop->worker];
  if (port == SP_IN && e->controller.online) {
    if (hop->relay == CONTROLLER_OWN) {
      worker->own--;
    } else {
      hop->relay = next_received(e, worker).rank;
      controller_relayed(&e->controller, hop);
    }
  }
  struct link *link = &worker->link[port];
  e->used[port]++;
  e->engaged[port]++;
  if (link->state == IDLE) {
    link->hop = *hop;
    link->state = ENGAGED;
    if (ready(e, port, worker))
      start_hop(e, port, worker, e->crossing ? &link->hop : hop, now);
  } else {
    fifo_push(&link->waiting, hop);
  }
}

/* Asks for messages as long as the port has capacity and there is one. */
static inline void ask(struct native *e, enum sp_port port, double now)
{
  struct hop hop;
  while (e->used[port] < e->capacity[port] &&
         controller_ask(&e->controller, port, now, &hop) == CONTROLLER_ENGAGED)
    engage(e, port, &hop, now);
}

/* The link is free: the next hop that waits for it is engaged. */
static inline void end_hop(struct native *e, enum sp_port port, struct link *link)
{
  link->state = IDLE;
  e->used[port]--;
  if (link->waiting.n > 0) {
    fifo_pop(&link->waiting, &link->hop);
    link->state = ENGAGED;
  }
}

static inline void start_computation(struct native *e, struct worker *worker, double now)
{
  if (worker->busy)
    return;
  if (is_down(e, HOST, worker) || (worker->own == 0 && worker->received.n == 0)) {
    if (worker->ended)
      sp_dates_set(&e->ending[CPU], worker->i, INFINITY);
    worker->ended = false;
    return;
  }
  long begun = worker->begun;
  if (worker->own > 0) {
    worker->own--;
    worker->begun++;
    worker->current = (struct unit){-1, -1, 1};
  } else {
    worker->current = next_received(e, worker);
  }
  const struct unit *unit = &worker->current;
  worker->busy = true;
  worker->ended = false;
  worker->start = now;
  controller_begun(&e->controller, worker->i, unit->message, unit->amount, now);
  sp_dates_set(&e->ending[CPU], worker->i,
               now + controller_cpu_time(&e->controller, worker->i, unit->message, begun,
                                         unit->amount, now));
}

static inline void start_all(struct native *e, double now)
{
  for (int k = 0; k < e->n_touched; k++) {
    struct worker *worker = e->touched[k];
    worker->touched = false;
    if (e->engaged[SP_IN] > 0 && ready(e, SP_IN, worker))
      start_hop(e, SP_IN, worker, &worker->link[SP_IN].hop, now);
    if (e->engaged[SP_OUT] > 0 && ready(e, SP_OUT, worker))
      start_hop(e, SP_OUT, worker, &worker->link[SP_OUT].hop, now);
    start_computation(e, worker, now);
  }
  e->n_touched = 0;
}

static void end_reception(struct native *e, struct worker *worker, double now)
{
  struct link *link = &worker->link[SP_IN];
  long rank = e->controller.moved[SP_IN];
  if (e->crossing)
    fifo_push(&e->arrival, &link->hop.message);
  controller_transferred(&e->controller, SP_IN, &link->hop, link->start, now);
  end_hop(e, SP_IN, link);
  if (!e->controller.online && rank < e->controller.engaged[SP_OUT])
    touch(e, &e->worker[e->controller.job->plan->msg[rank].to]); /* waits for this task */
  touch(e, worker);
}

static inline void end_emission(struct native *e, struct worker *worker, double now)
{
  struct link *link = &worker->link[SP_OUT];
  const struct hop *hop = &link->hop;
  long relay = controller_relay(&e->controller, hop->rank);
  controller_transferred(&e->controller, SP_OUT, hop, link->start, now);
  if (relay >= 0)
    e->at_sender[relay] = true;
  else
    add_received(e, worker, hop);
  end_hop(e, SP_OUT, link);
  touch(e, worker);
}

static inline void end_computation(struct native *e, struct worker *worker, double now)
{
  worker->busy = false;
  worker->ended = true;
  worker->held--;
  controller_computed(&e->controller, worker->i, worker->current.message, worker->current.amount,
                      worker->start, now);
  touch(e, worker);
}

static inline bool some_ended(const struct native *e, enum sp_port port, double now)
{
  return sp_dates_are_due(&e->ending[port], now);
}

/* The worker of the next hop of a port that has ended, taken off its dates. */
static struct worker *take_ended(struct native *e, enum sp_port port)
{
  struct sp_dates *dates = &e->ending[port];
  int at = sp_dates_first(dates);
  sp_dates_set(dates, at, INFINITY);
  return &e->worker[worker_of(e, port, at)];
}

static inline void end_hop_of(struct native *e, enum sp_port port, struct worker *worker,
                              double now)
{
  if (port == SP_IN)
    end_reception(e, worker, now);
  else
    end_emission(e, worker, now);
}

/* The hops of a port that end now, due by `until`, in order of their messages. */
static inline void complete_hops(struct native *e, enum sp_port port, double now, double until)
{
  int n = 0;
  if (e->capacity[port] == 1) {
    end_hop_of(e, port, take_ended(e, port), now);
    return;
  }
  while (some_ended(e, port, until)) {
    struct worker *worker = take_ended(e, port);
    long rank = worker->link[port].hop.rank;
    int k = n++;
    for (; k > 0 && e->finished[k - 1]->link[port].hop.rank > rank; k--)
      e->finished[k] = e->finished[k - 1];
    e->finished[k] = worker;
  }
  for (int k = 0; k < n; k++)
    end_hop_of(e, port, e->finished[k], now);
}

/* The computations that end at one date. The last one leaves its date: the next computation of its
 * worker, which mostly begins at once, will replace it (start_computation). */
static void complete_computations(struct native *e, double now, double until)
{
  struct sp_dates *dates = &e->ending[CPU];
  while (sp_dates_are_due(dates, until)) {
    int i = until > now ? sp_dates_due(dates, until) : sp_dates_first(dates);
    bool last = sp_dates_least_but(dates, i) > until;
    end_computation(e, &e->worker[i], now);
    if (last)
      return;
    sp_dates_set(dates, i, INFINITY);
    e->worker[i].ended = false;
  }
}

/* Everything due by `until` ends at date now: receptions, emissions, then computations by worker.
 */
static void complete(struct native *e, double now, double until)
{
  if (some_ended(e, SP_IN, until))
    complete_hops(e, SP_IN, now, until);
  if (some_ended(e, SP_OUT, until))
    complete_hops(e, SP_OUT, now, until);
  complete_computations(e, now, until);
}

/* ---- Hosts and links that go down (bag, divisible). */

static void lose_transfer(void *engine, int i, double now)
{
  struct native *e = engine;
  struct worker *worker = &e->worker[i];
  struct link *link = &worker->link[SP_OUT];
  if (link->state != MOVING)
    return;
  sp_dates_set(&e->ending[SP_OUT], slot(e, SP_OUT, i), INFINITY);
  worker->held--;
  controller_lost_transfer(&e->controller, &link->hop, link->start, now);
  end_hop(e, SP_OUT, link);
}

static void lose_units(void *engine, int i, double now)
{
  struct native *e = engine;
  struct worker *worker = &e->worker[i];
  struct unit unit = worker->current;
  if (worker->busy) {
    sp_dates_set(&e->ending[CPU], i, INFINITY);
    controller_lost_computation(&e->controller, i, unit.rank, unit.message, unit.amount,
                                worker->start, now);
    worker->busy = false;
    worker->held--;
  }
  while (worker->received.n > 0) {
    fifo_pop(&worker->received, &unit);
    controller_lost_unit(&e->controller, i, unit.rank, unit.amount);
    worker->held--;
  }
}

static void take_back(void *engine, int i)
{
  struct native *e = engine;
  struct link *link = &e->worker[i].link[SP_OUT];
  while (link->state == ENGAGED) {
    controller_taken_back(&e->controller, &link->hop);
    e->engaged[SP_OUT]--;
    end_hop(e, SP_OUT, link);
  }
}

static void touch_worker(void *engine, int i)
{
  struct native *e = engine;
  touch(e, &e->worker[i]);
}

static inline double earlier(double a, double b)
{
  return a < b ? a : b;
}

/* Date of the next completion, or at which a waiting port is to be asked. The dates that have just
 * been set come last: the others are compared while they are found. */
static double next_date(const struct native *e)
{
  double next = earlier(e->controller.wake[SP_IN], e->controller.wake[SP_OUT]);
  next = sp_dates_earliest(&e->ending[SP_IN], next);
  next = sp_dates_earliest(&e->ending[SP_OUT], next);
  return sp_dates_earliest(&e->ending[CPU], next);
}

/* If a change of states comes by the next date, sets both to it: what is due by *until ends *now.
 */
static void meet_change(const struct native *e, double *now, double *until)
{
  double change = controller_next_change(&e->controller);
  if (change > controller_reach(*now))
    return;
  *now = change;
  *until = controller_reach(change);
}

static void loop(struct native *e)
{
  double now = 0, deadline = e->in->deadline.v;
  if (e->controller.failures)
    controller_change_states(&e->controller, now);
  while (e->controller.result->status == SP_RUN_OK && !is_stopped(e->controller.stop)) {
    ask(e, SP_IN, now);
    ask(e, SP_OUT, now);
    start_all(e, now);
    double until = now = next_date(e);
    if (e->controller.failures)
      meet_change(e, &now, &until);
    if (now == INFINITY || (now > deadline && !same_date(now, deadline)))
      break;
    complete(e, now, until);
    if (e->controller.failures)
      controller_change_states(&e->controller, now);
  }
  if (is_stopped(e->controller.stop))
    sp_run_fails(e->controller.result, "stopped at date %.17g", now);
}

static struct sp_dates dates_alloc(int activities)
{
  int64_t *memory = sp_xcalloc(sp_dates_room(activities), sizeof *memory);
  return sp_dates_in(memory, activities);
}

static void native_init(struct native *e)
{
  const struct sp_instance *in = e->in;
  size_t lines = (size_t)in->m + 1;
  e->worker = sp_xcalloc(lines, sizeof *e->worker);
  e->finished = sp_xcalloc(lines, sizeof *e->finished);
  e->touched = sp_xcalloc(lines, sizeof *e->touched);
  for (int port = SP_OUT; port <= SP_IN; port++) {
    e->capacity[port] = controller_capacity(&e->controller, (enum sp_port)port);
    e->ending[port] = dates_alloc(e->capacity[port] > 1 ? (int)lines : 1);
  }
  e->ending[CPU] = dates_alloc((int)lines);
  if (e->controller.failures)
    controller_set_loser(&e->controller,
                         &(struct loser){e, lose_transfer, lose_units, take_back, touch_worker});
  e->numbered = !e->controller.online || e->controller.recording || e->controller.failures;
  if (e->controller.relay)
    e->at_sender = sp_xcalloc((size_t)e->controller.job->plan->n, sizeof *e->at_sender);
  e->crossing = e->capacity[SP_IN] > 1;
  for (int i = 1; i <= in->m; i++) {
    e->worker[i].i = i;
    e->worker[i].own = controller_kept(&e->controller, i);
    e->worker[i].held = e->worker[i].own;
    e->worker[i].busy = in->problem == SP_IMBALANCE || in->w[i].v == INFINITY;
    touch(e, &e->worker[i]);
  }
}

static void native_clear(struct native *e)
{
  for (int i = 1; e->worker && i <= e->in->m; i++) {
    free(e->worker[i].link[SP_OUT].waiting.item);
    free(e->worker[i].link[SP_IN].waiting.item);
    free(e->worker[i].received.item);
  }
  free(e->worker);
  free(e->finished);
  free(e->touched);
  for (int kind = 0; kind < ACTIVITIES; kind++)
    free(e->ending[kind].bits);
  free(e->at_sender);
  free(e->arrival.item);
}

void sp_native_execute(const struct sp_job *job, struct sp_result *result, struct sp_trace *trace,
                       struct sp_schedule *decided)
{
  struct native e = {.in = job->in};
  if (controller_init(&e.controller, job, false, result, trace)) {
    native_init(&e);
    loop(&e);
  }
  controller_close(&e.controller, decided);
  native_clear(&e);
}
