/* A fixed activation sequence by the optimality principle: see divisible.h. */
#include "solve/divisible/chunks.h"

/* The scratch memory of a worker: D at its next message in time, or -x, the end of its last
 * computation, if there is none; and its costs. All is affine in x = T - (end of the last message).
 */
struct later {
  struct sp_affine D;
  double rate, c; /* 1/w, c */
};
_Static_assert(sizeof(struct later) == 4 * sizeof(double), "sp_linear_room counts doubles");

static struct later unseen(const struct sp_instance *in, int i)
{
  return (struct later){{0, -1}, 1 / in->w[i].v, in->c[i].v};
}

/* Resets the scratch memory: of the workers of the sequence alone if it is short. */
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

/* From the last message to the first. */
void sp_linear_sweep(const struct sp_instance *in, long n, const int *sequence, const bool *active,
                     double *scratch, struct sp_affine *load, struct sp_affine *time)
{
  struct later *later = (struct later *)scratch;
  struct sp_affine D = {0, 0}, sum = {0, 0};
  forget(in, n, sequence, later);
  for (long k = n - 1; k >= 0; k--) {
    struct later *next = &later[sequence[k]];
    if (active && !active[k]) {
      D.constant += in->latency[sequence[k]].v;
      continue;
    }
    double u = (D.constant - next->D.constant) * next->rate;
    double v = (D.coefficient - next->D.coefficient) * next->rate;
    next->D = D;
    D.constant += in->latency[sequence[k]].v + u * next->c;
    D.coefficient += v * next->c;
    sum.constant += u;
    sum.coefficient += v;
  }
  *load = sum;
  *time = (struct sp_affine){D.constant, D.coefficient + 1};
}

/* The same sweep for a known x: the chunks. */
void sp_linear_fill(const struct sp_instance *in, long n, const int *sequence, const bool *active,
                    double *scratch, double x, double *chunk)
{
  struct later *later = (struct later *)scratch;
  double D = 0;
  forget(in, n, sequence, later);
  for (int i = 1; i <= in->m && n >= in->m; i++)
    later[i].D.constant = -x;
  for (long k = 0; k < n && n < in->m; k++)
    later[sequence[k]].D.constant = -x;
  for (long k = n - 1; k >= 0; k--) {
    struct later *next = &later[sequence[k]];
    chunk[k] = active && !active[k] ? 0 : (D - next->D.constant) * next->rate;
    if (!active || active[k])
      next->D.constant = D;
    D += in->latency[sequence[k]].v + chunk[k] * next->c;
  }
}

double sp_linear_x(const struct sp_instance *in, struct sp_affine load, struct sp_affine time)
{
  double x = (in->total.v - load.constant) / load.coefficient;
  return in->deadline.v < INFINITY ? fmin(x, (in->deadline.v - time.constant) / time.coefficient)
                                   : x;
}

bool sp_linear_sequence(const struct sp_instance *in, long n, const int *sequence, double *scratch,
                        double *chunk, double *value)
{
  struct sp_affine load, time;
  sp_linear_sweep(in, n, sequence, NULL, scratch, &load, &time);
  double x = sp_linear_x(in, load, time);
  if (!(x >= 0))
    return false;
  *value = in->deadline.v < INFINITY ? load.constant + load.coefficient * x
                                     : time.constant + time.coefficient * x;
  if (chunk)
    sp_linear_fill(in, n, sequence, NULL, scratch, x, chunk);
  return true;
}

bool sp_chunks_within(const struct sp_instance *in, long n, const int *sequence,
                      const double *chunk)
{
  for (long k = 0; k < n; k++)
    if (chunk[k] > sp_chunk_limit(in, sequence[k]))
      return false;
  return true;
}
