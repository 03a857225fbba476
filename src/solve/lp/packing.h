/* Small dense packing programmes, of which a search solves millions:
 *
 *   maximise  sum x_j   subject to   sum_j a_ij x_j <= r_i ,  x >= 0       (a_ij, r_i >= 0)
 *
 * x = 0 is a solution, from which the simplex method starts, in one condensed table: O(rows
 * columns) a step, about as many steps as columns. lp.h has the programmes of any form. An answer
 * that its prices do not prove within 1e-9 is replaced by that of GLPK. */
#pragma once

#include <starport/heuristic.h>

struct sp_packing {
  int rows, columns;     /* the caller may set less than was given to sp_packing_new */
  double *a;             /* [row * columns + column]; each column has an entry > 0 */
  double *limit;         /* [row] */
  double *x;             /* [column], the answer */
  double *table, *price; /* of the method; [row] the prices of the rows */
  int *inside, *outside; /* variables of the rows and of the columns; slack i is columns + i */
};

/* Room for a programme of so many rows and columns. */
struct sp_packing sp_packing_new(struct sp_context *, int rows, int columns);
/* Solves it; returns the greatest sum, within 1e-9 relative; 0 with x = 0 if GLPK fails, too. */
double sp_packing_solve(struct sp_packing *);
