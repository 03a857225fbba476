/* Comparing numbers, and writing those of the user (struct sp_num). */
#pragma once

#include <starport/instance.h>
#include <stdio.h>

/* INFINITY as a number. */
#define SP_INFINITE ((struct sp_num){INFINITY, 0, 0})

/* n numbers of that value; the caller frees them. */
struct sp_num *sp_nums(long n, int value);
/* True if both are the same double and the same fraction. */
static inline bool sp_num_same(struct sp_num a, struct sp_num b)
{
  return a.v == b.v && a.num == b.num && a.den == b.den;
}
/* The least common multiple D > 0 of the denominators of the n numbers, so that D*x is an integer
 * for each; 0 if one is not exact or if D or a D*x leaves 62 bits. */
int64_t sp_num_common(const struct sp_num *x, int n);
/* The greatest common divisor; that of 0 and b is b. */
static inline uint64_t sp_gcd(uint64_t a, uint64_t b)
{
  return b == 0 ? a : sp_gcd(b, a % b);
}
/* Reads a number of so many bytes, as sp_num_parse; false: it is none. */
bool sp_num_read(const char *text, size_t length, struct sp_num *out);
/* Reads a whole number in digits, perhaps with a sign; false: it is none, or not from least to
 * most.
 */
bool sp_read_whole(const char *text, long least, long most, long *out);
/* Writes the number so that sp_num_parse reads it back: a fraction if it is exact, "inf", else 17
 * digits. */
void sp_num_write(FILE *, struct sp_num);

/* < 0, 0 or > 0 as a comes before b, with it or after it: for qsort. */
#define SP_COMPARE(a, b) (((a) > (b)) - ((a) < (b)))
/* As qsort, which takes memory and time even if all are in order. */
void sp_sort(void *base, long n, size_t size, int (*compare)(const void *, const void *));

/* True if two dates are equal up to rounding: they differ by at most 1e-12 of the greater of their
 * magnitudes. */
static inline bool same_date(double a, double b)
{
  if (a == b)
    return true;
  double scale = a < 0 ? -a : a, other = b < 0 ? -b : b;
  if (other > scale)
    scale = other;
  return a - b <= 1e-12 * scale && b - a <= 1e-12 * scale;
}
