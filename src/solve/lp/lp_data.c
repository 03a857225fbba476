/* The data of a linear programme: building and checking it. See solve/lp/lp.h. */
#include "base/memory.h"
#include "solve/lp/lp.h"

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
  free(lp->start);
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

static int by_place(const void *a, const void *b)
{
  const struct sp_lp_entry *x = a, *y = b;
  return x->row != y->row ? (x->row > y->row) - (x->row < y->row)
                          : (x->column > y->column) - (x->column < y->column);
}

struct sp_lp_entry *sp_lp_sorted(const struct sp_lp *lp)
{
  struct sp_lp_entry *sorted = sp_xcalloc((size_t)lp->entries, sizeof *sorted);
  for (long k = 0; k < lp->entries; k++)
    sorted[k] = lp->entry[k];
  qsort(sorted, (size_t)lp->entries, sizeof *sorted, by_place);
  return sorted;
}

/* Checks that each entry is inside, finite and set once. */
static int check_entries(const struct sp_lp *lp, struct sp_error *error)
{
  struct sp_lp_entry *sorted = sp_lp_sorted(lp);
  int code = SP_OK;
  for (long k = 0; k < lp->entries && code == SP_OK; k++) {
    const struct sp_lp_entry *e = &sorted[k];
    if (e->row < 0 || e->row >= lp->rows || e->column < 0 || e->column >= lp->columns)
      code = refuse(error, "an entry of row", e->row, "outside of the programme");
    else if (!isfinite(e->value.v))
      code = refuse(error, "an entry of row", e->row, "not a finite number");
    else if (k && !by_place(e - 1, e))
      code = refuse(error, "row", e->row, "an entry is set twice");
  }
  free(sorted);
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
