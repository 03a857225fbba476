/* Rational numbers by GMP, which only this file and solve/lp/exact_lp.c use. See
 * solve/lp/rational.h. */
#include "solve/lp/rational.h"
#include "base/memory.h"

#include <gmp.h>
#include <stdlib.h>

struct sp_rational {
  mpq_t value;
};

struct sp_rational *sp_q_alloc(void)
{
  struct sp_rational *q = sp_xcalloc(1, sizeof *q);
  mpq_init(q->value);
  return q;
}

void sp_q_free(struct sp_rational *q)
{
  if (!q)
    return;
  mpq_clear(q->value);
  free(q);
}

struct sp_rational **sp_q_array_alloc(int n)
{
  struct sp_rational **q = sp_xcalloc((size_t)n + 1, sizeof *q);
  for (int i = 0; i < n; i++)
    q[i] = sp_q_alloc();
  return q;
}

void sp_q_array_free(struct sp_rational **q, int n)
{
  for (int i = 0; q && i < n; i++)
    sp_q_free(q[i]);
  free(q);
}

void sp_q_set(struct sp_rational *q, const struct sp_rational *x)
{
  mpq_set(q->value, x->value);
}

void sp_q_set_ratio(struct sp_rational *q, long num, long den)
{
  mpz_set_si(mpq_numref(q->value), num);
  mpz_set_si(mpq_denref(q->value), den);
  mpq_canonicalize(q->value);
}

void sp_q_set_num(struct sp_rational *q, struct sp_num x)
{
  if (x.den == 0)
    mpq_set_d(q->value, x.v);
  else
    sp_q_set_ratio(q, x.num, x.den);
}

void sp_q_set_text(struct sp_rational *q, const char *text)
{
  mpq_set_str(q->value, text, 10);
  mpq_canonicalize(q->value);
}

void sp_q_add(struct sp_rational *sum, const struct sp_rational *a, const struct sp_rational *b)
{
  mpq_add(sum->value, a->value, b->value);
}

void sp_q_sub(struct sp_rational *difference, const struct sp_rational *a,
              const struct sp_rational *b)
{
  mpq_sub(difference->value, a->value, b->value);
}

void sp_q_mul(struct sp_rational *product, const struct sp_rational *a, const struct sp_rational *b)
{
  mpq_mul(product->value, a->value, b->value);
}

void sp_q_div(struct sp_rational *quotient, const struct sp_rational *a,
              const struct sp_rational *b)
{
  mpq_div(quotient->value, a->value, b->value);
}

void sp_q_lcm(struct sp_rational *multiple, const struct sp_rational *x)
{
  mpz_lcm(mpq_numref(multiple->value), mpq_numref(multiple->value), mpq_denref(x->value));
}

void sp_q_floor(struct sp_rational *whole, const struct sp_rational *x)
{
  mpz_t floor;
  mpz_init(floor);
  mpz_fdiv_q(floor, mpq_numref(x->value), mpq_denref(x->value));
  mpq_set_z(whole->value, floor);
  mpz_clear(floor);
}

int sp_q_compare(const struct sp_rational *a, const struct sp_rational *b)
{
  return mpq_cmp(a->value, b->value);
}

int sp_q_sign(const struct sp_rational *a)
{
  return mpq_sgn(a->value);
}

bool sp_q_is_whole(const struct sp_rational *a)
{
  return mpz_cmp_ui(mpq_denref(a->value), 1) == 0;
}

double sp_q_double(const struct sp_rational *a)
{
  return mpq_get_d(a->value);
}

char *sp_q_text(const struct sp_rational *a)
{
  size_t room =
      mpz_sizeinbase(mpq_numref(a->value), 10) + mpz_sizeinbase(mpq_denref(a->value), 10) + 3;
  return mpq_get_str(sp_xcalloc(room, 1), 10, a->value);
}
