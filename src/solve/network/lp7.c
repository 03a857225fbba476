/* LP (7) of RR-6005, section 5: minimise T with, for each worker i,
 *
 *   |delta_i| <= T b_i , delta_i >= alpha_i - T s_i , delta_i <= alpha_i , sum delta_i = 0
 *
 * delta_i is what worker i sends (> 0) or receives (< 0), alpha_i its load, s_i its speed, b_i its
 * bandwidth. (delta_i <= alpha_i is missing in the report: no worker can send more than it has.)
 *
 * Solved without an LP library. For a given T worker i may take any delta_i in
 * [max(-T b_i, alpha_i - T s_i), min(T b_i, alpha_i)]. That is not empty iff T >= alpha_i/(s_i +
 * b_i). The upper ends are >= 0, so a sum of 0 exists iff g(T) = sum max(-T b_i, alpha_i - T s_i)
 * <= 0. Each term follows alpha_i - T s_i, until that is below -T b_i (never, if s_i <= b_i). So g
 * falls, is convex and piecewise linear, and Newton's method, started below its zero, ends there:
 * take the pieces at T, and their zero as the next T. The value is that, or the greatest
 * alpha_i/(s_i + b_i).
 *
 * Why it bounds the makespan M of tasks: let delta_i be the tasks that left worker i less those
 * that came. All its messages in one direction follow each other on its link, so |delta_i| c_i <=
 * M; it computed alpha_i - delta_i <= M/w_i. Latencies only add to c_i and are left out. */
#include "solve/network/lp7.h"
#include "base/memory.h"

#include <math.h>

static double in_doubles(const struct sp_instance *in)
{
  double T = 0, next = 0;
  for (int i = 1; i <= in->m; i++)
    next = fmax(next, in->load[i].v / (1 / in->w[i].v + 1 / in->c[i].v));
  for (bool first = true; first || next > T; first = false) {
    double alpha = 0, slope = 0;
    T = next;
    for (int i = 1; i <= in->m; i++) {
      double s = 1 / in->w[i].v, b = 1 / in->c[i].v;
      bool kept = s <= b || in->load[i].v >= T * (s - b);
      alpha += kept ? in->load[i].v : 0;
      slope += kept ? s : b;
    }
    next = alpha > 0 ? alpha / slope : 0;
  }
  return T;
}

/* ---- In rationals. */

/* Is alpha at least T (s - b), or T (s + b)? Doubles tell, unless rounding could decide. */
static bool reaches(struct sp_q_pool *pool, const struct sp_rational *alpha,
                    const struct sp_rational *T, const struct sp_rational *s, char sign,
                    const struct sp_rational *b)
{
  double a = sp_q_near(alpha), t = sp_q_near(T), x = sp_q_near(s), y = sp_q_near(b);
  double least = t * (sign == '+' ? x + y : x - y);
  if (fabs(a - least) > 1e-9 * (a + t * (x + y)))
    return a > least;
  return sp_q_compare(alpha, sp_q_of(pool, T, '*', sp_q_of(pool, s, sign, b))) >= 0;
}

/* The zero of g's pieces at T; NULL: there is none. */
static struct sp_rational *zero_at(struct sp_q_pool *pool, const struct sp_rational *T, int m,
                                   struct sp_rational *const *alpha, struct sp_rational *const *s,
                                   struct sp_rational *const *b)
{
  struct sp_rational *sum = sp_q_int(pool, 0), *slope = sp_q_int(pool, 0);
  for (int i = 0; i < m; i++) {
    bool kept = !b[i] || reaches(pool, alpha[i], T, s[i], '-', b[i]);
    if (kept)
      sp_q_add(sum, alpha[i]);
    sp_q_add(slope, kept ? s[i] : b[i]);
  }
  if (sp_q_sign(sum) == 0)
    return sum;
  return sp_q_sign(slope) ? sp_q_of(pool, sum, '/', slope) : NULL;
}

const struct sp_rational *lp7_exact(struct sp_q_pool *pool, double near, int m,
                                    struct sp_rational *const *alpha, struct sp_rational *const *s,
                                    struct sp_rational *const *b)
{
  const struct sp_rational *T = sp_q_new(pool, sp_double(near));
  struct sp_rational *next;
  while ((next = zero_at(pool, T, m, alpha, s, b)) && sp_q_compare(next, T) != 0)
    T = next;
  for (int i = 0; next && i < m; i++)
    if (b[i] && reaches(pool, alpha[i], next, s[i], '+', b[i]))
      sp_q_raise(next, sp_q_of(pool, alpha[i], '/', sp_q_of(pool, s[i], '+', b[i])));
  return next;
}

double lp7(const struct sp_instance *in)
{
  struct sp_q_pool pool = {0};
  int m = in->m;
  double near = in_doubles(in);
  if (m > SP_Q_MOST_TERMS)
    return near;
  struct sp_rational **alpha = sp_q_zeros(&pool, m), **s = sp_q_zeros(&pool, m);
  struct sp_rational **b = sp_q_zeros(&pool, m);
  for (int i = 0; i < m; i++) {
    sp_q_put(alpha[i], in->load[i + 1]);
    sp_q_put_inverse(s[i], in->w[i + 1]);
    if (in->c[i + 1].v > 0)
      sp_q_put_inverse(b[i], in->c[i + 1]);
    else
      b[i] = NULL;
  }
  near = isfinite(near) ? near * (1 - 1e-9) : 0;
  const struct sp_rational *T = lp7_exact(&pool, near, m, alpha, s, b);
  double value = T ? sp_q_nearest(T) : INFINITY;
  sp_q_clear(&pool);
  return value;
}
