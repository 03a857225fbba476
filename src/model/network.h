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
#pragma once

#include <math.h>
#include <starport/instance.h>

enum sp_network_kind {
  SP_CHAIN,     /* link i joins i and i+1 */
  SP_LOOP,      /* link i joins i and i+1; the last link joins the last processor and the first */
  SP_TREE,      /* link i joins i and its parent; that of the root is unused */
  SP_STAR,      /* link i joins i and the originator, row 0; link 0 is unused */
  SP_BUS,       /* link k is bus k, from the originator, row 0, to its processors */
  SP_HYPERCUBE, /* dimension d; all processors are alike, and all links (w[0], link 0) */
  SP_SWITCH,    /* loads at all processors, which exchange them: LP (7) */
  SP_MESH,      /* a graph: a grid; all processors and links are alike */
  SP_TORUS,     /* a mesh whose rows and columns are closed */
  SP_NETWORK_KINDS
};
/* "chain", "loop", ..., in this order. */
extern const char *const sp_network_name[SP_NETWORK_KINDS];

enum { SP_UNUSED = -1, SP_MAX_DIMENSION = 60 };

/* The size of a graph in which a tree is searched. */
enum { SP_GRAPH_PROCESSORS = 200, SP_GRAPH_EDGES = 2000 };
/* A link of a graph; row 0 is the originator (mesh, torus: any row). */
struct sp_edge {
  long a, b;
};

struct sp_network {
  enum sp_network_kind kind;
  long n;                   /* processors; a hypercube's d + 1 layers */
  long links;               /* chain n-1, loop, tree and star n, bus: buses, hypercube 1 */
  struct sp_num *w;         /* [0..n-1] > 0 (hypercube: [0] alone; bus: [0] may be infinite) */
  struct sp_num *z, *r;     /* [0..links-1] >= 0 */
  struct sp_num tcp, tcm;   /* > 0, >= 0 */
  struct sp_num beta, back; /* results: a part beta of the load is returned (z becomes (1 + beta)
                               z), or they take a constant time (added to r) */
  /* Variants of section 2.1, of chains, trees and stars. Processor i needs start_i before it can
   * compute, and x intercept_i Tcm to take the fraction x out of what it has received, while it
   * sends on the rest; NULL: none. A message brings, as so many units, info for each processor that
   * it serves. A processor, except the originator, that receives for others, too, merges the
   * results of the fraction x in x merge Tcp. */
  struct sp_num *start, *intercept; /* [0..n-1] >= 0 */
  struct sp_num info, merge;        /* >= 0 */
  struct sp_num deadline; /* > 0; given: the load is not 1, but the most that is computed by then
                             (Lemma A.1); of a switch part of its loads. INFINITY: none */
  long originator;        /* row; the chain's, else the root or 0 */
  long left, right;       /* chain: processors on each side; SP_UNUSED: the best numbers */
  bool layered;           /* mesh, torus: in layers; else by the best tree */
  bool sequential;        /* star: one message at a time */
  long *parent;           /* tree [0..n-1]: row of the parent, SP_UNUSED: the root */
  struct sp_edge *edge;   /* tree [0..links-1]: find the best tree in this graph; NULL: the tree is
                             parent[] */
  int *bus;               /* bus [1..n-1]: link of each processor; SP_UNUSED: find the best */
  bool *hears;            /* bus [row links + bus]: can the row hear it? NULL: all */
  long listeners, transmit; /* bus: processors that may hear one message; buses that may be used */
  struct sp_num *load, *speed, *bandwidth; /* switch [0..n-1]: alpha, s, b */
};

/* Is a deadline given? */
static inline bool sp_network_is_dual(const struct sp_network *net)
{
  return net->deadline.v < INFINITY;
}
/* Can an additional processor make the others later without taking load? */
static inline bool sp_network_is_varied(const struct sp_network *net)
{
  return net->start || net->info.v > 0 || net->merge.v > 0;
}
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
/* The rows of a tree from the root on, each after its parent, into order[0..n-1]; false if some row
 * is not reached (*row: the first of them). */
bool network_tree_order(const struct sp_network *, long *order, long *row);
