/* The weights of the relaxation behind the bounds on activation sequences.
 *
 * Let a schedule end at T, and let worker i have been sent l_i units, its first message having
 * arrived at s_i. For any y >= 0 and z_i = max(0, 1 - y c_i) >= 1 - y c_i
 *
 *   l_i = y c_i l_i + (1 - y c_i) l_i <= y c_i l_i + z_i (T - s_i)/w_i
 *
 * since it computes l_i w_i in T - s_i, and the first terms add up to y times what the port is busy
 * beyond start-ups. So sum l_i <= rho T with rho = y + sum z_i/w_i: the dual of the steady state's
 * linear programme. rho is convex in y and least at some y = 1/c_i or at 0, where it is the
 * throughput of the steady state: the price that is tightest for long schedules. Short ones have
 * others: y = 0 counts processors alone, y = 1/min c the port alone. */
#include <starport/activation.h>
#include <stdlib.h>

struct pair {
  double c, rate;
};

static int cheapest_first(const void *a, const void *b)
{
  const struct pair *x = a, *y = b;
  return (x->c > y->c) - (x->c < y->c);
}

/* The price of least rho: its slope in y is 1 - sum of c_i/w_i over y c_i < 1. */
static double steady_price(const struct pair *pair, int p)
{
  double busy = 0;
  for (int q = 0; q < p; q++) {
    busy += pair[q].c * pair[q].rate;
    if (busy >= 1)
      return 1 / pair[q].c;
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
  struct pair *pair = sp_new(cx, a->p, struct pair);
  for (int q = 0; q < a->p; q++)
    pair[q] = (struct pair){a->line[a->worker[q]].c, a->line[a->worker[q]].rate};
  qsort(pair, (size_t)a->p, sizeof *pair, cheapest_first);
  *n = 0;
  add(cx, a, price, n, steady_price(pair, a->p));
  if (*n < most)
    add(cx, a, price, n, 0);
  for (int q = 0; q < a->p && *n < most; q++)
    if (pair[q].c > 0)
      add(cx, a, price, n, 1 / pair[q].c);
  return price;
}
