/* The test of Kolmogorov and Smirnov for draws of random platforms. */
#pragma once

#include <math.h>
#include <stdlib.h>

/* Of the seed below one law in a thousand may exceed it: sqrt(-log(0.001 / 2) / 2). */
static const double threshold = 1.9495;
static const uint64_t seed = 20161122;

/* The number of draws: KS_COUNT, or 20000. */
static inline long count(void)
{
  const char *text = getenv("KS_COUNT");
  return text ? atol(text) : 20000;
}

static inline int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

typedef double distribution(double x, double a, double b);

/* sqrt(n) times the greatest distance between the shares of the draws, in ascending order, and the
 * distribution, cut to [low, high]; infinite if a draw is outside. */
static inline double distance(const double *x, long n, distribution *f, double a, double b,
                              double low, double high)
{
  double most = 0, below = f(low, a, b), mass = (isinf(high) ? 1 : f(high, a, b)) - below;
  for (long i = 0; i < n; i++) {
    double p = (f(x[i], a, b) - below) / mass;
    if (!(p >= -1e-6 && p <= 1 + 1e-6))
      return INFINITY;
    most = fmax(most, fmax(fabs(p - (double)i / (double)n), fabs(p - (double)(i + 1) / (double)n)));
  }
  return most * sqrt((double)n);
}

static inline double uniform(double x, double a, double b)
{
  return x < a ? 0 : x > b ? 1 : (x - a) / (b - a);
}
static inline double weibull(double x, double shape, double scale)
{
  return x > 0 ? 1 - exp(-pow(x / scale, shape)) : 0;
}
/* 3/5 of the draws have the mean a, the others b. */
static inline double hyperexponential(double x, double a, double b)
{
  return x > 0 ? 1 - 0.6 * exp(-x / a) - 0.4 * exp(-x / b) : 0;
}
