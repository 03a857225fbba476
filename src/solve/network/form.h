/* A form: which processors of a network take part, and when each message starts. All networks of
 * the 1997 paper but the closed loop are one recursion over such a form.
 *
 * Node 0 is the originator. Let C_i be the time that node i has for computing, C_0 = T, so that
 * alpha_i = s_i C_i with s_i = 1/(w_i Tcp). The message to node i starts when its base node begins
 * to compute, that is C_base before T, and takes r_i + z_i * (what it carries):
 *
 *   C_base = r_i + z_i * carried + C_i
 *
 * On chains, trees and hypercubes the base is the parent and the message carries the load of the
 * whole subtree. Where messages follow each other on one port (a sequential star, a bus) the base
 * is the node served before, and the message carries alpha_i alone (`own`). A node may stand for
 * `count` like processors that receive over `links` like links.
 *
 * The load of i and of all nodes based on it is a_i C_i + b_i with a_i > 0 >= b_i: summed up from
 * the last node to the first, without recursion or cancellation. a_0 T + b_0 = 1 gives T; the C_i
 * follow from the first node to the last. The form is feasible if no C_i is negative. */
#ifndef SP_SOLVE_NETWORK_FORM_H
#define SP_SOLVE_NETWORK_FORM_H

#include <starport/network.h>

struct form_node {
  long row, base; /* base < the node's own index */
  long link;
  bool own;
  double count, links;
  double s, r, z; /* z includes Tcm, the return of results and the division by links */
  double a, b;    /* load from here on = a C + b */
  double p, q;    /* C = (C_base - q) / p */
  double rest;    /* C */
};

struct form {
  const struct sp_network *net;
  long n;
  struct form_node *node; /* room for capacity nodes */
};

/* A form of the originator alone, with room for `capacity` nodes. */
void form_init(struct form *, const struct sp_network *, long capacity);
void form_clear(struct form *);
/* Adds the node of a row; returns its index. */
long form_add(struct form *, long row, long link, long base, bool own);

/* Solves the first k nodes: *time and their `rest`. Returns 0, or the first node that cannot be
 * reached in time (rest < 0 by more than rounding). */
long form_solve(struct form *, long k, double *time);
/* The largest k for which the first k nodes are usable, if usability is monotone. */
long form_usable(struct form *);
/* The same when the completion time is given. */
long form_reach(struct form *, double time);

/* ---- Exactly (exact.c). */
/* True if all numbers have exact values and the network is small enough. */
bool exact_possible(const struct sp_network *);
/* Solves the first k nodes in rationals; returns 0 or the first node with C < 0. texts, if not
 * NULL: the completion time and, [0..k-1], alpha of each node, which the caller frees. */
struct exact_texts {
  char *time, **alpha;
};
long exact_solve(const struct form *, long k, struct exact_texts *);
/* Corrects a number of usable nodes that doubles have found; as they forgive some rounding, it can
 * only be too large. */
long exact_usable(const struct form *, long k);

/* ---- From a form to a solution (solution.c). */
/* Writes the rows of the form's first k nodes, solved before, and its exact values. */
void form_report(struct form *, long k, double time, struct sp_network_solution *);
/* An error that names the processor of a node that cannot be reached. */
int form_refuse(const struct form *, long node, struct sp_error *);

/* ---- Two branches from one processor (branches.c). */
/* Rows first, first + step, ...; the link to the k-th of them is link + k * step. */
struct branch {
  long first, link, step, length;
};
/* The best number of processors on each branch, limited by its length; solved in *form. Returns
 * the time. */
double branches_best(struct form *, const struct branch *left, const struct branch *right,
                     long *n_left, long *n_right);
/* The form with that many. */
void branches_form(struct form *, const struct branch *left, long n_left,
                   const struct branch *right, long n_right);

/* ---- A closed loop that meets at a row (meeting.c; exactly: exact.c). */
struct meeting {
  double time, rest;              /* rest: C of the meeting point */
  double right_share, left_share; /* what it receives from the row before and from the row after */
};
/* False if it is infeasible. */
bool meeting_solve(const struct sp_network *, long row, struct meeting *);
bool meeting_exact(const struct sp_network *, long row, struct exact_texts *);

/* Switch: what each worker computes when all is done by `exact`, a rational: [0..n-1], texts and
 * array the caller's to free. Also that time, and what each sends (< 0: receives), in doubles. */
char **switch_exact(const struct sp_network *, const char *exact, double *time, double *delta);

/* ---- The kinds; each as sp_network_solve. */
int chain_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
int loop_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
int tree_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
int star_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
int bus_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
int hypercube_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
/* A tree that is to be found in a graph. */
void graph_solve(const struct sp_network *, struct sp_network_solution *);
int switch_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);

/* Costs with all that is added to them. */
double network_r(const struct sp_network *, long link);
double network_z(const struct sp_network *, long link);
double network_s(const struct sp_network *, long row);
/* Rows from the root on, each after its parent, into order[0..n-1]; false if some row is not
 * reached (*row: the first of them). */
bool tree_order(const struct sp_network *, long *order, long *row);

#endif
