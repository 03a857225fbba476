/* Lists of numbers as text, one a task: "0,1.5,3", or columns of a CSV file. */
#pragma once

#include "method/context.h"

enum { NUMBERS_MOST = 100000000, NUMBERS_MOST_COLUMNS = 3 };

/* All zero: empty. */
struct numbers {
  long n;
  double *value; /* [0..n-1], in the memory of a context */
};
/* A column: how it is named in its header and in messages ("release", "date", "one date a line"),
 * and its numbers. */
struct numbers_column {
  const char *header, *what, *each;
  bool ordered; /* no number is less than the one before */
  struct numbers *list;
};

/* Reads "0,1.5,3", `length` bytes. False: of these the n from *bad on are no number. */
bool numbers_parse(struct sp_context *, struct numbers *, const char *text, size_t length,
                   const char **bad, size_t *n);
/* Reads a file that has some of these n columns, in any order; the error names the line. Comments
 * (#), empty lines and blanks around cells are skipped. */
int numbers_read(struct sp_context *, const struct numbers_column *, int n, const char *path,
                 struct sp_error *);
/* Writes "0,1.5,3". */
void numbers_write(FILE *, const double *value, long n);
