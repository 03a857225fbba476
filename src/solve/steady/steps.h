/* The hops of one period, its steps: they follow from the rounds. In each run of consecutive rounds
 * that hold an activity, its tasks follow one another. */
#pragma once

#include "solve/steady/steady.h"

/* An exact date, high + low. */
struct moment {
  double high, low;
};
struct moment moment_of(const struct sp_rational *);

struct step {
  struct moment at; /* after the beginning of the period */
  int from, to, link;
  bool result;
};

struct steady_steps {
  const struct sp_graph *g;
  const struct sp_steady_period *p;
  struct sp_q_pool pool; /* scratch */
  double before;
  long n, cap;
  struct step *step; /* [0..n-1] by date; the caller frees it */
};
/* The steps of period->whole periods that begin before that date of them. */
struct steady_steps steady_steps_find(const struct sp_graph *, const struct sp_steady_period *,
                                      double before);
