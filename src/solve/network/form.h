/* A form: which processors of a network take part, and when each message starts. One recursion over
 * a form solves all networks of the 1997 paper but the closed loop.
 *
 * Node 0 is the originator. Let C_i be the time that node i has for computing, C_0 = T, so that
 * alpha_i = s_i C_i with s_i = 1/(w_i Tcp). The message to node i starts when its base node begins
 * to compute, that is C_base before T, and takes r_i + z_i * (what it carries):
 *
 *   C_base = r_i + z_i * carried + C_i
 *
 * On chains, trees and hypercubes the base is the parent and the message carries the load of the
 * whole subtree. Where messages follow each other on one port (a sequential star, a bus) the base
 * is the node served before, and the message carries only alpha_i (`own`). A node may represent
 * `count` identical processors that receive over `links` identical links.
 *
 * The load of i and of all nodes based on it is a_i C_i + b_i with a_i > 0 >= b_i: summed up from
 * the last node to the first, without recursion or cancellation. a_0 T + b_0 = 1 gives T, or a
 * deadline T gives the load; the C_i
 * follow from the first node to the last. The form is feasible if no C_i is negative. */
#pragma once

#include "model/network.h"

#include <starport/heuristic.h>

struct form_node {
  long row, base; /* base < the node's own index */
  long link;
  bool own;
  double count, links;
  double below;    /* nodes that its message serves */
  double s, start; /* alpha = s (C - start) */
  double r, z;     /* z includes Tcm, the return of results and the division by links */
  double a, b;     /* load from here on = a C + b */
  double p, q;     /* C = (C_base - q) / p */
  double rest;     /* C */
};

struct form {
  const struct sp_network *net;
  struct form_node *node; /* room for capacity nodes */
  long *at;               /* scratch: as many */
  long n;
};

/* A form of the originator alone, with room for `capacity` nodes. */
struct form form_new(struct sp_context *, const struct sp_network *, long capacity);
/* Adds the node of a row; returns its index. */
long form_add(struct form *, long row, long link, long base, bool own);

/* Solves the first k nodes: *time and their `rest`. Returns 0, or the first node that cannot be
 * reached in time (rest < 0 by more than rounding). */
long form_solve(struct form *, long k, double *time);
/* Drops the nodes that cannot be reached in time, with all that are based on them, until those that
 * remain take the whole load in the least time, and solves them; exact: as rationals say, if they
 * can be used. Returns that time. */
double form_prune(struct form *, bool exact);
/* What the best form has least, once it is solved: the time, or with a deadline minus the load. */
double form_cost(const struct form *, double time);

/* Costs that include the return of results: r + the constant, (1 + beta) z Tcm; and 1/(w Tcp +
 * intercept Tcm). */
double network_r(const struct sp_network *, long link);
double network_z(const struct sp_network *, long link);
double network_s(const struct sp_network *, long row);
double network_start(const struct sp_network *, long row);
/* What r and z of a message are increased by that serves so many processors: the information sent
 * along, and the merging of results. */
double network_info(const struct sp_network *, long link, double below);
double network_merge(const struct sp_network *, double below);
