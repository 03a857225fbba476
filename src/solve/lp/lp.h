/* Small sparse linear and mixed integer programmes:
 *
 *   minimise or maximise  sum cost_j x_j
 *   subject to            lower_i <= sum_j a_ij x_j <= upper_i   for each row i
 *                         lower_j <= x_j <= upper_j              for each column j
 *
 * A programme is plain data, which GLPK solves in doubles (lp.c) and QSopt_ex in rationals
 * (exact_lp.c). Columns and rows are numbered from 0 in the order in which they are added.
 * Coefficients are struct sp_num, so that the exact solver reads the numbers as written;
 * sp_double() and sp_int() make them from plain numbers, SP_LP_FREE (with sp_lp_minus) means no
 * bound.
 *
 * Solving is a function of the programme: GLPK's environment of the thread is made and freed within
 * the call, unless the calling thread already uses GLPK; then its problems and settings stay
 * unchanged. Nothing is printed, and nothing depends on time. */
#pragma once

#include <starport/instance.h>

#define SP_LP_FREE ((struct sp_num){INFINITY, 0, 0})

static inline struct sp_num sp_lp_minus(struct sp_num x)
{
  return (struct sp_num){-x.v, -x.num, x.den};
}

/* A unit for numbers of the size of x, since solvers have absolute tolerances: the greatest power
 * of two <= x; 1 unless x is positive and finite. */
double sp_lp_unit(double x);

struct sp_lp_column {
  struct sp_num lower, upper, cost;
  bool integer;
};

struct sp_lp_row {
  struct sp_num lower, upper;
};

struct sp_lp_entry {
  int row, column;
  struct sp_num value;
};

/* At the start: determined by the other columns and rows, or at a bound. As many are determined as
 * there are rows. */
enum sp_lp_start { SP_LP_DETERMINED, SP_LP_LOWER, SP_LP_UPPER };

struct sp_lp {
  bool maximise;
  enum sp_lp_start *start; /* of the columns, then of the rows: where the simplex method starts;
                              faster if the optimum is near, inside or outside. NULL: anywhere */
  int columns, rows;
  struct sp_lp_column *column; /* [0..columns-1] */
  struct sp_lp_row *row;       /* [0..rows-1] */
  long entries;
  struct sp_lp_entry *entry; /* [0..entries-1] */
  int column_room, row_room; /* allocated */
  long entry_room;
};

/* An empty programme; the caller frees it. */
struct sp_lp *sp_lp_alloc(bool maximise);
void sp_lp_free(struct sp_lp *);
/* Adds a column (a row) and returns its number. Equal bounds fix it. */
int sp_lp_column(struct sp_lp *, struct sp_num lower, struct sp_num upper, struct sp_num cost,
                 bool integer);
int sp_lp_row(struct sp_lp *, struct sp_num lower, struct sp_num upper);
/* Sets a_ij, at most once for each pair; others are 0. */
void sp_lp_set(struct sp_lp *, int row, int column, struct sp_num value);

enum sp_lp_status {
  SP_LP_OPTIMAL,    /* proven (integers: within 1e-9 relative) */
  SP_LP_FEASIBLE,   /* stopped at a limit with a solution (integers) */
  SP_LP_INFEASIBLE, /* proven: no solution */
  SP_LP_UNBOUNDED,  /* proven */
  SP_LP_STOPPED     /* stopped at a limit without a solution */
};
const char *sp_lp_status_name(enum sp_lp_status);

struct sp_lp_solution {
  enum sp_lp_status status;
  double value;   /* of the objective; NAN without a solution; of rationals the nearest double */
  double bound;   /* proven: no solution is better; the value itself if optimal, NAN if unknown */
  double *primal; /* [0..columns-1] */
  double *dual;   /* [0..rows-1] change of the optimum with a row's active bound; NULL for integer
                     programmes; and of rationals */
  long nodes;
  char *value_text, **primal_text; /* rationals, if optimal: "a/b", "a" for an integer */
  int columns;                     /* of these */
};

/* Solves by the simplex method, and integer columns by branch and cut in at most `nodes` nodes (0:
 * no limit). Returns SP_OK with the status and all else in *solution, which the caller clears; or
 * SP_CANNOT with the reason and nothing to clear, if GLPK fails or sp_lp_check() does. */
int sp_lp_solve(const struct sp_lp *, long nodes, struct sp_lp_solution *, struct sp_error *);
/* Solves a programme without integer columns in rationals: the exact optimum and a vertex that
 * attains it. Each coefficient is num/den, or its double as a dyadic rational if there is no
 * fraction. Returns SP_OK with the status (optimal, infeasible or unbounded) and, if optimal, the
 * values; or SP_CANNOT as above. During the call QSopt_ex replaces GMP's allocator: no other thread
 * may use GMP then, nor may GMP numbers of the caller be changed. Afterwards the allocator is
 * restored. An unbounded programme takes tenths of a second, others milliseconds. */
int sp_exact_lp_solve(const struct sp_lp *, struct sp_lp_solution *, struct sp_error *);
void sp_lp_solution_clear(struct sp_lp_solution *);

/* The entries by row, then by column; the caller frees them. */
struct sp_lp_entry *sp_lp_sorted(const struct sp_lp *);
/* SP_OK for a valid programme, or SP_CANNOT with the reason (crossed bounds, nan, an entry set
 * twice or outside). Both solvers check first. */
int sp_lp_check(const struct sp_lp *, struct sp_error *);
