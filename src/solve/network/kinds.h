/* The solvers of the kinds of networks, and the parts that several of them use. */
#pragma once

#include "solve/network/form.h"
#include "solve/network/network.h"

#include <starport/heuristic.h>

/* Each as sp_network_solve, for its kind. */
typedef int network_solver(struct sp_context *, const struct sp_network *,
                           struct sp_network_solution *, struct sp_error *);
network_solver chain_solve;
network_solver loop_solve;
network_solver tree_solve;
network_solver star_solve;
network_solver bus_solve;
network_solver hypercube_solve;
network_solver mesh_solve;
network_solver switch_solve;
/* The best tree of a graph (net->edge); it never fails. */
void graph_solve(struct sp_context *, const struct sp_network *, struct sp_network_solution *);
/* No tree of the graph is faster; with a deadline, none takes more load. The originator is row 0.
 */
double graph_lower_bound(struct sp_context *, const struct sp_network *);
/* Likewise of a mesh or torus, no tree and no layers; NAN if GLPK fails. */
double mesh_bound(struct sp_context *, const struct sp_network *);

/* Processors that hear the same messages of a bus. */
struct bus_group {
  int bus;
  long members; /* 0: unused */
  double speed;
};
/* Finds the best groups [0..n-2] and the group of each row, SP_UNUSED: none. row: [0..n-2] faster
 * first. True if it is proven. */
bool bus_assign(struct sp_context *, const struct sp_network *, const int *row,
                struct bus_group *group, long *in);

/* Writes the rows of the form's first k nodes, solved before, and its exact values. */
void form_report(struct form *, long k, double time, struct sp_network_solution *);
/* Solves and reports the nodes that form_prune keeps. */
void form_report_reached(struct form *, struct sp_network_solution *);
/* Solves and reports all nodes. SP_OK, or SP_BAD_INPUT with an error that names the first processor
 * that cannot be reached in time. */
int form_report_all(struct form *, struct sp_network_solution *, struct sp_error *);

/* One of two branches that leave the originator (branches.c): rows first, first + step, ...; the
 * link to the k-th of them is link + k * step. */
struct branch {
  long first, link, step, length;
  long n; /* processors that take part */
};
/* Finds the best n on the left branch and on the right one; solved in *form, `exact` as for
 * form_prune. Returns the completion time. */
double branches_best(struct form *, struct branch side[2], bool exact);
/* Fills the form with the processors that take part; not solved. */
void branches_form(struct form *, const struct branch side[2]);

/* ---- Rationals (exact.c), from the numbers as written. Texts are "a/b"; the caller frees them. */

/* True if all numbers have exact values and the network is small enough. */
bool exact_possible(const struct sp_network *);
/* Solves the first k nodes of a form; returns 0, or the first node with C < 0. If all C >= 0, sets
 * the exact values of the solution, unless it is NULL. */
long exact_solve(const struct form *, long k, struct sp_network_solution *);
/* The completion time, or with a deadline the load, of the closed loop that meets at a row; NULL if
 * it is infeasible. alpha, if not NULL: [0..n-1] is set. */
char *meeting_exact(const struct sp_network *, long row, char **alpha);
/* Switch: sets the exact values of the solution, and its time and delta; false if some number has
 * no exact value or there are too many. */
bool switch_exact(const struct sp_network *, struct sp_network_solution *);
