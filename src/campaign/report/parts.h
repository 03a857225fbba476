/* The writers of a report in its formats. Private to the room. */
#ifndef SP_CAMPAIGN_REPORT_PARTS_H
#define SP_CAMPAIGN_REPORT_PARTS_H

#include "campaign/report/report.h"
#include "campaign/summary/claims.h"
#include "campaign/summary/names.h"
#include "campaign/summary/scatter.h"
#include "campaign/summary/summary.h"

#define SP_ERROR_UNSTATED \
  "The print tells no standard errors: taken to be those of as many platforms as ours."

/* ---- Writers of all claims (matrix: of variant 0), and of a figure of one variant. */
void sp_report_claims_text(const struct sp_matrix *, FILE *);
void sp_report_claims_csv(const struct sp_matrix *, FILE *);
void sp_report_claims_latex(const struct sp_matrix *, FILE *);
void sp_report_figure_text(const struct sp_summary *, const struct sp_plot *, FILE *);
void sp_report_figure_latex(const struct sp_summary *, const struct sp_plot *, FILE *);

void sp_scatter_text(const struct sp_scatter *, FILE *);
void sp_scatter_csv(const struct sp_scatter *, FILE *);
void sp_scatter_latex(const struct sp_scatter *, FILE *);
/* ---- Pieces of the CSV and of LaTeX that several files write. */
/* "experiment,variant,label,..,": of no point (-1): empty labels. */
void sp_csv_begin(const struct sp_matrix *, int point, FILE *);
/* "method,role,quantity,value,se,n,missing,print,print_se,verdict" of a quantity over all points.
 */
void sp_csv_overall(const struct sp_matrix *, int method, const struct sp_quantity *,
                    const struct sp_cell *, FILE *);
void sp_latex_text(const char *, FILE *);
void sp_latex_begin(FILE *);
/* "1.2646(225)"; timed quantities "0.0123 (0.0004)". */
void sp_latex_value(const struct sp_quantity *, const struct sp_cell *, FILE *);
/* The print in italics with its mark; nothing without one. */
void sp_latex_print(const struct sp_cell *, FILE *);

/* ---- Writers of one variant. sp_report_csv writes a figure, too. */
void sp_report_text(const struct sp_summary *, FILE *);
void sp_report_csv(const struct sp_summary *, FILE *);
void sp_report_latex(const struct sp_summary *, FILE *);
/* The CSV's header line, once a file. */
void sp_report_csv_header(const struct sp_experiment *, FILE *);

struct sp_columns;
struct sp_columns *sp_columns_alloc(int columns);
void sp_columns_add(struct sp_columns *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void sp_columns_print(struct sp_columns *, FILE *);

/* ---- Aligned columns (columns.c). */
struct sp_columns;
struct sp_columns *sp_columns_alloc(int columns);
/* Fills the next field, row by row (printf format). */
void sp_columns_add(struct sp_columns *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints with two blanks between columns, flush left, and frees. */
void sp_columns_print(struct sp_columns *, FILE *);

#endif
