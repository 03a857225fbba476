/* The steady state of a star whose master does not compute (Banino, Beaumont, Carter, Ferrante,
 * Legrand, Robert 2004, Proposition 1). Feed the cheapest links first: maximise sum alpha_i subject
 * to alpha_i w_i <= 1, alpha_i c_i <= 1 and sum alpha_i c_i <= ports is a continuous knapsack whose
 * objects all have value 1 and weight c_i, so the greedy order by c is optimal. O(m log m).
 * Example (RR-5196, Figure 8): c = 1,10, w = 2,20: the first link is busy half of the time, the
 * second gets the other half, 1/20: rho* = 1/2 + 1/20 = 11/20.
 *
 * Where results return the rates have another limit: with c_i and d_i the times of a task and of
 * its result on the link, t_i the most that one of both, the worker or, if they count, its places
 * take for a task,
 *
 *   alpha_i t_i <= 1 ; sum alpha_i c_i <= P ; sum alpha_i d_i <= R
 *
 * In half duplex it is sum alpha_i (c_i/P + d_i/R) <= 1 instead, the same knapsack. In full duplex
 * it is a linear programme of two rows, in which all but two workers have all that they can take or
 * nothing. Example: c = 1,2, d = 2,1, w = 2,2: the first alone would take all the time to send its
 * results; the optimum is 1/3 each. */
#include "base/num.h"
#include "model/instance.h"
#include "solve/bag/bag.h"
#include "solve/bag/list.h"
#include "solve/lp/lp.h"
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

struct costs {
  double *c, *d, *t; /* [0..m]; t infinite: the worker computes nothing */
};

static struct costs costs_of(struct sp_context *cx, const struct sp_instance *in, enum sp_rate kind)
{
  struct costs k = {.c = sp_new(cx, in->m + 1, double),
                    .d = sp_new(cx, in->m + 1, double),
                    .t = sp_new(cx, in->m + 1, double)};
  bool half = !in->platform.node[0].ports.recv_send;
  for (int i = 1; i <= in->m; i++) {
    double S = kind == SP_RATE_UNITS ? 0 : in->latency[i].v, w = in->w[i].v;
    k.c[i] = S + in->c[i].v;
    k.d[i] = in->result[i].v > 0 ? S + in->result[i].v : 0;
    k.t[i] = fmax(w, half ? k.c[i] + k.d[i] : fmax(k.c[i], k.d[i]));
    if (kind == SP_RATE_PLACES && in->buffer[i] < LONG_MAX)
      k.t[i] = fmax(k.t[i], (k.c[i] + w + (in->hold_result ? k.d[i] : 0)) / (double)in->buffer[i]);
  }
  return k;
}

/* Variables are the shares alpha_i t_i, so that all numbers are of one size. */
static double by_programme(struct sp_context *cx, const struct sp_instance *in,
                           const struct costs *k, double *alpha, double price[2])
{
  double least = INFINITY, rho = 0;
  int *worker = sp_new(cx, in->m + 1, int), n = 0;
  for (int i = 0; i <= in->m; i++) {
    least = i > 0 ? fmin(least, k->t[i]) : least;
    if (alpha)
      alpha[i] = 0;
  }
  struct sp_lp *lp = sp_lp_alloc(true);
  const struct sp_ports *ports = &in->platform.node[0].ports;
  sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_int(ports->send));
  sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_int(ports->recv));
  for (int i = 1; i <= in->m; i++) {
    if (isinf(k->t[i]))
      continue;
    worker[n++] = i;
    int column = sp_lp_column(lp, sp_int(0), sp_int(1), sp_double(least / k->t[i]), false);
    sp_lp_set(lp, SP_OUT, column, sp_double(k->c[i] / k->t[i]));
    sp_lp_set(lp, SP_IN, column, sp_double(k->d[i] / k->t[i]));
  }
  struct sp_lp_solution best;
  bool solved = n > 0 && sp_lp_solve(lp, 0, &best, NULL) == SP_OK;
  for (int j = 0; solved && j < n; j++) {
    double rate = best.primal[j] / k->t[worker[j]];
    rho += rate;
    if (alpha)
      alpha[worker[j]] = rate;
  }
  for (int row = SP_OUT; solved && price && row <= SP_IN; row++)
    price[row] = best.dual[row] / least;
  if (solved)
    sp_lp_solution_clear(&best);
  sp_lp_free(lp);
  return rho;
}

double sp_rates(struct sp_context *cx, const struct sp_instance *in, enum sp_rate kind,
                double *alpha, double price[2])
{
  struct costs k = costs_of(cx, in, kind);
  const struct sp_ports *ports = &in->platform.node[0].ports;
  if (!sp_has_results(in))
    return sp_steady_rates_of(cx, in->m, k.c, k.t, ports->send, alpha);
  if (ports->recv_send)
    return by_programme(cx, in, &k, alpha, price);
  for (int i = 1; i <= in->m; i++)
    k.c[i] = k.c[i] / ports->send + k.d[i] / ports->recv;
  return sp_steady_rates_of(cx, in->m, k.c, k.t, 1, alpha);
}

/* ---- Exact intervals. */

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
  if (!sp_has_results(in) && exact_intervals(cx, in, num, den))
    return;
  sp_rates(cx, in, SP_RATE_TASKS, den, NULL);
  for (int i = 0; i <= in->m; i++) {
    bool full = i > 0 && den[i] == 1 / in->w[i].v;
    num[i] = full ? in->w[i].v : 1;
    den[i] = full ? 1 : den[i];
  }
}
