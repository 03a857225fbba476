/* The steady state of a star whose master does not compute (Banino, Beaumont, Carter, Ferrante,
 * Legrand, Robert 2004, Proposition 1). Feed the cheapest links first: maximise sum alpha_i subject
 * to alpha_i w_i <= 1, alpha_i c_i <= 1 and sum alpha_i c_i <= ports is a continuous knapsack whose
 * objects all have value 1 and weight c_i, so the greedy order by c is optimal. O(m log m).
 * Example (RR-5196, Figure 8): c = 1,10, w = 2,20: the first link is busy half of the time, the
 * second gets the other half, 1/20: rho* = 1/2 + 1/20 = 11/20. */
#include "base/num.h"
#include "solve/bag/bag.h"
#include "solve/bag/list.h"
#include "solve/redistribution/redistribution.h"

/* Port time below this is rounding: it must not feed one more worker. */
static const double ROUNDING = 1e-12;

double sp_steady_rates_of(struct sp_context *cx, int m, const double *c, const double *w, int ports,
                          double *alpha)
{
  const int *by_c = sp_order(cx, m, c);
  double left = ports, rho = 0;
  for (int i = 0; alpha && i <= m; i++)
    alpha[i] = 0;
  for (int j = 0; j < m; j++) {
    int i = by_c[j];
    if (w[i] == INFINITY)
      continue;
    double rate = w[i] > c[i] ? 1 / w[i] : 1 / c[i], busy = rate * c[i];
    if (c[i] > 0 && left <= ROUNDING)
      rate = 0;
    else if (busy > left + ROUNDING)
      rate = left / c[i];
    left = busy < left ? left - busy : 0;
    rho += rate;
    if (alpha)
      alpha[i] = rate;
  }
  return rho;
}

double sp_steady_rates(struct sp_context *cx, const struct sp_instance *in, double *alpha)
{
  double *w = sp_new(cx, in->m + 1, double);
  for (int i = 1; i <= in->m; i++)
    w[i] = in->w[i].v;
  return sp_steady_rates_of(cx, in->m, sp_task_costs(cx, in), w, in->platform.node[0].ports.send,
                            alpha);
}

/* A fraction of whole numbers in lowest terms. */
struct fraction {
  int64_t num, den;
};

/* Subtracts c/d from a; false if the result does not fit 63 bits. */
static bool subtract(struct fraction *a, int64_t c, int64_t d)
{
  int64_t x, y, den;
  if (__builtin_mul_overflow(a->num, d, &x) || __builtin_mul_overflow(c, a->den, &y) ||
      __builtin_mul_overflow(a->den, d, &den))
    return false;
  x -= y;
  int64_t g = (int64_t)sp_gcd((uint64_t)den, (uint64_t)(x < 0 ? -x : x));
  *a = (struct fraction){x / g, den / g};
  return true;
}

/* The greedy algorithm of sp_steady_rates_of on integers; false if its fractions do not fit 52
 * bits. */
static bool exact_intervals(struct sp_context *cx, const struct sp_instance *in, double *num,
                            double *den)
{
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  struct fraction left = {in->platform.node[0].ports.send, 1};
  for (int j = 0; j < p->m && p->exact && left.num > 0; j++) {
    int i = p->by_c[j];
    if (p->w[i] == INFINITY)
      continue;
    int64_t c = (int64_t)p->c[i], interval = (int64_t)fmax(p->c[i], p->w[i]), product;
    struct fraction rest = left;
    if (!subtract(&rest, c, interval))
      return false;
    num[i] = (double)interval;
    den[i] = 1;
    if (rest.num < 0) {
      if (__builtin_mul_overflow(c, left.den, &product) || product >> 52)
        return false;
      num[i] = (double)product;
      den[i] = (double)left.num;
    }
    left = rest;
  }
  return p->exact;
}

void sp_steady_intervals(struct sp_context *cx, const struct sp_instance *in, double *num,
                         double *den)
{
  for (int i = 0; i <= in->m; i++)
    num[i] = den[i] = 0;
  if (exact_intervals(cx, in, num, den))
    return;
  sp_steady_rates(cx, in, den);
  for (int i = 0; i <= in->m; i++) {
    bool full = i > 0 && den[i] == 1 / in->w[i].v;
    num[i] = full ? in->w[i].v : 1;
    den[i] = full ? 1 : den[i];
  }
}
