/* Rational numbers by GMP. See solve/lp/rational.h. */
#include "solve/lp/rational.h"
#include "base/memory.h"

#include <math.h>

struct sp_rational {
  mpq_t value;
};

/* Numbers that were made together; the array of their addresses follows them. */
struct sp_q_block {
  struct sp_q_block *before;
  int n;
  struct sp_rational number[];
};

struct sp_rational **sp_q_zeros(struct sp_q_pool *pool, int n)
{
  size_t room = (size_t)n * (sizeof(struct sp_rational) + sizeof(struct sp_rational *));
  struct sp_q_block *block = sp_xcalloc(1, sizeof *block + room);
  struct sp_rational **array = (struct sp_rational **)&block->number[n];
  block->before = pool->last;
  block->n = n;
  for (int i = 0; i < n; i++) {
    mpq_init(block->number[i].value);
    array[i] = &block->number[i];
  }
  pool->last = block;
  return array;
}

void sp_q_clear(struct sp_q_pool *pool)
{
  while (pool->last) {
    struct sp_q_block *block = pool->last;
    pool->last = block->before;
    for (int i = 0; i < block->n; i++)
      mpq_clear(block->number[i].value);
    free(block);
  }
}

/* GMP's functions take a long, which may have 32 bits only. */
static void set_whole(mpz_t z, int64_t x)
{
  uint64_t size = x < 0 ? -(uint64_t)x : (uint64_t)x;
  mpz_import(z, 1, 1, sizeof size, 0, 0, &size);
  if (x < 0)
    mpz_neg(z, z);
}

void sp_mpq_set(mpq_t q, struct sp_num x)
{
  if (x.den == 0) {
    mpq_set_d(q, x.v);
    return;
  }
  set_whole(mpq_numref(q), x.num);
  set_whole(mpq_denref(q), x.den);
  mpq_canonicalize(q);
}

static bool is_even(double x)
{
  int exponent;
  return fmod(ldexp(frexp(x, &exponent), 53), 2) == 0;
}

/* mpq_get_d truncates, so it is that or the next one away from 0. */
double sp_mpq_nearest(const mpq_t q)
{
  double low = mpq_get_d(q), high = nextafter(low, mpq_sgn(q) > 0 ? INFINITY : -INFINITY);
  mpq_t a, b;
  if (!isfinite(high))
    return low;
  mpq_inits(a, b, NULL);
  mpq_set_d(a, low);
  mpq_set_d(b, high);
  mpq_sub(a, q, a);
  mpq_sub(b, b, q);
  mpq_abs(a, a);
  mpq_abs(b, b);
  int order = mpq_cmp(a, b);
  mpq_clears(a, b, NULL);
  return order < 0 || (order == 0 && is_even(low)) ? low : high;
}

/* The text is allocated here, not by GMP, since callers free it with free(). */
char *sp_mpq_text(const mpq_t q)
{
  size_t digits = mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10);
  return mpq_get_str(sp_xcalloc(digits + 3, 1), 10, q);
}

static struct sp_rational *zero(struct sp_q_pool *pool)
{
  return sp_q_zeros(pool, 1)[0];
}

struct sp_rational *sp_q_new(struct sp_q_pool *pool, struct sp_num x)
{
  struct sp_rational *q = zero(pool);
  sp_mpq_set(q->value, x);
  return q;
}

struct sp_rational *sp_q_int(struct sp_q_pool *pool, int64_t x)
{
  return sp_q_new(pool, sp_int(x));
}

struct sp_rational *sp_q_read(struct sp_q_pool *pool, const char *text)
{
  struct sp_rational *q = zero(pool);
  mpq_set_str(q->value, text, 10);
  mpq_canonicalize(q->value);
  return q;
}

struct sp_rational *sp_q_of(struct sp_q_pool *pool, const struct sp_rational *a, char operator,
                            const struct sp_rational * b)
{
  struct sp_rational *q = zero(pool);
  void (*const operation)(mpq_ptr, mpq_srcptr, mpq_srcptr) = operator== '+' ? mpq_add :
                                                             operator== '-' ? mpq_sub
                                                             :
                                                             operator== '*' ? mpq_mul
                                                                            : mpq_div;
  operation(q->value, a->value, b->value);
  return q;
}

struct sp_rational *sp_q_copy(struct sp_q_pool *pool, const struct sp_rational *x)
{
  struct sp_rational *q = zero(pool);
  mpq_set(q->value, x->value);
  return q;
}

struct sp_rational *sp_q_floor(struct sp_q_pool *pool, const struct sp_rational *x)
{
  struct sp_rational *q = zero(pool);
  mpz_fdiv_q(mpq_numref(q->value), mpq_numref(x->value), mpq_denref(x->value));
  return q;
}

void sp_q_set(struct sp_rational *q, const struct sp_rational *x)
{
  mpq_set(q->value, x->value);
}

void sp_q_put(struct sp_rational *q, struct sp_num x)
{
  sp_mpq_set(q->value, x);
}

void sp_q_put_inverse(struct sp_rational *q, struct sp_num x)
{
  sp_q_put(q, isinf(x.v) ? sp_int(0) : x);
  if (!isinf(x.v))
    mpq_inv(q->value, q->value);
}

void sp_q_add(struct sp_rational *q, const struct sp_rational *x)
{
  mpq_add(q->value, q->value, x->value);
}

void sp_q_subtract(struct sp_rational *q, const struct sp_rational *x)
{
  mpq_sub(q->value, q->value, x->value);
}

void sp_q_raise(struct sp_rational *q, const struct sp_rational *x)
{
  if (sp_q_compare(x, q) > 0)
    sp_q_set(q, x);
}

void sp_q_lower(struct sp_rational *q, const struct sp_rational *x)
{
  if (sp_q_compare(x, q) < 0)
    sp_q_set(q, x);
}

void sp_q_lcm(struct sp_rational *multiple, const struct sp_rational *x)
{
  mpz_lcm(mpq_numref(multiple->value), mpq_numref(multiple->value), mpq_denref(x->value));
}

int sp_q_compare(const struct sp_rational *a, const struct sp_rational *b)
{
  return mpq_cmp(a->value, b->value);
}

int sp_q_sign(const struct sp_rational *a)
{
  return mpq_sgn(a->value);
}

double sp_q_double(const struct sp_rational *a)
{
  return mpq_get_d(a->value);
}

double sp_q_near(const struct sp_rational *a)
{
  return mpz_get_d(mpq_numref(a->value)) / mpz_get_d(mpq_denref(a->value));
}

double sp_q_nearest(const struct sp_rational *a)
{
  return sp_mpq_nearest(a->value);
}

double sp_q_less(const struct sp_rational *a, double b)
{
  struct sp_q_pool pool = {0};
  double rest = sp_q_double(sp_q_of(&pool, a, '-', sp_q_new(&pool, (struct sp_num){b, 0, 0})));
  sp_q_clear(&pool);
  return rest;
}

char *sp_q_text(const struct sp_rational *a)
{
  return sp_mpq_text(a->value);
}
