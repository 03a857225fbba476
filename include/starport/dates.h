/* A date for each of the indices 0..n-1, at first INFINITY, with three queries: the least date, the
 * first index that has it, and the first index that is due by a date t. If the indices are numbered
 * by preference the third is the best one that is due.
 *
 * It is a tournament: a complete binary tree in an array. Leaf k holds the date of index k, and
 * each inner node the lesser of its two children, ties to the left. A change goes from its leaf up
 * to the root; the first index due is found from the root down, to the left if any index on the
 * left is due. Both do the same few steps on each of the log2(n) levels for any dates: without
 * branches it is several times as fast as a binary heap (starport/heap.h) if dates change at
 * random. */
#ifndef STARPORT_DATES_H
#define STARPORT_DATES_H

#include <starport/api.h>

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

SP_BEGIN_DECLS

/* A date and its index. Dates are not negative, so they compare like their bits read as an integer,
 * which is faster. */
struct sp_date {
  int64_t bits;
  int64_t index;
};

struct sp_dates {
  size_t leaves;        /* a power of 2 */
  struct sp_date *node; /* [1..2*leaves-1]: p has the children 2p and 2p+1, leaf k is leaves+k */
};

static inline int64_t sp_date_bits(double date)
{
  int64_t bits;
  memcpy(&bits, &date, sizeof bits);
  return bits;
}

static inline double sp_date_value(struct sp_date date)
{
  double value;
  memcpy(&value, &date.bits, sizeof value);
  return value;
}

/* The lesser of two dates; at a tie `other` if `left` is 1: it is on the left. */
static inline struct sp_date sp_date_lesser(struct sp_date best, struct sp_date other, int64_t left)
{
  best.index = other.bits < best.bits + left ? other.index : best.index;
  best.bits = other.bits < best.bits ? other.bits : best.bits;
  return best;
}

/* The number of nodes of the tree for n >= 1 indices. */
static inline size_t sp_dates_room(int n)
{
  size_t leaves = 1;
  while (leaves < (size_t)n)
    leaves *= 2;
  return 2 * leaves;
}

/* The tree for n indices, in the caller's memory of sp_dates_room(n) nodes. */
static inline struct sp_dates sp_dates_in(struct sp_date *memory, int n)
{
  struct sp_dates d = {sp_dates_room(n) / 2, memory};
  for (size_t k = 0; k < d.leaves; k++) {
    struct sp_date never = {sp_date_bits(INFINITY), (int64_t)k};
    d.node[d.leaves + k] = never;
  }
  for (size_t p = d.leaves - 1; p >= 1; p--)
    d.node[p] = d.node[2 * p];
  return d;
}

static inline double sp_dates_get(const struct sp_dates *d, int index)
{
  return sp_date_value(d->node[d->leaves + (size_t)index]);
}

static inline void sp_dates_set(struct sp_dates *d, int index, double date)
{
  struct sp_date best = {sp_date_bits(date), index};
  size_t p = d->leaves + (size_t)index;
  for (d->node[p] = best; p > 1; d->node[p] = best) {
    best = sp_date_lesser(best, d->node[p ^ 1], p & 1);
    p /= 2;
  }
}

/* The least date, and the first index that has it. */
static inline double sp_dates_least(const struct sp_dates *d)
{
  return sp_date_value(d->node[1]);
}
static inline int sp_dates_first(const struct sp_dates *d)
{
  return (int)d->node[1].index;
}

/* The least date of the other indices. */
static inline double sp_dates_least_but(const struct sp_dates *d, int index)
{
  struct sp_date least = {sp_date_bits(INFINITY), 0};
  for (size_t p = d->leaves + (size_t)index; p > 1; p /= 2) {
    int64_t other = d->node[p ^ 1].bits;
    least.bits = other < least.bits ? other : least.bits;
  }
  return sp_date_value(least);
}

/* The first index whose date is at most t, which must be at least the least date. */
static inline int sp_dates_due(const struct sp_dates *d, double t)
{
  int64_t bits = sp_date_bits(t);
  size_t p = 1;
  while (4 * p < 2 * d->leaves) { /* two levels at once: three comparisons that need no other */
    const struct sp_date *below = &d->node[4 * p];
    size_t one = below[0].bits > bits, two = one & (below[1].bits > bits);
    p = 4 * p + one + two + (two & (below[2].bits > bits));
  }
  if (p < d->leaves)
    p = 2 * p + (d->node[2 * p].bits > bits);
  return (int)(p - d->leaves);
}

SP_END_DECLS

#endif
