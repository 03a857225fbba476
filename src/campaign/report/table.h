/* The tables of a report, independent of the format: built once by build.c, written by text.c,
 * csv.c, latex.c and page/tables.c. A new column is a line of build.c. Private to report/ and
 * page/. */
#pragma once

#include "campaign/report/report.h"
#include "campaign/summary/claims.h"
#include "campaign/summary/names.h"
#include "campaign/summary/summary.h"

enum report_kind {
  REPORT_LABEL,   /* text: the head of its row */
  REPORT_TEXT,    /* text */
  REPORT_VALUE,   /* cell: value, standard error, published value and verdict */
  REPORT_NUMBER,  /* text, with cell.value to sort by */
  REPORT_VERDICT, /* verdict of a claim */
  REPORT_CLAIM,   /* a sentence (text) and its condition (more); the head of its row */
  REPORT_PAIR,    /* two methods, text - more; the head of its row */
};

/* The formats that show a column. */
enum {
  REPORT_IN_TEXT = 1 << SP_TEXT_FORMAT,
  REPORT_IN_CSV = 1 << SP_CSV_FORMAT,
  REPORT_IN_LATEX = 1 << SP_LATEX_FORMAT,
  REPORT_IN_HTML = 1 << SP_HTML_FORMAT,
  REPORT_SHOWN = REPORT_IN_TEXT | REPORT_IN_LATEX | REPORT_IN_HTML,
  REPORT_EVERYWHERE = REPORT_SHOWN | REPORT_IN_CSV
};

enum { REPORT_DECLARED, REPORT_ALSO, REPORT_ALL };
struct report_column {
  enum report_kind kind;
  unsigned formats;
  const char *head;
  const char *narrow;          /* short head for LaTeX; NULL: head */
  int group;                   /* columns of one quantity; -1: belongs to all groups */
  int part;                    /* REPORT_DECLARED, _ALSO: of these methods; _ALL: belongs to both */
  int method;                  /* -1: that of the row */
  struct sp_quantity quantity; /* of values */
  const char *published;       /* head of a column of published values after this one; NULL: they
                                  are under the values */
};

struct report_entry {
  const char *text, *more;
  struct sp_cell cell;
  long n; /* platforms of the cell, if fewer than its row or the head says and not none; else 0 */
  const struct sp_quantity *quantity; /* of the cell; NULL: the column's */
  const char *verdict;                /* of a claim; NULL: the cell's */
};

struct report_row {
  int point, method;          /* -1: of none */
  struct report_entry *entry; /* [columns] */
};

struct report_table {
  const struct sp_experiment *experiment;
  const char *caption;
  bool headless; /* no heads in the text format: the caption names the columns */
  bool sortable;
  int best_of; /* rows of methods from this number on are not compared; 0: all are */
  int columns, rows;
  struct report_column *column;
  struct report_row *row;
};

/* A part of a report with its tables: a variant (values; over all points; pairs), one figure of a
 * variant, or the claims. */
enum report_subject { REPORT_VARIANT, REPORT_SERIES, REPORT_SCATTER, REPORT_CLAIMS };
struct report_section {
  enum report_subject subject;
  const struct sp_matrix *matrix;
  const struct sp_summary *summary; /* of a variant or series; else NULL */
  const struct sp_plot *plot;       /* of a series or scatter; else NULL */
  const char *title;
  bool timed; /* shows a quantity that depends on the machine */
  int groups; /* of columns, in the first table */
  int tables;
  struct report_table table[3];
};

/* Build a section from numbers that must outlive it, in the memory of the experiment. */
struct report_section report_of_variant(const struct sp_summary *);
struct report_section report_of_series(const struct sp_summary *, const struct sp_plot *);
struct report_section report_of_scatter(const struct sp_matrix *, const struct sp_plot *);
struct report_section report_of_claims(const struct sp_matrix *);

/* What the sections of an experiment are built from. */
struct report_source {
  const struct sp_experiment *experiment;
  struct sp_matrix *matrix;      /* [variants] */
  struct sp_published published; /* of the table; or empty */
};
/* SP_OK, or a code with *error; sp_matrices_free frees the matrices, and with them all that was
 * made of them. The experiment must outlive the source. */
int report_open(const struct sp_experiment *, struct sp_store *, struct report_source *,
                struct sp_error *);
/* Calls see(data, section) for the sections of a variant: its tables, its figures and, of variant
 * 0, the claims. *counts is increased. SP_OK, or SP_BAD_INPUT if the matrix lacks a quantity or a
 * published file cannot be read. */
int report_walk(const struct report_source *, int variant, struct sp_report_counts *counts,
                void (*see)(void *data, const struct report_section *), void *data,
                struct sp_error *);

/* Write a section, for report_walk; out is a FILE. */
void report_write_text(void *out, const struct report_section *);
void report_write_csv(void *out, const struct report_section *);
void report_write_latex(void *out, const struct report_section *);
/* Writes one table as LaTeX if the section has it; data is a struct report_wanted. Names: values,
 * overall, pairs, claims, or that of a figure; of a variant after its name and ':'. */
struct report_wanted {
  const char *name;
  FILE *out;
  bool found;
  char known[800]; /* the names of all tables that were seen */
};
void report_write_latex_table(void *data, const struct report_section *);
/* The CSV's header line, once a file. */
void report_write_csv_header(const struct sp_experiment *, FILE *);

/* Writes a field of a CSV in quotes. */
void report_quote(const char *, FILE *);

/* ---- Pieces of tables (table.c). */
/* Fills column[] with the columns of a part and group (-1: of all groups) that a format shows;
 * returns how many. */
int report_columns(const struct report_table *, enum sp_format, int group, int part, int *column);
/* A number of an entry of a column of values, as sp_quantity_number. */
const char *report_number(const struct report_column *, const struct report_entry *, double value,
                          struct sp_number_text *);
/* Has the row a published value in one of these columns? */
bool report_has_published(const struct report_table *, int row, const int *column, int n);

/* ---- Sentences that several formats have (table.c). */
/* "4 platforms at each of 2 points", and what n is if a value of its first table has one. */
void report_put_platforms(const struct report_section *, FILE *);
/* "9 of 60 runs are missing or failed; a distance needs .."; NULL if none is. What is missing of
 * each method: sp_reasons_text. */
const char *report_missing_text(const struct sp_summary *);
/* The tally of a summary's verdicts: on its cells, or on its overall means. */
struct report_tally {
  const char *what;    /* "7 cells compared" */
  const char *assumed; /* a sentence; NULL: nothing was assumed */
  const char *close;   /* sentences: informative cells, chi-square, margin, platforms needed */
  int n;               /* kinds of verdicts: "agree" and "differ" always, others if there are any */
  struct report_count {
    long n;
    const char *word;
    enum sp_verdict verdict;
  } count[SP_NOT_PUBLISHED];
};
/* False if nothing was compared. */
bool report_tally(const struct sp_summary *, bool overall, struct report_tally *);
#define REPORT_ALSO_SHOWN "Also shown, not in the best"
