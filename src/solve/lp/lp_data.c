/* The data of a linear programme: building and checking it. See solve/lp/lp.h. */
#include "base/memory.h"
#include "solve/lp/lp.h"

#include <stdlib.h>

double sp_lp_unit(double x)
{
  int exponent;
  if (!(x > 0 && isfinite(x)))
    return 1;
  frexp(x, &exponent);
  return ldexp(1, exponent - 1);
}

struct sp_lp *sp_lp_alloc(bool maximise)
{
  struct sp_lp *lp = sp_xcalloc(1, sizeof *lp);
  lp->maximise = maximise;
  return lp;
}

void sp_lp_free(struct sp_lp *lp)
{
  if (!lp)
    return;
  free(lp->column);
  free(lp->row);
  free(lp->entry);
  free(lp);
}

int sp_lp_column(struct sp_lp *lp, struct sp_num lower, struct sp_num upper, struct sp_num cost,
                 bool integer)
{
  sp_grow(lp->column, lp->columns, lp->column_room);
  lp->column[lp->columns] = (struct sp_lp_column){lower, upper, cost, integer};
  return lp->columns++;
}

int sp_lp_row(struct sp_lp *lp, struct sp_num lower, struct sp_num upper)
{
  sp_grow(lp->row, lp->rows, lp->row_room);
  lp->row[lp->rows] = (struct sp_lp_row){lower, upper};
  return lp->rows++;
}

void sp_lp_set(struct sp_lp *lp, int row, int column, struct sp_num value)
{
  sp_grow(lp->entry, lp->entries, lp->entry_room);
  lp->entry[lp->entries++] = (struct sp_lp_entry){row, column, value};
}

const char *sp_lp_status_name(enum sp_lp_status status)
{
  static const char *const name[] = {"optimal", "feasible", "infeasible", "unbounded", "stopped"};
  return name[status];
}

static int refuse(struct sp_error *error, const char *what, int number, const char *why)
{
  return sp_failure(error, SP_CANNOT, "linear programme: %s %d: %s", what, number, why);
}

static const char *wrong_bounds(struct sp_num lower, struct sp_num upper)
{
  if (!(lower.v < INFINITY) || !(upper.v > -INFINITY))
    return "a bound is not a number";
  return lower.v > upper.v ? "the lower bound is above the upper one" : NULL;
}

/* Checks that each entry is inside, finite and set once; sorts them by row for the last test. */
static int check_entries(const struct sp_lp *lp, struct sp_error *error)
{
  for (long k = 0; k < lp->entries; k++) {
    const struct sp_lp_entry *e = &lp->entry[k];
    if (e->row < 0 || e->row >= lp->rows || e->column < 0 || e->column >= lp->columns)
      return refuse(error, "an entry of row", e->row, "outside of the programme");
    if (!isfinite(e->value.v))
      return refuse(error, "an entry of row", e->row, "not a finite number");
  }
  long *first = sp_xcalloc((size_t)lp->rows + 1, sizeof *first);
  int *column = sp_xcalloc((size_t)lp->entries, sizeof *column);
  int *seen = sp_xcalloc((size_t)lp->columns, sizeof *seen); /* row + 1 that last had it */
  int code = SP_OK;
  for (long k = 0; k < lp->entries; k++)
    first[lp->entry[k].row + 1]++;
  for (int i = 0; i < lp->rows; i++)
    first[i + 1] += first[i];
  for (long k = lp->entries - 1; k >= 0; k--)
    column[first[lp->entry[k].row]++] = lp->entry[k].column;
  long k = 0; /* first[i] is now the end of row i */
  for (int i = 0; i < lp->rows && code == SP_OK; i++)
    for (; k < first[i] && code == SP_OK; k++) {
      if (seen[column[k]] == i + 1)
        code = refuse(error, "row", i, "an entry is set twice");
      seen[column[k]] = i + 1;
    }
  free(first);
  free(column);
  free(seen);
  return code;
}

int sp_lp_check(const struct sp_lp *lp, struct sp_error *error)
{
  const char *why;
  for (int j = 0; j < lp->columns; j++) {
    if ((why = wrong_bounds(lp->column[j].lower, lp->column[j].upper)))
      return refuse(error, "column", j, why);
    if (!isfinite(lp->column[j].cost.v))
      return refuse(error, "column", j, "its cost is not a finite number");
  }
  for (int i = 0; i < lp->rows; i++)
    if ((why = wrong_bounds(lp->row[i].lower, lp->row[i].upper)))
      return refuse(error, "row", i, why);
  return check_entries(lp, error);
}
