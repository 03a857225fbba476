/* The deadlines of all receivers in order, without those that cannot matter. D has sum (M -
 * f_r)/w_r entries, often many more than there are tasks to move, and most would be refused at once
 * because cheaper tasks occupy the port. So
 * - workers of equal c and w form a group: they share their deadlines M - k w and differ only in
 *   the first one, f_r <= M - k w;
 * - a group that was refused sleeps until a gap of c opens in the sequence, or until the sequence
 *   has an entry more expensive than c;
 * - if the sequence has only entries of the cheapest groups its end t can only grow. So these
 *   groups never sleep: they advance to t + c. */

#include "solve/redistribution/redistribution.h"

#include <stdlib.h>

/* Entries of a group: so many can be counted down in doubles. */
static const double most_entries = 0x1p52;
/* Entries that are looked at, of all targets; of one that are taken, beside 64 a task and worker.
 */
enum { MOST_LOOKED = 1 << 29, MOST_TAKEN = 1 << 25 };

struct sp_deadlines sp_deadlines_new(struct sp_context *cx, const struct sp_redistribution *p)
{
  int m = p->m;
  struct sp_deadlines D = {.p = p,
                           .member = sp_new(cx, m, int),
                           .first = sp_new(cx, m + 1, int),
                           .c = sp_new(cx, m, double),
                           .w = sp_new(cx, m, double)};
  struct min_entry *entry = sp_new(cx, m, struct min_entry);
  for (int i = 1; i <= m; i++)
    entry[i - 1] = (struct min_entry){p->c[i], p->w[i], i};
  qsort(entry, (size_t)m, sizeof *entry, min_compare);
  for (int j = 0; j < m; j++) {
    D.member[j] = (int)entry[j].number;
    if (j == 0 || entry[j].key != entry[j - 1].key || entry[j].second != entry[j - 1].second) {
      D.c[D.groups] = entry[j].key;
      D.w[D.groups] = entry[j].second;
      D.first[D.groups++] = j;
    }
  }
  D.first[D.groups] = m;
  D.k = sp_new(cx, D.groups, double);
  D.now = sp_new(cx, D.groups, int);
  D.awake = min_queue_in(sp_new(cx, D.groups, struct min_entry), D.groups);
  D.asleep = min_queue_in(sp_new(cx, D.groups, struct min_entry), D.groups);
  D.due = sp_new(cx, D.groups, double);
  return D;
}

/* The greatest k with f_r <= M - k w_r, corrected for the rounding of the quotient; at most the
 * last that can be counted down. */
static double longest_queue(const struct sp_redistribution *p, int r, double M)
{
  double k = fmin(floor((M - p->f[r]) / p->w[r]), most_entries);
  while (k > 0 && p->f[r] > M - k * p->w[r])
    k--;
  while (k < most_entries && p->f[r] <= M - (k + 1) * p->w[r])
    k++;
  return k;
}

/* The first member of g with an entry at d, the group's deadline, that has not passed; 0: none. */
static int member_at(const struct sp_deadlines *D, int g, double d)
{
  if (d < D->date)
    return 0;
  for (int j = D->first[g]; j < D->first[g + 1]; j++) {
    int r = D->member[j];
    if (D->p->f[r] <= d && (d > D->date || r > D->worker))
      return r;
  }
  return 0;
}

/* At least as many as the entries of group g from date d on. */
static double entries_from(const struct sp_deadlines *D, int g, double d)
{
  return fmax(floor((D->M - d) / D->w[g]) + 1, 0);
}

/* Moves group g to its first entry that has not passed and is not before date `from`. Where w is
 * less than the last digit of a date many entries have the same one: it is looked at once. */
static void advance(struct sp_deadlines *D, int g, double from)
{
  int r = 0;
  double k = D->k[g], d = fmax(from, D->date);
  if (d > D->due[g])
    k = fmin(k, entries_from(D, g, d));
  for (; k > 0; k--) {
    d = D->M - k * D->w[g];
    if (d >= from && (r = member_at(D, g, d)) != 0)
      break;
    if (d == D->date && D->M - (k - 1) * D->w[g] == d)
      k = fmin(k, entries_from(D, g, nextafter(d, INFINITY)) + 1);
  }
  D->k[g] = k;
  D->due[g] = d;
  D->now[g] = r;
}

/* Moves the first group of a queue to its first entry that is not before date `from`, awake. */
static void wake(struct sp_deadlines *D, struct min_queue *queue, double from)
{
  int g = min_queue_top(queue);
  D->looked++;
  advance(D, g, from);
  if (D->k[g] > 0 && queue == &D->awake) {
    min_queue_replace(queue, (struct min_entry){D->due[g], D->now[g], g});
    return;
  }
  min_queue_pop(queue);
  if (D->k[g] > 0)
    min_queue_push2(&D->awake, D->due[g], D->now[g], g);
}

void sp_deadlines_open(struct sp_deadlines *D, const struct sp_target *target)
{
  const struct sp_redistribution *p = D->p;
  D->M = target->M;
  D->date = -INFINITY;
  D->worker = 0;
  D->cheapest = INFINITY;
  D->taken = 0;
  D->most = MOST_TAKEN + 64 * (target->Lsend + p->m);
  D->awake.n = D->asleep.n = 0;
  for (int g = 0; g < D->groups; g++) {
    int r = D->member[D->first[g]]; /* least f */
    for (int j = D->first[g]; j < D->first[g + 1]; j++)
      r = p->f[D->member[j]] < p->f[r] ? D->member[j] : r;
    D->k[g] = p->f[r] < D->M && p->w[r] < INFINITY ? longest_queue(p, r, D->M) : 0;
    if (D->k[g] == 0)
      continue;
    D->due[g] = -INFINITY;
    D->cheapest = fmin(D->cheapest, D->c[g]);
    min_queue_push(&D->asleep, 0, g);
  }
}

/* The date from which on an entry of cost c can change the sequence: it is appended, or it replaces
 * a more expensive one. */
static double from(double c, double t, double low, double largest)
{
  return (c < largest ? low : t) + c;
}

/* Takes the next entry of the first group awake, and returns its worker. */
static int take(struct sp_deadlines *D)
{
  D->date = D->awake.entry[0].key;
  D->worker = (int)D->awake.entry[0].second;
  D->taken++;
  wake(D, &D->awake, -INFINITY);
  return D->worker;
}

/* False if too many entries have been looked at, from then on for all targets. */
static bool goes_on(struct sp_deadlines *D)
{
  D->endless = D->endless || D->looked > MOST_LOOKED || D->taken > D->most;
  return !D->endless;
}

int sp_deadlines_next(struct sp_deadlines *D, double t, double low, double largest, double *d)
{
  while (goes_on(D)) {
    int g = min_queue_top(&D->awake), sleeper = min_queue_top(&D->asleep);
    *d = g < 0 ? INFINITY : D->due[g];
    double awakes = sleeper < 0 ? INFINITY : from(D->c[sleeper], t, low, largest);
    if (sleeper >= 0 && awakes <= *d) {
      wake(D, &D->asleep, awakes);
    } else if (g < 0) {
      return 0;
    } else if (from(D->c[g], t, low, largest) <= *d) {
      return take(D);
    } else if (D->c[g] == D->cheapest) {
      wake(D, &D->awake, from(D->c[g], t, low, largest));
    } else {
      min_queue_pop(&D->awake);
      min_queue_push(&D->asleep, 0, g);
    }
  }
  return 0;
}

int sp_deadlines_refuse(const struct sp_deadlines *D, struct sp_context *cx)
{
  return !D->endless
             ? 0
             : sp_refuse(cx, "more deadlines than can be looked at: costs are too different, "
                             "or workers ask far more often than the port can send");
}
