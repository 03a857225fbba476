/* The list heuristics of RR-5196: what they share, and their options; see list.h. */
#include "solve/bag/list.h"

const struct sp_option sp_list_options[] = {SP_LIST_PLACES(struct sp_list_options, places),
                                            SP_LIST_CHUNK(struct sp_list_options, chunk),
                                            SP_OPTIONS_END};

struct sp_decision sp_list_send_chunk(const struct sp_view *view, int worker, double tasks)
{
  struct sp_decision send = sp_list_send(worker);
  double most = fmin(view->remaining, (double)view->worker[worker].buffer);
  send.amount = fmin(tasks, most);
  return send;
}

/* For the keys k[1..m]; no worker is ripe before the first decision. */
static struct sp_list_ripe *ripe_new(struct sp_context *cx, int m, const double *k)
{
  struct sp_list_ripe *list = sp_new(cx, 1, struct sp_list_ripe);
  list->worker = sp_order(cx, m, k);
  list->rank = sp_new(cx, m + 1, int);
  for (int rank = 0; rank < m; rank++)
    list->rank[list->worker[rank]] = rank;
  list->room_at = sp_dates_in(sp_new(cx, sp_dates_room(m), int64_t), m);
  return list;
}

int sp_list_ripe_by_c(struct sp_context *cx, const struct sp_instance *in, const void *options,
                      void **state)
{
  (void)options;
  *state = ripe_new(cx, in->m, sp_task_costs(cx, in));
  return 0;
}

int sp_list_ripe_by_w(struct sp_context *cx, const struct sp_instance *in, const void *options,
                      void **state)
{
  (void)options;
  double *w = sp_new(cx, in->m + 1, double);
  for (int i = 1; i <= in->m; i++)
    w[i] = in->w[i].v;
  *state = ripe_new(cx, in->m, w);
  return 0;
}

struct sp_decision sp_list_ripe_next(const struct sp_view *view, const void *options, void *state)
{
  struct sp_list_ripe *list = state;
  const struct sp_list_options *o = options;
  int places = o->places;
  double now = view->now;
  for (int n = 0; n < view->n_changed; n++) { /* at first: all */
    const struct sp_worker_view *worker = &view->worker[view->changed[n]];
    int rank = list->rank[view->changed[n]];
    double free_at = sp_list_free_at(worker, places);
    bool had_room = sp_dates_get(&list->room_at, rank) <= now;
    if (!(had_room && free_at <= now))
      sp_dates_set(&list->room_at, rank, free_at);
  }
  int i = list->worker[sp_dates_due(&list->room_at, now)];
  return o->chunk > 1 ? sp_list_send_chunk(view, i, (double)o->chunk) : sp_list_send(i);
}
