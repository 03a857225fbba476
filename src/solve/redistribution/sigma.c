/* A sequence of receivers whose most expensive entry is removed in O(log m). Entries of one c form
 * a stack linked through the sequence; a heap gives the largest c present. A removed entry leaves a
 * gap; a full sequence with more gaps than entries is compacted instead of enlarged. */
#include "solve/redistribution/redistribution.h"

struct sp_sigma sp_sigma_new(struct sp_context *cx, const struct sp_redistribution *p)
{
  struct sp_sigma sigma = {.cx = cx,
                           .p = p,
                           .top = sp_new(cx, p->ranks, long),
                           .rank = min_queue_in(sp_new(cx, p->ranks, struct min_entry), p->ranks)};
  sp_sigma_clear(&sigma);
  return sigma;
}

void sp_sigma_clear(struct sp_sigma *sigma)
{
  sigma->n = sigma->used = 0;
  sigma->rank.n = 0;
  for (int k = 0; k < sigma->p->ranks; k++)
    sigma->top[k] = -1;
}

/* Makes room: appends all entries again without the gaps, in place or in twice the memory. */
static void make_room(struct sp_sigma *sigma)
{
  const int *worker = sigma->worker;
  long used = sigma->used;
  if (sigma->n > used / 2 || sigma->cap == 0) {
    sigma->cap = sigma->cap ? 2 * sigma->cap : 1024;
    sigma->worker = sp_new(sigma->cx, sigma->cap, int);
    sigma->below = sp_new(sigma->cx, sigma->cap, long);
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
  int rank = sigma->p->rank[r];
  if (sigma->top[rank] < 0)
    min_queue_push(&sigma->rank, -rank, rank);
  sigma->worker[sigma->used] = r;
  sigma->below[sigma->used] = sigma->top[rank];
  sigma->top[rank] = sigma->used++;
  sigma->n++;
}

double sp_sigma_remove_largest(struct sp_sigma *sigma)
{
  int rank = min_queue_top(&sigma->rank);
  long position = sigma->top[rank];
  sigma->worker[position] = 0;
  sigma->top[rank] = sigma->below[position];
  if (sigma->top[rank] < 0)
    min_queue_pop(&sigma->rank);
  sigma->n--;
  return sigma->p->cost[rank];
}

double sp_sigma_largest(const struct sp_sigma *sigma)
{
  int rank = min_queue_top(&sigma->rank);
  return rank < 0 ? -INFINITY : sigma->p->cost[rank];
}

void sp_sigma_first(const struct sp_sigma *sigma, long n, int *receiver)
{
  for (long k = 0, taken = 0; taken < n; k++)
    if (sigma->worker[k] != 0)
      receiver[taken++] = sigma->worker[k];
}
