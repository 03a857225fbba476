/* What a plan costs, without an engine. With one port each way the dates of message k, from s to
 * r, follow from those of message k-1 (RR-6005, section 2):
 *   in_k  = max(in_{k-1}, date s has the task) + S_s + c_s
 *   out_k = max(in_k, out_{k-1}, date r has a place) + S_r + c_r
 *   end_r = max(end_r, out_k) + w_r         unless the task is sent on from r
 * where end_i starts at (L_i - tasks of its own that i sends) * w_i. Example (RR-6005, section
 * 4.2): c = 2, w = 3,3,4,4, L = 8,1,1,0 and the messages 1->2, 1->4, 1->2, 1->4 end at 14. */
#include "model/evaluate.h"
#include "base/memory.h"

#include <stdlib.h>

/* Sums of chunks may exceed the load by rounding. */
#define ROUNDING 1e-9

static double units_held(const struct sp_instance *in, int i)
{
  if (execution_from_master(in) || in->load[i].v < 0)
    return 0;
  return in->load[i].v;
}

/* Are the nodes, the amount and the `after` of message k such as the problem allows? */
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

/* Takes every message's unit from where it comes: kept[0..m] becomes what each node keeps, relayed
 * what is sent on. False if a unit is not there. */
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
 * hold at date 0 take no place, so only units from the master are looked at. False if a worker
 * without any place is sent something. */
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

/* Does what ends at date end by the deadline, up to rounding? */
static bool in_time(double date, double deadline)
{
  return date <= deadline || date - deadline <= 1e-12 * date;
}

/* How many of `kept` units, computed back to back from date 0, end by the deadline. */
static double units_by(double deadline, double w, double kept)
{
  if (in_time(kept * w, deadline))
    return kept;
  double units = floor(deadline / w); /* the quotient may be rounded below an integer */
  units += in_time((units + 1) * w, deadline);
  return units < 0 ? 0 : units;
}

void execution_arrived(struct execution *x, long k, double date)
{
  const struct sp_instance *in = x->in;
  const struct sp_message *msg = &x->plan->msg[k];
  double *end = &x->end[msg->to];

  x->last = fmax(x->last, date);
  if (in->problem == SP_IMBALANCE) {
    x->done += in_time(date, x->deadline) ? msg->amount : 0;
    return;
  }
  if (x->relayed && x->relayed[k])
    return;
  double work = msg->amount > 0 ? msg->amount * in->w[msg->to].v : 0;
  *end = (*end > date ? *end : date) + work;
  if (in_time(*end, x->deadline))
    x->done += msg->amount;
  if (x->finish)
    x->finish[k] = *end;
}

/* The recurrence. */
static void execute_one_port(struct execution *x)
{
  const struct sp_instance *in = x->in;
  bool receives = !execution_from_master(in);
  double *arrival =
      x->relayed ? sp_xcalloc((size_t)x->plan->n, sizeof *arrival) : NULL; /* [k] out_k */
  double in_end = 0, out_end = 0;

  for (long k = 0; k < x->plan->n; k++) {
    const struct sp_message *msg = &x->plan->msg[k];
    if (receives) {
      if (msg->after >= 0 && arrival[msg->after] > in_end)
        in_end = arrival[msg->after];
      in_end += sp_message_time(in, msg->from, msg->amount);
    }
    double place = execution_place(x, k);
    if (in_end > out_end)
      out_end = in_end;
    if (place > out_end)
      out_end = place;
    out_end += sp_message_time(in, msg->to, msg->amount);
    if (arrival)
      arrival[k] = out_end;
    execution_arrived(x, k, out_end);
  }
  free(arrival);
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
      execute_one_port(x);
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
