/* Writes the paired tests of an experiment as CSV, a row for each variant and pair of declared
 * methods; columns in docs/results.md. */
#include "campaign/report/table.h"
#include "campaign/summary/sample.h"
#include <stdlib.h>

static void put_variant(const struct sp_matrix *m, FILE *out)
{
  struct sp_pair *pair;
  int n = sp_pairs(m, &pair);
  for (int k = 0; k < n; k++) {
    const struct sp_pair *p = &pair[k];
    report_put_field(m->experiment->id, out);
    report_put_text(m->experiment->variant[m->variant].name, out);
    report_put_text(sp_matrix_method(m, p->a), out);
    report_put_text(sp_matrix_method(m, p->b), out);
    fprintf(out, ",%ld", p->platforms);
    report_put_number(p->difference.mean, out);
    report_put_number(p->difference.low, out);
    report_put_number(p->difference.high, out);
    report_put_number(p->p, out);
    fputc('\n', out);
  }
  free(pair);
}

int sp_report_pairs(const struct sp_experiment *e, struct sp_store *store, FILE *out,
                    struct sp_error *error)
{
  struct sp_matrix *matrix;
  int code = sp_matrices_read(e, store, &matrix, error);
  if (code)
    return code;
  fputs("experiment,variant,method,other,platforms,difference,low,high,p\n", out);
  for (int variant = 0; variant < e->n_variants; variant++)
    put_variant(&matrix[variant], out);
  sp_matrices_free(matrix);
  return SP_OK;
}
