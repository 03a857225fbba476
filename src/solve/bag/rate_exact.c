/* The greatest rate of a bag or a divisible load in steady state, exactly: rho*, the greatest sum
 * of rates with rate_i t_i <= 1 and sum rate_i c_i <= P, where a unit takes t_i of worker i, its
 * link or its places.
 *
 * For any price y >= 0 of the port's time rate_i <= y c_i rate_i + max(0, 1 - y c_i)/t_i, so
 *
 *   rho* <= P y + sum max(0, 1 - y c_i)/t_i
 *
 * which is rho* for y = 1/c_k, k the worker of the cheapest links with which the port is busy all
 * the time, or for y = 0 if it never is. Doubles choose k and rationals compute the bound: no
 * rounding makes it less than the rate. */
#include "solve/bag/bag.h"
#include "solve/bag/list.h"

/* c_i and t_i. */
struct costs {
  struct sp_rational **c, **t;
};

static struct costs costs_of(const struct sp_instance *in, enum sp_rate kind,
                             struct sp_q_pool *pool)
{
  struct costs k = {sp_q_zeros(pool, in->m + 1), sp_q_zeros(pool, in->m + 1)};
  for (int i = 1; i <= in->m; i++) {
    sp_q_set(k.c[i], sp_q_new(pool, in->c[i]));
    if (kind != SP_RATE_UNITS)
      sp_q_add(k.c[i], sp_q_new(pool, in->latency[i]));
    if (isinf(in->w[i].v))
      continue;
    struct sp_rational *w = sp_q_new(pool, in->w[i]);
    sp_q_set(k.t[i], w);
    if (kind == SP_RATE_PLACES && in->buffer[i] < LONG_MAX)
      sp_q_raise(k.t[i],
                 sp_q_of(pool, sp_q_of(pool, k.c[i], '+', w), '/', sp_q_int(pool, in->buffer[i])));
    sp_q_raise(k.t[i], k.c[i]);
  }
  return k;
}

/* The worker k, 0 if the port is never busy all the time. */
static int filling(struct sp_context *cx, const struct sp_instance *in, const struct costs *costs)
{
  double *c = sp_new(cx, in->m + 1, double), busy = 0;
  for (int i = 1; i <= in->m; i++)
    c[i] = sp_q_double(costs->c[i]);
  const int *order = sp_order(cx, in->m, c);
  for (int j = 0; j < in->m; j++) {
    int i = order[j];
    if (sp_q_sign(costs->t[i]) > 0)
      busy += c[i] / sp_q_double(costs->t[i]);
    if (busy >= in->platform.node[0].ports.send)
      return i;
  }
  return 0;
}

/* rho by the price 1/c_k, or 0. */
static struct sp_rational *rate_by_price(const struct sp_instance *in, const struct costs *costs,
                                         int k, struct sp_q_pool *pool)
{
  struct sp_rational *rho = sp_q_int(pool, 0), *one = sp_q_int(pool, 1);
  if (k > 0)
    sp_q_add(rho, sp_q_of(pool, sp_q_int(pool, in->platform.node[0].ports.send), '/', costs->c[k]));
  for (int i = 1; i <= in->m; i++) {
    struct sp_rational *worth =
        k > 0 ? sp_q_of(pool, one, '-', sp_q_of(pool, costs->c[i], '/', costs->c[k])) : one;
    if (sp_q_sign(costs->t[i]) > 0 && sp_q_sign(worth) > 0)
      sp_q_add(rho, sp_q_of(pool, worth, '/', costs->t[i]));
  }
  return rho;
}

struct sp_rational *sp_exact_rate(struct sp_context *cx, const struct sp_instance *in,
                                  enum sp_rate kind, struct sp_q_pool *pool)
{
  struct costs costs = costs_of(in, kind, pool);
  return rate_by_price(in, &costs, filling(cx, in, &costs), pool);
}
