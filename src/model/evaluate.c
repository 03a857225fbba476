/* The evaluator: makespan and load of a plan, without an engine. It checks that the plan can be
 * executed, finds which places and tasks its messages wait for, and executes it with one port each
 * way (execution.c) or several (execution_ports.c). */
#include "base/memory.h"
#include "model/execution.h"

#include <stdlib.h>

/* Sums of chunks may exceed the load by rounding. */
#define ROUNDING 1e-9

static double units_held(const struct sp_instance *in, int i)
{
  if (execution_from_master(in) || in->load[i].v < 0)
    return 0;
  return in->load[i].v;
}

/* True if the problem allows the nodes, the amount and the `after` of message k. */
static bool message_possible(const struct sp_instance *in, const struct sp_schedule *plan, long k)
{
  const struct sp_message *msg = &plan->msg[k];
  bool from_master = execution_from_master(in);

  if (msg->to < 1 || msg->to > in->m)
    return false;
  if (from_master ? msg->from != 0 : msg->from < 1 || msg->from > in->m)
    return false;
  if (in->problem == SP_DIVISIBLE ? !(msg->amount >= 0 && isfinite(msg->amount)) : msg->amount != 1)
    return false;
  if (msg->after == -1)
    return true;
  return !from_master && msg->after >= 0 && msg->after < k && plan->msg[msg->after].to == msg->from;
}

/* Takes the unit of every message from its source: kept[0..m] becomes the units that each node
 * keeps, x->relayed those that are sent on. False if a source does not have the unit. */
static bool take_units(struct execution *x, double *kept)
{
  const struct sp_instance *in = x->in;

  kept[0] = in->problem == SP_BAG ? in->total.v : 0;
  if (in->problem == SP_DIVISIBLE)
    kept[0] = in->total.v * (1 + ROUNDING);
  for (int i = 1; i <= in->m; i++)
    kept[i] = units_held(in, i);
  for (long k = 0; k < x->plan->n; k++) {
    const struct sp_message *msg = &x->plan->msg[k];
    if (!message_possible(in, x->plan, k))
      return false;
    if (msg->after < 0) {
      kept[msg->from] -= msg->amount;
      if (kept[msg->from] < 0)
        return false;
    } else {
      if (!x->relayed)
        x->relayed = sp_xcalloc((size_t)x->plan->n, sizeof *x->relayed);
      if (x->relayed[msg->after])
        return false;
      x->relayed[msg->after] = true;
    }
  }
  return true;
}

/* A worker that only relays (w infinite) must not be left with anything to compute. */
static bool all_computable(const struct execution *x, const double *kept)
{
  const struct sp_instance *in = x->in;

  if (in->problem == SP_IMBALANCE)
    return true;
  for (int i = 1; i <= in->m; i++)
    if (kept[i] > 0 && isinf(in->w[i].v))
      return false;
  for (long k = 0; k < x->plan->n; k++)
    if (isinf(in->w[x->plan->msg[k].to].v) && x->plan->msg[k].amount > 0 &&
        !(x->relayed && x->relayed[k]))
      return false;
  return true;
}

/* The j-th unit sent to a worker of b places takes the place of its (j-b)-th. Units that workers
 * hold at date 0 take no place, so only units from the master matter. False if a worker without a
 * place is sent a unit. */
static bool share_places(struct execution *x)
{
  const struct sp_instance *in = x->in;
  const struct sp_schedule *plan = x->plan;
  size_t n = (size_t)plan->n, nodes = (size_t)in->m + 1;
  bool bounded = false;

  for (int i = 1; i <= in->m; i++)
    bounded |= sp_places(in, i) < plan->n;
  if (!bounded || !execution_from_master(in))
    return true;
  x->finish = sp_xcalloc(n, sizeof *x->finish);
  x->frees = sp_xcalloc(n, sizeof *x->frees);
  long *next = sp_xcalloc(n, sizeof *next); /* emission to the same worker */
  long *latest = sp_xcalloc(nodes, sizeof *latest), *oldest = sp_xcalloc(nodes, sizeof *oldest);
  long *taken = sp_xcalloc(nodes, sizeof *taken);
  bool possible = true;
  for (long k = 0; k < plan->n; k++) {
    int i = plan->msg[k].to;
    if (taken[i]++ == 0)
      oldest[i] = k;
    else
      next[latest[i]] = k;
    latest[i] = k;
    x->frees[k] = -1;
    if (taken[i] > in->buffer[i]) {
      x->frees[k] = oldest[i];
      possible &= oldest[i] != k;
      oldest[i] = next[oldest[i]];
    }
  }
  free(next);
  free(latest);
  free(oldest);
  free(taken);
  return possible;
}

/* How many of `kept` units, computed back to back from date 0, end by the deadline. */
static double units_by(double deadline, double w, double kept)
{
  if (execution_in_time(kept * w, deadline))
    return kept;
  double units = floor(deadline / w); /* the quotient may be rounded below an integer */
  units += execution_in_time((units + 1) * w, deadline);
  return units < 0 ? 0 : units;
}

/* Checks and executes; false if the plan is not executable. */
static bool execute(struct execution *x)
{
  const struct sp_instance *in = x->in;
  const struct sp_ports *ports = &in->platform.node[0].ports;
  bool receives = !execution_from_master(in);
  double *kept = sp_xcalloc((size_t)in->m + 1, sizeof *kept);

  bool possible = ports->send > 0 && (ports->recv > 0 || !receives) && take_units(x, kept) &&
                  all_computable(x, kept) && share_places(x);
  if (possible) {
    x->end[0] = 0;
    for (int i = 1; i <= in->m; i++) {
      bool computes = kept[i] > 0 && in->problem != SP_IMBALANCE;
      x->end[i] = computes ? kept[i] * in->w[i].v : 0;
      x->done += computes ? units_by(x->deadline, in->w[i].v, kept[i]) : 0;
    }
    if (ports->send == 1 && (ports->recv == 1 || !receives))
      execution_one_port(x);
    else
      execution_ports(x);
  }
  free(kept);
  free(x->relayed);
  free(x->frees);
  free(x->finish);
  return possible;
}

double sp_end_dates(const struct sp_instance *in, const struct sp_schedule *plan, double *end)
{
  struct execution x = {.in = in, .plan = plan, .deadline = INFINITY, .end = end};

  if (!execute(&x))
    return NAN;
  if (in->problem == SP_IMBALANCE)
    return x.last;
  double makespan = 0;
  for (int i = 1; i <= in->m; i++)
    makespan = end[i] > makespan ? end[i] : makespan;
  return makespan;
}

double sp_makespan(const struct sp_instance *in, const struct sp_schedule *plan)
{
  double *end = sp_xcalloc((size_t)in->m + 1, sizeof *end);
  double makespan = sp_end_dates(in, plan, end);

  free(end);
  return makespan;
}

double sp_load_by(const struct sp_instance *in, const struct sp_schedule *plan, double deadline)
{
  double *end = sp_xcalloc((size_t)in->m + 1, sizeof *end);
  struct execution x = {.in = in, .plan = plan, .deadline = deadline, .end = end};
  bool possible = execute(&x);

  free(end);
  return possible ? x.done : NAN;
}
