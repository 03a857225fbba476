/* The solvers of the kinds of networks, and the parts that several of them use. */
#pragma once

#include "solve/network/form.h"

/* Each as sp_network_solve, for its kind. */
int chain_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
int loop_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
int tree_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
int star_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
int bus_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
int hypercube_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
int switch_solve(const struct sp_network *, struct sp_network_solution *, struct sp_error *);
/* The best tree of a graph (net->edge); it never fails. */
void graph_solve(const struct sp_network *, struct sp_network_solution *);
/* The completion time of a star that serves all processors at once. */
double star_time(const struct sp_network *);

/* Writes the rows of the form's first k nodes, solved before,
 * and its exact values (report.c). */
void form_report(struct form *, long k, double time, struct sp_network_solution *);
/* Solves and reports as many nodes as are usable, if usability is monotone; returns how many. */
long form_report_usable(struct form *, struct sp_network_solution *);
/* Solves and reports all nodes. SP_OK, or SP_BAD_INPUT with an error that names the first processor
 * that cannot be reached in time. */
int form_report_all(struct form *, struct sp_network_solution *, struct sp_error *);

/* One of two branches that leave the originator (branches.c): rows first, first + step, ...; the
 * link to the k-th of them is link + k * step. */
struct branch {
  long first, link, step, length;
};
/* The best number of processors on each branch, at most its length; solved in *form. Returns the
 * completion time. */
double branches_best(struct form *, const struct branch *left, const struct branch *right,
                     long *n_left, long *n_right);
/* Fills the form with these numbers of processors; not solved. */
void branches_form(struct form *, const struct branch *left, long n_left,
                   const struct branch *right, long n_right);

/* A closed loop that meets at a row (meeting.c; in rationals meeting_exact). */
struct meeting {
  double time, rest;              /* rest: C of the meeting point */
  double right_share, left_share; /* received from the row before and from the row after */
};
/* False if it is infeasible. */
bool meeting_solve(const struct sp_network *, long row, struct meeting *);
