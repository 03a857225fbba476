/* The kernel of self-scheduling; see loop.h. Cost: O(log m) a chunk, and that of its formula. */
#include "solve/loop/loop.h"
#include "solve/bag/list.h"
#include "solve/divisible/cyclic.h"

int sp_loop_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                  void **state, loop_chunk *chunk)
{
  struct loop *l = *state = sp_new(cx, 1, struct loop);
  if (sp_divisible_on_line(cx, in))
    return -1;
  double w = 0, speed = 0, latency = 0;
  *l = (struct loop){.chunk = chunk,
                     .options = options,
                     .N = in->total.v,
                     .m = in->m,
                     .request = in->request.v,
                     .overhead = in->overhead.v,
                     .speed = sp_new(cx, in->m + 1, double),
                     .weight = sp_new(cx, in->m + 1, double),
                     .measured = sp_new(cx, in->m + 1, struct loop_measured),
                     .asks = sp_dates_in(sp_new(cx, sp_dates_room(in->m), int64_t), in->m)};
  for (int i = 1; i <= in->m; i++) {
    if (isinf(in->w[i].v))
      continue;
    l->P++;
    w += in->w[i].v;
    speed += 1 / in->w[i].v;
    latency += in->latency[i].v;
  }
  for (int i = 1; i <= in->m; i++) {
    l->speed[i] = isinf(in->w[i].v) ? 0 : 1 / in->w[i].v / (speed / l->P);
    l->weight[i] = 1;
    sp_dates_set(&l->asks, i - 1, INFINITY);
  }
  l->h = in->overhead.v + in->request.v + latency / l->P;
  l->mu = in->size_mean * (w / l->P);
  l->sigma = in->size_sd * (w / l->P);
  return 0;
}

int sp_loop_start_told(struct sp_context *cx, const struct sp_instance *in, const void *options,
                       void **state, loop_chunk *chunk)
{
  if (sp_loop_start(cx, in, options, state, chunk))
    return -1;
  const struct loop *l = *state;
  return isnan(l->mu) || isnan(l->sigma)
             ? sp_refuse(cx, "it needs the mean and the deviation of the sizes, expected told=yes")
             : 0;
}

/* The time of a task on worker i, as measured; 0: no chunk has ended there. The overheads of chunks
 * 1, 2, .. n weigh 1 + 2 + .. + n. */
static double pi_of(const struct loop *l, int i, double overhead)
{
  const struct loop_measured *x = &l->measured[i];
  double seconds = x->weighted_seconds + overhead * x->chunks * (x->chunks + 1) / 2;
  return x->chunks > 0 ? seconds / x->weighted_tasks : 0;
}

void sp_loop_weigh(struct loop *l, double overhead)
{
  double rates = 0, known = 0;
  for (int i = 1; i <= l->m; i++) {
    double pi = pi_of(l, i, overhead);
    known += pi > 0;
    rates += pi > 0 ? 1 / pi : 0;
  }
  for (int i = 1; i <= l->m && known > 0; i++) {
    double pi = pi_of(l, i, overhead);
    l->weight[i] = pi > 0 ? 1 / pi / (rates / known) : 1;
  }
}

/* What has been computed since the last question. */
static void measure(struct loop *l, const struct sp_view *view)
{
  for (int k = 0; k < view->n_ended; k++) {
    const struct sp_ended *e = &view->ended[k];
    struct loop_measured *x = &l->measured[e->worker];
    x->chunks++;
    x->tasks += e->amount;
    x->seconds += e->seconds;
    x->squares += e->squares;
    x->weighted_seconds += x->chunks * e->seconds;
    x->weighted_tasks += x->chunks * e->amount;
    x->running = 0;
  }
}

/* Who is idle and up asks; who is not does not. */
static void listen(struct loop *l, const struct sp_view *view)
{
  for (int k = 0; k < view->n_changed; k++) {
    int i = view->changed[k];
    const struct sp_worker_view *v = &view->worker[i];
    bool asks = v->held == 0 && v->room_at < INFINITY && l->speed[i] > 0;
    sp_dates_set(&l->asks, i - 1, asks ? v->idle_at + l->request : INFINITY);
  }
}

struct sp_decision sp_loop_next(const struct sp_view *view, const void *options, void *state)
{
  (void)options;
  struct loop *l = state;
  measure(l, view);
  listen(l, view);
  double first = sp_dates_least(&l->asks);
  if (first > view->now)
    return (struct sp_decision){.verb = SP_WAIT, .until = first};
  int i = sp_dates_first(&l->asks) + 1;
  l->now = view->now;
  l->R = view->remaining + (view->coming < INFINITY ? view->coming : 0);
  double chunk = floor(l->chunk(l, i));
  struct sp_decision send = sp_list_send_chunk(view, i, chunk >= 1 ? chunk : 1);
  l->chunks++;
  l->measured[i].running = send.amount;
  l->measured[i].since = view->now;
  return send;
}
