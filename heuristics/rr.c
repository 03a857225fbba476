/* rr: the workers in turn (Pineau, Robert, Vivien, Parallel Computing 34(3), 2008).
 *
 * Round robin: the k-th task goes to the next worker of a fixed order, which it then begins again.
 * The order is that of c + w (RR), of c (RRC) or of w (RRP): option order=sum, c, w. All workers
 * get as many tasks, the slowest, too, so it is good on nearly equal workers alone. If the worker
 * whose turn it is has no free place the port waits for it; workers that are down have no turn.
 *
 *   worker 1, 2, .. m, 1, 2, .. in the order of the key (ties: lowest index)
 *
 * Cost: O(1) a decision.
 * Example: "c=1,1 w=3,7 release=0,1,5": to 1, 2, 1, as srpt, makespan 9. */
#include "solve/bag/bag.h"

enum { BY_SUM, BY_C, BY_W };

struct rr_options {
  int order;
};

static const struct sp_option rr_options[] = {{"order", SP_CHOICE,
                                               offsetof(struct rr_options, order), "sum", "sum|c|w",
                                               0, 0, "the workers take turns by c + w, c or w"},
                                              SP_OPTIONS_END};

struct turns {
  int n, next;
  int *worker; /* [0..n-1] those that compute */
};

static int rr_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                    void **state)
{
  int order = ((const struct rr_options *)options)->order;
  struct turns *turns = *state = sp_new(cx, 1, struct turns);
  double *key = sp_task_costs(cx, in);
  for (int i = 1; i <= in->m; i++)
    key[i] =
        (order == BY_W ? 0 : key[i]) + (order == BY_C && isfinite(in->w[i].v) ? 0 : in->w[i].v);
  turns->worker = sp_order(cx, in->m, key);
  while (turns->n < in->m && isfinite(key[turns->worker[turns->n]]))
    turns->n++;
  return turns->n > 0 ? 0 : sp_refuse(cx, "no worker can compute (w = inf everywhere)");
}

static struct sp_decision rr_next(const struct sp_view *view, const void *options, void *state)
{
  (void)options;
  struct turns *turns = state;
  for (int tried = 0; tried < turns->n; tried++) {
    int i = turns->worker[turns->next];
    turns->next = (turns->next + 1) % turns->n;
    if (view->worker[i].room_at < INFINITY)
      return (struct sp_decision){SP_SEND, i, 1, 0};
  }
  return (struct sp_decision){SP_WAIT, 0, 0, INFINITY};
}

const struct sp_heuristic sp_heuristic_rr = {
    .abi = SP_ABI,
    .name = "rr",
    .summary = "the workers take turns, by c + w, c or w",
    .source = "Pineau, Robert, Vivien 2008",
    .version = 1,
    .problems = SP_BAG,
    .options = rr_options,
    .options_size = sizeof(struct rr_options),
    .start = rr_start,
    .next = rr_next,
};
