/* The dates at which activities end, as a winner tree: leaf k holds activity k's date (INFINITY:
 * not under way), each inner node the earlier of its two children, ties to the left, so the root is
 * the activity of least (date, index). Setting a date costs one comparison a level, whatever the
 * old and the new date, with no case to distinguish; a binary heap does several times the work. */
#ifndef SP_ENGINE_DATES_H
#define SP_ENGINE_DATES_H

#include "model/memory.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

struct dates {
  int leaves;   /* a power of 2 */
  double *date; /* [0..leaves-1] */
  int *
      winner; /* [1..leaves-1] activity; children of p are 2p and 2p+1, leaf k stands at leaves+k */
};

static inline struct dates dates_alloc(int activities)
{
  struct dates d = {.leaves = 2};
  while (d.leaves < activities)
    d.leaves *= 2;
  d.date = sp_xcalloc((size_t)d.leaves, sizeof *d.date);
  d.winner = sp_xcalloc((size_t)d.leaves, sizeof *d.winner);
  for (int k = 0; k < d.leaves; k++)
    d.date[k] = INFINITY;
  for (int p = d.leaves - 1; p >= 1; p--)
    d.winner[p] = 2 * p >= d.leaves ? 2 * p - d.leaves : d.winner[2 * p];
  return d;
}

static inline void dates_free(struct dates *d)
{
  free(d->date);
  free(d->winner);
}

static inline void dates_set(struct dates *d, int activity, double date)
{
  d->date[activity] = date;
  int left = activity & ~1, right = left + 1, p = (d->leaves + activity) / 2;
  int best = d->date[right] < d->date[left] ? right : left;
  for (d->winner[p] = best; p > 1; p /= 2) {
    int other = d->winner[p ^ 1];
    bool other_wins = p & 1 ? d->date[other] <= d->date[best] : d->date[other] < d->date[best];
    best = other_wins ? other : best;
    d->winner[p / 2] = best;
  }
}

/* The activity that ends first, and its date. */
static inline int dates_first(const struct dates *d)
{
  return d->winner[1];
}
static inline double dates_least(const struct dates *d)
{
  return d->date[d->winner[1]];
}

#endif
