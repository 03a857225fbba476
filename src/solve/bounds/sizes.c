/* Lower bounds on the makespan of a bag whose tasks have sizes, or of a divisible load whose units
 * have, with the real ones: no rule that does not know them can be better. A message may carry any
 * number of tasks, or any part of the load: it may be so small that a_i = S_i, and there is no
 * longest one. Z is the sum of the
 * sizes of the tasks, of the smallest ones where not all are done; o the overhead. Before worker i
 * computes anything a_i = S_i + c_i + o passes.
 *
 * - capacity: sum over i of max(0, M - a_i) / w_i >= Z
 * - port: the tasks take at least N min c of the P ports of emission, after one latency; then one
 * of them is computed, the smallest on the fastest worker
 * - longest: the largest task on the worker that ends it first
 *
 * Results that return come later, each after S_i + d_i: the least of these is added. */
#include "base/memory.h"
#include "base/num.h"
#include "model/instance.h"
#include "solve/bounds/bounds.h"

static int by_size(const void *left, const void *right)
{
  return SP_COMPARE(*(const double *)left, *(const double *)right);
}

/* The least M with sum max(0, M - a_i) / w_i >= Z: workers by a_i. */
static double capacity(struct sp_context *cx, const struct sp_instance *in, double *a, double Z)
{
  double rate = 0, shift = 0, M = INFINITY;
  for (int i = 1; i <= in->m; i++)
    a[i] = in->w[i].v < INFINITY ? a[i] + in->overhead.v : INFINITY;
  const int *order = sp_order(cx, in->m, a);
  for (int j = 0; j < in->m && a[order[j]] < M; j++) {
    int i = order[j];
    rate += 1 / in->w[i].v;
    shift += a[i] / in->w[i].v;
    M = (Z + shift) / rate;
  }
  return M;
}

/* The bounds of a divisible load. */
static int of_load(const struct sp_instance *in, struct sp_context *cx, struct sp_bound *bound)
{
  double squares, c = INFINITY, S = INFINITY, *a = sp_new(cx, in->m + 1, double);
  for (int i = 1; i <= in->m; i++) {
    a[i] = in->latency[i].v;
    c = fmin(c, isinf(in->w[i].v) ? INFINITY : in->c[i].v);
    S = fmin(S, isinf(in->w[i].v) ? INFINITY : in->latency[i].v);
  }
  double Z = sp_size_of_part(in, 0, in->total.v, &squares);
  double port = (S + in->total.v * c) / in->platform.node[0].ports.send;
  bound[0] = (struct sp_bound){"capacity", bound_below(capacity(cx, in, a, Z), false)};
  bound[1] = (struct sp_bound){"port", bound_below(port, false)};
  return 2;
}

int bounds_sizes(const struct sp_instance *in, struct sp_context *cx, struct sp_bound *bound)
{
  if (in->problem == SP_DIVISIBLE)
    return in->total.v > 0 ? of_load(in, cx, bound) : 0;
  long N = (long)in->total.v;
  double *size = sp_new(cx, N, double), *d = sp_result_costs(cx, in), Z = 0;
  double c = INFINITY, S = INFINITY, w = INFINITY, back = INFINITY, longest = INFINITY;
  if (N == 0)
    return 0;
  memcpy(size, in->sizes, (size_t)N * sizeof *size);
  qsort(size, (size_t)N, sizeof *size, by_size);
  for (long k = 0; k < N; k++)
    Z += size[k];
  for (int i = 1; i <= in->m; i++) {
    if (isinf(in->w[i].v))
      continue;
    c = fmin(c, in->c[i].v);
    S = fmin(S, in->latency[i].v);
    w = fmin(w, in->w[i].v);
    back = fmin(back, d[i]);
    longest = fmin(longest, in->latency[i].v + in->c[i].v + size[N - 1] * in->w[i].v);
  }
  int ports = in->platform.node[0].ports.send;
  double port = (S + (double)N * c) / ports + size[0] * w, o = in->overhead.v;
  bound[0] = (struct sp_bound){
      "capacity", bound_below(capacity(cx, in, sp_task_costs(cx, in), Z) + back, false)};
  bound[1] = (struct sp_bound){"port", bound_below(port + o + back, false)};
  bound[2] = (struct sp_bound){"longest", bound_below(longest + o + back, false)};
  return 3;
}
