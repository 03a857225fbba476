/* The beginning of fwd's sequence of receivers that the cheap links decide, for targets where no
 * sender's link is cheaper than all of the receivers'. Let a be the least cost of a sender's link:
 * tasks arrive at intervals of at least a. An entry is cheap if it costs at most a. While all
 * entries of the sequence are cheap the port is free at each arrival.
 *
 * A cheap entry is refused only if its task cannot be at the receiver in time, since another may
 * take its place in a sequence which has a dearer one: that makes all later entries earlier by a at
 * least. So after each cheap entry that is in time for the last task which the sequence can have,
 * the sequence has one cheap entry more, or all of it is cheap.
 *
 * These are counted in slots of time. Slot n begins at A_n + c_min, where the n-th task can be at a
 * receiver, so that the sequence has n entries at most. The cheap entries r of the slot that are
 * due at A_n + c_r or later are in time for all of them. With safe_n of these the sequence has
 *   cheap_n = min(n, cheap_(n-1) + safe_n)
 * cheap entries at least at the end of slot n. Where that is n it is the whole sequence, and what
 * follows does not depend on the past: entries by which a sequence of cheap ones is changed without
 * growing do not delay it.
 *
 * Of entries that all have the least c the receivers are known as well. */
#include <starport/redistribution.h>

#include <string.h>

enum { SLOTS = 4096 };

struct sp_prefix sp_prefix_longest(struct sp_deadlines *D, const struct sp_target *t, int *receiver)
{
  struct sp_prefix known = SP_PREFIX_EMPTY;
  int r;
  sp_deadlines_open(D, t);
  if (D->cheapest > t->first)
    return known;
  for (long n = 0;
       n < t->Lsend && (r = sp_deadlines_cheapest(D, t->arrival[n] + D->cheapest)) != 0;) {
    receiver[n++] = r;
    /* Of a whole sequence the receivers are not known: fwd may have had enough before. */
    if (n < t->Lsend && t->arrival[n] + D->cheapest > D->date)
      known = (struct sp_prefix){n, D->date, r};
  }
  return known;
}

/* True if r has entries, and they are cheap. */
static bool is_cheap(const struct sp_target *t, int r)
{
  const struct sp_redistribution *p = t->p;
  return p->c[r] <= t->first && p->f[r] < t->M && p->w[r] < INFINITY;
}

/* The greatest k with date <= M - k w_r, or one less; at most what D can have. */
static double entries_from(const struct sp_target *t, int r, double date)
{
  double k = fmin(floor((t->M - date) / t->p->w[r]), 0x1p52);
  return t->M - k * t->p->w[r] < date ? k - 1 : k;
}

/* The cheap entries that are in time for the last task. */
static double entries_of_end(const struct sp_target *t)
{
  const struct sp_redistribution *p = t->p;
  double n = 0, last = t->arrival[t->Lsend - 1];
  for (int j = 0; j < p->m && p->c[p->by_c[j]] <= t->first; j++) {
    int r = p->by_c[j];
    if (is_cheap(t, r))
      n += fmax(0, entries_from(t, r, fmax(last + p->c[r], p->f[r])));
  }
  return n;
}

/* Counts the safe entries of the slots n .. n+size-1, after which tasks arrive at equal intervals;
 * some of them, since twice as many entries as tasks are enough. */
static void count_safe(const struct sp_target *t, double least_c, long n, long size, long *safe)
{
  const struct sp_redistribution *p = t->p;
  const double *A = &t->arrival[n - 1];
  double begin = A[0] + least_c, end = A[size] + least_c, gap = p->c[t->sender[n]];
  double per_slot = 1 / gap, rate = 0;
  memset(safe, 0, (size_t)size * sizeof *safe);
  for (int j = 0; j < p->m && p->c[p->by_c[j]] <= t->first && rate * gap < 2; j++) {
    int r = p->by_c[j];
    if (!is_cheap(t, r))
      continue;
    double d, from = fmax(begin, p->f[r]), step = fmax(1, floor(gap / (2 * p->w[r])));
    rate += from < end ? 1 / (step * p->w[r]) : 0;
    for (double k = entries_from(t, r, from); k > 0 && (d = t->M - k * p->w[r]) < end; k -= step) {
      long slot = (long)((d - begin) * per_slot);
      while (slot > 0 && A[slot] + least_c > d)
        slot--;
      while (A[slot + 1] + least_c <= d)
        slot++;
      safe[slot] += A[slot] + p->c[r] <= d;
    }
  }
}

/* The slots from n on after which tasks arrive at equal intervals, at most SLOTS. */
static long equal_slots(const struct sp_target *t, long n)
{
  const double *c = t->p->c;
  long size = 1;
  while (size < SLOTS && n + size < t->Lsend && c[t->sender[n + size]] == c[t->sender[n]])
    size++;
  return size;
}

struct sp_prefix sp_prefix_late(const struct sp_target *t)
{
  const struct sp_redistribution *p = t->p;
  struct sp_prefix known = SP_PREFIX_EMPTY;
  double n_end = entries_of_end(t), wanted = (double)t->Lsend, rate = 0, least_c = INFINITY;
  long cheap = 0, size, safe[SLOTS];
  for (int r = 1; r <= p->m; r++)
    if (is_cheap(t, r)) {
      least_c = fmin(least_c, p->c[r]);
      rate += 1 / p->w[r];
    }
  if (n_end < wanted && rate * p->c[t->sender[t->Lsend - 1]] <= 1)
    return known; /* cheap workers ask for less than what arrives */
  for (long n = 1; n < t->Lsend && n_end < wanted; n += size) {
    size = equal_slots(t, n);
    count_safe(t, least_c, n, size, safe);
    for (long k = n; k < n + size; k++) {
      cheap = cheap + safe[k - n] < k ? cheap + safe[k - n] : k;
      if (cheap == k)
        known = (struct sp_prefix){k, t->arrival[k] + least_c, 0};
    }
  }
  if ((double)cheap + n_end >= wanted)
    known = (struct sp_prefix){t->Lsend, INFINITY, 0};
  return known;
}
