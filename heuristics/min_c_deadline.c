/* min_c-deadline: min_c among the workers that can still end in time.
 *
 * min_c looks at the links alone: it sends a task over a cheap link to a slow worker that ends it
 * long after all others. Here a worker that cannot end one more task by a target makespan T is no
 * candidate. The least T for which N tasks can be sent is searched by bisection, between the
 * optimum without memory limits and the makespan of min_c. With more time such a rule may do worse,
 * so the result is the best of the targets tried; it is never worse than min_c.
 *
 *   probe(T), link = 0, idle_i = 0, a_i the date from which worker i can take one more task:
 *     repeat N times: candidates: max(max(a_i, link) + c_i, idle_i) + w_i <= T
 *                     t = max(link, min a_i over the candidates)
 *                     i = argmin c_i over the candidates with a_i <= t that can end one more task
 *                         sent at t by T (ties: lowest index) ; send to i at t
 *     fails if there is none ; T = infinity: min_c itself
 *
 * `planned` is the executed makespan: engines send a task as soon as there is a place, which is at
 * t. Cost: O((N + m) log m) a probe; some 20 probes, fewer for more than 10^6 tasks. Refused with
 * several emissions at once, and if the instance has a deadline. Example (Figure 8): "c=1,10 w=2,20
 * buffer=1,1 tasks=20": makespan 71; min_c takes 91 and the optimum is 60. On 10 workers with c in
 * [5,50], w in [50,1000], 40 tasks, b = 2 the throughput rises from 0.55 to 0.82 of rho*. */
#include "solve/bag/bag.h"

struct search {
  struct sp_bag bag;
  struct sp_state state;
  int *order; /* [k] worker of task k */
};

/* Replaces *out by the order in which all tasks end by T, if it ends before; false if it does not.
 */
static bool improves(struct search *s, double T, struct sp_schedule *out)
{
  sp_state_open(&s->state);
  if (!sp_bag_complete(&s->bag, &s->state, 0, SP_CHEAPEST_LINK, T, s->order) ||
      s->state.last >= out->planned)
    return false;
  sp_schedule_clear(out);
  for (long k = 0; k < s->bag.N; k++)
    sp_schedule_add(out, 0, s->order[k], 1, -1);
  out->planned = s->state.last;
  return true;
}

/* The most tasks that the bisection sends. */
static const double most_sent = 3e7;

/* Halves (fails, out->planned) until it is 2^-20 of the makespan. A finer search would not be more
 * certain, since a target may fail between two that succeed. */
static void bisect(struct search *s, double fails, struct sp_schedule *out)
{
  double sent = 0, N = (double)s->bag.N;
  for (; out->planned - fails > 0x1p-20 * out->planned && sent <= most_sent - N; sent += N) {
    double T = fails + (out->planned - fails) / 2;
    if (!improves(s, T, out))
      fails = T;
  }
}

static int min_c_deadline_plan(struct sp_context *cx, const struct sp_instance *in,
                               const void *options, struct sp_schedule *out)
{
  (void)options;
  if (sp_bag_served(cx, in, false))
    return -1;
  double unbounded = sp_unbounded_optimum(cx, in, NULL);
  struct search s = {.bag = sp_bag_new(cx, in)};
  s.state = sp_state_new(cx, in, in->total.v, 0);
  s.order = sp_new(cx, s.bag.N, int);
  out->planned = INFINITY;
  improves(&s, INFINITY, out);
  improves(&s, unbounded, out);
  bisect(&s, unbounded, out);
  return 0;
}

const struct sp_heuristic sp_heuristic_min_c_deadline = {
    .abi = SP_ABI,
    .name = "min_c-deadline",
    .summary = "min_c among the workers that end in time; bisection on the makespan",
    .source = "starport; after RR-5196, Figure 7",
    .version = 2,
    .problems = SP_BAG,
    .plan = min_c_deadline_plan,
};
