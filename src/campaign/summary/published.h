/* Published tables: results/ID.csv, numbers as a paper prints them. */
#pragma once

#include "campaign/summary/matrix.h"

/* Key columns, then columns METHOD_FUNCTION, and perhaps `count`, the number of platforms of each
 * row. METHOD_mean and METHOD_sd belong together. */
struct sp_published {
  int keys, columns, rows;
  char **head;  /* [column] */
  char ***row;  /* [row][column], as printed */
  int decimals; /* the most decimals of a number of the table */
};
/* One number. A whole number among decimals ("1" next to "1.0074") is taken as equally precise. */
struct sp_published_value {
  const char *text; /* NULL: not published */
  double value, half_digit;
};

/* Reads a CSV file whose first `keys` columns are the keys, into the memory of the experiment.
 * points: of a figure or of all points, where a column may be METHOD without a function. SP_OK, or
 * SP_BAD_INPUT with the line. */
int sp_published_read(const struct sp_experiment *, const char *path, int keys, bool points,
                      struct sp_published *, struct sp_error *);
/* The axes that are keys of a table or figure: `first` (NULL: none), then the others, `last` (-1:
 * none) last; their number. *axis is in the memory of the experiment. */
int sp_key_axes(const struct sp_experiment *, const struct sp_texts *first, int last, int **axis);
/* Reads the table that the experiment names and checks its keys against the axes; empty if the
 * experiment names none. SP_OK, or SP_BAD_INPUT. */
int sp_published_of_table(const struct sp_experiment *, struct sp_published *, struct sp_error *);
/* The same for a figure's points. They belong to the experiment as specified: empty for all
 * variants except the first. */
int sp_published_of_figure(const struct sp_matrix *, const struct sp_plot *, struct sp_published *,
                           struct sp_error *);

/* The row whose keys are the labels, -1 if there is none. */
int sp_published_row(const struct sp_published *, const char *const *label);
/* The value of a function of a method in a row. The method's options, case, '-' and '_' do not
 * count. A column METHOD is used for every function except sd and se. */
struct sp_published_value sp_published_find(const struct sp_published *, int row,
                                            const char *method, const struct sp_quantity *);
/* Platforms of the row; 0: not stated. */
long sp_published_count(const struct sp_published *, int row);
