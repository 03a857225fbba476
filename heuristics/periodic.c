/* periodic: the steady state of the platform, repeated k times.
 *
 * Without start-ups the best rates beta feed the workers in order of c, each as much as it can
 * compute, until the port has no time left. The load is divided into k periods. In each period
 * every worker gets the same share of it, beta/rho, and computes it while it receives the next one.
 * More periods let the first computation start earlier but cost more start-ups; k balances the two.
 * For large loads the ratio to the optimum tends to 1.
 *
 *   max rho = sum beta_i ; beta_i w_i <= 1, sum beta_i c_i <= 1          (fractional knapsack by c)
 *   a = W sum beta c/rho ; a' = W max beta w/rho ; b = sum of S_i where beta_i > 0
 *   T_p = max(a/k + b, a'/k) ; planned = (k + 1) T_p
 *   k in {1} and the floors and ceilings of sqrt(a/b) and (a' - a)/b: least (k + 1) T_p
 *
 * The engines start every message and every chunk as soon as possible, so the executed makespan is
 * at most `planned`. By a deadline the load is the greatest whose executed periodic schedule is in
 * time, by bisection. Without start-ups (b = 0) no k is the best: refused.
 *
 * Source: RR-6096, section 6.4 (PERIODIC), after Beaumont, Legrand, Robert. Erratum: the paper
 * prints sqrt(b/a) for sqrt(a/b), and uses k without rounding it to an integer. Cost: O(p log p)
 * and the messages.
 * Example: "c=4,2,4 w=35,18,6 latency=4,2,7 work=50": 1/35 + 1/18 + 1/6 = 79/315 units per unit of
 * time keep all three busy; k = 4, planned 45395/158 = 287.3, executed 44191/158 = 279.7. */
#include "solve/divisible/cyclic.h"

struct search {
  const struct sp_period *p;
  double deadline;
};

static bool early(void *data, double W, double k)
{
  const struct search *s = data;
  return sp_period_makespan(s->p, W, k) <= s->deadline;
}

static int periodic_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                         struct sp_schedule *out)
{
  (void)options;
  if (sp_divisible_served(cx, in, false))
    return -1;
  out->planned = 0;
  double W = in->total.v;
  if (W == 0)
    return 0;
  const struct sp_period *p = sp_period_new(cx, in);
  if (!p)
    return -1;
  struct search search = {p, in->deadline.v};
  if (in->deadline.v < INFINITY)
    W = in->deadline.v > p->b
            ? sp_period_bisect(p, fmin(W, p->rho * in->deadline.v), early, &search)
            : 0;
  if (W == 0)
    return 0;
  double k = sp_period_count(p, W);
  struct sp_division d;
  if (sp_period_divide(cx, p, k, &d))
    return -1;
  for (long j = 0; j < d.n; j++)
    d.chunk[j] = p->share[j % p->n] * W / k;
  sp_sequence_plan(cx, in, d.n, d.sequence, d.chunk, out);
  out->planned = (k + 1) * sp_period_length(p, W, k);
  return 0;
}

const struct sp_heuristic sp_heuristic_periodic = {
    .abi = SP_ABI,
    .name = "periodic",
    .summary = "the steady state, as many equal periods as balance start-ups and overlap",
    .source = "RR-6096, section 6.4 (PERIODIC)",
    .version = 1,
    .problems = SP_DIVISIBLE,
    .plan = periodic_plan,
};
