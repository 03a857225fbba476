/* Odd sets (Edmonds): of an odd set U of vertices with one port each, the activities inside can
 * take (|U|-1)/2 of the time in all, since at most that many go on at once. */
#pragma once

#include "solve/steady/colouring.h"

struct odd_set {
  int n;
  bool *has; /* [0..vertices-1]; n are true */
};
struct odd_sets {
  int n, cap;
  struct odd_set *set;
};
void odd_sets_clear(struct odd_sets *);
/* True if both ends are in the set. */
bool odd_set_holds(const struct odd_set *, const int end[2]);
/* Adds violated ones to *sets: x[e] is the fraction of time that edge e takes (edges with x = 0 do
 * not count). Finds one if any is violated by more than `tolerance` (Padberg and Rao); returns how
 * many. */
int odd_sets_violated(const struct colour_problem *, const double *x, double tolerance,
                      struct odd_sets *);
/* True if the edges with x > 0 have no odd cycle. */
bool edges_bipartite(const struct colour_problem *, const double *x);
