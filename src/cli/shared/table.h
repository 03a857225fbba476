/* Aligned text tables. A column that is empty in every row is left out. */
#ifndef SP_CLI_TABLE_H
#define SP_CLI_TABLE_H

#include <stdio.h>

struct table;
/* Columns: n of them, with their heads; align has an 'l' or an 'r' for each. */
struct table *table_alloc(int n, const char *const *heads, const char *align);
/* Adds an empty row; table_set fills the last one's column (printf format). */
void table_row(struct table *);
void table_set(struct table *, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with a number in a reader's form: whole numbers whole, others with six significant
 * digits or more; NAN leaves the cell empty. */
void table_number(struct table *, int column, double value);
/* A line of free text that stands under the last row. */
void table_note(struct table *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_print(const struct table *, FILE *);
void table_free(struct table *);
/* VALUE as table_number writes it; the text lies in *buffer. */
struct number_text {
  char text[32];
};
const char *cli_number_text(double value, struct number_text *buffer);

#endif
