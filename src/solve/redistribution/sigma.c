/* A sequence of receivers whose most expensive entry is removed in O(log n), by a heap of all
 * entries. A removed entry leaves a gap; a full sequence with more gaps than entries is compacted
 * instead of enlarged. */
#include "solve/redistribution/redistribution.h"

struct sp_sigma sp_sigma_new(struct sp_context *cx, const struct sp_redistribution *p)
{
  return (struct sp_sigma){.cx = cx, .p = p};
}

void sp_sigma_clear(struct sp_sigma *sigma)
{
  sigma->n = sigma->used = 0;
  sigma->dearest.n = 0;
}

/* Makes room: appends all entries again without the gaps, in place or in twice the memory. */
static void make_room(struct sp_sigma *sigma)
{
  const int *worker = sigma->worker;
  long used = sigma->used;
  if (sigma->n > used / 2 || sigma->cap == 0) {
    sigma->cap = sigma->cap ? 2 * sigma->cap : 64;
    sigma->worker = sp_new(sigma->cx, sigma->cap, int);
    sigma->dearest = min_queue_in(sp_new(sigma->cx, sigma->cap, struct min_entry), (int)sigma->cap);
  }
  sp_sigma_clear(sigma);
  for (long k = 0; k < used; k++)
    if (worker[k] != 0)
      sp_sigma_append(sigma, worker[k]);
}

void sp_sigma_append(struct sp_sigma *sigma, int r)
{
  if (sigma->used == sigma->cap)
    make_room(sigma);
  long position = sigma->used++;
  sigma->worker[position] = r;
  min_queue_push2(&sigma->dearest, -sigma->p->c[r], -(double)position, position);
  sigma->n++;
}

double sp_sigma_remove_largest(struct sp_sigma *sigma)
{
  struct min_entry removed = min_queue_pop(&sigma->dearest);
  sigma->worker[removed.number] = 0;
  sigma->n--;
  return -removed.key;
}

double sp_sigma_largest(const struct sp_sigma *sigma)
{
  return sigma->n > 0 ? -sigma->dearest.entry[0].key : -INFINITY;
}

void sp_sigma_first(const struct sp_sigma *sigma, long n, int *receiver)
{
  for (long k = 0, taken = 0; taken < n; k++)
    if (sigma->worker[k] != 0)
      receiver[taken++] = sigma->worker[k];
}
