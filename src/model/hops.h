/* Schedules on graphs: hops, which engines execute (engine/hops.h) and a validator checks
 * (validate/hop_check.h).
 *
 * On a graph (model/graph.h) a schedule is an ordered list of hops: a message over one link, or
 * a computation on one node. It serves the periods of the steady state, divisible loads on
 * networks, and strategies that decide on line. Stars have a more compact form of their own
 * (starport/schedule.h); the model is the same: store and forward, no preemption, ports.
 *
 * THE MODEL (docs/model.md, "Graphs")
 * - A hop starts as soon as all of these hold: its date `earliest` has come; `arrivals` transfers
 *   into its node have ended, so that the units that it takes are there; the ports that it needs
 * are free; and each hop before it in the list that needs one of these ports has started. So the
 * list gives the order of every port.
 * - A message from i to j over a link needs one of i's `send` ports, one of j's `recv` ports, and
 *   that direction of the link, which carries one message at a time; all links of the same bus
 *   (> 0) together carry one message at a time. It takes latency + amount * c.
 * - A computation needs node i's processor, one at a time, and takes amount * w.
 * - A message of results takes latency + amount * z * c (z: sp_graph.result), and needs what others
 *   need but places. It can start once as many computations of its node and results that have come
 *   to it have ended as it says (`arrivals`); transfers of units are counted apart.
 * - A message into a node with places (sp_graph.places) takes one when it starts; one is free again
 *   at the end of each hop of that node.
 * - Speeds, bandwidths and latencies may change. Nodes and links may go down, if the source decides
 *   hop by hop: then no hop waits.
 * - If two kinds of activity of a node exclude each other (struct sp_ports), they wait for each
 *   other in the order of the list.
 * - At one date: ends, in the order of the list; changes of states; then starts, in the order of
 * the list.
 *
 * Nodes are numbered from 0 here. In a trace (struct sp_trace) of a graph, as in all input and
 * output, they are numbered from 1 (node 0, the master of a star, does not occur), and `message` is
 * the hop's number, from 0. */
#pragma once

#include "model/graph.h"

#include <starport/starport.h>

struct sp_hop {
  int from, to;    /* nodes; the same twice: it computes */
  int link;        /* of the graph; -1: a computation */
  bool result;     /* a message: it carries the results of so many units */
  double amount;   /* units; >= 0 */
  double earliest; /* date before which it does not start; 0: as soon as it can */
  long arrivals;   /* transfers into `from` that must have ended, of a result results that must be
                      there; 0: its units are there from date 0 */
};

struct sp_hops {
  long n, cap;
  struct sp_hop *hop; /* [0..n-1]; owned */
};
#define SP_HOPS_EMPTY ((struct sp_hops){0, 0, NULL})
/* Appends a hop. */
void sp_hops_add(struct sp_hops *, const struct sp_hop *);
/* Frees the hops and empties the list. */
void sp_hops_clear(struct sp_hops *);

/* The progress of a node's hops. */
struct sp_hop_node {
  long received;                     /* transfers into it that have ended, without results */
  long results;                      /* computed there or come there, if results return */
  long begun, ended;                 /* of its own hops (sent or computed): started, ended */
  int receiving, sending, computing; /* under way */
};
/* The state at a date, after the ends of that date. */
struct sp_hop_view {
  double now;
  const struct sp_graph *g;
  const struct sp_hop_node *node; /* [0..nodes-1] */
  long waiting;                   /* hops added that have not started */
  const struct sp_hop *ended;     /* [0..n_ended-1] hops that have ended since the last call */
  long n_ended;
  const struct sp_hop *lost; /* [0..n_lost-1] hops under way that were lost since the last call */
  long n_lost;
  const bool *node_down, *link_down; /* now, by node and link; NULL: nothing can go down */
};

/* A source of hops: a list, one period after the other, or decisions on line. An engine calls start
 * (NULL: nothing to do), then `more` at date 0 and after the ends of every date with an end, until
 * it returns false. The hops that `more` adds come after all hops added before. */
struct sp_hop_source {
  void (*start)(void *state);                                                 /* starts afresh */
  bool (*more)(void *state, const struct sp_hop_view *, struct sp_hops *add); /* false: the last */
  void *state;
};
/* A source of these hops, which must live as long as the source. */
struct sp_hop_source sp_hops_source(const struct sp_hops *);

struct sp_hop_job {
  const struct sp_graph *g;
  struct sp_hop_source source;
  double until; /* the run stops at this date; hops that would end later are neither counted nor
                   recorded; INFINITY: it ends with the last hop */
  const struct sp_conditions *conditions; /* noise: hop k draws by its number */
};
