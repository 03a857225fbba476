/* Columns of CSV files, from which the empirical law draws. They are read once and live as long as
 * their owner: an experiment, or a call of a command. */
#pragma once

/* The values of a column, in ascending order. */
struct sp_csv_column {
  char *path, *name;
  long n;
  double *value;
};
/* All columns read so far. */
struct sp_csv_columns {
  int n, cap;
  struct sp_csv_column **item;
  char fault[400]; /* what was expected of the last one */
};

/* An owner of columns without any; free it with sp_csv_columns_free(). */
struct sp_csv_columns *sp_csv_columns_alloc(void);
void sp_csv_columns_free(struct sp_csv_columns *);
/* The column of that name of the CSV file, whose first line has the names; its values are numbers
 * from 0 to 2^32. It lives as long as the owner. NULL: ->fault says what was expected. */
const struct sp_csv_column *sp_csv_column_read(struct sp_csv_columns *, const char *path,
                                               const char *name);
