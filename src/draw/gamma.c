/* The incomplete gamma function by its series and its continued fraction (Abramowitz and Stegun,
 * Handbook of mathematical functions, 1964, 6.5.29 and 6.5.31), and its inverse by Newton's method
 * between bounds. GSL's gsl_cdf_gamma_Pinv gives NaN for small probabilities and small shapes. */
#include "draw/gamma.h"

#include <float.h>
#include <math.h>

enum { MOST_TERMS = 100000, MOST_STEPS = 200 };

/* x^shape e^-x / Gamma(shape) */
static double factor(double shape, double x)
{
  int sign;
  return exp(shape * log(x) - x - lgamma_r(shape, &sign));
}

/* P(shape, x) = factor sum over n of x^n / (shape (shape + 1) .. (shape + n)); for x < shape + 1 */
static double lower(double shape, double x)
{
  double term = 1 / shape, sum = term;
  for (int n = 1; n < MOST_TERMS && term > sum * DBL_EPSILON / 4; n++) {
    term *= x / (shape + n);
    sum += term;
  }
  return factor(shape, x) * sum;
}

/* Q(shape, x) = factor / (x + 1 - shape - 1 (1 - shape) / (x + 3 - shape - ..)), by Lentz's method;
 * for x >= shape + 1 */
static double upper(double shape, double x)
{
  double b = x + 1 - shape, c = 1 / DBL_MIN, d = 1 / b, fraction = d, change = 0;
  for (int n = 1; n < MOST_TERMS && fabs(change - 1) > DBL_EPSILON; n++) {
    double a = -n * (n - shape);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    change = c * d;
    fraction *= change;
  }
  return factor(shape, x) * fraction;
}

double gamma_cdf(double shape, double x)
{
  if (!(x > 0))
    return 0;
  if (isinf(x))
    return 1;
  return x < shape + 1 ? lower(shape, x) : 1 - upper(shape, x);
}

/* Bounds of the quantile. */
static void bracket(double shape, double p, double *low, double *high)
{
  *low = 0;
  *high = shape + 1;
  while (gamma_cdf(shape, *high) < p) {
    *low = *high;
    *high *= 2;
  }
}

double gamma_quantile(double shape, double p)
{
  double low, high;
  int sign;
  if (!(p > 0) || p >= 1)
    return p >= 1 ? INFINITY : 0;
  bracket(shape, p, &low, &high);
  /* The first term of the series, which is all of it for small x; else the middle. */
  double x = exp((log(p) + lgamma_r(shape + 1, &sign)) / shape);
  if (x < DBL_MIN)
    return 0;
  if (!(x > low && x < high))
    x = (low + high) / 2;
  for (int n = 0; n < MOST_STEPS; n++) {
    double error = gamma_cdf(shape, x) - p;
    *(error > 0 ? &high : &low) = x;
    double next = x - error * x / factor(shape, x);
    if (!(next > low && next < high))
      next = low > 0 && high / low > 4 ? sqrt(low * high) : (low + high) / 2;
    if (fabs(next - x) <= DBL_EPSILON * x)
      return next;
    x = next;
  }
  return x;
}
