/* sljf: the last task first (Pineau, Robert, Vivien, Parallel Computing 34(3), 2008).
 *
 * Scheduling the last job first: it knows how many tasks there will be (known=yes), not when they
 * arrive, and chooses the worker of each task before the first one comes, from the last task
 * backwards: all should end together, at a date T, so the last task goes to the worker that can
 * begin it last. When all links are equal that is the worker that is left free longest, which does
 * not depend on c, and no schedule whatever the dates has a smaller makespan. Option links=yes
 * (SLJFWC) counts the links, of which one is used at a time, as well.
 *
 *   b_i = T ; port = T
 *   for k = N .. 1:   i = argmax b_i - w_i (links=yes: min(b_i - w_i, port) - c_i)
 *                     task k to worker i ; b_i = b_i - w_i ; port = min(b_i, port) - c_i
 *
 * A task is sent as soon as it has come and its worker has a free place. Workers that are down are
 * passed over, and what they lose is sent to them again. Cost: O(N m) at the start, O(1) a
 * decision.
 * Example: "c=1,1 w=3,7 release=0,1,5 known=yes": to 2, 1, 1, makespan 9, longest flow 8. */
#include "solve/bag/bag.h"

struct sljf_options {
  int links;
};

static const struct sp_option sljf_options[] = {
    {"links", SP_CHOICE, offsetof(struct sljf_options, links), "no", "no|yes", 0, 0,
     "count the links as well (SLJFWC)"},
    SP_OPTIONS_END};

struct targets {
  long n, first; /* those before `first` are sent */
  int *worker;   /* [0..n-1] of each task */
  long *ordinal; /* [0..n-1] of the task among those of its worker, from 1 */
};

/* The worker that can begin one more task last, if it is to end by `busy` and to leave the port by
 * `port`: their dates before the end T, which is 0. */
static int latest(const struct sp_instance *in, bool links, const double *busy, const double *cost,
                  double port)
{
  int best = 0;
  double most = -INFINITY;
  for (int i = 1; i <= in->m; i++) {
    double begins = busy[i] - in->w[i].v;
    double starts = links ? fmin(begins, port) - cost[i] : begins;
    if (starts > most) {
      most = starts;
      best = i;
    }
  }
  return best;
}

static int sljf_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                      void **state)
{
  bool links = ((const struct sljf_options *)options)->links;
  struct targets *t = *state = sp_new(cx, 1, struct targets);
  if (isinf(in->total.v))
    return sp_refuse(cx,
                     "it plans from the last task: give their number, known=yes if they arrive");
  if (sp_bag_served(cx, in, true))
    return -1;
  t->n = (long)in->total.v;
  t->worker = sp_new(cx, t->n, int);
  t->ordinal = sp_new(cx, t->n, long);
  double *busy = sp_new(cx, in->m + 1, double), *cost = sp_task_costs(cx, in), port = 0;
  long *sent = sp_new(cx, in->m + 1, long);
  for (long k = t->n - 1; k >= 0; k--) {
    int i = t->worker[k] = latest(in, links, busy, cost, port);
    busy[i] -= in->w[i].v;
    port = fmin(busy[i], port) - cost[i];
  }
  for (long k = 0; k < t->n; k++)
    t->ordinal[k] = ++sent[t->worker[k]];
  return 0;
}

static struct sp_decision sljf_next(const struct sp_view *view, const void *options, void *state)
{
  (void)options;
  struct targets *t = state;
  for (int n = 0; n < view->n_changed; n++) /* what a worker has lost is to be sent again */
    if (view->worker[view->changed[n]].room_at == INFINITY)
      t->first = 0;
  for (long k = t->first; k < t->n; k++) {
    const struct sp_worker_view *worker = &view->worker[t->worker[k]];
    bool sent = worker->assigned >= (double)t->ordinal[k];
    t->first += sent && k == t->first;
    if (!sent && worker->room_at < INFINITY)
      return (struct sp_decision){SP_SEND, t->worker[k], 1, 0};
  }
  return (struct sp_decision){SP_WAIT, 0, 0, INFINITY};
}

const struct sp_heuristic sp_heuristic_sljf = {
    .abi = SP_ABI,
    .name = "sljf",
    .summary = "the worker of each task chosen from the last one backwards",
    .source = "Pineau, Robert, Vivien 2008",
    .version = 1,
    .problems = SP_BAG,
    .options = sljf_options,
    .options_size = sizeof(struct sljf_options),
    .start = sljf_start,
    .next = sljf_next,
};
