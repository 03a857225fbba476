/* The native engine of stars: the controller is the source of a world of the core (star.h). The
 * model is at the head of controller.h. */
#include "engine/native/star.h"
#include "base/memory.h"
#include "base/num.h"
#include "engine/native/core_loop.h"
#include "method/context.h"

static const struct core_source source; /* the functions of this file, at its end */

/* ---- Decisions. */

static inline void touch(struct star *s, int i)
{
  if (!s->worker[i].touched) {
    s->worker[i].touched = true;
    s->touched[s->n_touched++] = i;
  }
}

static inline int new_load(struct star *s)
{
  int k = core_new(&s->core);
  if (s->cap < s->core.cap) {
    s->cap = s->core.cap;
    s->load = sp_xrealloc(s->load, (size_t)s->cap, sizeof *s->load);
  }
  return k;
}

/* The order of the ends of one date: receptions and emissions by message, computations by worker.
 */
static inline long order_of(int kind, long number)
{
  static const long first[LANES] = {
      [SP_IN] = 0, [SP_OUT] = LONG_MAX / 4 + 1, [CPU] = LONG_MAX / 2 + 1};
  return first[kind] + number;
}

/* How many units must have come to the master, or to the worker, or been computed there. */
static inline long awaited(const struct star *s, enum sp_port port, const struct hop *hop)
{
  if (s->controller.failures) /* what is sent is there */
    return 0;
  if (port == SP_OUT)
    return hop->rank + 1;
  if (results_ordered(&s->controller))
    return s->controller.results->ordinal[hop->message];
  return s->ordinal && hop->relay >= 0 ? s->ordinal[hop->relay] : 0;
}

/* Has the port capacity, and something left to decide? */
static inline bool is_open(const struct star *s, enum sp_port port)
{
  return s->room[port] > 0 && !s->controller.closed[port];
}

/* Asks for messages as long as the port has capacity and there is one. */
CORE_INLINE void ask(struct star *s, enum sp_port port, double now)
{
  while (is_open(s, port)) {
    int k = s->spare;
    struct hop *hop = &s->load[k].hop;
    if (controller_ask(&s->controller, port, now, hop) != CONTROLLER_ENGAGED)
      return;
    if (port == SP_IN && s->controller.online && !s->controller.results)
      stock_send(&s->worker[hop->worker].stock, &s->controller, hop);
    s->room[port]--;
    if (port == SP_OUT && has_store(s, hop->worker))
      store_engage(&s->store[hop->worker], &s->controller, hop->worker, hop->amount);
    core_engage(&s->core, &source, s, k, lane_of(hop->worker, (int)port),
                order_of((int)port, hop->rank), 0, awaited(s, port, hop),
                sp_places_taken(s->in, hop->amount));
    s->spare = new_load(s);
  }
}

static inline bool is_down(const struct star *s, enum part part, int i)
{
  return controller_is_down(&s->controller, part, i);
}

/* The processor, if it is idle, begins a unit if there is one. */
CORE_INLINE void begin(struct star *s, int i)
{
  struct worker *worker = &s->worker[i];
  if (worker->busy || stock_is_empty(&worker->stock) || is_down(s, HOST, i))
    return;
  int k = new_load(s);
  stock_begin(&worker->stock, &s->load[k].hop);
  worker->busy = true;
  core_engage(&s->core, &source, s, k, lane_of(i, CPU), order_of(CPU, i), 0, 0, 1);
}

CORE_INLINE void begin_all(struct star *s)
{
  for (int n = 0; n < s->n_touched; n++) {
    struct worker *worker = &s->worker[s->touched[n]];
    worker->touched = false;
    for (int port = SP_OUT; s->controller.failures && port <= SP_IN; port++) {
      if (worker->blocked[port] != CORE_NONE)
        core_retry(&s->core, worker->blocked[port]);
      worker->blocked[port] = CORE_NONE;
    }
    begin(s, s->touched[n]);
  }
  s->n_touched = 0;
}

/* Lets in what fits by now; returns the next date at which a message does. */
static double let_in(struct star *s, struct core *c)
{
  double next = INFINITY;
  for (int i = 1; s->store && i <= s->in->m; i++) {
    while (store_let_in(&s->store[i], &s->controller, i, c->now))
      core_give(c, places(i), 1);
    next = fmin(next, s->store[i].date);
  }
  return next;
}

CORE_INLINE bool decide(void *user, struct core *c)
{
  struct star *s = user;
  if (is_stopped(s->controller.stop))
    return false;
  if (is_open(s, SP_IN))
    ask(s, SP_IN, c->now);
  if (is_open(s, SP_OUT))
    ask(s, SP_OUT, c->now);
  begin_all(s);
  c->alarm = s->controller.wake[SP_IN] < s->controller.wake[SP_OUT] ? s->controller.wake[SP_IN]
                                                                    : s->controller.wake[SP_OUT];
  if (s->store)
    c->alarm = fmin(c->alarm, let_in(s, c));
  return s->controller.result->status == SP_RUN_OK;
}

/* ---- Starts and ends. */

/* So many places of worker i are free, if they are bounded. */
static void give_places(struct star *s, int i, long n)
{
  int places = s->core.lane[lane_of(i, SP_OUT)].claims;
  if (places != CORE_NONE)
    core_give(&s->core, places, n);
}

/* An activity of several tasks has ended: those of its places that the lane, which gives one, does
 * not give. */
static void give_more_places(struct star *s, int kind, const struct hop *hop)
{
  bool hold = results_hold(&s->controller, hop->worker);
  if (kind == (hold ? (int)SP_IN : CPU))
    give_places(s, hop->worker, sp_places_taken(s->in, hop->amount) - 1);
}

CORE_INLINE bool may_start(void *user, struct core *c, int k)
{
  struct star *s = user;
  if (!s->controller.failures)
    return true;
  int kind = c->activity[k].lane->kind, i = s->load[k].hop.worker;
  if (kind == CPU || (!is_down(s, HOST, i) && !is_down(s, LINK, i)))
    return true;
  s->worker[i].blocked[kind] = k;
  return false;
}

CORE_INLINE double start(void *user, struct core *c, int k)
{
  struct star *s = user;
  int kind = c->activity[k].lane->kind;
  struct load *load = &s->load[k];
  load->start = c->now;
  if (kind != CPU)
    return controller_start_hop(&s->controller, (enum sp_port)kind, &load->hop, c->now).duration;
  struct cost cost = controller_start_unit(&s->controller, &load->hop, c->now);
  int i = load->hop.worker;
  if (has_store(s, i)) {
    store_begun(&s->store[i], &s->controller, i, c->now, &cost);
    c->alarm = fmin(c->alarm, s->store[i].date);
  }
  return cost.duration;
}

CORE_INLINE void end(void *user, struct core *c, int k)
{
  struct star *s = user;
  const struct load *load = &s->load[k];
  int kind = c->activity[k].lane->kind, i = load->hop.worker;
  if (load->hop.amount > 1)
    give_more_places(s, kind, &load->hop);
  if (kind == CPU) {
    s->worker[i].busy = false;
    if (has_store(s, i))
      store_computed(&s->store[i]);
    controller_computed(&s->controller, &load->hop, load->start, c->now);
    touch(s, i);
  } else {
    s->room[kind]++;
    controller_transferred(&s->controller, (enum sp_port)kind, &load->hop, load->start, c->now);
    if (kind == SP_OUT && controller_relay(&s->controller, load->hop.rank) < 0)
      stock_receive(&s->worker[i].stock, &load->hop);
    if (!s->worker[i].busy || s->controller.failures)
      touch(s, i);
  }
}

CORE_INLINE double next_change(void *user)
{
  const struct star *s = user;
  return s->controller.changes ? controller_next_change(&s->controller) : INFINITY;
}

static void change(void *user, struct core *c)
{
  controller_change(&((struct star *)user)->controller, c->now);
}

CORE_INLINE bool counts(void *user, double date)
{
  double deadline = ((struct star *)user)->in->deadline.v;
  return date <= deadline || same_date(date, deadline);
}

/* ---- Hosts and links that go down. */

static void lose_message(struct star *s, int i, enum sp_port port, double now)
{
  int lane = lane_of(i, (int)port);
  int k = s->capacity[port] > 0 ? core_under_way(&s->core, lane) : CORE_NONE;
  if (k == CORE_NONE)
    return;
  struct load load = s->load[k];
  core_cancel(&s->core, k);
  s->room[port]++;
  if (port == SP_OUT || results_hold(&s->controller, i))
    give_places(s, i, sp_places_taken(s->in, load.hop.amount));
  if (port == SP_IN && !s->controller.results)
    stock_take_back(&s->worker[i].stock, &s->controller, &load.hop);
  controller_lost_transfer(&s->controller, port, &load.hop, load.start, now);
}

static void lose_transfer(void *engine, int i, double now)
{
  lose_message(engine, i, SP_OUT, now);
  lose_message(engine, i, SP_IN, now);
}

static void lose_units(void *engine, int i, double now)
{
  struct star *s = engine;
  struct worker *worker = &s->worker[i];
  int k = core_under_way(&s->core, lane_of(i, CPU));
  long lost = stock_units(&worker->stock) + (k != CORE_NONE ? (long)s->load[k].hop.amount : 0);
  if (k != CORE_NONE) {
    core_cancel(&s->core, k);
    controller_lost_computation(&s->controller, &s->load[k].hop, s->load[k].start, now);
    worker->busy = false;
  }
  stock_lose(&worker->stock, &s->controller, k != CORE_NONE ? &s->load[k].hop : NULL);
  long results = controller_lost_results(&s->controller, i);
  give_places(s, i, lost + (results_hold(&s->controller, i) ? results : 0));
}

static void take_back(void *engine, int i, double now)
{
  struct star *s = engine;
  for (int port = SP_OUT; port <= SP_IN; port++) {
    for (int k; (k = core_first_waiting(&s->core, lane_of(i, port))) != CORE_NONE;) {
      const struct hop *hop = &s->load[k].hop;
      if (port == SP_IN)
        stock_take_back(&s->worker[i].stock, &s->controller, hop);
      controller_taken_back(&s->controller, (enum sp_port)port, hop, now);
      s->room[port]++;
      core_withdraw(&s->core, k, sp_places_taken(s->in, hop->amount));
    }
    s->worker[i].blocked[port] = CORE_NONE;
  }
}

static void touch_worker(void *engine, int i)
{
  touch(engine, i);
}

/* ---- The run. */

static void star_init(struct star *s)
{
  const struct sp_instance *in = s->in;
  size_t lines = (size_t)in->m + 1;
  s->worker = sp_xcalloc(lines, sizeof *s->worker);
  s->touched = sp_xcalloc(lines, sizeof *s->touched);
  for (int port = SP_OUT; port <= SP_IN; port++)
    s->capacity[port] = s->room[port] = controller_capacity(&s->controller, (enum sp_port)port);
  for (int i = 1; i <= in->m; i++) {
    stock_open(&s->worker[i].stock, &s->controller, i);
    s->worker[i].busy = in->problem == SP_IMBALANCE || in->w[i].v == INFINITY;
    s->worker[i].blocked[SP_OUT] = s->worker[i].blocked[SP_IN] = CORE_NONE;
    touch(s, i);
  }
  s->store = stores_of(in);
  star_set_world(s);
  s->spare = new_load(s);
  if (s->controller.failures)
    controller_set_loser(&s->controller,
                         &(struct loser){s, lose_transfer, lose_units, take_back, touch_worker});
  controller_change(&s->controller, 0);
}

static void star_clear(struct star *s)
{
  for (int i = 1; s->worker && i <= s->in->m; i++)
    free(s->worker[i].stock.received.item);
  core_clear(&s->core);
  free(s->worker);
  free(s->touched);
  free(s->load);
  free(s->ordinal);
  stores_free(s->store, s->in->m);
}

static const struct core_source source = {decide,      may_start, start, end,
                                          next_change, change,    counts};

void sp_native_execute(const struct sp_job *job, struct sp_result *result, struct sp_trace *trace,
                       struct sp_schedule *decided)
{
  struct star s = {.in = job->in};
  if (controller_init(&s.controller, job, false, result, trace)) {
    star_init(&s);
    core_run(&s.core, &source, &s);
    if (is_stopped(s.controller.stop))
      sp_run_fails(result, "stopped at date %.17g", s.core.now);
  }
  controller_close(&s.controller, decided);
  star_clear(&s);
}
