/* A fixed activation sequence by the optimality principle: see divisible.h. */
#include "solve/divisible/chunks.h"

/* From the last message to the first. */
void sp_linear_sweep(struct sp_context *cx, const struct sp_instance *in, long n,
                     const int *sequence, const bool *active, struct sp_affine *load,
                     struct sp_affine *time)
{
  const void *mark = sp_mark(cx);
  struct sp_affine D = {0, 0}, *next = sp_new(cx, in->m + 1, struct sp_affine);
  *load = D;
  for (int i = 1; i <= in->m; i++)
    next[i] = (struct sp_affine){0, -1};
  for (long k = n - 1; k >= 0; k--) {
    int i = sequence[k];
    if (active && !active[k])
      D.constant += in->latency[i].v;
    else
      sp_linear_step(&D, load, &next[i], in->latency[i].v, in->c[i].v, 1 / in->w[i].v);
  }
  *time = (struct sp_affine){D.constant, D.coefficient + 1};
  sp_release(cx, mark);
}

/* The same sweep for a known x: the chunks. */
void sp_linear_fill(struct sp_context *cx, const struct sp_instance *in, long n,
                    const int *sequence, const bool *active, double x, double *chunk)
{
  const void *mark = sp_mark(cx);
  double D = 0, *next = sp_new(cx, in->m + 1, double);
  for (int i = 1; i <= in->m; i++)
    next[i] = -x;
  for (long k = n - 1; k >= 0; k--) {
    int i = sequence[k];
    bool empty = active && !active[k];
    chunk[k] = empty ? 0 : (D - next[i]) * (1 / in->w[i].v);
    next[i] = empty ? next[i] : D;
    D += in->latency[i].v + chunk[k] * in->c[i].v;
  }
  sp_release(cx, mark);
}

double sp_linear_x(const struct sp_instance *in, struct sp_affine load, struct sp_affine time)
{
  double x = (in->total.v - load.constant) / load.coefficient;
  return in->deadline.v < INFINITY ? fmin(x, (in->deadline.v - time.constant) / time.coefficient)
                                   : x;
}

bool sp_linear_sequence(struct sp_context *cx, const struct sp_instance *in, long n,
                        const int *sequence, double *chunk, double *value)
{
  struct sp_affine load, time;
  sp_linear_sweep(cx, in, n, sequence, NULL, &load, &time);
  double x = sp_linear_x(in, load, time);
  if (!(x >= 0))
    return false;
  *value = in->deadline.v < INFINITY ? load.constant + load.coefficient * x
                                     : time.constant + time.coefficient * x;
  if (chunk)
    sp_linear_fill(cx, in, n, sequence, NULL, x, chunk);
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
