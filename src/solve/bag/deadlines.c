/* The greatest number of tasks in time, in one pass over all tasks by deadline (Moore 1968).
 *
 * Task k from the last of worker i must arrive X_k before the end (latest.h). X_k does not depend
 * on T, so the tasks are sorted once, the earliest deadline first, and each T takes one pass:
 *
 *   sent = 0
 *   for each task with X_k <= T - c_i, by decreasing X_k:
 *     accept it ; sent += c_i
 *     if sent > T - X_k: give up an accepted task of greatest (c, index) ; sent -= its c
 *
 * After each task the accepted ones are as many as can be in time and, among such sets, one of
 * least total length; a tie goes to the lower (c, index). The greedy choice of latest.c has the
 * same property, by the exchange argument there, so both give the same n_i.
 *
 * Cost: O(U log U) for the U tasks once, then O(U + changes log m) a T. latest.c needs no list of
 * tasks, but close to N m^2 steps where U is not much more than N. */
#include "solve/bag/latest.h"

#include <stdlib.h>

struct task {
  double before; /* X_k */
  int rank;      /* of its worker, by (c, index) */
};

void deadlines_clear(struct deadlines *d)
{
  free(d->accepted.entry);
  free(d->task);
}

/* The tasks of worker i that may be in time by T. */
static double candidates(const struct latest *l, int i, double T, double N)
{
  if (l->w[i] == INFINITY || l->c[i] + l->w[i] > T)
    return 0;
  return fmin(fmin(N, l->limit[i]), latest_due_within(l, i, T - l->c[i]));
}

/* The earliest deadline first. */
static int by_deadline(const void *a, const void *b)
{
  const struct task *x = a, *y = b;
  if (x->before != y->before)
    return x->before > y->before ? -1 : 1;
  return x->rank - y->rank;
}

double deadlines_count(const struct latest *l, double T, double N)
{
  double tasks = 0;
  for (int i = 1; i <= l->m; i++)
    tasks += candidates(l, i, T, N);
  return tasks;
}

void deadlines_list(struct deadlines *d, const struct latest *l, double T, double N)
{
  if (T <= d->T)
    return;
  d->task = sp_xrealloc(d->task, (size_t)deadlines_count(l, T, N), sizeof *d->task);
  d->tasks = 0;
  d->T = T;
  for (int rank = 0; rank < l->m; rank++) {
    long n = (long)candidates(l, l->by_c[rank], T, N);
    for (long k = 1; k <= n; k++)
      d->task[d->tasks++] = (struct task){latest_before_end(l, l->by_c[rank], (double)k), rank};
  }
  qsort(d->task, (size_t)d->tasks, sizeof *d->task, by_deadline);
}

/* Accepts the tasks of a set of greatest size and least total length: l->n. */
static void accept(struct deadlines *d, struct latest *l, double T)
{
  double sent = 0;
  d->accepted.n = 0;
  for (int i = 1; i <= l->m; i++)
    l->n[i] = 0;
  for (long k = 0; k < d->tasks; k++) {
    const struct task *task = &d->task[k];
    int i = l->by_c[task->rank];
    if (task->before > T - l->c[i])
      continue;
    sent += l->length[i];
    if (l->n[i]++ == 0)
      min_queue_push(&d->accepted, -task->rank, task->rank);
    if (sent > T - task->before) {
      int longest = l->by_c[min_queue_top(&d->accepted)];
      sent -= l->length[longest];
      if (--l->n[longest] == 0)
        min_queue_pop(&d->accepted);
    }
  }
}

double deadlines_most(struct deadlines *d, struct latest *l, double T, double N)
{
  double left = N;
  accept(d, l, T);
  for (int rank = 0; rank < l->m; rank++) {
    double *n = &l->n[l->by_c[rank]];
    *n = fmin(left, *n);
    left -= *n;
  }
  return N - left;
}
