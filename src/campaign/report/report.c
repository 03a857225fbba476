/* The report of an experiment: every variant in turn, in one of the formats. */
#include "base/memory.h"
#include "campaign/report/parts.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
  case SP_HTML_FORMAT: /* a page is no sequence of variants: sp_report_html */
    break;
  }
}

static int write_series(const struct sp_matrix *matrix, const struct sp_plot *plot,
                        enum sp_format format, FILE *out, struct sp_report_counts *counts,
                        struct sp_error *error)
{
  struct sp_published print;
  struct sp_summary s;
  int code = sp_published_of_figure(matrix, plot, &print, error);
  if (code)
    return code;
  code = sp_summarise_figure(matrix, plot, print.rows ? &print : NULL, &s, error);
  if (!code) {
    counts->differing += s.verdicts.differ;
    if (format == SP_TEXT_FORMAT)
      sp_report_figure_text(&s, plot, out);
    else if (format == SP_CSV_FORMAT)
      sp_report_csv(&s, out);
    else
      sp_report_figure_latex(&s, plot, out);
    sp_summary_clear(&s);
  }
  sp_published_clear(&print);
  return code;
}

static int write_scatter(const struct sp_matrix *matrix, const struct sp_plot *plot,
                         enum sp_format format, FILE *out, struct sp_error *error)
{
  struct sp_scatter s;
  int code = sp_scatter_open(&s, matrix, plot, error);
  if (code)
    return code;
  if (format == SP_TEXT_FORMAT)
    sp_scatter_text(&s, out);
  else if (format == SP_CSV_FORMAT)
    sp_scatter_csv(&s, out);
  else
    sp_scatter_latex(&s, out);
  sp_scatter_clear(&s);
  return SP_OK;
}

static int write_figure(const struct sp_matrix *matrix, const struct sp_plot *plot,
                        enum sp_format format, FILE *out, struct sp_report_counts *counts,
                        struct sp_error *error)
{
  return plot->x_value.function ? write_scatter(matrix, plot, format, out, error)
                                : write_series(matrix, plot, format, out, counts, error);
}

static void write_claims(const struct sp_matrix *matrix, enum sp_format format, FILE *out,
                         struct sp_report_counts *counts)
{
  counts->refuted += sp_claims_refuted(matrix);
  if (!matrix->experiment->n_claims)
    return;
  if (format == SP_TEXT_FORMAT)
    sp_report_claims_text(matrix, out);
  else if (format == SP_CSV_FORMAT)
    sp_report_claims_csv(matrix, out);
  else
    sp_report_claims_latex(matrix, out);
}

static int report_matrices(const struct sp_matrix *matrix, const struct sp_published *print,
                           enum sp_format format, FILE *out, struct sp_report_counts *counts,
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
    counts->differing += summary.verdicts.differ + summary.overall_verdicts.differ;
    sp_summary_clear(&summary);
    for (int k = 0; k < e->n_plots && !code; k++)
      code = write_figure(&matrix[variant], &e->plot[k], format, out, counts, error);
    if (!variant && !code)
      write_claims(matrix, format, out, counts);
  }
  return code;
}

int sp_report(const struct sp_experiment *e, struct sp_store *store, enum sp_format format,
              FILE *out, struct sp_report_counts *counts, struct sp_error *error)
{
  assert(format != SP_HTML_FORMAT);
  struct sp_report_counts found = {0};
  struct sp_published print = {0};
  struct sp_matrix *matrix = sp_xcalloc((size_t)e->n_variants, sizeof *matrix);
  int code = sp_published_of_table(e, &print, error);
  if (!code)
    code = sp_matrices_read(e, store, matrix, error);
  if (!code)
    code = report_matrices(matrix, &print, format, out, &found, error);
  for (int variant = 0; variant < e->n_variants; variant++)
    sp_matrix_clear(&matrix[variant]);
  free(matrix);
  sp_published_clear(&print);
  if (counts)
    *counts = found;
  return code;
}
