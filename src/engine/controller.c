/* The controller of a run; see controller.h. */
#include "engine/controller.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/same_date.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool failed(const struct controller *d)
{
  return d->result->status == SP_FAILED;
}

static bool whole_units(const struct sp_instance *in)
{
  return in->problem != SP_DIVISIBLE;
}

/* Initial units kept, and who sends received ones on. */
static bool read_plan(struct controller *d)
{
  const struct sp_instance *in = d->in;
  const struct sp_schedule *plan = d->job->plan;
  bool initial = in->problem == SP_REDISTRIBUTION || in->problem == SP_IMBALANCE;
  d->kept = sp_xcalloc((size_t)in->m + 1, sizeof *d->kept);
  for (int i = 1; i <= in->m && initial; i++)
    d->kept[i] = (long)in->load[i].v;
  for (long k = 0; k < plan->n; k++) {
    const struct sp_message *p = &plan->msg[k];
    if (p->to < 1 || p->to > in->m || p->from < (initial ? 1 : 0) ||
        p->from > (initial ? in->m : 0))
      return sp_run_fails(d->result, "message %ld goes from %d to %d", k + 1, p->from, p->to);
    if (!(p->amount >= 0) || (whole_units(in) && p->amount != 1))
      return sp_run_fails(d->result, "message %ld carries %g units", k + 1, p->amount);
    if (!initial)
      continue;
    if (p->after < 0) {
      if (d->kept[p->from]-- <= 0 && in->problem == SP_REDISTRIBUTION)
        return sp_run_fails(d->result, "message %ld: worker %d has no task left to send", k + 1,
                            p->from);
      continue;
    }
    if (p->after >= k || plan->msg[p->after].to != p->from)
      return sp_run_fails(d->result, "message %ld sends on a task that message %ld does not bring",
                          k + 1, p->after + 1);
    if (!d->relay) {
      d->relay = sp_xcalloc((size_t)plan->n, sizeof *d->relay);
      for (long j = 0; j < plan->n; j++)
        d->relay[j] = -1;
    }
    if (d->relay[p->after] >= 0)
      return sp_run_fails(d->result, "message %ld sends on a task already sent by message %ld",
                          k + 1, d->relay[p->after] + 1);
    d->relay[p->after] = k;
  }
  return true;
}

bool controller_init(struct controller *d, const struct sp_job *job, bool deviations,
                     struct sp_result *result, struct sp_trace *trace)
{
  const struct sp_instance *in = job->in;
  bool noise = job->conditions->noise_link > 0 || job->conditions->noise_cpu > 0;
  *result = (struct sp_result){.status = SP_RUN_OK, .planned = NAN};
  *d = (struct controller){.job = job,
                           .in = in,
                           .result = result,
                           .trace = trace,
                           .record = SP_SCHEDULE_EMPTY,
                           .online = !job->plan,
                           .wake = {INFINITY, INFINITY}};
  d->recording = d->online && (trace || noise || job->record || in->problem != SP_BAG);
  if (!d->online)
    return read_plan(d);
  if (in->problem == SP_IMBALANCE)
    return sp_run_fails(d->result, "an imbalance is planned, not decided on line");
  views_init(&d->views, in, deviations || noise);
  if (isinf(in->total.v) && in->platform.node[0].ports.send == INT_MAX)
    return sp_run_fails(d->result,
                        "endless work and any number of ports engage endless messages at once");
  for (int i = 1; i <= in->m; i++)
    if (isinf(in->total.v) && in->c[i].v == 0 && in->latency[i].v == 0 &&
        sp_places(in, i) == LONG_MAX)
      return sp_run_fails(d->result, "worker %d takes endless work in no time (c = 0, S = 0)", i);
  return true;
}

int controller_capacity(const struct controller *d, enum sp_port port)
{
  const struct sp_ports *ports = &d->in->platform.node[0].ports;
  bool received = d->in->problem == SP_REDISTRIBUTION || d->in->problem == SP_IMBALANCE;
  return port == SP_OUT ? ports->send : received ? ports->recv : 0;
}

/* The next message of the plan, if the port has not carried them all. */
static enum answer ask_plan(struct controller *d, enum sp_port port, struct hop *hop)
{
  const struct sp_schedule *plan = d->job->plan;
  long k = d->engaged[port];
  if (k >= plan->n) {
    d->closed[port] = true;
    return CONTROLLER_CLOSED;
  }
  const struct sp_message *p = &plan->msg[k];
  *hop = (struct hop){k, k, port == SP_OUT ? p->to : p->from, p->amount, p->after};
  return CONTROLLER_ENGAGED;
}

/* Is the decision one that the model allows? */
static bool legal(struct controller *d, enum sp_port port, const struct sp_decision *decision,
                  double remaining)
{
  const char *name = d->job->heuristic->name;
  int i = decision->worker;
  if (i < 1 || i > d->in->m)
    return sp_run_fails(d->result, "%s chose worker %d of %d", name, i, d->in->m);
  if (whole_units(d->in) ? decision->amount != 1 : !(decision->amount >= 0))
    return sp_run_fails(d->result, "%s sends %g units in a message", name, decision->amount);
  if (port == SP_IN && d->views.worker[i].movable < 1)
    return sp_run_fails(d->result, "%s takes a task from worker %d, which has none left to move",
                        name, i);
  if (port == SP_OUT && decision->amount > remaining * (1 + 1e-12))
    return sp_run_fails(d->result, "%s sends %g units, %g remain", name, decision->amount,
                        remaining);
  return true;
}

/* Writes the decision down as message number engaged[port] of the record. */
static void record(struct controller *d, enum sp_port port, const struct hop *hop)
{
  bool through = d->in->problem == SP_REDISTRIBUTION;
  if (port == SP_IN || !through)
    sp_schedule_add(&d->record, port == SP_IN ? hop->worker : 0, hop->worker, hop->amount, -1);
  else
    d->record.msg[hop->rank].to = hop->worker;
}

static enum answer ask_heuristic(struct controller *d, enum sp_port port, double now,
                                 struct hop *hop)
{
  const struct sp_view *view = views_seen(&d->views, port, now);
  if (!(view->remaining > 0)) {
    bool more = d->in->problem == SP_REDISTRIBUTION;
    d->closed[port] = !more;
    return more ? CONTROLLER_LATER : CONTROLLER_CLOSED;
  }
  struct sp_decision decision = d->job->heuristic->next(view, d->job->options, d->job->state);
  views_asked(&d->views, port);
  if (decision.verb == SP_DONE) {
    d->closed[port] = true;
    return CONTROLLER_CLOSED;
  }
  if (decision.verb == SP_WAIT) {
    d->wake[port] = decision.until > now ? decision.until : INFINITY;
    return CONTROLLER_LATER;
  }
  if (!legal(d, port, &decision, view->remaining))
    return CONTROLLER_FAILED;
  bool received = port == SP_IN && d->views.line[decision.worker].own == 0;
  *hop = (struct hop){.rank = d->engaged[port],
                      .message = d->engaged[port],
                      .worker = decision.worker,
                      .amount = decision.amount,
                      .relay = received ? CONTROLLER_OLDEST : CONTROLLER_OWN};
  if (port == SP_OUT)
    views_engaged_out(&d->views, hop->worker, hop->amount, now);
  else
    views_engaged_in(&d->views, hop->worker, received, now);
  if (d->recording)
    record(d, port, hop);
  return CONTROLLER_ENGAGED;
}

enum answer controller_ask(struct controller *d, enum sp_port port, double now, struct hop *hop)
{
  if (failed(d))
    return CONTROLLER_FAILED;
  if (d->closed[port])
    return CONTROLLER_CLOSED;
  d->wake[port] = INFINITY;
  enum answer answer = d->online ? ask_heuristic(d, port, now, hop) : ask_plan(d, port, hop);
  if (answer == CONTROLLER_ENGAGED) {
    d->engaged[port]++;
    d->hash[port] =
        hash_mix(hash_mix(d->hash[port], (uint64_t)hop->worker), hash_bits(hop->amount));
  }
  return answer;
}

long controller_kept(const struct controller *d, int i)
{
  if (d->in->problem != SP_REDISTRIBUTION)
    return 0;
  return d->kept ? d->kept[i] : (long)d->in->load[i].v;
}

void controller_relayed(struct controller *d, const struct hop *hop)
{
  if (d->recording)
    d->record.msg[hop->rank].after = hop->relay;
}

double controller_draw(const struct controller *d, double x, enum sp_stream parameter,
                       uint32_t instance, int worker, long message)
{
  double u = sp_stream_uniform(d->job->conditions->seed, parameter, instance, (uint32_t)worker,
                               (uint64_t)message);
  return 1 + x * (2 * u - 1);
}

/* Nothing after the deadline is recorded or counted. */
static bool counts(const struct controller *d, double end)
{
  return end <= d->in->deadline.v || same_date(end, d->in->deadline.v);
}

/* One event that has ended: in the hash of the dates, and in the trace. */
static inline void note(struct controller *d, enum sp_kind kind, int from, int to, long message,
                        double amount, double start, double end)
{
  d->bits = hash_mix(hash_mix(d->bits, hash_bits(start)), hash_bits(end));
  d->bits = hash_mix(d->bits, (uint64_t)from << 32 | (uint32_t)to);
  if (d->trace)
    sp_trace_add(d->trace, &(struct sp_event){start, end, amount, from, to, message, kind});
}

void controller_transferred(struct controller *d, enum sp_port port, const struct hop *hop,
                            double start, double end)
{
  if (!counts(d, end))
    return;
  int i = hop->worker;
  d->moved[port]++;
  note(d, SP_TRANSFER, port == SP_OUT ? 0 : i, port == SP_OUT ? i : 0, hop->message, hop->amount,
       start, end);
  if (d->online && port == SP_OUT)
    views_arrived(&d->views, i, end);
  if (d->online && port == SP_IN)
    views_received(&d->views, i, end);
  if (port == SP_OUT && d->in->problem == SP_IMBALANCE) {
    d->done += hop->amount;
    d->last = end > d->last ? end : d->last;
  }
}

void controller_computed(struct controller *d, int i, long message, double amount, double start,
                         double end)
{
  if (!counts(d, end))
    return;
  note(d, SP_COMPUTE, i, i, message, amount, start, end);
  if (d->online)
    views_computed(&d->views, i, amount, end);
  d->done += amount;
  d->last = end > d->last ? end : d->last;
}

/* Without a deadline everything must have been done when nothing is under way any more. */
static void check_complete(struct controller *d)
{
  if (d->in->deadline.v < INFINITY || failed(d))
    return;
  bool transfers = d->in->problem == SP_IMBALANCE;
  double expected = transfers ? (double)d->job->plan->n : d->in->total.v;
  double missing = expected - d->done;
  if (missing <= (whole_units(d->in) ? 0 : 1e-9 * expected))
    return;
  if (!d->online && d->in->problem != SP_REDISTRIBUTION && d->engaged[SP_OUT] == d->job->plan->n &&
      d->moved[SP_OUT] == d->engaged[SP_OUT])
    sp_run_fails(d->result, "the plan leaves %g of %g units at the master", missing, expected);
  else
    sp_run_fails(d->result, "stuck at date %.17g with %g of %g units not done: %s", d->last,
                 missing, expected,
                 d->online ? "the heuristic waits and nothing can happen any more"
                           : "the plan waits for what cannot come");
}

void controller_close(struct controller *d, struct sp_schedule *decided)
{
  struct sp_result *r = d->result;
  check_complete(d);
  r->makespan = d->last;
  r->done = d->done;
  r->messages = d->moved[SP_OUT];
  r->order_hash = hash_mix(d->hash[SP_OUT], d->hash[SP_IN]);
  r->bits_hash = hash_mix(d->bits, r->order_hash);
  if (decided && d->online) {
    sp_schedule_clear(decided);
    *decided = d->record;
    d->record = SP_SCHEDULE_EMPTY;
  } else if (decided) {
    sp_schedule_copy(decided, d->job->plan);
  }
  sp_schedule_clear(&d->record);
  if (d->online)
    views_clear(&d->views);
  free(d->relay);
  free(d->kept);
}
