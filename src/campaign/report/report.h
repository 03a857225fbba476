/* Reports: from the cells of a store to tables. Derived, never edited. */
#ifndef SP_CAMPAIGN_REPORT_H
#define SP_CAMPAIGN_REPORT_H

#include "campaign/experiment/experiment.h"
#include "campaign/store/store.h"
#include <stdio.h>

/* A value of the platform alone, such as rho: value[point * count + index]; NAN: not defined, or
 * nothing ran there. */
struct sp_measure {
  char *name;
  double *value;
};
/* The values of one variant: value of (point, index, method). NAN: missing or failed. */
struct sp_matrix {
  const struct sp_experiment *experiment;
  int variant;
  int points, methods;      /* methods: those of the variant, then `also` */
  int best_of;              /* the first best_of methods make "the best" */
  long count;               /* platforms a point */
  double *makespan, *bound; /* [(point * count + index) * methods + method]; bound likewise */
  long *missing;            /* [point * methods + method] cells without an ok run */
  /* As makespan; NULL in a matrix made by hand that does not need them. */
  double *done, *planned, *messages;
  double *planning; /* likewise; NULL unless a quantity of the experiment names it */
  int n_measures;   /* those that the experiment's quantities name */
  struct sp_measure *measure;
};
int sp_matrix_read(const struct sp_experiment *, int variant, struct sp_store *, struct sp_matrix *,
                   struct sp_error *);
/* Those of all variants, matrix[n_variants], in one pass over the store. */
int sp_matrices_read(const struct sp_experiment *, struct sp_store *, struct sp_matrix *matrix,
                     struct sp_error *);
void sp_matrix_clear(struct sp_matrix *);
/* makespan / (best of the declared methods) of a method at a point, for the platforms where all
 * declared methods and this one are ok: fills out[], returns how many. */
long sp_distances(const struct sp_matrix *, int point, int method, double *out);

enum sp_verdict { SP_AGREES, SP_DIFFERS, SP_ASSUMED, SP_MISSING, SP_NO_PRINT };
const char *sp_verdict_name(enum sp_verdict);
/* DESIGN: a cell agrees iff |ours - print| <= 3 sqrt(se^2 + se_print^2) + half a printed digit. */
enum sp_verdict sp_judge(double ours, double se, double print, double se_print, double half_digit);

enum sp_format { SP_TEXT_FORMAT, SP_CSV_FORMAT, SP_LATEX_FORMAT, SP_HTML_FORMAT };
/* What a report has found wanting. */
struct sp_report_counts {
  long differing; /* cells of tables and points of figures */
  long refuted;   /* claims */
};
/* Writes the tables and figures of every variant, and the claims, with standard errors and, where
 * the experiment compares, the print and a verdict in every cell. *counts may be NULL. For the page
 * in SP_HTML_FORMAT: sp_report_html. */
int sp_report(const struct sp_experiment *, struct sp_store *, enum sp_format, FILE *,
              struct sp_report_counts *, struct sp_error *);
/* How many of a method's worst instances have their Gantt chart on the page, unless said. */
enum { SP_PAGE_WORST = 5 };
/* The page: all tables, figures, and the instances, of which the `worst` farthest from the best of
 * each method show their Gantt chart; one file that needs no other and no network. registry: knows
 * the methods, which are run again on the native engine. from: what `starport run --from` calls the
 * experiment (worst_rows.h); NULL: its id. The bytes follow from the database and `from` alone.
 * *counts as sp_report's. */
int sp_report_html(const struct sp_experiment *, const struct sp_registry *, struct sp_store *,
                   int worst, const char *from, FILE *, struct sp_report_counts *,
                   struct sp_error *);
/* Draws the cumulative frequency of the distance, a picture for each point of each variant, with
 * gnuplot into the directory (made if it is not there): NAME.svg and NAME.pdf with their NAME.gp
 * and NAME.dat. *figures is raised by the number drawn. SP_OK, or SP_CANNOT. */
int sp_report_figures(const struct sp_experiment *, struct sp_store *, const char *directory,
                      int *figures, struct sp_error *);

#endif
