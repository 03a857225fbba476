/* 1d: the steady state, unrolled as one stream of tasks (RR-5196, section 5 and Figure 9).
 *
 * The best steady state of the star is known (sp_rates): worker i should get alpha_i tasks
 * per unit of time, and workers with expensive links none. 1d sends the tasks in the order that
 * spreads these rates most evenly, by the one-dimensional load balancing of its name: the next task
 * goes to the worker that is most behind its share. It ignores dates: if the target has no free
 * place the port waits for it; workers that are down have no turn. So it is best with many places,
 * and wastes time with one place a worker.
 *
 *   i = argmin (n_i + 1)/alpha_i over alpha_i > 0 (ties: lowest index), n_i sent so far
 *   send to i as soon as it has a free place
 *
 * The report does not give the key of the worker that gets the port time left: 1/alpha_i is right,
 * w_i much worse. Cost: O(m) a decision.
 * Example (Figure 9): w = 1/8, 1/5, 1/3, all fed: 1 2 1 3 1 2 1 2 1 3 1 2 1 1 2 3, and again.
 * Example (Figure 8): "c=1,10 w=2,20 buffer=1,1 tasks=20": makespan 65 (the optimum is 60). */
#include "solve/bag/list.h"

struct options {
  long chunk;
};

struct stream {
  double *num, *den; /* [0..m] 1/alpha_i */
  double *n, *key;   /* [0..m] tasks sent; (n + 1)/alpha */
};

static void add_tasks(struct stream *s, int i, double tasks)
{
  s->n[i] += tasks;
  s->key[i] = s->den[i] > 0 ? (s->n[i] + 1) * s->num[i] / s->den[i] : INFINITY;
}

static int one_d_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                       void **state)
{
  (void)options;
  struct stream *s = *state = sp_new(cx, 1, struct stream);
  s->num = sp_new(cx, in->m + 1, double);
  s->den = sp_new(cx, in->m + 1, double);
  s->n = sp_new(cx, in->m + 1, double);
  s->key = sp_new(cx, in->m + 1, double);
  sp_steady_intervals(cx, in, s->num, s->den);
  for (int i = 1; i <= in->m; i++)
    add_tasks(s, i, 0);
  return 0;
}

static struct sp_decision one_d_next(const struct sp_view *view, const void *options, void *state)
{
  long chunk = ((const struct options *)options)->chunk;
  struct stream *s = state;
  double least = INFINITY;
  int first = 1;
  for (int i = 1; i <= view->m; i++)
    if (s->key[i] < least && view->worker[i].room_at < INFINITY) {
      least = s->key[i];
      first = i;
    }
  struct sp_decision send = sp_list_send_chunk(view, first, (double)chunk);
  add_tasks(s, first, send.amount);
  return send;
}

static const struct sp_option options_of_1d[] = {SP_LIST_CHUNK(struct options, chunk),
                                                 SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_1d = {
    .abi = SP_ABI,
    .name = "1d",
    .summary = "the steady state's rates as one evenly spread stream",
    .source = "RR-5196, section 5",
    .version = 1,
    .problems = SP_BAG,
    .options = options_of_1d,
    .options_size = sizeof(struct options),
    .start = one_d_start,
    .next = one_d_next,
};
