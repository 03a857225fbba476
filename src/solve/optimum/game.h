/* The game between a rule that decides on line and an adversary that lets tasks arrive: no rule has
 * a smaller ratio to the optimum than its value (the lower bounds of Pineau, Robert, Vivien,
 * Parallel Computing 34(3), 2008). */
#pragma once

#include "method/context.h"

#include <starport/optimal.h>

enum { GAME_MOST_TASKS = 5, GAME_MOST_DATES = 6 };

/* At each of the dates the adversary lets any number of tasks arrive at the master, in all at most
 * `tasks`, knowing what has been decided; the rule knows what has arrived. */
struct game {
  const struct sp_instance *in; /* a star with the problem bag; its tasks do not matter */
  enum sp_objective objective;
  long tasks;
  int dates;
  double date[GAME_MOST_DATES]; /* increasing, from 0 on */
  long nodes;                   /* most to visit */
  long visited;                 /* answer */
};

/* How many tasks arrive at each date. */
struct arriving {
  long n[GAME_MOST_DATES];
};

/* The next one of all, in some order, from all zero on; false: there is no other. */
bool game_next(const struct game *, struct arriving *);
/* A copy of the star with these tasks, which the caller frees. */
struct sp_instance *game_instance(const struct game *, const struct arriving *);
/* The optimum of the objective for these tasks, at least one; NAN if it was not proven. */
double game_optimum(struct sp_context *, const struct game *, const struct arriving *);
/* The value: the least ratio that some rule keeps to whatever arrives; exact but for rounding. NAN,
 * with the reason in the context: the nodes do not suffice, or a star that is not served. */
double game_value(struct sp_context *, struct game *);
