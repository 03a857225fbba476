/* Summaries: the numbers of a table or figure of one variant, compared with the published ones. The
 * room computes the numbers that reports, figures and the page show: matrix.h (results of a
 * database), sample.h, cell.h, claims.h, worst.h, published.h, names.h. */
#pragma once

#include "campaign/summary/cell.h"
#include "campaign/summary/sample.h"

struct sp_verdict_counts {
  long compared, of[SP_NOT_PUBLISHED]; /* all, and by enum sp_verdict */
  /* Of the cells with a standard error that are neither trivial nor missing: the sum of squares of
   * (value - published) / its standard error, and their number. */
  double chi_square;
  long degrees;
  /* Of the undecided cells: platforms of each point after which all are decided, except those
   * that no number of platforms decides. */
  double platforms;
  long never;
};

struct sp_summary {
  const struct sp_matrix *matrix;
  int keys;   /* the first ones are the table's rows */
  int *axis;  /* [keys] */
  int *order; /* [points] points in the order of the keys */
  int shown;  /* quantities of the table; wins and ties come after them */
  int n_quantities;
  const struct sp_quantity *quantity;
  struct sp_cell *cell; /* [(quantity * points + point) * methods + method] */
  struct sp_verdict_counts verdicts;
  bool count_unstated; /* published standard errors assume our number of platforms */
  long missing;        /* cells without an ok run */
  /* Over all points. */
  struct sp_cell *overall;                   /* sp_summary_overall */
  struct sp_verdict_counts overall_verdicts; /* of these means */
  bool overall_error_unstated;               /* their published standard errors are unknown */
  int n_pairs;                               /* of declared methods */
  struct sp_pair *pair;
};

/* Computes the summary of a table, in the memory of the experiment, with verdicts on its cells
 * (published: NULL if there is nothing to compare with) and on the overall means if the experiment
 * names a file of them. SP_OK, or SP_BAD_INPUT if that file cannot be read. The matrix must outlive
 * the summary. */
int sp_summarise(const struct sp_matrix *, const struct sp_published *, struct sp_summary *,
                 struct sp_error *);
/* Computes the summary of a figure: its y is the only quantity, x the last key. published: its keys
 * are the axes in that order. */
void sp_summarise_figure(const struct sp_matrix *, const struct sp_plot *,
                         const struct sp_published *, struct sp_summary *);
/* Is any quantity that the table shows timed? */
bool sp_summary_is_timed(const struct sp_summary *);
/* Does a quantity that is shown name the value? */
bool sp_summary_names(const struct sp_summary *, enum sp_value);

/* The cell of a function of the distance over all points, one of sp_overall_functions. */
static inline struct sp_cell *sp_summary_overall(const struct sp_summary *s,
                                                 enum sp_function function, int method)
{
  int k = 0;
  while (sp_overall_functions[k] != function)
    k++;
  return &s->overall[k * s->matrix->methods + method];
}
/* The cell of a quantity. */
static inline struct sp_cell *sp_summary_cell(const struct sp_summary *s, int quantity, int point,
                                              int method)
{
  return &s->cell[(quantity * s->matrix->points + point) * s->matrix->methods + method];
}
/* The label of key `key` at a point. */
static inline const char *sp_summary_label(const struct sp_summary *s, int key, int point)
{
  return sp_point_label(s->matrix->experiment, s->matrix->variant, point, s->axis[key]);
}
