/* Packing programmes by the simplex method: see packing.h. The column of the greatest gain enters;
 * after many steps the one of the lowest variable (Bland). Entries that may be rounding are no
 * pivots. The prices of the rows prove the answer; where they do not, GLPK solves the programme. */
#include "solve/lp/packing.h"
#include "base/num.h"
#include "solve/lp/lp.h"

#include <string.h>

static const double ZERO = 1e-12, PIVOT = 1e-9, TOLERANCE = 1e-9;

struct sp_packing sp_packing_new(struct sp_context *cx, int rows, int columns)
{
  return (struct sp_packing){.rows = rows,
                             .columns = columns,
                             .a = sp_new(cx, (long)rows * columns, double),
                             .limit = sp_new(cx, rows, double),
                             .x = sp_new(cx, columns, double),
                             .price = sp_new(cx, rows, double),
                             .table = sp_new(cx, (long)(rows + 1) * (columns + 1), double),
                             .inside = sp_new(cx, rows, int),
                             .outside = sp_new(cx, columns, int)};
}

/* The rows with their limits, and below them the gains of the columns. */
static void fill(struct sp_packing *p)
{
  int width = p->columns + 1;
  for (int i = 0; i < p->rows; i++) {
    memcpy(p->table + i * width, p->a + i * p->columns, (size_t)p->columns * sizeof(double));
    p->table[i * width + p->columns] = p->limit[i];
    p->inside[i] = p->columns + i;
  }
  for (int j = 0; j < p->columns; j++) {
    p->table[p->rows * width + j] = 1;
    p->outside[j] = j;
  }
  p->table[p->rows * width + p->columns] = 0;
}

/* The column that enters; -1: none gains. */
static int entering(const struct sp_packing *p, bool lowest)
{
  const double *gain = p->table + p->rows * (p->columns + 1);
  int best = -1;
  for (int j = 0; j < p->columns; j++)
    if (gain[j] > ZERO &&
        (best < 0 || (lowest ? p->outside[j] < p->outside[best] : gain[j] > gain[best])))
      best = j;
  return best;
}

/* The row that limits the column most, at a tie of the lowest variable. */
static int leaving(const struct sp_packing *p, int column)
{
  int width = p->columns + 1, best = -1;
  double least = INFINITY;
  for (int i = 0; i < p->rows; i++) {
    double a = p->table[i * width + column];
    if (a <= PIVOT)
      continue;
    double most = p->table[i * width + p->columns] / a;
    if (most < least || (most == least && p->inside[i] < p->inside[best])) {
      least = most;
      best = i;
    }
  }
  return best;
}

static void exchange(struct sp_packing *p, int row, int column)
{
  int width = p->columns + 1, variable = p->inside[row];
  double *pivot = p->table + row * width, inverse = 1 / pivot[column];
  pivot[column] = 1;
  for (int j = 0; j < width; j++)
    pivot[j] *= inverse;
  for (int i = 0; i <= p->rows; i++) {
    double *other = p->table + i * width, factor = other[column];
    if (i == row || factor == 0)
      continue;
    other[column] = 0;
    for (int j = 0; j < width; j++)
      other[j] -= factor * pivot[j];
  }
  p->inside[row] = p->outside[column];
  p->outside[column] = variable;
}

/* Exchanges until no column gains, or none that a row limits, or for too long. */
static void exchange_all(struct sp_packing *p)
{
  int column, row;
  long many = 10L * (p->rows + p->columns);
  for (long step = 0; step < 2 * many && (column = entering(p, step > many)) >= 0; step++) {
    if ((row = leaving(p, column)) < 0)
      return;
    exchange(p, row, column);
  }
}

/* Sets x and the prices of the rows; returns the sum of x. */
static double read_answer(struct sp_packing *p)
{
  int width = p->columns + 1;
  double sum = 0;
  memset(p->x, 0, (size_t)p->columns * sizeof(double));
  memset(p->price, 0, (size_t)p->rows * sizeof(double));
  for (int i = 0; i < p->rows; i++)
    if (p->inside[i] < p->columns) {
      p->x[p->inside[i]] = fmax(p->table[i * width + p->columns], 0);
      sum += p->x[p->inside[i]];
    }
  for (int j = 0; j < p->columns; j++)
    if (p->outside[j] >= p->columns)
      p->price[p->outside[j] - p->columns] = fmax(-p->table[p->rows * width + j], 0);
  return sum;
}

/* Whether x keeps the limits, and the prices are a solution of the dual programme (each column
 * costs at least 1) whose value is that of x, all within TOLERANCE. */
static bool is_proven(const struct sp_packing *p, double sum)
{
  double most = 0, value = 0;
  for (int i = 0; i < p->rows; i++)
    most = fmax(most, p->limit[i]);
  for (int i = 0; i < p->rows; i++) {
    double left = p->limit[i] + TOLERANCE * most;
    for (int j = 0; j < p->columns; j++)
      left -= p->a[i * p->columns + j] * p->x[j];
    if (!(left >= 0))
      return false;
    value += p->price[i] * p->limit[i];
  }
  for (int j = 0; j < p->columns; j++) {
    double cost = 0;
    for (int i = 0; i < p->rows; i++)
      cost += p->a[i * p->columns + j] * p->price[i];
    if (!(cost >= 1 - TOLERANCE))
      return false;
  }
  return value <= sum * (1 + TOLERANCE);
}

static double solve_by_glpk(struct sp_packing *p)
{
  struct sp_lp *lp = sp_lp_alloc(true);
  struct sp_lp_solution s;
  double sum = 0;
  for (int j = 0; j < p->columns; j++)
    sp_lp_column(lp, sp_int(0), SP_LP_FREE, sp_int(1), false);
  for (int i = 0; i < p->rows; i++) {
    sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_double(p->limit[i]));
    for (int j = 0; j < p->columns; j++)
      if (p->a[i * p->columns + j] != 0)
        sp_lp_set(lp, i, j, sp_double(p->a[i * p->columns + j]));
  }
  bool solved = sp_lp_solve(lp, 0, &s, NULL) == SP_OK;
  for (int j = 0; j < p->columns; j++) {
    p->x[j] = solved && s.status == SP_LP_OPTIMAL ? fmax(s.primal[j], 0) : 0;
    sum += p->x[j];
  }
  if (solved)
    sp_lp_solution_clear(&s);
  sp_lp_free(lp);
  return sum;
}

double sp_packing_solve(struct sp_packing *p)
{
  fill(p);
  exchange_all(p);
  double sum = read_answer(p);
  return is_proven(p, sum) ? sum : solve_by_glpk(p);
}
