/* Costs that survive the way through bandwidths and speeds.
 *
 * A SimGrid file holds a bandwidth x where the model wants the cost c = fl(B/x). For a given c and
 * number of bytes B such a double x need not exist: near x = B/c the quotients of neighbouring x
 * are further apart than neighbouring costs whenever the mantissa of c exceeds that of x. Only the
 * mantissa of B matters, so a search runs over small odd multiples of 2^20; 45 serves all integers
 * from 1 to 100 at once. Of arbitrary reals one in ten fails, whatever B is, so no B serves
 * thousands of them together: write.c then states the cost beside the bandwidth. */
#include "io/io.h"
#include "io/platform/platform.h"

static const double unit = 1048576; /* 2^20: a whole number of bytes, divisible again and again */
enum { MULTIPLES = 65536 };

/* The double x for which quantity/x is cost exactly, or, where there is none, the x nearest to it
 * (*exact then becomes false). cost > 0, finite. If any double serves it is the one nearest to
 * quantity/cost: its neighbours' quotients are further from the cost. */
static double exact_divisor(double quantity, double cost, bool *exact)
{
  double x = quantity / cost;
  *exact = quantity / x == cost;
  return x;
}

/* The first worker whose cost no double gives with this quantity; 0: all are given. */
static int first_inexact(double quantity, const struct sp_num *cost, int m)
{
  for (int i = 1; i <= m; i++) {
    bool exact = true;
    if (cost[i].v > 0 && isfinite(cost[i].v))
      exact_divisor(quantity, cost[i].v, &exact);
    if (!exact)
      return i;
  }
  return 0;
}

/* Finds the quantity for which most workers from the first on are exact; 0: all of them. */
static int search(double *quantity, const struct sp_num *cost, int m)
{
  double best = 45 * unit;
  int reached = first_inexact(best, cost, m);
  for (int k = 1; k < MULTIPLES && reached; k += 2) {
    int worker = first_inexact(k * unit, cost, m);
    if (!worker || worker > reached) {
      best = k * unit;
      reached = worker;
    }
  }
  *quantity = best;
  return reached;
}

int sp_exact_units(struct sp_instance *in, struct sp_error *error)
{
  int c = search(&in->task_bytes, in->c, in->m);
  int w = search(&in->task_flops, in->w, in->m);
  if (!c && !w)
    return SP_OK;
  int i = c ? c : w;
  return sp_failure(error, SP_CANNOT,
                    "worker %d: %s is %.17g, which no %s gives exactly with a unit that suits the "
                    "workers before it, expected integers or fewer workers",
                    i, c ? "c" : "w", c ? in->c[i].v : in->w[i].v, c ? "bandwidth" : "speed");
}

double sp_bandwidth(const struct sp_instance *in, int i)
{
  bool exact;
  double c = in->c[i].v;
  return c > 0 && isfinite(c) ? exact_divisor(in->task_bytes, c, &exact) : 1e30;
}

double sp_speed(const struct sp_instance *in, int i)
{
  bool exact;
  double w = in->w[i].v;
  return w > 0 && isfinite(w) ? exact_divisor(in->task_flops, w, &exact) : 1;
}
