/* Which ends count when in a run under SimGrid, and when its client decides; see stage.h.
 */
#include "engine/simgrid/stage.h"
#include "base/memory.h"
#include "base/same_date.h"
#include <simgrid/engine.h>
#include <stdlib.h>

void stage_init(struct stage *s, int deeds, int hosts, int desks)
{
  size_t n = (size_t)deeds;
  s->host = sp_xcalloc((size_t)hosts, sizeof(sg_host_t));
  s->desk = sp_xcalloc((size_t)desks, sizeof *s->desk);
  s->desk[DESK_ALARM].name = "alarm";
  s->deed = sp_xcalloc(n, sizeof(struct deed *));
  s->ended = sp_xcalloc(n, sizeof(struct deed *));
  s->due = sp_heap_alloc(deeds);
  s->wake = s->deadline = INFINITY;
  s->armed = s->rung = -INFINITY;
  s->least = INFINITY;
}

void stage_start(struct stage *s, struct deed *deed)
{
  if (deed->duration > 0) {
    s->deed[deed->number] = deed;
    stage_assign(s, deed);
  } else {
    deed->end = deed->start;
    s->ended[s->n_ended++] = deed;
  }
}

/* The least booked date at which something is to be done, as far as SimGrid has come: an alarm has
 * rung, or something has ended later; INFINITY: none. */
static double next_date(const struct stage *s)
{
  double come = s->rung, date = INFINITY;
  for (long k = 0; k < s->n_ended; k++)
    if (s->ended[k]->end < date)
      date = s->ended[k]->end;
  if (s->n_ended > 0 && date > come)
    come = date;
  return s->wake <= come && s->wake < date ? s->wake : date;
}

/* Will something under way end by this date, within rounding of SimGrid's clock? What is late by
 * more than that does not count any more. */
static bool must_wait(struct stage *s, double date)
{
  double clock = simgrid_get_clock();
  while (s->due.n > 0) {
    struct deed *deed = s->deed[sp_heap_top(&s->due)];
    double due = deed->clock + deed->duration;
    if (!is_past(clock, due, deed->slack)) {
      if (deed->start + deed->duration > date)
        return false;
      if (!deed->watched) /* it may turn out to be late */
        stage_set_alarm(s, (due > clock ? due - clock : 0) + 2 * (1e-12 * due + deed->slack),
                        -INFINITY);
      deed->watched = true;
      return true;
    }
    sp_heap_remove(&s->due, sp_heap_top(&s->due));
  }
  return false;
}

static int by_kind_and_rank(const void *a, const void *b)
{
  const struct deed *x = *(struct deed *const *)a, *y = *(struct deed *const *)b;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Completes what has ended at this date. */
static void complete(struct stage *s, double date)
{
  long n = 0;
  for (long k = 0; k < s->n_ended; k++)
    if (s->ended[k]->end == date) {
      struct deed *deed = s->ended[k];
      s->ended[k] = s->ended[n];
      s->ended[n++] = deed;
    }
  if (n > 1)
    qsort(s->ended, (size_t)n, sizeof(struct deed *), by_kind_and_rank);
  for (long k = 0; k < n; k++)
    s->complete(s->client, s->ended[k]);
  s->n_ended -= n;
  for (long k = 0; k < s->n_ended; k++)
    s->ended[k] = s->ended[n + k];
}

/* The client decides and deeds start, at this date. */
static void decide(struct stage *s, double date)
{
  s->now = date;
  bool on = s->decide(s->client, date);
  if (s->wake < INFINITY && s->wake != s->armed) {
    s->armed = s->wake;
    stage_set_alarm(s, s->wake - date, s->wake);
  }
  s->over = !on;
}

/* Completes and decides as far as SimGrid has come. */
static void advance(struct stage *s)
{
  double date;
  while (!s->over && !isinf(date = next_date(s)) && !must_wait(s, date)) {
    if (date > s->deadline && !same_date(date, s->deadline)) {
      s->over = true;
      return;
    }
    complete(s, date);
    decide(s, date);
  }
  if (s->under_way == 0 && s->n_ended == 0 && isinf(s->wake))
    s->over = true; /* nothing can happen any more */
}

/* By one actor at a time: to start a deed is to let the others go on. */
void stage_settle(struct stage *s)
{
  if (s->settling)
    return;
  s->settling = true;
  advance(s);
  s->settling = false;
}

void stage_run(struct stage *s, const struct sp_conditions *conditions)
{
  decide(s, 0);
  stage_settle(s);
  if (!s->over)
    stage_act(s, conditions);
}
