/* The deadlines of all receivers in order, without those that cannot matter. D has sum (M -
 * f_r)/w_r entries, often many more than there are tasks to move, and most would be refused at once
 * because cheaper tasks occupy the port. So
 * - workers of equal c and w form a group: they share their deadlines M - k w and differ only in
 *   the first one, f_r <= M - k w;
 * - a group that was refused sleeps until a gap of c opens in the sequence, or until the sequence
 *   has an entry more expensive than c;
 * - if the sequence has only entries of the cheapest groups its end t can only grow. So these
 *   groups never sleep: they advance to t + c. Thousands may do so for each entry taken, hence they
 *   are not in a heap but in a calendar (Brown 1988): a list of groups for each slot of time, where
 *   a group moves in O(1). The width of a slot is the mean gap between entries, or c if that is
 *   more, since an entry taken moves t, and soon all others, by c. */
#include <starport/redistribution.h>

#include <stdlib.h>
#include <string.h>

/* Entries of a group, and slots of the calendar: so many can be counted in doubles. */
static const double most_entries = 0x1p52;

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
  struct sp_deadlines D = {.p = p,
                           .member = sp_new(cx, m, int),
                           .first = sp_new(cx, m + 1, int),
                           .c = sp_new(cx, m, double),
                           .w = sp_new(cx, m, double)};
  struct entry *entry = sp_new(cx, m, struct entry);
  for (int i = 1; i <= m; i++)
    entry[i - 1] = (struct entry){p->c[i], p->w[i], i};
  qsort(entry, (size_t)m, sizeof *entry, by_costs);
  for (int j = 0; j < m; j++) {
    D.member[j] = entry[j].worker;
    if (j == 0 || entry[j].c != entry[j - 1].c || entry[j].w != entry[j - 1].w) {
      D.c[D.groups] = entry[j].c;
      D.w[D.groups] = entry[j].w;
      D.first[D.groups++] = j;
    }
  }
  D.first[D.groups] = m;
  D.k = sp_new(cx, D.groups, double);
  D.now = sp_new(cx, D.groups, int);
  D.awake = sp_heap_new(cx, D.groups);
  D.asleep = sp_new(cx, D.groups, bool);
  D.due = sp_new(cx, D.groups, double);
  D.follows = sp_new(cx, D.groups, int);
  D.head = sp_new(cx, 2 * D.groups, int);
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
  double k = fmin(entries_from(D, g, fmax(from, D->date)), D->k[g]), d = 0;
  for (; k > 0; k--) {
    d = D->M - k * D->w[g];
    if (d >= from && (r = member_at(D, g, d)) != 0)
      break;
    if (d == D->date)
      k = fmin(k, entries_from(D, g, nextafter(d, INFINITY)) + 1);
  }
  D->k[g] = k;
  D->due[g] = d;
  D->now[g] = r;
}

/* Advances one of the more expensive groups, and wakes it. */
static void wake(struct sp_deadlines *D, int g, double from)
{
  advance(D, g, from);
  if (D->k[g] > 0)
    sp_heap_set2(&D->awake, g, D->due[g], D->now[g]);
  else
    sp_heap_remove(&D->awake, g);
}

static void put_to_sleep(struct sp_deadlines *D, int g)
{
  D->asleep[g] = true;
  if (g < D->sleeper)
    D->sleeper = g;
}

/* The sleeping group of least c; D->groups: none. */
static int first_asleep(struct sp_deadlines *D)
{
  if (D->sleeper < D->groups && !D->asleep[D->sleeper]) {
    size_t behind = (size_t)(D->groups - D->sleeper);
    const bool *next = memchr(&D->asleep[D->sleeper], 1, behind);
    D->sleeper = next ? (int)(next - D->asleep) : D->groups;
  }
  return D->sleeper;
}

static long slot_of(const struct sp_deadlines *D, int g)
{
  return (long)(D->due[g] / D->width);
}

/* The list of a slot. */
static int *list(const struct sp_deadlines *D, long slot)
{
  return &D->head[slot & (D->round - 1)];
}

/* Advances one of the cheapest groups, which is in no list, and adds it to the calendar. */
static void enter(struct sp_deadlines *D, int g, double from)
{
  advance(D, g, from);
  if (D->k[g] == 0)
    return;
  int *head = list(D, slot_of(D, g));
  D->follows[g] = *head;
  *head = g;
  D->listed++;
}

/* Opens an empty calendar for all groups from g on that have the same c. */
static void open_calendar(struct sp_deadlines *D, int g)
{
  double entries = 0;
  D->cheapest = D->c[g];
  D->listed = 0;
  D->round = 1;
  for (int j = g; j < D->groups && D->c[j] == D->cheapest; j++) {
    entries += 1 / D->w[j];
    D->round *= D->round < j - g + 1 ? 2 : 1;
  }
  D->width = fmax(fmax(D->cheapest, 1 / entries), D->M / most_entries);
  D->slot = D->date > 0 ? (long)(D->date / D->width) : 0;
  for (long k = 0; k < D->round; k++)
    D->head[k] = -1;
}

void sp_deadlines_open(struct sp_deadlines *D, const struct sp_target *target)
{
  sp_deadlines_open_after(D, target, -INFINITY, 0);
}

void sp_deadlines_open_after(struct sp_deadlines *D, const struct sp_target *target, double date,
                             int worker)
{
  const struct sp_redistribution *p = D->p;
  D->M = target->M;
  D->date = date;
  D->worker = worker;
  D->cheapest = INFINITY;
  D->listed = 0;
  sp_heap_clear(&D->awake);
  D->sleeper = D->groups;
  D->at = -1;
  if (sp_deadline_list_serves(&D->list, target))
    D->at = sp_deadline_list_after(&D->list, D->M, fmax(D->date, 0), D->worker);
  for (int g = 0; g < D->groups; g++) {
    int r = D->member[D->first[g]]; /* least f */
    for (int j = D->first[g]; j < D->first[g + 1]; j++)
      r = p->f[D->member[j]] < p->f[r] ? D->member[j] : r;
    D->asleep[g] = false;
    D->k[g] = p->f[r] < D->M && p->w[r] < INFINITY ? longest_queue(p, r, D->M) : 0;
    if (D->k[g] == 0)
      continue;
    if (D->cheapest == INFINITY) { /* groups are sorted by c */
      open_calendar(D, g);
      if (D->at >= 0)
        return;
    }
    if (D->c[g] == D->cheapest)
      enter(D, g, -INFINITY);
    else
      put_to_sleep(D, g);
  }
}

/* True if the next entry of group g is before that of `other` (-1: none). */
static bool before(const struct sp_deadlines *D, int g, int other)
{
  if (g < 0 || other < 0)
    return g >= 0;
  return D->due[g] < D->due[other] || (D->due[g] == D->due[other] && D->now[g] < D->now[other]);
}

/* Advances the groups of the slot that are due before date x; returns the first group of the slot,
 * -1: none. */
static int first_in_slot(struct sp_deadlines *D, double x)
{
  int best = -1, *link = list(D, D->slot);
  for (int g = *link; g >= 0; g = *link) {
    if (D->due[g] >= x) {
      link = &D->follows[g];
      continue;
    }
    *link = D->follows[g];
    D->listed--;
    enter(D, g, x);
  }
  for (int g = *list(D, D->slot); g >= 0; g = D->follows[g])
    if (slot_of(D, g) == D->slot && before(D, g, best))
      best = g;
  return best;
}

/* Advances the cheapest groups that are due before date x; returns the first of all, -1: none. */
static int first_cheapest(struct sp_deadlines *D, double x)
{
  for (long k = 0; k < D->round && D->listed > 0; k++, D->slot++) {
    int g = first_in_slot(D, x);
    if (g >= 0)
      return g;
  }
  /* None in a whole round: the next one is later. */
  int best = -1;
  for (int g = 0; D->listed > 0 && g < D->groups && D->c[g] <= D->cheapest; g++)
    if (D->c[g] == D->cheapest && D->k[g] > 0 && before(D, g, best))
      best = g;
  if (best >= 0)
    D->slot = slot_of(D, best);
  return best;
}

/* Takes the entry of group g, the next one in D, and returns its worker. */
static int take(struct sp_deadlines *D, int g)
{
  int r = D->now[g];
  D->date = D->due[g];
  D->worker = r;
  if (D->c[g] > D->cheapest) {
    wake(D, g, -INFINITY);
    return r;
  }
  int *link = list(D, D->slot);
  while (*link != g)
    link = &D->follows[*link];
  *link = D->follows[g];
  D->listed--;
  enter(D, g, -INFINITY);
  return r;
}

/* Takes the next entry of the list. */
static int next_listed(struct sp_deadlines *D)
{
  while (D->at < D->list.n) {
    const struct sp_deadline *entry = &D->list.entry[D->at++];
    D->date = D->M - entry->back;
    D->worker = entry->worker;
    if (D->p->f[D->worker] <= D->date)
      return D->worker;
  }
  return 0;
}

int sp_deadlines_cheapest(struct sp_deadlines *D, double date)
{
  int r, g;
  if (D->at >= 0) {
    while ((r = next_listed(D)) != 0 && (D->p->c[r] > D->cheapest || D->date < date))
      ;
    return r;
  }
  g = first_cheapest(D, date);
  return g < 0 ? 0 : take(D, g);
}

int sp_deadlines_look(struct sp_deadlines *D, double date)
{
  int best = -1;
  for (int g = 0; g < D->groups; g++) {
    advance(D, g, date);
    if (D->k[g] > 0 && before(D, g, best))
      best = g;
  }
  if (best < 0)
    return 0;
  D->date = D->due[best];
  return D->worker = D->now[best];
}

/* The date from which on an entry of cost c can change the sequence: it is appended, or it replaces
 * a more expensive one. */
static double from(double c, double t, double low, double largest)
{
  return (c < largest ? low : t) + c;
}

/* The group of the first entry that can change the sequence, among those whose c is at most
 * `limit`; -1: none. */
static int first(struct sp_deadlines *D, double t, double low, double largest, double limit,
                 int cheap)
{
  for (;;) {
    int costly = sp_heap_top(&D->awake), sleeper = first_asleep(D);
    int g = before(D, costly, cheap) ? costly : cheap;
    double d = g < 0 ? INFINITY : D->due[g];
    if (sleeper < D->groups && D->c[sleeper] <= limit) {
      double date = from(D->c[sleeper], t, low, largest);
      if (date <= d) {
        D->asleep[sleeper] = false;
        wake(D, sleeper, date);
        continue;
      }
    }
    if (g < 0 || (D->c[g] <= limit && from(D->c[g], t, low, largest) <= d))
      return g;
    sp_heap_remove(&D->awake, g);
    put_to_sleep(D, g);
  }
}

/* The skipped entries: of those due before the next one that costs at most as much as the
 * sequence's largest, x, the first is appended, the others could only replace it, since each would
 * be sent at `next` and be late. x replaces the last of them, because x is on time in its place. So
 * the sequence has x there, as without them. */
int sp_deadlines_next(struct sp_deadlines *D, double t, double low, double next, double largest,
                      double *d)
{
  if (D->at >= 0) {
    int r;
    while ((r = next_listed(D)) != 0 && from(D->p->c[r], t, low, largest) > D->date)
      ;
    *d = D->date;
    return r;
  }
  double most = fmax(largest, D->cheapest);
  int cheap = first_cheapest(D, (D->cheapest < largest ? low : t) + D->cheapest);
  int g = next > -INFINITY ? first(D, t, low, largest, most, cheap) : -1;
  if (g < 0 || D->due[g] >= fmax(t, next) + D->c[g])
    g = first(D, t, low, largest, INFINITY, cheap);
  if (g < 0)
    return 0;
  *d = D->due[g];
  return take(D, g);
}
