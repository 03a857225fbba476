/* General platforms: graphs (Banino, Beaumont, Carter, Ferrante, Legrand, Robert, "Scheduling
 * strategies for master-slave tasking on heterogeneous processor platforms", 2004).
 *
 * A graph is nodes and links. Node i computes a task in w_i (INFINITY: it only relays), link (i,j)
 * carries a task from i to j in c_ij, store and forward; masters hold any number of tasks. Results
 * of tasks can return, over any way, to any master. Where tasks have sizes, node i takes w_i times
 * that of its task. Nodes are numbered from 0 here and from 1 in
 * all input and output.
 */
#pragma once

#include "draw/size_law.h"

#include <starport/instance.h>

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
  struct sp_num result; /* a result takes so many times as long as its task on each link, in the
                           same direction; 0: nothing returns */
  bool *master;         /* [0..nodes-1] */
  int links, cap_links;
  struct sp_link *link; /* [0..links-1] */
  long *places; /* [0..nodes-1] messages whose tasks a node can hold, at least 1; any number:
                   LONG_MAX, and masters; NULL: any number everywhere */
  struct size_law *sizes; /* of the tasks, by the order in which masters send or compute them; NULL:
                             all are 1 */
  /* By enum sp_changing: NULL, nothing of that kind changes, or a profile for each node (speeds,
   * states of hosts: [0..nodes-1]) or for each link, in both directions ([0..links-1]). Only
   * executions look at them, at sizes and at places; all solutions are those of a graph without
   * them. */
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
 * ports without a meaning, results that cannot come to a master from any node that computes. SP_OK,
 * or SP_BAD_INPUT with the reason. */
int sp_graph_check(const struct sp_graph *, struct sp_error *);
/* Do results return? Then a task is done when its result has come to a master. */
static inline bool sp_graph_has_results(const struct sp_graph *g)
{
  return g->result.v > 0;
}
/* True if a checked graph has no more links than a tree (a forest, one tree per master) needs:
 * the parent of each node (-1 at masters) and the cost from there, [0..nodes-1]. */
bool sp_graph_as_tree(const struct sp_graph *, int *parent, struct sp_num *c);
/* Visits the nodes that tasks can reach from the masters over the links taken (NULL: all), breadth
 * first: parent[i] is the node from which i was visited (-1: a master, -2: not visited), by[i] the
 * link (-1: none). Returns the number of nodes visited. */
int graph_reach(const struct sp_graph *, const bool *taken, int *parent, int *by);
/* True if the closed form applies: one port each way and full overlap at every node, no results. */
bool sp_graph_is_base(const struct sp_graph *);
