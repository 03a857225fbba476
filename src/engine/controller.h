/* The controller of a run on a star: what the two engines share, which is all but time and the
 * occupation of ports, links, places and processors. It asks the plan or the heuristic, checks each
 * answer, keeps the worker views, draws the noise, records decisions and events, and fills the
 * result. Both engines use it, so their decisions can only differ where their dates do.
 *
 * THE MODEL THAT ENGINES IMPLEMENT (docs/model.md)
 * - The master's port p (IN, OUT) has a capacity: in->platform.node[0].ports.recv / .send. A
 *   message takes one unit of it from the moment it is engaged until its transfer has ended, so a
 *   message that waits keeps its port. One message a direction at a time on each worker's link;
 *   messages of one worker and direction start in the order in which they were engaged.
 * - A reception (worker s -> master) starts when it is engaged, s's link is idle in that
 *   direction and the task is at s: initial or arrived earlier.
 * - The k-th task that has arrived at the master is carried by emission k. (bag, divisible: all
 *   are at the master from date 0.) An emission (master -> worker i) starts when it is engaged, i's
 * link is idle in that direction, its task is at the master and i has a place: held_i < b_i. The
 *   place is taken at the start and freed at the end of the unit's computation. Where memory is
 *   limited it starts when its units fit (store.h).
 *   A message of a bag may carry several tasks: it needs as many places, which are free together at
 *   the end of their computation, and is one unit for its worker, which takes the overhead and then
 *   w_i times the sum of their sizes (tasks.h).
 * - A worker computes one unit at a time: initial units first, then received ones in order of
 *   arrival. In a plan, the units that it will send (controller_kept, controller_relay) are set
 *   apart from date 0. On line, a reception takes an initial unit not begun if there is one, else
 *   the earliest received one not begun.
 * - At one date: completions (receptions by message, emissions by message, computations by
 *   worker), which free links, ports and places; then, until nothing changes: reception
 *   decisions, emission decisions, starts (receptions, emissions, computations; by worker).
 *   IN asks while it has capacity, then OUT while it has. Activities that take no time end at
 *   the same date, in a further round of completions.
 * - Hosts and links that go down. Where either is down, no message to the worker or from it
 *   starts; where the host is down, no computation. An activity whose end is the date of the
 *   failure has ended. A transfer under way is lost, and leaves its port and place, when its link
 *   or its receiver goes down. When the host goes down all units that have come to it and have not
 *   been computed are lost. The master notices a failure after the timeout, or when host and link
 *   are up again if that is before; then lost units remain at the master, and messages engaged to
 *   the worker that have not started leave their port and are decided anew. States change after
 *   completions and before decisions, by worker. What would happen within rounding of the date at
 *   which a state changes or a failure is noticed happens at that date: an engine that comes to
 *   the date d does so at a change that comes by controller_reach(d), and there does all that is
 *   due by controller_reach of its date.
 *   In a redistribution that is so for receptions, too, whose task is its sender's again; the host
 *   loses its initial units as well, or (in->lost_stay) keeps all and begins anew what it computed.
 * - Results of a bag or divisible load that return (results.h). A reception of IN carries the
 * result of a unit that has been computed, over its worker's link towards the master; the unit is
 * done at its end. IN is engaged by the result that was computed first, ties by worker, of those
 * whose worker is up and sends no other; or by the next one that the plan names, which waits until
 * it is computed. A place is freed at the end of the computation or (in->hold_result) of the
 * reception. Results that wait or are sent when their host goes down are lost, and those that are
 * sent when their link does: their units remain at the master once that is noticed.
 * - Tasks of a bag that arrive (arrivals.h) do so after the completions of their date and before
 * its decisions. A port of emission is engaged only when a task is at the master, and takes the
 * first of them; a plan waits. What would happen within rounding of an arrival happens with it.
 * - imbalance: nothing is computed; the run ends with the last emission.
 * - deadline: nothing that would end later is recorded or counted; the run stops there. */
#pragma once

#include "base/fifo.h"
#include "base/stream.h"
#include "engine/cost.h"
#include "engine/engine.h"
#include "method/worker_views.h"
#include "model/instance.h"
#include "model/profile.h"

/* One hop that a port has been engaged for; then the unit that it has brought. An initial unit has
 * the message -1 and amount 1, and is the rank-th that its worker begins. */
struct hop {
  long rank;    /* this is the port's rank-th message, from 0 */
  long message; /* number in the trace. IN, and OUT of bag and divisible: = rank. OUT of the
                   others: number of the rank-th task to ARRIVE, set at the start (it differs from
                   rank only with several reception ports); where work can be lost both ports count
                   their messages together */
  int worker;   /* IN: sender, OUT: receiver */
  double amount;
  long task;   /* bag: its tasks are those engaged as number task, task + 1, .. (tasks.h) */
  double from; /* divisible load whose units have sizes: the part begins there */
  long relay;  /* IN: rank of the emission that brought the task that is sent on (its message where
                  work can be lost); CONTROLLER_OWN: an initial unit; CONTROLLER_OLDEST (on line):
                  the earliest received unit not begun, the engine finds it, sets its rank and calls
                  controller_relayed */
};
enum { CONTROLLER_OWN = -1, CONTROLLER_OLDEST = -2 };

enum answer {
  CONTROLLER_ENGAGED, /* *hop is the message; the port is taken */
  CONTROLLER_LATER,   /* ask after the next completion, or at controller.wake[port] */
  CONTROLLER_CLOSED,  /* this port has nothing more to decide */
  CONTROLLER_FAILED,  /* result->reason says why: stop the run */
};

/* What of a worker can go down. */
enum part { HOST, LINK, PARTS };

/* What an engine does, at the date, when hosts and links go down and up. */
struct loser {
  void *engine;
  /* Loses the transfers to worker i and from it that are under way: controller_lost_transfer. */
  void (*lose_transfer)(void *engine, int i, double date);
  /* Loses what has come to worker i and is not computed: controller_lost_computation, _unit. */
  void (*lose_units)(void *engine, int i, double date);
  /* Takes back the messages engaged to worker i, and from it, that have not started:
   * controller_taken_back. */
  void (*take_back)(void *engine, int i, double date);
  /* Worker i may be able to start something. */
  void (*touch)(void *engine, int i);
};

/* The numbers of the instance by which an activity of a worker lasts, side by side: with thousands
 * of workers each is otherwise fetched from a place of its own. */
struct rate {
  double c, w, latency, result;
};

struct controller {
  const struct sp_job *job;
  const struct sp_instance *in;
  struct rate *rate; /* [0..m] */
  struct sp_result *result;
  struct sp_trace *trace;
  struct sp_schedule record; /* on line: messages decided */
  bool recording;            /* on line and message numbers matter (trace, noise, divisible) */
  bool online;
  bool viewing;              /* on line, or the decisions of a plan are recorded */
  struct worker_views views; /* viewing */
  double wake[2];            /* by port: date to ask again at the latest, INFINITY: none */
  long idle_answers;         /* of the heuristic, since something has happened */
  const int *stop;           /* not NULL: the flag that ends the run */
  bool closed[2];            /* by port */
  bool waited[2];      /* by port, on line: the heuristic has waited since the latest message */
  long engaged[2];     /* messages engaged so far */
  long moved[2];       /* transfers ended so far */
  struct fifo arrival; /* long, if tasks may arrive in another order than they were engaged in:
                          number of the k-th at the master */
  long *relay;         /* [message] plan: the message that sends its task on, -1: none; or NULL */
  long *kept;          /* [0..m] plan: initial units that the worker keeps; or NULL */
  struct failures *failures; /* hosts or links can go down (failures.h); else NULL */
  struct results *results;   /* results return (results.h); else NULL */
  struct arrivals *arrivals; /* tasks arrive over time (arrivals.h); else NULL */
  bool changes;              /* failures or arrivals: controller_next_change */
  struct tasks *tasks;       /* see tasks.h; NULL: not needed */
  long units;                /* bag: tasks engaged so far */
  double load;               /* divisible load: engaged so far */
  bool *is_down[PARTS];      /* [0..m] by enum part: now, noticed or not; or NULL */
  uint64_t hash[2], bits;    /* decisions by port; dates */
  double last;               /* end of the last counted event */
  double done;               /* units computed (imbalance: moved) */
  double sending;            /* time that the emission port has carried messages */
  double work;               /* sizes of the tasks done; with `computing` */
  double overheads;          /* time of workers before they compute; with `computing` */
  double *computing; /* [0..m] time that the worker has computed, without overheads; or NULL */
  double *end;       /* [0..m] of its last computation; or NULL */
};

/* deviations: see views_init. Returns false, with the reason in *result, if the job cannot run;
 * controller_close is called all the same. */
bool controller_init(struct controller *, const struct sp_job *, bool deviations,
                     struct sp_result *, struct sp_trace *);
/* Capacity of a port, at most INT_MAX; 0 for IN if nothing is received (bag, divisible whose
 * results do not return). */
int controller_capacity(const struct controller *, enum sp_port);
/* Asks for the next message of a port that has capacity left, at date now. */
enum answer controller_ask(struct controller *, enum sp_port, double now, struct hop *hop);
/* Plan: initial units that worker i computes itself. On line: its whole load. */
long controller_kept(const struct controller *, int i);
/* Plan: rank of the reception that sends the task of emission `rank` on from where it arrives;
 * -1: none, it is computed there. */
static inline long controller_relay(const struct controller *c, long rank)
{
  return c->relay ? c->relay[rank] : -1;
}
/* On line: the reception hop carries the task that emission hop->relay brought. */
void controller_relayed(struct controller *, const struct hop *);
/* The factor in [1 - x, 1 + x] that (parameter, kind, worker, message) draws on this platform. */
double controller_draw(const struct controller *, double x, enum sp_stream parameter, uint32_t kind,
                       int worker, long message);

/* The duration of an activity of worker i or its link that begins at `start` and costs `time` at
 * factor 1. */
static inline double controller_changing_time(const struct controller *c, enum sp_changing kind,
                                              int i, double start, double time)
{
  const struct sp_profile *profile = c->in->profile[kind];
  return profile ? profile_time(&profile[i], start, time) : time;
}

/* The cost of the hop that starts now, the bytes of which the noise changes. An emission gets its
 * number if tasks may arrive in another order than they were engaged in. */
static inline struct cost controller_start_hop(struct controller *c, enum sp_port port,
                                               struct hop *hop, double now)
{
  const struct sp_instance *in = c->in;
  const struct sp_profile *const *profile = (const struct sp_profile *const *)in->profile;
  int i = hop->worker;
  const struct rate *rate = &c->rate[i];
  if (port == SP_OUT && c->arrival.n > 0)
    hop->message = *fifo_at(&c->arrival, hop->rank, long);
  double x = c->job->conditions->noise_link, latency = rate->latency, units = hop->amount;
  if (x > 0)
    units = controller_draw(c, x, SP_STREAM_LINK_NOISE, port, 0, hop->message) * units;
  if (profile[SP_LATENCY])
    latency *= sp_profile_factor(&profile[SP_LATENCY][i], now);
  bool result = port == SP_IN && c->results; /* as large as units of a message that take as long */
  double time = units * (result ? rate->result : rate->c);
  return (struct cost){
      .units = result ? time / rate->c : units,
      .unit = rate->c,
      .latency = latency,
      .duration = latency + controller_changing_time(c, SP_BANDWIDTH, i, now + latency, time),
      .profile = profile[SP_BANDWIDTH] ? &profile[SP_BANDWIDTH][i] : NULL};
}

/* The sizes of the tasks that the unit is. */
double controller_size(const struct controller *, const struct hop *unit);

/* The cost of the unit that its worker begins now; updates the worker's view. */
static inline struct cost controller_start_unit(struct controller *c, const struct hop *unit,
                                                double now)
{
  int i = unit->worker;
  bool initial = unit->message < 0;
  if (c->viewing)
    views_begun(&c->views, i, !initial, unit->amount, now);
  const struct sp_profile *profile = c->in->profile[SP_SPEED];
  double x = c->job->conditions->noise_cpu, w = c->rate[i].w, o = c->in->overhead.v;
  double units = c->in->sizes ? controller_size(c, unit) : unit->amount;
  if (x > 0)
    units *= controller_draw(c, x, SP_STREAM_CPU_NOISE, initial, initial ? i : 0,
                             initial ? unit->rank : unit->message);
  double time = o + units * w;
  return (struct cost){.units = o > 0 ? time / w : units,
                       .unit = w,
                       .duration = controller_changing_time(c, SP_SPEED, i, now, time),
                       .profile = profile ? &profile[i] : NULL};
}

/* Something has ended: updates the worker views, the trace, the hashes and the counts. */
void controller_transferred(struct controller *, enum sp_port, const struct hop *, double start,
                            double end);
void controller_computed(struct controller *, const struct hop *unit, double start, double end);

/* ---- Changes: tasks arrive, hosts and links go down and up. */

/* The date of the next change; INFINITY: none, or nothing is left to wait for. */
double controller_next_change(const struct controller *);
/* All changes due at date now, once the completions of that date are known: states, what the master
 * notices, then arrivals. The run fails if there have been too many, or too much has been lost,
 * since a unit has been computed. */
void controller_change(struct controller *, double now);

/* ---- Hosts and links that go down (failures.c); only if sp_can_fail(), but for the first. */

/* Is worker i's host, is its link down? */
static inline bool controller_is_down(const struct controller *c, enum part part, int i)
{
  return c->is_down[part] && c->is_down[part][i];
}
/* The engine that loses work; once, before the run. */
void controller_set_loser(struct controller *, const struct loser *);
/* The last date that is `date` but for rounding. */
static inline double controller_reach(double date)
{
  return date + AT_A_CHANGE * date;
}
/* Work is lost at `date`, to be sent again once that is noticed: a transfer or a computation under
 * way since `start`, or a unit that waited at its worker. */
void controller_lost_transfer(struct controller *, enum sp_port, const struct hop *, double start,
                              double date);
void controller_lost_computation(struct controller *, const struct hop *, double start,
                                 double date);
void controller_lost_unit(struct controller *, const struct hop *);
/* All results that wait at worker i are lost with their host; returns of how many units. */
long controller_lost_results(struct controller *, int i);
/* So many initial units, not begun, are lost with their host. */
void controller_lost_initial(struct controller *, long units);
/* The engaged message will not be sent, since its worker is down. */
void controller_taken_back(struct controller *, enum sp_port, const struct hop *, double date);
/* Has worker i lost all its units with its host, and the master has not noticed it? */
bool controller_has_lost_all(const struct controller *, int i);

/* Nothing is under way any more: checks that all work was done ("stuck: ..."), fills the result,
 * copies the decisions to *decided if not NULL, and frees the controller. */
void controller_close(struct controller *, struct sp_schedule *decided);
