/* The state of the exact search for a bag (bag.c), and the tests whether a state is known. */
#pragma once

#include "solve/bag/latest.h"
#include "solve/bounds/starving.h"
#include "solve/optimum/dominance.h"

struct bb {
  const struct sp_redistribution *p;
  struct latest relaxed;
  struct starving starving; /* no rows: not used */
  double *idle;             /* [i] memory for the test by starving */
  int m, N, depth;
  bool exact;
  int *places;       /* [i] min(b_i, N) */
  int *at;           /* [i] where worker i's dates begin in a state */
  int dates;         /* in a state */
  int most_places;   /* of a worker */
  double *state;     /* [at[i] + j] date the j-th place of worker i is free, increasing */
  double *saved;     /* [depth * most_places ..] what the path has changed */
  int *n;            /* [i] tasks sent */
  int *group;        /* [i] the first worker of equal costs and places */
  int *order, *best; /* [k] worker of task k */
  struct dominance searched;
  double makespan; /* of the best */
  long nodes;      /* left */
};

/* True if a state at least as good was searched before, with the port free at `link`; if not, this
 * state is stored. */
bool bb_known(struct bb *, double link);
/* True if a worker before i has equal costs, places and dates. */
bool bb_repeated(const struct bb *, int i);
