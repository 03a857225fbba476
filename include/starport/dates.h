/* A date for each of the indices 0..n-1, at first INFINITY, with three queries: the least date, the
 * first index that has it, and the first index that is due by a date t. If the indices are numbered
 * by preference the third is the best one that is due.
 *
 * It is a tournament: a complete binary tree in an array. Leaf k holds the date of index k, and
 * each inner node the lesser of its two children, ties to the left. A change goes from its leaf up
 * to the root; the first index due is found from the root down, to the left if any index on the
 * left is due. Both do the same few steps on each of the log2(n) levels for any dates: without
 * branches it is several times as fast as a binary heap if dates change at random.
 *
 * Dates are not negative, so they compare like their bits read as an integer, which is faster: an
 * integer comes sooner from memory, and the next step of a simulation waits for it. */
#ifndef STARPORT_DATES_H
#define STARPORT_DATES_H

#include <starport/api.h>

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

SP_BEGIN_DECLS

/* Node p, from 1 to 2*leaves-1, has the children 2p and 2p+1; leaf k is node leaves+k. Dates and
 * indices lie apart, which takes fewer instructions than an array of pairs. */
struct sp_dates {
  size_t leaves;  /* a power of 2 */
  int64_t *bits;  /* [node] of the date; the memory that the caller gave */
  int64_t *index; /* [node] */
};

static inline int64_t sp_date_bits(double date)
{
  int64_t bits;
  memcpy(&bits, &date, sizeof bits);
  return bits;
}

static inline double sp_date_value(int64_t bits)
{
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* The integers that the tree for n >= 1 indices takes. */
static inline size_t sp_dates_room(int n)
{
  size_t leaves = 1;
  while (leaves < (size_t)n)
    leaves *= 2;
  return 4 * leaves;
}

/* The tree for n indices, in the caller's memory of sp_dates_room(n) integers. */
static inline struct sp_dates sp_dates_in(int64_t *memory, int n)
{
  size_t leaves = sp_dates_room(n) / 4;
  struct sp_dates d = {leaves, memory, memory + 2 * leaves};
  for (size_t p = 2 * leaves - 1; p >= 1; p--) {
    d.bits[p] = sp_date_bits(INFINITY);
    d.index[p] = p >= leaves ? (int64_t)(p - leaves) : d.index[2 * p];
  }
  return d;
}

static inline double sp_dates_get(const struct sp_dates *d, int index)
{
  return sp_date_value(d->bits[d->leaves + (size_t)index]);
}

static inline void sp_dates_set(struct sp_dates *d, int index, double date)
{
  int64_t *dates = d->bits, *indices = d->index, bits = sp_date_bits(date), first = index;
  size_t p = d->leaves + (size_t)index;
  for (dates[p] = bits; p > 1; dates[p] = bits) {
    int64_t other = dates[p ^ 1], other_index = indices[p ^ 1], left = p & 1;
    first = other < bits + left ? other_index : first; /* the other is on the left: wins ties */
    bits = other < bits ? other : bits;
    p /= 2;
    indices[p] = first;
  }
}

/* The least date, and the first index that has it. */
static inline double sp_dates_least(const struct sp_dates *d)
{
  return sp_date_value(d->bits[1]);
}
static inline int sp_dates_first(const struct sp_dates *d)
{
  return (int)d->index[1];
}

/* The least date, or t if that is earlier; is the least date at most t? */
static inline double sp_dates_earliest(const struct sp_dates *d, double t)
{
  int64_t bits = sp_date_bits(t);
  return sp_date_value(d->bits[1] < bits ? d->bits[1] : bits);
}
static inline bool sp_dates_are_due(const struct sp_dates *d, double t)
{
  return d->bits[1] <= sp_date_bits(t);
}

/* The least date of the other indices. */
static inline double sp_dates_least_but(const struct sp_dates *d, int index)
{
  int64_t least = sp_date_bits(INFINITY);
  for (size_t p = d->leaves + (size_t)index; p > 1; p /= 2)
    least = d->bits[p ^ 1] < least ? d->bits[p ^ 1] : least;
  return sp_date_value(least);
}

/* The first index whose date is at most t, or the least date if that is later. */
static inline int sp_dates_due(const struct sp_dates *d, double t)
{
  const int64_t *dates = d->bits;
  int64_t bits = sp_date_bits(t);
  size_t p = 1;
  bits = dates[1] > bits ? dates[1] : bits;
  while (2 * p < d->leaves) { /* two levels at once: three comparisons that need no other */
    size_t one = dates[4 * p] > bits, two = dates[2 * p] > bits, three = dates[4 * p + 2] > bits;
    p = 4 * p + one + two + (two & three);
  }
  if (p < d->leaves)
    p = 2 * p + (dates[2 * p] > bits);
  return (int)(p - d->leaves);
}

SP_END_DECLS

#endif
