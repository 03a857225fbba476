/* Aligned text tables and wrapped text for people, and numbers as they show them. */
#pragma once

#include <stdio.h>

/* Room for the text of a number or of another short word. */
struct sp_number_text {
  char text[40];
};

struct sp_table;
/* A table of n columns without rows; sp_table_end ends it. heads: their texts,
 * which must outlive the table; NULL: no line of heads. align: 'l' or 'r' for each column; NULL:
 * all are flush left. */
struct sp_table *sp_table_alloc(int n, const char *const *heads, const char *align);
/* Adds an empty row. */
void sp_table_row(struct sp_table *);
/* Adds a row with its first cells, one for each letter of types: s const char *, i int, I long, f
 * double, shown by sp_rounded_text. NULL and NAN leave a cell empty. */
void sp_table_add(struct sp_table *, const char *types, ...);
/* Sets a cell of the last row (printf format). */
void sp_table_set(struct sp_table *, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Sets a cell of the last row to sp_rounded_text(value); NAN leaves it empty. */
void sp_table_number(struct sp_table *, int column, double value);
/* Adds a line of free text under the last row (printf format). */
void sp_table_note(struct sp_table *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Writes the table, unless it has no row, with two blanks between columns and none at the end of a
 * line, and frees it. A column that is empty in every row is left out. */
void sp_table_end(struct sp_table *, FILE *);

/* VALUE for a reader: whole numbers below 1e15 whole, others with six significant digits, and with
 * two decimals from 1e5 on. Returns the text, which is in *buffer. */
const char *sp_rounded_text(double value, struct sp_number_text *buffer);

/* Prints text to standard output from `column` of a line on, broken between words so that no line
 * is wider than `width` if its words allow that; further lines begin at column `margin`. */
void sp_print_wrapped(const char *text, int column, int margin, int width);
