/* General platforms (graphs) and their steady state (Banino, Beaumont, Carter, Ferrante, Legrand,
 * Robert, "Scheduling strategies for master-slave tasking on heterogeneous processor platforms",
 * 2004).
 *
 * A graph is nodes and links. Node i computes a task in w_i (INFINITY: it only relays), link (i,j)
 * carries a task from i to j in c_ij, store and forward; masters hold any number of tasks. Nodes
 * are numbered from 0 here and from 1 in all input and output.
 *
 * In the steady state node i computes a_i tasks and link (i,j) carries f_ij tasks per unit of time;
 * alpha_i = w_i a_i and s_ij = c_ij f_ij are the fractions of time that they are busy. The greatest
 * throughput sum a_i is the value of a linear programme (solve/steady/lp.c). A schedule that
 * reaches it repeats a period, struct sp_steady_period.
 *
 * Exact numbers are struct sp_rational, which a pool owns; solve/lp/rational.h has their
 * arithmetic. */
#ifndef STARPORT_GRAPH_H
#define STARPORT_GRAPH_H

#include <starport/instance.h>

SP_BEGIN_DECLS

struct sp_rational;
struct sp_q_pool { /* {0} is empty */
  struct sp_q_block *last;
};

/* Operating models: how many tasks a node can receive (r), send (s) and compute (w) at once, and
 * which of these activities exclude each other. The struct sp_ports of a node says the same. */
enum sp_model {
  SP_MODEL_BASE,          /* r || s || w, one of each */
  SP_MODEL_MULTIPORT,     /* r* || s* || w */
  SP_MODEL_RECV_PARALLEL, /* r || s,w */
  SP_MODEL_SEND_PARALLEL, /* s || r,w */
  SP_MODEL_WORK_PARALLEL, /* w || r,s */
  SP_MODEL_SEQUENTIAL,    /* r,s,w */
  SP_MODELS
};
/* The model of that name (`length` bytes; case, '-' and '_' do not count); SP_MODELS: unknown. */
enum sp_model sp_model_find(const char *name, size_t length);
struct sp_ports sp_model_ports(enum sp_model);

/* A link between neighbours. INFINITY: nothing can be sent that way. */
struct sp_link {
  int a, b;              /* nodes */
  struct sp_num c[2];    /* a task from a to b; from b to a */
  struct sp_num latency; /* of a message, in addition; 0 in the steady state */
  int bus; /* > 0: all links of the same bus together carry one message at a time; 0: no bus */
};

struct sp_graph {
  struct sp_platform platform; /* nodes, their names and ports; file */
  struct sp_num *w;            /* [0..nodes-1] */
  bool *master;                /* [0..nodes-1] */
  int links, cap_links;
  struct sp_link *link;          /* [0..links-1] */
  long *places; /* [0..nodes-1] messages whose tasks a node can hold, at least 1; any number: LONG_MAX,
                   and masters; NULL: any number everywhere */
  /* By enum sp_changing: NULL, nothing of that kind changes, or a profile for each node (speeds,
   * states of hosts: [0..nodes-1]) or for each link, in both directions ([0..links-1]). Only
   * executions look at them and at places; all solutions are those of a graph without them. */
  struct sp_profile *profile[SP_CHANGING];
  double task_bytes, task_flops; /* of one task, if the platform came from a file; else 1 */
  bool runs_on_file; /* SimGrid can execute platform.file as this graph: it has only hosts, one link
                        for each direction of each link, no latency, whole bytes */
};

/* n nodes P1..Pn with w = 1 and the base model, no master, no link; the caller frees it. */
struct sp_graph *sp_graph_alloc(int n);
void sp_graph_free(struct sp_graph *); /* NULL is accepted */
/* A copy that the caller frees; NULL gives NULL. */
struct sp_graph *sp_graph_copy(const struct sp_graph *);
void sp_graph_add_link(struct sp_graph *, int a, int b, struct sp_num ab, struct sp_num ba);
/* Gives node or link `at` a copy of the profile, in place of one that it had; once all nodes and
 * links are there. */
void sp_graph_set_profile(struct sp_graph *, enum sp_changing, int at, const struct sp_profile *);
/* True if some speed, bandwidth, latency or state changes. */
bool sp_graph_is_changing(const struct sp_graph *);
/* True if nodes or links can go down: then tasks can be lost. */
bool sp_graph_can_fail(const struct sp_graph *);
/* "1-3": the name of a link in messages. */
struct sp_link_text {
  char text[32];
};
const char *sp_link_name(const struct sp_graph *, int link, struct sp_link_text *);
/* Checks that the graph is a platform. Refused are costs that are not > 0, self loops, parallel
 * links, a graph without a master, nodes that no master reaches, a master that can do nothing,
 * ports without a meaning. SP_OK, or SP_BAD_INPUT with the reason. */
int sp_graph_check(const struct sp_graph *, struct sp_error *);

/* ---- Steady state */

struct sp_steady {
  bool exact;            /* the rationals below are set */
  bool upper_bound_only; /* sp_steady_period_build found no schedule that reaches the throughput:
                            some nodes have several, but not any number of, ports, and others ports
                            that activities share */
  int nodes, links, odd_sets; /* odd_sets: constraints added to the programme */
  double throughput;          /* tasks per unit of time */
  double *work, *flow;        /* a_i: [0..nodes-1]; f: [2*links], link l from a to b at 2l, back
                                 at 2l+1 */
  struct sp_rational *throughput_exact; /* NULL, as the arrays, unless exact */
  struct sp_rational **work_exact, **flow_exact;
  struct sp_q_pool pool; /* owns them */
};

/* Solves the programme of a checked graph, in rationals or (exact = false) in doubles, and adds
 * violated odd-set constraints until all hold. Flows have no cycles, so that a link carries tasks
 * one way. SP_OK with *steady, which the caller clears, or SP_CANNOT with the reason. */
int sp_steady_solve(const struct sp_graph *, bool exact, struct sp_steady *, struct sp_error *);
void sp_steady_clear(struct sp_steady *);

/* ---- The periodic schedule */

/* Tasks that one link carries one way in a period. */
struct sp_flow {
  int from, to, link;
  struct sp_rational *tasks, *busy; /* whole; time = tasks * c */
};
/* A round: activities that go on at the same time; no two share a port. */
struct sp_round {
  struct sp_rational *start, *length; /* within the period */
  int n;
  int (*pair)[2]; /* [0..n-1] from and to; the same node twice: it computes (only in models in
                     which computing shares a port; else it does not depend on the rounds) */
};
struct sp_steady_period {
  struct sp_rational *length;   /* T, the least for which all numbers of tasks are whole */
  struct sp_rational *tasks;    /* computed in a period: T * throughput */
  struct sp_rational *achieved; /* tasks per unit of time in these rounds: the throughput, unless
                                   they last longer than T */
  bool reached;                 /* achieved = throughput */
  int nodes, flows, rounds;
  struct sp_rational **work;      /* [0..nodes-1] tasks computed in a period */
  struct sp_rational **received;  /* [0..nodes-1] tasks received in a period; also how many a node
                                     holds when the first period begins */
  struct sp_flow *flow;           /* [0..flows-1] */
  struct sp_round *round;         /* [0..rounds-1] */
  struct sp_rational *rounds_end; /* sum of their lengths, at most T if reached */
  struct sp_rational *whole;      /* in this number of periods every link carries whole tasks in
                                     each run of consecutive rounds: a schedule that never
                                     interrupts a message repeats whole * T */
  int *via;                       /* [0..nodes-1] the node from which the tasks of the start-up
                                     come, on the shortest way from a master; -1 at a master */
  struct sp_rational *startup;    /* I: sending every node its first tasks, one after another */
  struct sp_rational *drain;      /* J: computing in place the tasks left at the end; masters: the
                                     tasks of a period */
  struct sp_q_pool pool;          /* owns all these numbers */
};

/* The schedule of an exact solution. SP_OK with *period, which the caller clears, and
 * steady->upper_bound_only set if the rounds do not reach the throughput; SP_CANNOT with the
 * reason. */
int sp_steady_period_build(const struct sp_graph *, struct sp_steady *, struct sp_steady_period *,
                           struct sp_error *);
void sp_steady_period_clear(struct sp_steady_period *);
/* Tasks done by date K if the start-up, as many periods as fit, and the clean-up are executed
 * (Proposition 3): (r+1) T throughput with r = floor((K - I - J)/T); 0 if r < 0. */
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
/* The same exactly. NULL if the parents make a cycle. */
struct sp_rational *sp_tree_throughput_exact(struct sp_q_pool *, int n, const int *parent,
                                             const struct sp_num *c, const struct sp_num *w);
/* True if a checked graph has no more links than a tree (a forest, one tree per master) needs:
 * parent and cost of each node, [0..nodes-1], as above. */
bool sp_graph_as_tree(const struct sp_graph *, int *parent, struct sp_num *c);
/* True if the closed form applies: one port each way and full overlap at every node. */
bool sp_graph_is_base(const struct sp_graph *);
/* The best spanning tree: by enumeration if there are at most `limit` (0: a default), else the best
 * of several heuristics, improved by exchanges of one link. The caller clears *tree. SP_OK, or
 * SP_CANNOT with the reason. */
int sp_best_tree(const struct sp_graph *, long limit, struct sp_tree *, struct sp_error *);
void sp_tree_clear(struct sp_tree *);
/* The tree as a graph of its own, which the caller frees. */
struct sp_graph *sp_tree_graph(const struct sp_graph *, const struct sp_tree *);

SP_END_DECLS

#endif
