/* Rational numbers of any size, for exact results of a solved programme: periods (least common
 * multiples of denominators), tasks per period, rounds of a schedule.
 *
 * A number is an object with its value in lowest terms. It belongs to a pool, which frees all its
 * numbers together. "Exact" in other headers means these numbers. */
#pragma once

#include <starport/instance.h>

#include <gmp.h>

struct sp_rational;
struct sp_q_pool { /* {0} is empty */
  struct sp_q_block *last;
};

/* Frees the numbers; the pool is empty again. */
void sp_q_clear(struct sp_q_pool *);

/* The denominator of a sum grows with its terms: of so many 21-bit ones it takes milliseconds. */
enum { SP_Q_MOST_TERMS = 1000 };

/* ---- New numbers of a pool. */

/* The fraction as written, or the value of the (finite) double. */
struct sp_rational *sp_q_new(struct sp_q_pool *, struct sp_num);
struct sp_rational *sp_q_int(struct sp_q_pool *, int64_t);
/* n numbers, all 0; the array belongs to the pool, too. */
struct sp_rational **sp_q_zeros(struct sp_q_pool *, int n);
/* Reads "a/b" or "a" as the exact solver writes it. */
struct sp_rational *sp_q_read(struct sp_q_pool *, const char *);
/* a + b, a - b, a * b or a / b by the operator '+', '-', '*' or '/'; b is not 0 in a / b. */
struct sp_rational *sp_q_of(struct sp_q_pool *, const struct sp_rational *a, char operator,
                            const struct sp_rational * b);
struct sp_rational *sp_q_copy(struct sp_q_pool *, const struct sp_rational *x);
/* The greatest integer <= x. */
struct sp_rational *sp_q_floor(struct sp_q_pool *, const struct sp_rational *x);

/* ---- Changes of a number: to x, by x, to 1/x. */

void sp_q_set(struct sp_rational *, const struct sp_rational *x);
void sp_q_put(struct sp_rational *, struct sp_num x);
void sp_q_put_inverse(struct sp_rational *, struct sp_num x); /* x is not 0; of infinity 0 */
void sp_q_add(struct sp_rational *, const struct sp_rational *x);
void sp_q_subtract(struct sp_rational *, const struct sp_rational *x);
/* To x, if that is greater, or less. */
void sp_q_raise(struct sp_rational *, const struct sp_rational *x);
void sp_q_lower(struct sp_rational *, const struct sp_rational *x);
/* *multiple, an integer > 0, becomes its least common multiple with the denominator of x. */
void sp_q_lcm(struct sp_rational *multiple, const struct sp_rational *x);

/* ---- */

/* < 0, 0 or > 0: the order of a and b; the sign of a. */
int sp_q_compare(const struct sp_rational *a, const struct sp_rational *b);
int sp_q_sign(const struct sp_rational *a);
/* The double next to a towards 0, or a itself. */
double sp_q_double(const struct sp_rational *a);
/* A double near a, fast; not finite if a has parts that large. */
double sp_q_near(const struct sp_rational *a);
/* The double nearest to a, the even one at a tie. */
double sp_q_nearest(const struct sp_rational *a);
/* As sp_q_double, of a - b. */
double sp_q_less(const struct sp_rational *a, double b);
/* "a/b", "a" for an integer; the caller frees it. */
char *sp_q_text(const struct sp_rational *a);

/* The same of GMP's own numbers. */
void sp_mpq_set(mpq_t, struct sp_num);
double sp_mpq_nearest(const mpq_t);
char *sp_mpq_text(const mpq_t);
