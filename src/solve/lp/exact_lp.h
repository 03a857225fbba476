/* Linear programmes in rationals, by QSopt_ex: the exact optimum and a vertex that attains it.
 *
 * Each coefficient is num/den, or its double as a dyadic rational if there is no fraction. During
 * the call QSopt_ex replaces GMP's allocator: no other thread may use GMP then, nor may GMP numbers
 * of the caller be changed. Afterwards the allocator is restored. An unbounded programme takes
 * tenths of a second, others milliseconds. */
#pragma once

#include "solve/lp/lp.h"

struct sp_exact_solution {
  enum sp_lp_status status; /* SP_LP_OPTIMAL, SP_LP_INFEASIBLE or SP_LP_UNBOUNDED */
  double value, *primal;    /* [0..columns-1] the nearest doubles; set only if optimal */
  char *value_text;         /* "a/b", "a" for an integer; set only if optimal */
  char **primal_text;       /* [0..columns-1] */
  int columns;
};

/* Solves a programme without integer columns. Returns SP_OK with *solution, which the caller
 * clears; or SP_CANNOT with the reason and nothing to clear. */
int sp_exact_lp_solve(const struct sp_lp *, struct sp_exact_solution *, struct sp_error *);
void sp_exact_solution_clear(struct sp_exact_solution *);
