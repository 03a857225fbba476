/* Between the files that write LaTeX (latex.c, latex_tabular.c, latex_cell.c). */
#pragma once

#include "campaign/report/table.h"

/* Text with LaTeX's own characters escaped. */
void latex_text(const char *, FILE *);
/* The same, which may be broken after ':' and ','. */
void latex_breakable(const char *, FILE *);
/* The columns of one part of a table as tabulars, one below another, each at most a column of a
 * paper wide; labels are repeated. */
void latex_tabulars(const struct report_table *, int part, FILE *);

/* ---- A cell (latex_cell.c). */

/* A number as it is printed: a value, with its standard error rounded to two digits. */
struct latex_number {
  char text[64];           /* "1.265(22)"; without digits for siunitx: in braces */
  int before, after, errs; /* digits before and after the point, of the error */
  bool negative, aligned;  /* aligned: in the column of siunitx, not in braces */
};
struct latex_number latex_number(const struct report_column *, const struct report_entry *);
/* Is the entry the best of those it is compared with, and not all of them: of a row the methods, of
 * a column the rows? Of spreads, and of values that are neither good nor bad, none is. */
bool latex_is_best(const struct report_table *, int row, int column);
/* An estimate of the width of a text or number, in points at 8 pt. */
double latex_width(const char *text);
/* Long words in lines of at most LATEX_WORD letters, broken after ':', ',', '-' and blanks. */
enum { LATEX_WORD = 18 };
void latex_broken(const char *text, FILE *);
double latex_broken_width(const char *text);
