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
 *
 * Why it bounds the makespan M of tasks: let delta_i be the tasks that left worker i less those
 * that came. All its messages in one direction follow each other on its link, so |delta_i| c_i <=
 * M; it computed alpha_i - delta_i <= M/w_i. Latencies only add to c_i and are left out. */
#include "solve/network/lp7.h"
#include "base/memory.h"

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

/* The zero of g. */
static double zero(const struct piece *piece, int m)
{
  double alpha = 0, slope = 0;
  for (int i = 0; i < m; i++) {
    alpha += piece[i].alpha;
    slope += piece[i].s;
  }
  if (alpha == 0)
    return 0;
  for (int i = 0; i < m && piece[i].end * slope < alpha; i++) {
    alpha -= piece[i].alpha;
    slope += piece[i].b - piece[i].s;
  }
  return alpha > 0 ? alpha / slope : 0;
}

double lp7(const struct sp_instance *in)
{
  int m = in->m;
  struct piece *piece = sp_xcalloc((size_t)m, sizeof *piece);
  double T = 0;
  for (int i = 0; i < m; i++) {
    double alpha = in->load[i + 1].v, s = 1 / in->w[i + 1].v, b = 1 / in->c[i + 1].v;
    piece[i] = (struct piece){s > b ? alpha / (s - b) : INFINITY, alpha, s, b, i};
    if (alpha > 0)
      T = fmax(T, alpha / (s + b));
  }
  qsort(piece, (size_t)m, sizeof *piece, by_end);
  T = fmax(T, zero(piece, m));
  free(piece);
  return T;
}
