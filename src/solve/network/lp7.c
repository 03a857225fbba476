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
 * <= 0. Each term falls in T; it follows alpha_i - T s_i until T_i = alpha_i/(s_i - b_i) (never, if
 * s_i <= b_i), then -T b_i. So g is piecewise linear, and its zero follows from a scan of its
 * breakpoints in increasing order.
 * Doubles choose the pieces, rationals compute the zero of up to SP_Q_MOST_TERMS workers. Any
 * choice of pieces is at most g, so its zero is a lower bound.
 *
 * Why it bounds the makespan M of tasks: let delta_i be the tasks that left worker i less those
 * that came. All its messages in one direction follow each other on its link, so |delta_i| c_i <=
 * M; it computed alpha_i - delta_i <= M/w_i. Latencies only add to c_i and are left out. */
#include "solve/network/lp7.h"
#include "base/memory.h"
#include "solve/lp/rational.h"

#include <math.h>
#include <stdlib.h>

struct piece {
  double end; /* T_i */
  double alpha, s, b;
  int worker;
};

static int by_end(const void *a, const void *b)
{
  const struct piece *x = a, *y = b;
  int order = (x->end > y->end) - (x->end < y->end);
  return order ? order : x->worker - y->worker;
}

/* The zero of g in doubles; *n: so many of the first pieces follow -T b_i there. */
static double zero(const struct piece *piece, int m, int *n)
{
  double alpha = 0, slope = 0;
  for (int i = 0; i < m; i++) {
    alpha += piece[i].alpha;
    slope += piece[i].s;
  }
  for (*n = 0; alpha > 0 && *n < m && piece[*n].end * slope < alpha; ++*n) {
    alpha -= piece[*n].alpha;
    slope += piece[*n].b - piece[*n].s;
  }
  return alpha > 0 ? alpha / slope : 0;
}

/* ---- In rationals. */

static double ratio(const struct sp_rational *alpha, const struct sp_rational *slope)
{
  struct sp_q_pool pool = {0};
  if (sp_q_sign(alpha) <= 0)
    return 0;
  double T = sp_q_sign(slope) > 0 ? sp_q_nearest(sp_q_of(&pool, alpha, '/', slope)) : INFINITY;
  sp_q_clear(&pool);
  return T;
}

/* 1/x, of infinity 0. */
static struct sp_rational *inverse(struct sp_q_pool *pool, struct sp_num x)
{
  return isinf(x.v) ? sp_q_int(pool, 0) : sp_q_of(pool, sp_q_int(pool, 1), '/', sp_q_new(pool, x));
}

/* The zero of g, of which the first n pieces follow -T b_i. */
static double exact_zero(const struct sp_instance *in, const struct piece *piece, int n)
{
  struct sp_q_pool pool = {0};
  struct sp_rational *alpha = sp_q_int(&pool, 0), *slope = sp_q_int(&pool, 0);
  for (int k = 0; k < in->m; k++) {
    int i = piece[k].worker;
    if (k >= n)
      sp_q_add(alpha, sp_q_new(&pool, in->load[i]));
    sp_q_add(slope, inverse(&pool, k < n ? in->c[i] : in->w[i]));
  }
  double T = ratio(alpha, slope);
  sp_q_clear(&pool);
  return T;
}

/* The least T with T (s_i + b_i) >= alpha_i. */
static double exact_alone(const struct sp_instance *in, int i)
{
  struct sp_q_pool pool = {0};
  if (in->c[i].v == 0)
    return 0;
  struct sp_rational *slope = inverse(&pool, in->w[i]);
  sp_q_add(slope, inverse(&pool, in->c[i]));
  double T = ratio(sp_q_new(&pool, in->load[i]), slope);
  sp_q_clear(&pool);
  return T;
}

double lp7(const struct sp_instance *in)
{
  int m = in->m, last = 1, n; /* last: the worker that needs most by itself */
  struct piece *piece = sp_xcalloc((size_t)m, sizeof *piece);
  double alone = 0;
  for (int i = 1; i <= m; i++) {
    double alpha = in->load[i].v, s = 1 / in->w[i].v, b = 1 / in->c[i].v;
    piece[i - 1] = (struct piece){s > b ? alpha / (s - b) : INFINITY, alpha, s, b, i};
    if (alpha / (s + b) > alone) {
      alone = alpha / (s + b);
      last = i;
    }
  }
  qsort(piece, (size_t)m, sizeof *piece, by_end);
  double T = fmax(alone, zero(piece, m, &n));
  if (m <= SP_Q_MOST_TERMS)
    T = fmax(exact_alone(in, last), exact_zero(in, piece, n));
  free(piece);
  return T;
}
