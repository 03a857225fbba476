/* The bound of the steady state: load / rho*, rho* the greatest rate (solve/bag/rate_exact.c), by
 * the end every result, too, has come over its link and the master's port. It is the double nearest
 * to the exact value, and no rounding lifts it above an optimum. */
#include "solve/bounds/bounds.h"

double steady_bound(struct sp_context *cx, const struct sp_instance *in, enum sp_rate kind)
{
  struct sp_q_pool pool = {0};
  if (in->m > SP_Q_MOST_TERMS)
    return bound_below(in->total.v / sp_rates(cx, in, kind, NULL, NULL), false);
  struct sp_rational *rho = sp_exact_rate(cx, in, kind, &pool);
  struct sp_rational *total = sp_q_new(&pool, in->total);
  double bound = sp_q_sign(total) == 0 ? 0 : INFINITY;
  if (sp_q_sign(rho) > 0)
    bound = sp_q_nearest(sp_q_of(&pool, total, '/', rho));
  sp_q_clear(&pool);
  return bound;
}
