/* The report of an experiment: every variant in turn, in one of the formats. */
#include "campaign/report_parts.h"
#include "model/memory.h"
#include <stdlib.h>
#include <string.h>

static const struct sp_axis *key_axis(const struct sp_experiment *e, int key)
{
  if (!e->rows.n)
    return &e->axis[key];
  for (int k = 0; k < e->n_axes; k++)
    if (!strcmp(e->axis[k].name, e->rows.text[key]))
      return &e->axis[k];
  return NULL;
}

/* A key that no axis knows would be a row that is silently never compared. */
static int check_keys(const struct sp_experiment *e, const struct sp_published *print,
                      struct sp_error *error)
{
  for (int row = 0; row < print->rows; row++)
    for (int key = 0; key < print->keys; key++) {
      const struct sp_axis *axis = key_axis(e, key);
      const char *label = print->field[row * print->columns + key];
      bool known = false;
      for (int k = 0; axis && k < axis->n; k++)
        known |= !strcmp(axis->value[k].label, label);
      if (!known)
        return sp_bad_input(error, "%s: %s of row %d is '%s', expected a value of axis %s",
                            e->compare, print->head[key], row + 1, label,
                            axis ? axis->name : "(none)");
    }
  return SP_OK;
}

static int read_print(const struct sp_experiment *e, struct sp_published *print,
                      struct sp_error *error)
{
  if (!e->compare)
    return SP_OK;
  int code = sp_published_read(e->compare, e->rows.n ? e->rows.n : e->n_axes, print, error);
  if (!code && (code = check_keys(e, print, error)))
    sp_published_clear(print);
  return code;
}

static void write_variant(const struct sp_summary *s, enum sp_format format, FILE *out)
{
  if (s->matrix->variant && format != SP_CSV_FORMAT)
    fputc('\n', out);
  switch (format) {
  case SP_TEXT_FORMAT:
    sp_report_text(s, out);
    break;
  case SP_CSV_FORMAT:
    sp_report_csv(s, out);
    break;
  case SP_LATEX_FORMAT:
    sp_report_latex(s, out);
    break;
  }
}

static int report_matrices(const struct sp_matrix *matrix, const struct sp_published *print,
                           enum sp_format format, FILE *out, long *differing,
                           struct sp_error *error)
{
  const struct sp_experiment *e = matrix->experiment;
  int code = SP_OK;
  if (format == SP_CSV_FORMAT)
    sp_report_csv_header(e, out);
  for (int variant = 0; variant < e->n_variants && !code; variant++) {
    struct sp_summary summary;
    code = sp_summarise(&matrix[variant], e->compare ? print : NULL, &summary, error);
    if (code)
      break;
    write_variant(&summary, format, out);
    *differing += summary.tally.differ;
    sp_summary_clear(&summary);
  }
  return code;
}

int sp_report(const struct sp_experiment *e, struct sp_store *store, enum sp_format format,
              FILE *out, long *differing, struct sp_error *error)
{
  struct sp_published print = {0};
  struct sp_matrix *matrix = sp_xcalloc((size_t)e->n_variants, sizeof *matrix);
  *differing = 0;
  int code = read_print(e, &print, error);
  if (!code)
    code = sp_matrices_read(e, store, matrix, error);
  if (!code)
    code = report_matrices(matrix, &print, format, out, differing, error);
  for (int variant = 0; variant < e->n_variants; variant++)
    sp_matrix_clear(&matrix[variant]);
  free(matrix);
  sp_published_clear(&print);
  return code;
}
