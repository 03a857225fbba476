/* Linear programmes in rationals, by QSopt_ex: the optimum and a vertex that has it, exactly.
 *
 * Each coefficient is read as num/den, or as the dyadic rational that its double is where it has
 * none. While the call lasts QSopt_ex has replaced GMP's allocator: no other thread may use GMP
 * then, and numbers of GMP that the caller holds must not be touched by it. Afterwards everything
 * is as before. An unbounded programme takes tenths of a second, another one milliseconds. */
#ifndef SP_SOLVE_EXACT_LP_H
#define SP_SOLVE_EXACT_LP_H

#include "solve/lp/lp.h"

struct sp_exact_solution {
  enum sp_lp_status status; /* SP_LP_OPTIMAL, SP_LP_INFEASIBLE or SP_LP_UNBOUNDED */
  double value, *primal;    /* [0..columns-1] the nearest doubles; only if optimal, as below */
  char *value_text;         /* "a/b", "a" for an integer */
  char **primal_text;       /* [0..columns-1] */
  int columns;
};

/* Solves a programme without integer columns. Returns SP_OK with *solution, which the caller
 * clears; SP_CANNOT with the reason in words, and nothing to clear. */
int sp_exact_lp_solve(const struct sp_lp *, struct sp_exact_solution *, struct sp_error *);
void sp_exact_solution_clear(struct sp_exact_solution *);

#endif
