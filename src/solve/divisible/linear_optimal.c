/* A certificate in O(n) that the solution of the linear system is the optimum of its sequence: see
 * starport/cyclic.h. */
#include <starport/cyclic.h>

/* The lambda for which the weights add up to 1; the weights are affine in lambda. */
static double tight_lambda(const struct sp_instance *in, long n, const int *sequence,
                           struct sp_affine *Z)
{
  struct sp_affine Y = {1, 0};
  for (long k = 0; k < n; k++) {
    int i = sequence[k];
    double c = in->c[i].v, w = in->w[i].v;
    struct sp_affine now = {-c * Y.constant / w, (1 - c * Y.coefficient) / w};
    Y.constant -= now.constant - Z[i].constant;
    Y.coefficient -= now.coefficient - Z[i].coefficient;
    Z[i] = now;
  }
  return -Y.constant / Y.coefficient;
}

/* The weights for this lambda, negative ones replaced by 0. */
static void weigh(const struct sp_instance *in, long n, const int *sequence, double lambda,
                  double *Z, double *y)
{
  double Y = 1;
  for (long k = 0; k < n; k++) {
    int i = sequence[k];
    double now = (lambda - in->c[i].v * Y) / in->w[i].v;
    y[k] = fmax(now - Z[i], 0);
    Y -= now - Z[i];
    Z[i] = now;
  }
}

/* Any weights >= 0 prove T sum y >= lambda W + sum_k y_k P_k with P_k the start-ups until k and
 * lambda the least of c_j Y_j + w_j Z_j. True if they prove the time optimal for the load. */
static bool proves(const struct sp_instance *in, long n, const int *sequence, const double *y,
                   double *Z, double load, double time)
{
  double sum = 0, startups = 0, P = 0, lambda = INFINITY;
  for (long k = 0; k < n; k++)
    sum += y[k];
  double Y = sum;
  for (long k = 0; k < n; k++) {
    int i = sequence[k];
    P += in->latency[i].v;
    startups += y[k] * P;
    Z[i] += y[k];
    lambda = fmin(lambda, in->c[i].v * fmax(Y, 0) + in->w[i].v * Z[i]);
    Y -= y[k];
  }
  return time * sum - (lambda * load + startups) <= 1e-13 * time * sum;
}

bool sp_linear_optimal(struct sp_context *cx, const struct sp_instance *in, long n,
                       const int *sequence, double load, double time)
{
  const void *mark = sp_mark(cx);
  size_t nodes = (size_t)in->m + 1;
  double lambda = tight_lambda(in, n, sequence, sp_new(cx, nodes, struct sp_affine));
  bool proven = lambda > 0 && isfinite(lambda);
  if (proven) {
    double *y = sp_new(cx, n, double);
    weigh(in, n, sequence, lambda, sp_new(cx, nodes, double), y);
    proven = proves(in, n, sequence, y, sp_new(cx, nodes, double), load, time);
  }
  sp_release(cx, mark);
  return proven;
}
