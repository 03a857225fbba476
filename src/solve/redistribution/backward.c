/* The receiver that can be served latest, from the end of the schedule backwards. As T only
 * decreases, a worker passes once from `pending` (its processor decides when it needs the task) to
 * `ready` (the port decides). Once T is below a key in `pending` the key is an upper bound of the
 * true st, so it is enough to correct the top of the heap. */
#include "solve/redistribution/redistribution.h"

struct sp_backward sp_backward_new(struct sp_context *cx, const struct sp_redistribution *p,
                                   bool largest)
{
  return (struct sp_backward){.p = p,
                              .largest = largest,
                              .begin = sp_new(cx, p->m + 1, double),
                              .pending = min_queue_in(sp_new(cx, p->m, struct min_entry), p->m),
                              .ready = min_queue_in(sp_new(cx, p->m, struct min_entry), p->m)};
}

/* Queues prefer low numbers: if ties go to the largest index, workers are numbered backwards. */
static int number(const struct sp_backward *b, int index)
{
  return b->largest ? b->p->m + 1 - index : index;
}

/* The latest date at which one more task must be at r. */
static double needed(const struct sp_backward *b, int r)
{
  return b->begin[r] - b->p->w[r];
}

/* Puts r into the right queue, if it has time for one more task. */
static void offer(struct sp_backward *b, int r)
{
  double date = needed(b, r), second = b->largest ? -date : 0, c = b->p->c[r];
  bool port = date >= b->T;
  if (date >= b->p->f[r])
    min_queue_push2(port ? &b->ready : &b->pending, port ? c : -(date - c), second, number(b, r));
}

void sp_backward_open(struct sp_backward *b, const struct sp_target *target)
{
  b->pending.n = b->ready.n = 0;
  b->T = target->M;
  for (int r = 1; r <= b->p->m; r++) {
    b->begin[r] = target->M;
    if (b->p->f[r] < target->M)
      offer(b, r);
  }
}

int sp_backward_latest(struct sp_backward *b, double *st)
{
  int waiting, now;
  while ((waiting = min_queue_top(&b->pending)) >= 0 && needed(b, number(b, waiting)) >= b->T) {
    min_queue_pop(&b->pending);
    offer(b, number(b, waiting));
  }
  now = min_queue_top(&b->ready);
  double st_waiting = waiting < 0 ? -INFINITY : -b->pending.entry[0].key;
  double st_now = now < 0 ? -INFINITY : b->T - b->p->c[number(b, now)];
  *st = fmax(st_waiting, st_now);
  if (now < 0 && waiting < 0)
    return 0;
  if (st_now != st_waiting)
    return number(b, st_now > st_waiting ? now : waiting);
  /* A ready worker has the greater begin_r - w_r: it is at least T. */
  return number(b, b->largest || now < waiting ? now : waiting);
}

void sp_backward_take(struct sp_backward *b, int r, double st)
{
  min_queue_pop(number(b, r) == min_queue_top(&b->ready) ? &b->ready : &b->pending);
  b->begin[r] -= b->p->w[r];
  b->T = st;
  offer(b, r);
}
