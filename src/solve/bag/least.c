/* The least time in which a number of tasks reach their workers: bisection over latest_most. */
#include "solve/bag/latest.h"

/* latest_most takes up to N m^2 steps, but few where the workers could take many times N tasks: at
 * 10^5 tasks on 1000 workers it is quicker from about 7 N on, and up to 10^4 times as quick. */
static const double most_steps = 0x1p20;
static const double most_times = 8;
static const double most_listed = 0x1p24; /* 256 MB */

/* Tasks per unit of time without memory limits: no schedule sends and computes more. */
static double rate(const struct latest *l)
{
  double port = 1, sum = 0;
  for (int j = 0; j < l->m && port > 0; j++) {
    int i = l->by_c[j];
    double r = 1 / fmax(l->w[i], l->c[i]);
    if (l->length[i] > 0)
      r = fmin(r, port / l->length[i]);
    sum += r;
    port -= r * l->length[i];
  }
  return sum;
}

/* latest_most, by whichever of the two ways is quicker. */
static double most(struct latest *l, struct deadlines *d, double T, double N)
{
  if (N * l->m * l->m <= most_steps || deadlines_count(l, T, N) > fmin(most_times * N, most_listed))
    return latest_most(l, T, N);
  deadlines_list(d, l, T, N);
  return deadlines_most(d, l, T, N);
}

/* Bisects between *fails and T, which does not, and sets n for the least T. */
static double narrow(struct latest *l, struct deadlines *d, double N, bool exact, double *fails,
                     double T)
{
  for (;;) {
    double mid = exact ? floor((*fails + T) / 2) : *fails + (T - *fails) / 2;
    if (!(mid > *fails && mid < T) || (!exact && T - *fails <= 0x1p-50 * T))
      break;
    if (most(l, d, mid, N) < N)
      *fails = mid;
    else
      T = mid;
  }
  most(l, d, T, N);
  return T;
}

double latest_least(struct latest *l, double N, bool exact, double *below)
{
  double step = INFINITY;
  struct deadlines d = {0};
  for (int i = 1; i <= l->m; i++)
    step = fmin(step, l->c[i] + l->w[i]);
  if (below)
    *below = INFINITY;
  if (step == INFINITY)
    return INFINITY;
  double fluid = N / rate(l) * (1 - 0x1p-40); /* cannot be reached: nothing arrives at date 0 */
  double fails = 0, T = exact ? fmax(0, floor(fluid - 1)) : fluid;
  do {
    fails = T;
    T = fails + step;
    step *= 2;
  } while (most(l, &d, T, N) < N);
  T = narrow(l, &d, N, exact, &fails, T);
  deadlines_clear(&d);
  if (below)
    *below = exact ? T : fails;
  return T;
}
