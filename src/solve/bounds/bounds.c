/* The lower bounds of an instance, for every problem. None is defined with a deadline, or where the
 * load is as much as the deadline allows. */
#include "solve/bounds/bounds.h"
#include "method/context.h"

#include <stdlib.h>

static int greatest_first(const void *a, const void *b)
{
  const struct sp_bound *x = a, *y = b;
  return (x->value < y->value) - (x->value > y->value);
}

static int fill(const struct sp_instance *in, struct sp_context *cx, struct sp_bound *bound)
{
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  if (!p)
    return 0;
  switch (in->problem) {
  case SP_REDISTRIBUTION:
    return bounds_redistribution(in, p, cx, bound);
  case SP_BAG:
    return bounds_bag(in, p, cx, bound);
  case SP_DIVISIBLE:
    return bounds_divisible(in, p, cx, bound);
  case SP_IMBALANCE:
    return bounds_imbalance(in, p, cx, bound);
  case SP_STEADY:
  case SP_NETWORK:
    break;
  }
  return 0;
}

int sp_bounds(const struct sp_instance *in, struct sp_bound *bound)
{
  bool endless = in->problem != SP_IMBALANCE && !(in->total.v < INFINITY);
  if (in->deadline.v < INFINITY || endless)
    return 0;
  struct sp_context *cx = sp_context_plain();
  int n = fill(in, cx, bound), finite = 0;
  for (int k = 0; k < n; k++)
    if (isfinite(bound[k].value))
      bound[finite++] = bound[k];
  qsort(bound, (size_t)finite, sizeof *bound, greatest_first);
  sp_context_free(cx);
  return finite;
}

double sp_greatest_bound(const struct sp_instance *in)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  return sp_bounds(in, bound) > 0 ? bound[0].value : 0;
}
