/* rumr: rounds of growing length, then factoring (Yang, Casanova, HPDC 2003).
 *
 * Large rounds overlap messages with computation, small chunks at the end even out what the times
 * of the units, which nobody knows, have made uneven. So the first part of the load is sent in the
 * rounds of umr, the rest by factoring.
 *
 *   e   deviation of what a worker computes over its mean: (sd/mean) / sqrt(W/P) with told=yes, P
 *       workers that compute; or the option `error`, that of a chunk's time as in the paper
 *   W2 = min(1, e) W ; W1 = W - W2
 *   W1: the rounds of umr:select=prefix, as soon as possible
 *   W2: batches of as many chunks as workers: half of the rest R, in parts s_i = (1/w_i) / sum 1/w;
 *       the next chunk to the worker that is idle first; ahead=yes: the port also serves workers
 *       whose forecast is to be idle when it has arrived
 *
 * No chunk of the second part takes its worker less time than the latencies of all workers take the
 * port, or is less than a unit; if W2 is less than one such chunk each, it is 0. So without errors
 * it is umr. This least chunk and ahead=yes are ours. If no number of rounds is feasible all is
 * sent by factoring. Workers that umr does not use get nothing; messages to workers that are down
 * are left to factoring.
 *
 * Source: Yang, Casanova 2003. Cost: that of umr, then O(m) a chunk.
 * Example: "c=0.02,0.02 w=1,1 latency=0.5 work=100 sizes=weibull(1,1) told=yes": makespan 55.7; e =
 * 0.14, so 86 units by umr, the others in chunks from 3.5 units down. */
#include "solve/divisible/cyclic.h"

struct options {
  double error;
  int ahead;
};

static const double told_error = -1;

struct rumr {
  struct sp_schedule plan; /* of the first part; its messages are of the context */
  long sent;               /* of them */
  double rounding;         /* of the load */
  bool *used;              /* [0..m] gets chunks */
  double *share, *least;   /* [0..m] of the speed; the smallest chunk */
  int workers;             /* that are used */
  long left;               /* chunks in this batch, */
  double batch;            /* which has so much load */
};

static double error_of(const struct sp_instance *in, const struct options *o, int computers)
{
  if (o->error != told_error)
    return o->error;
  bool told = in->told && in->size_mean > 0;
  return told ? in->size_sd / in->size_mean / sqrt(in->total.v / computers) : 0;
}

/* The rounds of umr for a part of the load; without any all workers that compute get chunks. */
static void plan_rounds(struct sp_context *cx, const struct sp_instance *in, double load,
                        struct rumr *r)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_instance part = *in;
  part.total = sp_double(load);
  bool rounds = load > 0 && sp_plan_with(cx, "umr:select=prefix", &part, &plan) == 0;
  r->plan.n = plan.n;
  r->plan.msg = sp_new(cx, plan.n, struct sp_message);
  for (long k = 0; k < plan.n; k++) {
    r->plan.msg[k] = plan.msg[k];
    r->used[plan.msg[k].to] = true;
  }
  sp_schedule_clear(&plan);
  for (int i = 1; i <= in->m; i++)
    r->used[i] = (r->used[i] || !rounds) && in->w[i].v < INFINITY;
}

static int rumr_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                      void **state)
{
  struct rumr *r = *state = sp_new(cx, 1, struct rumr);
  double speed = 0, least = 0, round = 0, W = in->total.v;
  int computers = 0;
  if (sp_divisible_on_line(cx, in))
    return -1;
  r->used = sp_new(cx, in->m + 1, bool);
  r->share = sp_new(cx, in->m + 1, double);
  r->least = sp_new(cx, in->m + 1, double);
  for (int i = 1; i <= in->m; i++) {
    computers += in->w[i].v < INFINITY;
    round += in->w[i].v < INFINITY ? in->latency[i].v : 0;
  }
  for (int i = 1; i <= in->m; i++) {
    r->least[i] = fmax(1, round / in->w[i].v);
    least += in->w[i].v < INFINITY ? r->least[i] : 0;
  }
  if (computers == 0)
    return sp_refuse(cx, "no worker can compute (w = inf everywhere)");
  double later = W * fmin(1, error_of(in, options, computers));
  later = later < least ? 0 : later;
  r->rounding = 1e-12 * W;
  plan_rounds(cx, in, W - later, r);
  for (int i = 1; i <= in->m; i++) {
    r->workers += r->used[i];
    speed += r->used[i] ? 1 / in->w[i].v : 0;
  }
  for (int i = 1; i <= in->m; i++)
    r->share[i] = 1 / in->w[i].v / speed;
  return 0;
}

/* The size of the next chunk of worker i, if R is left. */
static double chunk_of(const struct rumr *r, int i, double R)
{
  double half = r->left > 0 ? r->batch : R / 2;
  double chunk = fmax(half * r->share[i], r->least[i]);
  if (R - chunk < r->least[i] / 2)
    chunk = R;
  return fmin(chunk, R);
}

static struct sp_decision send_chunk(struct rumr *r, const struct sp_view *view, bool ahead)
{
  int first = 0;
  double date = INFINITY, R = view->remaining;
  for (int i = 1; i <= view->m; i++) {
    const struct sp_worker_view *worker = &view->worker[i];
    if (!r->used[i] || !(worker->room_at < INFINITY))
      continue;
    bool idle = worker->held == 0, late = !idle && worker->idle_at <= view->now;
    double lead = worker->latency + chunk_of(r, i, R) * worker->c;
    double asks = idle ? worker->idle_at : late || !ahead ? INFINITY : worker->idle_at - lead;
    if (asks < date) {
      first = i;
      date = asks;
    }
  }
  if (date > view->now)
    return (struct sp_decision){SP_WAIT, 0, 0, date};
  double chunk = chunk_of(r, first, R);
  if (r->left == 0) {
    r->batch = R / 2;
    r->left = r->workers;
  }
  r->left--;
  return (struct sp_decision){SP_SEND, first, chunk, 0};
}

static struct sp_decision rumr_next(const struct sp_view *view, const void *options, void *state)
{
  struct rumr *r = state;
  while (r->sent < r->plan.n) {
    const struct sp_message *message = &r->plan.msg[r->sent++];
    if (!(view->worker[message->to].room_at < INFINITY))
      continue;
    double amount = message->amount;
    if (view->remaining - amount < r->rounding)
      amount = view->remaining;
    return (struct sp_decision){SP_SEND, message->to, amount, 0};
  }
  return send_chunk(r, view, ((const struct options *)options)->ahead);
}

static const struct sp_option options[] = {
    {"error", SP_REAL, offsetof(struct options, error), "-1", NULL, -1, 1e9,
     "deviation of a chunk's time over its mean; -1: by what is told of the units, 0 if nothing"},
    {"ahead", SP_CHOICE, offsetof(struct options, ahead), "no", "no|yes", 0, 0,
     "chunks of the second part are sent before their worker is idle"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_rumr = {
    .abi = SP_ABI,
    .name = "rumr",
    .summary = "the rounds of umr, then factoring for what errors reach",
    .source = "Yang, Casanova 2003",
    .version = 1,
    .problems = SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .start = rumr_start,
    .next = rumr_next,
};
