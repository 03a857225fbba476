/* How many tasks idle workers can receive, if transfers could be interrupted. Time runs from M
 * backwards: worker r asks for its k-th task at k w_r, which occupies the port for c_r, and serving
 * the shortest rest first has completed the most tasks at every date (Schrage 1968). Counted like
 * this the dates do not depend on M, so one run serves all targets. In the right direction all
 * tasks are at the master when the first one is, only their deadlines differ, and an interruption
 * gains nothing: the number is that of Moore's algorithm. */

#include "solve/redistribution/redistribution.h"

#include <string.h>

struct sp_interruptible sp_interruptible_new(struct sp_context *cx,
                                             const struct sp_redistribution *p)
{
  struct sp_interruptible x = {.cx = cx,
                               .p = p,
                               .least_f = INFINITY,
                               .begun = sp_new(cx, p->m + 1, double),
                               .asks = min_queue_in(sp_new(cx, p->m, struct min_entry), p->m),
                               .waits = min_queue_in(sp_new(cx, p->m, struct min_entry), p->m),
                               .rest = sp_new(cx, p->m, double)};
  for (int r = 1; r <= p->m; r++)
    if (p->f[r] > 0)
      x.least_f = fmin(x.least_f, p->f[r]);
    else if (p->w[r] < INFINITY)
      min_queue_push(&x.asks, p->w[r], r);
  return x;
}

static void completed(struct sp_interruptible *x)
{
  if (x->done == x->room) {
    const double *end = x->end;
    x->room = 2 * x->room + 1024;
    x->end = sp_new(x->cx, x->room, double);
    if (x->done > 0)
      memcpy(x->end, end, (size_t)x->done * sizeof *end);
  }
  x->end[x->done++] = x->now;
}

/* The date at which the next worker asks. */
static double next_asks(const struct sp_interruptible *x)
{
  return x->asks.n > 0 ? x->asks.entry[0].key : INFINITY;
}

/* Can a transfer to worker r begin, since it is shorter than what is left of that under way? */
static bool goes_first(const struct sp_interruptible *x, int r)
{
  return r >= 0 && (x->open == 0 || x->p->c[r] < x->rest[x->open - 1]);
}

/* Begins it; returns the date at which the worker asks for the next one. */
static double begin(struct sp_interruptible *x, int r)
{
  x->rest[x->open++] = x->p->c[r];
  return (++x->begun[r] + 1) * x->p->w[r];
}

/* The next worker asks: it waits, unless it is the cheapest and can ask again later. */
static void ask(struct sp_interruptible *x)
{
  int r = min_queue_top(&x->asks), other = min_queue_top(&x->waits);
  bool cheapest = other < 0 || x->p->c[r] < x->p->c[other];
  if (cheapest && goes_first(x, r) && (x->begun[r] + 2) * x->p->w[r] > x->now) {
    min_queue_replace(&x->asks, (struct min_entry){begin(x, r), 0, r});
  } else {
    min_queue_pop(&x->asks);
    min_queue_push(&x->waits, x->p->c[r], r);
  }
}

/* Goes on to the next request or completion; false: there is none. */
static bool advance(struct sp_interruptible *x)
{
  double next, then;
  while ((next = next_asks(x)) <= x->now)
    ask(x);
  int r = min_queue_top(&x->waits);
  if (goes_first(x, r) && (then = begin(x, r)) > x->now) {
    min_queue_pop(&x->waits);
    min_queue_push(&x->asks, then, r);
    next = next_asks(x);
  }
  if (x->open == 0) {
    x->now = next;
    return next < INFINITY;
  }
  double *rest = &x->rest[x->open - 1];
  if (x->now + *rest <= next) {
    x->now += *rest;
    x->open--;
    completed(x);
  } else {
    *rest -= next - x->now;
    x->now = next;
  }
  return true;
}

double sp_interruptible_end(struct sp_interruptible *x, long n, double last)
{
  while (x->done < n && x->now <= last && !sp_stopped(x->cx) && advance(x))
    ;
  return x->done < n ? INFINITY : x->end[n - 1];
}

/* n roundings of both signs, in sums of real numbers in another order, make some sqrt(n). */
static double rounding_of(const struct sp_target *t)
{
  return t->p->exact ? 0 : 0x1p-49 * sqrt((double)t->Lsend) * t->M;
}

enum sp_answer sp_interruptible_foresees(struct sp_interruptible *x, const struct sp_target *t)
{
  double time = t->M - t->first, rounding = rounding_of(t);
  double end = sp_interruptible_end(x, t->Lsend, time + rounding);
  if (end <= time - rounding)
    return SP_YES;
  return end > time + rounding && t->M <= x->least_f ? SP_NO : SP_UNKNOWN;
}

bool sp_interruptible_refuses(struct sp_interruptible *x, const struct sp_target *t)
{
  double time = t->M + rounding_of(t);
  if (t->M > x->least_f)
    return false;
  bool late = sp_interruptible_end(x, t->Lsend, time) == INFINITY;
  for (long k = 0; k < t->Lsend && !late; k++)
    late = t->arrival[k] + x->end[t->Lsend - 1 - k] > time;
  return late;
}
