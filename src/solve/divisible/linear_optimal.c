/* A certificate that the solution of the linear system is the optimum of its sequence: see
 * cyclic.h. */
#include "solve/divisible/cyclic.h"
#include "solve/divisible/weights.h"

bool sp_linear_optimal(struct sp_context *cx, const struct sp_instance *in, long n,
                       const int *sequence, double load, double time)
{
  const void *mark = sp_mark(cx);
  double *y = sp_new(cx, n, double);
  sp_weights(cx, in, n, sequence, y, sp_new(cx, n, bool));
  bool proven = sp_weights_prove(cx, in, n, sequence, INFINITY, y, 0, load, time);
  sp_release(cx, mark);
  return proven;
}
