/* The worker views of an on-line run. Forecasts follow the kernel of RR-5196, Figure 7: a unit
 * engaged to worker i at date t starts at s = max(t, room_at_i), arrives at e = s + S_i + c_i and
 * is computed by max(e, idle_at_i) + w_i. Finish dates are stored, never derived: in floating point
 * "idle - (b-1)*w" would break the comparison room_at <= now. */
#include "method/worker_views.h"
#include "base/memory.h"
#include "base/num.h"
#include "model/instance.h"

static inline void mark_for(struct worker_views *views, enum sp_port port, int i)
{
  if (views->line[i].marked[port] != views->asked[port]) {
    views->line[i].marked[port] = views->asked[port];
    views->changed[port][views->view[port].n_changed++] = i;
  }
}

/* Marks the view of worker i as changed, for each port that asks. */
static inline void mark(struct worker_views *views, int i)
{
  mark_for(views, SP_OUT, i);
  if (views->receives || views->returns)
    mark_for(views, SP_IN, i);
}

/* Worker i has so many initial units that it may compute. */
static void set_own(struct worker_views *views, int i, double units)
{
  struct sp_worker_view *v = &views->worker[i];
  v->idle_at = units > 0 ? units * v->w : 0;
  v->assigned = units;
  v->held = views->line[i].own = (long)units;
}

void views_init(struct worker_views *views, const struct sp_instance *in, bool deviations)
{
  size_t lines = (size_t)in->m + 1;
  bool redistribution = in->problem == SP_REDISTRIBUTION;
  *views = (struct worker_views){.in = in, .receives = redistribution, .asked = {1, 1}};
  views->worker = sp_xcalloc(lines, sizeof *views->worker);
  views->line = sp_xcalloc(lines, sizeof *views->line);
  views->remaining = redistribution || in->release ? 0 : in->total.v;
  views->coming = !in->release ? 0 : in->known ? in->total.v : INFINITY;
  views->queues = deviations || redistribution;
  for (int port = SP_OUT; port <= SP_IN; port++) {
    views->changed[port] = sp_xcalloc(lines, sizeof *views->changed[port]);
    views->view[port] = (struct sp_view){.deadline = in->deadline.v,
                                         .port = (enum sp_port)port,
                                         .m = in->m,
                                         .weight = 1,
                                         .worker = views->worker,
                                         .changed = views->changed[port]};
  }
  for (int i = 1; i <= in->m; i++) {
    double load = redistribution ? in->load[i].v : 0;
    views->worker[i] = (struct sp_worker_view){.c = in->c[i].v,
                                               .w = in->w[i].v,
                                               .latency = in->latency[i].v,
                                               .buffer = sp_places(in, i),
                                               .memory = in->memory[i].v,
                                               .result = in->result[i].v,
                                               .movable = (long)load};
    set_own(views, i, load);
    views->movable += load;
    views->line[i].back = INFINITY;
    views->queues = views->queues || sp_places(in, i) != LONG_MAX || in->memory[i].v < INFINITY;
    mark(views, i);
  }
}

void views_init_plan(struct worker_views *views, const struct sp_instance *in,
                     const struct sp_schedule *plan)
{
  views_init(views, in, true);
  views->receives = false;
  for (int i = 1; i <= in->m; i++) {
    views->worker[i].movable = 0;
    if (in->problem == SP_IMBALANCE) { /* nothing is computed */
      views->worker[i].w = 0;
      set_own(views, i, 0);
    }
  }
  for (long k = 0; !sp_from_master(in) && k < plan->n; k++) {
    int i = plan->msg[k].from;
    views->worker[i].movable++;
    if (in->problem == SP_REDISTRIBUTION && plan->msg[k].after < 0)
      set_own(views, i, views->worker[i].assigned - 1);
  }
}

void views_ask_returns(struct worker_views *views)
{
  views->returns = true;
  for (int i = 1; i <= views->in->m; i++)
    mark(views, i);
}

void views_clear(struct worker_views *views)
{
  for (int i = 1; views->line && i <= views->in->m; i++)
    free(views->line[i].queue.item);
  free(views->worker);
  free(views->line);
  free(views->changed[SP_OUT]);
  free(views->changed[SP_IN]);
  free(views->ended);
  *views = (struct worker_views){0};
}

static inline struct held *entry(const struct views_line *line, long k)
{
  return fifo_at(&line->queue, k, struct held);
}

static void pop(struct views_line *line)
{
  struct held first;
  fifo_pop(&line->queue, &first);
  line->arrived--;
}

/* Do the results of worker i hold its places? */
static inline bool holds(const struct worker_views *views, int i)
{
  return views->in->hold_result && views->worker[i].result > 0;
}

/* The computation of the units takes so long. */
static inline double work(const struct worker_views *views, int i, double amount)
{
  return views->in->overhead.v + amount * views->worker[i].w;
}

/* The same where places are held until results have left, the k-th of all that are there. */
static double room_after_result(const struct worker_views *views, int i, long k)
{
  const struct sp_worker_view *v = &views->worker[i];
  const struct views_line *line = &views->line[i];
  if (k >= line->owed)
    return entry(line, k - line->owed)->finish +
           (v->latency + entry(line, k - line->owed)->amount * v->result);
  return k == 0 ? line->back : INFINITY;
}

/* The number of messages that must be gone before worker i has a place for one more unit, less one;
 * -1: none. The first ones go first. */
static long last_to_go(const struct worker_views *views, int i, bool hold)
{
  const struct sp_worker_view *v = &views->worker[i];
  const struct views_line *line = &views->line[i];
  long n = line->queue.n + (hold ? line->owed : 0), k = -1;
  if (!views->chunks)
    return n < v->buffer ? -1 : n - v->buffer;
  if (v->held < v->buffer)
    return -1;
  for (double held = (double)v->held; k < n - 1 && held >= (double)v->buffer;)
    held -= ++k < n - line->queue.n ? 1 : entry(line, k - (n - line->queue.n))->amount;
  return k;
}

/* When worker i has a place where messages carry several tasks or results hold places. */
static double room_of_many(const struct worker_views *views, int i)
{
  bool hold = holds(views, i);
  long k = last_to_go(views, i, hold);
  return k < 0 ? 0 : hold ? room_after_result(views, i, k) : entry(&views->line[i], k)->finish;
}

/* Room: unit number n+1 may start arriving when unit number n+1-b is computed. */
static inline void update_room(struct worker_views *views, int i)
{
  struct sp_worker_view *v = &views->worker[i];
  const struct views_line *line = &views->line[i];
  if (views->chunks || views->in->hold_result)
    v->room_at = room_of_many(views, i);
  else
    v->room_at = line->queue.n < v->buffer ? 0 : entry(line, line->queue.n - v->buffer)->finish;
  if (line->down)
    v->room_at = INFINITY;
}

/* Recomputes the forecasts of worker i: the computation under way, its own units, the queue. */
static void rebase(struct worker_views *views, int i, double now)
{
  struct sp_worker_view *v = &views->worker[i];
  struct views_line *line = &views->line[i];
  double end = line->busy ? line->current_end : now;
  long k = 0;
  if (line->busy && line->on_received)
    entry(line, k++)->finish = end;
  if (line->own > 0)
    end += (double)line->own * v->w;
  for (; k < line->queue.n; k++) {
    struct held *e = entry(line, k);
    e->begun = e->arrival > end ? e->arrival : end;
    e->finish = end = e->begun + work(views, i, e->amount);
  }
  v->idle_at = end;
  update_room(views, i);
}

void views_engaged_out(struct worker_views *views, int i, double amount, double now)
{
  struct sp_worker_view *v = &views->worker[i];
  struct views_line *line = &views->line[i];
  double start = v->room_at > now && !line->down ? v->room_at : now;
  if (line->link_free > start)
    start = line->link_free;
  if (v->memory < INFINITY)
    start = fmax(start, memory_free_at(views->in, i, &line->queue, amount));
  double arrival = start + (v->latency + amount * v->c);
  double begun = arrival > v->idle_at ? arrival : v->idle_at;
  v->idle_at = begun + work(views, i, amount);
  v->assigned += amount;
  v->held += sp_places_taken(views->in, amount);
  line->link_free = views->port_free[SP_OUT] = arrival;
  views->remaining -= amount;
  if (views->queues) {
    struct held *e = fifo_add(&line->queue, struct held);
    e->arrival = arrival;
    e->amount = amount;
    e->begun = begun;
    e->finish = v->idle_at;
    update_room(views, i);
  }
  mark(views, i);
}

void views_engaged_in(struct worker_views *views, int s, bool received, double now)
{
  struct sp_worker_view *v = &views->worker[s];
  struct views_line *line = &views->line[s];
  if (!received) {
    line->own--;
  } else {
    bool skip = line->busy && line->on_received;
    if (skip) /* the first is being computed: take the second */
      *entry(line, 1) = *entry(line, 0);
    pop(line);
  }
  v->movable--;
  v->assigned--;
  v->held--;
  views->movable--;
  views->port_free[SP_IN] = now + (v->latency + v->c);
  rebase(views, s, now);
  mark(views, s);
}

void views_engaged_through(struct worker_views *views, enum sp_port port, int i, double start)
{
  struct sp_worker_view *v = &views->worker[i];
  views->port_free[port] = start + (v->latency + v->c);
  if (port == SP_IN) {
    v->movable--;
    mark(views, i);
  }
}

void views_come(struct worker_views *views, long tasks)
{
  views->remaining += (double)tasks;
  views->coming -= (double)tasks;
}

void views_received(struct worker_views *views, int s, double date)
{
  (void)s;
  views->remaining++;
  views->port_free[SP_IN] = date;
}

void views_arrived(struct worker_views *views, int i, double date)
{
  struct views_line *line = &views->line[i];
  if (!same_date(date, views->port_free[SP_OUT]) && line->link_free == views->port_free[SP_OUT])
    views->port_free[SP_OUT] = date;
  if (views->queues) {
    struct held *e = entry(line, line->arrived++);
    if (!same_date(date, e->arrival)) {
      e->arrival = date;
      rebase(views, i, date);
      mark(views, i);
    }
  }
  if (views->receives) {
    views->worker[i].movable++;
    views->movable++;
    mark(views, i);
  }
}

/* How many tasks a reception may take from worker i: none while it is known to be down. */
static void count_movable(struct worker_views *views, int i)
{
  const struct views_line *line = &views->line[i];
  long movable = line->own + line->arrived - (line->busy && line->on_received);
  if (!views->receives)
    return;
  movable = line->down ? 0 : movable;
  views->movable += (double)(movable - views->worker[i].movable);
  views->worker[i].movable = movable;
}

/* The task that the host computed when it went down waits to be begun. */
static void wait_again(struct views_line *line)
{
  line->own += line->interrupted && !line->on_received;
  line->busy = line->busy && !line->interrupted;
  line->interrupted = false;
}

void views_begun(struct worker_views *views, int i, bool received, double amount, double date)
{
  struct views_line *line = &views->line[i];
  if (line->interrupted) {
    wait_again(line);
    count_movable(views, i);
  }
  line->busy = true;
  line->on_received = received;
  line->current_end = date + work(views, i, amount);
  if (received && views->queues)
    entry(line, 0)->begun = date;
  if (!received)
    line->own--;
  if (views->receives && !line->down) {
    views->worker[i].movable--;
    views->movable--;
    mark(views, i);
  }
}

void views_computed(struct worker_views *views, int i, double amount, double date)
{
  struct sp_worker_view *v = &views->worker[i];
  struct views_line *line = &views->line[i];
  double forecast = line->current_end;
  if (line->on_received && views->queues) {
    forecast = entry(line, 0)->finish;
    pop(line);
  }
  line->busy = false;
  v->done += amount;
  v->held -= holds(views, i) ? 0 : sp_places_taken(views->in, amount);
  if (v->result > 0) {
    v->owed += amount;
    line->owed++;
  }
  if (same_date(date, forecast) || !views->queues)
    update_room(views, i);
  else
    rebase(views, i, date);
  mark(views, i);
}

void views_tell(struct worker_views *views, const struct sp_ended *ended)
{
  struct sp_view *view = &views->view[SP_OUT];
  sp_grow(views->ended, view->n_ended, views->cap_ended);
  view->ended = views->ended;
  views->ended[view->n_ended++] = *ended;
}

void views_returning(struct worker_views *views, int i, double amount, double now)
{
  struct sp_worker_view *v = &views->worker[i];
  views->line[i].back = views->port_free[SP_IN] = now + (v->latency + amount * v->result);
  update_room(views, i);
  mark(views, i);
}

void views_waiting(struct worker_views *views, int i, long n)
{
  struct sp_worker_view *v = &views->worker[i];
  if (v->movable == n)
    return;
  views->movable += (double)(n - v->movable);
  v->movable = n;
  mark(views, i);
}

/* Of worker i, so many results of so many units in all are owed no more. */
static void settle(struct worker_views *views, int i, long n, double amount)
{
  struct sp_worker_view *v = &views->worker[i];
  struct views_line *line = &views->line[i];
  v->owed -= amount;
  line->owed -= n;
  line->back = INFINITY;
  v->held -= holds(views, i) && n > 0 ? sp_places_taken(views->in, amount) : 0;
}

void views_returned(struct worker_views *views, int i, double amount, double date)
{
  views->port_free[SP_IN] = date;
  settle(views, i, 1, amount);
  update_room(views, i);
  mark(views, i);
}

void views_result_lost(struct worker_views *views, int i, double amount, bool stored)
{
  views->line[i].lost[stored] += amount;
  views->line[i].n_lost[stored]++;
}

/* The units whose results are lost on the way, and stored ones with their host, are at the master
 * again; returns how many. */
static double lose_results(struct worker_views *views, int i, bool host)
{
  struct views_line *line = &views->line[i];
  double all = 0;
  for (int stored = 0; stored < (host ? 2 : 1); stored++) {
    double lost = line->lost[stored];
    settle(views, i, line->n_lost[stored], lost);
    views->worker[i].done -= lost;
    line->lost[stored] = 0;
    line->n_lost[stored] = 0;
    all += lost;
  }
  return all;
}

void views_kept(struct worker_views *views, int s, bool received, double date)
{
  struct sp_worker_view *v = &views->worker[s];
  struct views_line *line = &views->line[s];
  if (!received) {
    line->own++;
  } else {
    long at = line->busy && line->on_received;
    fifo_add(&line->queue, struct held);
    for (long k = line->queue.n - 1; k > at; k--)
      *entry(line, k) = *entry(line, k - 1);
    *entry(line, at) = (struct held){.arrival = date, .amount = 1};
    line->arrived++;
  }
  v->assigned++;
  v->held++;
  views->port_free[SP_IN] = date;
  count_movable(views, s);
  rebase(views, s, date);
  mark(views, s);
}

void views_interrupted(struct worker_views *views, int i)
{
  views->line[i].interrupted = true;
}

/* The host loses all that it has not computed; returns how many of it are initial units. */
static long lose_all(struct views_line *line)
{
  long initial = line->own + (line->busy && !line->on_received);
  line->own = line->arrived = 0;
  line->busy = false;
  return initial;
}

void views_down(struct worker_views *views, int i, bool host, double date)
{
  struct sp_worker_view *v = &views->worker[i];
  struct views_line *line = &views->line[i];
  bool all = host && !views->in->lost_stay && v->w < INFINITY;
  long initial = all ? lose_all(line) : 0;
  double lost = (double)initial + lose_results(views, i, host);
  if (host)
    wait_again(line);
  v->held -= initial;
  for (long k = line->arrived; k < line->queue.n; k++) {
    lost += entry(line, k)->amount;
    v->held -= sp_places_taken(views->in, entry(line, k)->amount);
  }
  line->queue.n = line->arrived;
  v->assigned -= lost;
  views->remaining += lost;
  line->link_free = date;
  line->down = true;
  count_movable(views, i);
  rebase(views, i, date);
  mark(views, i);
}

void views_up(struct worker_views *views, int i, double date)
{
  views->line[i].down = false;
  count_movable(views, i);
  rebase(views, i, date);
  mark(views, i);
}
