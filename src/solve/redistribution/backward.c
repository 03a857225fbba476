/* The receiver that can be served latest, from the end of the schedule backwards. As T only
 * decreases, a worker passes once from `pending` (its processor decides when it needs the task) to
 * `ready` (the port decides). Once T is below a key in `pending` the key is an upper bound of the
 * true st, so it is enough to correct the top of the heap.
 *
 * A target M matters only for the number of tasks that a worker has time for: counted from M
 * backwards, the dates are those of any other target. So the receivers are recorded, and the next
 * target takes them from there, without a search, until a worker has time for more tasks than it
 * had for the recorded target, or for fewer than it received. */
#include <starport/redistribution.h>

#include <string.h>

struct sp_backward sp_backward_new(struct sp_context *cx, const struct sp_redistribution *p,
                                   bool largest)
{
  return (struct sp_backward){.cx = cx,
                              .p = p,
                              .largest = largest,
                              .begin = sp_new(cx, p->m + 1, double),
                              .given = sp_new(cx, p->m + 1, long),
                              .most = sp_new(cx, p->m + 1, long),
                              .most_recorded = sp_new(cx, p->m + 1, long),
                              .pending = sp_heap_new(cx, p->m + 1),
                              .ready = sp_heap_new(cx, p->m + 1)};
}

/* Heaps prefer low numbers: if ties go to the largest index, workers are numbered backwards. */
static int number(const struct sp_backward *b, int index)
{
  return b->largest ? b->p->m + 1 - index : index;
}

/* The latest date at which one more task must be at r. */
static double needed(const struct sp_backward *b, int r)
{
  return b->begin[r] - b->p->w[r];
}

/* Puts r, which has time for one more task, into the right heap. */
static void offer(struct sp_backward *b, int r)
{
  double date = needed(b, r), second = b->largest ? -date : 0;
  int k = number(b, r);
  if (date >= b->T) {
    sp_heap_remove(&b->pending, k);
    sp_heap_set2(&b->ready, k, b->p->c[r], second);
  } else {
    sp_heap_remove(&b->ready, k);
    sp_heap_set2(&b->pending, k, -(date - b->p->c[r]), second);
  }
}

/* Stops following the record, which ends here and becomes that of this target. */
static void search_from_here(struct sp_backward *b)
{
  b->follows = false;
  b->recorded = b->step;
  memcpy(b->most_recorded, b->most, ((size_t)b->p->m + 1) * sizeof *b->most);
  sp_heap_clear(&b->pending);
  sp_heap_clear(&b->ready);
  for (int r = 1; r <= b->p->m; r++)
    if (b->given[r] < b->most[r])
      offer(b, r);
}

void sp_backward_open(struct sp_backward *b, struct sp_target *target)
{
  bool more = target->last;
  b->T = target->M;
  b->step = 0;
  for (int r = 1; r <= b->p->m; r++) {
    b->begin[r] = target->M;
    b->given[r] = 0;
    bool receives = b->p->f[r] < target->M && needed(b, r) >= b->p->f[r];
    b->most[r] = receives ? LONG_MAX : 0;
    more = more || (receives && b->most_recorded[r] == 0);
  }
  b->follows = !more;
  target->followed = !more && !b->p->exact;
  if (more)
    search_from_here(b);
}

/* The receiver found by a search in the heaps; 0: none. */
static int search(struct sp_backward *b)
{
  int waiting, now;
  while ((waiting = sp_heap_top(&b->pending)) >= 0 && needed(b, number(b, waiting)) >= b->T)
    offer(b, number(b, waiting));
  now = sp_heap_top(&b->ready);
  if (now < 0 && waiting < 0)
    return 0;
  double st_waiting = waiting < 0 ? -INFINITY : -b->pending.key[waiting].first;
  double st_now = now < 0 ? -INFINITY : b->T - b->p->c[number(b, now)];
  if (st_now != st_waiting)
    return number(b, st_now > st_waiting ? now : waiting);
  /* A ready worker has the greater begin_r - w_r: it is at least T. */
  return number(b, b->largest || now < waiting ? now : waiting);
}

int sp_backward_latest(struct sp_backward *b, double *st)
{
  int r = 0;
  if (b->follows && b->step < b->recorded)
    r = b->receiver[b->step];
  if (b->follows && (r == 0 || b->given[r] == b->most[r])) {
    search_from_here(b);
    r = 0;
  }
  if (!b->follows)
    r = search(b);
  *st = r == 0 ? -INFINITY : fmin(needed(b, r), b->T) - b->p->c[r];
  return r;
}

static void record(struct sp_backward *b, int r)
{
  if (b->recorded == b->room) {
    const int *receiver = b->receiver;
    b->room = 2 * b->room + 128;
    b->receiver = sp_new(b->cx, b->room, int);
    if (b->recorded > 0)
      memcpy(b->receiver, receiver, (size_t)b->recorded * sizeof *receiver);
  }
  b->receiver[b->recorded++] = r;
}

void sp_backward_take(struct sp_backward *b, int r, double st)
{
  b->begin[r] -= b->p->w[r];
  b->T = st;
  b->step++;
  b->given[r]++;
  bool full = needed(b, r) < b->p->f[r];
  if (full)
    b->most[r] = b->given[r];
  if (b->follows) {
    if (!full && b->given[r] == b->most_recorded[r])
      search_from_here(b);
    return;
  }
  record(b, r);
  if (!full) {
    offer(b, r);
    return;
  }
  b->most_recorded[r] = b->given[r];
  sp_heap_remove(&b->pending, number(b, r));
  sp_heap_remove(&b->ready, number(b, r));
}
