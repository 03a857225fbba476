/* The weights of the relaxation behind the bounds on activation sequences.
 *
 * Let a schedule end at T, let l_i be the load sent to worker i and s_i the date at which its first
 * message has arrived. For any y >= 0 and z_i = max(0, 1 - y c_i) >= 1 - y c_i
 *
 *   l_i = y c_i l_i + (1 - y c_i) l_i <= y c_i l_i + z_i (T - s_i)/w_i
 *
 * since it computes for l_i w_i in T - s_i. The first terms add up to y times the time that the
 * port is busy beyond start-ups. So sum l_i <= rho T with rho = y + sum z_i/w_i: the dual of the
 * linear programme of the steady state. rho is convex in y and least at some y = 1/c_i or at 0,
 * where it is the throughput of the steady state: this price is the tightest for long schedules.
 * Others are tighter for short ones: y = 0 counts processors alone, y = 1/min c the port alone. */
#include "solve/divisible/activation.h"

/* The workers, the cheapest link first. */
static const int *cheapest_first(struct sp_context *cx, const struct sp_activation *a)
{
  double *c = sp_new(cx, a->p + 1, double);
  for (int q = 0; q < a->p; q++)
    c[q + 1] = a->line[a->worker[q]].c;
  int *order = sp_order(cx, a->p, c);
  for (int k = 0; k < a->p; k++)
    order[k] = a->worker[order[k] - 1];
  return order;
}

/* The price of least rho: its slope in y is 1 - sum of c_i/w_i over y c_i < 1. */
static double steady_price(const struct sp_activation *a, const int *by_c)
{
  double busy = 0;
  for (int k = 0; k < a->p; k++) {
    const struct sp_activation_line *line = &a->line[by_c[k]];
    busy += line->c * line->rate;
    if (busy >= 1)
      return 1 / line->c;
  }
  return 0;
}

struct sp_activation_price sp_activation_price_at(const struct sp_activation *a, double y,
                                                  double *value)
{
  struct sp_activation_price price = {y, y, value};
  for (int q = 0; q < a->p; q++) {
    const struct sp_activation_line *line = &a->line[a->worker[q]];
    value[q] = fmax(0, 1 - y * line->c) * line->rate;
    price.rho += value[q];
  }
  return price;
}

static void add(struct sp_context *cx, const struct sp_activation *a,
                struct sp_activation_price *price, int *n, double y)
{
  for (int k = 0; k < *n; k++)
    if (price[k].y == y)
      return;
  price[(*n)++] = sp_activation_price_at(a, y, sp_new(cx, a->p, double));
}

struct sp_activation_price *sp_activation_prices(struct sp_context *cx,
                                                 const struct sp_activation *a, int most, int *n)
{
  struct sp_activation_price *price =
      sp_new(cx, most < a->p + 2 ? most : a->p + 2, struct sp_activation_price);
  const int *by_c = cheapest_first(cx, a);
  *n = 0;
  add(cx, a, price, n, steady_price(a, by_c));
  if (*n < most)
    add(cx, a, price, n, 0);
  for (int k = 0; k < a->p && *n < most; k++)
    if (a->line[by_c[k]].c > 0)
      add(cx, a, price, n, 1 / a->line[by_c[k]].c);
  return price;
}
