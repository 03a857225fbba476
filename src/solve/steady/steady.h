/* The steady state of graphs (model/graph.h, which names the paper).
 *
 * Node i computes a_i tasks and link (i,j) carries f_ij tasks and, if results return, g_ij results
 * per unit of time, z c_ij each; alpha_i = w_i a_i and s_ij = c_ij (f_ij + z g_ij) are the
 * fractions of time that they are busy. The greatest throughput sum a_i is the value of a linear
 * programme (lp.c). A schedule that reaches it repeats a period, struct sp_steady_period. */
#pragma once

#include "model/graph.h"
#include "solve/lp/rational.h"

struct sp_steady {
  bool exact;            /* the rationals below are set */
  bool upper_bound_only; /* sp_steady_period_build found no schedule that reaches the throughput:
                            some nodes have several, but not any number of, ports, and others ports
                            that activities share */
  int nodes, links, odd_sets; /* odd_sets: constraints added to the programme */
  double throughput;          /* tasks per unit of time */
  double *work, *flow;        /* a_i: [0..nodes-1]; f: [2*links], link l from a to b at 2l, back
                                 at 2l+1 */
  double *results;            /* g, as flow; NULL: nothing returns, nor are there exact ones */
  struct sp_rational *throughput_exact; /* NULL, as the arrays, unless exact */
  struct sp_rational **work_exact, **flow_exact, **results_exact;
  struct sp_q_pool pool; /* owns them */
};

/* Solves the programme of a checked graph, in rationals or (exact = false) in doubles, and adds
 * violated odd-set constraints until all hold. Flows have no cycles, so that a link carries tasks
 * one way, and results one way. SP_OK with *steady, which the caller clears, or SP_CANNOT with the
 * reason. */
int sp_steady_solve(const struct sp_graph *, bool exact, struct sp_steady *, struct sp_error *);
void sp_steady_clear(struct sp_steady *);

/* ---- The periodic schedule */

/* Tasks, or results, that one link carries one way in a period. */
struct sp_flow {
  int from, to, link;
  bool result;
  struct sp_rational *tasks, *busy; /* whole; time = tasks * c, results: * z c */
};
/* A round: activities that go on at the same time; no two share a port. */
struct sp_round {
  struct sp_rational *start, *length; /* within the period */
  int n;
  int (*pair)[2]; /* [0..n-1] from and to; the same node twice: it computes (only in models in
                     which computing shares a port; else it does not depend on the rounds) */
  bool *result;   /* [0..n-1] the message carries a result */
};
/* A way between a master and a node. */
struct steady_way {
  int next, link;           /* the neighbour on it and the link to it; -1 at a master */
  struct sp_rational *time; /* of a task, or a result, on all of it */
};
struct sp_steady_period {
  struct sp_rational *length;   /* T, the least for which all numbers of tasks are whole */
  struct sp_rational *tasks;    /* computed in a period: T * throughput */
  struct sp_rational *achieved; /* tasks per unit of time in these rounds: the throughput, unless
                                   they last longer than T */
  bool reached;                 /* achieved = throughput */
  int nodes, flows, rounds, cap_rounds;
  struct sp_rational **work;      /* [0..nodes-1] tasks computed in a period */
  struct sp_rational **received;  /* [0..nodes-1] tasks received in a period; also how many a node
                                     holds when the first period begins */
  struct sp_flow *flow;           /* [0..flows-1] of tasks, then of results */
  struct sp_round *round;         /* [0..rounds-1] */
  struct sp_rational *rounds_end; /* sum of their lengths, at most T if reached */
  struct sp_rational *whole;      /* in this number of periods every link carries whole tasks in
                                     each run of consecutive rounds: a schedule that never
                                     interrupts a message repeats whole * T */
  struct steady_way *via;         /* [0..nodes-1] on which the tasks of the start-up come: the
                                 shortest from a master */
  struct sp_rational *startup;    /* I: sending every node its first tasks, one after another */
  struct sp_rational *drain;      /* J: computing in place the tasks left at the end; masters: the
                                     tasks of a period; and `returning` */
  /* Results: */
  struct sp_rational *returning; /* sending masters those left at the end, one after another */
  int *first;                    /* [0..nodes-1] period in which a node first sends some, from 1 */
  struct sp_rational **left;     /* [0..nodes-1] that a node has once all tasks are computed */
  struct steady_way *home;       /* [0..nodes-1] where they go: the shortest to a master */
  int least; /* fewest periods in which all nodes have begun to send them; 0: nothing returns */
  struct sp_q_pool pool; /* owns all these numbers */
  struct sp_context *cx; /* and the arrays, but `round` */
};

/* The schedule of an exact solution. SP_OK with *period, which the caller clears, and
 * steady->upper_bound_only set if the rounds do not reach the throughput; SP_CANNOT with the
 * reason. */
int sp_steady_period_build(const struct sp_graph *, struct sp_steady *, struct sp_steady_period *,
                           struct sp_error *);
void sp_steady_period_clear(struct sp_steady_period *);
/* Tasks done by date K if the start-up, as many periods as fit, and the clean-up are executed
 * (Proposition 3): (r+1) T throughput with r = floor((K - I - J)/T); 0 if r < least. */
struct sp_rational *sp_steady_period_done_by(struct sp_q_pool *, const struct sp_steady_period *,
                                             const struct sp_rational *date);

/* ---- Trees */

/* A spanning tree (a forest, one tree per master): parent[i] -1 at masters, by[i] the link to the
 * parent. */
struct sp_tree {
  int nodes;
  int *parent, *by; /* [0..nodes-1] */
  double throughput;
  char *throughput_text; /* exact, or NULL */
  bool best;             /* no tree is better: all were enumerated */
};

/* Throughput of the tree in the base model, bottom up (Propositions 1 and 2): each node serves its
 * children by increasing c. parent[root] = -1, of several roots the sum; c[i] is the cost from
 * parent[i] to i. The nodes may be in any order. O(n log n) without recursion. -1 if the parents
 * make a cycle. */
double sp_tree_throughput(int n, const int *parent, const struct sp_num *c, const struct sp_num *w);
/* The best spanning tree: by enumeration if there are at most `limit` (0: a default), else the best
 * of several heuristics, improved by exchanges of one link. The caller clears *tree. SP_OK, or
 * SP_CANNOT with the reason. */
int sp_best_tree(const struct sp_graph *, long limit, struct sp_tree *, struct sp_error *);
/* How a tree is grown from the masters, one link at a time. */
enum sp_growth {
  SP_GROW_LINK, /* the cheapest link to a node outside: a minimum spanning tree by c (Prim) */
  SP_GROW_WAY,  /* the cheapest way from a master: shortest paths by c (Dijkstra) */
  SP_GROW_FLOW, /* the link with the most flow in the graph's own steady state */
  SP_GROW_RATE, /* the link with which the tree so far has the greatest throughput; base model */
  SP_GROWTHS
};
/* The tree so grown, as sp_best_tree. */
int sp_grown_tree(const struct sp_graph *, enum sp_growth, struct sp_tree *, struct sp_error *);
void sp_tree_clear(struct sp_tree *);
/* The tree as a graph of its own, which the caller frees. */
struct sp_graph *sp_tree_graph(const struct sp_graph *, const struct sp_tree *);
