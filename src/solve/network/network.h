/* The solution of a divisible load on a network (model/network.h, which has the notation). */
#pragma once

#include "model/network.h"

#include <starport/schedule.h>

/* The part of one processor. It receives `carried` from `start` to `ready` on its link (on a
 * hypercube: on each of its links, in layers of a mesh in all), starts, takes out and computes
 * alpha from `ready` to T. */
struct sp_network_row {
  double alpha;
  long parent; /* row of the sender (hypercube: the layer before); SP_UNUSED: none, or several */
  long link;   /* from there */
  double start, ready, carried;
  double below; /* processors that its message serves: itself, and those after it */
  bool used;
};

/* A stream of load on a switch: `amount` at a constant rate over [0, T]. In the layers of a mesh or
 * torus a message, with its mean rate. */
struct sp_switch_stream {
  long from, to;
  double amount, rate;
};

struct sp_network_solution {
  double time, load; /* the load is 1, unless there is a deadline: then time is the deadline */
  char *time_exact;  /* of a deadline, the load: "a/b"; NULL: some number has no exact value, or the
                       network has more than  SP_EXACT_PROCESSORS rows */
  long n;
  struct sp_network_row *row; /* [0..n-1] */
  char **alpha_exact;         /* [0..n-1]; NULL as time_exact */
  double usable;              /* processors used, originator included (2^d may be large) */
  double speedup;             /* w_o Tcp / T = 1 / alpha of the originator */
  double equivalent_speed;    /* Tcp / T */
  double utilisation;         /* speedup / usable */
  bool proven;                /* no other order, assignment or tree is better */
  double lower_bound;   /* on the time of any tree in a graph, mesh or torus (and of any layers),
                           with a deadline the load's upper one; NAN for other networks */
  long left, right;     /* chain with two sides, open loop: processors on each; else SP_UNUSED */
  long depth;           /* hypercube, mesh, torus: layers that there are without the originator's */
  long layers;          /* of them: usable ones without the originator's; else SP_UNUSED */
  long *order, ordered; /* sequential star: rows in the order of their messages; else NULL */
  int *bus;             /* bus: the bus of each processor; NULL for other kinds */
  long *group;          /* bus with listeners: rows of one number hear one message; else NULL */
  /* Loop: meeting point row meet (SP_UNUSED: open) receives from row[meet].parent and, from
   * second_start to row[meet].ready, second_carried from second_parent. */
  long meet, second_parent;
  double second_start, second_carried;
  double open_time; /* of the best open chain; with a deadline its load */
  double *closed; /* [0..n-1] time (load) of the closed loop that meets there; NAN: infeasible; NULL
                     for other kinds */
  char **closed_exact; /* [0..n-1] NULL where infeasible; NULL as time_exact */
  /* Switch: the load that each sends (> 0) or receives (< 0); it computes row[].alpha. */
  double *delta;
  long streams;
  struct sp_switch_stream *stream;
  struct sp_schedule tasks; /* of direct_solve (direct.h): whole tasks instead, no streams */
};
/* Limits: rows of a network solved in rationals; processors of a star all orders of which are
 * tried; assignments to buses and trees of a graph that are tried. */
enum {
  SP_EXACT_PROCESSORS = 128,
  SP_ORDERED_PROCESSORS = 9,
  SP_ASSIGNMENTS = 2000000, /* of a search among up to 20 processors; of more, fewer */
  SP_ASSIGNED_PROCESSORS = 200,
  SP_TREES = 500000,
  SP_VARIED_PROCESSORS = 1000 /* of a chain with start, info or merge */
};

/* Solves a checked network. SP_OK with *solution, which the caller clears; SP_BAD_INPUT with the
 * reason: the first processor that given branches cannot reach in time, or a search that is too
 * large. Memory O(n); time at most O(n^2), but a sequential star with neither identical links nor
 * r = 0 takes the time of its search. */
int sp_network_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
void sp_network_solution_clear(struct sp_network_solution *);
/* The solution's lower_bound, without the solution. */
double sp_network_bound(const struct sp_network *);

/* Momentary utilisation: from `start` to `end` `busy` processors compute. */
struct sp_step {
  double start, end, busy;
};
/* The *n steps in order of time; the caller frees the array. */
struct sp_step *sp_network_steps(const struct sp_network *, const struct sp_network_solution *,
                                 long *n);
/* Processors in a row: 1, on a hypercube the size of the layer. */
double sp_network_row_size(const struct sp_network *, long row);
