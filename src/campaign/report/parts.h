/* What the parts of a report share: the published table, the summary of a variant, texts. A report
 * is made in two steps: summary.c turns a matrix into numbers and verdicts, and one file a
 * format (text.c, csv.c, latex.c) writes them. Private to src/campaign. */
#ifndef SP_CAMPAIGN_REPORT_PARTS_H
#define SP_CAMPAIGN_REPORT_PARTS_H

#include "campaign/quantity/statistics.h"
#include "campaign/report/report.h"

/* A short text that lies in the caller's memory. */
struct sp_figure {
  char text[40];
};

/* ---- The published table (published.c): key columns, then NAME_FUNCTION columns, of which
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
/* The same of a figure's points, where a column may be METHOD alone. */
int sp_published_read_points(const char *path, int keys, struct sp_published *, struct sp_error *);
void sp_published_clear(struct sp_published *);
/* The published table that the experiment names, its keys checked against the axes; empty if it
 * names none (report.c). SP_OK, or SP_BAD_INPUT with nothing to clear. */
int sp_report_read_print(const struct sp_experiment *, struct sp_published *, struct sp_error *);
/* The published points beside which a figure of a variant stands; empty if there are none, as in
 * all variants but the first (report.c). */
int sp_report_read_points(const struct sp_matrix *, const struct sp_plot *, struct sp_published *,
                          struct sp_error *);
/* The row whose keys are the labels, -1 if there is none. */
int sp_published_row(const struct sp_published *, const char *const *label);
/* What row `row` says of a function of a method; the method's options do not count, nor
 * case, '-' and '_'. A column METHOD speaks of every function but sd and se. */
struct sp_printed sp_published_find(const struct sp_published *, int row, const char *method,
                                    const struct sp_quantity *);
/* Platforms behind the row; 0: not stated. */
long sp_published_count(const struct sp_published *, int row);

/* ---- The summary of a variant (summary.c). */
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

/* A method over all points. */
struct sp_overall {
  struct sp_cell mean; /* of the distance; n: platforms that have one at any point */
  double greatest;     /* distance */
};

struct sp_summary {
  const struct sp_matrix *matrix;
  int keys;          /* of them, the first ones are the table's rows */
  const char **axis; /* [keys] names */
  int *order;        /* [points] points in the order of the keys */
  int shown;         /* quantities of the table; wins and ties come after them */
  int n_quantities;
  struct sp_quantity *quantity;
  struct sp_cell *cell; /* [(quantity * points + point) * methods + method] */
  struct sp_tally_of_verdicts tally;
  long missing;                              /* cells without an ok run */
  double *wins, *ties;                       /* [methods] shares over all points */
  struct sp_published overall_print;         /* what the overall means are set beside; or empty */
  struct sp_overall *overall;                /* [methods] */
  struct sp_tally_of_verdicts overall_tally; /* of its means */
  bool overall_error_unstated;               /* the standard errors of their print are not known */
  int n_contests;                            /* pairs of declared methods */
  long contest_platforms;                    /* platforms behind each */
  struct sp_contest *contest;
  bool count_unstated; /* the print's standard errors rest on our number of platforms */
};
/* print: NULL, if there is nothing to compare with. SP_BAD_INPUT if the experiment asks for a
 * quantity that is not known. The matrix must outlive the summary. */
int sp_summarise(const struct sp_matrix *, const struct sp_published *print, struct sp_summary *,
                 struct sp_error *);
/* A figure as a summary: its y is the only quantity, x the last key. print: its keys are the axes
 * in that order. */
int sp_summarise_figure(const struct sp_matrix *, const struct sp_plot *,
                        const struct sp_published *print, struct sp_summary *, struct sp_error *);
/* Fills in the print and the verdicts (judge.c). */
void sp_summary_judge(struct sp_summary *, const struct sp_published *);
/* Sets the overall means of variant 0 beside the print that the experiment names, if any, with
 * verdicts. SP_OK, or SP_BAD_INPUT. */
int sp_summary_compare_overall(struct sp_summary *, struct sp_error *);
/* Is any quantity that it shows timed? */
bool sp_summary_is_timed(const struct sp_summary *);
#define SP_ERROR_UNSTATED \
  "The print tells no standard errors: taken to be those of as many platforms as ours."
void sp_summary_clear(struct sp_summary *);
struct sp_cell *sp_summary_cell(const struct sp_summary *, int quantity, int point, int method);
/* Label of key `key` at a point. */
const char *sp_summary_label(const struct sp_summary *, int key, int point);
/* Name of the method, as the experiment spells it. */
const char *sp_matrix_method(const struct sp_matrix *, int method);
/* Its name without options, where no other method of the variant has that name; for the heads of
 * tables that name the methods in full above. */
const char *sp_matrix_short(const struct sp_matrix *, int method, struct sp_figure *buffer);
/* "Table 1: as published"; the caller frees it. */
char *sp_report_title(const struct sp_experiment *, int variant);

/* ---- Platforms drawn again (measure.c). */
/* Computes what the experiment's quantities ask of the platforms that were run. SP_OK, or
 * SP_BAD_INPUT. */
int sp_matrix_measure(struct sp_matrix *, struct sp_error *);
/* The values of that name, NULL if they were not computed. */
const double *sp_matrix_measured(const struct sp_matrix *, const char *name);

/* ---- Samples (sample.c): the values of a method at a point behind a quantity. */
/* Fills out[index] for every platform, NAN where it has no value. */
void sp_values(const struct sp_matrix *, int point, int method, const struct sp_quantity *,
               double *out);
/* The same without gaps; returns how many. */
long sp_sample(const struct sp_matrix *, int point, int method, const struct sp_quantity *,
               double *out);
/* Has this matrix every value that the quantity names? */
bool sp_value_known(const struct sp_matrix *, const struct sp_quantity *);
/* Value, standard error and n of a quantity (quantity.c); no print. */
struct sp_cell sp_quantity_cell(const struct sp_matrix *, const struct sp_quantity *, int point,
                                int method);
/* The same over all points. A mean is of all values; its standard error takes a platform, whose
 * points share their draws, for one observation. Other functions have no error here. n: platforms
 * with a value at any point (wins, ties: runs). */
struct sp_cell sp_quantity_overall(const struct sp_matrix *, const struct sp_quantity *,
                                   int method);
#define SP_TIMED_NOTE "planning: processor seconds, not reproducible: depends on the machine"
/* As sp_figure_text, but what is timed with three significant digits. */
const char *sp_quantity_figure(const struct sp_quantity *, double value, struct sp_figure *);
/* SP_OK, or SP_BAD_INPUT if the matrix lacks one of its values. */
int sp_quantity_check(const struct sp_matrix *, const struct sp_quantity *, struct sp_error *);
/* Platforms on which the method alone is best (wins) or is best with another (ties). */
struct sp_shares {
  long wins, ties, n;
};
struct sp_shares sp_count_shares(const struct sp_matrix *, int point, int method);
/* The same over all points: runs, not platforms. */
struct sp_shares sp_count_all_shares(const struct sp_matrix *, int method);
/* How the declared methods stand on one platform: the best makespan of all declared methods but
 * `except` (-1: none); NAN if one of them is not ok. */
double sp_best(const struct sp_matrix *, int point, long index, int except);
/* Makespans a, b are equal within 1e-12 relative. */
bool sp_tied(double a, double b);
/* Pairs of declared methods: the mean difference of the distance over the platforms. Points of one
 * platform share their draws, so a platform's observation is the mean over its points. Returns the
 * number of pairs, *contest is the caller's to free. */
int sp_contests(const struct sp_matrix *, struct sp_contest **contest, long *platforms);

/* ---- Claims (claims.c), of variant 0. */
enum sp_claim_verdict { SP_HOLDS, SP_CANNOT_TELL, SP_CLAIM_MISSING, SP_DOES_NOT_HOLD };
/* At the point that decides: where the claim holds least. */
struct sp_finding {
  enum sp_claim_verdict verdict;
  int point;
  double value, se; /* of the method or, against another, of the difference; NAN: missing, none */
  double margin;    /* by how much it holds; < 0: by how much not */
  long n;           /* platforms behind it */
};
/* "holds", "does not hold", "cannot tell", "missing". */
const char *sp_claim_verdict_name(enum sp_claim_verdict);
struct sp_finding sp_claim_judge(const struct sp_matrix *, const struct sp_claim *);
/* How many of the experiment's claims do not hold. */
long sp_claims_refuted(const struct sp_matrix *);
/* "mean(gap): min_c >= 0.9 at tasks=20480"; the caller frees it. */
char *sp_claim_condition(const struct sp_matrix *, const struct sp_claim *);

/* ---- Writers of all claims (matrix: of variant 0), and of a figure of one variant. */
void sp_report_claims_text(const struct sp_matrix *, FILE *);
void sp_report_claims_csv(const struct sp_matrix *, FILE *);
void sp_report_claims_latex(const struct sp_matrix *, FILE *);
void sp_report_figure_text(const struct sp_summary *, const struct sp_plot *, FILE *);
void sp_report_figure_latex(const struct sp_summary *, const struct sp_plot *, FILE *);

/* ---- A figure whose x is a quantity: one labelled point a method, over all points of a variant
 * (campaign/figure/scatter.c, picture: campaign/figure/scatter_plot.c). */
struct sp_scatter {
  const struct sp_matrix *matrix;
  const struct sp_plot *plot;
  struct sp_cell *x, *y; /* [methods] */
};
/* SP_OK, or SP_BAD_INPUT with nothing to clear if a quantity is not known. */
int sp_scatter_open(struct sp_scatter *, const struct sp_matrix *, const struct sp_plot *,
                    struct sp_error *);
void sp_scatter_clear(struct sp_scatter *);
/* Does the method have a point: both values, above 0 on logarithmic axes? */
bool sp_scatter_has(const struct sp_scatter *, int method);
void sp_scatter_text(const struct sp_scatter *, FILE *);
void sp_scatter_csv(const struct sp_scatter *, FILE *);
void sp_scatter_latex(const struct sp_scatter *, FILE *);
/* The ends of the 95 % interval (Student) of a mean, where the plot asks for it; else the value
 * twice. */
void sp_plot_interval(const struct sp_plot *, const struct sp_cell *, double *low, double *high);

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

/* Runs gnuplot on NAME.gp in the directory (campaign/figure/gnuplot.c), which makes NAME.svg and
 * NAME.pdf. SP_OK, or SP_CANNOT. */
int sp_gnuplot(const char *directory, const char *name, struct sp_error *);

/* ---- Aligned columns (columns.c). */
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
