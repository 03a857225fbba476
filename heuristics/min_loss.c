/* min_loss: the least work lost by workers that wait while the port is busy (RR-5196, section 5).
 *
 * While the port serves worker i, until date e_i, the others may become idle: worker j computes
 * nothing between the end of its work and e_i, and loses (e_i - idle_j)/w_j tasks. min_loss sends
 * where the sum of these losses is least. As long as a worker can be reached before any is idle the
 * loss is 0, and ties decide. The report does not say whether worker i itself counts; here it does
 * unless self=no. Then the loss is one nondecreasing function of e_i, and no sum is needed.
 *
 *   e_i = max(room_at_i, t) + c_i ; loss_i = sum_j max(0, e_i - max(idle_j, t))/w_j
 *   i = argmin (loss_i, index); with tie=earliest argmin (loss_i, e_i, index)
 *   self=yes: the first with e_i <= min_j max(idle_j, t), else the first of least e_i
 *
 * Option places=paper: see min_c. Cost: O(m) a decision; with self=no O(m^2), and losses that
 * differ only by rounding are equal. Example (Figure 8): "c=1,10 w=2,20 buffer=1,1 tasks=2":
 * makespan 6, the optimum. */
#include "solve/bag/list.h"

struct options {
  int self, tie, places;
};
enum { SELF_YES, SELF_NO };
enum { TIE_INDEX, TIE_EARLIEST };

struct min_loss {
  double *e, *loss; /* [1..m] */
};

static int min_loss_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                          void **state)
{
  (void)options;
  struct min_loss *s = *state = sp_new(cx, 1, struct min_loss);
  s->e = sp_new(cx, in->m + 1, double);
  s->loss = sp_new(cx, in->m + 1, double);
  return 0;
}

/* The work that the other workers lose while the port serves worker i until e, INFINITY if it is
 * down. */
static double loss_of_others(const struct sp_view *view, int i, double e)
{
  double loss = 0;
  for (int j = 1; j <= view->m; j++) {
    double idle = fmax(view->worker[j].idle_at, view->now);
    if (j != i && view->worker[j].w < INFINITY && idle < e)
      loss += (e - idle) / view->worker[j].w;
  }
  return loss;
}

/* The worker of least loss of the others, and if `earliest` of least e among these. */
static int least_loss(struct min_loss *s, const struct sp_view *view, bool earliest)
{
  const double rounding = 1e-12;
  double least = INFINITY, speed = 0;
  int best = 0;
  for (int i = 1; i <= view->m; i++) {
    const struct sp_worker_view *worker = &view->worker[i];
    s->loss[i] = worker->w < INFINITY ? loss_of_others(view, i, s->e[i]) : INFINITY;
    least = fmin(least, s->loss[i]);
    speed += 1 / worker->w;
  }
  for (int i = 1; i <= view->m; i++) {
    double slack = least > 0 ? rounding * (s->e[i] - view->now) * speed : 0;
    if (view->worker[i].w < INFINITY && s->loss[i] <= least + slack &&
        (best == 0 || (earliest && s->e[i] < s->e[best])))
      best = i;
  }
  return best;
}

static struct sp_decision min_loss_next(const struct sp_view *view, const void *options,
                                        void *state)
{
  const struct options *o = options;
  struct min_loss *s = state;
  double least = INFINITY, idle = INFINITY; /* of e_i, of max(idle_i, t) */
  for (int i = 1; i <= view->m; i++) {
    const struct sp_worker_view *worker = &view->worker[i];
    double free_at = sp_state_later(sp_list_free_at(worker, o->places), view->now);
    s->e[i] = free_at + (worker->latency + worker->c);
    least = s->e[i] < least ? s->e[i] : least;
    if (worker->w < INFINITY && worker->idle_at < idle)
      idle = sp_state_later(worker->idle_at, view->now);
  }
  if (o->self == SELF_NO)
    return sp_list_send(least_loss(s, view, o->tie == TIE_EARLIEST));
  double enough = o->tie == TIE_INDEX && idle > least ? idle : least;
  int first = 1;
  while (s->e[first] > enough)
    first++;
  return sp_list_send(first);
}

static const struct sp_option options[] = {
    {"self", SP_CHOICE, offsetof(struct options, self), "yes", "yes|no", 0, 0,
     "does the loss of the served worker itself count?"},
    {"tie", SP_CHOICE, offsetof(struct options, tie), "index", "index|earliest", 0, 0,
     "equal losses: the lowest index, or the one reached first"},
    SP_LIST_PLACES(struct options, places),
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_min_loss = {
    .abi = SP_ABI,
    .name = "min_loss",
    .summary = "the worker whose transfer costs the waiting workers the least work",
    .source = "RR-5196, section 5",
    .version = 1,
    .problems = SP_BAG,
    .options = options,
    .options_size = sizeof(struct options),
    .start = min_loss_start,
    .next = min_loss_next,
};
