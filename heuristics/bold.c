/* bold: the bold strategy (Hagerup, J. Parallel and Distributed Computing 47(2), 1997).
 *
 *   a = 2 (sigma/mu)^2 ; b = 8 a ln(8a) ; c1 = h / (mu ln 2) ; c2 = sqrt(2 pi) c1 ; c3 = ln c2
 *   q = R/P ; q <= 1: 1
 *   r = max(R, tasks that are expected not to be computed) ; s0 = r/P
 *   v = q / (b + q) ; d = R / (1 + 1/ln q - v) ; d <= c2: s0
 *   s = a (ln d - c3) (1 + m / (rP)), m the tasks in chunks not ended ; w = ln(v ln q) + ln b
 *   chunk = min(s0 + s/2 - sqrt(s (s0 + s/4)) + max(0, c1 w), s0), to the nearest whole number
 *
 * A worker with a chunk of k tasks computes k / (k mu + h) tasks in a unit of time, as expected.
 * Where a is so small that b is not positive it is s0, as for tasks that do not differ. Cost: O(m)
 * a chunk.
 * Example: "c=1/4,1/4,1/2,1/2 w=2,2,4,4 latency=1/2 tasks=60 sizes=weibull(2,1):1 told=yes
 * overhead=1": makespan 64.8. */
#include "solve/loop/loop.h"

/* Tasks that are expected not to be computed by now; in *m those in chunks that have not ended. */
static double expected_rest(const struct loop *l, double *m)
{
  double rest = l->R;
  *m = 0;
  for (int j = 1; j <= l->m; j++) {
    const struct loop_measured *x = &l->measured[j];
    double k = x->running, time = k * l->mu + l->h;
    if (!(k > 0))
      continue;
    *m += k;
    rest += k - fmin(k, (l->now - x->since) * k / time);
  }
  return rest;
}

static double bold_chunk(struct loop *l, int worker)
{
  (void)worker;
  double ratio = l->sigma / l->mu, a = 2 * ratio * ratio, b = 8 * a * log(8 * a), m;
  double c1 = l->h / (l->mu * log(2)), c2 = sqrt(2 * M_PI) * c1, q = l->R / l->P;
  if (q <= 1)
    return 1;
  double r = fmax(l->R, expected_rest(l, &m)), s0 = r / l->P;
  if (!(b > 0))
    return round(s0);
  double v = q / (b + q), d = l->R / (1 + 1 / log(q) - v);
  if (d <= c2)
    return round(s0);
  double s = a * (log(d) - log(c2)) * (1 + m / (r * l->P)), w = log(v * log(q)) + log(b);
  return round(fmin(s0 + s / 2 - sqrt(s * (s0 + s / 4)) + fmax(0, c1 * w), s0));
}

LOOP_START(bold, sp_loop_start_told)

const struct sp_heuristic sp_heuristic_bold = {
    .name = "bold",
    .summary = "as few chunks as the deviation and the overhead allow",
    .source = "Hagerup 1997",
    LOOP_TECHNIQUE(bold),
};
