/* Finds bytes and flops of a unit with which costs become bandwidths and speeds without rounding.
 *
 * A SimGrid file holds a bandwidth x, the model needs the cost c = fl(B/x). For a given c and
 * number of bytes B it may be that no double x gives c: near x = B/c the quotients of neighbouring
 * x are further apart than neighbouring costs whenever the mantissa of c exceeds that of x. Only
 * the mantissa of B matters, so the search tries small odd multiples of 2^20; 45 works for all
 * integers from 1 to 100 together. With any B about one in ten reals fails, so no B works for
 * thousands of reals together: write.c then writes the cost in addition to the bandwidth.
 *
 * The same holds for the factors f of a bandwidth x: a profile's file holds fl(f x), and a reader
 * computes fl(fl(f x)/x). That is f where the mantissas' product is below 2; else, with a chance of
 * 1 - mantissa(x)/2, it is another, and no double in place of fl(f x) gives f. */
#include "io/star/star.h"

static const double unit = 1048576; /* 2^20: a whole number of bytes, often divisible by 2 */
enum { MULTIPLES = 65536 };

/* True for costs that become a bandwidth or a speed. */
static bool divides(double cost)
{
  return cost > 0 && isfinite(cost);
}

/* Do the factors of a bandwidth come back? */
static bool factors_come_back(double bandwidth, const struct sp_profile *p)
{
  for (long k = 0; k < p->n; k++)
    if (p->factor[k] * bandwidth / bandwidth != p->factor[k])
      return false;
  return true;
}

/* The first worker whose cost no double gives with this quantity, or whose factors (NULL: none)
 * do not come back; 0 if there is none. If a double x gives quantity/x == cost, it is the one
 * nearest to quantity/cost, since the quotients of its neighbours are further from the cost. */
static int first_inexact(double quantity, const struct sp_num *cost,
                         const struct sp_profile *profile, int m)
{
  for (int i = 1; i <= m; i++) {
    double x = quantity / cost[i].v;
    if (divides(cost[i].v) &&
        (quantity / x != cost[i].v || (profile && !factors_come_back(x, &profile[i]))))
      return i;
  }
  return 0;
}

/* Finds the quantity with which the first inexact worker is as late as possible; returns that
 * worker, or 0 if all are exact. */
static int search(double *quantity, const struct sp_num *cost, const struct sp_profile *profile,
                  int m)
{
  double best = 45 * unit;
  int reached = first_inexact(best, cost, profile, m);
  for (int k = 1; k < MULTIPLES && reached; k += 2) {
    int worker = first_inexact(k * unit, cost, profile, m);
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
  int c = search(&in->task_bytes, in->c, in->profile[SP_BANDWIDTH], in->m);
  int w = search(&in->task_flops, in->w, NULL, in->m);
  if (!c && !w)
    return SP_OK;
  int i = c ? c : w;
  return sp_failure(error, SP_CANNOT,
                    "worker %d: %s is %.17g; no %s gives it%s exactly with a unit that suits the "
                    "workers before it, expected integers or fewer workers",
                    i, c ? "c" : "w", c ? in->c[i].v : in->w[i].v, c ? "bandwidth" : "speed",
                    c && in->profile[SP_BANDWIDTH] ? " and its factors" : "");
}

double sp_bandwidth(const struct sp_instance *in, int i)
{
  return divides(in->c[i].v) ? in->task_bytes / in->c[i].v : 1e30;
}

double sp_speed(const struct sp_instance *in, int i)
{
  return divides(in->w[i].v) ? in->task_flops / in->w[i].v : 1;
}
