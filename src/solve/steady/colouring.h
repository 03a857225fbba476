/* Weighted edge colouring: activities that take given times on ports are arranged in rounds, so
 * that no port is overloaded in any round and every activity gets its time.
 *
 * Edge e joins vertices end[e][0] and end[e][1] (-1: a free end, which conflicts with nothing),
 * takes weight[e] >= 0 in all and is in a round once at most; vertex v can be in ports[v] edges of
 * a round.
 *
 * Where the edges form no odd cycle the rounds last as long as the busiest port must,
 *   max over v of sum of weights / ports,  and each edge,
 * and no longer (colour_bipartite). Else odd sets of vertices may need more, and the least length
 * is that of Edmonds' theorem (colour_general). */
#ifndef SP_SOLVE_COLOURING_H
#define SP_SOLVE_COLOURING_H

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
};

/* All lengths > 0. The caller clears *colouring. The total is the least there is. */
void colour_bipartite(const struct colour_problem *, struct colouring *);
/* Any graph; vertices with 1 port or any number. True if the total is the least there is; false if
 * that was not reached (numerically, or because of vertices with several ports): then the rounds
 * are there, too, but may last longer. */
bool colour_general(const struct colour_problem *, struct colouring *);
void colouring_clear(struct colouring *);

/* ---- Peeling, shared by both: rounds are taken away one by one from the weights that are left,
 * each as long as what remains can still be done in the time that remains. */
struct peel {
  const struct colour_problem *p;
  struct sp_rational *time;  /* that remains */
  struct sp_rational **left; /* [0..edges-1] */
  struct sp_rational **load; /* [0..vertices-1] sum of left */
  bool *tight;               /* [0..vertices-1] busy on all ports for all of the time */
  bool *in;                  /* [0..edges-1] in the round */
  int *count;                /* [0..vertices-1] edges in the round */
  int *first, *at;           /* edges by vertex: at[first[v]..first[v+1]-1] */
};
void peel_init(struct peel *, const struct colour_problem *);
void peel_clear(struct peel *);
bool peel_done(const struct peel *);
/* Sets time to the least that the ports and the edges by themselves need. */
void peel_time(struct peel *);
void peel_mark_tight(struct peel *);
/* *longest: how long the round can last as far as ports and edges go. */
void peel_longest(const struct peel *, struct sp_rational *longest);
/* Takes the round of that length away and notes it. */
void peel_take(struct peel *, const struct sp_rational *length, struct colouring *);

#endif
