/* Exact linear programmes by QSopt_ex: the only file that uses it. See solve/lp/lp.h.
 *
 * QSopt_ex solves in doubles, verifies the basis in rationals, and raises the precision until the
 * basis is proven optimal. A row bounded on both sides becomes two rows. */
#include "base/memory.h"
#include "solve/lp/lp.h"
#include "solve/lp/rational.h"

#include <qsopt_ex/QSopt_ex.h>

static void silence(const char *message, void *data)
{
  (void)message, (void)data;
}

/* A bound or a coefficient. */
static void set(mpq_t q, struct sp_num x)
{
  if (isinf(x.v))
    mpq_set(q, x.v > 0 ? mpq_ILL_MAXDOUBLE : mpq_ILL_MINDOUBLE);
  else
    sp_mpq_set(q, x);
}

/* Adds a row with these n entries. */
static int add_row(mpq_QSdata *problem, int n, int *column, mpq_t *value, struct sp_num bound,
                   char sense)
{
  mpq_t rhs;
  mpq_init(rhs);
  set(rhs, bound);
  int failed =
      mpq_QSadd_row(problem, n, column, (const mpq_t *)value, (const mpq_t *)&rhs, sense, NULL);
  mpq_clear(rhs);
  return failed;
}

static bool same(struct sp_num a, struct sp_num b)
{
  return a.v == b.v && a.num == b.num && a.den == b.den;
}

static int add_rows(mpq_QSdata *problem, const struct sp_lp *lp)
{
  struct sp_lp_entry *sorted = sp_lp_sorted(lp);
  int *column = sp_xcalloc((size_t)lp->entries, sizeof *column), failed = 0;
  mpq_t *value = sp_xcalloc((size_t)lp->entries, sizeof *value);
  for (long k = 0; k < lp->entries; k++) {
    mpq_init(value[k]);
    set(value[k], sorted[k].value);
    column[k] = sorted[k].column;
  }
  long first = 0, end = 0;
  for (int i = 0; i < lp->rows && !failed; i++, first = end) {
    const struct sp_lp_row *row = &lp->row[i];
    while (end < lp->entries && sorted[end].row == i)
      end++;
    int n = (int)(end - first);
    bool equal = same(row->lower, row->upper);
    if (!isinf(row->lower.v))
      failed = add_row(problem, n, column + first, value + first, row->lower, equal ? 'E' : 'G');
    if (!isinf(row->upper.v) && !equal && !failed)
      failed = add_row(problem, n, column + first, value + first, row->upper, 'L');
  }
  for (long k = 0; k < lp->entries; k++)
    mpq_clear(value[k]);
  free(value);
  free(column);
  free(sorted);
  return failed;
}

static int add_columns(mpq_QSdata *problem, const struct sp_lp *lp)
{
  mpq_t cost, lower, upper;
  int failed = 0;
  mpq_inits(cost, lower, upper, NULL);
  for (int j = 0; j < lp->columns && !failed; j++) {
    set(cost, lp->column[j].cost);
    set(lower, lp->column[j].lower);
    set(upper, lp->column[j].upper);
    failed = mpq_QSnew_col(problem, (mpq_srcptr)cost, (mpq_srcptr)lower, (mpq_srcptr)upper, NULL);
  }
  mpq_clears(cost, lower, upper, NULL);
  return failed;
}

static void take(mpq_QSdata *problem, mpq_t *x, struct sp_lp_solution *s)
{
  mpq_t value;
  mpq_init(value);
  mpq_QSget_objval(problem, (mpq_t *)&value);
  s->value = sp_mpq_nearest(value);
  s->value_text = sp_mpq_text(value);
  mpq_clear(value);
  s->primal = sp_xcalloc((size_t)s->columns, sizeof *s->primal);
  s->primal_text = sp_xcalloc((size_t)s->columns, sizeof *s->primal_text);
  for (int j = 0; j < s->columns; j++) {
    s->primal[j] = sp_mpq_nearest(x[j]);
    s->primal_text[j] = sp_mpq_text(x[j]);
  }
}

static int failure(struct sp_error *error, const char *why)
{
  return sp_failure(error, SP_CANNOT, "QSopt_ex failed: %s", why);
}

static int run(mpq_QSdata *problem, struct sp_lp_solution *s, struct sp_error *error)
{
  int n = mpq_QSget_colcount(problem) + mpq_QSget_rowcount(problem), status = 0;
  mpq_t *x = sp_xcalloc((size_t)n, sizeof *x); /* the slacks follow the columns */
  for (int j = 0; j < n; j++)
    mpq_init(x[j]);
  int failed = QSexact_solver(problem, x, NULL, NULL, PRIMAL_SIMPLEX, &status);
  int code = SP_OK;
  if (status == QS_LP_OPTIMAL && !failed) {
    s->status = SP_LP_OPTIMAL;
    take(problem, x, s);
  } else if (status == QS_LP_INFEASIBLE && !failed) {
    s->status = SP_LP_INFEASIBLE;
  } else if (status == QS_LP_UNBOUNDED && !failed) {
    s->status = SP_LP_UNBOUNDED;
  } else {
    code = failure(error, "it gave no result");
  }
  for (int j = 0; j < n; j++)
    mpq_clear(x[j]);
  free(x);
  return code;
}

static int solve(const struct sp_lp *lp, struct sp_lp_solution *s, struct sp_error *error)
{
  mpq_QSdata *problem = mpq_QScreate_prob("lp", lp->maximise ? QS_MAX : QS_MIN);
  int code = !problem || add_columns(problem, lp) || add_rows(problem, lp)
                 ? failure(error, "it did not accept the programme")
                 : run(problem, s, error);
  mpq_QSfree_prob(problem);
  return code;
}

int sp_exact_lp_solve(const struct sp_lp *lp, struct sp_lp_solution *s, struct sp_error *error)
{
  int code = sp_lp_check(lp, error);
  for (int j = 0; j < lp->columns && code == SP_OK; j++)
    if (lp->column[j].integer)
      code = failure(error, "it solves programmes without integer columns");
  if (code != SP_OK)
    return code;
  *s = (struct sp_lp_solution){.value = NAN, .bound = NAN, .columns = lp->columns};
  bool own = !__QSexact_setup; /* else the calling program uses QSopt_ex itself */
  QSlog_set_handler(silence, NULL);
  if (own)
    QSexactStart();
  code = solve(lp, s, error);
  if (own)
    QSexactClear();
  QSlog_set_handler(NULL, NULL);
  return code;
}
