/* Reading CSV files line by line, with one rule for quotes. */
#pragma once

#include <starport/instance.h>
#include <stdio.h>

enum { CSV_MOST_BYTES = 1 << 20 }; /* of a line */

/* A file being read. A zeroed struct is closed. */
struct csv {
  const char *path;       /* kept by reference */
  long number;            /* of the current line, from 1; 0: none has been read */
  char *line;             /* the current line without its end; csv_cut writes into it */
  int n;                  /* fields of the current line, after csv_cut */
  char **field;           /* [0..n-1], in line */
  bool trimmed;           /* blanks around fields are not part of them; set it after csv_open */
  struct sp_error *error; /* for refusals; may be NULL */
  FILE *stream;
  size_t size;
  int cap;
};

/* Opens the file. SP_OK, or SP_BAD_INPUT with nothing to close. */
int csv_open(struct csv *, const char *path, struct sp_error *);
/* Reads the next line, without "\n" or "\r\n" and, on the first line, without a byte order mark.
 * False at the end of the file and after a refusal, which *code then holds (else SP_OK). Refused: a
 * zero byte, a line of more than CSV_MOST_BYTES, what cannot be read. */
bool csv_next(struct csv *, int *code);
/* Reads and cuts the next line that is neither empty nor, after blanks, a comment (#). */
bool csv_next_row(struct csv *, int *code);
/* Cuts the current line at its commas into fields; returns their number. In a field between double
 * quotes commas are text, and the quotes are not part of it; a quote elsewhere is text. most > 0:
 * field number `most` is the rest of the line as it is. */
int csv_cut(struct csv *, int most);
/* Returns SP_BAD_INPUT with "PATH:LINE: " and the formatted text. */
int csv_refuse(const struct csv *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Closes the file and frees what belongs to the reader. */
void csv_close(struct csv *);
