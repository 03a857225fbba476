/* Records ends at the dates of the nominal model, completes those of one date together, and guards
 * the clock; nominal.h explains it. */
#include "engine/simgrid/nominal.h"
#include "base/memory.h"
#include "base/num.h"
#include "engine/controller.h"
#include "engine/simgrid/setup.h"
#include <float.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/link.h>
#include <xbt/dynar.h>

/* Is the clock past date by more than rounding? */
static bool is_past(double clock, double date, double slack)
{
  return clock - date > 1e-12 * clock + slack;
}

static void note_step(struct nominal *n, double duration)
{
  if (duration > 0 && duration < n->least)
    n->least = duration;
}

/* Has an actor settle after a delay; `date` has then come. */
static void set_alarm(struct nominal *n, double delay, double date)
{
  struct activity *alarm = sp_xcalloc(1, sizeof *alarm);
  *alarm = (struct activity){.duration = delay, .end = date};
  note_step(n, delay);
  driver_assign(&n->driver, &n->alarms, alarm);
}

/* ---- Starts. */

/* A link that is infinitely fast for a moment, and its bandwidth. */
struct fast_link {
  sg_link_t link;
  double bandwidth;
};
static const double FAST = 1e300;
static const double LEFT_OUT = 5e-13; /* of a changing activity: the share of the clock */
static const double LATE = 2e-13;     /* of the dates of states, a share of the clock, too */
enum { ROUNDS_TO_BEGIN = 8 };         /* of SimGrid's scheduling: a flow begins in the third */

/* Makes the links on the way of a message that is to begin infinitely fast, if their bandwidths
 * change, and sets their latency, if that changes. */
static void open_way(struct nominal *n, const struct activity *a)
{
  bool opens = a->changing && a->amount > 0;
  if (!opens && !n->latencies)
    return;
  xbt_dynar_t links = xbt_dynar_new(sizeof(sg_link_t), NULL);
  sg_host_get_route(a->lane->from, a->lane->to, links);
  for (unsigned k = 0; k < xbt_dynar_length(links); k++) {
    sg_link_t link = xbt_dynar_get_as(links, k, sg_link_t);
    double bandwidth = sg_link_get_bandwidth(link);
    if (n->latencies)
      sg_link_set_latency(link, a->latency);
    if (!opens || bandwidth == FAST) /* another message has opened it */
      continue;
    sp_grow(n->fast, n->n_fast, n->cap_fast);
    n->fast[n->n_fast++] = (struct fast_link){link, bandwidth};
    sg_link_set_bandwidth(link, FAST);
  }
  xbt_dynar_free(&links);
}

/* All flows of this date have begun: their links have their bandwidths again. */
static void close_ways(struct nominal *n)
{
  for (int k = 0; n->n_fast > 0 && k < ROUNDS_TO_BEGIN; k++)
    sg_actor_yield();
  for (int k = 0; k < n->n_fast; k++)
    sg_link_set_bandwidth(n->fast[k].link, n->fast[k].bandwidth);
  n->n_fast = 0;
}

/* Describes what SimGrid is to do. False, with the run failed: it cannot move as many bytes. */
static bool describe(struct nominal *n, struct activity *a, const struct cost *cost)
{
  double bytes = n->platform->bytes, c = cost->unit;
  a->duration = cost->duration;
  a->latency = cost->latency;
  if (!a->lane->to) {
    a->amount = cost->units * n->platform->flops;
    return true;
  }
  double amount = c > 0 ? cost->units * bytes : 0;
  if (amount >= 0x1p63)
    return sp_run_fails(n->result, "a message of %g bytes is more than SimGrid can move", amount);
  a->amount = amount < 1 ? 0 : amount;
  a->slack = (amount - (double)(uint64_t)amount) / bytes * c;
  return true;
}

/* Gives SimGrid less to do of what it changes or may lose. first, last: the factors with which the
 * activity starts and ends, 0 if it ends right after a break. */
static void shorten(struct activity *a, const struct cost *cost, double first, double last)
{
  double time = cost->units * cost->unit; /* at factor 1 */
  double rate = a->amount / time * last, late = fmax(simgrid_get_clock() - a->start, 0);
  if (!(rate > 0))
    return;
  double less = LEFT_OUT * (a->start + a->duration) * rate + late * a->amount / time * first;
  a->amount = fmax(a->amount - less, 0);
  if (a->lane->to)
    a->slack = (a->amount - (double)(uint64_t)a->amount) / rate;
  if (a->lane->to && a->amount < 1)
    a->amount = 0;
}

static void note_changes(const struct nominal *n, struct activity *a, const struct cost *cost)
{
  const struct sp_profile *p = cost->profile;
  a->changing = p && p->n > 0;
  if (a->changing)
    shorten(a, cost, sp_profile_factor(p, a->start + a->latency),
            sp_profile_factor(p, (a->start + a->duration) * (1 - 1e-12)));
  else if (n->fails)
    shorten(a, cost, 1, 1);
}

void nominal_start(struct nominal *n, struct activity *a, const struct cost *cost)
{
  struct lane *lane = a->lane;
  lane->under_way = a;
  if (lane->doing)
    sp_run_fails(n->result, "SimGrid still does at date %.17g what has been lost", a->start);
  if (lane->doing || !describe(n, a, cost))
    return;
  note_changes(n, a, cost);
  if (!(a->duration > 0)) {
    a->end = a->start;
    n->ended[n->n_ended++] = a;
    return;
  }
  a->clock = simgrid_get_clock();
  note_step(n, a->duration);
  note_step(n, a->latency);
  n->under_way++;
  lane->doing = a;
  sp_dates_set(&n->due, lane->number, a->start + a->duration);
  if (lane->to)
    open_way(n, a);
  driver_assign(&n->driver, lane->pool, a);
}

void nominal_lose(struct nominal *n, struct activity *a)
{
  sp_dates_set(&n->due, a->lane->number, INFINITY);
  if (a->lane->doing == a)
    return; /* freed once SimGrid has lost it */
  n->n_failed -= a->failed;
  for (long k = 0; k < n->n_ended; k++)
    if (n->ended[k] == a) /* SimGrid has ended it within rounding */
      n->ended[k] = n->ended[--n->n_ended];
  free(a);
}

/* ---- Order. */

/* The least booked date at which something is to be done, as far as SimGrid has come: an alarm has
 * rung, or something has ended later; INFINITY: none. What is due at a change of states waits for
 * its alarm. */
static double next_date(const struct nominal *n)
{
  double come = n->rung, date = INFINITY;
  for (long k = 0; k < n->n_ended; k++)
    if (n->ended[k]->end < date)
      date = n->ended[k]->end;
  if (n->n_ended > 0 && date > come)
    come = date;
  if (n->wake <= come && n->wake < date)
    date = n->wake;
  if (n->change > controller_reach(date))
    return date;
  return n->rung >= n->change ? n->change : INFINITY;
}

/* Activities due by then are completed at that date. */
static double until(const struct nominal *n, double date)
{
  return date == n->change ? controller_reach(date) : date;
}

/* Will something under way end by this date, within rounding of SimGrid's clock? Activities that
 * are later than that are not waited for. */
static bool must_wait(struct nominal *n, double date)
{
  double clock = simgrid_get_clock();
  while (sp_dates_least(&n->due) < INFINITY) {
    struct activity *a = n->lane[sp_dates_first(&n->due)].under_way;
    double due = a->clock + a->duration;
    if (!is_past(clock, due, a->slack)) {
      if (a->start + a->duration > date)
        return false;
      if (!a->watched) /* it may be late */
        set_alarm(n, (due > clock ? due - clock : 0) + 2 * (1e-12 * due + a->slack), -INFINITY);
      a->watched = true;
      return true;
    }
    sp_dates_set(&n->due, sp_dates_first(&n->due), INFINITY);
  }
  return false;
}

static int by_kind_and_rank(const void *a, const void *b)
{
  const struct activity *x = *(struct activity *const *)a, *y = *(struct activity *const *)b;
  if (x->lane->kind != y->lane->kind)
    return x->lane->kind < y->lane->kind ? -1 : 1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Completes what has ended at this date. */
static void complete(struct nominal *n, double date)
{
  long ends = 0;
  double last = until(n, date);
  for (long k = 0; k < n->n_ended; k++)
    if (n->ended[k]->end <= last) {
      struct activity *a = n->ended[k];
      a->end = date;
      n->ended[k] = n->ended[ends];
      n->ended[ends++] = a;
    }
  if (ends > 1)
    qsort(n->ended, (size_t)ends, sizeof(struct activity *), by_kind_and_rank);
  for (long k = 0; k < ends; k++) {
    n->complete(n->core, n->ended[k]);
    free(n->ended[k]);
  }
  n->n_ended -= ends;
  for (long k = 0; k < n->n_ended; k++)
    n->ended[k] = n->ended[ends + k];
}

/* Lets the core decide and start activities, at this date. */
static void decide(struct nominal *n, double date)
{
  n->now = date;
  bool on = n->decide(n->core, date);
  close_ways(n);
  if (n->wake < INFINITY && n->wake != n->armed) {
    n->armed = n->wake;
    set_alarm(n, n->fails ? fmax(n->wake * (1 + LATE) - simgrid_get_clock(), 0) : n->wake - date,
              n->wake);
  }
  n->driver.over = !on;
}

/* Completes and decides as far as SimGrid has come. */
static void advance(struct nominal *n)
{
  double date;
  while (!n->driver.over && !isinf(date = next_date(n)) && !must_wait(n, until(n, date))) {
    if (date > n->deadline && !same_date(date, n->deadline)) {
      n->driver.over = true;
      return;
    }
    complete(n, date);
    decide(n, date);
  }
  if (n->under_way > 0 || n->n_ended > 0 || n->wake < INFINITY)
    return;
  n->driver.over = true; /* nothing can happen any more */
  if (n->n_failed > 0)
    sp_run_fails(n->result, "SimGrid has lost what cannot be lost by date %.17g", n->now);
}

/* By one actor at a time: while one starts an activity, SimGrid lets others go on. */
static void settle(struct nominal *n)
{
  if (n->settling)
    return;
  n->settling = true;
  advance(n);
  n->settling = false;
}

/* Records the end of an activity that SimGrid has done, or has lost and not done but for rounding.
 */
static void record_end(struct nominal *n, struct activity *a, bool lost)
{
  double clock = simgrid_get_clock(), due = a->clock + a->duration;
  bool deviates = is_past(clock, due, a->slack) || is_past(due, clock, a->slack);
  n->under_way--;
  a->lane->doing = NULL;
  if (a != a->lane->under_way) { /* the engine has lost it */
    free(a);
    return;
  }
  sp_dates_set(&n->due, a->lane->number, INFINITY);
  if (lost && deviates) {
    a->failed = true;
    n->n_failed++;
    return;
  }
  if (deviates)
    a->end = clock > n->now ? clock : n->now;
  else
    a->end = a->start + a->duration;
  n->ended[n->n_ended++] = a;
}

/* SimGrid has done or lost the activity: records its end, then completes and decides as far as
 * SimGrid has come. */
static void report(struct nominal *n, struct actor *self, struct activity *a, bool lost)
{
  if (n->driver.over)
    return;
  if (!n->changes) /* else another actor has to begin what settle() starts, while this one waits */
    driver_idle(self);
  if (!a->lane) {
    n->rung = a->end > n->rung ? a->end : n->rung;
    free(a);
  } else {
    record_end(n, a, lost);
  }
  sg_actor_yield();
  settle(n);
  if (n->changes)
    driver_idle(self);
}

/* ---- Actors. */

/* What SimGrid ends a little early waits for its booked end if anything changes over time. */
static void wait_until_due(const struct nominal *n, const struct activity *a)
{
  double clock = simgrid_get_clock(), due = a->start + a->duration;
  if (n->changes && due > clock && !is_past(due, clock, a->slack))
    sg_actor_sleep_for(due - clock);
}

/* The actor has done it, or SimGrid has lost it. */
static void finish(struct actor *self, struct activity *a, bool lost)
{
  struct nominal *n = (struct nominal *)self->driver;
  if (!lost)
    wait_until_due(n, a);
  report(n, self, a, lost);
}

void nominal_transfer(struct actor *self, struct activity *a)
{
  const struct nominal *n = (const struct nominal *)self->driver;
  bool lost = false;
  if (n->fails) {
    lost = !lossy_send(a->lane->from, a->lane->to, a->amount);
  } else if (!(a->amount > 0)) {
    sg_actor_sleep_for(a->duration);
  } else {
    if (n->traces)
      traced_message(a->lane->from);
    sg_host_sendto(a->lane->from, a->lane->to, a->amount);
  }
  finish(self, a, lost);
}

void nominal_compute(struct actor *self, struct activity *a)
{
  const struct nominal *n = (const struct nominal *)self->driver;
  bool lost = false;
  if (n->fails)
    lost = !lossy_execute(a->lane->from, a->amount);
  else
    sg_actor_execute(a->amount);
  finish(self, a, lost);
}

static void alarm_clock(struct actor *self)
{
  for (struct activity *alarm; (alarm = driver_next(self));) {
    sg_actor_sleep_for(alarm->duration);
    report((struct nominal *)self->driver, self, alarm, false);
  }
}

/* SimGrid advances by clock += date - clock. Up to the double of the clock this is exact; a longer
 * step may end one bit after the date of the next event, which SimGrid then never finds. */
void nominal_guard_clock(double first)
{
  sg_actor_sleep_for(first > 0 ? first : DBL_TRUE_MIN); /* from 0 it would never get ahead */
  for (;;)
    sg_actor_sleep_for(simgrid_get_clock());
}

/* The first actor starts the run, since routes can be asked for only when SimGrid runs; then it
 * guards the clock, as long as others act. */
static void clock_guard(int argc, char **argv)
{
  struct nominal *n = sg_actor_self_get_data();
  (void)argc, (void)argv;
  struct sp_error error;
  if (!simgrid_check_routes(n->platform, &error)) {
    sp_run_fails(n->result, "%s", error.text);
    n->driver.over = true;
  } else {
    decide(n, 0);
    settle(n);
  }
  if (n->driver.over) {
    driver_leave(&n->driver);
    return;
  }
  sg_actor_daemonize(sg_actor_self());  /* the run ends without it */
  nominal_guard_clock(n->least / 1024); /* before all events, even in a faster model */
}

/* ---- The run. */

/* What of the platform changes, and the first date at which it does. */
static void set_changes(struct nominal *n, const struct platform *p)
{
  n->fails = p->profile[SP_HOST_STATE] || p->profile[SP_LINK_STATE];
  n->latencies = p->profile[SP_LATENCY];
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++) {
    n->changes |= p->profile[kind] != NULL;
    int profiles = profile_is_of_node(kind) ? p->given->nodes : p->links;
    for (int i = 0; p->profile[kind] && i < profiles; i++)
      note_step(n, profile_next(&p->profile[kind][i], 0));
  }
}

void nominal_init(struct nominal *n, const struct platform *p, struct lane *lane, int lanes)
{
  *n =
      (struct nominal){.lane = lane,
                       .platform = p,
                       .host = sg_host_by_name(p->given->node[p->leader].name),
                       .due = sp_dates_in(sp_xcalloc(sp_dates_room(lanes), sizeof(int64_t)), lanes),
                       .ended = sp_xcalloc((size_t)lanes, sizeof(struct activity *)),
                       .deadline = INFINITY,
                       .armed = -INFINITY,
                       .rung = -INFINITY,
                       .least = INFINITY,
                       .traces = simgrid_traces()};
  set_changes(n, p);
}

void nominal_run(struct nominal *n, const struct sp_conditions *conditions)
{
  n->alarms = (struct actor_pool){"alarm_clock", n->host, alarm_clock, NULL};
  sg_actor_t guard = sg_actor_init("clock_guard", n->host);
  sg_actor_set_data(guard, n);
  sg_actor_start_(guard, clock_guard, 0, NULL);
  driver_run(&n->driver, conditions);
}

void nominal_clear(struct nominal *n)
{
  driver_clear(&n->driver);
  free(n->ended);
  free(n->fast);
  free(n->due.bits);
}
