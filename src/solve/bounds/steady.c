/* The bound of the steady state: load / rho*, rho* the greatest sum of rates with rate_i t_i <= 1
 * and sum rate_i c_i <= P, where a unit takes t_i of worker i, its link or its places.
 *
 * For any price y >= 0 of the port's time rate_i <= y c_i rate_i + max(0, 1 - y c_i)/t_i, so
 *
 *   rho* <= P y + sum max(0, 1 - y c_i)/t_i
 *
 * which is rho* for y = 1/c_k, k the worker of the cheapest links with which the port is busy all
 * the time, or for y = 0 if it never is. Doubles choose k and rationals compute the bound: it is
 * the double nearest to the value, and no rounding lifts it above an optimum. */
#include "solve/bag/bag.h"
#include "solve/bag/list.h"
#include "solve/bounds/bounds.h"
#include "solve/lp/rational.h"

/* c_i and t_i. */
struct costs {
  struct sp_rational **c, **t;
};

static struct costs costs_of(const struct sp_instance *in, enum steady kind, struct sp_q_pool *pool)
{
  struct costs k = {sp_q_zeros(pool, in->m + 1), sp_q_zeros(pool, in->m + 1)};
  for (int i = 1; i <= in->m; i++) {
    sp_q_set(k.c[i], sp_q_new(pool, in->c[i]));
    if (kind != STEADY_UNITS)
      sp_q_add(k.c[i], sp_q_new(pool, in->latency[i]));
    if (isinf(in->w[i].v))
      continue;
    struct sp_rational *w = sp_q_new(pool, in->w[i]);
    sp_q_set(k.t[i], w);
    if (kind == STEADY_PLACES && in->buffer[i] < LONG_MAX)
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
static struct sp_rational *rate(const struct sp_instance *in, const struct costs *costs, int k,
                                struct sp_q_pool *pool)
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

static double approximately(struct sp_context *cx, const struct sp_instance *in, enum steady kind)
{
  double *c = sp_new(cx, in->m + 1, double), *t = sp_new(cx, in->m + 1, double);
  for (int i = 1; i <= in->m; i++) {
    c[i] = in->c[i].v + (kind == STEADY_UNITS ? 0 : in->latency[i].v);
    t[i] = in->w[i].v;
    if (kind == STEADY_PLACES && in->buffer[i] < LONG_MAX)
      t[i] = fmax(t[i], (c[i] + t[i]) / (double)in->buffer[i]);
  }
  double rho = sp_steady_rates_of(cx, in->m, c, t, in->platform.node[0].ports.send, NULL);
  return bound_below(in->total.v / rho, false);
}

double steady_bound(struct sp_context *cx, const struct sp_instance *in, enum steady kind)
{
  struct sp_q_pool pool = {0};
  if (in->m > SP_Q_MOST_TERMS)
    return approximately(cx, in, kind);
  struct costs costs = costs_of(in, kind, &pool);
  struct sp_rational *rho = rate(in, &costs, filling(cx, in, &costs), &pool);
  struct sp_rational *total = sp_q_new(&pool, in->total);
  double bound = sp_q_sign(total) == 0 ? 0 : INFINITY;
  if (sp_q_sign(rho) > 0)
    bound = sp_q_nearest(sp_q_of(&pool, total, '/', rho));
  sp_q_clear(&pool);
  return bound;
}
