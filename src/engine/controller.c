/* The controller of a run on a star; see controller.h. */
#include "engine/controller.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/num.h"
#include "base/result.h"
#include "base/text.h"
#include "engine/arrivals.h"
#include "engine/decisions.h"
#include "engine/failures.h"
#include "engine/note.h"
#include "engine/results.h"
#include "engine/tasks.h"
#include "method/context.h"
#include "method/options.h"
#include "model/instance.h"
#include "model/schedule.h"
#include <inttypes.h>

/* Answers of a heuristic one after the other by which nothing gets ahead: that it waits until a
 * date, or sends 0 units. More are a loop that would hardly end. */
enum { MOST_IDLE_ANSWERS = 100000 };
/* Messages on line of a redistribution for each task, and of a divisible load. More have no end, as
 * those that move a task to and fro. */
enum { MOST_MOVES = 100, MOST_CHUNKS = 10000000 };
/* A trace begins with room for so many events: to move a growing one takes time. */
enum { FIRST_EVENTS = 512 };

static bool failed(const struct controller *c)
{
  return c->result->status == SP_FAILED;
}

static bool whole_units(const struct sp_instance *in)
{
  return in->problem != SP_DIVISIBLE;
}

/* Does a message carry several tasks of a bag, or may one; or part of a divisible load by a rule
 * that is told of it? */
static bool has_chunks(const struct sp_job *job)
{
  if (job->in->problem == SP_DIVISIBLE)
    return job->heuristic && job->heuristic->chunks;
  return job->in->problem == SP_BAG &&
         ((job->heuristic && option_sends_chunks(job->heuristic, job->options)) ||
          (job->plan && schedule_has_chunks(job->plan)));
}

/* Initial units kept, and who sends received ones on. */
static bool read_plan(struct controller *c)
{
  const struct sp_instance *in = c->in;
  const struct sp_schedule *plan = c->job->plan;
  if (in->problem != SP_REDISTRIBUTION && in->problem != SP_IMBALANCE)
    return true;
  c->kept = sp_xcalloc((size_t)in->m + 1, sizeof *c->kept);
  for (int i = 1; i <= in->m; i++)
    c->kept[i] = (long)in->load[i].v;
  for (long k = 0; k < plan->n; k++) {
    const struct sp_message *p = &plan->msg[k];
    if (p->after < 0 && c->kept[p->from]-- <= 0 && in->problem == SP_REDISTRIBUTION)
      return sp_run_fails(c->result, "message %ld: worker %d has no task left to send", k + 1,
                          p->from);
    if (p->after >= 0 && !c->relay) {
      c->relay = sp_xcalloc((size_t)plan->n, sizeof *c->relay);
      for (long j = 0; j < plan->n; j++)
        c->relay[j] = -1;
    }
    if (p->after >= 0)
      c->relay[p->after] = k;
  }
  return true;
}

bool controller_init(struct controller *c, const struct sp_job *job, bool deviations,
                     struct sp_result *result, struct sp_trace *trace)
{
  const struct sp_instance *in = job->in;
  bool noise = job->conditions->noise_link > 0 || job->conditions->noise_cpu > 0;
  *result = sp_result_of(SP_RUN_OK);
  *c = (struct controller){.job = job,
                           .in = in,
                           .result = result,
                           .trace = trace,
                           .record = SP_SCHEDULE_EMPTY,
                           .online = !job->plan,
                           .stop = stop_flag(job->conditions->stop),
                           .wake = {INFINITY, INFINITY}};
  c->rate = sp_xcalloc((size_t)in->m + 1, sizeof *c->rate);
  for (int i = 1; i <= in->m; i++)
    c->rate[i] = (struct rate){in->c[i].v, in->w[i].v, in->latency[i].v, in->result[i].v};
  failures_open(c);
  results_open(c);
  arrivals_open(c);
  c->changes = c->failures || c->arrivals;
  tasks_open(c);
  bool chunks = has_chunks(job);
  if (sp_from_master(in) && (sp_has_sizes(in) || chunks)) {
    c->computing = sp_xcalloc((size_t)in->m + 1, sizeof *c->computing);
    c->end = sp_xcalloc((size_t)in->m + 1, sizeof *c->end);
  }
  if (trace && trace->cap == 0)
    *trace =
        (struct sp_trace){0, FIRST_EVENTS, sp_xrealloc(NULL, FIRST_EVENTS, sizeof *trace->event)};
  c->recording = c->online && (trace || noise || job->record || in->problem != SP_BAG);
  c->viewing = c->online || job->conditions->decisions;
  if (!c->online && c->viewing)
    views_init_plan(&c->views, in, job->plan);
  c->views.chunks = chunks;
  if (!c->online)
    return read_plan(c);
  if (in->problem == SP_IMBALANCE)
    return sp_run_fails(c->result, "an imbalance is planned, not decided on line");
  bool shared = c->results && !in->platform.node[0].ports.recv_send; /* emissions may wait */
  views_init(&c->views, in, deviations || noise || shared || in->sizes || sp_is_changing(in));
  c->views.chunks = chunks;
  c->views.telling = chunks && job->heuristic->chunks;
  if (c->results && job->heuristic->returns)
    views_ask_returns(&c->views);
  if (isinf(in->total.v) && in->platform.node[0].ports.send == INT_MAX)
    return sp_run_fails(c->result,
                        "endless work and any number of ports engage endless messages at once");
  for (int i = 1; i <= in->m; i++)
    if (isinf(in->total.v) && in->c[i].v == 0 && sp_places(in, i) == LONG_MAX &&
        (in->latency[i].v == 0 ||
         (in->profile[SP_LATENCY] && profile_least(&in->profile[SP_LATENCY][i]) == 0)))
      return sp_run_fails(c->result, "worker %d takes endless work in no time (c = 0, S = 0)", i);
  return true;
}

int controller_capacity(const struct controller *c, enum sp_port port)
{
  const struct sp_ports *ports = &c->in->platform.node[0].ports;
  bool received = !sp_from_master(c->in) || c->results;
  return port == SP_OUT ? ports->send : received ? ports->recv : 0;
}

/* The next message of the plan, if the port has not carried them all. */
static enum answer ask_plan(struct controller *c, enum sp_port port, double now, struct hop *hop)
{
  const struct sp_schedule *plan = c->job->plan;
  long k = c->engaged[port], message = k;
  enum answer answer = c->failures ? failures_ask_plan(c, now, &message) : CONTROLLER_ENGAGED;
  if (answer != CONTROLLER_ENGAGED)
    return answer;
  if (message >= plan->n) {
    c->closed[port] = true;
    return CONTROLLER_CLOSED;
  }
  const struct sp_message *p = &plan->msg[message];
  if (!c->failures && port == SP_OUT && arrivals_lack(c, p->amount))
    return CONTROLLER_LATER;
  if (!c->failures && p->earliest[port] > now) {
    c->wake[port] = p->earliest[port];
    return CONTROLLER_LATER;
  }
  *hop = (struct hop){.rank = k,
                      .message = k,
                      .worker = port == SP_OUT ? p->to : p->from,
                      .amount = p->amount,
                      .relay = p->after};
  if (c->viewing)
    decisions_of_plan(c, port, now, hop);
  return CONTROLLER_ENGAGED;
}

static double most_messages(const struct controller *c)
{
  return c->in->problem == SP_DIVISIBLE ? MOST_CHUNKS
                                        : MOST_MOVES * c->in->total.v + failures_losses(c);
}

/* Can a message carry so many units? */
static bool is_message(const struct controller *c, double amount)
{
  if (c->in->problem == SP_DIVISIBLE)
    return amount >= 0 && isfinite(amount);
  return amount == 1 || (c->views.chunks && amount >= 1 && amount == floor(amount));
}

/* Is the decision one that the model allows? Places and memory are the instance's: the heuristic
 * may have changed its view. */
static bool legal(struct controller *c, enum sp_port port, const struct sp_decision *decision,
                  double remaining)
{
  const char *name = c->job->heuristic->name;
  int i = decision->worker;
  if (decision->verb != SP_SEND)
    return sp_run_fails(c->result, "%s answers with the unknown verb %d", name,
                        (int)decision->verb);
  if (i < 1 || i > c->in->m)
    return sp_run_fails(c->result, "%s chose worker %d of %d", name, i, c->in->m);
  if (!is_message(c, decision->amount))
    return sp_run_fails(c->result, "%s sends %g units in a message", name, decision->amount);
  if (decision->amount > 1 && c->in->problem == SP_BAG &&
      decision->amount > (double)c->in->buffer[i])
    return sp_run_fails(c->result, "%s sends %g tasks to worker %d, which has %ld places", name,
                        decision->amount, i, c->in->buffer[i]);
  if (port == SP_IN && c->views.worker[i].movable < 1)
    return sp_run_fails(c->result,
                        c->results
                            ? "%s takes a result from worker %d, which has none that can come"
                            : "%s takes a task from worker %d, which has none left to move",
                        name, i);
  if (c->in->problem == SP_DIVISIBLE &&
      decision->amount > c->in->memory[i].v * (1 + MEMORY_ROUNDING))
    return sp_run_fails(c->result, "%s sends %g units to worker %d, whose memory is %g", name,
                        decision->amount, i, c->in->memory[i].v);
  if (port == SP_OUT && decision->amount > remaining * (1 + 1e-12))
    return sp_run_fails(c->result, "%s sends %g unit%s, %g remain", name, decision->amount,
                        sp_plural(decision->amount), remaining);
  long engaged = c->engaged[port];
  if (c->in->problem != SP_BAG && (double)engaged >= most_messages(c))
    return sp_run_fails(
        c->result, "%s has engaged %ld message%s of %g unit%s, and would engage more", name,
        engaged, sp_plural((double)engaged), c->in->total.v, sp_plural(c->in->total.v));
  return true;
}

/* Counts the answers by which nothing gets ahead; false: too many. */
static bool is_ahead(struct controller *c, bool ahead, double now)
{
  c->idle_answers = ahead ? 0 : c->idle_answers + 1;
  return c->idle_answers <= MOST_IDLE_ANSWERS ||
         sp_run_fails(
             c->result,
             "%s has waited or sent nothing %d times by date %.17g, and nothing has happened",
             c->job->heuristic->name, MOST_IDLE_ANSWERS, now);
}

/* Records the decision as message number engaged[port], and its date if the heuristic has waited.
 */
static void record(struct controller *c, enum sp_port port, double now, const struct hop *hop)
{
  bool through = c->in->problem == SP_REDISTRIBUTION;
  if (c->failures && through)
    sp_schedule_add(&c->record, port == SP_IN ? hop->worker : 0, port == SP_IN ? 0 : hop->worker,
                    hop->amount, -1);
  else if (port == SP_IN || !through)
    sp_schedule_add(&c->record, port == SP_IN ? hop->worker : 0, hop->worker, hop->amount, -1);
  else
    c->record.msg[hop->rank].to = hop->worker;
  if (c->waited[port])
    c->record.msg[hop->message].earliest[port] = now;
}

/* May the heuristic be asked, and does the port have something to carry? */
static enum answer can_ask(struct controller *c, enum sp_port port, const struct sp_view *view)
{
  if (c->failures && c->failures->n_ready == 0)
    return CONTROLLER_LATER;
  if (view->remaining > 0)
    return CONTROLLER_ENGAGED;
  bool more = c->in->problem == SP_REDISTRIBUTION || port == SP_IN;
  c->closed[port] = !more;
  return more ? CONTROLLER_LATER : CONTROLLER_CLOSED;
}

/* What the heuristic's answer means; engaged: it sends, as the model allows. */
static enum answer answer_of(struct controller *c, enum sp_port port, double now, double remaining,
                             const struct sp_decision *decision)
{
  if (decision->verb == SP_DONE) {
    c->closed[port] = true;
    return CONTROLLER_CLOSED;
  }
  if (decision->verb == SP_WAIT) {
    c->waited[port] = true;
    c->wake[port] = decision->until > now ? decision->until : INFINITY;
    return is_ahead(c, c->wake[port] == INFINITY, now) ? CONTROLLER_LATER : CONTROLLER_FAILED;
  }
  return legal(c, port, decision, remaining) && is_ahead(c, decision->amount > 0, now)
             ? CONTROLLER_ENGAGED
             : CONTROLLER_FAILED;
}

/* The message that the heuristic has decided is engaged. */
static void engage(struct controller *c, enum sp_port port, double now,
                   const struct sp_decision *decision, struct hop *hop)
{
  bool received = port == SP_IN && c->views.line[decision->worker].own == 0;
  *hop = (struct hop){.rank = c->engaged[port],
                      .message = c->engaged[port] +
                                 (c->failures && !sp_from_master(c->in) ? c->engaged[1 - port] : 0),
                      .worker = decision->worker,
                      .amount = decision->amount,
                      .relay = received ? CONTROLLER_OLDEST : CONTROLLER_OWN};
  if (port == SP_OUT)
    views_engaged_out(&c->views, hop->worker, hop->amount, now);
  else
    views_engaged_in(&c->views, hop->worker, received, now);
  if (c->recording)
    record(c, port, now, hop);
  c->waited[port] = false;
}

/* The result that the heuristic has named. A plan of its messages takes them in the same order. */
static void take_named_result(struct controller *c, int worker, struct hop *hop)
{
  results_take(c, worker, hop);
  if (c->recording && !c->failures && !sp_sends_first(c->in))
    c->record.msg[hop->message].returns = hop->rank + 1;
}

static enum answer ask_heuristic(struct controller *c, enum sp_port port, double now,
                                 struct hop *hop)
{
  const struct sp_view *view = views_seen(&c->views, port, now);
  enum answer answer = can_ask(c, port, view);
  if (answer != CONTROLLER_ENGAGED)
    return answer;
  if (c->in->weights && port == SP_OUT)
    c->views.view[SP_OUT].weight = c->in->weights[tasks_next(c)];
  struct sp_decision decision = c->job->heuristic->next(view, c->job->options, c->job->state);
  views_asked(&c->views, port);
  answer = answer_of(c, port, now, view->remaining, &decision);
  if (answer != CONTROLLER_ENGAGED)
    return answer;
  if (c->results && port == SP_IN)
    take_named_result(c, decision.worker, hop);
  else
    engage(c, port, now, &decision, hop);
  return CONTROLLER_ENGAGED;
}

enum answer controller_ask(struct controller *c, enum sp_port port, double now, struct hop *hop)
{
  if (failed(c))
    return CONTROLLER_FAILED;
  if (c->closed[port])
    return CONTROLLER_CLOSED;
  c->wake[port] = INFINITY;
  if (port == SP_OUT && c->online && arrivals_lack(c, 1))
    return CONTROLLER_LATER;
  bool result = c->results && port == SP_IN;
  enum answer answer = result && !c->views.returns ? results_ask(c, hop)
                       : c->online                 ? ask_heuristic(c, port, now, hop)
                                                   : ask_plan(c, port, now, hop);
  if (answer == CONTROLLER_ENGAGED) {
    if (result && c->viewing)
      views_returning(&c->views, hop->worker, hop->amount, now);
    if (c->arrivals && port == SP_OUT)
      c->arrivals->waiting -= (long)hop->amount;
    if (sp_from_master(c->in) && port == SP_OUT)
      tasks_engaged(c, hop);
    if (c->failures)
      failures_engaged(c, port, hop->amount);
    c->engaged[port]++;
    c->hash[port] =
        hash_mix(hash_mix(c->hash[port], (uint64_t)hop->worker), hash_bits(hop->amount));
  }
  return answer;
}

double controller_next_change(const struct controller *c)
{
  double next = c->failures ? failures_next(c) : INFINITY;
  return c->arrivals ? fmin(next, arrivals_next(c)) : next;
}

void controller_change(struct controller *c, double now)
{
  if (c->failures)
    failures_change(c, now);
  if (c->arrivals)
    arrivals_come(c, now);
}

long controller_kept(const struct controller *c, int i)
{
  if (c->in->problem != SP_REDISTRIBUTION)
    return 0;
  return c->kept ? c->kept[i] : (long)c->in->load[i].v;
}

void controller_relayed(struct controller *c, const struct hop *hop)
{
  if (c->recording && !c->failures)
    c->record.msg[hop->rank].after = hop->relay;
}

double controller_draw(const struct controller *c, double x, enum sp_stream parameter,
                       uint32_t kind, int worker, long message)
{
  const struct sp_conditions *conditions = c->job->conditions;
  double u = sp_stream_noise(conditions->seed, parameter, conditions->platform, kind,
                             (uint32_t)worker, (uint64_t)message);
  return 1 + x * (2 * u - 1);
}

/* A unit is done at the date. */
static inline void add_done(struct controller *c, const struct hop *unit, double date)
{
  if (c->failures)
    failures_computed(c->failures);
  if (c->arrivals)
    arrivals_done(c, unit, date);
  if (c->computing)
    c->work += tasks_size(c, unit, NULL);
  c->done += unit->amount;
  c->last = date > c->last ? date : c->last;
}

/* The result of a unit has come to the master. */
static void receive_result(struct controller *c, const struct hop *hop, double start, double end)
{
  c->moved[SP_IN]++;
  c->idle_answers = hop->amount > 0 ? 0 : c->idle_answers;
  note(c, SP_TRANSFER, hop->worker, 0, hop->message, hop->amount, start, end, false);
  results_left(c, hop->worker);
  if (c->viewing)
    views_returned(&c->views, hop->worker, hop->amount, end);
  add_done(c, hop, end);
}

void controller_transferred(struct controller *c, enum sp_port port, const struct hop *hop,
                            double start, double end)
{
  if (!counts(c, end))
    return;
  if (port == SP_IN && c->results) {
    receive_result(c, hop, start, end);
    return;
  }
  int i = hop->worker;
  c->moved[port]++;
  if (port == SP_OUT)
    c->sending += end - start;
  if (port == SP_IN && controller_capacity(c, SP_IN) > 1 && !c->failures)
    fifo_push(&c->arrival, &hop->message);
  c->idle_answers = hop->amount > 0 ? 0 : c->idle_answers;
  note(c, SP_TRANSFER, port == SP_OUT ? 0 : i, port == SP_OUT ? i : 0, hop->message, hop->amount,
       start, end, false);
  if (c->viewing && port == SP_OUT && controller_relay(c, hop->rank) < 0)
    views_arrived(&c->views, i, end);
  if (c->viewing && port == SP_IN)
    views_received(&c->views, i, end);
  if (port == SP_OUT && c->in->problem == SP_IMBALANCE) {
    c->done += hop->amount;
    c->last = end > c->last ? end : c->last;
  }
}

double controller_size(const struct controller *c, const struct hop *unit)
{
  return tasks_size(c, unit, NULL);
}

/* What worker i has computed and when; a rule that sends chunks is told. */
static void measure(struct controller *c, const struct hop *unit, double start, double end)
{
  int i = unit->worker;
  double squares, o = c->in->overhead.v, time = tasks_size(c, unit, &squares) * c->in->w[i].v;
  double seconds = o > 0 ? (end - start) * (time / (o + time)) : end - start;
  c->computing[i] += seconds;
  c->overheads += end - start - seconds;
  c->end[i] = end;
  if (!c->viewing || !c->views.telling)
    return;
  double task = seconds / time * c->in->w[i].v;
  views_tell(&c->views, &(struct sp_ended){i, unit->amount, seconds, squares * task * task});
}

void controller_computed(struct controller *c, const struct hop *unit, double start, double end)
{
  int i = unit->worker;
  double amount = unit->amount;
  if (!counts(c, end))
    return;
  note(c, SP_COMPUTE, i, i, unit->message, amount, start, end, false);
  c->idle_answers = amount > 0 ? 0 : c->idle_answers;
  if (c->viewing)
    views_computed(&c->views, i, amount, end);
  if (c->computing)
    measure(c, unit, start, end);
  if (c->results && sp_returns(c->in, i))
    results_computed(c, unit, end);
  else
    add_done(c, unit, end);
}

/* Without a deadline everything must have been done when nothing is under way any more. */
static void check_complete(struct controller *c)
{
  if (c->in->deadline.v < INFINITY || failed(c))
    return;
  bool transfers = c->in->problem == SP_IMBALANCE;
  double expected = transfers ? (double)c->job->plan->n : c->in->total.v;
  double missing = expected - c->done;
  if (missing <= (whole_units(c->in) ? 0 : 1e-9 * expected))
    return;
  if (!c->online && !c->failures && c->in->problem != SP_REDISTRIBUTION &&
      c->engaged[SP_OUT] == c->job->plan->n && c->moved[SP_OUT] == c->engaged[SP_OUT])
    sp_run_fails(c->result, "the plan leaves %g of %g unit%s at the master", missing, expected,
                 sp_plural(expected));
  else
    sp_run_fails(c->result, "stuck at date %.17g with %g of %g unit%s not done: %s", c->last,
                 missing, expected, sp_plural(expected),
                 c->failures && c->failures->n_down > 0 ? "workers that are down do not return"
                 : c->online ? "the heuristic waits and nothing can happen any more"
                             : "the plan waits for what cannot come");
}

/* How evenly the workers that compute are busy, and with what. */
static void spread_of(const struct controller *c, struct sp_result *r)
{
  double n = 0, computing = 0, sum = 0, squares = 0, least = INFINITY, rates = 0;
  for (int i = 1; i <= c->in->m; i++) {
    n += isfinite(c->in->w[i].v);
    computing += c->computing[i];
    sum += c->end[i];
    least = fmin(least, c->in->w[i].v);
    rates += 1 / c->in->w[i].v;
  }
  for (int i = 1; i <= c->in->m; i++)
    squares += isfinite(c->in->w[i].v) ? (c->end[i] - sum / n) * (c->end[i] - sum / n) : 0;
  r->wasted_time = c->last - computing / n;
  r->imbalance = sum > 0 ? c->last / (sum / n) : 1;
  r->spread = sum > 0 ? sqrt(squares / n) / (sum / n) : 0;
  r->port_share = c->last > 0 ? c->sending / c->last : 0;
  r->overhead_share = c->overheads > 0 ? c->overheads / (c->overheads + computing) : 0;
  r->speed_up = c->last > 0 ? c->work * least / c->last : NAN;
  r->efficiency = c->last > 0 ? c->work / (rates * c->last) : NAN;
}

/* A plan says the order of all results or of none; by a deadline some may not have come. */
static void forget_partial_order(struct controller *c)
{
  long returning = 0;
  for (long k = 0; k < c->record.n; k++)
    returning += sp_returns(c->in, c->record.msg[k].to);
  for (long k = 0; k < c->record.n && c->engaged[SP_IN] < returning; k++)
    c->record.msg[k].returns = 0;
}

void controller_close(struct controller *c, struct sp_schedule *decided)
{
  struct sp_result *r = c->result;
  check_complete(c);
  if (c->failures)
    failures_count_resends(c);
  r->makespan = c->last;
  r->done = c->done;
  r->messages = c->moved[SP_OUT];
  if (c->computing)
    spread_of(c, r);
  r->order_hash = hash_mix(c->hash[SP_OUT], c->hash[SP_IN]);
  r->bits_hash = hash_mix(c->bits, r->order_hash);
  if (decided && c->online) {
    if (c->views.returns)
      forget_partial_order(c);
    sp_schedule_clear(decided);
    *decided = c->record;
    c->record = SP_SCHEDULE_EMPTY;
  } else if (decided) {
    sp_schedule_copy(decided, c->job->plan);
  }
  sp_schedule_clear(&c->record);
  if (c->viewing)
    views_clear(&c->views);
  failures_close(c);
  results_close(c);
  free(c->arrivals);
  tasks_close(c);
  free(c->rate);
  free(c->computing);
  free(c->end);
  free(c->relay);
  free(c->kept);
  free(c->arrival.item);
}
