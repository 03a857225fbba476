/* The list heuristics of RR-5196: their structures, their refusals and options, and the losses of
 * min_loss:self=no; see starport/list.h. */
#include <starport/heap.h>
#include <starport/list.h>

const struct sp_option sp_list_options[] = {SP_LIST_PLACES(struct sp_list_options, places),
                                            SP_OPTIONS_END};

struct sp_list_ripe *sp_list_ripe_new(struct sp_context *cx, int m, const double *k)
{
  struct sp_list_ripe *list = sp_new(cx, 1, struct sp_list_ripe);
  list->worker = sp_order(cx, m, k);
  list->rank = sp_new(cx, m + 1, int);
  for (int rank = 0; rank < m; rank++)
    list->rank[list->worker[rank]] = rank;
  list->room_at = sp_dates_in(sp_new(cx, sp_dates_room(m), struct sp_date), m);
  return list;
}

struct sp_decision sp_list_ripe_next(const struct sp_view *view, const void *options, void *state)
{
  struct sp_list_ripe *list = state;
  int places = ((const struct sp_list_options *)options)->places;
  double now = view->now;
  for (int n = 0; n < view->n_changed; n++) { /* at first: all */
    const struct sp_worker_view *worker = &view->worker[view->changed[n]];
    int rank = list->rank[view->changed[n]];
    double room_at = sp_list_room(worker, places);
    bool had_room = sp_dates_get(&list->room_at, rank) <= now;
    if (worker->w < INFINITY && !(had_room && room_at <= now))
      sp_dates_set(&list->room_at, rank, room_at);
  }
  double least = sp_dates_least(&list->room_at), t = now > least ? now : least;
  return sp_list_send(list->worker[sp_dates_due(&list->room_at, t)]);
}

struct sp_list_earliest *sp_list_earliest_new(struct sp_context *cx, int m, double *k)
{
  struct sp_list_earliest *list = sp_new(cx, 1, struct sp_list_earliest);
  size_t nodes = sp_dates_room(m);
  *list = (struct sp_list_earliest){nodes / 2, sp_new(cx, nodes, struct sp_list_node), k};
  const struct sp_date none = {sp_date_bits(INFINITY), 1};
  for (size_t p = 0; p < nodes; p++)
    list->node[p] = (struct sp_list_node){none, none, none};
  return list;
}

struct sp_list_loss *sp_list_loss_new(struct sp_context *cx, const struct sp_instance *in)
{
  struct sp_list_loss *loss = sp_new(cx, 1, struct sp_list_loss);
  *loss = (struct sp_list_loss){.by_idle = sp_new(cx, in->m, int),
                                .idle = sp_new(cx, in->m + 1, double),
                                .speed = sp_new(cx, in->m + 1, double),
                                .started = sp_new(cx, in->m + 1, double),
                                .loss = sp_new(cx, in->m + 1, double)};
  for (int i = 1; i <= in->m; i++)
    if (in->w[i].v < INFINITY)
      loss->by_idle[loss->n++] = i;
  return loss;
}

static bool before(const struct sp_list_loss *loss, int i, int j)
{
  double idle = loss->idle[i], other = loss->idle[j];
  return idle < other || (idle == other && i < j);
}

/* Moves worker i to its new place in the order. */
static void move(struct sp_list_loss *loss, int i, double idle)
{
  int *order = loss->by_idle, k = 0;
  while (order[k] != i)
    k++;
  loss->idle[i] = idle;
  for (; k + 1 < loss->n && before(loss, order[k + 1], i); k++)
    order[k] = order[k + 1];
  for (; k > 0 && before(loss, i, order[k - 1]); k--)
    order[k] = order[k - 1];
  order[k] = i;
}

/* Takes over the changes of the view. */
static void update(struct sp_list_loss *loss, const struct sp_view *view)
{
  for (int n = 0; n < view->n_changed; n++) {
    int i = view->changed[n];
    const struct sp_worker_view *worker = &view->worker[i];
    if (worker->w < INFINITY && worker->idle_at != loss->idle[i])
      move(loss, i, worker->idle_at);
  }
  for (int k = 0; k < loss->n; k++) { /* counted from now, so that little cancels */
    int j = loss->by_idle[k];
    double w = view->worker[j].w, f = loss->idle[j] > view->now ? loss->idle[j] - view->now : 0;
    loss->speed[k + 1] = loss->speed[k] + 1 / w;
    loss->started[k + 1] = loss->started[k] + f / w;
  }
}

/* loss_i, if worker i would be reached at date e. */
static double loss_of(const struct sp_list_loss *loss, const struct sp_view *view, int i, double e)
{
  int least = 0, most = loss->n; /* how many have f_j < e: between these */
  while (least < most) {
    int k = (least + most) / 2;
    double idle = loss->idle[loss->by_idle[k]];
    if ((idle > view->now ? idle : view->now) < e)
      least = k + 1;
    else
      most = k;
  }
  double own = loss->idle[i] > view->now ? loss->idle[i] : view->now;
  bool counted = own < e;
  if (least == (counted ? 1 : 0))
    return 0;
  double sum = (e - view->now) * loss->speed[least] - loss->started[least];
  return counted ? sum - (e - own) / view->worker[i].w : sum;
}

static double reached_at(const struct sp_view *view, int places, int i)
{
  const struct sp_worker_view *worker = &view->worker[i];
  double room = sp_list_room(worker, places);
  return (room > view->now ? room : view->now) + (worker->c + worker->latency);
}

int sp_list_loss_first(struct sp_list_loss *loss, const struct sp_view *view, int places,
                       bool earliest)
{
  const double rounding = 1e-12;
  double least = INFINITY, best_e = 0;
  int best = 0;
  update(loss, view);
  for (int k = 0; k < loss->n; k++) {
    int i = loss->by_idle[k];
    loss->loss[i] = loss_of(loss, view, i, reached_at(view, places, i));
    least = loss->loss[i] < least ? loss->loss[i] : least;
  }
  for (int i = 1; i <= view->m; i++) {
    double e = reached_at(view, places, i);
    double slack = least > 0 ? rounding * (e - view->now) * loss->speed[loss->n] : 0;
    if (view->worker[i].w < INFINITY && loss->loss[i] <= least + slack &&
        (best == 0 || (earliest && e < best_e))) {
      best = i;
      best_e = e;
    }
  }
  return best;
}
