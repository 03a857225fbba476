/* The lower bound `queue` of a divisible load: workers wait for one another to be served first.
 *
 * In the notation of divisible.c, let the workers of U be served for the first time in some order.
 * Then s_i is at least the sum of S_i and all S before it, and sum_U (z_i/w_i) s_i is least in the
 * order of S_i/(z_i/w_i) (Smith's rule). Take the workers in this order and put each into U or not.
 * The best U is found by dynamic programming over P, the sum of the start-ups so far. P is rounded
 * down to a multiple of a step, which only adds to the load. The bound grows with T and is inverted
 * by bisection. */
#include "solve/bounds/bounds.h"
#include <float.h>
#include <stdlib.h>

enum { CELLS = 1024 };

/* A worker of the queue. */
struct waiting {
  double S, value; /* value of a unit of its time */
  int rank;        /* among equal ones */
};

static int by_smith(const void *a, const void *b)
{
  const struct waiting *x = a, *y = b;
  double left = x->S * y->value, right = y->S * x->value;
  int order = (left > right) - (left < right);
  return order ? order : x->rank - y->rank;
}

/* The greatest load that can be computed by T at price y by the n workers of the queue. */
static double queued(const struct waiting *line, int n, double y, double T, double step,
                     double *cell)
{
  double most = 0;
  for (int P = 0; P <= CELLS; P++)
    cell[P] = P == 0 ? 0 : -INFINITY;
  for (int q = 0; q < n; q++)
    for (int P = CELLS; P >= 0; P--) {
      double steps = P + floor(line[q].S / step);
      double gain = line[q].value * (T - line[q].S - P * step) - y * line[q].S;
      if (cell[P] > -INFINITY && gain > 0 && steps <= CELLS) {
        int next = (int)steps;
        cell[next] = fmax(cell[next], cell[P] + gain);
      }
    }
  for (int P = 0; P <= CELLS; P++)
    most = fmax(most, cell[P]);
  return y * T + most;
}

/* The least T, at least `fails`, that this price does not exclude. */
static double invert(const struct waiting *line, int n, double y, double W, double fails,
                     double step, double *cell)
{
  if (queued(line, n, y, fails, step, cell) >= W)
    return fails;
  double passes = fmax(fails, DBL_MIN);
  do
    passes *= 2;
  while (queued(line, n, y, passes, step, cell) < W);
  while (passes - fails > 1e-9 * passes) {
    double T = fails + (passes - fails) / 2;
    if (queued(line, n, y, T, step, cell) < W)
      fails = T;
    else
      passes = T;
  }
  return fails;
}

double queue_bound(struct sp_context *cx, const struct sp_activation *a,
                   const struct sp_activation_price *price, int prices, double known)
{
  struct waiting *line = sp_new(cx, a->p, struct waiting);
  double *cell = sp_new(cx, CELLS + 1, double), all = 0, bound = known;
  for (int q = 0; q < a->p; q++)
    all += a->line[a->worker[q]].S;
  double step = fmin(fmax(all / CELLS, DBL_MIN), DBL_MAX); /* any step > 0 gives a bound */
  for (int k = 0; k < prices; k++) {
    int n = 0;
    for (int q = 0; q < a->p; q++)
      if (price[k].value[q] > 0)
        line[n++] = (struct waiting){a->line[a->worker[q]].S, price[k].value[q], q};
    qsort(line, (size_t)n, sizeof *line, by_smith);
    bound = invert(line, n, price[k].y, a->W, bound, step, cell);
  }
  return bound_below(bound, false);
}
