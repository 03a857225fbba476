/* Weighted edge colouring: arranges activities that take given times on ports in rounds, so that no
 * port is overloaded in any round and every activity gets its time.
 *
 * Edge e joins vertices end[e][0] and end[e][1] (-1: a free end, without conflicts), takes
 * weight[e] >= 0 in all and is at most once in a round; vertex v can have ports[v] edges in a
 * round.
 *
 * If the edges form no odd cycle, the least total length of the rounds is the greatest weight of an
 * edge or, over the vertices, sum of weights / ports (colour_bipartite). Else odd sets of vertices
 * may need more, and the least length is that of Edmonds' theorem (colour_general). */
#pragma once

#include "solve/lp/rational.h"

struct colour_problem {
  int vertices, edges;
  const int *ports;    /* [0..vertices-1]; INT_MAX: any number */
  const int (*end)[2]; /* [0..edges-1] */
  struct sp_rational *const *weight;
};

struct colour_round {
  struct sp_rational *length;
  int n, *edge; /* increasing */
};
struct colouring {
  int rounds, cap;
  struct colour_round *round;
  struct sp_rational *total; /* sum of the lengths */
  struct sp_q_pool pool;
};

/* The rounds have lengths > 0 and the least possible total. The caller clears *colouring. */
void colour_bipartite(const struct colour_problem *, struct colouring *);
/* The same for any graph whose vertices have one port or any number. False if the total may not be
 * the least (because of rounding, or of vertices with several ports); the rounds are valid in both
 * cases. */
bool colour_general(const struct colour_problem *, struct colouring *);
void colouring_clear(struct colouring *);

/* ---- Peeling, shared by both: rounds are subtracted one by one from the weights, each as long as
 * the rest can still be done in the time that remains. */
struct peel {
  struct sp_context *cx; /* of the arrays */
  const struct colour_problem *p;
  struct colouring *c;
  struct sp_q_pool pool;
  struct sp_rational *time;  /* that remains */
  struct sp_rational **left; /* [0..edges-1] */
  struct sp_rational **load; /* [0..vertices-1] sum of left */
  bool *tight;               /* [0..vertices-1] busy on all ports for all of the time */
  bool *in;                  /* [0..edges-1] in the round */
  int *count;                /* [0..vertices-1] edges in the round */
  int *first, *at;           /* edges by vertex: at[first[v]..first[v+1]-1] */
};
/* *c, which the caller clears, is an empty colouring, which gets the rounds. */
void peel_init(struct peel *, const struct colour_problem *, struct colouring *c);
void peel_clear(struct peel *);
bool peel_done(const struct peel *);
void peel_mark_tight(struct peel *);
/* *longest: the longest possible round by ports and edges. */
void peel_longest(const struct peel *, struct sp_rational *longest);
/* Subtracts the round with that length and appends it to the colouring. */
void peel_take(struct peel *, const struct sp_rational *length);
