/* The deadlines of all receivers in order, without those that cannot matter. D has sum (M -
 * f_r)/w_r entries, often far more than there are tasks to move, and most would be refused at once
 * since the port is taken by cheaper tasks. So
 * - workers of equal c and w form a group: they share their deadlines M - k w and differ only in
 *   the first of them, f_r <= M - k w;
 * - a group that was refused sleeps until a gap of c opens in the sequence, or until something more
 *   expensive than c stands in it;
 * - where only the cheapest stand in the sequence its end t can but grow, and a group of the
 *   cheapest goes on to t + c without sleeping. */
#include <starport/redistribution.h>

#include <stdlib.h>

struct entry {
  double c, w;
  int worker;
};

static int by_costs(const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  if (x->c != y->c)
    return x->c < y->c ? -1 : 1;
  if (x->w != y->w)
    return x->w < y->w ? -1 : 1;
  return x->worker - y->worker;
}

struct sp_deadlines sp_deadlines_new(struct sp_context *cx, const struct sp_redistribution *p)
{
  int m = p->m;
  struct sp_deadlines D = {.p = p, .member = sp_new(cx, m, int), .first = sp_new(cx, m + 1, int)};
  struct entry *entry = sp_new(cx, m, struct entry);
  for (int i = 1; i <= m; i++)
    entry[i - 1] = (struct entry){p->c[i], p->w[i], i};
  qsort(entry, (size_t)m, sizeof *entry, by_costs);
  for (int j = 0; j < m; j++) {
    D.member[j] = entry[j].worker;
    if (j == 0 || entry[j].c != entry[j - 1].c || entry[j].w != entry[j - 1].w)
      D.first[D.groups++] = j;
  }
  D.first[D.groups] = m;
  D.k = sp_new(cx, D.groups, double);
  D.now = sp_new(cx, D.groups, int);
  D.awake = sp_heap_new(cx, D.groups);
  D.asleep = sp_heap_new(cx, D.groups);
  return D;
}

static double cost(const struct sp_deadlines *D, int g)
{
  return D->p->c[D->member[D->first[g]]];
}

static double work(const struct sp_deadlines *D, int g)
{
  return D->p->w[D->member[D->first[g]]];
}

static double deadline(const struct sp_deadlines *D, int g)
{
  return D->M - D->k[g] * work(D, g);
}

/* The greatest k with f_r <= M - k w_r, whichever way the quotient was rounded. */
static double longest_queue(const struct sp_redistribution *p, int r, double M)
{
  double k = floor((M - p->f[r]) / p->w[r]);
  while (k > 0 && p->f[r] > M - k * p->w[r])
    k--;
  while (p->f[r] <= M - (k + 1) * p->w[r])
    k++;
  return k;
}

void sp_deadlines_open(struct sp_deadlines *D, const struct sp_target *target)
{
  const struct sp_redistribution *p = D->p;
  D->M = target->M;
  D->date = -INFINITY;
  D->worker = 0;
  D->cheapest = INFINITY;
  sp_heap_clear(&D->awake);
  sp_heap_clear(&D->asleep);
  for (int g = 0; g < D->groups; g++) {
    int r = D->member[D->first[g]]; /* least f */
    for (int j = D->first[g]; j < D->first[g + 1]; j++)
      r = p->f[D->member[j]] < p->f[r] ? D->member[j] : r;
    D->k[g] = p->f[r] < D->M && p->w[r] < INFINITY ? longest_queue(p, r, D->M) : 0;
    if (D->k[g] == 0)
      continue;
    D->cheapest = fmin(D->cheapest, p->c[r]);
    sp_heap_set(&D->asleep, g, p->c[r]);
  }
}

/* The first member of g that has an entry at d, the group's deadline, and is not behind; 0: none.
 */
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

/* Moves group g to its first entry that is neither behind nor before date `from`, and wakes it. */
static void advance(struct sp_deadlines *D, int g, double from)
{
  int r = 0;
  D->k[g] = fmin(D->k[g], floor((D->M - fmax(from, D->date)) / work(D, g)) + 1);
  while (D->k[g] > 0 && (deadline(D, g) < from || !(r = member_at(D, g, deadline(D, g)))))
    D->k[g]--;
  D->now[g] = r;
  if (D->k[g] > 0)
    sp_heap_set2(&D->awake, g, deadline(D, g), r);
  else
    sp_heap_remove(&D->awake, g);
}

/* Takes the entry of group g, the next in D. */
static int take(struct sp_deadlines *D, int g)
{
  int r = D->now[g];
  D->date = deadline(D, g);
  D->worker = r;
  advance(D, g, -INFINITY);
  return r;
}

int sp_deadlines_next(struct sp_deadlines *D, double t, double largest, double *d)
{
  for (;;) {
    int g = sp_heap_top(&D->awake), sleeper = sp_heap_top(&D->asleep);
    *d = g < 0 ? INFINITY : deadline(D, g);
    if (sleeper >= 0 && (cost(D, sleeper) < largest || t + cost(D, sleeper) <= *d)) {
      sp_heap_remove(&D->asleep, sleeper);
      advance(D, sleeper, cost(D, sleeper) < largest ? -INFINITY : t + cost(D, sleeper));
      continue;
    }
    if (g < 0)
      return 0;
    double c = cost(D, g);
    if (c < largest || t + c <= *d)
      return take(D, g);
    if (c == largest && c == D->cheapest) {
      advance(D, g, t + c);
    } else {
      sp_heap_remove(&D->awake, g);
      sp_heap_set(&D->asleep, g, c);
    }
  }
}
