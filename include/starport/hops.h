/* Schedules on graphs: hops, the engines that execute them, the validator of what happened.
 *
 * On a graph (starport/graph.h) a schedule is an ordered list of hops: a message over one link, or
 * a computation on one node. It serves the periods of the steady state, divisible loads on
 * networks, and strategies that decide on line. Stars have their own, denser form
 * (starport/schedule.h); the model is the same: store and forward, no preemption, ports.
 *
 * THE MODEL (docs/model.md, "Graphs")
 * - A hop starts as soon as it can: its date `earliest` has come; so many transfers into its node
 *   as it asks for have ended (`arrivals`), and so the units that it takes are there; the ports
 *   that it needs are free; and each hop before it in the list that needs one of these ports has
 *   started. So the list is the order of every port.
 * - A message from i to j over a link needs one of i's `send` ports, one of j's `recv` ports, and
 *   that direction of the link, which carries one message at a time; links of the same bus (> 0)
 *   carry one message at a time among them all. It takes latency + amount * c.
 * - A computation needs node i's processor, one at a time, and takes amount * w.
 * - Where struct sp_ports says that two kinds of activity of a node exclude each other, they wait
 *   for each other in the order of the list.
 * - At one date: ends, in the order of the list; then starts, in the order of the list.
 *
 * Nodes are numbered from 0 here. In a trace (struct sp_trace) of a graph, as in everything that
 * people read or write, they are numbered from 1, and `message` is the hop's number, from 0: node
 * 0, a star's master, does not occur. */
#ifndef STARPORT_HOPS_H
#define STARPORT_HOPS_H

#include <starport/graph.h>
#include <starport/schedule.h>
#include <starport/starport.h>

SP_BEGIN_DECLS

struct sp_hop {
  int from, to;    /* nodes; the same twice: it computes */
  int link;        /* of the graph; -1: a computation */
  double amount;   /* units; >= 0 */
  double earliest; /* date before which it does not start; 0: as soon as it can */
  long arrivals;   /* transfers into `from` that have ended before it starts; 0: its units are there
                      from date 0 */
};

struct sp_hops {
  long n, cap;
  struct sp_hop *hop; /* [0..n-1]; owned */
};
#define SP_HOPS_EMPTY ((struct sp_hops){0, 0, NULL})
void sp_hops_add(struct sp_hops *, const struct sp_hop *);
void sp_hops_clear(struct sp_hops *);

/* What has come of a node's hops by now. */
struct sp_hop_node {
  long received;                     /* transfers into it that have ended */
  long begun, ended;                 /* of its own hops (sent or computed): started, ended */
  int receiving, sending, computing; /* under way */
};
/* What is known at a date, after everything that ends at it has ended. */
struct sp_hop_view {
  double now;
  const struct sp_graph *g;
  const struct sp_hop_node *node; /* [0..nodes-1] */
  long waiting;                   /* hops added that have not started */
  const struct sp_hop *ended;     /* [0..n_ended-1] hops that have ended since the last call */
  long n_ended;
};

/* Where hops come from: a list, period after period, or decisions on line. An engine calls start
 * (NULL: nothing to do), then `more` at date 0 and after the ends of every date at which something
 * ends, until it returns false. What `more` adds stands behind all that was added before. */
struct sp_hop_source {
  void (*start)(void *state);                                                 /* forgets all */
  bool (*more)(void *state, const struct sp_hop_view *, struct sp_hops *add); /* false: the last */
  void *state;
};
/* A source of just these hops, which must live as long. */
struct sp_hop_source sp_hops_source(const struct sp_hops *);

struct sp_hop_job {
  const struct sp_graph *g;
  struct sp_hop_source source;
  double until; /* date: what would end later is not counted or recorded, and the run stops there;
                   INFINITY: it ends when all hops have */
  const struct sp_conditions *conditions; /* noise: hop k draws by its number */
};

/* Executes the hops in the native engine. *result: status ok or failed (stuck: no hop can start),
 * makespan (the last end), done (units computed), messages (transfers). *trace, if not NULL, gets
 * the events, unsorted. */
void sp_native_hops(const struct sp_hop_job *, struct sp_result *, struct sp_trace *trace);

/* THE VALIDATOR of graphs: what a trace must obey beside the graph itself. */
struct sp_hop_check {
  const double *held; /* [0..nodes-1] units that each node holds at date 0; INFINITY: endless */
  const long *places; /* [0..nodes-1] messages that a node can hold, from the start of the reception
                         to the end of the hop (computation or message) that takes it; NULL, or
                         LONG_MAX for a node: any number */
  double total;       /* units to be computed in all; NAN: any number */
  double until;       /* nothing ends later; INFINITY: any date */
  double tolerance;   /* of dates relative to the greatest, of amounts relative to all that nodes
                         hold at date 0 (if finite) and receive; 0: 1e-9 */
  enum sp_durations durations;
};
/* Checks: nodes and links exist, numbers are unique, dates, durations; ports of every node, links
 * and buses; no node ever sends and computes more than it held at date 0 and has received whole;
 * places; total. Shares no code with the engines. SP_OK, or SP_NOT_VERIFIED with the first
 * violation in words. */
int sp_validate_hops(const struct sp_graph *, const struct sp_trace *, const struct sp_hop_check *,
                     struct sp_error *);

SP_END_DECLS

#endif
