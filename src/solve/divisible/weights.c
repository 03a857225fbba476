/* Weights that prove the optimum of a fixed activation sequence: see solve/divisible/weights.h.
 *
 * Y_{n+1} is concave and decreasing in lambda: by induction each Y_k is, since Z is the greatest of
 * convex functions. So bisection finds the greatest lambda, up to its last digit; what it lacks is
 * the weight of the end of the last message. */
#include "solve/divisible/weights.h"
#include "solve/divisible/cyclic.h"

/* Y - y, and what it lacks by rounding: Y is the difference of thousands of weights. */
static double take(double Y, double y, double *lost)
{
  double left = Y - (y - *lost);
  *lost = (Y - left) - (y - *lost);
  return left;
}

double sp_weights_most(const struct sp_instance *in, long n, const int *sequence)
{
  double most = 0;
  for (long k = 0; k < n; k++)
    most = fmax(most, in->c[sequence[k]].v + in->w[sequence[k]].v);
  return most;
}

double sp_weights_at(struct sp_context *cx, const struct sp_instance *in, long n,
                     const int *sequence, double lambda, double *y, bool *active)
{
  const void *mark = sp_mark(cx);
  double lost = 0, Y = 1, *Z = sp_new(cx, in->m + 1, double);
  for (long k = 0; k < n; k++) {
    int i = sequence[k];
    double tight_y = (lambda - in->c[i].v * Y) / in->w[i].v - Z[i];
    active[k] = tight_y > 0;
    y[k] = fmax(tight_y, 0);
    Y = take(Y, y[k], &lost);
    Z[i] += y[k];
  }
  sp_release(cx, mark);
  return Y;
}

bool sp_weights_prove(struct sp_context *cx, const struct sp_instance *in, long n,
                      const int *sequence, const double *y, double rest, double load, double time)
{
  const void *mark = sp_mark(cx);
  double *Z = sp_new(cx, in->m + 1, double);
  double sum = rest, lambda = INFINITY, startups = 0, P = 0, lost = 0;
  for (long k = 0; k < n; k++)
    sum = take(sum, -y[k], &lost);
  double Y = sum;
  for (long k = 0; k < n; k++) {
    int i = sequence[k];
    P += in->latency[i].v;
    startups += y[k] * P;
    Z[i] += y[k];
    lambda = fmin(lambda, in->c[i].v * fmax(Y, 0) + in->w[i].v * Z[i]);
    Y = take(Y, y[k], &lost);
  }
  startups += rest * P;
  sp_release(cx, mark);
  return sum > 0 && sum < INFINITY && time * sum - (lambda * load + startups) <= 1e-13 * time * sum;
}

bool sp_linear_optimal(struct sp_context *cx, const struct sp_instance *in, long n,
                       const int *sequence, double load, double time)
{
  const void *mark = sp_mark(cx);
  double *y = sp_new(cx, n, double), low = 0, high = sp_weights_most(in, n, sequence), lambda;
  bool *active = sp_new(cx, n, bool);
  while ((lambda = low + (high - low) / 2) > low && lambda < high)
    *(sp_weights_at(cx, in, n, sequence, lambda, y, active) >= 0 ? &low : &high) = lambda;
  double rest = sp_weights_at(cx, in, n, sequence, low, y, active);
  bool proven = sp_weights_prove(cx, in, n, sequence, y, rest, load, time);
  sp_release(cx, mark);
  return proven;
}
