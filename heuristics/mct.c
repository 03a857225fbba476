/* mct: minimum completion time (RR-5196, section 5).
 *
 * Each task goes to the worker that would end it first, counting the wait for a place, the
 * transfer, the tasks already there, the computation and, if results return, that of its result.
 * Unlike min_c it may wait for a busy worker, with the port occupied, if that is sooner than an
 * idle but slow one. Each task is served as if it were the last, so the delay of later tasks is
 * ignored: with many tasks and the port as the bottleneck it is clearly worse than min_c. It is
 * good for few tasks, and it is the classical list rule of heterogeneous scheduling.
 *
 *   i = argmin max(max(room_at_i, t) + c_i, idle_i) + w_i + d_i over all workers (ties: lowest
 *       index), d_i = 0 or the time of the result, as if it found the port of reception free
 *   send to i at max(room_at_i, t)
 *
 * It is evaluated as max(s_i, t) + k_i with s_i = max(room_at_i, idle_i - c_i), k_i = c_i + w_i
 * + d_i, the same on paper. With chunk=K all times are those of K tasks. Option places=paper: see
 * min_c. Cost: O(m) a decision.
 * Example (Figure 8): "c=1,10 w=2,20 buffer=1,1 tasks=2": both to worker 1, makespan 6, the
 * optimum. */
#include "solve/bag/list.h"

static int mct_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                     void **state)
{
  double n = (double)((const struct sp_list_options *)options)->chunk;
  double *k = sp_task_costs(cx, in), *d = sp_result_costs(cx, in);
  for (int i = 1; i <= in->m; i++)
    k[i] += n * in->w[i].v + d[i] + (n - 1) * (in->c[i].v + in->result[i].v);
  *state = k;
  return 0;
}

static struct sp_decision mct_next(const struct sp_view *view, const void *options, void *state)
{
  const struct sp_list_options *o = options;
  const double *k = state;
  double now = view->now, least = INFINITY; /* of s_i + k_i with s_i > t */
  int ripe = 0, late = 1;                   /* the best with s_i <= t and with s_i > t */
  for (int i = 1; i <= view->m; i++) {
    const struct sp_worker_view *worker = &view->worker[i];
    double s = worker->idle_at - ((double)o->chunk * worker->c + worker->latency);
    s = sp_state_later(s, sp_list_free_at(worker, o->places));
    if (s <= now && (ripe == 0 || k[i] < k[ripe]))
      ripe = i;
    if (s > now && s + k[i] < least) {
      least = s + k[i];
      late = i;
    }
  }
  double end = now + k[ripe];
  bool at_once = ripe > 0 && (end < least || (end == least && ripe < late));
  return sp_list_send_chunk(view, at_once ? ripe : late, (double)o->chunk);
}

const struct sp_heuristic sp_heuristic_mct = {
    .abi = SP_ABI,
    .name = "mct",
    .summary = "the worker that ends the task first, waiting for it if need be",
    .source = "RR-5196, section 5",
    .version = 1,
    .problems = SP_BAG,
    .options = sp_list_options,
    .options_size = sizeof(struct sp_list_options),
    .start = mct_start,
    .next = mct_next,
};
