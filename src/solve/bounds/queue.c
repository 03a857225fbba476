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

/* Can the n workers of the queue compute W by T at price y? */
static bool computes(const struct waiting *line, int n, double y, double W, double T, double step,
                     double *cell)
{
  int last = 0; /* the last cell in use */
  cell[0] = 0;
  for (int P = 1; P <= CELLS; P++)
    cell[P] = -INFINITY;
  for (int q = 0; q < n; q++) {
    double S = line[q].S, value = line[q].value, steps = floor(S / step);
    if (steps > CELLS)
      continue;
    int shift = (int)steps;
    last = last + shift < CELLS ? last + shift : CELLS;
    for (int P = last - shift; P >= 0; P--) {
      double gain = value * (T - S - P * step) - y * S;
      if (gain > 0 && cell[P] + gain > cell[P + shift]) {
        cell[P + shift] = cell[P] + gain;
        if (y * T + cell[P + shift] >= W)
          return true;
      }
    }
  }
  return y * T >= W;
}

/* The least T, at least `fails`, that this price does not exclude. */
static double invert(const struct waiting *line, int n, double y, double W, double fails,
                     double step, double *cell)
{
  if (computes(line, n, y, W, fails, step, cell))
    return fails;
  double passes = fmax(fails, DBL_MIN);
  do
    passes *= 2;
  while (!computes(line, n, y, W, passes, step, cell));
  while (passes - fails > 1e-9 * passes) {
    double T = fails + (passes - fails) / 2;
    if (computes(line, n, y, W, T, step, cell))
      passes = T;
    else
      fails = T;
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
