/* The programme of one round whose results return, and its plan: see round.h. */
#include "solve/returns/round.h"
#include "model/instance.h"
#include "solve/divisible/cyclic.h"
#include "solve/lp/packing.h"

#include <string.h>

const struct sp_round *sp_round_new(struct sp_context *cx, const struct sp_instance *in)
{
  struct sp_round *r = sp_new(cx, 1, struct sp_round);
  if (sp_divisible_served(cx, in, false))
    return NULL;
  if (sp_has_results(in) && in->platform.node[0].ports.recv != 1) {
    sp_refuse(cx, "it plans for a master that receives one result at a time");
    return NULL;
  }
  *r = (struct sp_round){.in = in,
                         .by_deadline = in->deadline.v < INFINITY,
                         .half = !in->platform.node[0].ports.recv_send && sp_has_results(in),
                         .W = in->total.v,
                         .T = in->deadline.v,
                         .worker = sp_new(cx, in->m, int)};
  r->p = sp_order_workers(cx, in, in->c, NULL, r->worker);
  for (int k = 0; k < r->p; k++)
    r->start_ups |= in->latency[r->worker[k]].v > 0;
  return r;
}

struct sp_orders sp_orders_new(struct sp_context *cx, const struct sp_round *r)
{
  return (struct sp_orders){.send = sp_new(cx, r->p, int), .back = sp_new(cx, r->p, int)};
}

void sp_orders_copy(struct sp_orders *to, const struct sp_orders *from)
{
  memcpy(to->send, from->send, (size_t)from->n * sizeof(int));
  memcpy(to->back, from->back, (size_t)from->n_back * sizeof(int));
  to->n = from->n;
  to->n_back = from->n_back;
  to->gain = from->gain;
}

void sp_orders_tie(const struct sp_round *r, enum sp_tie tie, struct sp_orders *o)
{
  o->n_back = 0;
  for (int k = 0; k < o->n; k++) {
    int i = o->send[tie == SP_TIE_LIFO ? o->n - 1 - k : k];
    if (sp_returns(r->in, i))
      o->back[o->n_back++] = i;
  }
}

struct sp_round_lp sp_round_lp_new(struct sp_context *cx, const struct sp_round *r)
{
  struct sp_round_lp l = {.round = r,
                          .member = sp_new(cx, r->p, int),
                          .send_rank = sp_new(cx, r->in->m + 1, int),
                          .back_rank = sp_new(cx, r->in->m + 1, int),
                          .lp = sp_new(cx, 1, struct sp_packing)};
  *l.lp = sp_packing_new(cx, r->p + 1, r->p);
  return l;
}

/* Adds the start-ups of a row: to its entries, or taken from its limit. False: no time is left. */
static bool close_row(struct sp_round_lp *l, int row, double start_ups)
{
  const struct sp_round *r = l->round;
  double *a = l->lp->a + row * l->n;
  if (r->by_deadline) {
    l->lp->limit[row] = r->T - start_ups;
    return start_ups <= r->T;
  }
  l->lp->limit[row] = 1;
  for (int j = 0; j < l->n && start_ups > 0; j++)
    a[j] += start_ups / r->W;
  return true;
}

/* The row of member k. */
static bool set_row(struct sp_round_lp *l, int k)
{
  const struct sp_instance *in = l->round->in;
  double *a = l->lp->a + k * l->n, start_ups = 0;
  int i = l->member[k];
  bool returns = sp_returns(in, i);
  for (int q = 0; q < l->n; q++) {
    int j = l->member[q];
    bool own = q == k;
    a[q] = own ? in->w[i].v : 0;
    if (own || l->send_rank[j] > l->send_rank[i]) {
      a[q] += in->c[j].v;
      start_ups += in->latency[j].v;
    }
    if (returns && sp_returns(in, j) && (own || l->back_rank[j] > l->back_rank[i])) {
      a[q] += in->result[j].v;
      start_ups += in->latency[j].v;
    }
  }
  return close_row(l, k, start_ups);
}

/* The row of the half duplex. */
static bool set_half(struct sp_round_lp *l)
{
  const struct sp_instance *in = l->round->in;
  double *a = l->lp->a + l->n * l->n, start_ups = 0;
  for (int q = 0; q < l->n; q++) {
    int j = l->member[q];
    a[q] = in->c[j].v + in->result[j].v;
    start_ups += in->latency[j].v * (sp_returns(in, j) ? 2 : 1);
  }
  return close_row(l, l->n, start_ups);
}

double sp_round_lp_gain(struct sp_round_lp *l)
{
  l->lp->columns = l->n;
  l->lp->rows = l->n + l->round->half;
  for (int k = 0; k < l->n; k++)
    if (!set_row(l, k))
      return -1;
  if (l->round->half && !set_half(l))
    return -1;
  double gain = l->n > 0 ? sp_packing_solve(l->lp) : 0;
  return l->round->by_deadline ? fmin(gain, l->round->W) : gain;
}

void sp_orders_value(struct sp_round_lp *l, struct sp_orders *o, double *chunk)
{
  l->n = o->n;
  for (int k = 0; k < o->n; k++) {
    l->member[k] = o->send[k];
    l->send_rank[o->send[k]] = o->n - k;
  }
  for (int k = 0; k < o->n_back; k++)
    l->back_rank[o->back[k]] = k;
  o->gain = sp_round_lp_gain(l);
  for (int k = 0; chunk && k < o->n; k++)
    chunk[k] = l->lp->x[k];
}

/* A message to each worker that gets more than rounding, with the place of its result. */
static void write_messages(const struct sp_round *r, const struct sp_orders *o, const double *chunk,
                           double factor, struct sp_schedule *out)
{
  long place = 0;
  out->n = 0;
  for (int k = 0; k < o->n; k++)
    if (chunk[k] > 0)
      sp_schedule_add(out, 0, o->send[k], chunk[k] * factor, -1);
  for (int b = 0; b < o->n_back; b++)
    for (long k = 0; k < out->n; k++)
      if (out->msg[k].to == o->back[b])
        out->msg[k].returns = ++place;
  out->planned = sp_makespan(r->in, out);
}

void sp_orders_plan(struct sp_context *cx, const struct sp_round *r, const struct sp_orders *o,
                    struct sp_schedule *out)
{
  struct sp_round_lp l = sp_round_lp_new(cx, r);
  struct sp_orders same = *o;
  double *chunk = sp_new(cx, o->n, double), sum = 0, all = 0;
  out->planned = 0;
  if (o->n == 0 || o->gain <= 0)
    return;
  sp_orders_value(&l, &same, chunk);
  for (int k = 0; k < o->n; k++)
    sum += chunk[k];
  for (int k = 0; k < o->n; k++) {
    chunk[k] = chunk[k] > 1e-12 * sum ? chunk[k] : 0;
    all += chunk[k];
  }
  double factor = r->by_deadline ? fmin(1, r->W / all) : r->W / all;
  write_messages(r, o, chunk, factor, out);
  for (double less = 0x1p-52; out->planned > r->T && less < 1e-6; less *= 2)
    write_messages(r, o, chunk, factor * (1 - less), out); /* rounding beyond the deadline */
}
