/* The bound of the steady state: load / rho*, rho* the greatest rate (solve/bag/rate_exact.c), by
 * the end every result, too, has come over its link and the master's port. It is the double nearest
 * to the exact value, and no rounding lifts it above an optimum. */
#include "solve/bounds/bounds.h"

static double approximately(struct sp_context *cx, const struct sp_instance *in, enum sp_rate kind)
{
  double *c = sp_new(cx, in->m + 1, double), *t = sp_new(cx, in->m + 1, double), price[2];
  if (sp_has_results(in))
    return bound_below(in->total.v / sp_result_rates(cx, in, kind, NULL, price), false);
  for (int i = 1; i <= in->m; i++) {
    c[i] = in->c[i].v + (kind == SP_RATE_UNITS ? 0 : in->latency[i].v);
    t[i] = in->w[i].v;
    if (kind == SP_RATE_PLACES && in->buffer[i] < LONG_MAX)
      t[i] = fmax(t[i], (c[i] + t[i]) / (double)in->buffer[i]);
  }
  double rho = sp_steady_rates_of(cx, in->m, c, t, in->platform.node[0].ports.send, NULL);
  return bound_below(in->total.v / rho, false);
}

double steady_bound(struct sp_context *cx, const struct sp_instance *in, enum sp_rate kind)
{
  struct sp_q_pool pool = {0};
  if (in->m > SP_Q_MOST_TERMS)
    return approximately(cx, in, kind);
  struct sp_rational *rho = sp_exact_rate(cx, in, kind, &pool);
  struct sp_rational *total = sp_q_new(&pool, in->total);
  double bound = sp_q_sign(total) == 0 ? 0 : INFINITY;
  if (sp_q_sign(rho) > 0)
    bound = sp_q_nearest(sp_q_of(&pool, total, '/', rho));
  sp_q_clear(&pool);
  return bound;
}
