/* The load of a method whose results have to come by a deadline; see divisible.h.
 *
 * The makespan M(W) of a method's plans grows about evenly with the load W. So its load for a
 * deadline T is bracketed by false position, from the load rho T of the steady state, which is too
 * much, until a plan ends within 1 % before T; then its sequence has the best chunks by T. */
#include "method/context.h"
#include "model/instance.h"
#include "model/schedule.h"
#include "solve/bag/bag.h"
#include "solve/divisible/divisible.h"

enum { MOST_PLANS = 24 };
static const double CLOSE = 0.01;

struct bracket {
  double low, early;          /* a load that is in time, and its makespan */
  double high, late;          /* one that is not; INFINITY: the method refuses it */
  struct sp_schedule in_time; /* the plan of low; empty if that is 0 */
};

/* Plans so much and narrows the bracket; 0, or -1: refused. */
static int try_load(struct sp_context *cx, const struct sp_instance *in, sp_sequence_planner *plan,
                    const void *data, double W, struct bracket *b)
{
  struct sp_instance load = *in;
  struct sp_schedule next = SP_SCHEDULE_EMPTY;
  const void *mark = sp_mark(cx);
  load.deadline = sp_double(INFINITY);
  load.total = sp_double(W);
  int refused = plan(cx, &load, data, &next);
  sp_release(cx, mark);
  if (!refused && next.planned <= in->deadline.v) {
    b->low = W;
    b->early = next.planned;
    sp_schedule_copy(&b->in_time, &next);
  } else {
    b->high = W;
    b->late = refused ? INFINITY : next.planned;
  }
  sp_schedule_clear(&next);
  return refused;
}

/* The best chunks by the deadline for the sequence of the plan. */
static void improve(struct sp_context *cx, const struct sp_instance *in,
                    const struct sp_schedule *plan, struct sp_schedule *out)
{
  int *sequence = sp_new(cx, plan->n, int);
  double *chunk = sp_new(cx, plan->n, double);
  for (long k = 0; k < plan->n; k++) {
    sequence[k] = plan->msg[k].to;
    chunk[k] = plan->msg[k].amount;
  }
  sp_sequence_plan(cx, in, plan->n, sequence, chunk, out);
}

int sp_plan_results(struct sp_context *cx, const struct sp_instance *in, sp_sequence_planner *plan,
                    const void *data, struct sp_schedule *out)
{
  if (!sp_has_results(in) || isinf(in->deadline.v))
    return plan(cx, in, data, out);
  double T = in->deadline.v;
  double most = fmin(in->total.v, T * sp_rates(cx, in, SP_RATE_UNITS, NULL, NULL));
  struct bracket b = {.in_time = SP_SCHEDULE_EMPTY};
  int refused = most > 0 ? try_load(cx, in, plan, data, most, &b) : 0;
  for (int tries = 1; tries < MOST_PLANS && b.high - b.low > CLOSE * b.high &&
                      T - b.early > CLOSE * T && !sp_stopped(cx);
       tries++) {
    double share = isinf(b.late) ? 0.5 : (T - b.early) / (b.late - b.early);
    share = fmin(fmax(share, 0.05), 0.95);
    refused = try_load(cx, in, plan, data, b.low + share * (b.high - b.low), &b);
  }
  out->planned = 0;
  if (b.low > 0)
    improve(cx, in, &b.in_time, out);
  sp_schedule_clear(&b.in_time);
  return b.low == 0 && refused ? -1 : 0;
}
