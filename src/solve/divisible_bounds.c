/* Lower bounds on the time of a divisible load W with start-ups, one emission at a time.
 *
 * Let a schedule end at T, let U be the workers that compute anything and l_i what they are sent.
 * At price y, with z_i = max(0, 1 - y c_i) (activation_prices.c), l_i <= y c_i l_i + z_i (T -
 * s_i)/w_i, s_i the date at which worker i's first message has arrived. The port is busy for
 * sum_U (S_i + c_i l_i) <= T at least, so that
 *
 *   W <= y T + sum_U (z_i/w_i (T - s_i) - y S_i)
 *
 * - latency: s_i >= S_i, and whatever U is, W <= F_y(T) = y T + sum_i max(0, z_i/w_i (T - S_i) -
 *   y S_i). F_y does not decrease, so T is at least its least T with F_y(T) >= W, for every y. It
 *   is the Lagrangian dual of the choice of U: at least as much as the linear programme in which
 *   workers are used by fractions, and at least the steady state's bound, where S is 0 in it.
 * - first: let f be the worker that is served first. Then s_f >= S_f, and s_i >= S_f + S_i for the
 *   others, as the port is busy with f before: F_y with these s_i bounds T, for every y; so does
 *   the least of this over f. For up to 100 workers.
 *
 * F_y is convex and piecewise linear: Newton's method from the right reaches the root in finitely
 * many steps. What rounding may have added is taken off again, 1e-12 relative. */
#include "solve/bounds.h"

#include <starport/activation.h>

enum { PRICES = 17, FIRST_WORKERS = 100 };

struct relaxation {
  const struct sp_activation *a;
  const struct sp_activation_price *price;
  int prices;
};

/* F_y(T) and its slope; the worker in place `first` is served before the others, -1: not told. */
static double carried(const struct relaxation *r, const struct sp_activation_price *price,
                      int first, double T, double *slope)
{
  const struct sp_activation *a = r->a;
  double before = first >= 0 ? a->line[a->worker[first]].S : 0;
  double load = price->y * T;
  *slope = price->y;
  for (int q = 0; q < a->p; q++) {
    double S = a->line[a->worker[q]].S;
    double arrival = q == first ? S : S + before;
    double gain = price->value[q] * (T - arrival) - price->y * S;
    if (gain > 0 || q == first) {
      load += gain;
      *slope += price->value[q];
    }
  }
  return load;
}

/* The least T at which F_y carries W. It is convex, so its tangents meet W on the right of that. */
static double root(const struct relaxation *r, const struct sp_activation_price *price, int first)
{
  const struct sp_activation *a = r->a;
  double T = 0, slope = 0, latest = 0;
  for (int q = 0; q < a->p; q++) /* every worker gains from here on */
    if (price->value[q] > 0)
      latest = fmax(latest, 3 * a->line[a->worker[q]].S +
                                price->y * a->line[a->worker[q]].S / price->value[q]);
  latest += 2 * a->line[a->worker[first >= 0 ? first : 0]].S;
  T = fmax(latest, a->W / price->rho);
  double load = carried(r, price, first, T, &slope);
  T += fmax(0, a->W - load) / slope;
  for (int step = 0; step < 2 * a->p + 8; step++) {
    load = carried(r, price, first, T, &slope);
    double next = T - (load - a->W) / slope;
    if (!(slope > 0) || !(next < T))
      break;
    T = next;
  }
  return T;
}

static double greatest(const struct relaxation *r, int first)
{
  double bound = 0;
  for (int k = 0; k < r->prices; k++)
    bound = fmax(bound, root(r, &r->price[k], first));
  return bound * (1 - 1e-12);
}

int bounds_divisible(const struct sp_instance *in, struct sp_context *cx, struct sp_bound *bound)
{
  if (in->platform.node[0].ports.send != 1)
    return 0;
  struct relaxation r = {.a = sp_activation_new(cx, in)};
  if (!r.a || r.a->p == 0)
    return 0;
  r.price = sp_activation_prices(cx, r.a, PRICES, &r.prices);
  bound[0] = (struct sp_bound){"latency", greatest(&r, -1)};
  if (r.a->p > FIRST_WORKERS)
    return 1;
  double least = INFINITY;
  for (int f = 0; f < r.a->p; f++)
    least = fmin(least, greatest(&r, f));
  bound[1] = (struct sp_bound){"first", least};
  return 2;
}
