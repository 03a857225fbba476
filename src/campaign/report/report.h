/* Reports: tables and figures that are computed from the cells of a store. */
#pragma once

#include "campaign/experiment/experiment.h"
#include "campaign/store/store.h"

enum sp_format {
  SP_TEXT_FORMAT,
  SP_CSV_FORMAT,
  SP_LATEX_FORMAT,
  SP_HTML_FORMAT,
  SP_RUNS_FORMAT,
  SP_PAIRS_FORMAT
};
/* Where a value to compare with comes from: a table or figure of the paper, its text, or an earlier
 * computation of ours. */
enum sp_tag { SP_PRINTED, SP_CLAIMED, SP_OURS, SP_TAGS };
enum sp_tag sp_tag_of(const char *name); /* "printed", "claim", "ours" */
/* The numbers of verdicts in a report. */
struct sp_report_counts {
  struct sp_tag_counts {
    long agree, differ, undecided, trivial; /* undecided: missing and assumed ones, too */
  } tag[SP_TAGS]; /* cells of tables, points of figures and, SP_CLAIMED, the claims: those that
                     hold agree */
  bool chance;    /* platforms are drawn, or times are */
};
/* Writes the tables and figures of every variant, and the claims, with standard errors. If the
 * experiment compares, every cell has the published value and a verdict. *counts may be NULL. For
 * the page in SP_HTML_FORMAT: sp_report_html; the runs in SP_RUNS_FORMAT: sp_report_runs; the
 * paired tests in SP_PAIRS_FORMAT: sp_report_pairs. */
int sp_report(const struct sp_experiment *, struct sp_store *, enum sp_format, FILE *,
              struct sp_report_counts *, struct sp_error *);
/* Writes one table as LaTeX: "values", "overall", "pairs", "claims" or a figure's name, that of a
 * variant after the variant's name and ':'. SP_OK, or a code with *error: SP_BAD_INPUT if there is
 * none of that name. */
int sp_report_table(const struct sp_experiment *, struct sp_store *, const char *name, FILE *,
                    struct sp_error *);
/* Writes the runs as CSV, a row for each cell. SP_OK, or a code with *error. */
int sp_report_runs(const struct sp_experiment *, struct sp_store *, FILE *, struct sp_error *);
/* Writes the paired differences of the declared methods as CSV, a row for each variant and pair.
 * SP_OK, or a code with *error. */
int sp_report_pairs(const struct sp_experiment *, struct sp_store *, FILE *, struct sp_error *);
/* Lists the k worst instances of each method of every variant, as text or CSV; draws each into the
 * directory (NULL: no drawing) as ID[-VARIANT]-worst-METHOD-RANK.svg. from: as sp_rerun_head.
 * SP_OK, or a code with *error. */
int sp_report_worst(const struct sp_experiment *, const struct sp_registry *, struct sp_store *,
                    int k, const char *from, const char *directory, enum sp_format, FILE *,
                    struct sp_error *);
