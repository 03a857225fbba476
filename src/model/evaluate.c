/* The evaluator: makespan and load of a plan, without an engine. The dates of message k, from s to
 * r, follow from those of message k-1 (RR-6005, section 2); with one port each way:
 *   in_k  = max(in_{k-1}, date s has the task) + S_s + c_s
 *   out_k = max(in_k, out_{k-1}, date r has a place) + S_r + c_r
 *   end_r = max(end_r, out_k) + w_r         unless the task is sent on from r
 * where end_i starts at (L_i - tasks of its own that i sends) * w_i. Example (RR-6005, section
 * 4.2): c = 2, w = 3,3,4,4, L = 8,1,1,0 and the messages 1->2, 1->4, 1->2, 1->4 end at 14.
 *
 * Messages take ports in the order of the list, each the port that is free first, not before its
 * earliest date, and keep them while they wait for their link, their task or a place. Tasks leave
 * the master in the order in which they arrived, so with several reception ports emission k need
 * not carry the task of reception k, and a relay can wait for a task that a later reception of the
 * list brings. The dates are therefore found in the order of the arrivals at the master:
 * - take the reception that ends first (the choice among several at one date changes no date);
 * - engage the next one of the list on its port;
 * - send its task on by the next emission, whose dates all follow from what is known;
 * - if that task is to be relayed, the reception that waits for it can start now.
 * A reception whose start is not known yet waits for a later emission than those known, so it
 * cannot end before the one taken. Results come by rules of their own (returns.h). */
#include "base/fifo.h"
#include "base/min_queue.h"
#include "model/instance.h"
#include "model/memory.h"
#include "model/returns.h"
#include "model/schedule.h"

#include <starport/state.h>

/* Sums of chunks may exceed the load by rounding. */
#define ROUNDING 1e-9

/* A message; its reception and its emission are under way at different times. */
struct progress {
  double engaged; /* its reception took its port */
  double arrival; /* its emission has ended */
  double computed;
  long behind;  /* the next reception from the same worker without a date, -1: none */
  bool relayed; /* its task is sent on by its receiver */
};

/* A worker and its link. */
struct line {
  double kept;        /* units of its own that it keeps */
  double in, out;     /* end of the link's latest message each way */
  long head, tail;    /* receptions engaged that have no date yet, in order; head -1: none */
  struct fifo held;   /* long: messages whose units hold its places, */
  long units;         /* so many */
  struct fifo memory; /* struct held: where it is limited */
};

struct execution {
  const struct sp_instance *in;
  const struct sp_schedule *plan;
  double deadline;
  struct progress *progress;  /* [k] by message */
  struct line *line;          /* [0..m] */
  double *end;                /* [0..m] end of what worker i computes so far */
  struct min_queue receiving; /* receptions by end */
  struct min_queue sending;   /* emission ports by the date they free */
  long emitted, received;     /* messages engaged so far */
  long tasks;                 /* of a bag: engaged so far */
  double load;          /* of a divisible load: arrived so far, in the order of the messages */
  double port_taken[2]; /* by enum sp_port: when the latest of them took its port */
  bool returning;       /* some results return: */
  struct returns returns;
  double last; /* end of the last emission */
  double done; /* units computed (imbalance: moved) by the deadline */
};

/* True if `date` is by the deadline, up to rounding. */
static bool in_time(double date, double deadline)
{
  return date <= deadline || (date < INFINITY && date - deadline <= 1e-12 * date);
}

static long places_of(const struct execution *x, long k)
{
  return sp_places_taken(x->in, x->plan->msg[k].amount);
}

/* Takes the unit of every message from its source. False if a source does not have the unit, or a
 * receiver no place at all. */
static bool take_units(struct execution *x)
{
  const struct sp_instance *in = x->in;

  x->line[0].kept = in->problem == SP_BAG ? in->total.v : 0;
  if (in->problem == SP_DIVISIBLE)
    x->line[0].kept = in->total.v * (1 + ROUNDING);
  for (int i = 1; i <= in->m; i++)
    x->line[i].kept = sp_from_master(in) || in->load[i].v < 0 ? 0 : in->load[i].v;
  for (long k = 0; k < x->plan->n; k++) {
    const struct sp_message *msg = &x->plan->msg[k];
    if (msg->after >= 0)
      x->progress[msg->after].relayed = true;
    else if ((x->line[msg->from].kept -= msg->amount) < 0)
      return false;
    if (sp_places(in, msg->to) < places_of(x, k))
      return false;
  }
  return true;
}

/* A worker that only relays (w infinite) must not be left with anything to compute, unless only
 * what ends by a deadline counts. */
static bool all_computable(const struct execution *x)
{
  const struct sp_instance *in = x->in;

  if (in->problem == SP_IMBALANCE || x->deadline < INFINITY)
    return true;
  for (int i = 1; i <= in->m; i++)
    if (x->line[i].kept > 0 && isinf(in->w[i].v))
      return false;
  for (long k = 0; k < x->plan->n; k++)
    if (isinf(in->w[x->plan->msg[k].to].v) && x->plan->msg[k].amount > 0 && !x->progress[k].relayed)
      return false;
  return true;
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

/* Gives dates to the receptions from worker s whose task is known to be there. */
static void start_receptions(struct execution *x, int s)
{
  struct line *line = &x->line[s];

  while (line->head >= 0) {
    const struct sp_message *msg = &x->plan->msg[line->head];
    double start = sp_state_later(x->progress[line->head].engaged, line->in);
    if (msg->after >= x->emitted)
      return;
    if (msg->after >= 0)
      start = sp_state_later(start, x->progress[msg->after].arrival);
    line->in = start + sp_message_time(x->in, s, msg->amount);
    min_queue_push(&x->receiving, line->in, line->head);
    line->head = x->progress[line->head].behind;
  }
}

static void engage_reception(struct execution *x, double when)
{
  long k = x->received++;
  int s = x->plan->msg[k].from;
  struct line *line = &x->line[s];

  x->port_taken[SP_IN] =
      sp_state_later(when, sp_state_later(x->port_taken[SP_IN], x->plan->msg[k].earliest[SP_IN]));
  x->progress[k].engaged = x->port_taken[SP_IN];
  x->progress[k].behind = -1;
  if (line->head < 0)
    line->head = k;
  else
    x->progress[line->tail].behind = k;
  line->tail = k;
  start_receptions(x, s);
}

/* Emission k, of the tasks from that number on, which began at `start`, has ended at `date`: its
 * unit is computed after those that arrived earlier, unless it is sent on. */
static void arrive(struct execution *x, long k, long task, double date, double start)
{
  const struct sp_instance *in = x->in;
  const struct sp_message *msg = &x->plan->msg[k];
  double *end = &x->end[msg->to];

  x->last = sp_state_later(x->last, date);
  if (in->problem == SP_IMBALANCE) {
    x->done += in_time(date, x->deadline) ? msg->amount : 0;
    return;
  }
  if (x->progress[k].relayed)
    return;
  double begun = sp_state_later(*end, date);
  double units = msg->amount;
  if (in->sizes && in->problem == SP_DIVISIBLE) {
    double squares;
    units = sp_size_of_part(in, x->load, msg->amount, &squares);
    x->load += msg->amount;
  } else if (in->sizes) {
    units = 0;
    for (long j = task; j < task + (long)msg->amount; j++)
      units += in->sizes[j];
  }
  double work = units > 0 ? units * in->w[msg->to].v : 0;
  *end = x->progress[k].computed = begun + (in->overhead.v > 0 ? in->overhead.v + work : work);
  if (in->memory[msg->to].v < INFINITY)
    memory_take(&x->line[msg->to].memory, start, &(struct held){date, msg->amount, begun, *end});
  if (sp_returns(in, msg->to))
    returns_computed(&x->returns, k, *end);
  else if (in_time(*end, x->deadline))
    x->done += msg->amount;
  if (sp_places(in, msg->to) < LONG_MAX) {
    fifo_push(&x->line[msg->to].held, &k);
    x->line[msg->to].units += places_of(x, k);
  }
}

/* The date at which the first message that holds places of worker i leaves them. */
static double free_place(struct execution *x, int i)
{
  long k;
  fifo_pop(&x->line[i].held, &k);
  x->line[i].units -= places_of(x, k);
  return x->in->hold_result && sp_returns(x->in, i) ? returns_receive(&x->returns, k)
                                                    : x->progress[k].computed;
}

/* The next emission carries the task that has been at the master since `there`. */
static void emit(struct execution *x, double there)
{
  long k = x->emitted++;
  const struct sp_message *msg = &x->plan->msg[k];
  struct line *line = &x->line[msg->to];
  long task = x->tasks;
  double place = 0;

  x->tasks += places_of(x, k);
  x->port_taken[SP_OUT] = sp_state_later(
      min_queue_pop(&x->sending).key, sp_state_later(x->port_taken[SP_OUT], msg->earliest[SP_OUT]));
  if (x->in->release) /* no port is taken for a task that has not come */
    x->port_taken[SP_OUT] =
        sp_state_later(x->port_taken[SP_OUT], x->in->release[task + places_of(x, k) - 1]);
  double start = sp_state_later(sp_state_later(x->port_taken[SP_OUT], there), line->out);
  while (line->held.n > 0 && line->units > sp_places(x->in, msg->to) - places_of(x, k))
    place = sp_state_later(place, free_place(x, msg->to));
  if (x->in->memory[msg->to].v < INFINITY)
    place = memory_free_at(x->in, msg->to, &line->memory, msg->amount);
  start = sp_state_later(start, place);
  line->out = start + sp_message_time(x->in, msg->to, msg->amount);
  min_queue_push(&x->sending, line->out, k);
  x->progress[k].arrival = line->out;
  arrive(x, k, task, line->out, start);
  start_receptions(x, msg->to);
}

static void execute_messages(struct execution *x)
{
  const struct sp_ports *ports = &x->in->platform.node[0].ports;
  long n = x->plan->n;

  for (long k = 0; k < n && k < ports->send; k++)
    min_queue_push(&x->sending, 0, k);
  if (sp_from_master(x->in)) {
    while (x->emitted < n)
      emit(x, 0);
    return;
  }
  while (x->received < n && x->received < ports->recv)
    engage_reception(x, 0);
  while (x->receiving.n > 0) {
    double there = min_queue_pop(&x->receiving).key;
    if (x->received < n)
      engage_reception(x, there);
    emit(x, there);
  }
}

/* Results that have not come yet come; false: one is awaited that never does. */
static bool receive_results(struct execution *x)
{
  if (x->returns.order && sp_sends_first(x->in))
    x->returns.taken = x->last;
  double last = returns_receive(&x->returns, -1);
  for (long k = 0; k < x->plan->n; k++)
    if (sp_returns(x->in, x->plan->msg[k].to) && in_time(x->returns.back[k], x->deadline))
      x->done += x->plan->msg[k].amount;
  x->last = last;
  return last < INFINITY || x->deadline < INFINITY;
}

/* Checks and executes; false if the plan is not executable. */
static bool execute(struct execution *x)
{
  const struct sp_instance *in = x->in;
  const struct sp_ports *ports = &in->platform.node[0].ports;

  x->line = sp_xcalloc((size_t)in->m + 1, sizeof *x->line);
  x->progress = sp_xcalloc((size_t)x->plan->n, sizeof *x->progress);
  bool possible = ports->send > 0 && (ports->recv > 0 || sp_from_master(in)) &&
                  sp_schedule_check(in, x->plan, NULL) == SP_OK && take_units(x) &&
                  all_computable(x) && !(in->hold_result && ports->send > 1 && sp_has_results(in));
  x->returning = possible && sp_has_results(in);
  if (x->returning)
    returns_open(&x->returns, in, x->plan);
  x->end[0] = 0;
  for (int i = 1; possible && i <= in->m; i++) {
    bool computes = x->line[i].kept > 0 && in->problem != SP_IMBALANCE;
    x->end[i] = computes ? x->line[i].kept * in->w[i].v : 0;
    x->done += computes ? units_by(x->deadline, in->w[i].v, x->line[i].kept) : 0;
    x->line[i].head = -1;
  }
  if (possible)
    execute_messages(x);
  if (x->returning)
    possible = receive_results(x);
  returns_close(&x->returns);
  for (int i = 1; i <= in->m; i++)
    free(x->line[i].held.item), free(x->line[i].memory.item);
  free(x->line);
  free(x->progress);
  free(x->receiving.entry);
  free(x->sending.entry);
  return possible;
}

double sp_end_dates(const struct sp_instance *in, const struct sp_schedule *plan, double *end)
{
  struct execution x = {.in = in, .plan = plan, .deadline = INFINITY, .end = end};

  if (!execute(&x))
    return NAN;
  if (in->problem == SP_IMBALANCE)
    return x.last;
  double makespan = x.returning ? x.last : 0;
  for (int i = 1; i <= in->m; i++)
    makespan = sp_state_later(makespan, end[i]);
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
