/* What the parts of a report share: the published table, the summary of a variant, texts. A report
 * is made in two steps: report_summary.c turns a matrix into numbers and verdicts, and one file a
 * format (report_text.c, report_csv.c, report_latex.c) writes them. Private to src/campaign. */
#ifndef SP_CAMPAIGN_REPORT_PARTS_H
#define SP_CAMPAIGN_REPORT_PARTS_H

#include "campaign/report.h"
#include "campaign/statistics.h"

/* A short text that lies in the caller's memory. */
struct sp_figure {
  char text[40];
};

/* ---- The published table (compare.c): key columns, then NAME_FUNCTION columns, of which
 * NAME_mean and NAME_sd belong together, and perhaps `count`, the platforms behind each row. */
struct sp_published {
  int keys, columns, rows;
  char **head;  /* [column] */
  char **field; /* [row * columns + column], as printed */
  int decimals; /* the most that a number of the table has */
};
/* One published number. A whole number among decimals ("1" beside "1.0074") is taken to be as
 * precise as they are. */
struct sp_printed {
  const char *text; /* NULL: not published */
  double value, half_digit;
};
/* Reads the CSV; its first `keys` columns are the keys. SP_OK, or SP_BAD_INPUT with the line. */
int sp_published_read(const char *path, int keys, struct sp_published *, struct sp_error *);
void sp_published_clear(struct sp_published *);
/* The row whose keys are the labels, -1 if there is none. */
int sp_published_row(const struct sp_published *, const char *const *label);
/* What row `row` says of a quantity ("mean") of a method; the method's options do not count, nor
 * case, '-' and '_'. */
struct sp_printed sp_published_find(const struct sp_published *, int row, const char *method,
                                    const char *function);
/* Platforms behind the row; 0: not stated. */
long sp_published_count(const struct sp_published *, int row);

/* ---- The summary of a variant (report_summary.c). */
struct sp_cell {
  double value, se; /* NAN: missing; se NAN: none is defined */
  long n;           /* platforms behind it */
  struct sp_printed print;
  double print_se;
  enum sp_verdict verdict;
};

struct sp_contest { /* two declared methods, a - b */
  int a, b;
  struct sp_interval difference;
  double p; /* Wilcoxon's, after Holm */
};

struct sp_tally_of_verdicts {
  long compared, agree, differ, assumed, missing;
};

struct sp_summary {
  const struct sp_matrix *matrix;
  int keys;          /* of them, the first ones are the table's rows */
  const char **axis; /* [keys] names */
  int *order;        /* [points] points in the order of the keys */
  int shown;         /* quantities of the table; wins and ties come after them */
  int n_quantities;
  struct sp_cell_quantity *quantity;
  struct sp_cell *cell; /* [(quantity * points + point) * methods + method] */
  struct sp_tally_of_verdicts tally;
  long missing;           /* cells without an ok run */
  double *wins, *ties;    /* [methods] shares over all points */
  int n_contests;         /* pairs of declared methods */
  long contest_platforms; /* platforms behind each */
  struct sp_contest *contest;
  bool count_unstated; /* the print's standard errors rest on our number of platforms */
};
/* print: NULL, if there is nothing to compare with. SP_BAD_INPUT if the experiment asks for a
 * quantity that is not known. The matrix must outlive the summary. */
int sp_summarise(const struct sp_matrix *, const struct sp_published *print, struct sp_summary *,
                 struct sp_error *);
/* Fills in the print and the verdicts (report_judge.c). */
void sp_summary_judge(struct sp_summary *, const struct sp_published *);
void sp_summary_clear(struct sp_summary *);
struct sp_cell *sp_summary_cell(const struct sp_summary *, int quantity, int point, int method);
/* Label of key `key` at a point. */
const char *sp_summary_label(const struct sp_summary *, int key, int point);
/* Name of the method, as the experiment spells it. */
const char *sp_matrix_method(const struct sp_matrix *, int method);
/* Its name without options, where no other method of the variant has that name; for the heads of
 * tables that name the methods in full above. */
const char *sp_matrix_short(const struct sp_matrix *, int method, struct sp_figure *buffer);
/* "mean(distance)"; the caller frees it. */
char *sp_quantity_text(const struct sp_cell_quantity *);
/* "Table 1: as published"; the caller frees it. */
char *sp_report_title(const struct sp_experiment *, int variant);

/* ---- Samples (report_sample.c): the values of a method at a point behind a quantity. */
/* Fills out[count]; returns how many. value: "distance", "makespan" or "gap" (makespan / bound). */
long sp_sample(const struct sp_matrix *, int point, int method, const char *value, double *out);
/* How the declared methods stand on one platform: the best makespan of all declared methods but
 * `except` (-1: none); NAN if one of them is not ok. */
double sp_best(const struct sp_matrix *, int point, long index, int except);
/* Makespans a, b are equal within 1e-12 relative. */
bool sp_tied(double a, double b);
/* Pairs of declared methods: the mean difference of the distance over the platforms. Points of one
 * platform share their draws, so a platform's observation is the mean over its points. Returns the
 * number of pairs, *contest is the caller's to free. */
int sp_contests(const struct sp_matrix *, struct sp_contest **contest, long *platforms);

/* ---- Writers of one variant. */
void sp_report_text(const struct sp_summary *, FILE *);
void sp_report_csv(const struct sp_summary *, FILE *);
void sp_report_latex(const struct sp_summary *, FILE *);
/* The CSV's header line, once a file. */
void sp_report_csv_header(const struct sp_experiment *, FILE *);

/* Runs gnuplot on NAME.gp in the directory (report_gnuplot.c), which makes NAME.svg and NAME.pdf.
 * SP_OK, or SP_CANNOT. */
int sp_gnuplot(const char *directory, const char *name, struct sp_error *);

/* ---- Aligned columns (report_columns.c). */
struct sp_columns;
struct sp_columns *sp_columns_alloc(int columns);
/* Fills the next field, row by row (printf format). */
void sp_columns_add(struct sp_columns *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints with two blanks between columns, flush left, and frees. */
void sp_columns_print(struct sp_columns *, FILE *);

/* The number of a reader's table: four decimals, as the papers print, below
 * SP_FIXED_FIGURES; six significant ones above. "-" for NAN. */
#define SP_FIXED_FIGURES 1e6
const char *sp_figure_text(double value, struct sp_figure *buffer);

#endif
