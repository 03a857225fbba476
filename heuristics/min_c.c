/* min_c: the cheapest link among the workers that have room (RR-5196, Figure 7).
 *
 * The master has one port and many workers, so its port is what runs out. min_c never lets it wait
 * while a worker has room, and spends it on the cheapest link. Computing speeds matter only through
 * the places that fast workers free sooner. It decides on line, from the dates room_at_i at which
 * worker i can take one more task.
 *
 *   t = max(now, min_i room_at_i) ; i = argmin c_i over {room_at_i <= t} (ties: lowest index)
 *   send to i at t
 *
 * Erratum of the report: a place is free from the end of a computation, Idle - (b - 1) w; as
 * printed (Idle - b w) b + 1 tasks fit. Here room_at comes from the finish dates themselves. Cost:
 * O(log m) a decision: the dates room_at stand in a tree by rank of c, which answers "the first
 * rank that has room by t"; only lines that changed are looked at.
 * Example (Figure 8): c = 1,10, w = 2,20, b = 1,1, 2 tasks: makespan 31 (the optimum is 6). */
#include <starport/dates.h>
#include <starport/heap.h>

struct min_c {
  int *worker;             /* [rank] by (c + S, index) */
  int *rank;               /* [0..m] its inverse */
  struct sp_dates room_at; /* by rank; INFINITY: cannot compute */
};

static int start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                 void **state)
{
  (void)options;
  struct min_c *s = *state = sp_new(cx, 1, struct min_c);
  struct sp_heap by_c = sp_heap_new(cx, in->m + 1);
  for (int i = 1; i <= in->m; i++)
    sp_heap_set(&by_c, i, in->c[i].v + in->latency[i].v);
  s->worker = sp_new(cx, in->m, int);
  s->rank = sp_new(cx, in->m + 1, int);
  for (int rank = 0; rank < in->m; rank++) {
    int i = s->worker[rank] = sp_heap_top(&by_c);
    s->rank[i] = rank;
    sp_heap_remove(&by_c, i);
  }
  s->room_at = sp_dates_in(sp_new(cx, sp_dates_room(in->m), struct sp_date), in->m);
  return 0;
}

static struct sp_decision next(const struct sp_view *view, const void *options, void *state)
{
  (void)options;
  struct min_c *s = state;
  for (int k = 0; k < view->n_changed; k++) { /* at first: all */
    const struct sp_worker_view *worker = &view->worker[view->changed[k]];
    int rank = s->rank[view->changed[k]];
    bool had_room = sp_dates_get(&s->room_at, rank) <= view->now;
    if (worker->w < INFINITY && !(had_room && worker->room_at <= view->now))
      sp_dates_set(&s->room_at, rank, worker->room_at);
  }
  double least = sp_dates_least(&s->room_at), t = view->now > least ? view->now : least;
  return (struct sp_decision){SP_SEND, s->worker[sp_dates_due(&s->room_at, t)], 1, 0};
}

const struct sp_heuristic sp_heuristic_min_c = {
    .abi = SP_ABI,
    .name = "min_c",
    .summary = "the cheapest link among the workers that have room",
    .source = "RR-5196, Figure 7",
    .version = 1,
    .problems = SP_BAG,
    .start = start,
    .next = next,
};
