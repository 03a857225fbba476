/* Divisible load on networks with start-up costs (Blazewicz, Drozdowski, Discrete Applied
 * Mathematics 76, 1997) and on a switch (RR-6005, section 5).
 *
 * A load of 1 lies at the originator. Processor i needs x w_i Tcp to compute the fraction x of it,
 * link j needs r_j + x z_j Tcm to carry it. Store and forward: a processor that has received its
 * whole part keeps alpha_i of it, computes that and sends on the rest at the same time. All
 * processors that are used end together, at the completion time T.
 *
 * Processors are numbered as rows: row k is processor k+1, on a hypercube layer k (k hops from the
 * originator). Rows, links and buses count from 0 here and from 1 in all input and output. */
#ifndef STARPORT_NETWORK_H
#define STARPORT_NETWORK_H

#include <starport/instance.h>

SP_BEGIN_DECLS

enum sp_network_kind {
  SP_CHAIN,     /* link i joins i and i+1 */
  SP_LOOP,      /* link i joins i and i+1; the last link joins the last processor and the first */
  SP_TREE,      /* link i joins i and its parent; that of the root is unused */
  SP_STAR,      /* link i joins i and the originator, row 0; link 0 is unused */
  SP_BUS,       /* link k is bus k, from the originator, row 0, to its processors */
  SP_HYPERCUBE, /* dimension d; all processors are alike, and all links (w[0], link 0) */
  SP_SWITCH,    /* loads at all processors, which exchange them: LP (7) */
  SP_NETWORK_KINDS
};
/* "chain", "loop", ..., in this order. */
extern const char *const sp_network_name[SP_NETWORK_KINDS];

enum { SP_UNUSED = -1, SP_MAX_DIMENSION = 60 };

/* A link of a graph; row 0 is the originator. */
struct sp_edge {
  long a, b;
};

struct sp_network {
  enum sp_network_kind kind;
  long n;                   /* processors; a hypercube's d + 1 layers */
  long links;               /* chain n-1, loop, tree and star n, bus: buses, hypercube 1 */
  struct sp_num *w;         /* [0..n-1] > 0 (hypercube: [0] alone) */
  struct sp_num *z, *r;     /* [0..links-1] >= 0 */
  struct sp_num tcp, tcm;   /* > 0, >= 0 */
  struct sp_num beta, back; /* results: a part beta of the load is returned (z becomes (1 + beta)
                               z), or they take a constant time (added to r) */
  long originator;          /* row; the chain's, else the root or 0 */
  long left, right;         /* chain: processors on each side; SP_UNUSED: the best numbers */
  bool sequential;          /* star: one message at a time */
  long *parent;             /* tree [0..n-1]: row of the parent, SP_UNUSED: the root */
  struct sp_edge *edge; /* tree [0..links-1]: find the best tree in this graph; NULL: the tree is
                           parent[] */
  int *bus;             /* bus [1..n-1]: link of each processor; SP_UNUSED: find the best */
  struct sp_num *load, *speed, *bandwidth; /* switch [0..n-1]: alpha, s, b */
};

/* A network of n rows and `links` links with w = 1, z = r = 0, Tcp = Tcm = 1, no return of results;
 * parent, bus, or load, speed and bandwidth are allocated if the kind has them. Never NULL; the
 * caller frees it. */
struct sp_network *sp_network_alloc(enum sp_network_kind, long n, long links);
void sp_network_free(struct sp_network *); /* NULL is accepted */
/* A copy that the caller frees; NULL gives NULL. */
struct sp_network *sp_network_copy(const struct sp_network *);
/* Checks that numbers are in range and that a tree is a tree. SP_OK, or SP_BAD_INPUT with the
 * reason. */
int sp_network_check(const struct sp_network *, struct sp_error *);

/* The part of one processor. It receives `carried` from `start` to `ready` on its link (on a
 * hypercube: on each of its links) and computes alpha from `ready` to T. */
struct sp_network_row {
  double alpha;
  long parent; /* row of the sender (hypercube: the layer before); SP_UNUSED: no sender */
  double start, ready, carried;
  bool used;
};

/* A stream of load on a switch: `amount` at a constant rate over [0, T]. */
struct sp_switch_stream {
  long from, to;
  double amount, rate;
};

struct sp_network_solution {
  double time;
  char *time_exact; /* "a/b"; NULL: some number has no exact value, or the network has more than
                       SP_EXACT_PROCESSORS rows */
  long n;
  struct sp_network_row *row; /* [0..n-1] */
  char **alpha_exact;         /* [0..n-1]; NULL as time_exact */
  double usable;              /* processors used, originator included (2^d may be large) */
  double speedup;             /* w_o Tcp / T = 1 / alpha of the originator */
  double equivalent_speed;    /* Tcp / T */
  double utilisation;         /* speedup / usable */
  bool proven;                /* no other order, assignment or tree is better */
  double lower_bound;         /* on the time of any tree in a graph; NAN for other networks */
  long left, right;     /* chain with two sides, open loop: processors on each; else SP_UNUSED */
  long layers;          /* hypercube: usable ones without the originator's; else SP_UNUSED */
  long *order, ordered; /* sequential star: rows in the order of their messages; else NULL */
  int *bus;             /* bus: the bus of each processor; NULL for other kinds */
  /* Loop: meeting point row meet (SP_UNUSED: open) receives from row[meet].parent and, from
   * second_start to row[meet].ready, second_carried from second_parent. */
  long meet, second_parent;
  double second_start, second_carried;
  double open_time;    /* of the best open chain */
  double *closed;      /* [0..n-1] time of the closed loop that meets there; NAN: infeasible; NULL
                          for other kinds */
  char **closed_exact; /* [0..n-1] NULL where infeasible; NULL as time_exact */
  /* Switch: the load that each sends (> 0) or receives (< 0); it computes row[].alpha. */
  double *delta;
  long streams;
  struct sp_switch_stream *stream;
};
/* Limits: rows of a network solved in rationals; processors of a star all orders of which are
 * tried; assignments to buses and trees of a graph that are tried; size of a graph. */
enum {
  SP_EXACT_PROCESSORS = 128,
  SP_ORDERED_PROCESSORS = 9,
  SP_ASSIGNMENTS = 2000000,
  SP_TREES = 500000,
  SP_GRAPH_PROCESSORS = 200,
  SP_GRAPH_EDGES = 2000
};

/* Solves a checked network. SP_OK with *solution, which the caller clears; SP_BAD_INPUT with the
 * reason: the first processor that a tree, a bus or given branches cannot reach in time, or a
 * search that is too large. Memory O(n); time O(n log n), but a sequential star with neither
 * identical links nor r = 0 takes the time of its search. */
int sp_network_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
void sp_network_solution_clear(struct sp_network_solution *);

/* Momentary utilisation: from `start` to `end` `busy` processors compute. */
struct sp_step {
  double start, end, busy;
};
/* The *n steps in order of time; the caller frees the array. */
struct sp_step *sp_network_steps(const struct sp_network *, const struct sp_network_solution *,
                                 long *n);
/* Processors in a row: 1, on a hypercube the size of the layer. */
double sp_network_row_size(const struct sp_network *, long row);

SP_END_DECLS

#endif
