/* Exact linear programmes by QSopt_ex: the only file that uses it. See solve/lp/exact_lp.h.
 *
 * QSopt_ex solves in doubles, verifies the basis in rationals, and raises the precision until the
 * basis is proven optimal. A row bounded on both sides becomes two rows. */
#include "solve/lp/exact_lp.h"
#include "base/memory.h"

#include <gmp.h>
#include <qsopt_ex/QSopt_ex.h>
#include <stdlib.h>
#include <string.h>

/* The matrix by rows. */
struct rows {
  const struct sp_lp *lp;
  long *first;  /* [0..rows] */
  int *column;  /* [0..entries-1] */
  mpq_t *value; /* [0..entries-1] */
};

static void silence(const char *message, void *data)
{
  (void)message, (void)data;
}

/* The fraction as written, or the value of the double. */
static void set(mpq_t q, struct sp_num x)
{
  if (isinf(x.v))
    mpq_set(q, x.v > 0 ? mpq_ILL_MAXDOUBLE : mpq_ILL_MINDOUBLE);
  else if (x.den == 0)
    mpq_set_d(q, x.v);
  else {
    mpz_set_si(mpq_numref(q), x.num);
    mpz_set_si(mpq_denref(q), x.den);
    mpq_canonicalize(q);
  }
}

/* Sorts the entries by row, by counting. */
static struct rows rows_of(const struct sp_lp *lp)
{
  size_t entries = (size_t)lp->entries;
  struct rows r = {lp, sp_xcalloc((size_t)lp->rows + 1, sizeof *r.first),
                   sp_xcalloc(entries, sizeof *r.column), sp_xcalloc(entries, sizeof *r.value)};
  long *end = sp_xcalloc((size_t)lp->rows + 1, sizeof *end);
  for (long k = 0; k < lp->entries; k++)
    r.first[lp->entry[k].row + 1]++;
  for (int i = 0; i < lp->rows; i++)
    end[i + 1] = r.first[i + 1] += r.first[i];
  for (int i = lp->rows; i > 0; i--)
    end[i] = r.first[i - 1];
  for (long k = 0; k < lp->entries; k++) {
    long at = end[lp->entry[k].row + 1]++;
    r.column[at] = lp->entry[k].column;
    mpq_init(r.value[at]);
    set(r.value[at], lp->entry[k].value);
  }
  free(end);
  return r;
}

static void rows_clear(struct rows *r)
{
  for (long k = 0; k < r->lp->entries; k++)
    mpq_clear(r->value[k]);
  free(r->first);
  free(r->column);
  free(r->value);
}

static int add_row(mpq_QSdata *problem, const struct rows *r, int i, struct sp_num bound,
                   char sense)
{
  long first = r->first[i];
  mpq_t rhs;
  mpq_init(rhs);
  set(rhs, bound);
  int failed = mpq_QSadd_row(problem, (int)(r->first[i + 1] - first), r->column + first,
                             (const mpq_t *)(r->value + first), (const mpq_t *)&rhs, sense, NULL);
  mpq_clear(rhs);
  return failed;
}

static bool same(struct sp_num a, struct sp_num b)
{
  return a.v == b.v && a.num == b.num && a.den == b.den;
}

static int add_rows(mpq_QSdata *problem, const struct rows *r)
{
  int failed = 0;
  for (int i = 0; i < r->lp->rows && !failed; i++) {
    const struct sp_lp_row *row = &r->lp->row[i];
    if (same(row->lower, row->upper)) {
      failed = add_row(problem, r, i, row->lower, 'E');
      continue;
    }
    if (!isinf(row->lower.v))
      failed = add_row(problem, r, i, row->lower, 'G');
    if (!isinf(row->upper.v) && !failed)
      failed = add_row(problem, r, i, row->upper, 'L');
  }
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

static char *text_of(mpq_t q)
{
  size_t room = mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10) + 3;
  return mpq_get_str(sp_xcalloc(room, 1), 10, q);
}

static bool is_even(double x)
{
  int exponent;
  return fmod(ldexp(frexp(x, &exponent), 53), 2) == 0;
}

/* The double nearest to q, the even one at a tie: mpq_get_d truncates, so it is that or the next
 * one away from 0. */
static double double_of(mpq_t q)
{
  double low = mpq_get_d(q), high = nextafter(low, mpq_sgn(q) > 0 ? INFINITY : -INFINITY);
  mpq_t a, b;
  if (!isfinite(high))
    return low;
  mpq_inits(a, b, NULL);
  mpq_set_d(a, low);
  mpq_set_d(b, high);
  mpq_sub(a, q, a);
  mpq_sub(b, b, q);
  mpq_abs(a, a);
  mpq_abs(b, b);
  int order = mpq_cmp(a, b);
  mpq_clears(a, b, NULL);
  return order < 0 || (order == 0 && is_even(low)) ? low : high;
}

static void take(mpq_QSdata *problem, mpq_t *x, struct sp_exact_solution *s)
{
  mpq_t value;
  mpq_init(value);
  mpq_QSget_objval(problem, (mpq_t *)&value);
  s->value = double_of(value);
  s->value_text = text_of(value);
  mpq_clear(value);
  s->primal = sp_xcalloc((size_t)s->columns, sizeof *s->primal);
  s->primal_text = sp_xcalloc((size_t)s->columns, sizeof *s->primal_text);
  for (int j = 0; j < s->columns; j++) {
    s->primal[j] = double_of(x[j]);
    s->primal_text[j] = text_of(x[j]);
  }
}

static int failure(struct sp_error *error, const char *why)
{
  return sp_failure(error, SP_CANNOT, "QSopt_ex failed: %s", why);
}

static int run(mpq_QSdata *problem, struct sp_exact_solution *s, struct sp_error *error)
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

static int solve(const struct sp_lp *lp, struct sp_exact_solution *s, struct sp_error *error)
{
  struct rows rows = rows_of(lp);
  mpq_QSdata *problem = mpq_QScreate_prob("lp", lp->maximise ? QS_MAX : QS_MIN);
  int code = !problem || add_columns(problem, lp) || add_rows(problem, &rows)
                 ? failure(error, "it did not accept the programme")
                 : run(problem, s, error);
  mpq_QSfree_prob(problem);
  rows_clear(&rows);
  return code;
}

int sp_exact_lp_solve(const struct sp_lp *lp, struct sp_exact_solution *s, struct sp_error *error)
{
  int code = sp_lp_check(lp, error);
  for (int j = 0; j < lp->columns && code == SP_OK; j++)
    if (lp->column[j].integer)
      code = failure(error, "it solves programmes without integer columns");
  if (code != SP_OK)
    return code;
  *s = (struct sp_exact_solution){.value = NAN, .columns = lp->columns};
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

void sp_exact_solution_clear(struct sp_exact_solution *s)
{
  free(s->value_text);
  free(s->primal);
  for (int j = 0; j < s->columns && s->primal_text; j++)
    free(s->primal_text[j]);
  free(s->primal_text);
  *s = (struct sp_exact_solution){.value = NAN};
}
