/* Packing programmes by the simplex method: see packing.h. The column of the greatest gain enters;
 * after many steps the one of the lowest variable (Bland), which cannot cycle. */
#include "solve/lp/packing.h"

#include <string.h>

static const double ZERO = 1e-12;

struct sp_packing sp_packing_new(struct sp_context *cx, int rows, int columns)
{
  return (struct sp_packing){.rows = rows,
                             .columns = columns,
                             .a = sp_new(cx, (long)rows * columns, double),
                             .limit = sp_new(cx, rows, double),
                             .x = sp_new(cx, columns, double),
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
    if (a <= ZERO)
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

double sp_packing_solve(struct sp_packing *p)
{
  int width = p->columns + 1, column, row;
  double sum = 0;
  fill(p);
  for (long step = 0; (column = entering(p, step > 10L * (p->rows + p->columns))) >= 0; step++) {
    if ((row = leaving(p, column)) < 0)
      return INFINITY;
    exchange(p, row, column);
  }
  memset(p->x, 0, (size_t)p->columns * sizeof(double));
  for (int i = 0; i < p->rows; i++)
    if (p->inside[i] < p->columns) {
      p->x[p->inside[i]] = fmax(p->table[i * width + p->columns], 0);
      sum += p->x[p->inside[i]];
    }
  return sum;
}
