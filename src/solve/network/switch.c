/* Solves switches: LP (7) of RR-6005, section 5, redistributes and computes loads in the least time
 * T; solve/network/lp7.c has the programme and its value.
 *
 * At T worker i may send any delta_i in [max(-T b_i, alpha_i - T s_i), min(T b_i, alpha_i)]. The
 * load that must be sent is the sum of the positive lower ends; the workers with negative lower
 * ends receive it in proportion to them, so that no more load moves than necessary. The schedule
 * (equations (8) and (9)): sender i sends to receiver j delta_i (-delta_j) / sum of all sent, at a
 * constant rate over [0, T].
 */
#include "base/memory.h"
#include "model/instance.h"
#include "solve/network/kinds.h"
#include "solve/network/lp7.h"

/* The value of the programme by lp7(), which takes the costs of a star: c = 1/b, w = 1/s. */
static double value(const struct sp_network *net)
{
  struct sp_instance *in = sp_instance_alloc((int)net->n);
  for (long i = 0; i < net->n; i++) {
    in->load[i + 1] = net->load[i];
    in->w[i + 1] = sp_double(1 / net->speed[i].v);
    in->c[i + 1] = sp_double(1 / net->bandwidth[i].v);
  }
  double time = lp7(in);
  sp_instance_free(in);
  return time;
}

static double sum_sent(const struct sp_network *net, const double *delta)
{
  double sent = 0;
  for (long i = 0; i < net->n; i++)
    sent += fmax(0, delta[i]);
  return sent;
}

/* Fills delta in doubles and returns the load that is sent in all. The rest of a large load that is
 * computed in place has lost digits, so a small rest counts as 0. */
static double imbalances(const struct sp_network *net, double time, double *delta)
{
  double sent = 0, room = 0;
  for (long i = 0; i < net->n; i++) {
    double alpha = net->load[i].v, rest = alpha - time * net->speed[i].v;
    if (fabs(rest) <= 1e-14 * alpha)
      rest = 0; /* T is its own time, but for rounding */
    delta[i] = fmax(rest, -time * net->bandwidth[i].v);
    *(delta[i] > 0 ? &sent : &room) += fabs(delta[i]);
  }
  for (long i = 0; i < net->n; i++)
    if (delta[i] < 0)
      delta[i] = room > 0 && sent > 0 ? delta[i] * (sent / room) : 0;
  return sent;
}

/* One stream from every sender to every receiver. */
static void streams(const struct sp_network *net, double sent, struct sp_network_solution *solution)
{
  const double *delta = solution->delta;
  long senders = 0, receivers = 0;
  for (long i = 0; i < net->n; i++) {
    senders += delta[i] > 0;
    receivers += delta[i] < 0;
  }
  solution->stream = sp_xcalloc((size_t)(senders * receivers), sizeof *solution->stream);
  for (long i = 0; i < net->n; i++)
    for (long j = 0; delta[i] > 0 && j < net->n; j++)
      if (delta[j] < 0) {
        double amount = delta[i] * (-delta[j] / sent);
        solution->stream[solution->streams++] =
            (struct sp_switch_stream){i, j, amount, amount / solution->time};
      }
}

/* The most load by a deadline: who cannot compute all it holds sends what it can, as much as the
 * others have room for. Fills delta and returns the load that is sent in all. */
static double sent_by(const struct sp_network *net, double T, double *delta)
{
  double sent = 0, room = 0;
  for (long i = 0; i < net->n; i++) {
    double rest = net->load[i].v - T * net->speed[i].v, most = T * net->bandwidth[i].v;
    delta[i] = fmax(-most, fmin(most, rest));
    *(rest > 0 ? &sent : &room) += fabs(delta[i]);
  }
  double moved = fmin(sent, room);
  for (long i = 0; i < net->n; i++)
    delta[i] *= moved > 0 ? moved / (delta[i] > 0 ? sent : room) : 0;
  return moved;
}

/* What processor i computes. */
static double computed(const struct sp_network *net, long i, const double *delta)
{
  double rest = fmax(0, net->load[i].v - delta[i]);
  return sp_network_is_dual(net) ? fmin(rest, net->deadline.v * net->speed[i].v) : rest;
}

int switch_solve(struct sp_context *cx, const struct sp_network *net,
                 struct sp_network_solution *solution, struct sp_error *error)
{
  (void)cx, (void)error;
  bool dual = sp_network_is_dual(net);
  double alone = 0, total = 0, speed = 0, in_place = 0, sent;
  double *delta = solution->delta = sp_xcalloc((size_t)net->n, sizeof *delta);
  if (dual) {
    solution->time = net->deadline.v;
    sent = sent_by(net, solution->time, delta);
  } else if (switch_exact(net, solution)) {
    sent = sum_sent(net, delta);
  } else {
    solution->time = value(net);
    sent = imbalances(net, solution->time, delta);
  }
  double time = solution->time;
  if (sent > 0)
    streams(net, sent, solution);
  for (long i = 0; i < net->n; i++) {
    double alpha = computed(net, i, solution->delta);
    solution->row[i] = (struct sp_network_row){
        .alpha = alpha, .parent = SP_UNUSED, .carried = -solution->delta[i], .used = alpha > 0};
    solution->usable += alpha > 0;
    alone = fmax(alone, net->load[i].v / net->speed[i].v);
    in_place += fmin(net->load[i].v, time * net->speed[i].v);
    total += dual ? alpha : net->load[i].v;
    speed += net->speed[i].v;
  }
  solution->load = total;
  solution->speedup = dual ? total / in_place : alone / time;
  solution->equivalent_speed = total / time;
  solution->utilisation = total / (time * speed);
  return SP_OK;
}
