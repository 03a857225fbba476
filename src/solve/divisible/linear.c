/* A fixed activation sequence by the optimality principle: see starport/divisible.h. */
#include <starport/divisible.h>

/* constant + coefficient x, x = T - (end of the last message). */
struct affine {
  double constant, coefficient;
};

/* What scratch holds of each worker: D at its message that comes next in time, and, before its
 * last message, -x: the end of its last computation. Its costs, in reach. */
struct later {
  struct affine D;
  double rate, c; /* 1/w, c */
};
_Static_assert(sizeof(struct later) == 4 * sizeof(double), "sp_linear_room counts doubles");

static struct later unseen(const struct sp_instance *in, int i)
{
  return (struct later){{0, -1}, 1 / in->w[i].v, in->c[i].v};
}

/* Only the workers of the sequence, where it is short. */
static void forget(const struct sp_instance *in, long n, const int *sequence, struct later *later)
{
  if (n < in->m) {
    for (long k = 0; k < n; k++)
      later[sequence[k]] = unseen(in, sequence[k]);
  } else {
    for (int i = 1; i <= in->m; i++)
      later[i] = unseen(in, i);
  }
}

/* From the last message to the first. The sums: load = U + V x, time = T. */
static void sweep(const struct sp_instance *in, long n, const int *sequence, struct later *later,
                  struct affine *load, struct affine *time)
{
  struct affine D = {0, 0}, sum = {0, 0};
  forget(in, n, sequence, later);
  for (long k = n - 1; k >= 0; k--) {
    struct later *next = &later[sequence[k]];
    double u = (D.constant - next->D.constant) * next->rate;
    double v = (D.coefficient - next->D.coefficient) * next->rate;
    next->D = D;
    D.constant += in->latency[sequence[k]].v + u * next->c;
    D.coefficient += v * next->c;
    sum.constant += u;
    sum.coefficient += v;
  }
  *load = sum;
  *time = (struct affine){D.constant, D.coefficient + 1};
}

/* The same once x is known: the chunks. */
static void fill(const struct sp_instance *in, long n, const int *sequence, struct later *later,
                 double x, double *chunk)
{
  double D = 0;
  forget(in, n, sequence, later);
  for (int i = 1; i <= in->m && n >= in->m; i++)
    later[i].D.constant = -x;
  for (long k = 0; k < n && n < in->m; k++)
    later[sequence[k]].D.constant = -x;
  for (long k = n - 1; k >= 0; k--) {
    struct later *next = &later[sequence[k]];
    chunk[k] = (D - next->D.constant) * next->rate;
    next->D.constant = D;
    D += in->latency[sequence[k]].v + chunk[k] * next->c;
  }
}

bool sp_linear_sequence(const struct sp_instance *in, long n, const int *sequence, double *scratch,
                        double *chunk, double *value)
{
  struct later *later = (struct later *)scratch;
  struct affine load, time;
  bool by_deadline = in->deadline.v < INFINITY;
  sweep(in, n, sequence, later, &load, &time);
  double x = (in->total.v - load.constant) / load.coefficient;
  if (by_deadline)
    x = fmin(x, (in->deadline.v - time.constant) / time.coefficient);
  if (!(x >= 0))
    return false;
  *value =
      by_deadline ? load.constant + load.coefficient * x : time.constant + time.coefficient * x;
  if (chunk)
    fill(in, n, sequence, later, x, chunk);
  return true;
}
