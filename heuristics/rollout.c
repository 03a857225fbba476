/* rollout: min_c-deadline with each choice evaluated by completing the bag.
 *
 * The list rules and min_c-deadline ignore the effect of a choice on later tasks. Here, at each
 * decision of the best order known, every worker is tried as the next receiver, and the tasks left
 * are sent by the base rule: min_c, or mct, among the workers that can end one more task before the
 * best makespan known. An order that succeeds becomes the best known; the next decision is that of
 * the best order known (a fortified rollout). After all decisions it starts again with the better
 * target, until a whole pass gives no improvement. With a shorter target the base rule chooses
 * other workers, so one success often leads to others.
 *
 *   best = min_c-deadline ; repeat for k = 1..N, for each worker i:
 *     the first k-1 of the best order, then i, then the base rule by T < best ; keep if it succeeds
 *
 * Never worse than min_c-deadline, since it starts from its order. Source: starport; rollout after
 * Bertsekas, Tsitsiklis, Wu, Rollout algorithms for combinatorial optimization, 1997. Cost: O(N m)
 * an evaluation, 2 N m evaluations a pass over all decisions. If `evaluations`, or the 4*10^7 steps
 * that are allowed in all, do not suffice, only every k-th decision is tried. Refuses the instances
 * that min_c-deadline refuses.
 * Example (Figure 8): "c=1,10 w=2,20 buffer=1,1 tasks=20": makespan 60, the optimum; min_c-deadline
 * takes 71. */

#include "solve/bag/bag.h"

#include <string.h>

struct options {
  long evaluations;
};

static const double most_steps = 4e7;

struct rollout {
  struct sp_bag bag;
  struct sp_state now, then;
  int *order, *best; /* [0..N-1] workers: the order being tried, the best known */
  double makespan;   /* of the best */
  double left;       /* evaluations */
};

/* Completes the bag with task k for worker i; keeps the order if it is the best. */
static void complete(struct rollout *r, long k, int i, enum sp_bag_rule rule)
{
  struct sp_state *s = &r->then;
  r->left--;
  sp_state_copy(s, &r->now);
  r->order[k] = i;
  sp_state_send(s, 0, i, 1);
  double less = nextafter(r->makespan, 0);
  if (s->last > less || !sp_bag_complete(&r->bag, s, k + 1, rule, less, r->order))
    return;
  r->makespan = s->last;
  memcpy(r->best, r->order, (size_t)r->bag.N * sizeof *r->best);
}

/* Tries every worker at every stride-th decision. */
static void pass(struct rollout *r, long stride)
{
  sp_state_open(&r->now);
  for (long k = 0; k < r->bag.N; k++) {
    for (int i = 1; i <= r->bag.m && k % stride == 0; i++)
      for (int rule = 0; rule < SP_BAG_RULES && r->left > 0; rule++)
        if (r->now.worker[i].w < INFINITY)
          complete(r, k, i, (enum sp_bag_rule)rule);
    r->order[k] = r->best[k];
    sp_state_send(&r->now, 0, r->best[k], 1);
  }
}

static void improve(struct sp_context *cx, const struct sp_instance *in, double evaluations,
                    struct sp_schedule *out)
{
  struct rollout r = {.bag = sp_bag_new(cx, in)};
  double N = (double)r.bag.N, a_pass = SP_BAG_RULES * N * r.bag.m, before;
  r.now = sp_state_new(cx, in, in->total.v, 0);
  r.then = sp_state_new(cx, in, in->total.v, 0);
  r.order = sp_new(cx, N, int);
  r.best = sp_new(cx, N, int);
  for (long k = 0; k < r.bag.N; k++)
    r.best[k] = out->msg[k].to;
  r.makespan = out->planned;
  r.left = fmin(evaluations, ceil(most_steps / (N * r.bag.m)));
  long stride = (long)ceil(a_pass / fmax(1, r.left));
  do {
    before = r.makespan;
    pass(&r, stride > 0 ? stride : 1);
  } while (r.makespan < before && r.left > 0);
  for (long k = 0; k < r.bag.N; k++)
    out->msg[k].to = r.best[k];
}

static int rollout_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                        struct sp_schedule *out)
{
  const struct options *options = data;
  if (sp_plan_with(cx, "min_c-deadline", in, out) != 0)
    return -1;
  if (out->n > 0)
    improve(cx, in, (double)options->evaluations, out);
  out->planned = sp_makespan(in, out);
  return 0;
}

static const struct sp_option options[] = {{"evaluations", SP_INTEGER,
                                            offsetof(struct options, evaluations), "20000", NULL, 0,
                                            1e12, "most orders that are completed"},
                                           SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_rollout = {
    .abi = SP_ABI,
    .name = "rollout",
    .summary = "min_c-deadline, each choice evaluated by completing the bag",
    .source = "starport; after Bertsekas, Tsitsiklis, Wu 1997",
    .version = 1,
    .problems = SP_BAG,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = rollout_plan,
};
