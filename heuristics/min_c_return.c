/* min_c-return: min_c, which also decides which result the master receives next.
 *
 * Results that wait at several workers compete for the reception port. Unless asked, the engines
 * take the one that was computed first. With hold=result a result keeps its place until it has
 * left: then long results that come in turn with short ones hold up the workers that could go on.
 * The port that receives is served like the one that sends, by what costs it least:
 *
 *   order=short   the shortest result, S_i + d_i (default)
 *   order=cheap   the cheapest link, S_i + c_i, which min_c would serve next
 *   order=idle    the worker whose work is done first, idle_at
 *   ties: lowest index
 *
 * Tasks are sent as by min_c. Cost: O(m) a result.
 * Example: "c=1,2,3 w=3,4,5 result=3,1,2 buffer=2 hold=result tasks=30": makespan 64; min_c takes
 * 67, and the bound is 58. */
#include "solve/bag/list.h"

enum order { BY_SHORT, BY_CHEAP, BY_IDLE };

struct options {
  struct sp_list_options list;
  int order;
};

/* The less, the earlier the result of the worker comes. */
static double key_of(const struct sp_worker_view *worker, int order)
{
  return order == BY_SHORT   ? worker->latency + worker->result
         : order == BY_CHEAP ? worker->latency + worker->c
                             : worker->idle_at;
}

static struct sp_decision min_c_return_next(const struct sp_view *view, const void *options,
                                            void *state)
{
  const struct options *o = options;
  int best = 0;
  if (view->port == SP_OUT)
    return sp_list_ripe_next(view, &o->list, state);
  for (int i = 1; i <= view->m; i++)
    if (view->worker[i].movable > 0 &&
        (best == 0 || key_of(&view->worker[i], o->order) < key_of(&view->worker[best], o->order)))
      best = i;
  return sp_list_send(best);
}

static const struct sp_option options[] = {
    SP_LIST_PLACES(struct options, list.places),
    SP_LIST_CHUNK(struct options, list.chunk),
    {"order", SP_CHOICE, offsetof(struct options, order), "short", "short|cheap|idle", 0, 0,
     "which result comes next: the shortest, of the cheapest link, of the worker idle first"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_min_c_return = {
    .abi = SP_ABI,
    .name = "min_c-return",
    .summary = "min_c, and of the results that wait the shortest comes first",
    .source = "starport",
    .version = 1,
    .problems = SP_BAG,
    .options = options,
    .options_size = sizeof(struct options),
    .start = sp_list_ripe_by_c,
    .next = min_c_return_next,
    .returns = true,
};
