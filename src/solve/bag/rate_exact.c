/* The greatest rate of a bag or a divisible load in steady state, exactly: rho*, the greatest sum
 * of rates with rate_i t_i <= 1, sum rate_i c_i <= P and, if results return, sum rate_i d_i <= R,
 * where a unit takes t_i of worker i, its link or its places (see rate.c).
 *
 * For any prices y, z >= 0 of the ports' time
 *
 *   rho* <= P y + R z + sum max(0, 1 - y c_i - z d_i)/t_i
 *
 * with equality for some y and z that are 0, or for which one worker, or two, have y c_i + z d_i =
 * 1: that of the cheapest links with which the port is busy all the time, where nothing returns.
 * Doubles choose these workers and rationals compute the bound: no rounding makes it less than the
 * rate. */
#include "method/context.h"
#include "solve/bag/bag.h"
#include "solve/bag/list.h"

/* Workers that come into question for the prices, where results have a port of their own. */
enum { MOST_PRICED = 8 };

/* c_i, d_i and t_i (0: computes nothing); P and R. */
struct costs {
  int m;
  struct sp_rational **c, **d, **t, *P, *R;
  bool returns; /* d and R count; half duplex: they are in c */
  struct sp_q_pool *pool;
};

/* Raises the time t of worker i to all that a unit takes. */
static void set_time(const struct costs *k, const struct sp_instance *in, enum sp_rate kind, int i)
{
  struct sp_q_pool *pool = k->pool;
  struct sp_rational *w = sp_q_new(pool, in->w[i]), *place = sp_q_of(pool, k->c[i], '+', w);
  bool half = !in->platform.node[0].ports.recv_send;
  if (in->hold_result)
    sp_q_add(place, k->d[i]);
  sp_q_set(k->t[i], w);
  if (kind == SP_RATE_PLACES && in->buffer[i] < LONG_MAX)
    sp_q_raise(k->t[i], sp_q_of(pool, place, '/', sp_q_int(pool, in->buffer[i])));
  sp_q_raise(k->t[i], half ? sp_q_of(pool, k->c[i], '+', k->d[i]) : k->c[i]);
  sp_q_raise(k->t[i], k->d[i]);
}

static struct costs costs_of(const struct sp_instance *in, enum sp_rate kind,
                             struct sp_q_pool *pool)
{
  const struct sp_ports *ports = &in->platform.node[0].ports;
  struct costs k = {.m = in->m,
                    .c = sp_q_zeros(pool, in->m + 1),
                    .d = sp_q_zeros(pool, in->m + 1),
                    .t = sp_q_zeros(pool, in->m + 1),
                    .P = sp_q_int(pool, ports->send),
                    .R = sp_q_int(pool, ports->recv),
                    .returns = sp_has_results(in),
                    .pool = pool};
  bool half = k.returns && !ports->recv_send;
  for (int i = 1; i <= in->m; i++) {
    sp_q_set(k.c[i], sp_q_new(pool, in->c[i]));
    if (in->result[i].v > 0)
      sp_q_set(k.d[i], sp_q_new(pool, in->result[i]));
    if (kind != SP_RATE_UNITS)
      sp_q_add(k.c[i], sp_q_new(pool, in->latency[i]));
    if (kind != SP_RATE_UNITS && in->result[i].v > 0)
      sp_q_add(k.d[i], sp_q_new(pool, in->latency[i]));
    if (isfinite(in->w[i].v))
      set_time(&k, in, kind, i);
    if (half)
      sp_q_set(k.c[i], sp_q_of(pool, sp_q_of(pool, k.c[i], '/', k.P), '+',
                               sp_q_of(pool, k.d[i], '/', k.R)));
  }
  if (half) {
    k.P = sp_q_int(pool, 1);
    k.returns = false;
  }
  return k;
}

/* The bound by the prices y and z. */
static struct sp_rational *rate_by_prices(const struct costs *k, const struct sp_rational *y,
                                          const struct sp_rational *z)
{
  struct sp_q_pool *pool = k->pool;
  struct sp_rational *rho = sp_q_of(pool, k->P, '*', y), *one = sp_q_int(pool, 1);
  if (k->returns)
    sp_q_add(rho, sp_q_of(pool, k->R, '*', z));
  for (int i = 1; i <= k->m; i++) {
    struct sp_rational *worth = sp_q_of(pool, one, '-', sp_q_of(pool, y, '*', k->c[i]));
    if (k->returns)
      sp_q_subtract(worth, sp_q_of(pool, z, '*', k->d[i]));
    if (sp_q_sign(k->t[i]) > 0 && sp_q_sign(worth) > 0)
      sp_q_add(rho, sp_q_of(pool, worth, '/', k->t[i]));
  }
  return rho;
}

/* The worker whose link fills the port of emission, 0 if it is never busy all the time. */
static int filling(struct sp_context *cx, const struct costs *k)
{
  double *c = sp_new(cx, k->m + 1, double), busy = 0, P = sp_q_double(k->P);
  for (int i = 1; i <= k->m; i++)
    c[i] = sp_q_double(k->c[i]);
  const int *order = sp_order(cx, k->m, c);
  for (int j = 0; j < k->m; j++) {
    int i = order[j];
    if (sp_q_sign(k->t[i]) > 0)
      busy += c[i] / sp_q_double(k->t[i]);
    if (busy >= P)
      return i;
  }
  return 0;
}

/* ---- Two ports. */

struct prices {
  const struct costs *costs;
  struct sp_rational *rho, *none; /* the least bound so far; 0 */
};

static void try_prices(struct prices *p, const struct sp_rational *y, const struct sp_rational *z)
{
  if (sp_q_sign(y) >= 0 && sp_q_sign(z) >= 0)
    sp_q_lower(p->rho, rate_by_prices(p->costs, y, z));
}

/* The prices for which y a_1 + z b_1 = y a_2 + z b_2 = 1. */
static void try_pair(struct prices *p, int i, int j)
{
  const struct costs *k = p->costs;
  struct sp_q_pool *pool = k->pool;
  struct sp_rational *det = sp_q_of(pool, sp_q_of(pool, k->c[i], '*', k->d[j]), '-',
                                    sp_q_of(pool, k->c[j], '*', k->d[i]));
  if (sp_q_sign(det) != 0)
    try_prices(p, sp_q_of(pool, sp_q_of(pool, k->d[j], '-', k->d[i]), '/', det),
               sp_q_of(pool, sp_q_of(pool, k->c[i], '-', k->c[j]), '/', det));
}

/* Is worker i unlike the n chosen ones, and does it compute? */
static bool is_new(const struct costs *k, int i, const int *chosen, int n)
{
  bool is = sp_q_sign(k->t[i]) > 0;
  for (int j = 0; j < n; j++)
    is = is && (sp_q_compare(k->c[i], k->c[chosen[j]]) || sp_q_compare(k->d[i], k->d[chosen[j]]));
  return is;
}

static struct sp_rational *rate_of_two(struct sp_context *cx, const struct sp_instance *in,
                                       enum sp_rate kind, const struct costs *k)
{
  struct sp_q_pool *pool = k->pool;
  double price[2] = {0, 0}, *off = sp_new(cx, k->m + 1, double);
  sp_rates(cx, in, kind, NULL, price);
  for (int i = 1; i <= k->m; i++)
    off[i] = fabs(1 - price[SP_OUT] * sp_q_double(k->c[i]) - price[SP_IN] * sp_q_double(k->d[i]));
  const int *order = sp_order(cx, k->m, off);
  int chosen[MOST_PRICED], n = 0;
  for (int j = 0; j < k->m && n < MOST_PRICED; j++)
    if (is_new(k, order[j], chosen, n))
      chosen[n++] = order[j];
  struct sp_rational *one = sp_q_int(pool, 1);
  struct prices p = {.costs = k, .none = sp_q_int(pool, 0)};
  p.rho = rate_by_prices(k, p.none, p.none);
  for (int a = 0; a < n; a++) {
    int i = chosen[a];
    if (sp_q_sign(k->c[i]) > 0)
      try_prices(&p, sp_q_of(pool, one, '/', k->c[i]), p.none);
    if (sp_q_sign(k->d[i]) > 0)
      try_prices(&p, p.none, sp_q_of(pool, one, '/', k->d[i]));
    for (int b = 0; b < a; b++)
      try_pair(&p, i, chosen[b]);
  }
  return p.rho;
}

struct sp_rational *sp_exact_rate(struct sp_context *cx, const struct sp_instance *in,
                                  enum sp_rate kind, struct sp_q_pool *pool)
{
  struct costs costs = costs_of(in, kind, pool);
  if (costs.returns)
    return rate_of_two(cx, in, kind, &costs);
  int k = filling(cx, &costs);
  struct sp_rational *none = sp_q_int(pool, 0), *one = sp_q_int(pool, 1);
  return rate_by_prices(&costs, k > 0 ? sp_q_of(pool, one, '/', costs.c[k]) : none, none);
}
