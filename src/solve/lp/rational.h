/* Rational numbers of any size, for exact results of a solved programme: periods (least common
 * multiples of denominators), tasks per period, rounds of a schedule.
 *
 * A number is an object with its value in lowest terms; operands may be the same object as the
 * result. "Exact" in the public headers means these numbers. */
#pragma once

#include <starport/instance.h>

struct sp_rational;

/* 0; the caller frees it. NULL may be freed. */
struct sp_rational *sp_q_alloc(void);
void sp_q_free(struct sp_rational *);
/* n numbers, all 0, to be freed together. */
struct sp_rational **sp_q_array_alloc(int n);
void sp_q_array_free(struct sp_rational **, int n);

void sp_q_set(struct sp_rational *, const struct sp_rational *);
/* num/den, den > 0. */
void sp_q_set_ratio(struct sp_rational *, long num, long den);
/* The fraction as written, or the value of the (finite) double. */
void sp_q_set_num(struct sp_rational *, struct sp_num);
/* Reads "a/b" or "a" as the exact solver writes it. */
void sp_q_set_text(struct sp_rational *, const char *);

void sp_q_add(struct sp_rational *sum, const struct sp_rational *, const struct sp_rational *);
void sp_q_sub(struct sp_rational *difference, const struct sp_rational *,
              const struct sp_rational *);
void sp_q_mul(struct sp_rational *product, const struct sp_rational *, const struct sp_rational *);
/* The divisor is not 0. */
void sp_q_div(struct sp_rational *quotient, const struct sp_rational *, const struct sp_rational *);
/* *multiple, an integer > 0, becomes its least common multiple with the denominator of x. */
void sp_q_lcm(struct sp_rational *multiple, const struct sp_rational *x);
/* The greatest integer <= x. */
void sp_q_floor(struct sp_rational *whole, const struct sp_rational *x);

/* < 0, 0 or > 0: the order of a and b; the sign of a. */
int sp_q_compare(const struct sp_rational *a, const struct sp_rational *b);
int sp_q_sign(const struct sp_rational *a);
bool sp_q_is_whole(const struct sp_rational *a);
/* The double next to a towards 0, or a itself. */
double sp_q_double(const struct sp_rational *a);
/* "a/b", "a" for an integer; the caller frees it. */
char *sp_q_text(const struct sp_rational *a);
