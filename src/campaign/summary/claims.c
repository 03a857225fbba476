/* Claims: whether a sentence of a paper holds on our platforms. A claim is about a value d: that of
 * a method minus a number, or the difference of two methods on the same platforms. With the sign
 * changed for <= and <, it
 *
 *   holds          where d > 3 se (or se = 0 and d >= 0; > 0 for a strict comparison)
 *   does not hold  where d < -3 se
 *   cannot tell    between them, or on fewer than two platforms
 *
 * The claim as a whole has the verdict of the worst of its points. The difference of two means is
 * the mean of the differences, with their standard error: pairing removes what the platforms have
 * in common. For other functions the standard errors are added in quadrature; min, median, max and
 * quantiles have none, so that the sign of d decides. */
#include "campaign/summary/claims.h"
#include "campaign/summary/cell.h"
#include "campaign/summary/names.h"
#include "campaign/summary/sample.h"

const char *sp_claim_verdict_name(enum sp_claim_verdict verdict)
{
  static const char *const names[] = {"holds", "cannot tell", "missing", "does not hold"};
  return names[verdict];
}

char *sp_claim_condition(const struct sp_matrix *m, const struct sp_claim *claim)
{
  static const char *const signs[] = {
      [SP_AT_LEAST] = ">=", [SP_AT_MOST] = "<=", [SP_ABOVE] = ">", [SP_BELOW] = "<"};
  char *text = NULL;
  FILE *out = sp_open_string(&text);
  fprintf(out, "%s %s %s ", claim->quantity.text, sp_matrix_method(m, claim->method),
          signs[claim->comparison]);
  if (claim->other >= 0)
    fputs(sp_matrix_method(m, claim->other), out);
  else
    fprintf(out, "%g", claim->number);
  for (int k = 0; k < claim->at.text.n; k++)
    fprintf(out, "%s %s", k ? "," : " at", claim->at.text.text[k]);
  return sp_experiment_end(m->experiment, out, &text);
}

/* Is the point one of the claim? */
static bool concerns(const struct sp_matrix *m, const struct sp_claim *claim, int point)
{
  const struct sp_experiment *e = m->experiment;
  for (int a = 0; a < e->n_axes; a++)
    if (!sp_choices_allow(&claim->at, a, sp_point_value(e, m->variant, point, a)))
      return false;
  return true;
}

bool sp_theorem_concerns(const struct sp_matrix *m, int point, int method)
{
  const struct sp_experiment *e = m->experiment;
  bool found = false;
  for (int k = 0; k < e->n_claims && !found && !m->variant; k++)
    found = e->claim[k].theorem && e->claim[k].method == method && concerns(m, &e->claim[k], point);
  return found;
}

/* The mean of the differences over the platforms where both have a value. */
static void set_paired(const struct sp_matrix *m, const struct sp_claim *claim,
                       struct sp_finding *f)
{
  double *x = sp_xcalloc((size_t)m->count, sizeof *x), *y = sp_xcalloc((size_t)m->count, sizeof *y);
  sp_values(m, f->point, claim->method, &claim->quantity, x);
  sp_values(m, f->point, claim->other, &claim->quantity, y);
  for (long index = 0; index < m->count; index++)
    if (!isnan(x[index]) && !isnan(y[index]))
      x[f->n++] = x[index] - y[index];
  f->value = sp_mean(x, f->n);
  f->se = sp_standard_error(x, f->n);
  free(y);
  free(x);
}

static void set_value(const struct sp_matrix *m, const struct sp_claim *claim, struct sp_finding *f)
{
  struct sp_cell cell = sp_quantity_cell(m, &claim->quantity, f->point, claim->method);
  f->value = cell.value;
  f->se = cell.se;
  f->n = cell.n;
  if (claim->other < 0)
    return;
  struct sp_cell other = sp_quantity_cell(m, &claim->quantity, f->point, claim->other);
  f->value -= other.value;
  f->se = isnan(cell.se) && isnan(other.se)
              ? NAN
              : sqrt(sp_error_squared(cell.se) + sp_error_squared(other.se));
  f->n = other.n < cell.n ? other.n : cell.n;
}

static enum sp_claim_verdict verdict_of(const struct sp_matrix *m, const struct sp_finding *f,
                                        enum sp_comparison comparison)
{
  bool strict = comparison == SP_ABOVE || comparison == SP_BELOW;
  double allowed = isnan(f->se) ? 0 : 3 * f->se;
  if (isnan(f->value))
    return SP_CLAIM_MISSING;
  if ((f->n < 2 && !sp_matrix_fixed(m, f->point)) || (allowed > 0 && fabs(f->margin) <= allowed))
    return SP_CANNOT_TELL;
  return f->margin > 0 || (f->margin == 0 && !strict) ? SP_HOLDS : SP_DOES_NOT_HOLD;
}

static struct sp_finding finding_at(const struct sp_matrix *m, const struct sp_claim *claim,
                                    int point)
{
  struct sp_finding f = {.point = point};
  bool above = claim->comparison == SP_AT_LEAST || claim->comparison == SP_ABOVE;
  if (claim->other >= 0 && claim->quantity.function == SP_MEAN)
    set_paired(m, claim, &f);
  else
    set_value(m, claim, &f);
  double difference = f.value - (claim->other >= 0 ? 0 : claim->number);
  f.margin = above ? difference : 0 - difference; /* never -0 */
  f.verdict = verdict_of(m, &f, claim->comparison);
  return f;
}

struct sp_finding sp_claim_finding(const struct sp_matrix *m, const struct sp_claim *claim)
{
  struct sp_finding worst = {.verdict = SP_HOLDS, .margin = INFINITY};
  for (int point = 0; point < m->points; point++) {
    if (!concerns(m, claim, point))
      continue;
    struct sp_finding f = finding_at(m, claim, point);
    if (f.verdict > worst.verdict || (f.verdict == worst.verdict && f.margin < worst.margin))
      worst = f;
  }
  return worst;
}
