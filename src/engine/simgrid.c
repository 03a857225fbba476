/* The simgrid engine: time is SimGrid's, and what takes time is done by actors.
 *
 * DATES. What a run books is not the clock of SimGrid but, where that says nothing else, the date
 * in the nominal model: an activity booked to start at t that takes d ends at t + d, computed as
 * the native engine computes it, if SimGrid made it last d up to 1e-12 of the clock and up to the
 * time of the part of a byte that SimGrid drops. Otherwise (another network model, shared links)
 * it ends when SimGrid says. So rounding never changes a decision, and a change of model does.
 *
 * ORDER. An actor whose activity has ended reports it and yields once, so that all the ends of one
 * SimGrid date are reported; the first to go on settles: as long as there are reported ends, those
 * of the least booked date are completed together, then the ports decide and activities start. It
 * holds back if something under way is due by that date and so will end within rounding: ties and
 * differences in the last bit come out as in the nominal model. */
#include "engine/simgrid_actor.h"
#include "model/memory.h"
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <stdlib.h>

static struct activity *numbered(const struct simgrid *e, int number)
{
  int lines = e->in->m + 1;
  return &e->occupation.site[number % lines].activity[number / lines];
}

/* An activity starts now: occupation_decide has told what and how long. */
static void begin(void *data, struct activity *a)
{
  struct simgrid *e = data;
  if (a->duration > 0) {
    actor_employ(e, a);
  } else {
    a->end = a->start;
    e->ended[e->n_ended++] = a;
  }
}

/* The least booked date at which something is to be done, as far as SimGrid has come: an alarm has
 * rung, or something has ended later; INFINITY: none. */
static double next_date(const struct simgrid *e)
{
  double come = e->rung, date = INFINITY;
  for (long k = 0; k < e->n_ended; k++)
    if (e->ended[k]->end < date)
      date = e->ended[k]->end;
  if (e->n_ended > 0 && date > come)
    come = date;
  for (int port = SP_OUT; port <= SP_IN; port++)
    if (e->occupation.d.wake[port] <= come && e->occupation.d.wake[port] < date)
      date = e->occupation.d.wake[port];
  return date;
}

/* Will something under way end by this date, within rounding of SimGrid's clock? What is late by
 * more than that does not count any more. */
static bool must_wait(struct simgrid *e, double date)
{
  double clock = simgrid_get_clock();
  while (e->due.n > 0) {
    struct activity *a = numbered(e, sp_heap_top(&e->due));
    double due = a->clock + a->duration;
    if (!is_past(clock, due, a->slack)) {
      if (a->start + a->duration > date)
        return false;
      if (!a->watched) /* it may turn out to be late */
        actor_set_alarm(e, (due > clock ? due - clock : 0) + 2 * (1e-12 * due + a->slack),
                        -INFINITY);
      a->watched = true;
      return true;
    }
    sp_heap_remove(&e->due, sp_heap_top(&e->due));
  }
  return false;
}

static int by_kind_and_message(const void *a, const void *b)
{
  const struct activity *x = *(struct activity *const *)a, *y = *(struct activity *const *)b;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->kind != COMPUTATION)
    return (x->hop.rank > y->hop.rank) - (x->hop.rank < y->hop.rank);
  return (x->worker > y->worker) - (x->worker < y->worker);
}

/* Completes what has ended at this date. */
static void complete(struct simgrid *e, double date)
{
  long n = 0;
  for (long k = 0; k < e->n_ended; k++)
    if (e->ended[k]->end == date) {
      struct activity *a = e->ended[k];
      e->ended[k] = e->ended[n];
      e->ended[n++] = a;
    }
  if (n > 1)
    qsort(e->ended, (size_t)n, sizeof *e->ended, by_kind_and_message);
  for (long k = 0; k < n; k++)
    occupation_complete(&e->occupation, e->ended[k]);
  e->n_ended -= n;
  for (long k = 0; k < e->n_ended; k++)
    e->ended[k] = e->ended[n + k];
}

/* The ports decide and activities start, at this date. */
static void decide(struct simgrid *e, double date)
{
  const double *wake = e->occupation.d.wake;
  e->now = date;
  occupation_decide(&e->occupation, date, begin, e);
  double next = wake[SP_OUT] < wake[SP_IN] ? wake[SP_OUT] : wake[SP_IN];
  if (next < INFINITY && next != e->armed) {
    e->armed = next;
    actor_set_alarm(e, next - date, next);
  }
  e->over = e->occupation.d.result->status != SP_RUN_OK;
}

/* Completes and decides as far as SimGrid has come. */
static void advance(struct simgrid *e)
{
  const struct director *d = &e->occupation.d;
  double date, deadline = e->in->deadline.v;
  while (!e->over && !isinf(date = next_date(e)) && !must_wait(e, date)) {
    if (date > deadline && !book_same_date(date, deadline)) {
      e->over = true;
      return;
    }
    complete(e, date);
    decide(e, date);
  }
  if (e->under_way == 0 && e->n_ended == 0 && isinf(d->wake[SP_OUT]) && isinf(d->wake[SP_IN]))
    e->over = true; /* nothing can happen any more */
}

/* The same, by one actor at a time: to employ another one is to let the others go on. */
void simgrid_settle(struct simgrid *e)
{
  if (e->settling)
    return;
  e->settling = true;
  advance(e);
  e->settling = false;
}

/* ---- The run. */

static void simgrid_init_run(struct simgrid *e)
{
  size_t lines = (size_t)e->in->m + 1, activities = KINDS * lines;
  occupation_init(&e->occupation);
  e->host = sp_xcalloc(lines, sizeof(sg_host_t));
  for (int i = 0; i <= e->in->m; i++)
    e->host[i] = sg_host_by_name(e->in->platform.node[i].name);
  e->processor = sp_xcalloc(lines, sizeof *e->processor);
  e->ended = sp_xcalloc(activities, sizeof *e->ended);
  e->due.item = sp_xcalloc(activities, sizeof *e->due.item);
  e->due.where = sp_xcalloc(activities, sizeof *e->due.where);
  e->due.key = sp_xcalloc(activities, sizeof *e->due.key);
  for (size_t k = 0; k < activities; k++)
    e->due.where[k] = -1;
  e->armed = e->rung = -INFINITY;
  e->least = INFINITY;
}

static void simgrid_clear_run(struct simgrid *e)
{
  while (e->players) {
    struct player *next = e->players->next;
    free(e->players);
    e->players = next;
  }
  free(e->host);
  free(e->processor);
  free(e->ended);
  free(e->due.item);
  free(e->due.where);
  free(e->due.key);
  occupation_clear(&e->occupation);
}

void sp_simgrid_execute(const struct sp_job *job, struct sp_result *result, struct sp_trace *trace,
                        struct sp_schedule *decided)
{
  struct simgrid e = {.in = job->in, .occupation.in = job->in};
  struct director *d = &e.occupation.d;
  /* A file may describe shared links or availability over time: dates may be others, too. */
  bool deviations = job->conditions->n_cfg > 0 || job->in->platform.file;
  if (director_init(d, job, deviations, result, trace) && simgrid_configure(d) && simgrid_load(d)) {
    simgrid_init_run(&e);
    decide(&e, 0);
    simgrid_settle(&e);
    if (!e.over)
      actor_run(&e);
  }
  director_close(d, decided);
  simgrid_clear_run(&e);
}
